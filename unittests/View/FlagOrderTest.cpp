//===- FlagOrderTest.cpp - Accesses that atomics may order ---------------===//
// All chains of one kernel, `data; fence; flag` in one thread and `flag; fence;
// data` in another: links are there or not, and the whole is what docs/model.md
// M6 says, whichever flag is read.
//===----------------------------------------------------------------------===//
#include "fencepost/View/FlagOrder.h"
#include "Kernel.h"
#include "gtest/gtest.h"

namespace fencepost::view {
namespace {

struct Chain {
  Ordering Store = Ordering::Monotonic, Load = Ordering::Monotonic;
  bool Release = false, Acquire = false; ///< Fences.
  ScopeLevel Scope = ScopeLevel::Workgroup;
  bool BarrierAtStore = false, BarrierAtLoad = false, OtherFlag = false,
       Decides = true;
};

/// Data is LDS object 0; event 0 of each block accesses it or comes last.
bool mayOrder(const Chain &C) {
  Kernel K(128, 64);
  uint32_t Data = K.object("data"), Flag = K.object("flag"),
           Other = K.object("other");
  view::BlockId Entry = K.block("entry"), Give = K.block("give");
  auto Atomic = [&](view::Event &E, Ordering Order) {
    E.Op.Order = Order;
    E.Op.Reach.Level = C.Scope;
  };
  K.store(Data, K.constant(0));
  if (C.Release)
    K.fence(Ordering::Release, C.Scope);
  if (C.BarrierAtStore)
    K.barrier();
  Atomic(K.store(Flag, K.constant(0)), C.Store);
  view::BlockId Poll = K.block("poll");
  Kernel::Id Answer = K.unknown(false);
  view::Event &Read = K.load(C.OtherFlag ? Other : Flag, K.constant(0));
  Atomic(Read, C.Load);
  Read.Result = Answer;
  view::BlockId Take = K.block("take");
  if (C.BarrierAtLoad)
    K.barrier();
  if (C.Acquire)
    K.fence(Ordering::Acquire, C.Scope);
  K.load(Data, K.constant(0));
  uint32_t Last = K.View.Blocks[Take].Events.size() - 1;
  view::BlockId End = K.block("end");
  K.branch(Entry, K.op(view::ValueKind::ULt, K.tid(), 64), Give, Poll, false);
  K.jump(Give, End);
  if (C.Decides)
    K.branch(Poll, K.op(view::ValueKind::Ne, Answer, 0), Take, End, false);
  else
    K.jump(Poll, Take);
  K.jump(Take, End);
  FlagOrder Flags(K.finish());
  AccessSite A{{Give, 0}, false}, B{{Take, Last}, false};
  std::vector<view::BlockId> ToA{Entry, Give}, ToB{Entry, Poll, Take},
      PastPoll{Entry, Take};
  // A thread that did not read the flag is not ordered by it, unless a lane of
  // its wave did and both are ordered.
  bool WithOthers = C.Acquire && Flags.mayOrder(A, B, {ToA, ToB});
  if (!C.BarrierAtLoad) {
    EXPECT_EQ(Flags.mayOrder(A, B, {ToA, PastPoll}), WithOthers);
  }
  EXPECT_EQ(Flags.mayOrder(A, B, {ToA, ToB}), Flags.mayOrder(B, A, {ToB, ToA}));
  return Flags.mayOrder(A, B, {ToA, ToB});
}

TEST(FlagOrder, AllChains) {
  for (Ordering Store : {Ordering::Monotonic, Ordering::Release})
    for (Ordering Load : {Ordering::Monotonic, Ordering::Acquire})
      for (unsigned Bits = 0; Bits < 128; ++Bits) {
        Chain C{Store, Load};
        C.Release = Bits & 1;
        C.Acquire = Bits & 2;
        C.Scope = Bits & 4 ? ScopeLevel::Wavefront : ScopeLevel::Workgroup;
        C.BarrierAtStore = Bits & 8;
        C.BarrierAtLoad = Bits & 16;
        C.OtherFlag = Bits & 32;
        C.Decides = !(Bits & 64);
        bool Releases = Store == Ordering::Release || C.Release;
        bool Acquires = Load == Ordering::Acquire || C.Acquire;
        EXPECT_EQ(mayOrder(C),
                  Releases && Acquires && C.Scope == ScopeLevel::Workgroup &&
                      !C.BarrierAtStore && !C.BarrierAtLoad && C.Decides)
            << unsigned(Store) << " " << unsigned(Load) << " " << Bits;
      }
}

/// A thread writes a flag, one reads a flag, and perhaps one between them reads
/// and writes; each in LDS or not.
bool mayOrderOver(AddressSpace Written, std::optional<AddressSpace> HandsOn[2],
                  AddressSpace Read) {
  Kernel K(256, 64);
  uint32_t Data = K.object("data");
  auto Flag = [&](AddressSpace Space) {
    return K.object(Space == AddressSpace::Local ? "lds" : "memory", Space);
  };
  auto Atomic = [](view::Event &E, Ordering Order) -> view::Event & {
    E.Op.Order = Order;
    E.Op.Reach.Level = ScopeLevel::Workgroup;
    return E;
  };
  view::BlockId Entry = K.block("entry"), Give = K.block("give");
  K.store(Data, K.constant(0));
  Atomic(K.store(Flag(Written), K.constant(0)), Ordering::Release);
  view::BlockId Other = K.block("other"), Hand = K.block("hand");
  if (HandsOn[0])
    Atomic(K.load(Flag(*HandsOn[0]), K.constant(0)), Ordering::Acquire);
  if (HandsOn[1])
    Atomic(K.store(Flag(*HandsOn[1]), K.constant(0)), Ordering::Release);
  view::BlockId Poll = K.block("poll");
  Kernel::Id Answer = K.unknown(false);
  Atomic(K.load(Flag(Read), K.constant(0)), Ordering::Acquire).Result = Answer;
  view::BlockId Take = K.block("take");
  K.load(Data, K.constant(0));
  view::BlockId End = K.block("end");
  K.branch(Entry, K.op(view::ValueKind::ULt, K.tid(), 64), Give, Other, false);
  K.branch(Other, K.op(view::ValueKind::ULt, K.tid(), 128), Hand, Poll, false);
  K.jump(Give, End);
  K.jump(Hand, End);
  K.branch(Poll, K.op(view::ValueKind::Ne, Answer, 0), Take, End, false);
  K.jump(Take, End);
  FlagOrder Flags(K.finish());
  std::vector<view::BlockId> ToA{Entry, Give}, ToB{Entry, Other, Poll, Take};
  return Flags.mayOrder({{Give, 0}, false}, {{Take, 0}, false}, {ToA, ToB});
}

TEST(FlagOrder, FlagsInLdsAndElsewhere) {
  using Space = std::optional<AddressSpace>;
  const Space All[] = {std::nullopt, AddressSpace::Local, AddressSpace::Global};
  for (Space Written : llvm::drop_begin(All))
    for (Space Read : llvm::drop_begin(All))
      for (Space From : All)
        for (Space To : All) {
          Space HandsOn[] = {From, To};
          bool Handed = From == Written && To == Read;
          EXPECT_EQ(mayOrderOver(*Written, HandsOn, *Read),
                    Written == Read || Handed)
              << unsigned(*Written) << unsigned(*Read);
        }
}

TEST(FlagOrder, NothingWithoutFlags) {
  Kernel K(128, 64);
  uint32_t Data = K.object("data");
  K.block("entry");
  K.store(Data, K.tid());
  K.fence(Ordering::AcquireRelease);
  K.load(Data, K.constant(0));
  FlagOrder Flags(K.finish());
  view::BlockId Path[] = {0};
  EXPECT_FALSE(Flags.mayOrder({{0, 0}, false}, {{0, 2}, false}, {Path, Path}));
}

} // namespace
} // namespace fencepost::view
