//===- RewriteTest.cpp - What becomes of each operation -------------------===//
// IR in, IR out, one behaviour a test. What LLVM makes of the result is
// test/rewrite's concern.
//===----------------------------------------------------------------------===//
#include "RewriteModule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace fencepost;
using namespace fencepost::rewrite;

static constexpr llvm::StringLiteral Load =
    "  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr "
    "addrspace(3) %l, i32 4, i32 0, i32 0)\n";
static constexpr llvm::StringLiteral Mark =
    "  call void @llvm.amdgcn.asyncmark()\n";

static std::string waitFor(unsigned Count) {
  return "  call void @llvm.amdgcn.wait.asyncmark(i16 " +
         std::to_string(Count) + ")\n";
}

/// A kernel with that body.
static std::string kernel(llvm::StringRef Body) {
  return ("define amdgpu_kernel void @f(ptr addrspace(1) %g, ptr addrspace(3) "
          "%l, i1 %c, i32 %n) {\n" +
          Body + "}\n")
      .str();
}

/// The lines of @f after rewriting that contain one of \p Words, by their call
/// or opcode.
static std::vector<std::string>
lines(const RewriteModule &M, std::initializer_list<llvm::StringRef> Words) {
  std::vector<std::string> Result;
  for (const std::string &Line : M.body("f"))
    for (llvm::StringRef Word : Words)
      if (llvm::StringRef(Line).contains(Word)) {
        Result.push_back(Line);
        break;
      }
  return Result;
}

using Strings = std::vector<std::string>;

static const std::string Fence = "fence syncscope(\"wavefront\") acq_rel";
static const std::string Dma =
    "call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %g, ptr "
    "addrspace(3) %l, i32 4, i32 0, i32 0)";

/// vmcnt(N) of GFX9.
static std::string vmcnt(unsigned N) {
  return "call void @llvm.amdgcn.s.waitcnt(i32 " + std::to_string(0xF70 + N) +
         ")";
}

TEST(Rewrite, MarkAndWaitBecomeACounterWait) {
  RewriteModule M(kernel(Load.str() + Mark.str() + Load.str() + waitFor(0) +
                         "  ret void\n"),
                  "gfx942");
  EXPECT_EQ(M.body("f"), (Strings{Fence, Dma, Fence, Dma, Fence, vmcnt(1),
                                  Fence, "ret void"}));
}

TEST(Rewrite, UnevenBlocks) {
  std::string Body;
  for (unsigned Count : {3, 5, 2}) {
    for (unsigned I = 0; I < Count; ++I)
      Body += Load;
    Body += Mark;
  }
  RewriteModule M(kernel(Body + waitFor(2) + "  ret void\n"), "gfx900");
  EXPECT_EQ(lines(M, {"s.waitcnt"}), Strings{vmcnt(7)});
}

/// spec/003, "Software pipeline", one load a block: in the loop two newer
/// blocks stay in flight; outside it the last waits empty the pipeline.
TEST(Rewrite, SoftwarePipeline) {
  std::string Block = Load.str() + Mark.str();
  RewriteModule M(kernel(Block + Block + Block + "  br label %loop\nloop:\n" +
                         waitFor(2) + Block +
                         "  br i1 %c, label %loop, label %exit\nexit:\n" +
                         waitFor(2) + waitFor(1) + waitFor(0) + "  ret void\n"),
                  "gfx942");
  EXPECT_EQ(lines(M, {"s.waitcnt"}),
            (Strings{vmcnt(2), vmcnt(2), vmcnt(1), vmcnt(0)}));
}

/// spec/003, "Ordinary function call": what bar() issues counts for nothing.
TEST(Rewrite, OrdinaryFunctionCall) {
  std::string Block = Load.str() + Mark.str();
  RewriteModule M("declare void @bar()\n" +
                      kernel(Block + Block + "  call void @bar()\n" + Block +
                             waitFor(1) + waitFor(0) + "  ret void\n"),
                  "gfx942");
  EXPECT_EQ(lines(M, {"s.waitcnt"}), (Strings{vmcnt(1), vmcnt(0)}));
}

