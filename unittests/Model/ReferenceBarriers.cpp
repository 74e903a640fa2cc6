//===- ReferenceBarriers.cpp - Barrier executions, by enumeration ---------===//
// The operations, their orders and the phases they give; what an assignment of
// waits must satisfy is in ReferenceBarrierRules.cpp. See ReferenceBarriers.h.
//===----------------------------------------------------------------------===//
#include "ReferenceSolver.h"

namespace fencepost::model::naive {

/// The object that \p Id means in wave \p W, which is one per scope instance.
unsigned Solver::objectOf(BarrierId Id, unsigned W) {
  unsigned Instance = Id.isCluster() ? Waves[W].Cluster : Waves[W].Workgroup;
  for (unsigned O = 0; O != Objects.size(); ++O)
    if (Objects[O].Id == Id && Objects[O].Instance == Instance)
      return O;
  Object New;
  New.Id = Id;
  New.Instance = Instance;
  std::set<unsigned> Members; // docs/model.md B2: waves, or workgroups.
  for (unsigned Other = 0; Other != Waves.size(); ++Other) {
    if (Id == BarrierId::workgroup() && Waves[Other].Workgroup == Instance)
      Members.insert(Other);
    if (Id == BarrierId::cluster() && Waves[Other].Cluster == Instance)
      Members.insert(Waves[Other].Workgroup);
  }
  if (!Id.isNamed())
    New.Expected = Members.size();
  Objects.push_back(New);
  return Objects.size() - 1;
}

void Solver::addNode(Node N) {
  unsigned Id = Nodes.size();
  if (N.Op == BarrierOp::Wait)
    Objects[N.Object].Waits.push_back(Id);
  else if (N.Op != BarrierOp::Join)
    Objects[N.Object].Modifications.push_back(Id);
  Nodes.push_back(N);
}

void Solver::makeNodes() {
  for (unsigned W = 0; W != Waves.size(); ++W) {
    std::vector<Act> Steps = Waves[W].Steps;
    if (Waves[W].StuckAt)
      Steps.push_back(*Waves[W].StuckAt);
    for (unsigned S = 0; S != Steps.size(); ++S) {
      if (Steps[S].ActsOn.isNull())
        continue;
      Node N;
      N.Wave = W;
      N.Step = S;
      N.Op = Steps[S].Op;
      N.Object = objectOf(Steps[S].ActsOn, W);
      N.Count = Steps[S].Count;
      N.IsFirst = Steps[S].IsFirst;
      if (N.Op == BarrierOp::Wait)
        (S == Waves[W].Steps.size() ? Stuck : Passed).push_back(Nodes.size());
      addNode(N);
    }
  }
  addImplicitDrops();
}

/// docs/model.md B2. An object on which nothing else happens is left alone:
/// nobody could tell.
void Solver::addImplicitDrops() {
  for (unsigned O = 0; O != Objects.size(); ++O) {
    std::map<unsigned, bool> Ended; // By workgroup, in first-wave order.
    for (unsigned W = 0; W != Waves.size(); ++W) {
      Node N;
      N.Wave = W;
      N.Op = BarrierOp::Drop;
      N.Object = O;
      if (Objects[O].Id == BarrierId::workgroup() &&
          Waves[W].Workgroup == Objects[O].Instance && Waves[W].Ended)
        addNode(N);
      if (Objects[O].Id == BarrierId::cluster() &&
          Waves[W].Cluster == Objects[O].Instance)
        Ended.emplace(Waves[W].Workgroup, true).first->second &= Waves[W].Ended;
    }
    for (auto [Workgroup, All] : Ended) {
      Node N;
      N.Op = BarrierOp::Drop;
      N.Object = O;
      N.WholeWorkgroup = true;
      while (Waves[N.Wave].Workgroup != Workgroup)
        ++N.Wave;
      if (All)
        addNode(N);
    }
  }
}

/// Program order, with implicit drops after everything of their wave, or of all
/// waves of their workgroup.
bool Solver::precedes(unsigned A, unsigned B) const {
  const Node &X = Nodes[A], &Y = Nodes[B];
  if (X.Step == None)
    return false;
  if (Y.WholeWorkgroup)
    return Waves[X.Wave].Workgroup == Waves[Y.Wave].Workgroup;
  return X.Wave == Y.Wave && X.Step < Y.Step; // None is above every step.
}

void Solver::enumerateOrders(Object &O, Order &Prefix) {
  if (!spend(1))
    return;
  if (Prefix.size() == O.Modifications.size()) {
    if (std::optional<Phases> P = walk(O, Prefix))
      O.Orders[*P].push_back(Prefix);
    return;
  }
  auto Placed = [&](unsigned N) {
    return std::find(Prefix.begin(), Prefix.end(), N) != Prefix.end();
  };
  for (unsigned Next : O.Modifications) {
    bool Ready = !Placed(Next);
    for (unsigned Other : O.Modifications)
      Ready &= Placed(Other) || !precedes(Other, Next);
    if (!Ready)
      continue;
    Prefix.push_back(Next);
    enumerateOrders(O, Prefix);
    Prefix.pop_back();
  }
}

/// docs/model.md B5: only one wave of a workgroup may arrive in a phase of the
/// cluster barrier.
bool Solver::sameWorkgroupTwice(const std::set<unsigned> &Piece) const {
  for (unsigned A : Piece)
    for (unsigned B : Piece)
      if (arrives(Nodes[A].Op) && arrives(Nodes[B].Op) &&
          Nodes[A].Wave != Nodes[B].Wave &&
          Waves[Nodes[A].Wave].Workgroup == Waves[Nodes[B].Wave].Workgroup)
        return true;
  return false;
}

/// Nothing if an isfirst gave what this order contradicts. A broken object
/// completes no further phase.
std::optional<Phases> Solver::walk(const Object &O, const Order &Ops) const {
  Phases P;
  int64_t Expected = O.Expected, Arrived = 0;
  std::set<unsigned> Piece;
  bool Broken = false, AnyArrive = false;
  auto Break = [&](Undefined Kind) {
    P.Names.insert(Kind);
    Broken = true;
  };
  for (unsigned Id : Ops) {
    const Node &N = Nodes[Id];
    if (N.Op == BarrierOp::ArriveIsFirst && N.IsFirst == AnyArrive)
      return std::nullopt;
    AnyArrive |= arrives(N.Op);
    if (Broken)
      continue;
    if (Expected < 0 && N.Op != BarrierOp::Init) {
      Break(Undefined::FirstNotInit);
      continue;
    }
    if (N.Op == BarrierOp::Init) {
      Expected = N.Count;
      Arrived = 0;
      Piece.clear();
      AnyArrive = false;
      if (N.Count <= 0)
        Break(Undefined::ExpectedNotPositive);
      continue;
    }
    if (N.Op == BarrierOp::Drop && --Expected < 0) {
      Break(Undefined::ExpectedNegative);
      continue;
    }
    if (arrives(N.Op) && N.Count != 0) {
      if (N.Count <= Arrived) {
        Break(Undefined::ExpectedNotAbove);
        continue;
      }
      Expected = N.Count;
    }
    Piece.insert(Id);
    Arrived += arrives(N.Op);
    if (O.Id == BarrierId::cluster() && sameWorkgroupTwice(Piece))
      P.Names.insert(Undefined::ClusterDoubleArrive);
    if (Arrived != Expected)
      continue;
    P.Completed.push_back(Piece);
    Piece.clear();
    Arrived = 0;
    AnyArrive = false;
  }
  return P;
}

void Solver::assign(unsigned Index, Assignment &A) {
  if (!spend(1))
    return;
  if (Index == Passed.size()) {
    spend(Nodes.size());
    if (allowed(A) && !canGoOn(A))
      Found.push_back(A);
    return;
  }
  unsigned Wait = Passed[Index];
  unsigned Count = Chosen[Nodes[Wait].Object]->first.Completed.size();
  for (unsigned Phase = 0; Phase != Count; ++Phase) {
    A[Wait] = Phase;
    assign(Index + 1, A);
    A.erase(Wait);
  }
}

/// For each choice of phases: the assignments that satisfy the join and drop
/// rules, or if there are none, all with their undefined behaviour.
void Solver::choosePhases(unsigned O) {
  if (O != Objects.size()) {
    for (auto It = Objects[O].Orders.begin(); It != Objects[O].Orders.end();
         ++It) {
      Chosen.push_back(It);
      choosePhases(O + 1);
      Chosen.pop_back();
    }
    return;
  }
  Found.clear();
  Assignment A;
  assign(0, A);
  bool AnyGood =
      std::any_of(Found.begin(), Found.end(),
                  [&](const Assignment &Good) { return broken(Good).empty(); });
  for (const Assignment &Each : Found) {
    Solution S;
    S.Names = broken(Each);
    if (AnyGood && !S.Names.empty())
      continue;
    for (const auto &Choice : Chosen)
      S.Names.insert(Choice->first.Names);
    for (auto [Wait, Phase] : Each)
      S.Waits[Wait] = phaseOf(Wait, Phase);
    S.Before = executesBefore(Each);
    bool Known = std::any_of(
        Solutions.begin(), Solutions.end(),
        [&](const Solution &Other) { return Other.key() == S.key(); });
    if (!Known)
      Solutions.push_back(std::move(S));
  }
}

std::optional<BarrierResult> Solver::solve() {
  for (Object &O : Objects) {
    Order Prefix;
    enumerateOrders(O, Prefix);
  }
  if (Work)
    choosePhases(0);
  if (!Work)
    return std::nullopt;
  return BarrierResult{Nodes, Solutions};
}

std::optional<BarrierResult> solveNaively(const std::vector<Wave> &Waves,
                                          uint64_t &Work) {
  return Solver(Waves, Work).solve();
}

} // namespace fencepost::model::naive
