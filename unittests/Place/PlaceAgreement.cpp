//===- PlaceAgreement.cpp - The placement against trying everything -------===//
// A placement must meet every need that running shows, cost no more than the
// cheapest set that does, and stand where all threads come alike. Certificates
// are of those that leave nothing open.
//===----------------------------------------------------------------------===//
#include "PlaceAgreement.h"
#include "PlaceOracle.h"
#include "RandomShape.h"
#include "Shapes.h"
#include "fencepost/Certificate/Verify.h"
#include "fencepost/Place/Certify.h"

namespace fencepost::place {

namespace {

unsigned deepest(const SlottedView &In) {
  unsigned Result = 0;
  for (const Slot &S : In.Slots)
    Result = std::max(Result, S.Depth);
  for (const ExistingBarrier &B : In.Existing)
    Result = std::max(Result, B.Depth);
  return Result;
}

/// By candidate, as Optimize.h says.
std::vector<PlacementCost> pricesOf(const SlottedView &In, PlaceMode Mode,
                                    unsigned MaxDepth) {
  std::vector<PlacementCost> Result;
  for (const Slot &S : In.Slots)
    Result.push_back(PlacementCost::of(S, MaxDepth));
  for (const ExistingBarrier &B : In.Existing) {
    PlacementCost Of(MaxDepth);
    if (Mode != PlaceMode::Keep)
      Of += PlacementCost::of(B, MaxDepth, false);
    if (!B.Fences.complete())
      Of += PlacementCost::of(B, MaxDepth, true);
    Result.push_back(Of);
  }
  return Result;
}

std::string text(const PlacementCost &P) {
  std::string Result;
  for (int64_t Part : P.parts())
    Result += (Result.empty() ? "" : ",") + std::to_string(Part);
  return Result;
}

std::string slotNames(const SlottedView &In, const Placement &P) {
  std::string Result;
  for (SlotId S : P.Slots) {
    const Slot &At = In.Slots[S];
    Result += " " + In.View.Blocks[At.InView.Block].Name + "." +
              std::to_string(At.At.Event);
  }
  for (const BarrierNeed &N : P.Needs)
    Result += " mends " + std::to_string(N.Barrier);
  return Result;
}

/// Why the certificate is not accepted.
std::string objection(const view::SyncView &View, const SlottedView &In,
                      const Placement &P, PlaceMode Mode) {
  certificate::Certificate Of = certify(View, In, P, Mode);
  certificate::VerifierAnswer Says = certificate::verify(View, Of);
  if (!Says.isAccepted())
    return "its certificate: " + Says.Objections.front().Text;
  return Of.LowerBound == Of.Total ? "" : "its certificate has no exact bound";
}

} // namespace

std::string disagreement(const std::string &Shape, PlaceMode Mode,
                         Certificates Also, AgreementCounts &Counts) {
  view::SyncView View = shape(Shape, 4, 1);
  SlottedView In = withSlots(View);
  Placement P = cheapestPlacement(In, {Mode, {}, false});
  OracleResult Ran = runAll(In, allowedChangesFor(In, Mode));
  ++Counts.Programs;
  Counts.Barriers += P.Slots.size();
  Counts.NotAllRun += !Ran.IsComplete;
  if (!P.IsSufficient)
    return "a limit was hit";
  if (!Ran.SlotsAgree)
    return "threads pass different slots";
  std::vector<bool> Chosen(In.Slots.size() + In.Existing.size());
  for (SlotId S : P.Slots)
    Chosen[S] = true;
  for (unsigned B : P.Kept)
    if (Mode == PlaceMode::RemoveNeedless)
      Chosen[In.Slots.size() + B] = true;
  for (const BarrierNeed &N : P.Needs)
    Chosen[In.Slots.size() + N.Barrier] = true;
  if (!meetsAll(Ran, Chosen))
    return "a race is left by" + slotNames(In, P);
  if (Also == Certificates::Verify && P.Problems.empty() &&
      P.Unplaceable.empty()) {
    ++Counts.Certified;
    if (std::string Why = objection(View, In, P, Mode); !Why.empty())
      return Why;
  }
  if (!Ran.IsComplete)
    return "";
  unsigned MaxDepth = deepest(In);
  std::optional<PlacementCost> Least =
      cheapestByTrying(Ran, pricesOf(In, Mode, MaxDepth), MaxDepth);
  Counts.NotAllTried += !Least;
  if (Least && P.Total > *Least)
    return "costs " + text(P.Total) + " with" + slotNames(In, P) +
           ", the cheapest " + text(*Least);
  if (Least && P.Total < *Least)
    return "is cheaper than the cheapest";
  return "";
}

std::string disagreement(unsigned Seed, Certificates Also,
                         AgreementCounts &Counts) {
  std::string Shape = randomShape(Seed, 3 + Seed % 10);
  static const PlaceMode Modes[] = {PlaceMode::Keep, PlaceMode::Keep,
                                    PlaceMode::Replace,
                                    PlaceMode::RemoveNeedless};
  PlaceMode Mode = Modes[Seed / 10 % 4];
  std::string Wrong = disagreement(Shape, Mode, Also, Counts);
  if (Wrong.empty())
    return "";
  AgreementCounts Ignored;
  Shape = shrunkShape(Shape, [&](const std::string &Less) {
    return !disagreement(Less, Mode, Also, Ignored).empty();
  });
  return "seed " + std::to_string(Seed) + ", mode " +
         std::to_string(unsigned(Mode)) + ": " + Shape + "\n  " +
         disagreement(Shape, Mode, Also, Ignored);
}

} // namespace fencepost::place
