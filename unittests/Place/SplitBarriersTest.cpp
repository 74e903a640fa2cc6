//===- SplitBarriersTest.cpp - Signals early, waits late ------------------===//
// Shapes by hand, small ones against trying all signals and waits, and random
// ones against running them.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/SplitBarriers.h"
#include "RandomShape.h"
#include "Shapes.h"
#include "SplitOracle.h"
#include "fencepost/Place/PhaseFault.h"
#include "fencepost/Place/PlacementCheck.h"
#include "gtest/gtest.h"

namespace fencepost::place {
namespace {

struct SplitResult {
  explicit SplitResult(llvm::StringRef Text, unsigned WaveSize = 4,
                       SplitOptions Options = {})
      : View(shape(Text, 4, WaveSize)), Slotted(withSlots(View)),
        ThePlacement(cheapestPlacement(Slotted)),
        Extras(findExtras(View, Slotted, ThePlacement)),
        Split(splitBarriers(View, Slotted, ThePlacement, Extras.CompleteAt,
                            Options)),
        Placed(placedView(View, Slotted, ThePlacement, Extras, &Split).View) {}

  /// Accesses as `.`, signals as `<` and waits as `>`; blocks apart.
  std::string text() const {
    std::string Text;
    for (const view::Block &B : Placed.Blocks) {
      Text += Text.empty() ? "" : " ";
      for (const view::Event &E : B.Events) {
        if (E.Kind == view::EventKind::Barrier)
          Text += arrives(E.Op.Action) ? "<" : "";
        if (E.Kind == view::EventKind::Barrier)
          Text += waits(E.Op.Action) ? ">" : "";
        if (E.Kind == view::EventKind::Access ||
            E.Kind == view::EventKind::Transfer)
          Text += ".";
      }
    }
    return Text;
  }

