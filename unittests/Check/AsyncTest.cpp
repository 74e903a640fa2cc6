//===- AsyncTest.cpp - Async transfers, complete and not -----------------===//
// Views written by hand: counts of groups, waits on both sides of a barrier,
// rings around back edges, what depends on unknown values and arguments, and
// waits and marks without a use.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Async.h"
#include "Async/AsyncCompletion.h"
#include "AsyncKernel.h"
#include "DefectWords.h"
#include <gtest/gtest.h>

namespace fencepost::check {

using namespace view;
using K = ValueKind;

static std::vector<Defect> findingsIn(Kernel &Kernel) {
  sym::Analysis Context(Kernel.finish());
  return findNotComplete(Context);
}

static std::optional<Certainty> sureIn(Kernel &Kernel) {
  return certaintyOf(findingsIn(Kernel));
}

static std::string textIn(Kernel &Kernel) {
  std::vector<Defect> Found = findingsIn(Kernel);
  EXPECT_EQ(Found.size(), 1u);
  return Found.empty() ? "" : detailOf(Found[0]);
}

TEST(Async, EveryCountOfGroups) {
  for (unsigned Groups = 1; Groups <= 4; ++Groups)
    for (unsigned Left = 0; Left <= 5; ++Left)
      for (unsigned Slot = 0; Slot < Groups; ++Slot)
        for (bool OtherWave : {false, true}) {
          AsyncKernel X(8, 4);
          for (unsigned I = 0; I < Groups; ++I) {
            X.asyncLoad(X.op(K::Add, X.tid(), int(8 * I)));
            X.mark();
          }
          X.wait(Left);
          X.barrier();
          Kernel::Id Index = X.op(K::Add, X.tid(), int(8 * Slot));
          X.load(X.Lds, OtherWave ? X.op(K::Xor, Index, 4) : Index);
          bool Complete = Left < Groups - Slot;
          EXPECT_EQ(sureIn(X),
                    Complete ? std::nullopt : std::optional(Certainty::Error))
              << Groups << " groups, " << Left << " left, slot " << Slot;
        }
}

TEST(Async, SaysWhichWaitAndHowMany) {
  AsyncKernel X(8, 4);
  for (unsigned I = 0; I < 3; ++I) {
    X.asyncLoad(X.op(K::Add, X.tid(), int(8 * I)));
    X.mark();
  }
  X.wait(3);
  X.load(X.Lds, X.tid());
  EXPECT_EQ(textIn(X),
            "LDS 'lds' is read before the async load that fills it is "
            "complete: the wait lets 3 groups be outstanding, 2 are allowed");
}

TEST(Async, WaitWithoutMark) {
  AsyncKernel X(8, 4);
  X.mark();
  X.asyncLoad(X.tid());
  X.wait(0);
  X.load(X.Lds, X.tid());
  EXPECT_EQ(textIn(X), "LDS 'lds' is read before the async load that fills it "
                       "is complete: no mark is between it and the wait");
}

TEST(Async, MarkWithoutWait) {
  AsyncKernel X(8, 4);
  X.asyncLoad(X.tid());
  X.mark();
  X.load(X.Lds, X.tid());
  EXPECT_EQ(textIn(X), "LDS 'lds' is read before the async load that fills it "
                       "is complete: no wait covers the mark after it");
}

/// The wait before the barrier, between its signal and wait, or after it.
TEST(Async, TheWaitBelongsBeforeTheSignal) {
  for (unsigned Place = 0; Place < 3; ++Place)
    for (bool OtherWave : {false, true}) {
      AsyncKernel X(8, 4);
      X.asyncLoad(X.tid());
      X.mark();
      auto WaitAt = [&](unsigned At) {
        if (Place == At)
          X.wait(0);
      };
      WaitAt(0);
      X.fence(Ordering::Release);
      X.barrierOp(BarrierOp::Arrive);
      WaitAt(1);
      X.barrierOp(BarrierOp::Wait);
      X.fence(Ordering::Acquire);
      WaitAt(2);
      X.load(X.Lds, X.op(K::Xor, X.tid(), OtherWave ? 4 : 1));
      bool Right = Place == 0 || !OtherWave;
      EXPECT_EQ(sureIn(X),
                Right ? std::nullopt : std::optional(Certainty::Error))
          << Place << OtherWave;
    }
}

TEST(Async, NamesTheBarrierThatComesTooSoon) {
  AsyncKernel X(8, 4);
  X.asyncLoad(X.tid());
  X.mark();
  X.barrier();
  X.wait(0);
  X.load(X.Lds, X.op(K::Xor, X.tid(), 4));
  std::vector<Defect> Found = findingsIn(X);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Barrier, (Site{0, 3}));
  EXPECT_EQ(Found[0].First.Site, (Site{0, 6}));
  EXPECT_EQ(Found[0].Second, (AccessSite{{0, 0}, true}));
  EXPECT_FALSE(Found[0].Evidence->SameWave);
  EXPECT_EQ(std::get<IncompleteTransfer>(Found[0].Detail).Why,
            IncompleteTransfer::Cause::WaitAfterBarrier);
}

