//===- TensorTest.cpp - Tensor transfers, complete and not ----------------===//
// Views written by hand: every count of tensor loads, waits on both sides of a
// barrier, chosen waves, other stores to the filled LDS, and tensor stores
// whose source is written again.
//===----------------------------------------------------------------------===//
#include "AsyncKernel.h"
#include "DefectWords.h"
#include "fencepost/Check/Async.h"
#include <gtest/gtest.h>

namespace fencepost::check {

using namespace view;
using K = ValueKind;

namespace {

struct TensorKernel : AsyncKernel {
  TensorKernel() : AsyncKernel(8, 4) {}

  void tensor(bool Load) {
    Event &E = other(EventKind::Transfer);
    E.Op.Kind = OpKind::AsyncLoad;
    E.Op.Space = Load ? AddressSpace::Global : AddressSpace::Local;
    E.Transfer.Counted = Counter::Tensor;
    E.Transfer.Lanes = LaneAddressing::Descriptor;
    if (!Load)
      E.Transfer.Direction = TransferDirection::FromLds;
    E.Memory.Reads = true;
    E.Destination.Writes = true;
  }
  void tensorLoad() { tensor(true); }
  void tensorStore() { tensor(false); }
  void tensorWait(unsigned Left) { counterWait(Counter::Tensor, Left); }
};

std::vector<Defect> tensorFindingsIn(Kernel &Kernel) {
  sym::Analysis Context(Kernel.finish());
  EXPECT_TRUE(findNotComplete(Context).empty());
  return findTensorNotComplete(Context);
}

std::optional<Certainty> tensorSureIn(Kernel &Kernel) {
  return certaintyOf(tensorFindingsIn(Kernel));
}

constexpr auto Error = Certainty::Error, Possible = Certainty::Possible;

} // namespace

/// LDS is read too early only if none of the loads is complete.
TEST(Tensor, EveryCount) {
  for (unsigned Loads = 1; Loads <= 4; ++Loads)
    for (unsigned Left = 0; Left <= 5; ++Left)
      for (bool Barrier : {false, true}) {
        TensorKernel X;
        for (unsigned I = 0; I < Loads; ++I)
          X.tensorLoad();
        X.tensorWait(Left);
        if (Barrier)
          X.barrier();
        X.load(X.Lds, X.tid());
        EXPECT_EQ(tensorSureIn(X),
                  Left < Loads ? std::nullopt : std::optional(Error))
            << Loads << " loads, " << Left << " left";
      }
}

TEST(Tensor, SaysHowMany) {
  TensorKernel X;
  X.tensorLoad();
  X.tensorLoad();
  X.tensorWait(2);
  X.barrier();
  X.load(X.Lds, X.tid());
  std::vector<Defect> Found = tensorFindingsIn(X);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(detailOf(Found[0]),
            "LDS 'lds' is read before the tensor load that fills it is "
            "complete: the wait lets 2 transfers be outstanding, 1 is allowed");
  EXPECT_EQ(Found[0].Second, (AccessSite{{0, 0}, true}));
  EXPECT_FALSE(Found[0].Evidence->SameWave);
  EXPECT_TRUE(Found[0].Barrier.has_value());
}

/// Work-items below \p Chosen request; \p Place says where the wait is: 0 in
/// the branch, 1 before the barrier, 2 between its signal and wait, 3 after, 4
/// nowhere.
static std::optional<Certainty> chosen(unsigned Chosen, unsigned Place) {
  TensorKernel X;
  Kernel::Id Condition = X.op(K::ULt, X.tid(), int(Chosen));
  BlockId Entry = X.CurrentBlock, Then = X.block("then");
  auto WaitAt = [&](unsigned At) {
    if (Place == At)
      X.tensorWait(0);
  };
  X.tensorLoad();
  WaitAt(0);
  BlockId Join = X.block("join");
  X.branch(Entry, Condition, Then, Join, false);
  X.jump(Then, Join);
  WaitAt(1);
  X.fence(Ordering::Release);
  X.barrierOp(BarrierOp::Arrive);
  WaitAt(2);
  X.barrierOp(BarrierOp::Wait);
  X.fence(Ordering::Acquire);
  WaitAt(3);
  X.load(X.Lds, X.tid());
  return tensorSureIn(X);
}

TEST(Tensor, OneWaveOrOneWorkItemRequests) {
  for (unsigned Chosen : {1u, 4u, 8u})
    for (unsigned Place = 0; Place <= 4; ++Place) {
      // A wave that waits after the barrier completes its own loads.
      bool Right = Place < 2 || (Place < 4 && Chosen == 8);
      EXPECT_EQ(chosen(Chosen, Place),
                Right ? std::nullopt : std::optional(Error))
          << Chosen << " request, wait at " << Place;
    }
}

TEST(Tensor, MarksCountAsWell) {
  for (bool Mark : {false, true}) {
    TensorKernel X;
    X.tensorLoad();
    if (Mark)
      X.mark();
    X.wait(0);
    X.barrier();
    X.load(X.Lds, X.tid());
    EXPECT_EQ(tensorSureIn(X), Mark ? std::nullopt : std::optional(Error));
  }
}

TEST(Tensor, WaitsForOtherCountersDoNotHelp) {
  for (Counter Other : {Counter::Async, Counter::Ds}) {
    TensorKernel X;
    X.tensorLoad();
    X.counterWait(Other, 0);
    X.barrier();
    X.load(X.Lds, X.tid());
    EXPECT_EQ(tensorSureIn(X), Error) << counterName(Other).str();
  }
}

/// The transfer that fills it is unknown if something else writes it.
TEST(Tensor, OtherStores) {
  for (bool Wait : {false, true}) {
    TensorKernel X;
    X.store(X.Lds, X.tid());
    X.tensorLoad();
    if (Wait)
      X.tensorWait(0);
    X.barrier();
    X.load(X.Lds, X.tid());
    EXPECT_EQ(tensorSureIn(X), Wait ? std::nullopt : std::optional(Possible));
  }
}

/// Transfers that fill one variable say nothing about another.
TEST(Tensor, OtherVariables) {
  TensorKernel X;
  uint32_t Other = X.object("other");
  X.store(Other, X.tid());
  X.tensorLoad();
  X.barrier();
  X.load(Other, X.tid());
  X.tensorWait(0);
  X.barrier();
  X.load(X.Lds, X.tid());
  EXPECT_EQ(tensorSureIn(X), std::nullopt);
}

/// The descriptor may name a barrier in LDS that tells.
TEST(Tensor, AtomicsOnLdsMayTell) {
  TensorKernel X;
  uint32_t Other = X.object("other");
  X.tensorLoad();
  X.atomicAdd(Other, X.constant(0));
  X.barrier();
  X.load(X.Lds, X.tid());
  EXPECT_EQ(tensorSureIn(X), Possible);
}

TEST(Tensor, UnknownBranches) {
  TensorKernel X;
  Kernel::Id Condition = X.op(K::Eq, X.unknown(true), 0);
  BlockId Entry = X.CurrentBlock, Then = X.block("then");
  X.tensorWait(0);
  BlockId Join = X.block("join");
  X.branch(Entry, Condition, Join, Then, true);
  X.jump(Then, Join);
  X.tensorLoad();
  X.barrier();
  X.load(X.Lds, X.tid());
  EXPECT_EQ(tensorSureIn(X), Possible);
}

/// A ring of tiles: each iteration requests the next and reads its own.
static std::optional<Certainty> ring(unsigned Ahead, unsigned Left) {
  TensorKernel X;
  for (unsigned I = 0; I < Ahead; ++I)
    X.tensorLoad();
  countedLoop(X, 5, [&](Kernel::Id) {
    X.tensorLoad();
    X.tensorWait(Left);
    X.barrier();
    X.load(X.Lds, X.tid());
    X.barrier();
  });
  return tensorSureIn(X);
}

TEST(Tensor, Rings) {
  for (unsigned Ahead = 0; Ahead < 4; ++Ahead)
    for (unsigned Left = 0; Left < 5; ++Left)
      EXPECT_EQ(ring(Ahead, Left),
                Left <= Ahead ? std::nullopt : std::optional(Error))
          << Ahead << " ahead, " << Left << " left";
}

/// What a tensor store reads is written again in the next iteration.
static std::optional<Certainty> storeBack(bool Wait, bool Twice, bool Load) {
  TensorKernel X;
  if (Load) {
    X.tensorLoad();
    X.tensorWait(0);
  }
  countedLoop(X, 4, [&](Kernel::Id Count) {
    Kernel::Id Half = X.op(K::Mul, X.op(K::And, Count, 1), 8);
    X.store(X.Lds, Twice ? X.op(K::Add, X.tid(), Half) : X.tid());
    X.barrier();
    X.tensorStore();
    if (Wait)
      X.tensorWait(Twice);
    X.barrier();
  });
  return tensorSureIn(X);
}

TEST(Tensor, StoresWhoseSourceIsWrittenAgain) {
  for (bool Twice : {false, true}) {
    EXPECT_EQ(storeBack(false, Twice, false), Error) << Twice;
    EXPECT_EQ(storeBack(false, Twice, true), Possible) << Twice;
    EXPECT_EQ(storeBack(true, Twice, false), std::nullopt) << Twice;
  }
}

/// Reads do not harm a tensor store, nor do writes of something else.
TEST(Tensor, StoresWhoseSourceStays) {
  TensorKernel X;
  uint32_t Other = X.object("other");
  X.store(X.Lds, X.tid());
  X.barrier();
  X.tensorStore();
  X.barrier();
  X.load(X.Lds, X.tid());
  X.store(Other, X.tid());
  EXPECT_EQ(tensorSureIn(X), std::nullopt);
}

} // namespace fencepost::check
