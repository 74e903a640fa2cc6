//===- CompileOpenCLTest.cpp - OpenCL C to LLVM IR, by clang --------------===//
// Compiles small programs and looks at the instructions that each built-in
// becomes: at -O0 and at -O2 they must be the same ones.
//===----------------------------------------------------------------------===//
#include "fencepost/OpenCL/CompileOpenCL.h"
#include "fencepost/Support/InputError.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {
struct SourceFile {
  llvm::SmallString<128> Path;
  llvm::FileRemover Remover;

  explicit SourceFile(llvm::StringRef Text) {
    int Fd;
    EXPECT_FALSE(
        llvm::sys::fs::createTemporaryFile("opencl-test", "cl", Fd, Path));
    Remover.setFile(Path);
    llvm::raw_fd_ostream(Fd, /*shouldClose=*/true) << Text;
  }
};
} // namespace

static llvm::Expected<std::string> compile(llvm::StringRef Text,
                                           std::vector<std::string> Extra = {},
                                           std::string Processor = "gfx942") {
  SourceFile Source(Text);
  OpenCLOptions Options;
  Options.Processor = std::move(Processor);
  Options.Extra = std::move(Extra);
  return compileOpenCL(Source.Path, Options);
}

/// What synchronizes or accesses memory other than private in the body of the
/// kernel k, one line each, without names, debug places and numbers.
static std::string effects(llvm::StringRef Body,
                           std::vector<std::string> Extra) {
  std::string Text = "kernel void k(global int *p, local int *l, uint n) {\n" +
                     Body.str() + "\n}\n";
  llvm::Expected<std::string> Bitcode = compile(Text, std::move(Extra));
  if (!Bitcode)
    return llvm::toString(Bitcode.takeError());
  llvm::LLVMContext Context;
  auto Module =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(*Bitcode, "k"), Context);
  if (!Module)
    return llvm::toString(Module.takeError());
  EXPECT_FALSE(llvm::verifyModule(**Module, &llvm::errs()));
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  for (llvm::Instruction &I :
       llvm::instructions((*Module)->getFunction("__clang_ocl_kern_imp_k"))) {
    if (auto *Fence = llvm::dyn_cast<llvm::FenceInst>(&I)) {
      llvm::SmallVector<llvm::StringRef> Scopes;
      Context.getSyncScopeNames(Scopes);
      OS << "fence " << Scopes[Fence->getSyncScopeID()] << " "
         << llvm::toIRString(Fence->getOrdering());
      if (llvm::MDNode *Tag = I.getMetadata(llvm::LLVMContext::MD_mmra))
        OS << " "
           << llvm::cast<llvm::MDString>(Tag->getOperand(1))->getString();
      OS << "\n";
    } else if (auto *Call = llvm::dyn_cast<llvm::CallInst>(&I)) {
      if (Call->mayHaveSideEffects())
        OS << "call " << Call->getCalledFunction()->getName() << "\n";
    } else if (auto *Rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&I)) {
      OS << "rmw " << llvm::AtomicRMWInst::getOperationName(Rmw->getOperation())
         << " as" << Rmw->getPointerAddressSpace() << " "
         << llvm::toIRString(Rmw->getOrdering())
         << (Rmw->isVolatile() ? " volatile" : "") << "\n";
    }
  }
  return Result;
}

static void expectEffects(llvm::StringRef Body, llvm::StringRef Expected) {
  for (const char *Level : {"-O0", "-O1", "-O2"})
    EXPECT_EQ(effects(Body, {Level}), Expected) << Body.str() << Level;
}

