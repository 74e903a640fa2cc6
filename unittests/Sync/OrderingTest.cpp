//===- OrderingTest.cpp - Memory orderings, against LLVM's ----------------===//
// LLVM is the oracle twice: its lattice (AtomicOrdering.h) for every pair, and
// its IR parser for what an instruction may carry.
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/Ordering.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/AtomicOrdering.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace fencepost;

static Ordering ordering(unsigned I) { return static_cast<Ordering>(I); }

static llvm::AtomicOrdering toLlvm(Ordering O) {
  using enum llvm::AtomicOrdering;
  constexpr llvm::AtomicOrdering Table[] = {NotAtomic,
                                            Unordered,
                                            Monotonic,
                                            Acquire,
                                            Release,
                                            AcquireRelease,
                                            SequentiallyConsistent};
  return Table[static_cast<size_t>(O)];
}

TEST(Ordering, LatticeIsLlvms) {
  for (unsigned I = 0; I < NumOrderings; ++I) {
    Ordering A = ordering(I);
    EXPECT_EQ(isAcquire(A), llvm::isAcquireOrStronger(toLlvm(A)));
    EXPECT_EQ(isRelease(A), llvm::isReleaseOrStronger(toLlvm(A)));
    EXPECT_EQ(isAtomic(A), A != Ordering::NotAtomic);
    for (unsigned J = 0; J < NumOrderings; ++J) {
      Ordering B = ordering(J);
      EXPECT_EQ(isAtLeast(A, B),
                llvm::isAtLeastOrStrongerThan(toLlvm(A), toLlvm(B)))
          << orderingName(A).str() << " " << orderingName(B).str();
      EXPECT_EQ(toLlvm(join(A, B)),
                llvm::getMergedAtomicOrdering(toLlvm(A), toLlvm(B)));
    }
  }
}

TEST(Ordering, NamesAreLlvms) {
  for (unsigned I = 0; I < NumOrderings; ++I) {
    Ordering O = ordering(I);
    EXPECT_EQ(parseOrdering(orderingName(O)), O);
    EXPECT_EQ(parseIROrdering(orderingName(O)), O);
    if (isAtomic(O)) {
      EXPECT_EQ(orderingName(O), llvm::toIRString(toLlvm(O)));
    }
  }
  for (llvm::StringRef Wrong : {"", "Relaxed", "Acquire", "acqrel", "seq_cst "})
    EXPECT_EQ(parseOrdering(Wrong), std::nullopt) << Wrong.str();
}

TEST(Ordering, RelaxedIsMonotonicButNotInIR) {
  EXPECT_EQ(parseOrdering("relaxed"), Ordering::Monotonic);
  EXPECT_EQ(parseIROrdering("relaxed"), std::nullopt);
  EXPECT_EQ(orderingName(Ordering::Monotonic), "monotonic");
}

TEST(Ordering, ListsAreOfWhatParses) {
  EXPECT_EQ(orderingNames().size(), NumOrderings - 1);
  for (llvm::StringRef Name : orderingNames())
    EXPECT_TRUE(parseIROrdering(Name)) << Name.str();
  EXPECT_TRUE(llvm::is_contained(orderingWords(), "relaxed"));
  for (llvm::StringRef Word : orderingWords())
    EXPECT_TRUE(parseOrdering(Word) && isAtomic(*parseOrdering(Word)))
        << Word.str();
}

/// An instruction of kind \p Op carrying \p Name.
static std::string instruction(OrderedOp Op, const std::string &Name) {
  switch (Op) {
  case OrderedOp::Load:
    return "%r = load atomic i32, ptr %p " + Name + ", align 4";
  case OrderedOp::Store:
    return "store atomic i32 0, ptr %p " + Name + ", align 4";
  case OrderedOp::ReadModifyWrite:
    return "%r = atomicrmw add ptr %p, i32 1 " + Name;
  case OrderedOp::CmpXchgSuccess:
    return "%r = cmpxchg ptr %p, i32 0, i32 1 " + Name + " monotonic";
  case OrderedOp::CmpXchgFailure:
    return "%r = cmpxchg ptr %p, i32 0, i32 1 seq_cst " + Name;
  case OrderedOp::Fence:
    return "fence " + Name;
  }
  return "";
}

static bool llvmAccepts(const std::string &Instruction) {
  llvm::LLVMContext Context;
  llvm::SMDiagnostic Error;
  std::string Text =
      "define void @f(ptr %p) {\n  " + Instruction + "\n  ret void\n}\n";
  return llvm::parseAssemblyString(Text, Error, Context) != nullptr;
}

TEST(Ordering, AllowedIsWhatLlvmParses) {
  for (unsigned I = 0; I < NumOrderedOps; ++I)
    for (unsigned J = 1; J < NumOrderings; ++J) {
      auto Op = static_cast<OrderedOp>(I);
      std::string Text = instruction(Op, orderingName(ordering(J)).str());
      EXPECT_EQ(isAllowed(ordering(J), Op), llvmAccepts(Text)) << Text;
    }
}

TEST(Ordering, OnlyLoadsAndStoresMayBePlain) {
  for (unsigned I = 0; I < NumOrderedOps; ++I) {
    auto Op = static_cast<OrderedOp>(I);
    bool Plain = Op == OrderedOp::Load || Op == OrderedOp::Store;
    EXPECT_EQ(isAllowed(Ordering::NotAtomic, Op), Plain)
        << orderedOpName(Op).str();
  }
}
