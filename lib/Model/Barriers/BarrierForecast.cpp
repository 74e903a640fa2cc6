//===- BarrierForecast.cpp - How far barriers can possibly get ------------===//
// A forecast holds for every barrier execution E that contains the progress
// made so far. The steps of E can be executed one after the other in an order
// that agrees with barrier-executes-before; the forecast follows that order:
//
// A wait of E takes a phase that the wave has not taken yet, either one that is
// known, or a later one, all of whose members were executed before. The latter
// has at least smallestPhase() members, and the later phases that one wave
// takes have no member in common. So a wave passes its n-th wait on an object
// only if n is at most the number of known phases that it can still take plus
// the number of times that smallestPhase() goes into the operations available.
//
// The orders of different objects need not agree with each other, so a wait of
// E may take a phase before (in the order of steps) the phases in front of it
// exist. That is why the bound on sizes has to look at all later phases.
//===----------------------------------------------------------------------===//
#include "BarrierForecast.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model::barriers {

Progress::Progress(const Resolved &Problem)
    : Problem(Problem), Positions(Problem.Waves.size(), 0), State(Problem),
      Unplaced(Problem.Objects.size()),
      Closed(Problem.Waves.size() * Problem.Objects.size()),
      NumClosed(Closed.size(), 0) {
  for (const Object &O : Problem.Objects)
    Objects.emplace_back(O);
  for (unsigned O = 0; O != Objects.size(); ++O)
    SmallestPhase.push_back(smallestPhase(*this, O));
}

void Progress::close(unsigned W, unsigned O, unsigned Segment) {
  std::vector<char> &Bytes = Closed[index(W, O)];
  Bytes.resize(Objects[O].Segments.size());
  NumClosed[index(W, O)] += !Bytes[Segment];
  Bytes[Segment] = true;
}

/// How many later phases of its object are complete before the drop \p Id of
/// wave \p W in every order: the wave's waits before it take distinct phases,
/// all before the drop, and not all can be known ones.
static unsigned phasesBefore(const Progress &From, unsigned W, NodeId Id) {
  llvm::ArrayRef<NodeId> Nodes = From.Problem.Waves[W].Nodes;
  unsigned O = From.Problem.Nodes[Id].Object, Waits = 0;
  for (unsigned I = 0; I != Nodes.size() && Nodes[I] != Id; ++I) {
    const Node &N = From.Problem.Nodes[Nodes[I]];
    Waits += I >= From.Positions[W] && N.Op == BarrierOp::Wait && N.Object == O;
  }
  return Waits - std::min(Waits, From.numOpen(W, O));
}

static unsigned phasesBeforeDrop(const Progress &From, NodeId Id) {
  for (const ClusterDrop &Drop : From.Problem.ClusterDrops)
    if (Drop.Drop == Id) {
      unsigned Most = 0;
      for (unsigned W : Drop.Waves)
        Most = std::max(Most, phasesBefore(From, W, Id));
      return Most;
    }
  return phasesBefore(From, From.Problem.Nodes[Id].Ref.Wave, Id);
}

/// The running phase has \p Expected members; each one after it has fewer by
/// the drops so far, as long as there are members for all of them. \p Drops
/// says for each drop how many later phases are complete before it at least.
static unsigned smallestShrunk(unsigned Expected, unsigned Members,
                               llvm::ArrayRef<unsigned> Drops) {
  unsigned Smallest = None;
  for (unsigned Later = 0;; ++Later) {
    unsigned Dropped =
        llvm::count_if(Drops, [=](unsigned Before) { return Before < Later; });
    unsigned Size = Expected > Dropped ? Expected - Dropped : 1;
    if (Size > Members)
      return Smallest;
    Members -= Size;
    Smallest = std::min(Smallest, Size);
  }
}