/// A ring of \p Slots: iteration I requests row I + Ahead, in a group of its
/// own, and reads row I.
static std::optional<Certainty> ring(unsigned Slots, unsigned Ahead,
                                     unsigned Left) {
  AsyncKernel X(8, 4);
  for (unsigned I = 0; I < Ahead; ++I) {
    X.asyncLoad(X.op(K::Add, X.tid(), int(8 * I)));
    X.mark();
  }
  countedLoop(X, 7, [&](Kernel::Id I) {
    Kernel::Id Next = X.op(K::URem, X.op(K::Add, I, int(Ahead)), int(Slots));
    X.asyncLoad(X.op(K::Add, X.tid(), X.op(K::Mul, Next, 8)));
    X.mark();
    X.wait(Left);
    X.barrier();
    Kernel::Id Now = X.op(K::Mul, X.op(K::URem, I, int(Slots)), 8);
    X.load(X.Lds, X.op(K::Xor, X.op(K::Add, X.tid(), Now), 4));
    X.barrier();
  });
  std::optional<Certainty> Best;
  for (const Defect &F : findingsIn(X))
    Best = Best ? std::min(*Best, F.Certainty) : F.Certainty;
  return Best;
}

TEST(Async, Rings) {
  for (unsigned Ahead = 1; Ahead <= 3; ++Ahead)
    for (unsigned Slots = Ahead + 1; Slots <= 4; ++Slots)
      for (unsigned Left = 0; Left <= 5; ++Left)
        EXPECT_EQ(ring(Slots, Ahead, Left),
                  Left <= Ahead ? std::nullopt
                                : std::optional(Certainty::Error))
            << Slots << " slots, " << Ahead << " ahead, " << Left << " left";
}

TEST(Async, SourcesAreNotOverwritten) {
  for (bool Waits : {false, true}) {
    AsyncKernel X(8, 4);
    X.asyncStore(X.tid());
    X.mark();
    if (Waits)
      X.wait(0);
    X.store(X.Lds, X.tid());
    EXPECT_EQ(sureIn(X),
              Waits ? std::nullopt : std::optional(Certainty::Error));
  }
  AsyncKernel Reads(8, 4); // What is only read may be read again.
  Reads.asyncStore(Reads.tid());
  Reads.load(Reads.Lds, Reads.tid());
  EXPECT_EQ(sureIn(Reads), std::nullopt);
  AsyncKernel Global(8, 4);
  Global.asyncLoad(Global.tid());
  Global.store(Global.Memory, Global.tid());
  EXPECT_EQ(textIn(Global), "'memory' is written before the async load that "
                            "reads it is complete: no wait covers it");
}

TEST(Async, LanesOfOneWaveWaitTogether) {
  for (bool Waits : {false, true}) {
    AsyncKernel X(8, 8);
    X.asyncLoad(X.tid());
    X.mark();
    if (Waits)
      X.wait(0);
    X.fence(Ordering::AcquireRelease, ScopeLevel::Wavefront);
    X.load(X.Lds, X.op(K::Xor, X.tid(), 1));
    EXPECT_EQ(sureIn(X),
              Waits ? std::nullopt : std::optional(Certainty::Error));
  }
}

TEST(Async, PlainDmaIsWaitedForByTheCompiler) {
  AsyncKernel X(8, 4);
  X.transfer(X.Memory, X.tid(), X.Lds, X.tid());
  X.load(X.Lds, X.tid());
  X.barrier();
  X.load(X.Lds, X.op(K::Xor, X.tid(), 4));
  EXPECT_EQ(sureIn(X), std::nullopt);
}

TEST(Async, FillingTwiceMayBeInOrder) {
  AsyncKernel X(8, 4);
  X.asyncLoad(X.tid());
  X.asyncLoad(X.tid());
  X.mark();
  X.wait(0);
  EXPECT_EQ(sureIn(X), Certainty::Possible);
  AsyncKernel Other(8, 4);
  Other.asyncLoad(Other.tid());
  Other.barrier();
  Other.asyncLoad(Other.op(K::Xor, Other.tid(), 4));
  EXPECT_EQ(sureIn(Other), Certainty::Error);
}