  view::SyncView View;
  SlottedView Slotted;
  Placement ThePlacement;
  PlacementExtras Extras;
  SplitPlacement Split;
  view::SyncView Placed;
};

std::string stretchedText(llvm::StringRef Text) {
  SplitResult S(Text);
  EXPECT_FALSE(findPhaseFault(S.Placed)) << Text.str() << ": " << S.text();
  EXPECT_EQ(unorderedIn(S.Placed), "") << Text.str() << ": " << S.text();
  return S.text();
}

TEST(SplitBarriers, StraightLine) {
  EXPECT_EQ(stretchedText("wA rA"), ".<>.");
  EXPECT_EQ(stretchedText("wA wB rA"), ".<.>.");
  EXPECT_EQ(stretchedText("wA wB wC rB rA"), "..<.>..");
  EXPECT_EQ(stretchedText("wA oB rA oC"), ".<.>..");
  // Two phases, one after the other.
  EXPECT_EQ(stretchedText("wA rB rA wA"), ".<.>.<>.");
}

TEST(SplitBarriers, OneWayOfTwo) {
  EXPECT_EQ(stretchedText("wA if{wB} rA"), ".< .  >.");
}

// A signal does not release what is complete only after it.
TEST(SplitBarriers, SignalsStayBehindWaitsForTransfers) {
  EXPECT_EQ(stretchedText("yA mark wait0 wB rA"), ".<.>.");
  EXPECT_EQ(stretchedText("yA mark wB wait0 rA"), "..<>.");
  EXPECT_EQ(stretchedText("yA mark wB wait0 wB rA"), "..<.>.");
}

TEST(SplitBarriers, NotOverBarriersThatAreThere) {
  EXPECT_EQ(stretchedText("wA wC | wB rB"), "..<>.<>.");
  EXPECT_EQ(stretchedText("wA < wC > rA wB rB"), ".<.>..<>.");
}

/// Accesses in loops that are in flight, and those elsewhere.
double inLoops(const SplitResult &S) {
  double Sum = 0;
  std::vector<bool> Seen(S.Placed.Blocks.size()), InFlight(Seen.size());
  for (view::BlockId B = 0; B < S.Placed.Blocks.size(); ++B) {
    const view::Block &Block = S.Placed.Blocks[B];
    bool IsInFlight = InFlight[B];
    for (const view::Event &E : Block.Events) {
      if (E.Kind == view::EventKind::Barrier)
        IsInFlight = !waits(E.Op.Action);
      bool Counts = E.Kind == view::EventKind::Access ||
                    E.Kind == view::EventKind::Transfer;
      Sum += IsInFlight && Counts && Block.Loop != view::None ? Block.Frequency
                                                              : 0;
    }
    for (const view::Edge &E : Block.Next)
      InFlight[E.To] = IsInFlight;
  }
  return Sum;
}

/// What trying everything says against it; empty: nothing.
std::string fewerThanCanBe(llvm::StringRef Text) {
  SplitResult Plain(Text, 1, {false});
  std::optional<double> Most =
      mostInFlight(Plain.Slotted, Plain.ThePlacement, false);
  if (!Most)
    return "too many to try";
  if (Plain.Split.Slack < *Most)
    return Plain.text() + " but " + std::to_string(*Most);
  bool InLoop = llvm::any_of(Plain.ThePlacement.Slots, [&](SlotId S) {
    return Plain.Slotted.slot(S).Depth != 0;
  });
  if (Plain.Slotted.View.Loops.size() != 1 || !InLoop)
    return "";
  SplitResult Around(Text, 1);
  Most = mostInFlight(Around.Slotted, Around.ThePlacement, true);
  return inLoops(Around) < *Most
             ? Around.text() + " but " + std::to_string(*Most) + " around"
             : "";
}

TEST(SplitBarriers, OverTheBackEdge) {
  // Blocks: the one before the loop, its body, the back edge, the end.
  EXPECT_EQ(stretchedText("loop{rB wA rA}"), "< .>.<>. < ");
  EXPECT_EQ(stretchedText("loop{wA rA rB}"), ".<>.<. > >");
}

TEST(SplitBarriers, AsManyAsCanBe) {
  for (const char *Text :
       {"wA rA", "wA wB rA", "wA wB wC rA", "wA wB rA wC rB", "wA wB rB rA wA",
        "wA oB oC rA oB wA", "wA wB rA rC rB wA", "loop{wA rA}",
        "loop{wA rB rA}", "loop{rB wA rA}", "loop{wA rA rB}", "loop{rB rA wA}",
        "loop{rA%2 wA%2+1}", "loop{rA%2 rB wA%2+1}", "wA if{wB} rA",
        "wA if{wC} rA"})
    EXPECT_EQ(fewerThanCanBe(Text), "") << Text;
}

TEST(SplitBarriers, RandomKernelsStayOrdered) {
  double Slack = 0;
  unsigned Loops = 0;
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    std::string Text = randomShape(Seed, 4 + Seed % 8);
    SplitResult S(Text, 1);
    if (!S.ThePlacement.IsSufficient || !S.ThePlacement.Problems.empty())
      continue;
    std::string Before = unorderedIn(
        placedView(S.View, S.Slotted, S.ThePlacement, S.Extras).View);
    EXPECT_EQ(unorderedIn(S.Placed), Before) << Seed << ": " << Text;
    EXPECT_FALSE(findPhaseFault(S.Placed) && !findPhaseFault(S.View))
        << Seed << ": " << Text << ": " << S.text();
    Slack += S.Split.Slack;
    Loops += S.Split.Loops;
  }
  EXPECT_GT(Slack, 20);
  EXPECT_GT(Loops, 0u);
}

TEST(SplitBarriers, SmallRandomKernelsHaveAllThatCanBe) {
  unsigned Tried = 0;
  for (unsigned Seed = 0; Seed < 400; ++Seed) {
    std::string Text = randomShape(Seed, 2 + Seed % 4);
    if (llvm::StringRef(Text).find_first_of("|^~#<>") != llvm::StringRef::npos)
      continue;
    std::string Message = fewerThanCanBe(Text);
    Tried += Message != "too many to try";
    EXPECT_TRUE(Message.empty() || Message == "too many to try")
        << Seed << ": " << Text << ": " << Message;
  }
  EXPECT_GT(Tried, 50u);
}

} // namespace
} // namespace fencepost::place
