//===- Certify.cpp - The certificate of a placement -----------------------===//
// See Certify.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Certify.h"
#include "Hazards/HazardFinder.h"
#include "HittingSet/HittingSet.h"
#include "Result/LowerBoundWitnesses.h"
#include "fencepost/Check/Async.h"
#include "fencepost/Target/Processor.h"

namespace fencepost::place {

using namespace view;
using view::AccessSite;
using view::Site;

namespace {

class Certifier {
public:
  Certifier(const SyncView &View, const SlottedView &Slotted,
            const Placement &ThePlacement, PlaceMode Mode)
      : View(View), Slotted(Slotted), ThePlacement(ThePlacement), Mode(Mode),
        Finder(Slotted, allowedChanges(Slotted, Mode)) {}
  certificate::Certificate run(const SplitPlacement *Split);

private:
  void findOrigins();
  void addBarriers();
  void addBarrier(CandidateId Number, certificate::Barrier B);
  void addSplit(const SplitPlacement &Split);
  void addWaits();
  void addHazards();
  void findPairs(AccessSite A);
  std::set<uint32_t> barriersAfter(AccessSite A) const;
  std::set<AccessSite> accessesAfter(uint32_t Barrier) const;
  void addBound();
  std::vector<LowerBoundWitness> engineNeeds() const;
  certificate::Cost costOf(const PlacementCost &Cost) const;
  AccessSite origin(AccessSite Access) const {
    return {Origin.at(Access.Site), Access.Destination};
  }