TEST(Async, WhatIsNotKnownIsPossible) {
  AsyncKernel Address(8, 4);
  Address.asyncLoad(Address.tid());
  Address.load(Address.Lds, Address.unknown(false));
  EXPECT_EQ(sureIn(Address), Certainty::Possible);

  AsyncKernel Called(8, 4);
  Called.asyncLoad(Called.tid());
  Called.other(EventKind::Opaque);
  Called.load(Called.Lds, Called.tid());
  EXPECT_EQ(sureIn(Called), Certainty::Possible);
}

/// A wait under a condition; \p Known: the condition is an argument's.
static std::optional<Certainty> waitUnderCondition(bool Known) {
  AsyncKernel X(8, 4);
  X.asyncLoad(X.tid());
  X.mark();
  BlockId Entry = X.CurrentBlock;
  Kernel::Id Value = Known ? X.argument(0) : X.unknown(true);
  Kernel::Id Condition = X.op(K::ULt, Value, 4);
  BlockId Then = X.block("then");
  X.wait(0);
  BlockId Join = X.block("join");
  X.load(X.Lds, X.tid());
  X.branch(Entry, Condition, Then, Join, true);
  X.jump(Then, Join);
  return sureIn(X);
}

TEST(Async, WaitsUnderConditions) {
  EXPECT_EQ(waitUnderCondition(true), Certainty::Error);
  EXPECT_EQ(waitUnderCondition(false), Certainty::Possible);
}

/// Rows of 8 numbers lie \p Stride (an argument) apart.
TEST(Async, StridesAreTakenToBeLargeEnough) {
  AsyncKernel X(8, 4);
  Kernel::Id Stride = X.argument(0);
  X.asyncLoad(X.op(K::Add, X.tid(), X.op(K::Mul, Stride, 1)));
  X.load(X.Lds, X.tid());
  EXPECT_EQ(sureIn(X).value_or(Certainty::Possible), Certainty::Possible);
}

TEST(Async, CounterWaitsComplete) {
  struct Row {
    Counter Counted, Waited;
    uint8_t Value;
    std::optional<Certainty> First, Second; ///< Of the loads before it.
  };
  const Row Rows[] = {
      {Counter::Async, Counter::Async, 0, std::nullopt, std::nullopt},
      {Counter::Async, Counter::Async, 1, std::nullopt, Certainty::Error},
      {Counter::Vm, Counter::Vm, 1, std::nullopt, Certainty::Possible},
      {Counter::Async, Counter::Ds, 0, Certainty::Error, Certainty::Error},
      {Counter::Vm, Counter::Async, 0, Certainty::Error, Certainty::Error},
  };
  for (const Row &R : Rows)
    for (bool Second : {false, true}) {
      AsyncKernel X(8, 4);
      X.Counted = R.Counted;
      X.asyncLoad(X.tid());
      X.asyncLoad(X.op(K::Add, X.tid(), 8));
      X.counterWait(R.Waited, R.Value);
      X.load(X.Lds, X.op(K::Add, X.tid(), Second ? 8 : 0));
      EXPECT_EQ(sureIn(X), Second ? R.Second : R.First)
          << counterName(R.Waited).str() << unsigned(R.Value) << Second;
    }
}

static std::vector<std::string> needlessTexts(Kernel &Kernel) {
  std::vector<std::string> Result;
  for (const Defect &F : findNeedlessAsync(Kernel.finish())) {
    EXPECT_EQ(F.Kind, DefectKind::AsyncNeedless);
    Result.push_back(detailOf(F));
  }
  return Result;
}

TEST(Async, NeedlessWaitsAndMarks) {
  using Texts = std::vector<std::string>;
  AsyncKernel Nothing(8, 4);
  Nothing.wait(0);
  EXPECT_EQ(needlessTexts(Nothing),
            Texts{"the wait for async marks waits for nothing: no async "
                  "transfer comes before it"});
  AsyncKernel Twice(8, 4);
  Twice.asyncLoad(Twice.tid());
  Twice.mark();
  Twice.wait(0);
  EXPECT_TRUE(needlessTexts(Twice).empty());
  Twice.wait(0);
  EXPECT_EQ(needlessTexts(Twice),
            Texts{"the wait for async marks waits for nothing: no transfer "
                  "that it would wait for can be outstanding"});
  AsyncKernel Mark(8, 4);
  Mark.asyncLoad(Mark.tid());
  Mark.mark();
  EXPECT_EQ(needlessTexts(Mark), Texts{"no wait covers this async mark"});
  // Waits and marks that keep counts in step around a loop have a use.
  AsyncKernel Ring(8, 4);
  countedLoop(Ring, 7, [&](Kernel::Id) {
    Ring.asyncLoad(Ring.tid());
    Ring.mark();
    Ring.wait(1);
  });
  EXPECT_TRUE(needlessTexts(Ring).empty());
}

} // namespace fencepost::check
