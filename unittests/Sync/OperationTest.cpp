//===- OperationTest.cpp - What no target allows --------------------------===//
#include "fencepost/Sync/Operation.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {

Operation atomic(OpKind Kind, Ordering Order) {
  Operation Op;
  Op.Kind = Kind;
  Op.Order = Order;
  Op.FailureOrder =
      Kind == OpKind::CmpXchg ? Ordering::Monotonic : Ordering::NotAtomic;
  return Op;
}

Operation barrierOperation(BarrierOp Action, BarrierId Object,
                           uint8_t Members = 0) {
  Operation Op;
  Op.Kind = OpKind::Barrier;
  Op.Action = Action;
  Op.Object = Object;
  Op.Members = Members;
  return Op;
}

constexpr Ordering AllOrderings[] = {Ordering::NotAtomic,
                                     Ordering::Unordered,
                                     Ordering::Monotonic,
                                     Ordering::Acquire,
                                     Ordering::Release,
                                     Ordering::AcquireRelease,
                                     Ordering::SequentiallyConsistent};

} // namespace

TEST(Operation, OrderingsAreThoseOfLlvm) {
  for (Ordering O : AllOrderings) {
    EXPECT_EQ(problemWith(atomic(OpKind::Load, O)).empty(),
              isAllowed(O, OrderedOp::Load));
    EXPECT_EQ(problemWith(atomic(OpKind::Store, O)).empty(),
              isAllowed(O, OrderedOp::Store));
    EXPECT_EQ(problemWith(atomic(OpKind::ReadModifyWrite, O)).empty(),
              isAllowed(O, OrderedOp::ReadModifyWrite));
    EXPECT_EQ(problemWith(atomic(OpKind::CmpXchg, O)).empty(),
              isAllowed(O, OrderedOp::CmpXchgSuccess));
    EXPECT_EQ(problemWith(atomic(OpKind::Fence, O)).empty(),
              isAllowed(O, OrderedOp::Fence));
  }
}

TEST(Operation, ProblemsNameTheRule) {
  EXPECT_EQ(problemWith(atomic(OpKind::Store, Ordering::Acquire)),
            "a store cannot be acquire (LLVM Language Reference, orderings)");
  EXPECT_EQ(problemWith(atomic(OpKind::Fence, Ordering::NotAtomic)),
            "a fence needs an ordering");
  Operation Op = atomic(OpKind::CmpXchg, Ordering::Monotonic);
  Op.FailureOrder = Ordering::Release;
  EXPECT_EQ(problemWith(Op), "a cmpxchg failure cannot be release (LLVM "
                             "Language Reference, orderings)");
}

TEST(Operation, ConstantMemoryHoldsNoAtomics) {
  Operation Op = atomic(OpKind::Load, Ordering::Monotonic);
  Op.Space = AddressSpace::Constant;
  EXPECT_NE(problemWith(Op).find("unsupported atomic address space"),
            std::string::npos);
  Op.Order = Ordering::NotAtomic;
  EXPECT_EQ(problemWith(Op), "");
}

TEST(Operation, SpacesWithoutCodeAreRefused) {
  for (const AddressSpaceFacts &Facts : addressSpaces()) {
    Operation Op;
    Op.Space = Facts.Id;
    bool HasCode =
        Facts.Id == AddressSpace::Generic || Facts.Id == AddressSpace::Global ||
        Facts.Id == AddressSpace::Local || Facts.Id == AddressSpace::Private ||
        Facts.Id == AddressSpace::Constant;
    EXPECT_EQ(problemWith(Op).empty(), HasCode) << Facts.Name.str();
  }
}

TEST(Operation, TagsBelongToWhatSynchronizes) {
  Operation Op = atomic(OpKind::Load, Ordering::Acquire);
  Op.Tags.NoAv = true;
  EXPECT_EQ(problemWith(Op), "");
  Op.Order = Ordering::NotAtomic;
  EXPECT_NE(problemWith(Op), "");
  Op = atomic(OpKind::Store, Ordering::Release);
  Op.Tags.Synchronize.insert(AddressSpace::Local);
  EXPECT_NE(problemWith(Op), "");
  Op = atomic(OpKind::Fence, Ordering::Release);
  Op.Tags.Synchronize.insert(AddressSpace::Local);
  EXPECT_EQ(problemWith(Op), "");
}

TEST(Operation, WidthsOfAtomics) {
  Operation Op = atomic(OpKind::Load, Ordering::Monotonic);
  for (unsigned Bits = 0; Bits != 256; ++Bits) {
    Op.Bits = Bits;
    bool Fits = Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64;
    EXPECT_EQ(problemWith(Op).empty(), Fits) << Bits;
  }
  Op.Bits = 128;
  Op.Group = Cooperative::Lanes8x16;
  EXPECT_EQ(problemWith(Op), "");
  Op.Space = AddressSpace::Local;
  EXPECT_NE(problemWith(Op), "");
}

TEST(Operation, FlagsBelongToAccesses) {
  Operation Fence = atomic(OpKind::Fence, Ordering::Release);
  Fence.Volatile = true;
  EXPECT_NE(problemWith(Fence), "");
  Operation Store;
  Store.Kind = OpKind::Store;
  Store.LastUse = true;
  EXPECT_NE(problemWith(Store), "");
  Operation Modify = atomic(OpKind::ReadModifyWrite, Ordering::Monotonic);
  Modify.Volatile = true;
  EXPECT_EQ(problemWith(Modify), "");
  Modify.NonTemporal = true;
  EXPECT_NE(problemWith(Modify), "");
}

TEST(Operation, AvailabilityIsForGlobalMemory) {
  for (OpKind Kind : {OpKind::LoadVisible, OpKind::StoreAvailable}) {
    Operation Op;
    Op.Kind = Kind;
    Op.Bits = 128;
    EXPECT_EQ(problemWith(Op), "");
    Op.Space = AddressSpace::Local;
    EXPECT_NE(problemWith(Op), "");
    Op.Space = AddressSpace::Global;
    Op.Order = Ordering::Monotonic;
    EXPECT_NE(problemWith(Op), "");
  }
}

TEST(Operation, BarrierCounts) {
  BarrierId Named = BarrierId::named(3), Group = BarrierId::workgroup();
  EXPECT_EQ(problemWith(barrierOperation(BarrierOp::Init, Named, 4)), "");
  EXPECT_NE(problemWith(barrierOperation(BarrierOp::Init, Named)), "");
  EXPECT_NE(problemWith(barrierOperation(BarrierOp::Init, Group, 4)), "");
  EXPECT_EQ(problemWith(barrierOperation(BarrierOp::Arrive, Named, 127)), "");
  EXPECT_NE(problemWith(barrierOperation(BarrierOp::Arrive, Named, 128)), "");
  EXPECT_NE(problemWith(barrierOperation(BarrierOp::Arrive, Group, 2)), "");
  EXPECT_NE(problemWith(barrierOperation(BarrierOp::Wait, Named, 2)), "");
  EXPECT_NE(problemWith(barrierOperation(BarrierOp::Join, Group)), "");
}
