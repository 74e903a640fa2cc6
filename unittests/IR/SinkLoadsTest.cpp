//===- SinkLoadsTest.cpp - Loads back where their values are needed -------===//
// Kernels are written out after their loads were put under branches: where they
// are then, or that they stay. That views of the result mean the same as the
// kernel is the business of ViewAgreementTest.cpp.
//===----------------------------------------------------------------------===//
#include "../../lib/IR/SinkLoads.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {

constexpr llvm::StringLiteral KernelHead = R"(
@t = internal addrspace(3) global [4 x i32] poison
@g = internal addrspace(1) global [4 x i32] zeroinitializer
declare void @llvm.amdgcn.s.barrier()
define amdgpu_kernel void @k(i1 %c, i1 %d, i32 %x, ptr addrspace(1) %out) {
)";

/// The blocks of loads after sinking, "name:condition" where a branch leads to
/// it and what it goes by; "stay" if nothing was done.
std::string sunk(const std::string &Body) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Problem;
  auto Module = llvm::parseAssemblyString(KernelHead.str() + Body + "}\n",
                                          Problem, Context);
  if (!Module)
    return Problem.getMessage().str() + " line " +
           std::to_string(Problem.getLineNo());
  llvm::Function &F = *Module->getFunction("k");
  llvm::DominatorTree Dominators(F);
  if (!ir::sinkLoads(F, Dominators, Context.getMDKindID("place")))
    return "stay";
  if (llvm::verifyFunction(F, &llvm::errs()))
    return "not valid";
  std::string Result;
  for (llvm::Instruction &I : llvm::instructions(F)) {
    if (!llvm::isa<llvm::LoadInst>(I))
      continue;
    llvm::BasicBlock *From = I.getParent()->getSinglePredecessor();
    auto *Branch = From
                       ? llvm::dyn_cast<llvm::BranchInst>(From->getTerminator())
                       : nullptr;
    Result += Result.empty() ? "" : " ";
    Result += I.getName().str() + ":";
    if (Branch && Branch->isConditional())
      Result += (Branch->getSuccessor(0) == I.getParent() ? "" : "!") +
                Branch->getCondition()->getName().str();
    else
      Result += "always";
  }
  return Result;
}

TEST(SinkLoads, BeforeTheSelect) {
  const char *Rest = "store i32 %s, ptr addrspace(1) %out\nret void\n";
  auto With = [&](const std::string &Lines) { return sunk(Lines + Rest); };
  EXPECT_EQ(With("%v = load i32, ptr addrspace(3) @t\n"
                 "%s = select i1 %c, i32 %v, i32 %x\n"),
            "v:c");
  EXPECT_EQ(With("%v = load i32, ptr addrspace(3) @t\n"
                 "%s = select i1 %c, i32 %x, i32 %v\n"),
            "v:!c");
  // The condition, or the other value, is known later.
  EXPECT_EQ(With("%v = load i32, ptr addrspace(3) @t\n"
                 "%e = xor i1 %c, %d\n"
                 "%y = add i32 %x, 1\n"
                 "%s = select i1 %e, i32 %v, i32 %y\n"),
            "v:e");
  EXPECT_EQ(With("%v = load i32, ptr addrspace(3) @t\n"
                 "%y = add i32 %x, 1\n"
                 "%s = select i1 %c, i32 %v, i32 %y\n"),
            "v:c");
  // Both values are loaded.
  EXPECT_EQ(With("%v = load i32, ptr addrspace(3) @t\n"
                 "%w = load i32, ptr addrspace(3) getelementptr (i32, ptr "
                 "addrspace(3) @t, i32 1)\n"
                 "%s = select i1 %c, i32 %v, i32 %w\n"),
            "v:c w:!c");
  // Two, interleaved; the first cannot wait for the condition.
  EXPECT_EQ(With("%v = load i32, ptr addrspace(3) @t\n"
                 "%w = load i32, ptr addrspace(3) getelementptr (i32, ptr "
                 "addrspace(3) @t, i32 1)\n"
                 "%s2 = select i1 %c, i32 %w, i32 %x\n"
                 "%s1 = select i1 %c, i32 %v, i32 %x\n"
                 "%s = add i32 %s1, %s2\n"),
            "v:c w:c");
  EXPECT_EQ(With("%v = load i32, ptr addrspace(3) @t\n"
                 "%w = load i32, ptr addrspace(3) getelementptr (i32, ptr "
                 "addrspace(3) @t, i32 1)\n"
                 "%e = xor i1 %c, %d\n"
                 "%s2 = select i1 %e, i32 %w, i32 %x\n"
                 "%s1 = select i1 %e, i32 %v, i32 %x\n"
                 "%s = add i32 %s1, %s2\n"),
            "v:always w:e");
}

