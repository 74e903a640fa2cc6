//===- GraphLanes.cpp - The lanes of one gutter ---------------------------===//
// First fit by height, then lanes change places pairwise as long as that saves
// crossings.
//===----------------------------------------------------------------------===//
#include "GraphLanes.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::graph {

static constexpr int Clearance = 8; ///< Between two lines in one lane.

static bool collide(const LaneUse &A, const LaneUse &B) {
  int Room = Clearance + (A.Spread + B.Spread) / 2;
  return A.top() < B.bottom() + Room && B.top() < A.bottom() + Room;
}

static unsigned fillLanes(std::vector<LaneUse> &Uses) {
  std::vector<LaneUse *> Order;
  for (LaneUse &Use : Uses)
    Order.push_back(&Use);
  llvm::stable_sort(Order, [](const LaneUse *A, const LaneUse *B) {
    return A->top() < B->top();
  });
  std::vector<std::vector<LaneUse *>> Lanes;
  for (LaneUse *Use : Order) {
    unsigned Lane = 0;
    while (Lane < Lanes.size() &&
           llvm::any_of(
               Lanes[Lane],
               [&](const LaneUse *Other) { return collide(*Use, *Other); }))
      ++Lane;
    Lanes.resize(std::max<size_t>(Lanes.size(), Lane + 1));
    Lanes[Lane].push_back(Use);
    Use->Lane = Lane;
  }
  return Lanes.size();
}

/// How often the way of \p End to its lane crosses the line in \p Other.
static bool crosses(const LaneEnd &End, unsigned Lane, const LaneUse &Other) {
  bool Passes = End.FromLeft ? Other.Lane < Lane : Other.Lane > Lane;
  return Passes && Other.top() < End.Y && End.Y < Other.bottom();
}

static unsigned countCrossings(const std::vector<LaneUse> &Uses) {
  unsigned Count = 0;
  for (const LaneUse &Use : Uses)
    for (const LaneUse &Other : Uses)
      Count +=
          crosses(Use.A, Use.Lane, Other) + crosses(Use.B, Use.Lane, Other);
  return Count;
}

static void exchange(std::vector<LaneUse> &Uses, unsigned A, unsigned B) {
  for (LaneUse &Use : Uses)
    Use.Lane = Use.Lane == A ? B : Use.Lane == B ? A : Use.Lane;
}

/// Each round saves a crossing, so this ends; rounds are bounded all the same,
/// since a picture with very many lines is unreadable anyway.
static void untangle(std::vector<LaneUse> &Uses, unsigned NumLanes) {
  unsigned Best = countCrossings(Uses);
  for (unsigned Round = 0; Round < 8 && Best > 0; ++Round) {
    unsigned Before = Best;
    for (unsigned A = 0; A < NumLanes; ++A)
      for (unsigned B = A + 1; B < NumLanes; ++B) {
        exchange(Uses, A, B);
        unsigned Count = countCrossings(Uses);
        if (Count < Best)
          Best = Count;
        else
          exchange(Uses, A, B);
      }
    if (Best == Before)
      return;
  }
}

std::vector<int> assignLanes(std::vector<LaneUse> &Uses) {
  unsigned NumLanes = fillLanes(Uses);
  constexpr unsigned TooMany = 24;
  if (NumLanes <= TooMany)
    untangle(Uses, NumLanes);
  std::vector<int> Spreads(NumLanes, 0);
  for (const LaneUse &Use : Uses)
    Spreads[Use.Lane] = std::max(Spreads[Use.Lane], Use.Spread);
  return Spreads;
}

} // namespace fencepost::graph
