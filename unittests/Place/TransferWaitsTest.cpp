//===- TransferWaitsTest.cpp - Transfers and the order in a wave ----------===//
#include "Shapes.h"
#include "fencepost/Place/Placement.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

struct Placed {
  explicit Placed(llvm::StringRef Text, unsigned Waves = 4)
      : Slotted(withSlots(shape(Text, Waves))), P(cheapestPlacement(Slotted)) {
    EXPECT_TRUE(P.IsSufficient);
  }
  /// The only completion that is asked for.
  TransferCompletion only() const {
    EXPECT_EQ(P.Transfers.AtBarriers.size(), 1u);
    return P.Transfers.AtBarriers.empty() ? TransferCompletion()
                                          : P.Transfers.AtBarriers[0];
  }
  SlottedView Slotted;
  Placement P;
};

TEST(TransferWaits, BeforeANewBarrier) {
  for (const char *Text : {"gA wB rB rA", "yA rA", "gA rA", "yA mark rA"}) {
    Placed Placed(Text);
    ASSERT_EQ(Placed.P.Slots.size(), 1u) << Text;
    EXPECT_EQ(Placed.only().Barrier,
              Placed.Slotted.candidate(Placed.P.Slots[0]))
        << Text;
    EXPECT_EQ(Placed.only().Transfer.in(Placed.Slotted.View).Kind,
              view::EventKind::Transfer);
    EXPECT_EQ(Placed.only().Iterations, 0u);
    EXPECT_TRUE(Placed.P.Transfers.InWave.empty()) << Text;
  }
}

TEST(TransferWaits, BeforeABarrierThatIsThere) {
  for (const char *Text : {"gA | rA", "yA | rA", "gA ^ rA", "yA < wB > rA"}) {
    Placed Placed(Text);
    EXPECT_TRUE(Placed.P.Slots.empty()) << Text;
    EXPECT_EQ(Placed.only().Barrier, Placed.Slotted.existingCandidate(0))
        << Text;
  }
}

TEST(TransferWaits, WaitsThatAreThereCount) {
  EXPECT_TRUE(Placed("yA mark wait0 | rA").P.Transfers.AtBarriers.empty());
  EXPECT_TRUE(
      Placed("yA mark yB mark wait1 | rA").P.Transfers.AtBarriers.empty());
  // It does not wait for this one, or only after the barrier.
  EXPECT_EQ(Placed("yA mark wait1 | rA").P.Transfers.AtBarriers.size(), 1u);
  EXPECT_EQ(Placed("yA wait0 | rA").P.Transfers.AtBarriers.size(), 1u);
  EXPECT_EQ(Placed("yA mark | wait0 rA").P.Transfers.AtBarriers.size(), 1u);
  EXPECT_EQ(Placed("yA mark < wait0 > rA").P.Transfers.AtBarriers.size(), 1u);
}

TEST(TransferWaits, AtTheLastBarrierThatIsEarlyEnough) {
  Placed Result("yA | wB | rA");
  EXPECT_EQ(Result.only().Barrier, Result.Slotted.existingCandidate(1));
  // The first use asks for it; the second has nothing to add.
  Placed Twice("yA | rA | rA");
  EXPECT_EQ(Twice.only().Barrier, Twice.Slotted.existingCandidate(0));
  // What is read before it is filled asks for nothing.
  EXPECT_TRUE(Placed("rA | yA").P.Transfers.AtBarriers.empty());
}

TEST(TransferWaits, RingsNeedOldTransfersAlone) {
  // Filled in one iteration, read in the next; the barrier comes late.
  Placed Next("loop{rA%3 yA%3+1}");
  EXPECT_EQ(Next.P.Slots.size(), 1u);
  EXPECT_EQ(Next.only().Iterations, 1u);
  // Read two iterations later: the youngest may still run.
  Placed Later("loop{| rA%4 yA%4+2}");
  EXPECT_TRUE(Later.P.Slots.empty());
  EXPECT_EQ(Later.only().Iterations, 2u);
  // Whatever is in flight is read after the loop.
  EXPECT_EQ(Placed("loop{| rA%4 yA%4+2} | rA").P.Transfers.AtBarriers.size(),
            2u);
}

TEST(TransferWaits, OneWaveNeedsOnlyAWait) {
  Placed Own("gA oA");
  EXPECT_TRUE(Own.P.Slots.empty());
  EXPECT_TRUE(Own.P.Transfers.AtBarriers.empty());
  ASSERT_EQ(Own.P.Transfers.InWave.size(), 1u);
  EXPECT_EQ(Own.P.Transfers.InWave[0].Transfer.Event + 4,
            Own.P.Transfers.InWave[0].Use.Site.Event);
  EXPECT_TRUE(Placed("yA mark wait0 oA").P.Transfers.InWave.empty());
  EXPECT_EQ(Placed("yA wA").P.Transfers.InWave.size(), 1u); // One thread.
  EXPECT_TRUE(Placed("yA mB").P.Transfers.InWave.empty());
}

TEST(WaveFences, OrderLanesOfAWave) {
  EXPECT_EQ(Placed("wA oA").P.WaveFences.size(), 1u);
  EXPECT_EQ(Placed("wA oA oA").P.WaveFences.size(), 1u);
  EXPECT_TRUE(Placed("wA wA").P.WaveFences.empty()); // Own words.
  EXPECT_TRUE(Placed("wA rA").P.WaveFences.empty()); // A barrier is placed.
  EXPECT_TRUE(Placed("wA | oA").P.WaveFences.empty());
  EXPECT_TRUE(Placed("wA ~ oA").P.WaveFences.empty());
  EXPECT_EQ(Placed("wA oA oB wB").P.WaveFences.size(), 2u);
  EXPECT_EQ(Placed("loop{wA oA}").P.WaveFences.size(), 2u);
}

TEST(WaveFences, AreAllThatOneWaveNeeds) {
  for (const char *Text : {"wA oA", "loop{wA oA}", "wA div{oA}"}) {
    Placed Placed(Text, 1);
    EXPECT_TRUE(Placed.P.Slots.empty()) << Text;
    EXPECT_FALSE(Placed.P.WaveFences.empty()) << Text;
  }
}

} // namespace
} // namespace fencepost::place