TEST(SinkLoads, Stay) {
  const char *Rest = "store i32 %s, ptr addrspace(1) %out\nret void\n";
  auto With = [&](const std::string &Lines) { return sunk(Lines + Rest); };
  // Something else uses it.
  EXPECT_EQ(With("%v = load i32, ptr addrspace(3) @t\n"
                 "%s1 = select i1 %c, i32 %v, i32 %x\n"
                 "%s = add i32 %s1, %v\n"),
            "stay");
  // It is looked at by others, or is the condition.
  EXPECT_EQ(
      With("%v = load atomic i32, ptr addrspace(3) @t monotonic, align 4\n"
           "%s = select i1 %c, i32 %v, i32 %x\n"),
      "stay");
  EXPECT_EQ(With("%v = load volatile i32, ptr addrspace(3) @t\n"
                 "%s = select i1 %c, i32 %v, i32 %x\n"),
            "stay");
  EXPECT_EQ(With("%v = load i1, ptr addrspace(3) @t\n"
                 "%s = select i1 %v, i32 7, i32 %x\n"),
            "stay");
  // What arguments point to.
  EXPECT_EQ(With("%v = load i32, ptr addrspace(1) %out\n"
                 "%s = select i1 %c, i32 %v, i32 %x\n"),
            "stay");
  // It cannot wait for the condition.
  for (const char *Between :
       {"store i32 1, ptr addrspace(3) @t\n",
        "call void @llvm.amdgcn.s.barrier()\n", "fence acquire\n",
        "%f = load atomic i32, ptr addrspace(1) @g acquire, align 4\n"})
    EXPECT_EQ(With("%v = load i32, ptr addrspace(3) @t\n" +
                   std::string(Between) +
                   "%e = xor i1 %c, %d\n"
                   "%s = select i1 %e, i32 %v, i32 %x\n"),
              "stay")
        << Between;
  // It need not: the condition is known.
  EXPECT_EQ(With("%v = load i32, ptr addrspace(3) @t\n"
                 "store i32 1, ptr addrspace(3) @t\n"
                 "%s = select i1 %c, i32 %v, i32 %x\n"),
            "v:c");
}

TEST(SinkLoads, WhatIsComputed) {
  const char *Rest = "store i32 %s, ptr addrspace(1) %out\nret void\n";
  auto With = [&](const std::string &Lines) {
    return sunk("%v = load i32, ptr addrspace(3) @t\n" + Lines + Rest);
  };
  EXPECT_EQ(With("%n = sub i32 0, %v\n"
                 "%s = select i1 %c, i32 %n, i32 %x\n"),
            "v:c");
  EXPECT_EQ(With("%b = icmp ne i32 %v, 0\n"
                 "%both = select i1 %c, i1 %b, i1 false\n"
                 "%s = select i1 %both, i32 3, i32 %x\n"),
            "v:c");
  EXPECT_EQ(With("%b = icmp ne i32 %v, 0\n"
                 "%one = select i1 %c, i1 true, i1 %b\n"
                 "%s = select i1 %one, i32 3, i32 %x\n"),
            "v:!c");
  // Two uses by one condition, and by two.
  EXPECT_EQ(With("%n = add i32 %v, 1\n"
                 "%s1 = select i1 %c, i32 %n, i32 %x\n"
                 "%s2 = select i1 %c, i32 %v, i32 7\n"
                 "%s = add i32 %s1, %s2\n"),
            "v:c");
  EXPECT_EQ(With("%s1 = select i1 %c, i32 %v, i32 %x\n"
                 "%s2 = select i1 %c, i32 7, i32 %v\n"
                 "%s = add i32 %s1, %s2\n"),
            "stay");
  // One condition is known before, the other is not.
  EXPECT_EQ(With("store i32 1, ptr addrspace(3) @t\n"
                 "%e = icmp ult i32 %x, 7\n"
                 "%both = and i1 %e, %c\n"
                 "%s = select i1 %both, i32 %v, i32 %x\n"),
            "v:c");
  EXPECT_EQ(With("%s1 = udiv i32 7, %v\n"
                 "%s = select i1 %c, i32 %s1, i32 %x\n"),
            "stay");
}