TEST(CompileOpenCL, BarriersAreFencesAroundABarrier) {
  expectEffects("barrier(CLK_LOCAL_MEM_FENCE);",
                "fence workgroup release local\n"
                "call llvm.amdgcn.s.barrier\n"
                "fence workgroup acquire local\n");
  expectEffects("work_group_barrier(CLK_GLOBAL_MEM_FENCE);",
                "fence workgroup release global\n"
                "call llvm.amdgcn.s.barrier\n"
                "fence workgroup acquire global\n");
  expectEffects("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
                "fence workgroup release\n"
                "call llvm.amdgcn.s.barrier\n"
                "fence workgroup acquire\n");
  expectEffects(
      "work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);",
      "fence agent release global\n"
      "call llvm.amdgcn.s.barrier\n"
      "fence agent acquire global\n");
  expectEffects("work_group_barrier(CLK_IMAGE_MEM_FENCE | CLK_LOCAL_MEM_FENCE, "
                "memory_scope_all_svm_devices);",
                "fence  release\n"
                "call llvm.amdgcn.s.barrier\n"
                "fence  acquire\n");
  expectEffects("barrier(0);", "call llvm.amdgcn.s.barrier\n");
  expectEffects("sub_group_barrier(CLK_LOCAL_MEM_FENCE);",
                "fence wavefront release local\n"
                "call llvm.amdgcn.wave.barrier\n"
                "fence wavefront acquire local\n");
}

TEST(CompileOpenCL, FlagsThatAreNotConstantAreLookedAt) {
  EXPECT_EQ(effects("barrier(n);", {"-O1"}), "fence workgroup release local\n"
                                             "fence workgroup release global\n"
                                             "call llvm.amdgcn.s.barrier\n"
                                             "fence workgroup acquire local\n"
                                             "fence workgroup acquire "
                                             "global\n");
}

TEST(CompileOpenCL, Fences) {
  expectEffects("mem_fence(CLK_LOCAL_MEM_FENCE);",
                "fence workgroup acq_rel local\n");
  expectEffects("read_mem_fence(CLK_GLOBAL_MEM_FENCE);",
                "fence workgroup acquire global\n");
  expectEffects("write_mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);",
                "fence workgroup release\n");
  expectEffects("atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, "
                "memory_order_acquire, memory_scope_device);",
                "fence agent acquire global\n");
  expectEffects("atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, "
                "memory_order_relaxed, memory_scope_device);",
                "");
}

TEST(CompileOpenCL, Atomics) {
  expectEffects("atomic_add(p, 1); atomic_inc(l); atomic_max(p, n);",
                "rmw add as1 monotonic\n"
                "rmw add as3 monotonic\n"
                "rmw max as1 monotonic\n");
  expectEffects("atomic_fetch_add_explicit((local atomic_int *)l, 1, "
                "memory_order_acq_rel, memory_scope_work_group);"
                "atomic_exchange((global atomic_int *)p, 2);",
                "rmw add as3 acq_rel\n"
                "rmw xchg as1 seq_cst\n");
}

TEST(CompileOpenCL, AtomicsOfOpenCL10AndFlags) {
  expectEffects("atom_add(p, 1); atom_inc((local long *)l); atom_xchg(l, n);",
                "rmw add as1 monotonic\n"
                "rmw add as3 monotonic\n"
                "rmw xchg as3 monotonic\n");
  expectEffects("while (atomic_flag_test_and_set((global atomic_flag *)p)) {}",
                "rmw xchg as1 seq_cst\n");
  expectEffects("atomic_flag_test_and_set_explicit((local atomic_flag *)l, "
                "memory_order_acquire);",
                "rmw xchg as3 acquire\n");
}

TEST(CompileOpenCL, AsyncCopiesEndInABarrier) {
  expectEffects("event_t e = async_work_group_copy(l, p, 64, 0);"
                "wait_group_events(1, &e);",
                "fence workgroup release\n"
                "call llvm.amdgcn.s.barrier\n"
                "fence workgroup acquire\n");
}

TEST(CompileOpenCL, ANameDefinedHereHidesNoTypeOfClangs) {
  expectEffects("p[n] = max(p[0], 3) + min(n, 7u) + clamp(p[1], 0, 9);"
                "p[1] = max((float4)(p[2]), 1.0f).x + min((char)n, (char)2);"
                "p[2] = sub_group_reduce_add((long)p[3]) +"
                "       sub_group_scan_inclusive_max((double)p[4]);",
                "");
}

