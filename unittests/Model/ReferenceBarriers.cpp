//===- ReferenceBarriers.cpp - How barriers play out, by enumeration ------===//
// Three nested enumerations: the modification orders of each object, sorted by
// the phases they give; the choice of phases for all objects; the assignment of
// waits to phases. See ReferenceBarriers.h.
//===----------------------------------------------------------------------===//
#include "ReferenceBarriers.h"
#include <algorithm>

namespace fencepost::model::naive {

namespace {

using Order = std::vector<unsigned>; ///< Nodes.

/// What walking a modification order gives (MODEL.md B3).
struct Phases {
  std::vector<std::set<unsigned>> Completed;
  UndefinedSet Names;

  auto operator<=>(const Phases &) const = default;
};

struct Object {
  BarrierId Id = BarrierId::null();
  unsigned Instance = 0;
  int64_t Expected = -1; ///< At launch; -1: not initialised.
  std::vector<unsigned> Modifications, Waits;
  std::map<Phases, std::vector<Order>> Orders;
};

using Assignment = std::map<unsigned, unsigned>; ///< Wait to phase.
using Before = std::vector<std::set<unsigned>>;

class Solver {
public:
  Solver(const std::vector<Wave> &Waves, uint64_t &Work)
      : Waves(Waves), Work(Work) {
    makeNodes();
  }

  std::optional<BarrierResult> solve();

private:
  void makeNodes();
  void addImplicitDrops();
  unsigned objectOf(BarrierId Id, unsigned Wave);
  void addNode(Node N);
  bool precedes(unsigned A, unsigned B) const;

  bool spend(uint64_t Amount) {
    Work -= std::min(Work, Amount);
    return Work != 0;
  }
  void enumerateOrders(Object &O, Order &Prefix);
  std::optional<Phases> walk(const Object &O, const Order &Ops) const;
  bool sameWorkgroupTwice(const std::set<unsigned> &Arrived) const;

  void choosePhases(unsigned O);
  void assign(unsigned WaitIndex, Assignment &A);
  Before executesBefore(const Assignment &A) const;
  bool allowed(const Assignment &A) const;
  bool agrees(const Order &Ops, const Before &B) const;
  bool separated(const Assignment &A, const Before &B) const;
  bool inAnotherPhase(unsigned X, unsigned Wait, const Assignment &A) const;
  bool canGoOn(const Assignment &A) const;
  UndefinedSet broken(const Assignment &A) const;
  const std::set<unsigned> &phaseOf(unsigned Wait, unsigned Phase) const {
    return Chosen[Nodes[Wait].Object]->first.Completed[Phase];
  }