/// spec/003, "Optimization", before and after inlining foo().
TEST(Rewrite, InliningWaitsForMore) {
  std::string Block = Load.str() + Mark.str();
  RewriteModule Before(
      "define internal void @foo(ptr addrspace(1) %g, ptr addrspace(3) %l) "
      "{\n" +
          Block + "  ret void\n}\n" +
          kernel(
              Block + Block +
              "  call void @foo(ptr addrspace(1) %g, ptr addrspace(3) %l)\n" +
              waitFor(1) + "  ret void\n"),
      "gfx942");
  EXPECT_EQ(lines(Before, {"s.waitcnt"}), Strings{vmcnt(1)});
  // A, in foo(), cannot be waited for: the mark is gone, and so is its fence.
  EXPECT_EQ(Before.body("foo"), (Strings{Fence, Dma, "ret void"}));
  RewriteModule After(
      kernel(Block + Block + Block + waitFor(1) + "  ret void\n"), "gfx942");
  EXPECT_EQ(lines(After, {"s.waitcnt"}), Strings{vmcnt(1)});
  RewriteModule Eliminated(
      kernel(Block + Block + Load.str() + waitFor(1) + "  ret void\n"),
      "gfx942");
  EXPECT_EQ(lines(Eliminated, {"s.waitcnt"}), Strings{vmcnt(2)});
}

TEST(Rewrite, JoinsTakeTheFewestOperations) {
  RewriteModule M(
      kernel(Load.str() + Mark.str() + "  br i1 %c, label %a, label %b\na:\n" +
             Load.str() + Load.str() + "  br label %join\nb:\n" + Load.str() +
             "  br label %join\njoin:\n" + waitFor(0) + "  ret void\n"),
      "gfx942");
  EXPECT_EQ(lines(M, {"s.waitcnt"}), Strings{vmcnt(1)});
}

TEST(Rewrite, UselessMarksAndWaitsAreRemoved) {
  RewriteModule M(kernel(waitFor(0) + Mark.str() + waitFor(3) + Load.str() +
                         Mark.str() + "  ret void\n"),
                  "gfx942");
  EXPECT_EQ(M.body("f"), (Strings{Fence, Dma, "ret void"}));
  EXPECT_EQ(M.text().find("asyncmark"), std::string::npos);
}

TEST(Rewrite, UnreachableWaitsAreRemoved) {
  RewriteModule M(kernel("  ret void\ndead:\n" + Load.str() + Mark.str() +
                         waitFor(0) + "  br label %dead\n"),
                  "gfx942");
  EXPECT_EQ(lines(M, {"wait"}), Strings{});
}

TEST(Rewrite, CountersAreClampedToWhatTheyHold) {
  std::string Body = Load.str() + Mark.str();
  for (unsigned I = 0; I < 100; ++I)
    Body += Load;
  RewriteModule M(kernel(Body + waitFor(0) + "  ret void\n"), "gfx942");
  // vmcnt(62): 14 in the low bits, 3 in the high ones.
  EXPECT_EQ(lines(M, {"s.waitcnt"}),
            Strings{"call void @llvm.amdgcn.s.waitcnt(i32 53118)"});
}

/// With one variable in LDS nothing has to be said about the loads themselves.
TEST(Rewrite, OtherAccessesOfLdsDoNotAliasAsyncLoads) {
  std::string Several = "@a = internal addrspace(3) global i32 poison\n"
                        "@b = internal addrspace(3) global i32 poison\n";
  for (const std::string &Variables : {std::string(), Several}) {
    RewriteModule M(
        Variables + kernel("  store i32 1, ptr addrspace(3) %l\n" + Load.str() +
                           Mark.str() + waitFor(0) +
                           "  %v = load i32, ptr addrspace(3) %l\n"
                           "  store i32 %v, ptr addrspace(1) %g\n"
                           "  %p = addrspacecast ptr addrspace(3) %l to ptr\n"
                           "  store i32 %v, ptr %p\n  ret void\n"),
        "gfx942");
    unsigned Hidden = 0, Separate = 0;
    for (const llvm::Instruction &I :
         llvm::instructions(*M.M->getFunction("f"))) {
      Hidden += I.hasMetadata(llvm::LLVMContext::MD_alias_scope);
      Separate += I.hasMetadata(llvm::LLVMContext::MD_noalias);
    }
    EXPECT_EQ(Hidden, Variables.empty() ? 0u : 1u);
    EXPECT_EQ(Separate, 3u);
    // The earlier store stays before the load that overwrites it.
    EXPECT_EQ(lines(M, {"store i32 1", "fence", "load.lds"})[1], Fence);
  }
}

