//===- NeedlessCrossing.cpp - What a barrier separates -------------------===//
// The barrier is made transparent. In the regions (Regions.h) that then extend
// across it, every access gets the least and greatest number of signals and
// waits of the barrier before it. Two accesses become unordered only if one may
// have more waits before it than the other has signals. Only regions that
// contain the barrier are built. Each address space is examined by itself:
// barriers whose fences do not cover the space are transparent as well
// (BarrierFences.h). See Needless.h.
//===----------------------------------------------------------------------===//
#include "NeedlessParts.h"
#include "fencepost/Check/BarrierFences.h"
#include "fencepost/Symbolic/Enumerate.h"
#include "fencepost/View/Transfers.h"

namespace fencepost::check {

using namespace view;

static constexpr unsigned Many = ~0u;

/// Numbers of barrier operations before a point.
struct CrossingFinder::Counts {
  unsigned LeastSignals = Many, MostSignals = 0, MostWaits = 0;

  void join(const Counts &Other) {
    LeastSignals = std::min(LeastSignals, Other.LeastSignals);
    MostSignals = std::max(MostSignals, Other.MostSignals);
    MostWaits = std::max(MostWaits, Other.MostWaits);
  }
  void pass(const Event &E) {
    auto Next = [](unsigned &N) { N = N == Many ? Many : N + 1; };
    if (arrives(E.Op.Action)) {
      Next(LeastSignals);
      Next(MostSignals);
    }
    if (waits(E.Op.Action))
      Next(MostWaits);
  }
};

/// An event of a region.
struct CrossingFinder::Item {
  AccessSite At;
  uint32_t Node = 0;
  Counts Before;
  bool IsAnything = false; ///< Not an access: it may access all memory.
  std::optional<sym::RegionAccess> Access;
};

CrossingFinder::CrossingFinder(sym::Analysis &Context,
                               const MemoryFacts &Memory, NeedlessLimits Limits)
    : Context(Context), Memory(Memory), Limits(Limits) {
  for (AddressSpace Space : {AddressSpace::Local, AddressSpace::Global})
    for (auto &[At, Fences] : findFences(Context.View, Space))
      if (!Fences.complete())
        Unfenced[Space].insert(At);
}

/// The last signals before \p Group, or the entry.
std::set<std::optional<Site>>
CrossingFinder::startsBefore(const BarrierGroup &Group,
                             const Boundaries &Bounds) {
  std::set<std::optional<Site>> Starts;
  llvm::SmallVector<Site, 8> Stack(Group.begin(), Group.end());
  std::set<BlockId> Seen;
  while (!Stack.empty()) {
    Site At = Stack.pop_back_val();
    bool Stopped = false;
    while (At.Event > 0 && !Stopped) {
      --At.Event;
      Stopped = Bounds.signals(At);
    }
    if (Stopped) {
      Starts.insert(At);
      continue;
    }
    if (At.Block == 0)
      Starts.insert(std::nullopt);
    for (BlockId From : Context.View.Blocks[At.Block].Before)
      if (Seen.insert(From).second)
        Stack.push_back(
            {From, uint32_t(Context.View.Blocks[From].Events.size())});
  }
  return Starts;
}

/// At the start of every node.
std::vector<CrossingFinder::Counts>
CrossingFinder::count(const sym::Region &R, const BarrierGroup &Group) const {
  std::vector<Counts> AtStart(R.Nodes.size());
  AtStart[0].LeastSignals = 0;
  for (uint32_t Id = 0; Id < R.Nodes.size(); ++Id) {
    const sym::RegionNode &N = R.Nodes[Id];
    LoopId Loop = Context.Shape.headedBy(N.Block);
    // In a loop with the barrier, it may have been passed any number of times.
    if (N.IsHeader && llvm::any_of(Group, [&](Site At) {
          return Loop == None || Context.Shape.contains(Loop, At.Block);
        }))
      AtStart[Id].MostSignals = AtStart[Id].MostWaits = Many;
    Counts AtEnd = AtStart[Id];
    for (Site At : Group)
      if (At.Block == N.Block && At.Event >= N.First && At.Event < N.End)
        AtEnd.pass(At.in(Context.View));
    for (const sym::RegionEdge &E : N.Next)
      AtStart[E.To].join(AtEnd);
  }
  return AtStart;
}

/// False if \p R has an operation that may order accesses and is not modelled.
bool CrossingFinder::collect(const sym::Region &R, const BarrierGroup &Group,
                             AddressSpace Space, std::vector<Item> &Out) const {
  std::vector<Counts> AtStart = count(R, Group);
  bool IsSplit = Group.size() > 1;
  for (uint32_t Node = 0; Node < R.Nodes.size(); ++Node) {
    const sym::RegionNode &N = R.Nodes[Node];
    if (N.Reach == sym::TermTable::False)
      continue;
    Counts Now = AtStart[Node];
    for (uint32_t I = N.First; I < N.End; ++I) {
      Site At{N.Block, I};
      const Event &E = At.in(Context.View);
      // Between the signal and wait of a split barrier, an atomic may publish
      // what the signal released.
      if (mayOrder(E) || (IsSplit && Memory.isFlag(E)))
        return false;
      if (Group.count(At))
        Now.pass(E);
      if (Memory.HasTransfers && isTransferWait(E))
        Out.push_back({{At, false}, Node, Now, true, {}});
      for (bool Destination : {false, true})
        if (Memory.isIn(Destination ? E.Destination : E.Memory, Space))
          Out.push_back({{At, Destination}, Node, Now, false, {}});
    }
  }
  return true;
}

/// Decides whether one thread executes \p A, another \p B, on a common byte, so
/// that their order matters.
CrossingAnswer CrossingFinder::compare(sym::RegionOverlap &In2, Item &A,
                                       Item &B) {
  if (A.IsAnything || B.IsAnything)
    return CrossingAnswer::Much;
  const AccessRange &X = A.At.in(Context.View), &Y = B.At.in(Context.View);
  const Event &E = A.At.Site.in(Context.View), &F = B.At.Site.in(Context.View);
  bool Global = Memory.isIn(X, AddressSpace::Global) &&
                Memory.isIn(Y, AddressSpace::Global);
  if (Global && (Memory.reachesOut(E) || Memory.reachesOut(F)))
    return CrossingAnswer::Much;
  if ((!X.Writes && !Y.Writes) || !Memory.mayAlias(X, Y))
    return CrossingAnswer::Nothing;
  bool Known = X.Object == Y.Object && X.Object != None && X.Bytes && Y.Bytes &&
               X.Address != None && Y.Address != None;
  if (!Known)
    return CrossingAnswer::Much;
  for (Item *I : {&A, &B})
    if (!I->Access)
      I->Access = In2.access(I->At, I->Node);
  sym::PairQuestion Q = In2.ask(*A.Access, *B.Access);
  if (Q.ProvedApart)
    return CrossingAnswer::Nothing;
  sym::Assignment Values;
  sym::Answer Reply = sym::enumerate(Context.Eval, In2, *A.Access, *B.Access,
                                     Context.Limits.Enumerating, &Values);
  if (Reply == sym::Answer::GaveUp) {
    if (++Questions > Limits.Questions)
      return CrossingAnswer::Limit;
    Reply = Context.Solve.tryToAsk(Context.Terms.both(Q.Reached, Q.Overlaps));
  }
  return Reply == sym::Answer::No ? CrossingAnswer::Nothing
                                  : CrossingAnswer::Much;
}

CrossingAnswer CrossingFinder::compare(sym::RegionOverlap &In2,
                                       std::vector<Item> &Items) {
  CrossingAnswer Worst = CrossingAnswer::Nothing;
  auto MayCross = [](const Counts &A, const Counts &B) {
    return B.MostWaits > A.LeastSignals || A.MostWaits > B.LeastSignals;
  };
  for (size_t I = 0; I < Items.size(); ++I)
    for (size_t J = I; J < Items.size(); ++J) {
      if (!MayCross(Items[I].Before, Items[J].Before))
        continue;
      if (++Pairs > Limits.Pairs)
        return CrossingAnswer::Limit;
      Worst = std::max(Worst, compare(In2, Items[I], Items[J]));
      if (Worst >= CrossingAnswer::Much)
        return Worst;
    }
  return Worst;
}

CrossingAnswer CrossingFinder::findIn(AddressSpace Space,
                                      const BarrierGroup &Group,
                                      const Boundaries &Bounds) {
  sym::RegionBuilder Builder(Context.Eval, Bounds);
  Builder.MostNodes = Limits.Nodes;
  CrossingAnswer Worst = CrossingAnswer::Nothing;
  std::set<std::optional<Site>> Starts = startsBefore(Group, Bounds);
  if (Starts.empty())
    return CrossingAnswer::Much;
  for (const std::optional<Site> &Start : Starts) {
    sym::Region R = Builder.build(Start);
    std::vector<Item> Items;
    if (!R.IsComplete)
      return CrossingAnswer::Limit;
    if (!collect(R, Group, Space, Items))
      return CrossingAnswer::Much;
    sym::RegionOverlap Asked(Context.Eval, R);
    Asked.LanesAreOrdered = false;
    Worst = std::max(Worst, compare(Asked, Items));
    if (Worst >= CrossingAnswer::Much)
      break;
  }
  return Worst;
}

CrossingAnswer CrossingFinder::find(const BarrierGroup &Group,
                                    const std::set<Site> &Removed) {
  CrossingAnswer Worst = CrossingAnswer::Nothing;
  for (AddressSpace Space : {AddressSpace::Local, AddressSpace::Global}) {
    Boundaries Bounds{&Context.View, Unfenced[Space], {}};
    Bounds.Transparent.insert(Removed.begin(), Removed.end());
    Bounds.Transparent.insert(Group.begin(), Group.end());
    Worst = std::max(Worst, findIn(Space, Group, Bounds));
    if (Worst >= CrossingAnswer::Much)
      break;
  }
  return Worst;
}

} // namespace fencepost::check