  const SyncView &View;
  const SlottedView &Slotted;
  const Placement &ThePlacement;
  PlaceMode Mode;
  HazardFinder Finder;
  std::map<Site, Site> Origin;    ///< Of events of the view with slots.
  std::vector<BlockId> BlockWas;  ///< None: an edge.
  std::map<Site, uint32_t> Parts; ///< Of barriers that order, by number.
  /// Pairs that collide, as they are in the original view, with their places in
  /// that with slots.
  std::map<std::pair<AccessSite, AccessSite>, std::pair<AccessSite, AccessSite>>
      Pairs;
  certificate::Certificate Out;
};

void Certifier::findOrigins() {
  std::vector<InsertionPoint> Blocks;
  splitEdges(View, Blocks);
  std::set<Site> OfSlots;
  for (const Slot &S : Slotted.Slots)
    for (int E : {-1, 0, 1})
      OfSlots.insert({S.InView.Block, S.InView.Event + E});
  for (BlockId B = 0; B < Slotted.View.Blocks.size(); ++B) {
    Site Position{Blocks[B].Block, 0};
    for (uint32_t E = 0; E < Slotted.View.Blocks[B].Events.size(); ++E)
      if (!OfSlots.count({B, E})) {
        Origin[{B, E}] = Position;
        ++Position.Event;
      }
    BlockWas.push_back(Blocks[B].EdgeTo == None ? Blocks[B].Block : None);
  }
}

void Certifier::addBarrier(CandidateId Number, certificate::Barrier B) {
  for (const TransferCompletion &C : ThePlacement.Transfers.AtBarriers)
    if (C.Barrier == Number &&
        view::isAsyncTransfer(C.Transfer.in(Slotted.View)))
      B.Waits.push_back(Origin.at(C.Transfer));
  Out.Barriers.push_back(std::move(B));
}

void Certifier::addBarriers() {
  for (SlotId S : ThePlacement.Slots) {
    InsertionPoint Point = Slotted.slot(S).Point;
    Parts[Slotted.slot(S).InView] = Out.Barriers.size();
    certificate::Barrier B;
    B.Point = {Point.Block, Point.EdgeTo == None ? Point.Event : 0,
               Point.EdgeTo};
    addBarrier(Slotted.candidate(S), std::move(B));
  }
  for (unsigned E : ThePlacement.Kept) {
    const ExistingBarrier &Existing = Slotted.Existing[E];
    certificate::Barrier B;
    B.Point = {Existing.Points.front().Block, Existing.Points.front().Event,
               None};
    B.IsNew = false;
    for (const MissingFences &N : ThePlacement.Repairs)
      if (N.Barrier == E) {
        B.Release = N.Release;
        B.Acquire = N.Acquire;
      }
    if (Existing.IsUniform &&
        (Existing.Fences.complete() || B.Release || B.Acquire))
      for (Site Part : Existing.Parts)
        Parts[Part] = Out.Barriers.size();
    addBarrier(Slotted.existingCandidate(E), std::move(B));
  }
  for (unsigned E : ThePlacement.Removed)
    Out.Removed.push_back({Slotted.Existing[E].Points.front().Block,
                           Slotted.Existing[E].Points.front().Event});
}

void Certifier::addSplit(const SplitPlacement &Split) {
  for (const SplitGap &Gap : Split.Gaps)
    for (const SplitPart &P : Gap.Parts)
      Out.Split.push_back(
          {{Gap.Point.Block, Gap.Point.EdgeTo == None ? Gap.Point.Event : 0,
            Gap.Point.EdgeTo},
           P.IsSignal,
           P.Completes});
}

void Certifier::addWaits() {
  for (const TransferUse &U : ThePlacement.Transfers.InWave)
    if (view::isAsyncTransfer(U.Transfer.in(Slotted.View)))
      Out.WaveWaits.push_back({Origin.at(U.Transfer), Origin.at(U.Use.Site)});
}

//===----------------------------------------------------------------------===//
// Hazards
//===----------------------------------------------------------------------===//

void Certifier::findPairs(AccessSite A) {
  const ForwardUnfolding &After = Finder.unfolding(A.Site.Block);
  for (uint32_t Node = 0; Node < After.size(); ++Node)
    for (const BarrierMap::BlockItem &I : Finder.map().in(After[Node].Block)) {
      AccessSite B{{After[Node].Block, I.Event}, I.Destination};
      bool Follows = Node != 0 || I.Event > A.Site.Event;
      if (I.Kind != BarrierMap::ItemKind::Access || !Follows ||
          !view::conflict(Slotted.View, A, B))
        continue;
      std::pair<AccessSite, AccessSite> Key = std::minmax(origin(A), origin(B));
      if (!Pairs.count(Key) &&
          Finder.overlaps().ask(A, B, After[Node].When) != sym::Answer::No)
        Pairs[Key] = {A, B};
    }
}

/// Calls \p Visit for the events after \p From in the view with slots; the path
/// continues after one if it says so.
static void follow(const SyncView &View, Site From,
                   llvm::function_ref<bool(Site, bool &)> Visit) {
  std::set<std::pair<BlockId, bool>> Seen;
  std::vector<std::tuple<BlockId, uint32_t, bool>> Work{
      {From.Block, From.Event + 1, false}};
  while (!Work.empty()) {
    auto [Block, Event, Open] = Work.back();
    Work.pop_back();
    bool Continues = true;
    for (; Continues && Event < View.Blocks[Block].Events.size(); ++Event)
      Continues = Visit({Block, Event}, Open);
    for (const Edge &E : View.Blocks[Block].Next)
      if (Continues && Seen.insert({E.To, Open}).second)
        Work.push_back({E.To, 0, Open});
  }
}

/// The barriers that are first on paths from \p A.
std::set<uint32_t> Certifier::barriersAfter(AccessSite A) const {
  std::set<uint32_t> Result;
  follow(Slotted.View, A.Site, [&](Site Position, bool &Signalled) {
    auto It = Parts.find(Position);
    if (It == Parts.end())
      return true;
    BarrierOp Action = Position.in(Slotted.View).Op.Action;
    Signalled |= arrives(Action);
    if (!Signalled || !waits(Action))
      return true;
    Result.insert(It->second);
    return false;
  });
  return Result;
}

std::set<AccessSite> Certifier::accessesAfter(uint32_t Barrier) const {
  std::set<AccessSite> Result;
  for (auto [Part, Number] : Parts)
    if (Number == Barrier && waits(Part.in(Slotted.View).Op.Action))
      follow(Slotted.View, Part, [&](Site Position, bool &) {
        for (bool Destination : {false, true})
          if (mayAccessLds(Slotted.View, {Position, Destination}))
            Result.insert({Position, Destination});
        return true;
      });
  return Result;
}

void Certifier::addHazards() {
  for (AccessSite A : Finder.accesses())
    findPairs(A);
  std::map<AccessSite, std::set<uint32_t>> First;
  for (AccessSite A : Finder.accesses())
    First[A] = barriersAfter(A);
  std::vector<std::set<AccessSite>> After;
  for (uint32_t B = 0; B < Out.Barriers.size(); ++B)
    After.push_back(accessesAfter(B));
  for (const auto &[Key, Places] : Pairs) {
    certificate::OrderedPair H{Key.first, Key.second, {}};
    auto [A, B] = Places;
    for (uint32_t Number = 0; Number < Out.Barriers.size(); ++Number)
      if ((First[A].count(Number) && After[Number].count(B)) ||
          (First[B].count(Number) && After[Number].count(A)))
        H.Barriers.push_back(Number);
    if (!H.Barriers.empty())
      Out.Hazards.push_back(std::move(H));
  }
}

//===----------------------------------------------------------------------===//
// The lower bound
//===----------------------------------------------------------------------===//

certificate::Cost Certifier::costOf(const PlacementCost &Cost) const {
  certificate::Cost Result;
  size_t Depths = Cost.byDepth().size();
  for (int64_t Barriers : llvm::reverse(Cost.byDepth()))
    Result.ByDepth.push_back(Barriers);
  while (!Result.ByDepth.empty() && Result.ByDepth.back() == 0)
    Result.ByDepth.pop_back();
  if (Depths == 0)
    return Result;
  Result.Transfers = Cost.parts()[Depths];
  Result.Executions = Cost.parts()[Depths + 1];
  Result.Fences = Cost.parts()[Depths + 2];
  return Result;
}

/// Paths of the engine's own hazards.
std::vector<LowerBoundWitness> Certifier::engineNeeds() const {
  std::vector<LowerBoundWitness> Result;
  for (const Hazard &H : ThePlacement.Hazards) {
    LowerBoundWitness Need{H.Slots,
                           {origin(H.From), origin(H.To), std::nullopt, {}}};
    for (BlockId B : H.Blocks)
      if (BlockWas[B] != None)
        Need.Execution.Blocks.push_back(BlockWas[B]);
    Result.push_back(std::move(Need));
  }
  return Result;
}

/// As few needs as are sufficient.
void Certifier::addBound() {
  std::vector<PlacementCost> Costs = candidateCosts(Slotted, Mode);
  auto Least = [&](llvm::ArrayRef<LowerBoundWitness> Needs) {
    std::vector<CandidateSet> Paths;
    for (const LowerBoundWitness &N : Needs)
      Paths.push_back(N.Slots);
    return cheapestHittingSet(Paths, Costs, maxLoopDepth(Slotted)).LowerBound;
  };
  std::vector<LowerBoundWitness> Needs =
      findLowerBoundWitnesses(View, Slotted, Mode, ThePlacement.LowerBound);
  if (Least(Needs) < ThePlacement.LowerBound)
    llvm::append_range(Needs, engineNeeds());
  PlacementCost Bound = Least(Needs);
  for (size_t I = Needs.size(); I-- > 0;) {
    std::vector<LowerBoundWitness> Fewer = Needs;
    Fewer.erase(Fewer.begin() + I);
    if (Least(Fewer) >= Bound)
      Needs = std::move(Fewer);
  }
  for (LowerBoundWitness &N : Needs)
    Out.Bound.push_back(std::move(N.Execution));
  Out.LowerBound = costOf(Bound);
}

certificate::Certificate Certifier::run(const SplitPlacement *Split) {
  Out.Kernel = View.Kernel;
  Out.Processor = View.Proc ? View.Proc->Name.str() : "";
  Out.Mode = certificate::CertifiedMode(Mode);
  Out.Total = costOf(ThePlacement.Total);
  findOrigins();
  addBarriers();
  if (Split)
    addSplit(*Split);
  addWaits();
  addHazards();
  addBound();
  return std::move(Out);
}

} // namespace

certificate::Certificate certify(const SyncView &View,
                                 const SlottedView &Slotted,
                                 const Placement &Placement, PlaceMode Mode,
                                 const SplitPlacement *Split) {
  return Certifier(View, Slotted, Placement, Mode).run(Split);
}

} // namespace fencepost::place