TEST(Rewrite, LdsDmaKeepsLlvmsWaits) {
  RewriteModule M(
      kernel(
          Load.str() + Mark.str() + waitFor(0) +
          "  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %g, ptr "
          "addrspace(3) %l, i32 4, i32 0, i32 0)\n"
          "  %v = load i32, ptr addrspace(3) %l\n  ret void\n"),
      "gfx942");
  EXPECT_EQ(M.text().find("alias"), std::string::npos);
  ASSERT_EQ(M.Remarks.size(), 1u);
  EXPECT_NE(M.Remarks[0].find("not asynchronous"), std::string::npos);
}

TEST(Rewrite, AtomicsOnLdsAreRemarkedOn) {
  std::string Accesses =
      "  %a = load i32, ptr addrspace(3) %l\n"
      "  %b = atomicrmw add ptr addrspace(3) %l, i32 1 monotonic\n"
      "  %e = load volatile i32, ptr addrspace(3) %l\n"
      "  %d = atomicrmw add ptr addrspace(1) %g, i32 1 monotonic\n"
      "  ret void\n";
  RewriteModule M(kernel(Load.str() + Mark.str() + waitFor(0) + Accesses),
                  "gfx942");
  EXPECT_EQ(M.Remarks,
            Strings(2, "before an access of LDS that is atomic or volatile "
                       "LLVM waits for all asynchronous loads"));
  EXPECT_TRUE(RewriteModule(kernel(Accesses), "gfx942").Remarks.empty());
}

TEST(Rewrite, ReleasesToAWorkGroupDoNotWaitForAsyncLoads) {
  std::string Body = Load.str() + Mark.str() + waitFor(0) +
                     "  fence syncscope(\"workgroup\") release\n  ret void\n";
  RewriteModule M(kernel(Body), "gfx942");
  // lgkmcnt(0) without LLVM's vmcnt(0) for LDS DMA.
  EXPECT_EQ(lines(M, {"s.waitcnt", "\"workgroup\""}),
            (Strings{vmcnt(0), "call void @llvm.amdgcn.s.waitcnt(i32 49279)"}));
  // On GFX10 in WGP mode a release waits for all loads anyhow.
  RewriteModule Wgp(kernel(Body), "gfx1030");
  EXPECT_EQ(lines(Wgp, {"\"workgroup\""}),
            Strings{"fence syncscope(\"workgroup\") release"});
}

TEST(Rewrite, OwnTransfersOfGFX125AreCounted) {
  RewriteModule M(
      kernel("  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr "
             "addrspace(1) %g, ptr addrspace(3) %l, i32 0, i32 0)\n"
             "  call void @llvm.amdgcn.tensor.load.to.lds.d2(<4 x i32> "
             "zeroinitializer, <8 x i32> zeroinitializer, i32 0)\n" +
             Mark.str() +
             "  call void @llvm.amdgcn.global.store.async.from.lds.b32(ptr "
             "addrspace(1) %g, ptr addrspace(3) %l, i32 0, i32 0)\n" +
             waitFor(0) + "  ret void\n"),
      "gfx1250");
  EXPECT_EQ(lines(M, {"s.wait"}),
            (Strings{"call void @llvm.amdgcn.s.wait.asynccnt(i16 1)",
                     "call void @llvm.amdgcn.s.wait.tensorcnt(i16 0)"}));
}

TEST(Rewrite, AvAccessesAreTwoAtomicsAtTheirScope) {
  RewriteModule M(kernel("  %v = call <4 x i32> "
                         "@llvm.amdgcn.av.global.load.b128(ptr addrspace(1) "
                         "%g, metadata !\"agent\")\n"
                         "  call void @llvm.amdgcn.av.global.store.b128(ptr "
                         "addrspace(1) %g, <4 x i32> %v, metadata "
                         "!\"wavefront\")\n  ret void\n"),
                  "gfx942");
  EXPECT_EQ(lines(M, {"load", "store"}),
            (Strings{"%1 = load atomic i64, ptr addrspace(1) %g "
                     "syncscope(\"agent\") monotonic, align 8",
                     "%4 = load atomic i64, ptr addrspace(1) %3 "
                     "syncscope(\"agent\") monotonic, align 8",
                     "store <4 x i32> %v, ptr addrspace(1) %g, align 16"}));
}

