//===- UnorderedPairs.cpp - Pairs that barriers leave unordered -----------===//
// See UnorderedPairs.h.
//===----------------------------------------------------------------------===//
#include "UnorderedPairs.h"
#include "UnrolledRegion.h"
#include "fencepost/Certificate/PlacementLayout.h"
#include "fencepost/View/Access.h"

namespace fencepost::certificate {

using namespace view;
using namespace check;
using namespace sim;
using namespace sym;

bool UnorderedPairs::collide(RegionOverlap &Pairs, RegionAccess A,
                             RegionAccess B) {
  // Lanes of one wave are not asked about: they count as ordered.
  A.Epoch = Facts.Terms.constant(0, 8);
  B.Epoch = Facts.Terms.constant(1, 8);
  B.Node = None;
  PairQuestion Q = Pairs.ask(A, B);
  if (Q.ProvedApart)
    return false;
  Assignment Ignored;
  Answer Reply = sym::enumerate(Facts.Eval, Pairs, A, B,
                                Facts.Limits.Enumerating, &Ignored);
  if (Reply == Answer::GaveUp)
    Reply = Facts.Solve.ask(Facts.Terms.both(Q.Reached, Q.Overlaps));
  return Reply != Answer::No;
}

bool UnorderedPairs::findIn(
    const Region &R, llvm::function_ref<bool(const AccessPair &)> IsAsked,
    std::set<AccessPair> &Result) {
  const SyncView &View = Facts.View;
  RegionOverlap Pairs(Facts.Eval, R);
  std::vector<RegionAccess> All;
  for (uint32_t Node = 0; Node < R.Nodes.size(); ++Node) {
    const RegionNode &N = R.Nodes[Node];
    for (uint32_t E = N.First; E < N.End && N.Reach != TermTable::False; ++E)
      for (bool Destination : {false, true}) {
        AccessSite Access{{N.Block, E}, Destination};
        if (!mayAccessLds(View, Access))
          continue;
        All.emplace_back().Site = Access;
        if (hasKnownBytes(View, Access))
          All.back() = Pairs.access(Access, Node);
      }
  }
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = I; J < All.size(); ++J) {
      AccessPair Pair = std::minmax(All[I].Site, All[J].Site);
      if (!conflict(View, Pair.first, Pair.second) || Result.count(Pair) ||
          areDistinctObjects(View, Pair.first, Pair.second) || !IsAsked(Pair))
        continue;
      if (++Compared > Facts.Limits.Pairs)
        return false;
      bool AreKnown =
          hasKnownBytes(View, Pair.first) && hasKnownBytes(View, Pair.second);
      bool MayMeet = !AreKnown || (Pair.first.in(View).Object ==
                                       Pair.second.in(View).Object &&
                                   collide(Pairs, All[I], All[J]));
      if (MayMeet)
        Result.insert(Pair);
    }
  return true;
}

/// Those of \p Pairs that still seem to collide when iterations are followed
/// one by one; nothing if that is too much.
std::optional<std::set<AccessPair>>
UnorderedPairs::refined(const Boundaries &Bounds,
                        const std::set<AccessPair> &Pairs) {
  std::set<AccessPair> Remaining;
  uint64_t Before = std::exchange(Compared, 0);
  bool IsDone = true;
  for (const std::optional<Site> &Start :
       RegionBuilder(Facts.Eval, Bounds).starts()) {
    Region R = buildUnrolledRegion(Facts.Eval, Bounds, Start);
    IsDone = R.IsComplete &&
             findIn(
                 R, [&](const AccessPair &P) { return Pairs.count(P) != 0; },
                 Remaining);
    if (!IsDone || Remaining == Pairs)
      break;
  }
  Compared = Before;
  if (!IsDone)
    return std::nullopt;
  return Remaining;
}

/// Whether a path leads from after \p From to \p To, without a signal and a
/// wait after it.
static bool leadsTo(const Boundaries &Bounds, Site From, Site To) {
  const SyncView &View = *Bounds.View;
  std::set<std::pair<BlockId, bool>> Seen;
  std::vector<std::tuple<BlockId, uint32_t, bool>> Work{
      {From.Block, From.Event + 1, false}};
  while (!Work.empty()) {
    auto [Block, Event, Signalled] = Work.back();
    Work.pop_back();
    bool IsOrdered = false;
    for (; !IsOrdered && Event < View.Blocks[Block].Events.size(); ++Event) {
      Site Position{Block, Event};
      if (Position == To)
        return true;
      Signalled |= Bounds.signals(Position);
      IsOrdered = Signalled && Bounds.waits(Position);
    }
    for (const Edge &E : View.Blocks[Block].Next)
      if (!IsOrdered && Seen.insert({E.To, Signalled}).second)
        Work.push_back({E.To, 0, Signalled});
  }
  return false;
}

/// Leaves out pairs with an access that all waves reach, if no path leads from
/// one to the other between two barriers.
static void dropApart(const Boundaries &Bounds, std::set<AccessPair> &Pairs) {
  PlacementLayout Layout(*Bounds.View, CertifiedMode::Keep);
  std::erase_if(Pairs, [&](const AccessPair &P) {
    Site A = P.first.Site, B = P.second.Site;
    bool IsShared = Layout.isUniform(A.Block) || Layout.isUniform(B.Block);
    return IsShared && A != B && !leadsTo(Bounds, A, B) &&
           !leadsTo(Bounds, B, A);
  });
}

std::set<AccessPair>
UnorderedPairs::find(const std::set<Site> &Transparent,
                     llvm::function_ref<bool(const AccessPair &)> IsAsked) {
  std::set<AccessPair> Pairs;
  Boundaries Bounds{&Facts.View, Transparent, std::nullopt};
  RegionBuilder Builder(Facts.Eval, Bounds);
  for (const std::optional<Site> &Start : Builder.starts()) {
    Region R = Builder.build(Start);
    if (!R.IsComplete)
      Problem = "too much code follows without a barrier";
    if (!findIn(R, IsAsked, Pairs))
      Problem = "there are too many pairs of accesses to compare";
  }
  if (!Pairs.empty() && Facts.View.Reducible)
    dropApart(Bounds, Pairs);
  if (!Pairs.empty() && !Facts.View.Loops.empty())
    if (std::optional<std::set<AccessPair>> Remaining = refined(Bounds, Pairs))
      return *std::move(Remaining);
  return Pairs;
}

} // namespace fencepost::certificate
