//===- ObjectInputs.cpp - Code objects and containers to test with --------===//
#include "ObjectInputs.h"
#include "LlvmOracle.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using llvm::StringRef;

namespace fencepost::inputs {

namespace {
/// A file that is gone when this is.
class ScratchFile {
public:
  explicit ScratchFile(StringRef Content) {
    int Fd;
    std::error_code Failed =
        llvm::sys::fs::createTemporaryFile("inputs", "", Fd, Path);
    EXPECT_FALSE(Failed) << "no place for temporary files";
    llvm::raw_fd_ostream OS(Fd, /*shouldClose=*/true);
    OS << Content;
  }
  ScratchFile(const ScratchFile &) = delete;
  ~ScratchFile() { llvm::sys::fs::remove(Path); }
  StringRef path() const { return Path; }
  std::string content() const {
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }

private:
  llvm::SmallString<64> Path;
};
} // namespace

static std::string replaced(std::string Text, StringRef From, StringRef To) {
  for (size_t Position = Text.find(From.str()); Position != std::string::npos;
       Position = Text.find(From.str(), Position + To.size()))
    Text.replace(Position, From.size(), To.str());
  return Text;
}

std::string runOnFiles(StringRef Tool, std::vector<std::string> Arguments,
                       const std::vector<std::string> &Inputs) {
  std::vector<std::unique_ptr<ScratchFile>> Files;
  for (const std::string &Input : Inputs)
    Files.push_back(std::make_unique<ScratchFile>(Input));
  ScratchFile Out(""), Messages("");
  for (std::string &Argument : Arguments) {
    for (size_t I = 0; I < Files.size(); ++I)
      Argument = replaced(Argument, ("{" + llvm::Twine(I) + "}").str(),
                          Files[I]->path());
    Argument = replaced(Argument, "{out}", Out.path());
  }
  std::string Program = (llvm::Twine(FENCEPOST_LLVM_BIN) + "/" + Tool).str();
  llvm::SmallVector<StringRef> Argv = {Program};
  Argv.append(Arguments.begin(), Arguments.end());
  std::optional<StringRef> Redirects[] = {StringRef(""), Messages.path(),
                                          Messages.path()};
  int Code = llvm::sys::ExecuteAndWait(Program, Argv, std::nullopt, Redirects);
  EXPECT_EQ(Code, 0) << llvm::join(Argv, " ") << "\n" << Messages.content();
  return Out.content();
}

std::string moduleText(unsigned Version) {
  std::string Text = R"(
@lds = internal addrspace(3) global [64 x i32] poison, align 4
@counter = addrspace(1) global i32 5

define void @callee(ptr addrspace(1) %p) noinline {
  store i32 7, ptr addrspace(1) %p
  ret void
}

define amdgpu_kernel void @first(ptr addrspace(1) noalias %out, i32 %x,
                                 ptr addrspace(3) align 16 %shared) #0
    !kernel_arg_addr_space !1 !kernel_arg_access_qual !2 !kernel_arg_type !3
    !kernel_arg_base_type !3 !kernel_arg_type_qual !4 !kernel_arg_name !5
    !reqd_work_group_size !6 !vec_type_hint !7 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %slot = getelementptr [64 x i32], ptr addrspace(3) @lds, i32 0, i32 %id
  store i32 %x, ptr addrspace(3) %slot
  store i32 %x, ptr addrspace(3) %shared
  %v = load i32, ptr addrspace(3) @lds
  store i32 %v, ptr addrspace(1) %out
  call void @callee(ptr addrspace(1) %out)
  ret void
}

define amdgpu_kernel void @second() "uniform-work-group-size"="true" {
  %stack = alloca [32 x i32], addrspace(5)
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %slot = getelementptr [32 x i32], ptr addrspace(5) %stack, i32 0, i32 %id
  store volatile i32 %id, ptr addrspace(5) %slot
  ret void
}

declare i32 @llvm.amdgcn.workitem.id.x()
attributes #0 = { "amdgpu-flat-work-group-size"="64,64" }
!opencl.ocl.version = !{!8}
!llvm.printf.fmts = !{!9}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 VERSION00}
!1 = !{i32 1, i32 0, i32 3}
!2 = !{!"none", !"none", !"none"}
!3 = !{!"int*", !"int", !"char*"}
!4 = !{!"restrict const volatile", !"", !""}
!5 = !{!"out", !"x", !"shared"}
!6 = !{i32 64, i32 1, i32 1}
!7 = !{<4 x i32> poison, i32 1}
!8 = !{i32 2, i32 0}
!9 = !{!"1:1:4:%d\5Cn"}
)";
  return replaced(Text, "VERSION", std::to_string(Version));
}

std::string relocatable(StringRef Cpu, unsigned Version, StringRef Triple,
                        StringRef Features) {
  llvm::Expected<std::string> Object = oracle::compile(
      moduleText(Version), {Cpu.str(), Triple.str(), Features.str()},
      oracle::Output::Object);
  EXPECT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
  return std::move(*Object);
}

std::string shared(const std::string &Object) {
  return runOnFiles("ld.lld", {"-shared", "-o", "{out}", "{0}"}, {Object});
}

std::string fromYaml(const std::string &Text) {
  return runOnFiles("yaml2obj", {"-o", "{out}", "{0}"}, {Text});
}

std::string bundled(const std::vector<BundleEntry> &Entries,
                    std::vector<std::string> Options) {
  std::vector<std::string> Targets, Contents;
  std::vector<std::string> Arguments = std::move(Options);
  for (size_t I = 0; I < Entries.size(); ++I) {
    Targets.push_back(Entries[I].Id);
    Contents.push_back(Entries[I].Content);
    Arguments.push_back("-input={" + std::to_string(I) + "}");
  }
  Arguments.push_back("-targets=" + llvm::join(Targets, ","));
  Arguments.push_back("-output={out}");
  return runOnFiles("clang-offload-bundler", Arguments, Contents);
}

CodeObject read(const std::string &Bytes) {
  CodeObjectImage Image;
  Image.Bytes = Bytes;
  llvm::Expected<CodeObject> Object = readCodeObject(Image, "test.o");
  if (!Object) {
    ADD_FAILURE() << llvm::toString(Object.takeError());
    return CodeObject();
  }
  return std::move(*Object);
}

std::string errorOf(llvm::Error E) {
  if (!E)
    return "";
  return takeFindings(std::move(E), Diag::UnreadableInput, "").front().Message;
}

std::vector<std::string> names(llvm::ArrayRef<Finding> Findings) {
  std::vector<std::string> Names;
  for (const Finding &F : Findings)
    Names.push_back(kindOf(F.Id).Name.str());
  return Names;
}

const Processor &processorNamed(StringRef Name) {
  const Processor *P = findProcessor(Name);
  EXPECT_TRUE(P) << Name.str();
  return *P;
}

llvm::ArrayRef<StringRef> processorsOfAllFamilies() {
  static constexpr StringRef Names[] = {
      "gfx600", "gfx700",  "gfx803",  "gfx900",  "gfx908",  "gfx90a",
      "gfx942", "gfx1010", "gfx1030", "gfx1100", "gfx1200", "gfx1250"};
  return Names;
}

} // namespace fencepost::inputs