TEST(Rewrite, NoAvAtomicsWaitAndAreMonotonic) {
  RewriteModule M(
      kernel("  store atomic i32 1, ptr addrspace(1) %g syncscope(\"agent\") "
             "release, align 4, !mmra !0\n  ret void\n") +
          "!0 = !{!\"amdgcn-av\", !\"none\"}\n",
      "gfx942");
  EXPECT_EQ(M.body("f"),
            (Strings{Fence, "call void @llvm.amdgcn.s.waitcnt(i32 112)", Fence,
                     "store atomic i32 1, ptr addrspace(1) %g "
                     "syncscope(\"agent\") monotonic, align 4",
                     "ret void"}));
  EXPECT_EQ(M.text().find("mmra"), std::string::npos);
}

TEST(Rewrite, TheFailureOrderingCounts) {
  RewriteModule M(kernel("  %v = cmpxchg ptr addrspace(1) %g, i32 0, i32 1 "
                         "syncscope(\"agent\") monotonic seq_cst, !mmra !0\n"
                         "  ret void\n") +
                      "!0 = !{!\"amdgcn-av\", !\"none\"}\n",
                  "gfx942");
  EXPECT_EQ(lines(M, {"s.waitcnt", "cmpxchg"}),
            (Strings{"call void @llvm.amdgcn.s.waitcnt(i32 112)",
                     "%v = cmpxchg ptr addrspace(1) %g, i32 0, i32 1 "
                     "syncscope(\"agent\") monotonic monotonic, align 4",
                     "call void @llvm.amdgcn.s.waitcnt(i32 3952)"}));
}

/// Around a barrier the text's fence for LDS alone would wait for nothing.
TEST(Rewrite, FencesKeepLlvmsWaits) {
  RewriteModule M(kernel("  fence syncscope(\"workgroup\") release, !mmra !0\n"
                         "  ret void\n") +
                      "!0 = !{!1, !2}\n!1 = !{!\"amdgcn-av\", !\"none\"}\n"
                      "!2 = !{!\"amdgpu-synchronize-as\", !\"local\"}\n",
                  "gfx942");
  EXPECT_EQ(lines(M, {"s.waitcnt"}),
            Strings{"call void @llvm.amdgcn.s.waitcnt(i32 49279)"});
}

TEST(Rewrite, NoAvKeepsOtherTags) {
  RewriteModule M(
      kernel("  %v = load atomic i32, ptr addrspace(1) %g syncscope(\"agent\") "
             "acquire, align 4, !mmra !0\n  ret void\n") +
          "!0 = !{!1, !2}\n!1 = !{!\"amdgcn-av\", !\"none\"}\n"
          "!2 = !{!\"other\", !\"tag\"}\n",
      "gfx942");
  EXPECT_EQ(M.text().find("amdgcn-av"), std::string::npos);
  EXPECT_NE(M.text().find("!mmra"), std::string::npos);
}

TEST(Rewrite, NoAvThatChangesNothingStays) {
  std::string Text =
      kernel("  store atomic i32 1, ptr addrspace(1) %g syncscope(\"agent\") "
             "monotonic, align 4, !mmra !0\n"
             "  fence syncscope(\"wavefront\") release, !mmra !0\n"
             "  ret void\n") +
      "!0 = !{!\"amdgcn-av\", !\"none\"}\n";
  RewriteModule M(Text, "gfx942");
  EXPECT_TRUE(M.WasEmpty);
}

