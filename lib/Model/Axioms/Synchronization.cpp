//===- Synchronization.cpp - synchronizes-with and its address spaces -----===//
#include "Synchronization.h"
#include <algorithm>

namespace fencepost::model {

void Synchronization::addEdge(State &S, SyncEdge Edge) const {
  for (unsigned I = 0; I < S.Hb.size(); ++I) {
    bool Carried = S.Hb.size() == 1 || Edge.Spaces >> I & 1;
    if (!Carried || S.Hb[I].has(Edge.From, Edge.To))
      continue;
    S.HbHasCycle |= Edge.From == Edge.To || S.Hb[I].has(Edge.To, Edge.From);
    S.Hb[I].addClosed(Edge.From, Edge.To);
  }
  S.Sync.push_back(Edge);
}

/// Any earlier release fence pairs, not only the nearest (docs/model.md M6).
Synchronization::Points Synchronization::releasePoints(const State &S,
                                                       unsigned Write) const {
  const Event &W = S.Events[Write];
  Points Found;
  if (isRelease(W.Order))
    Found.push_back(Write);
  for (unsigned Id : S.Threads[W.Thread].Events) {
    const Event &E = S.Events[Id];
    if (E.Kind == EventKind::Fence && isRelease(E.Order) &&
        programOrdered(E, W))
      Found.push_back(Id);
  }
  return Found;
}

Synchronization::Points Synchronization::acquirePoints(const State &S,
                                                       unsigned Read) const {
  const Event &R = S.Events[Read];
  Points Found;
  if (isAcquire(R.Order))
    Found.push_back(Read);
  for (unsigned Id : S.Threads[R.Thread].Events) {
    const Event &E = S.Events[Id];
    if (E.Kind == EventKind::Fence && isAcquire(E.Order) &&
        programOrdered(R, E))
      Found.push_back(Id);
  }
  return Found;
}

/// An untagged -one-as fence covers the space of the atomic it is paired with
/// (docs/model.md M4).
static uint8_t covered(const Event &E, uint8_t Paired) {
  return E.CoversPaired ? Paired : E.Covers;
}

/// The write before \p Write in its release sequence, or None (docs/model.md
/// M5).
static unsigned previousInSequence(const State &S, const Synchronization &Sync,
                                   unsigned Write) {
  const Event &E = S.Events[Write];
  const ReadState &Read = S.Reads[Write];
  if (E.Kind != EventKind::ReadModifyWrite ||
      Read.Target != Resolution::FromWrite)
    return None;
  const Event &Source = S.Events[Read.Source];
  bool Linked = Source.isOrdered() && !Source.isInitial() && E.isOrdered() &&
                Sync.inclusive(Source, E);
  return Linked ? Read.Source : None;
}

/// The reads that \p R leads to as a link of release sequences, and itself. An
/// early guess may close a circle of read-modify-writes; each comes once.
static llvm::SmallVector<unsigned, 8> linkedReads(const State &S, unsigned R) {
  llvm::SmallVector<unsigned, 8> Linked{R};
  for (unsigned I = 0; I < Linked.size(); ++I) {
    if (S.Events[Linked[I]].Kind != EventKind::ReadModifyWrite)
      continue;
    for (unsigned Next : S.ReadsOf[S.Events[R].Cell])
      if (S.Reads[Next].Target == Resolution::FromWrite &&
          S.Reads[Next].Source == Linked[I] &&
          std::find(Linked.begin(), Linked.end(), Next) == Linked.end())
        Linked.push_back(Next);
  }
  return Linked;
}

void Synchronization::connect(State &S, unsigned R) const {
  for (unsigned Read : linkedReads(S, R))
    connectEnd(S, Read);
}

void Synchronization::connectEnd(State &S, unsigned R) const {
  const Event &Read = S.Events[R];
  if (S.Reads[R].Target != Resolution::FromWrite || !Read.isOrdered() ||
      Read.Pending)
    return;
  unsigned Source = S.Reads[R].Source;
  const Event &Last = S.Events[Source];
  if (Last.isOrdered() && !Last.isInitial() && inclusive(Last, Read)) {
    Points Acquires = acquirePoints(S, R);
    llvm::SmallVector<unsigned, 8> Seen;
    for (unsigned Head = Source; Head != None && !Acquires.empty();
         Head = previousInSequence(S, *this, Head)) {
      if (std::find(Seen.begin(), Seen.end(), Head) != Seen.end())
        break;
      Seen.push_back(Head);
      if (!inclusive(S.Events[Head], Read))
        continue;
      for (unsigned From : releasePoints(S, Head))
        for (unsigned To : Acquires) {
          const Event &A = S.Events[From], &B = S.Events[To];
          uint8_t Spaces = covered(A, Read.Space) & covered(B, Read.Space);
          if (Spaces && inclusive(A, B))
            addEdge(S, {From, To, Spaces, SwKind::Atomic});
        }
    }
  }
}

void Synchronization::connectAll(State &S) const {
  S.Sync.clear();
  for (unsigned Id = 0; Id < S.Events.size(); ++Id)
    if (S.Reads[Id].Target == Resolution::FromWrite)
      connectEnd(S, Id);
}

namespace {
/// For each wave and number of steps: how early each other wave has a wait that
/// an arrive from that step on executes before.
class Reach {
public:
  Reach(const BarrierProblem &Problem, const BarrierSolution &Solution)
      : Earliest(Problem.Waves.size()) {
    ExecutesBefore Before(Problem, Solution);
    unsigned NumWaves = Problem.Waves.size();
    for (unsigned W = 0; W < NumWaves; ++W) {
      unsigned NumSteps = Solution.Passed[W];
      Earliest[W].assign(NumSteps + 1, std::vector<unsigned>(NumWaves, None));
      for (unsigned Step = NumSteps; Step-- > 0;) {
        Earliest[W][Step] = Earliest[W][Step + 1];
        const BarrierStep &Arrive = Problem.Waves[W].Steps[Step];
        if (!arrives(Arrive.Op) || Arrive.Object.isNull())
          continue;
        for (unsigned V = 0; V < NumWaves; ++V)
          Earliest[W][Step][V] =
              std::min(Earliest[W][Step][V],
                       firstWait(Problem, Solution, Before, {W, Step}, V));
      }
    }
  }