unsigned smallestPhase(const Progress &From, unsigned O) {
  const ObjectOrder &Order = From.Objects[O];
  if (Order.Broken)
    return None;
  std::vector<unsigned> Drops;
  unsigned Members = 0, SmallestInit = None;
  for (NodeId Id : From.Problem.Objects[O].Operations) {
    const Node &N = From.Problem.Nodes[Id];
    if (Order.Group[N.Position] != None)
      continue;
    Members += N.Op != BarrierOp::Init;
    if (N.isArrive() && N.Count != 0)
      return 1;
    if (N.Op == BarrierOp::Drop)
      Drops.push_back(phasesBeforeDrop(From, Id));
    if (N.Op == BarrierOp::Init && N.Count > 0)
      SmallestInit = std::min<unsigned>(SmallestInit, N.Count);
  }
  unsigned Smallest = None;
  if (Order.Initialised && Order.Expected > 0)
    Smallest = smallestShrunk(Order.Expected, Members, Drops);
  if (SmallestInit != None)
    Smallest = std::min<unsigned>(Smallest, SmallestInit > Drops.size()
                                                ? SmallestInit - Drops.size()
                                                : 1);
  return Smallest;
}

unsigned nextPhase(const Progress &From, unsigned O) {
  const ObjectOrder &Order = From.Objects[O];
  if (Order.Broken)
    return None;
  unsigned Least = Order.missing() ? Order.missing() : None;
  for (NodeId Id : From.Problem.Objects[O].Operations) {
    const Node &N = From.Problem.Nodes[Id];
    if (Order.Group[N.Position] != None)
      continue;
    if (N.isArrive() && N.Count != 0)
      return 1;
    if (N.Op == BarrierOp::Init && N.Count > 0)
      Least = std::min<unsigned>(Least, N.Count);
  }
  return Least;
}

Forecast::Forecast(const Progress &From, unsigned FrozenWave, unsigned Watched,
                   llvm::ArrayRef<char> Dead)
    : From(From), Watched(Watched), Dead(Dead), Positions(From.Positions),
      Passed(From.Closed.size(), 0),
      Dropped(From.Problem.ClusterDrops.size(), false) {
  for (llvm::ArrayRef<NodeId> Nodes : From.Unplaced)
    Available.push_back(llvm::count_if(Nodes, [&](NodeId Id) {
      return From.Problem.Nodes[Id].Op != BarrierOp::Init;
    }));
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned W = 0; W != Positions.size(); ++W)
      Changed |= W != FrozenWave && advance(W);
    Moved |= Changed;
  }
}

bool Forecast::mayPass(unsigned W, unsigned O) {
  unsigned Most = From.numOpen(W, O);
  bool Frozen = O == Watched || (!Dead.empty() && Dead[O]);
  if (!Frozen && From.SmallestPhase[O] != None)
    Most += Available[O] / From.SmallestPhase[O];
  return Passed[From.index(W, O)] < Most;
}

void Forecast::execute(NodeId Id) {
  const Node &N = From.Problem.Nodes[Id];
  if (!N.isModification())
    return;
  Available[N.Object] += N.Op != BarrierOp::Init;
  if (N.Object == Watched)
    News.push_back(Id);
}

/// Whether wave \p W gets any farther.
bool Forecast::advance(unsigned W) {
  llvm::ArrayRef<NodeId> Nodes = From.Problem.Waves[W].Nodes;
  unsigned Begin = Positions[W];
  for (; Positions[W] != Nodes.size(); ++Positions[W]) {
    const Node &N = From.Problem.Nodes[Nodes[Positions[W]]];
    if (N.Op == BarrierOp::Wait) {
      if (!mayPass(W, N.Object))
        break;
      ++Passed[From.index(W, N.Object)];
    }
    execute(Nodes[Positions[W]]);
  }
  if (Positions[W] == Begin)
    return false;
  for (unsigned D = 0; D != Dropped.size(); ++D) {
    const ClusterDrop &Drop = From.Problem.ClusterDrops[D];
    if (Dropped[D] || !llvm::all_of(Drop.Waves, [&](unsigned V) {
          return Positions[V] == From.Problem.Waves[V].Nodes.size();
        }))
      continue;
    Dropped[D] = true;
    // Unless it has happened already.
    if (!llvm::all_of(Drop.Waves, [&](unsigned V) { return From.hasEnded(V); }))
      execute(Drop.Drop);
  }
  return true;
}

} // namespace fencepost::model::barriers
