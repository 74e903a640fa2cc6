//===- WaveFences.cpp - Accesses of one wave that need a fence ------------===//
// See WaveFences.h.
//===----------------------------------------------------------------------===//
#include "Hazards/WaveFences.h"

namespace fencepost::place {

using namespace view;
using namespace check;
using namespace sim;
using namespace sym;

BlockId blockToFence(const SyncView &View, const std::vector<bool> &Uniform,
                     Site After, Site Before) {
  std::set<BlockId> Inside, Outside;
  llvm::SmallVector<BlockId, 8> Work{Before.Block};
  while (!Work.empty()) {
    BlockId B = Work.pop_back_val();
    if (Uniform[B]) {
      Outside.insert(B);
      continue;
    }
    if (Inside.insert(B).second)
      Work.append(View.Blocks[B].Before.begin(), View.Blocks[B].Before.end());
  }
  bool IsBetween = Uniform[Before.Block] || Inside.count(After.Block);
  return IsBetween || Outside.size() != 1 ? None : *Outside.begin();
}

namespace {

class WaveSearch {
public:
  explicit WaveSearch(HazardFinder &Finder);
  void findFrom(AccessSite A);
  std::vector<WaveFence> Fences;

private:
  bool pass(AccessSite A, const ForwardUnfolding &After, uint32_t Node);
  bool needs(AccessSite A, AccessSite B, Moment When);
  Site endOf(BlockId B) const {
    return {B, uint32_t(View.Blocks[B].Events.size())};
  }

  HazardFinder &Finder;
  const SyncView &View;
  std::set<Site> NotThere; ///< Of slots that are not chosen.
  std::set<Site> Fenced;   ///< What has a fence before it, also ends of blocks.
};

WaveSearch::WaveSearch(HazardFinder &Finder)
    : Finder(Finder), View(Finder.view()) {
  const SlottedView &Slotted = Finder.slotted();
  for (SlotId S : IdRange<SlotId>(Slotted.Slots.size()))
    if (Finder.map().roleOf(Slotted.candidate(S)) != BarrierRole::Orders)
      for (int I : {-1, 0, 1})
        NotThere.insert(
            {Slotted.slot(S).InView.Block, Slotted.slot(S).InView.Event + I});
}

bool WaveSearch::needs(AccessSite A, AccessSite B, Moment When) {
  // One instruction of all lanes, again: the wave executes it in order.
  bool AreTransfers = A.Site.in(View).Kind == EventKind::Transfer ||
                      B.Site.in(View).Kind == EventKind::Transfer;
  bool IsGlobal = Finder.slotted().isGlobal(A) || Finder.slotted().isGlobal(B);
  return !AreTransfers && !IsGlobal && A.Site != B.Site &&
         conflict(View, A, B) &&
         Finder.overlaps().askInWave(A, B, When, LanePair::Different) !=
             Answer::No;
}

/// Whether the path continues after \p Node.
bool WaveSearch::pass(AccessSite A, const ForwardUnfolding &After,
                      uint32_t Node) {
  BlockId Block = After[Node].Block;
  const std::vector<Event> &Events = View.Blocks[Block].Events;
  for (uint32_t I = Node == 0 ? A.Site.Event + 1 : 0; I < Events.size(); ++I) {
    Site Position{Block, I};
    if (Fenced.count(Position) ||
        (ordersWave(Events[I]) && !NotThere.count(Position)))
      return false;
    AccessSite B{Position, false};
    if (!mayAccessLds(View, B) || !needs(A, B, After[Node].When))
      continue;
    BlockId Outside =
        blockToFence(View, Finder.slotted().Uniform, A.Site, Position);
    Fences.push_back({A, B, Outside});
    Fenced.insert(Outside == None ? Position : endOf(Outside));
    return false;
  }
  return !Fenced.count(endOf(Block));
}

void WaveSearch::findFrom(AccessSite A) {
  const ForwardUnfolding &After = Finder.unfolding(A.Site.Block);
  std::vector<bool> Reached(After.size());
  Reached[0] = true;
  for (uint32_t Node = 0; Node < After.size(); ++Node)
    if (Reached[Node] && pass(A, After, Node))
      for (const UnfoldingEdge &E : After[Node].Next)
        Reached[E.To] = true;
}

} // namespace

std::vector<WaveFence> findWaveFences(HazardFinder &Finder) {
  WaveSearch Search(Finder);
  if (Finder.view().WaveSize > 1)
    for (AccessSite A : Finder.accesses())
      Search.findFrom(A);
  return std::move(Search.Fences);
}

} // namespace fencepost::place
