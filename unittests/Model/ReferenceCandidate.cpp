//===- ReferenceCandidate.cpp - Paths and barriers become events ----------===//
// See ReferenceCandidate.h.
//===----------------------------------------------------------------------===//
#include "ReferenceCandidate.h"
#include <algorithm>

namespace fencepost::model::naive {

namespace {

class Maker {
public:
  Maker(const Program &P, const Combination &All, const Solution &Barriers)
      : P(P), All(All), Barriers(Barriers) {}

  void addInitial(const std::vector<Cell> &Observed);
  void addThreads();
  void addProgramOrder();
  void addBarrierEdges();
  void addDependencies();

  Candidate C;

private:
  /// The number of a barrier operation after the events. Steps that do nothing
  /// have one too.
  static unsigned stepNumber(unsigned Wave, unsigned Step) {
    return 1000 + Wave * 1000 + Step;
  }
  unsigned nodeNumber(unsigned N) const {
    const Node &X = All.Nodes[N];
    return X.Step == None ? 1000000 + N : stepNumber(X.Wave, X.Step);
  }
  unsigned waveOf(unsigned Thread) const;
  unsigned stepsBefore(unsigned Thread, unsigned A) const;
  void pairFences(unsigned Arrive, unsigned Wait);

  const Program &P;
  const Combination &All;
  const Solution &Barriers;
  /// Per thread and act: the event, or the number of the barrier operation.
  std::vector<std::vector<unsigned>> Number;
};

} // namespace

unsigned Maker::waveOf(unsigned Thread) const {
  for (unsigned W = 0; W != All.Waves.size(); ++W) {
    const std::vector<unsigned> &Members = All.Waves[W].Threads;
    if (std::find(Members.begin(), Members.end(), Thread) != Members.end())
      return W;
  }
  return None;
}

/// Cells that nobody names do not matter.
void Maker::addInitial(const std::vector<Cell> &Observed) {
  C.Observed = Observed;
  std::set<Cell> Used(Observed.begin(), Observed.end());
  for (const Path *Each : All.Paths)
    for (const Act &A : Each->Acts)
      if (A.isAccess())
        Used.insert(A.Where);
  for (const Cell &Where : Used) {
    const Location &L = P.Locations[Where.Location];
    if (L.Initial.empty())
      continue;
    Event E;
    E.Action.Kind = ActKind::Write;
    E.Action.Where = Where;
    E.Action.Space = L.Space;
    E.Action.Written = Value::of(L.Initial[Where.Element]);
    E.Action.Order = Ordering::Monotonic;
    C.Events.push_back(E);
  }
}

void Maker::addThreads() {
  for (unsigned T = 0; T != All.Paths.size(); ++T) {
    Number.emplace_back();
    unsigned Wave = waveOf(T), Step = 0;
    for (const Act &A : All.Paths[T]->Acts) {
      if (A.Kind == ActKind::Barrier) {
        Number[T].push_back(stepNumber(Wave, Step++));
        continue;
      }
      Number[T].push_back(C.Events.size());
      C.Events.push_back({A, T});
    }
  }
}

void Maker::addProgramOrder() {
  for (unsigned T = 0; T != All.Paths.size(); ++T) {
    const Path &Each = *All.Paths[T];
    for (unsigned B = 0; B != Each.Acts.size(); ++B)
      for (unsigned A = 0; A != B; ++A)
        if (Each.Acts[A].Kind != ActKind::Barrier &&
            Each.Acts[B].Kind != ActKind::Barrier && Each.Before[B] >> A & 1)
          C.ProgramOrder.push_back({Number[T][A], Number[T][B]});
  }
}

unsigned Maker::stepsBefore(unsigned Thread, unsigned A) const {
  const std::vector<Act> &Acts = All.Paths[Thread]->Acts;
  return std::count_if(Acts.begin(), Acts.begin() + A, [](const Act &Each) {
    return Each.Kind == ActKind::Barrier;
  });
}

/// docs/model.md M7: every release fence before the arrive, in any thread of
/// its wave, with every acquire fence after the wait.
void Maker::pairFences(unsigned Arrive, unsigned Wait) {
  const Node &A = All.Nodes[Arrive], &W = All.Nodes[Wait];
  for (unsigned T : All.Waves[A.Wave].Threads)
    for (unsigned U : All.Waves[W.Wave].Threads)
      for (unsigned I = 0; I != All.Paths[T]->Acts.size(); ++I)
        for (unsigned J = 0; J != All.Paths[U]->Acts.size(); ++J) {
          const Act &F = All.Paths[T]->Acts[I], &G = All.Paths[U]->Acts[J];
          if (F.Kind == ActKind::Fence && G.Kind == ActKind::Fence &&
              isRelease(F.Order) && isAcquire(G.Order) &&
              stepsBefore(T, I) <= A.Step && stepsBefore(U, J) > W.Step)
            C.ThroughBarriers.push_back(
                {Number[T][I], Number[U][J], F.Covers & G.Covers});
        }
}

void Maker::addBarrierEdges() {
  for (const auto &[Wait, Participants] : Barriers.Waits)
    for (unsigned A : Barriers.Before[Wait])
      if (arrives(All.Nodes[A].Op))
        pairFences(A, Wait);
}

/// docs/model.md M11.
void Maker::addDependencies() {
  for (unsigned T = 0; T != All.Paths.size(); ++T) {
    const Path &Each = *All.Paths[T];
    for (unsigned B = 0; B != Each.Acts.size(); ++B)
      for (unsigned A = 0; A != B; ++A)
        if (Each.Acts[B].DependsOn >> A & 1)
          C.Dependencies.push_back({Number[T][A], Number[T][B]});
  }
  for (const auto &[Wait, Participants] : Barriers.Waits)
    for (unsigned X : Participants)
      C.Dependencies.push_back({nodeNumber(X), nodeNumber(Wait)});
  for (unsigned N = 0; N != All.Nodes.size(); ++N) {
    if (All.Nodes[N].Step != None)
      continue;
    for (unsigned T = 0; T != All.Paths.size(); ++T) {
      const Wave &Dropping = All.Waves[All.Nodes[N].Wave];
      const Wave &Other = All.Waves[waveOf(T)];
      bool After = All.Nodes[N].WholeWorkgroup
                       ? Other.Workgroup == Dropping.Workgroup
                       : waveOf(T) == All.Nodes[N].Wave;
      for (unsigned A = 0; After && A != All.Paths[T]->Acts.size(); ++A)
        if (All.Paths[T]->EndDependsOn >> A & 1)
          C.Dependencies.push_back({Number[T][A], nodeNumber(N)});
    }
  }
}

std::optional<Candidate> makeCandidate(const Program &P, const Combination &All,
                                       const Solution &Barriers,
                                       const std::vector<Cell> &Observed) {
  Maker Make(P, All, Barriers);
  Make.addInitial(Observed);
  Make.addThreads();
  if (Make.C.Events.size() > 64)
    return std::nullopt;
  Make.addProgramOrder();
  Make.addBarrierEdges();
  Make.addDependencies();
  return std::move(Make.C);
}

} // namespace fencepost::model::naive
