//===- PlaceAgreement.cpp - The placement against trying everything -------===//
// A placement must meet every need that running shows, cost no more than the
// cheapest set that does, and stand in uniform control flow. Certificates
// are of those that leave nothing open.
//===----------------------------------------------------------------------===//
#include "PlaceAgreement.h"
#include "PlaceOracle.h"
#include "RandomShape.h"
#include "Shapes.h"
#include "fencepost/Certificate/Verifier.h"
#include "fencepost/Place/Certify.h"

namespace fencepost::place {

namespace {

unsigned deepest(const SlottedView &Slotted) {
  unsigned Result = 0;
  for (const Slot &S : Slotted.Slots)
    Result = std::max(Result, S.Depth);
  for (const ExistingBarrier &B : Slotted.Existing)
    Result = std::max(Result, B.Depth);
  return Result;
}

/// By candidate, as Placement.h says.
std::vector<PlacementCost> costsOf(const SlottedView &Slotted, PlaceMode Mode,
                                   unsigned MaxDepth) {
  std::vector<PlacementCost> Result;
  for (const Slot &S : Slotted.Slots)
    Result.push_back(PlacementCost::of(S, MaxDepth));
  for (const ExistingBarrier &B : Slotted.Existing) {
    PlacementCost Cost(MaxDepth);
    if (Mode != PlaceMode::Keep)
      Cost += PlacementCost::of(B, MaxDepth);
    if (!B.Fences.complete())
      Cost += PlacementCost::ofFences(B, MaxDepth);
    Result.push_back(Cost);
  }
  return Result;
}

std::string text(const PlacementCost &P) {
  std::string Result;
  for (int64_t Part : P.parts())
    Result += (Result.empty() ? "" : ",") + std::to_string(Part);
  return Result;
}

std::string slotNames(const SlottedView &Slotted, const Placement &P) {
  std::string Result;
  for (SlotId S : P.Slots) {
    const Slot &Slot = Slotted.slot(S);
    Result += " " + Slotted.View.Blocks[Slot.InView.Block].Name + "." +
              std::to_string(Slot.Point.Event);
  }
  for (const MissingFences &N : P.Repairs)
    Result += " mends " + std::to_string(N.Barrier);
  return Result;
}

/// Why the certificate is not accepted.
std::string objection(const view::SyncView &View, const SlottedView &Slotted,
                      const Placement &P, PlaceMode Mode) {
  certificate::Certificate Certificate = certify(View, Slotted, P, Mode);
  certificate::VerifierAnswer Answer = certificate::verify(View, Certificate);
  if (!Answer.isAccepted())
    return "its certificate: " + Answer.Objections.front().Text;
  return Certificate.LowerBound == Certificate.Total
             ? ""
             : "its certificate has no exact bound";
}

} // namespace

std::string disagreement(const std::string &Shape, PlaceMode Mode,
                         Certificates Verification, AgreementCounts &Counts) {
  view::SyncView View = shape(Shape, 4, 1);
  SlottedView Slotted = withSlots(View);
  Placement P = cheapestPlacement(Slotted, {Mode, {}, false});
  OracleResult Ran = runAll(Slotted, allowedChanges(Slotted, Mode));
  ++Counts.Programs;
  Counts.Barriers += P.Slots.size();
  Counts.NotAllRun += !Ran.IsComplete;
  if (!P.IsSufficient)
    return "a limit was hit";
  if (!Ran.SlotsAgree)
    return "threads pass different slots";
  std::vector<bool> Chosen(Slotted.numCandidates());
  for (SlotId S : P.Slots)
    Chosen[Slotted.candidate(S).index()] = true;
  for (unsigned B : P.Kept)
    if (Mode == PlaceMode::RemoveNeedless)
      Chosen[Slotted.existingCandidate(B).index()] = true;
  for (const MissingFences &N : P.Repairs)
    Chosen[Slotted.existingCandidate(N.Barrier).index()] = true;
  if (!meetsAll(Ran, Chosen))
    return "a race is left by" + slotNames(Slotted, P);
  if (Verification == Certificates::Verify && P.Problems.empty() &&
      P.Unplaceable.empty()) {
    ++Counts.Certified;
    if (std::string Why = objection(View, Slotted, P, Mode); !Why.empty())
      return Why;
  }
  if (!Ran.IsComplete)
    return "";
  unsigned MaxDepth = deepest(Slotted);
  std::optional<PlacementCost> Least =
      cheapestByTrying(Ran, costsOf(Slotted, Mode, MaxDepth), MaxDepth);
  Counts.NotAllTried += !Least;
  if (Least && P.Total > *Least)
    return "costs " + text(P.Total) + " with" + slotNames(Slotted, P) +
           ", the cheapest " + text(*Least);
  if (Least && P.Total < *Least)
    return "is cheaper than the cheapest";
  return "";
}

std::string disagreement(unsigned Seed, Certificates Verification,
                         AgreementCounts &Counts) {
  std::string Shape = randomShape(Seed, 3 + Seed % 10);
  static const PlaceMode Modes[] = {PlaceMode::Keep, PlaceMode::Keep,
                                    PlaceMode::Replace,
                                    PlaceMode::RemoveNeedless};
  PlaceMode Mode = Modes[Seed / 10 % 4];
  std::string Wrong = disagreement(Shape, Mode, Verification, Counts);
  if (Wrong.empty())
    return "";
  AgreementCounts Ignored;
  Shape = shrunkShape(Shape, [&](const std::string &Less) {
    return !disagreement(Less, Mode, Verification, Ignored).empty();
  });
  return "seed " + std::to_string(Seed) + ", mode " +
         std::to_string(unsigned(Mode)) + ": " + Shape + "\n  " +
         disagreement(Shape, Mode, Verification, Ignored);
}

} // namespace fencepost::place