TEST(CompileOpenCL, EveryLanguageVersionFrom12) {
  for (const char *Standard :
       {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0"}) {
    llvm::Expected<std::string> Module =
        compile("kernel void k(global int *p) {\n"
                "  atomic_add(p, get_global_id(0));\n"
                "  barrier(CLK_LOCAL_MEM_FENCE);\n}\n",
                {Standard});
    EXPECT_TRUE(static_cast<bool>(Module)) << Standard;
    if (!Module)
      ADD_FAILURE() << llvm::toString(Module.takeError());
  }
}

TEST(CompileOpenCL, BuiltinsStandWhereTheyAreCalled) {
  llvm::Expected<std::string> Bitcode =
      compile("kernel void k() {\n\n  barrier(CLK_LOCAL_MEM_FENCE);\n}\n");
  ASSERT_TRUE(static_cast<bool>(Bitcode));
  llvm::LLVMContext Context;
  auto Module =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(*Bitcode, "k"), Context);
  ASSERT_TRUE(static_cast<bool>(Module));
  unsigned Fences = 0;
  for (llvm::Instruction &I :
       llvm::instructions((*Module)->getFunction("__clang_ocl_kern_imp_k")))
    if (llvm::isa<llvm::FenceInst>(I)) {
      ++Fences;
      ASSERT_TRUE(I.getDebugLoc());
      EXPECT_EQ(I.getDebugLoc()->getLine(), 3u);
      EXPECT_EQ(I.getDebugLoc()->getInlinedAt(), nullptr);
    }
  EXPECT_EQ(Fences, 2u);
}

TEST(CompileOpenCL, ErrorsComeBackWithTheirPlaceAndLine) {
  llvm::Expected<std::string> Module =
      compile("kernel void k() {\n  int a = missing;\n  also();\n}\n");
  ASSERT_FALSE(static_cast<bool>(Module));
  std::vector<Finding> Found =
      takeFindings(Module.takeError(), Diag::Usage, "");
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].Id, Diag::UnreadableInput);
  EXPECT_EQ(Found[0].Where.Line, 2u);
  EXPECT_EQ(Found[0].Where.Column, 11u);
  EXPECT_EQ(Found[0].Where.LineText, "  int a = missing;");
  EXPECT_EQ(Found[0].Message, "use of undeclared identifier 'missing'");
  EXPECT_EQ(Found[1].Where.Line, 3u);
}

TEST(CompileOpenCL, AnUnknownOptionIsAnError) {
  llvm::Expected<std::string> Module =
      compile("kernel void k() {}\n", {"-no-such-option"});
  ASSERT_FALSE(static_cast<bool>(Module));
  std::vector<Finding> Found =
      takeFindings(Module.takeError(), Diag::Usage, "");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "unknown argument: '-no-such-option'");
}

TEST(CompileOpenCL, AnUnknownProcessorIsAnError) {
  llvm::Expected<std::string> Module =
      compile("kernel void k() {}\n", {}, "gfx1");
  ASSERT_FALSE(static_cast<bool>(Module));
  EXPECT_NE(llvm::toString(Module.takeError()).find("gfx1"), std::string::npos);
}

TEST(CompileOpenCL, OptionsThatMakeNoModuleAreAnError) {
  llvm::Expected<std::string> Module =
      compile("kernel void k() {}\n", {"-fsyntax-only"});
  ASSERT_FALSE(static_cast<bool>(Module));
  EXPECT_NE(llvm::toString(Module.takeError()).find("wrote no module"),
            std::string::npos);
}

TEST(CompileOpenCL, FeaturesAreOptionsThatWin) {
  auto Words = [](llvm::StringRef Features) {
    OpenCLOptions Options;
    Options.Processor = "gfx1100";
    Options.Extra = {"-DLAST"};
    Options.Features = Features.str();
    std::vector<std::string> All =
        openCLArguments("a.cl", Options, "b.h", "o.bc");
    auto From = std::find(All.begin(), All.end(), "-DLAST") + 1;
    return std::vector(From, std::find(From, All.end(), "-c"));
  };
  using List = std::vector<std::string>;
  EXPECT_EQ(Words(""), List());
  EXPECT_EQ(Words("+wavefrontsize64, -cumode"),
            List({"-mwavefrontsize64", "-mno-cumode"}));
  EXPECT_EQ(Words("-wavefrontsize64"), List({"-mno-wavefrontsize64"}));
  EXPECT_EQ(Words("+wavefrontsize32"), List({"-mno-wavefrontsize64"}));
  EXPECT_EQ(Words("-wavefrontsize32"), List({"-mwavefrontsize64"}));
  EXPECT_EQ(Words("+cumode,-tgsplit,+tgsplit,-xnack"),
            List({"-mcumode", "-mno-tgsplit", "-mtgsplit"}));
}

