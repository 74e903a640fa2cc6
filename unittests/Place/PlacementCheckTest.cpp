//===- PlacementCheckTest.cpp - Placed views, checked ---------------------===//
#include "fencepost/Place/PlacementCheck.h"
#include "Shapes.h"
#include "fencepost/Symbolic/Regions.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

struct Tried {
  explicit Tried(llvm::StringRef Text, PlaceMode Mode = PlaceMode::Keep)
      : View(shape(Text)), Slotted(withSlots(View)),
        ThePlacement(cheapestPlacement(Slotted, {Mode, {}, false})),
        Needs(checkPlacement(View, Slotted, ThePlacement)) {}
  unsigned barriers() const {
    unsigned Number = 0;
    view::forEachEvent(Needs.Placed.View,
                       [&](view::Site, const view::Event &E) {
                         Number += view::isWorkgroupBarrier(E);
                       });
    return Number;
  }

  view::SyncView View;
  SlottedView Slotted;
  Placement ThePlacement;
  CheckedPlacement Needs;
};

TEST(PlacementCheck, AFenceBetweenLanes) {
  Tried T("wA oA");
  EXPECT_TRUE(T.ThePlacement.Slots.empty());
  EXPECT_EQ(T.Needs.Extras.WaveFences, std::set<InsertionPoint>({{0, 1}}));
  EXPECT_TRUE(T.Needs.Defects.empty());
}

TEST(PlacementCheck, ABarrierIsEnoughForThem) {
  Tried T("wA oA rA");
  EXPECT_EQ(T.barriers(), 1u);
  EXPECT_LE(T.Needs.Extras.WaveFences.size(), 1u);
  EXPECT_TRUE(T.Needs.Defects.empty());
  Tried U("wA rA");
  EXPECT_EQ(U.barriers(), 1u);
  EXPECT_TRUE(U.Needs.Extras.WaveFences.empty());
}

TEST(PlacementCheck, TheCheckerIsSilent) {
  for (const char *Text :
       {"wA rA", "loop{wA rA}", "wA loop{rA}", "loop{wA loop{rA rA}}",
        "wA%2 loop{rA%2 wA%2+1}", "wA if{rA} wB rB", "wA some{rA} wA",
        "loop{if{wA} rA}", "wA aA rA", "wA | wB rA rB"}) {
    Tried T(Text);
    EXPECT_TRUE(T.Needs.Defects.empty()) << Text;
    EXPECT_EQ(T.barriers(),
              T.ThePlacement.Slots.size() + T.ThePlacement.Kept.size())
        << Text;
  }
}

TEST(PlacementCheck, BarriersThatAreGoneAreGone) {
  Tried T("wA | | rA", PlaceMode::RemoveNeedless);
  EXPECT_EQ(T.ThePlacement.Removed.size(), 1u);
  EXPECT_EQ(T.barriers(), 1u);
  EXPECT_TRUE(T.Needs.Defects.empty());
}

TEST(PlacementCheck, PointsAreThoseOfTheOriginal) {
  Tried T("wA wB oA rB oA");
  for (const auto &[Position, Was] : T.Needs.Placed.Origin)
    if (Position.in(T.Needs.Placed.View).Kind == view::EventKind::Access) {
      EXPECT_EQ(T.View.Blocks[Was.Block].Events[Was.Event].Memory.Address,
                Position.in(T.Needs.Placed.View).Memory.Address);
    }
}

} // namespace
} // namespace fencepost::place