  /// Whether an arrive of \p From after its first \p Steps steps executes
  /// before a wait of \p To among its first \p Limit steps.
  bool operator()(unsigned From, unsigned Steps, unsigned To,
                  unsigned Limit) const {
    if (Steps >= Earliest[From].size())
      return false;
    unsigned Wait = Earliest[From][Steps][To];
    return Wait != None && Wait < Limit;
  }

private:
  static unsigned firstWait(const BarrierProblem &Problem,
                            const BarrierSolution &Solution,
                            const ExecutesBefore &Before, StepRef Arrive,
                            unsigned V) {
    for (unsigned Step = 0; Step < Solution.Passed[V]; ++Step)
      if (Problem.Waves[V].Steps[Step].Op == BarrierOp::Wait &&
          Before(Arrive, {V, Step}))
        return Step;
    return None;
  }

  std::vector<std::vector<std::vector<unsigned>>> Earliest;
};
} // namespace

/// In a wave, any of its threads' fences pairs with the wave's barrier
/// operation (docs/model.md M7). Of the acquire fences of one thread only the
/// first that qualifies gets an edge; program order leads on to the others.
void Synchronization::connectThroughBarriers(
    State &S, const BarrierProblem &Problem,
    const BarrierSolution &Solution) const {
  Reach Reaches(Problem, Solution);
  auto Connect = [&](unsigned From, const ThreadState &Thread, uint8_t Space) {
    const Event &A = S.Events[From];
    for (unsigned To : Thread.Events) {
      const Event &B = S.Events[To];
      bool Pairs = B.Kind == EventKind::Fence && isAcquire(B.Order) &&
                   covered(A, BothSpaces) & covered(B, BothSpaces) & Space &&
                   inclusive(A, B) &&
                   Reaches(L.waveOf(A.Thread), A.StepsBefore,
                           L.waveOf(B.Thread), B.StepsBefore);
      if (!Pairs)
        continue;
      addEdge(S, {From, To, Space, SwKind::ThroughBarrier});
      return;
    }
  };
  for (unsigned From = 0; From < S.Events.size(); ++From) {
    if (S.Events[From].Kind != EventKind::Fence ||
        !isRelease(S.Events[From].Order))
      continue;
    for (const ThreadState &Thread : S.Threads)
      for (unsigned I = 0; I < S.Hb.size(); ++I)
        Connect(From, Thread, S.Hb.size() == 1 ? uint8_t(BothSpaces) : 1u << I);
  }
}

} // namespace fencepost::model