TEST(Rewrite, DebugLocationsStay) {
  RewriteModule M(
      "define amdgpu_kernel void @f(ptr addrspace(1) %g, ptr addrspace(3) %l) "
      "!dbg !3 {\n"
      "  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr "
      "addrspace(3) %l, i32 4, i32 0, i32 0), !dbg !5\n"
      "  call void @llvm.amdgcn.asyncmark(), !dbg !6\n"
      "  call void @llvm.amdgcn.wait.asyncmark(i16 0), !dbg !7\n"
      "  %v = load atomic i32, ptr addrspace(1) %g syncscope(\"agent\") "
      "acquire, align 4, !mmra !9, !dbg !8\n"
      "  ret void\n}\n"
      "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
      "!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n"
      "!1 = !DIFile(filename: \"k.c\", directory: \"/\")\n"
      "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
      "!3 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, type: !4, "
      "unit: !0, spFlags: DISPFlagDefinition)\n"
      "!4 = !DISubroutineType(types: !{})\n"
      "!5 = !DILocation(line: 10, scope: !3)\n"
      "!6 = !DILocation(line: 11, scope: !3)\n"
      "!7 = !DILocation(line: 12, scope: !3)\n"
      "!8 = !DILocation(line: 13, scope: !3)\n"
      "!9 = !{!\"amdgcn-av\", !\"none\"}\n",
      "gfx942");
  std::vector<unsigned> Lines;
  for (const llvm::Instruction &I : llvm::instructions(*M.M->getFunction("f")))
    if (!llvm::isa<llvm::ReturnInst>(I))
      Lines.push_back(I.getDebugLoc() ? I.getDebugLoc().getLine() : 0);
  EXPECT_EQ(Lines, (std::vector<unsigned>{10, 10, 11, 12, 12, 13, 13, 13, 13}));
}

TEST(Rewrite, TwiceIsOnce) {
  std::string Block = Load.str() + Mark.str();
  for (const char *Cpu : {"gfx900", "gfx942", "gfx1030", "gfx1250"}) {
    RewriteModule M(
        kernel(Block + Block + waitFor(1) +
               "  %v = load i32, ptr addrspace(3) %l\n"
               "  fence syncscope(\"workgroup\") release\n"
               "  store atomic i32 %v, ptr addrspace(1) %g release, align 4, "
               "!mmra !0\n  ret void\n") +
            "!0 = !{!\"amdgcn-av\", !\"none\"}\n",
        Cpu);
    EXPECT_FALSE(M.WasEmpty);
    std::string Once = M.text();
    M.rewrite(Cpu);
    EXPECT_TRUE(M.WasEmpty) << Cpu;
    EXPECT_EQ(M.text(), Once) << Cpu;
  }
}

TEST(Rewrite, OtherFunctionsStayAsTheyAre) {
  std::string Other =
      "define amdgpu_kernel void @other(ptr addrspace(1) %g, ptr addrspace(3) "
      "%l) {\n  %v = load i32, ptr addrspace(3) %l, align 4\n"
      "  fence syncscope(\"workgroup\") release\n"
      "  store i32 %v, ptr addrspace(1) %g, align 4\n  ret void\n}\n";
  RewriteModule Alone(Other, "gfx942");
  EXPECT_TRUE(Alone.WasEmpty);
  RewriteModule Both(
      Other + kernel(Load.str() + Mark.str() + waitFor(0) + "  ret void\n"),
      "gfx942");
  EXPECT_EQ(Alone.body("other"), Both.body("other"));
}

/// The only problem of \p Text.
static std::string problem(const std::string &Text, llvm::StringRef Cpu) {
  RewriteModule M(Text, Cpu);
  EXPECT_EQ(M.Problems.size(), 1u);
  return M.Problems.empty() ? "" : M.Problems.front();
}

static std::string loadOf(llvm::StringRef Operands) {
  return kernel("  call void @llvm.amdgcn.global.load.async.lds(ptr "
                "addrspace(1) %g, ptr addrspace(3) %l, " +
                Operands.str() + ")\n  ret void\n");
}