TEST(CompileOpenCL, AMissingCompilerIsNamedWithItsPackage) {
  SourceFile Source("kernel void k() {}\n");
  OpenCLOptions Options;
  Options.Processor = "gfx942";
  Options.Compiler = "clang-no-such-version";
  llvm::Expected<std::string> Module = compileOpenCL(Source.Path, Options);
  ASSERT_FALSE(static_cast<bool>(Module));
  std::string Message = llvm::toString(Module.takeError());
  EXPECT_NE(Message.find("clang-no-such-version"), std::string::npos)
      << Message;
  EXPECT_NE(Message.find("package clang-22"), std::string::npos) << Message;
}

TEST(CompileOpenCL, AMissingFileIsAnError) {
  OpenCLOptions Options;
  Options.Processor = "gfx942";
  llvm::Expected<std::string> Module =
      compileOpenCL("/no/such/file.cl", Options);
  ASSERT_FALSE(static_cast<bool>(Module));
  EXPECT_NE(llvm::toString(Module.takeError()).find("no such file"),
            std::string::npos);
}

TEST(CompileOpenCL, NoShellReadsTheNameOfAFile) {
  llvm::SmallString<128> Dir;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("opencl test", Dir));
  std::string Path = (Dir + "/a;b $c.cl").str();
  std::error_code Why;
  llvm::raw_fd_ostream(Path, Why) << "kernel void k() {}\n";
  OpenCLOptions Options;
  Options.Processor = "gfx942";
  llvm::Expected<std::string> Module = compileOpenCL(Path, Options);
  EXPECT_TRUE(static_cast<bool>(Module));
  if (!Module)
    ADD_FAILURE() << llvm::toString(Module.takeError());
  ASSERT_FALSE(llvm::sys::fs::remove_directories(Dir));
}

TEST(CompileOpenCL, TheFilesThatWereReadAreKnown) {
  llvm::SmallString<128> Dir;
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("opencl-read", Dir));
  std::string Path = (Dir + "/a $b.cl").str();
  std::string Header = (Dir + "/c #d$$.h").str();
  std::error_code Why;
  llvm::raw_fd_ostream(Header, Why) << "#define N 1\n";
  llvm::raw_fd_ostream(Path, Why)
      << "#include \"c #d$$.h\"\nkernel void k() {}\n";
  OpenCLOptions Options;
  Options.Processor = "gfx942";
  std::vector<std::string> Read;
  llvm::Expected<std::string> Module = compileOpenCL(Path, Options, &Read);
  EXPECT_TRUE(static_cast<bool>(Module));
  if (!Module)
    ADD_FAILURE() << llvm::toString(Module.takeError());
  EXPECT_TRUE(llvm::is_contained(Read, Path));
  EXPECT_TRUE(llvm::is_contained(Read, Header));
  EXPECT_FALSE(llvm::is_contained(Read, "/dev/fd/3"));
  ASSERT_FALSE(llvm::sys::fs::remove_directories(Dir));
}

/// Macros of the user may have any name, even that of a parameter of ours, and
/// are there in the user's program.
TEST(CompileOpenCL, MacrosOfTheUserDoNotChangeTheBuiltins) {
  for (const char *Name : {"D", "V", "Lane", "Left", "X", "NAME", "FP_INLINE",
                           "Order", "Scope", "size_t_", "Mask", "A", "B", "P"})
    for (bool Apart : {false, true}) {
      std::vector<std::string> Extra;
      if (Apart)
        Extra = {"-D", std::string(Name) + "=64"};
      else
        Extra = {"-D" + std::string(Name) + "=64"};
      auto Bitcode = compile("kernel void k(global int *p) { p[get_local_id(0)]"
                             " = " +
                                 std::string(Name) + "; }",
                             Extra);
      EXPECT_TRUE(!!Bitcode)
          << Name << ": " << llvm::toString(Bitcode.takeError());
    }
  auto Function = compile("kernel void k(global int *p) { p[0] = V(1); }",
                          {"-DV(x)=((x)+1)"});
  EXPECT_TRUE(!!Function) << llvm::toString(Function.takeError());
}
