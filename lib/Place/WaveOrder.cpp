//===- WaveOrder.cpp - Accesses of one wave that need no more than a fence ===//
// See WaveOrder.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/WaveOrder.h"

namespace fencepost::place {

using namespace view;
using namespace check;

namespace {

class WaveSearch {
public:
  explicit WaveSearch(HazardFinder &In);
  void findFrom(AccessSite A);
  std::vector<WaveFence> Found;

private:
  bool pass(AccessSite A, const Sequel &After, uint32_t Node);
  bool needs(AccessSite A, AccessSite B, Moment When);

  HazardFinder &In;
  const SyncView &View;
  std::set<Site> NotThere; ///< Of slots that are not chosen.
  std::set<Site> Fenced;   ///< Accesses that have a fence before them.
};

WaveSearch::WaveSearch(HazardFinder &In) : In(In), View(In.view()) {
  const std::vector<Slot> &Slots = In.slotted().Slots;
  for (SlotId S = 0; S < Slots.size(); ++S)
    if (In.map().standing(S) != Standing::Orders)
      for (int I : {-1, 0, 1})
        NotThere.insert({Slots[S].InView.Block, Slots[S].InView.Event + I});
}

bool WaveSearch::needs(AccessSite A, AccessSite B, Moment When) {
  // One instruction of all lanes, again: the wave executes it in order.
  bool AreTransfers = A.At.in(View).Kind == EventKind::Transfer ||
                      B.At.in(View).Kind == EventKind::Transfer;
  return !AreTransfers && A.At != B.At && conflict(View, A, B) &&
         In.overlaps().askInWave(A, B, When, false) != Answer::No;
}

/// Whether the way goes on behind \p Node.
bool WaveSearch::pass(AccessSite A, const Sequel &After, uint32_t Node) {
  BlockId Block = After[Node].Block;
  const std::vector<Event> &Events = View.Blocks[Block].Events;
  for (uint32_t I = Node == 0 ? A.At.Event + 1 : 0; I < Events.size(); ++I) {
    Site At{Block, I};
    if (Fenced.count(At) || (ordersWave(Events[I]) && !NotThere.count(At)))
      return false;
    AccessSite B{At, false};
    if (!mayTouchLds(View, B) || !needs(A, B, After[Node].When))
      continue;
    Found.push_back({A, B});
    Fenced.insert(At);
    return false;
  }
  return true;
}

void WaveSearch::findFrom(AccessSite A) {
  const Sequel &After = In.sequel(A.At.Block);
  std::vector<bool> Reached(After.size());
  Reached[0] = true;
  for (uint32_t Node = 0; Node < After.size(); ++Node)
    if (Reached[Node] && pass(A, After, Node))
      for (const SequelEdge &E : After[Node].Next)
        Reached[E.To] = true;
}

} // namespace

std::vector<WaveFence> findWaveFences(HazardFinder &Finder) {
  WaveSearch Search(Finder);
  if (Finder.view().WaveSize > 1)
    for (AccessSite A : Finder.accesses())
      Search.findFrom(A);
  return std::move(Search.Found);
}

} // namespace fencepost::place