TEST(Rewrite, Problems) {
  EXPECT_EQ(problem(kernel("  %m = trunc i32 %n to i16\n"
                           "  call void @llvm.amdgcn.wait.asyncmark(i16 %m)\n"
                           "  ret void\n"),
                    "gfx942"),
            "wait.asyncmark takes a constant number of marks");
  EXPECT_EQ(problem(kernel(Mark.str() + "  ret void\n"), "gfx1100"),
            "gfx1100 cannot load memory to LDS past the registers (spec/003: "
            "GFX9 and GFX10; GFX12.5)");
  EXPECT_EQ(problem(loadOf("i32 16, i32 0, i32 0"), "gfx942"),
            "gfx942 has no load to LDS of 128 bits");
  EXPECT_EQ(problem(loadOf("i32 4, i32 4096, i32 0"), "gfx942"),
            "the offset does not fit into the instruction of gfx942");
  EXPECT_EQ(problem(loadOf("i32 4, i32 2048, i32 0"), "gfx1030"),
            "the offset does not fit into the instruction of gfx1030");
  EXPECT_EQ(problem(loadOf("i32 4, i32 %n, i32 0"), "gfx942"),
            "the operands are not those of llvm.amdgcn.global.load.lds");
  EXPECT_EQ(problem(kernel("  call void @llvm.amdgcn.global.load.async.to.lds."
                           "b32(ptr addrspace(1) %g, ptr addrspace(3) %l, i32 "
                           "0, i32 0)\n" +
                           Mark.str() + "  ret void\n"),
                    "gfx942"),
            "gfx942 has no llvm.amdgcn.global.load.async.to.lds.b32");
  EXPECT_NE(
      problem(kernel(Mark.str() + "  ret void\n"), "gfx9999").find("gfx9999"),
      std::string::npos);
}

TEST(Rewrite, OddTypes) {
  auto ProblemWith = [](llvm::StringRef Text) {
    llvm::LLVMContext Context;
    llvm::SMDiagnostic Error;
    auto M = llvm::parseAssemblyString(Text, Error, Context);
    EXPECT_TRUE(M);
    Plan P = planRewrite(*M, [](const llvm::Function &F) {
      return compiledMode(F, "gfx942", "");
    });
    EXPECT_EQ(P.problems().size(), 1u);
    return P.problems().empty() ? "" : P.problems().front().Message;
  };
  EXPECT_EQ(ProblemWith("declare i32 @llvm.amdgcn.asyncmark()\n"
                        "define i32 @f() {\n"
                        "  %v = call i32 @llvm.amdgcn.asyncmark()\n"
                        "  ret i32 %v\n}\n"),
            "the types are not those of spec/003: void asyncmark(), void "
            "wait.asyncmark(i16)");
  EXPECT_EQ(ProblemWith("declare void @llvm.amdgcn.wait.asyncmark(i32)\n"
                        "define void @f() {\n"
                        "  call void @llvm.amdgcn.wait.asyncmark(i32 0)\n"
                        "  ret void\n}\n"),
            "the types are not those of spec/003: void asyncmark(), void "
            "wait.asyncmark(i16)");
  EXPECT_EQ(
      ProblemWith(
          "declare i64 @llvm.amdgcn.av.global.load.b128(ptr addrspace(1), "
          "metadata)\n"
          "define i64 @f(ptr addrspace(1) %g) {\n"
          "  %v = call i64 @llvm.amdgcn.av.global.load.b128(ptr "
          "addrspace(1) %g, metadata !\"agent\")\n  ret i64 %v\n}\n"),
      "a load-visible takes a global pointer and a scope and gives 128 "
      "bits");
  EXPECT_EQ(
      ProblemWith("declare i32 @llvm.amdgcn.global.load.async.lds(ptr "
                  "addrspace(1), ptr addrspace(3), i32, i32, i32)\n"
                  "define i32 @f(ptr addrspace(1) %g, ptr addrspace(3) %l) {\n"
                  "  %v = call i32 @llvm.amdgcn.global.load.async.lds(ptr "
                  "addrspace(1) %g, ptr addrspace(3) %l, i32 4, i32 0, i32 0)\n"
                  "  ret i32 %v\n}\n"),
      "the operands are not those of llvm.amdgcn.global.load.lds");
}

TEST(Rewrite, AProblemAnywhereLeavesTheModuleAlone) {
  std::string Text =
      kernel(Load.str() + Mark.str() + waitFor(0) + "  ret void\n") +
      "define void @bad(i16 %n) {\n"
      "  call void @llvm.amdgcn.wait.asyncmark(i16 %n)\n  ret void\n}\n";
  RewriteModule M(Text, "gfx942");
  EXPECT_EQ(M.Problems.size(), 1u);
  EXPECT_EQ(lines(M, {"asyncmark"}).size(), 2u);
}