  const std::vector<Wave> &Waves;
  uint64_t &Work;
  std::vector<Node> Nodes;
  std::vector<Object> Objects;
  std::vector<unsigned> Passed, Stuck; ///< Waits.
  std::vector<std::map<Phases, std::vector<Order>>::const_iterator> Chosen;
  std::vector<Assignment> Found; ///< For the phases that are chosen.
  std::vector<Solution> Solutions;
};

} // namespace

/// The object that \p Id means in wave \p W, which is one per scope instance.
unsigned Solver::objectOf(BarrierId Id, unsigned W) {
  unsigned Instance =
      Id.scope() == ScopeLevel::Cluster ? Waves[W].Cluster : Waves[W].Workgroup;
  for (unsigned O = 0; O != Objects.size(); ++O)
    if (Objects[O].Id == Id && Objects[O].Instance == Instance)
      return O;
  Object New;
  New.Id = Id;
  New.Instance = Instance;
  std::set<unsigned> Members; // MODEL.md B2: waves, or workgroups.
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

/// MODEL.md B2. An object on which nothing else happens is left alone: nobody
/// could tell.
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

/// MODEL.md B5: only one wave of a workgroup may arrive in a phase of the
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

/// spec/000, "Barrier-executes-before".
Before Solver::executesBefore(const Assignment &A) const {
  Before B(Nodes.size());
  for (unsigned X = 0; X != Nodes.size(); ++X)
    for (unsigned Y = 0; Y != Nodes.size(); ++Y)
      if (precedes(X, Y))
        B[Y].insert(X);
  for (auto [Wait, Phase] : A)
    for (unsigned X : phaseOf(Wait, Phase))
      B[Wait].insert(X);
  for (unsigned Middle = 0; Middle != Nodes.size(); ++Middle)
    for (unsigned Y = 0; Y != Nodes.size(); ++Y)
      if (B[Y].count(Middle))
        B[Y].insert(B[Middle].begin(), B[Middle].end());
  return B;
}

/// "Barrier-executes-before is consistent with barrier-modification-order."
bool Solver::agrees(const Order &Ops, const Before &B) const {
  for (unsigned I = 0; I != Ops.size(); ++I)
    for (unsigned J = I; J != Ops.size(); ++J)
      if (B[Ops[I]].count(Ops[J]))
        return false;
  return true;
}

/// Whether \p X barrier-phase-with something, and that is not \p Wait.
bool Solver::inAnotherPhase(unsigned X, unsigned Wait,
                            const Assignment &A) const {
  if (Nodes[X].Op == BarrierOp::Wait)
    return A.count(X) && A.at(X) != A.at(Wait);
  for (auto [Other, Phase] : A)
    if (Nodes[Other].Object == Nodes[Wait].Object && Phase != A.at(Wait) &&
        phaseOf(Other, Phase).count(X))
      return true;
  return false;
}

/// MODEL.md B3: nothing of another phase lies between a participant and its
/// wait. By spec/000, "Barrier phase separation", a phase that nobody waits for
/// does not count.
bool Solver::separated(const Assignment &A, const Before &B) const {
  for (auto [Wait, Phase] : A)
    for (unsigned Participant : phaseOf(Wait, Phase))
      for (unsigned X : B[Wait])
        if (B[X].count(Participant) && Nodes[X].Object == Nodes[Wait].Object &&
            inAnotherPhase(X, Wait, A))
          return false;
  return true;
}

/// What B3 demands of an assignment whatever happens.
bool Solver::allowed(const Assignment &A) const {
  for (auto [Wait, Phase] : A)
    for (auto [Other, OtherPhase] : A)
      if (Wait != Other && Phase == OtherPhase &&
          Nodes[Wait].Object == Nodes[Other].Object &&
          Nodes[Wait].Wave == Nodes[Other].Wave)
        return false;
  Before B = executesBefore(A);
  for (unsigned N = 0; N != Nodes.size(); ++N)
    if (B[N].count(N))
      return false;
  for (const auto &Choice : Chosen) {
    bool Any = false;
    for (const Order &Ops : Choice->second)
      Any = Any || agrees(Ops, B);
    if (!Any)
      return false;
  }
  return separated(A, B);
}

/// Whether a wait that counts as stuck can be given a completed phase.
bool Solver::canGoOn(const Assignment &A) const {
  for (unsigned Wait : Stuck) {
    unsigned Count = Chosen[Nodes[Wait].Object]->first.Completed.size();
    for (unsigned Phase = 0; Phase != Count; ++Phase) {
      Assignment More = A;
      More[Wait] = Phase;
      if (allowed(More))
        return true;
    }
  }
  return false;
}

/// The join and drop rules of spec/000 (MODEL.md B3, B5).
UndefinedSet Solver::broken(const Assignment &A) const {
  UndefinedSet Names;
  Before B = executesBefore(A);
  for (auto [Wait, Phase] : A) {
    if (!Objects[Nodes[Wait].Object].Id.isNamed())
      continue;
    unsigned Join = None; // The last one: barrier-joined-before.
    for (unsigned X = 0; X != Nodes.size(); ++X)
      if (Nodes[X].Op == BarrierOp::Join && precedes(X, Wait))
        Join = X;
    bool InTime = false;
    for (unsigned X : phaseOf(Wait, Phase))
      InTime |= B[X].count(Join) != 0;
    if (!InTime)
      Names.insert(Undefined::JoinedTooLate);
  }
  for (unsigned Arrive = 0; Arrive != Nodes.size(); ++Arrive)
    for (unsigned Drop = 0; Drop != Nodes.size(); ++Drop) {
      if (!arrives(Nodes[Arrive].Op) || Nodes[Drop].Op != BarrierOp::Drop ||
          Nodes[Arrive].Object != Nodes[Drop].Object || !precedes(Arrive, Drop))
        continue;
      bool Any = false, InTime = false;
      for (auto [Wait, Phase] : A)
        if (Nodes[Wait].Object == Nodes[Arrive].Object &&
            phaseOf(Wait, Phase).count(Arrive)) {
          Any = true;
          InTime |= B[Drop].count(Wait) != 0;
        }
      if (Any && !InTime)
        Names.insert(Undefined::DropRace);
    }
  return Names;
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
