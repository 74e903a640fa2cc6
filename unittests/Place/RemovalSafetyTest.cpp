//===- RemovalSafetyTest.cpp - Barriers that may go and global memory -----===//
#include "fencepost/Place/RemovalSafety.h"
#include "Shapes.h"
#include "fencepost/Place/Placement.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

/// The shape with its buffers \p Names in global memory.
view::SyncView withGlobal(llvm::StringRef Text, llvm::StringRef Names,
                          bool NoAlias = true) {
  view::SyncView View = shape(Text);
  for (view::Object &O : View.Objects)
    if (Names.contains(O.Name)) {
      O.Kind = view::ObjectKind::Argument;
      O.Space = AddressSpace::Global;
      O.NoAlias = NoAlias;
    }
  for (view::Block &B : View.Blocks)
    for (view::Event &E : B.Events)
      if (E.Memory.Object != view::None)
        E.Op.Space = View.Objects[E.Memory.Object].Space;
  return View;
}

size_t removed(const view::SyncView &View) {
  return cheapestPlacement(withSlots(withAllMemoryInLds(View)),
                           {PlaceMode::RemoveNeedless, {}})
      .Removed.size();
}

TEST(RemovalSafety, BarriersForGlobalMemoryStay) {
  EXPECT_EQ(removed(shape("wA | rA")), 0u);
  EXPECT_EQ(removed(withGlobal("wA | rA", "A")), 0u);
  EXPECT_EQ(removed(withGlobal("wA | wB", "A")), 1u);
}

TEST(RemovalSafety, PointersMayPointToTheSame) {
  EXPECT_EQ(removed(withGlobal("wA | rB", "AB")), 1u);
  EXPECT_EQ(removed(withGlobal("wA | rB", "AB", false)), 0u);
  // But not to LDS.
  EXPECT_EQ(removed(withGlobal("wA | rB", "A", false)), 1u);
}

TEST(RemovalSafety, TransfersMayReadAndWriteAnything) {
  view::SyncView View = shape("wA | rA");
  view::Event &First = View.Blocks[0].Events[0];
  First.Kind = view::EventKind::Transfer;
  First.Op.Kind = OpKind::AsyncLoad;
  First.Op.Space = AddressSpace::Global;
  First.Memory = First.Destination = view::AccessRange();
  First.Memory.Reads = First.Destination.Writes = true;
  EXPECT_EQ(removed(View), 0u);
}

TEST(RemovalSafety, FencesForLdsAreEnoughIfNothingElseCrosses) {
  EXPECT_FALSE(mayOrderGlobalMemory(shape("wA rA")));
  EXPECT_TRUE(mayOrderGlobalMemory(withGlobal("wA rA", "A")));
  EXPECT_TRUE(mayOrderGlobalMemory(withGlobal("wA rA wB rB", "B")));
  EXPECT_FALSE(mayOrderGlobalMemory(withGlobal("wA rA wB", "B")));
}

TEST(RemovalSafety, OtherWorkGroupsAreNotForgotten) {
  view::SyncView View = withGlobal("wA aB", "B");
  EXPECT_TRUE(findInterGroupSync(View).has_value());
  EXPECT_FALSE(findInterGroupSync(shape("wA aB | rA")).has_value());
}

} // namespace
} // namespace fencepost::place