TEST(SinkLoads, BehindBranches) {
  // As LLVM hoists it out of a loop.
  EXPECT_EQ(sunk(R"(
  %v = load i32, ptr addrspace(3) @t
  br label %loop
loop:
  br i1 %c, label %then, label %next
then:
  store i32 %v, ptr addrspace(1) %out
  br label %next
next:
  br i1 %d, label %loop, label %end
end:
  ret void
)"),
            "v:c");
  EXPECT_EQ(sunk(R"(
  %v = load i32, ptr addrspace(3) @t
  br label %loop
loop:
  %sum = phi i32 [ 0, %0 ], [ %next.sum, %next ]
  br i1 %c, label %then, label %next
then:
  %more = add i32 %sum, %v
  br label %next
next:
  %next.sum = phi i32 [ %more, %then ], [ %sum, %loop ]
  br i1 %d, label %loop, label %end
end:
  store i32 %next.sum, ptr addrspace(1) %out
  ret void
)"),
            "v:c");
  // The other path uses it, too.
  EXPECT_EQ(sunk(R"(
  %v = load i32, ptr addrspace(3) @t
  br i1 %c, label %then, label %end
then:
  store i32 %v, ptr addrspace(1) %out
  br label %end
end:
  %p = phi i32 [ %v, %then ], [ %v, %0 ]
  store i32 %p, ptr addrspace(1) %out
  ret void
)"),
            "stay");
}

TEST(SinkLoads, PhisThatOnlyUseEachOther) {
  EXPECT_EQ(sunk(R"(
  br i1 %c, label %a, label %b0
b0:
  %v = load i32, ptr addrspace(3) @t
  br label %b
a:
  %p = phi i32 [ 0, %0 ], [ %q, %b ]
  br label %b
b:
  %q = phi i32 [ %v, %b0 ], [ %p, %a ]
  br i1 %d, label %a, label %x1
x1:
  ret void
)"),
            "stay");
}

TEST(SinkLoads, ThroughPhis) {
  EXPECT_EQ(sunk(R"(
  br i1 %c, label %then, label %else
then:
  store i32 %x, ptr addrspace(3) @t
  br label %end
else:
  %v = load i32, ptr addrspace(3) @t
  br label %end
end:
  %p = phi i32 [ %x, %then ], [ %v, %else ]
  %s = select i1 %d, i32 %p, i32 7
  store i32 %s, ptr addrspace(1) %out
  ret void
)"),
            "v:d");
  // What is selected in the next iteration is another condition's.
  EXPECT_EQ(sunk(R"(
  br label %loop
loop:
  %p = phi i32 [ %x, %0 ], [ %v, %loop ]
  %e = icmp ult i32 %p, 7
  %v = load i32, ptr addrspace(3) @t
  %s = select i1 %e, i32 1, i32 2
  store i32 %s, ptr addrspace(1) %out
  br i1 %c, label %loop, label %end
end:
  ret void
)"),
            "stay");
  EXPECT_EQ(sunk(R"(
  br label %loop
loop:
  %p = phi i32 [ %x, %0 ], [ %v, %loop ]
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %j = add i32 %i, 1
  %e = icmp ult i32 %i, 7
  %s = select i1 %e, i32 %p, i32 2
  %v = load i32, ptr addrspace(3) @t
  store i32 %s, ptr addrspace(1) %out
  br i1 %c, label %loop, label %end
end:
  ret void
)"),
            "stay");
}

} // namespace
