//===- JoinedValuesTest.cpp - Values that are the same on all paths -------===//
// Phis are replaced or stay. That views of the result mean the same as the
// kernel is the business of ViewAgreementTest.cpp.
//===----------------------------------------------------------------------===//
#include "../../lib/IR/JoinedValues.h"
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

/// What the first store stores in the end; "not valid" if that went wrong.
std::string stored(llvm::StringRef Body) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Problem;
  auto Module = llvm::parseAssemblyString(
      ("define amdgpu_kernel void @k(i1 %c, i32 %x, i64 %w, ptr %p) {\n" +
       Body + "}\n")
          .str(),
      Problem, Context);
  if (!Module)
    return Problem.getMessage().str() + " line " +
           std::to_string(Problem.getLineNo());
  llvm::Function &F = *Module->getFunction("k");
  llvm::DominatorTree Dominators(F);
  llvm::AssumptionCache Assumptions(F);
  ir::joinValues(F, Dominators, Assumptions);
  if (llvm::verifyFunction(F, &llvm::errs()))
    return "not valid";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (llvm::Instruction &I : llvm::instructions(F))
    if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I)) {
      auto *Value = llvm::dyn_cast<llvm::Instruction>(Store->getValueOperand());
      OS << *Store->getValueOperand();
      if (Value)
        OS << " in " << Value->getParent()->getName();
      break;
    }
  return llvm::StringRef(Text).trim().str();
}

} // namespace

TEST(JoinedValues, BothSidesComputeTheSame) {
  EXPECT_EQ(stored(R"(
entry:
  br i1 %c, label %a, label %b
a:
  %one = add nuw nsw i32 %x, 1
  %two = shl nuw i32 %one, 1
  br label %end
b:
  %other = add nuw i32 %x, 1
  %twice = shl i32 %other, 1
  br label %end
end:
  %v = phi i32 [ %two, %a ], [ %twice, %b ]
  store i32 %v, ptr %p
  ret void
)"),
            "%1 = shl i32 %0, 1 in entry");
}

TEST(JoinedValues, NotOfWhatIsLoadedOnEachSide) {
  EXPECT_EQ(stored(R"(
entry:
  br i1 %c, label %a, label %b
a:
  %one = load i32, ptr %p
  br label %end
b:
  %other = load i32, ptr %p
  br label %end
end:
  %v = phi i32 [ %one, %a ], [ %other, %b ]
  store i32 %v, ptr %p
  ret void
)"),
            "%v = phi i32 [ %one, %a ], [ %other, %b ] in end");
}

TEST(JoinedValues, NotOfAnotherIteration) {
  EXPECT_EQ(stored(R"(
entry:
  br label %loop
loop:
  %q = phi i32 [ %x, %entry ], [ %next, %loop ]
  %v = phi i32 [ %x, %entry ], [ %q, %loop ]
  store i32 %v, ptr %p
  %next = add i32 %q, 1
  br i1 %c, label %loop, label %end
end:
  ret void
)"),
            "%v = phi i32 [ %x, %entry ], [ %q, %loop ] in loop");
}

/// A count of which one side keeps the low bits alone.
static std::string masked(llvm::StringRef Use) {
  return stored(R"(
entry:
  br label %loop
loop:
  %i = phi i64 [ %w, %entry ], [ %next, %end ]
  br i1 %c, label %a, label %end
a:
  %low = and i64 %i, 4294967295
  br label %end
end:
  %v = phi i64 [ %i, %loop ], [ %low, %a ]
  %next = add nuw i64 %v, 1
)" + Use.str() + "  br label %loop\n");
}

// The sum may leave its range then.
TEST(JoinedValues, BitsThatAreNotUsedMayDiffer) {
  EXPECT_EQ(masked("  %s = trunc i64 %v to i32\n  store i32 %s, ptr %p\n"),
            "%s = trunc i64 %i to i32 in end");
  EXPECT_EQ(masked("  %s = trunc i64 %next to i32\n  store i32 %s, ptr %p\n"
                   "  store i64 %next, ptr %p\n"),
            "%s = trunc i64 %next to i32 in end");
  EXPECT_EQ(masked("  store i64 %v, ptr %p\n"),
            "%v = phi i64 [ %i, %loop ], [ %low, %a ] in end");
}
