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

constexpr llvm::StringLiteral Head = R"(
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
  auto Module =
      llvm::parseAssemblyString(Head.str() + Body + "}\n", Problem, Context);
  if (!Module)
    return Problem.getMessage().str() + " line " +
           std::to_string(Problem.getLineNo());
  llvm::Function &F = *Module->getFunction("k");
  llvm::DominatorTree Dominators(F);
  if (!ir::sinkLoads(F, Dominators))
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
  // Global memory.
  EXPECT_EQ(With("%v = load i32, ptr addrspace(1) @g\n"
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
