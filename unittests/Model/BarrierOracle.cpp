//===- BarrierOracle.cpp - Barrier executions by brute force --------------===//
// See BarrierOracle.h. Nothing is pruned. A set of events is a 32-bit mask.
//===----------------------------------------------------------------------===//
#include "BarrierOracle.h"
#include <algorithm>
#include <cassert>
#include <functional>

namespace fencepost::model {

namespace {

using ObjectName = std::pair<int, unsigned>; ///< Operand and instance.

using EventSet = uint32_t;
EventSet only(unsigned E) { return EventSet(1) << E; }
bool has(EventSet Set, unsigned E) { return Set >> E & 1; }

struct Event {
  StepRef Ref;
  BarrierOp Op = BarrierOp::Wait;
  ObjectName Object;
  int Count = 0;
  bool Implicit = false;
  int Join = -1; ///< Named waits: the join's event.
};

/// What walking an order gives.
struct Walk {
  std::vector<EventSet> Phases;
  std::set<Undefined> Names;
  EventSet Firsts = 0; ///< isfirst arrives that give 1.

  auto operator<=>(const Walk &) const = default;
};

using Order = std::vector<unsigned>;
using Walks = std::map<Walk, std::vector<Order>>;
using Assignment = std::map<unsigned, unsigned>; ///< Wait event to phase.
using BeforeSets = std::vector<EventSet>;        ///< What is before each.

/// All executions with given ends.
class BarrierExecution {
public:
  BarrierExecution(const BarrierProblem &Problem,
                   const std::vector<unsigned> &Ends)
      : Problem(Problem), Ends(Ends) {}

  /// False if some wave cannot end there.
  bool makeEvents();
  void enumerate(std::set<OracleSolution> &Into);

private:
  bool addWave(unsigned W);
  bool programOrder(unsigned A, unsigned B) const;
  void orders(const std::vector<unsigned> &Events, Order &Prefix, Walks &Into);
  Walk walk(const Order &Ops) const;
  void chooseWalks(std::set<OracleSolution> &Into);
  void assign(std::vector<unsigned> Remaining, Assignment &Values);
  BeforeSets before(const Assignment &Values) const;
  bool isAllowed(const Assignment &Values) const;
  bool isStuck(const Assignment &Values) const;
  std::set<Undefined> brokenRules(const Assignment &Values) const;
  void collect(std::set<OracleSolution> &Into) const;

  EventSet phase(unsigned Wait, unsigned Number) const {
    return Chosen.at(Events[Wait].Object)->first.Phases[Number];
  }

  const BarrierProblem &Problem;
  const std::vector<unsigned> &Ends; ///< Per wave: steps passed.
  std::vector<Event> Events;
  std::vector<unsigned> Waits, Stuck;
  std::set<Undefined> Cuts;
  std::vector<unsigned> Passed;
  std::vector<bool> Ended;
  bool CutByCaller = false;
  std::map<ObjectName, Walks> AllWalks;
  std::map<ObjectName, Walks::const_iterator> Chosen;
  std::vector<Assignment> Found;
};

bool BarrierExecution::addWave(unsigned W) {
  const WaveSteps &Wave = Problem.Waves[W];
  std::optional<BarrierId> Joined;
  int Join = -1;
  for (unsigned S = 0; S <= Ends[W] && S != Wave.Steps.size(); ++S) {
    const BarrierStep &Step = Wave.Steps[S];
    Event E;
    E.Ref = {W, S};
    E.Op = Step.Op;
    E.Count = Step.Count;
    BarrierId Id = Step.Object;
    std::optional<Undefined> Cut;
    bool Nothing = false;
    if (Id.isTrap()) {
      Cut = Undefined::TrapBarrier;
    } else if (Step.Op == BarrierOp::Drop) {
      Nothing = Joined && Joined->isNull();
      if (!Joined)
        Cut = Undefined::LeaveWithoutJoin;
      else
        Id = *Joined;
    } else if (Step.Op == BarrierOp::Wait && Id.isNamed()) {
      Nothing = Joined ? Joined->isNull() : Id.isNull();
      if (!Joined && !Id.isNull())
        Cut = Undefined::NotJoined;
      E.Join = Join;
      if (Joined)
        Id = *Joined;
    } else if (Step.Op != BarrierOp::Join) {
      Nothing = Id.isNull();
    }
    if (Cut) {
      // The wave ends here, neither stuck nor by itself.
      if (Ends[W] != Wave.Steps.size())
        return false;
      Cuts.insert(*Cut);
      Passed[W] = S;
      Ended[W] = false;
      return true;
    }
    if (S == Ends[W] && (Step.Op != BarrierOp::Wait || Nothing))
      return false; // Only a wait can be stuck.
    if (Nothing)
      continue;
    E.Object = {Id.operand(), Id.isCluster() ? Wave.Cluster : Wave.Workgroup};
    if (Step.Op == BarrierOp::Wait)
      (S == Ends[W] ? Stuck : Waits).push_back(Events.size());
    if (Step.Op == BarrierOp::Join) {
      Joined = Id;
      Join = Events.size();
    }
    if (Step.Op == BarrierOp::Drop)
      Joined = std::nullopt;
    Events.push_back(E);
  }
  Passed[W] = Ends[W];
  Ended[W] = Ends[W] == Wave.Steps.size() && Wave.Ends;
  CutByCaller |= Ends[W] == Wave.Steps.size() && !Wave.Ends;
  return true;
}

bool BarrierExecution::makeEvents() {
  Passed.resize(Problem.Waves.size());
  Ended.resize(Problem.Waves.size());
  for (unsigned W = 0; W != Problem.Waves.size(); ++W)
    if (!addWave(W))
      return false;
  std::map<unsigned, bool> WorkgroupEnded;
  for (unsigned W = 0; W != Problem.Waves.size(); ++W) {
    const WaveSteps &Wave = Problem.Waves[W];
    Event E;
    E.Op = BarrierOp::Drop;
    E.Implicit = true;
    E.Ref = {W, static_cast<unsigned>(Wave.Steps.size())};
    E.Object = {BarrierId::workgroup().operand(), Wave.Workgroup};
    if (Ended[W])
      Events.push_back(E);
    auto &All = WorkgroupEnded.emplace(Wave.Workgroup, true).first->second;
    All = All && Ended[W];
  }
  for (auto [Workgroup, All] : WorkgroupEnded) {
    unsigned W = 0;
    while (Problem.Waves[W].Workgroup != Workgroup)
      ++W;
    Event E;
    E.Op = BarrierOp::Drop;
    E.Implicit = true;
    E.Ref = {W, static_cast<unsigned>(Problem.Waves[W].Steps.size() + 1)};
    E.Object = {BarrierId::cluster().operand(), Problem.Waves[W].Cluster};
    if (All)
      Events.push_back(E);
  }
  assert(Events.size() <= 32 && "too large for brute force");
  return true;
}

bool BarrierExecution::programOrder(unsigned A, unsigned B) const {
  const Event &X = Events[A], &Y = Events[B];
  bool XCluster = X.Object.first == BarrierId::cluster().operand();
  bool YCluster = Y.Object.first == BarrierId::cluster().operand();
  if (X.Implicit && XCluster)
    return false;
  if (Y.Implicit && YCluster)
    return Problem.Waves[X.Ref.Wave].Workgroup ==
           Problem.Waves[Y.Ref.Wave].Workgroup;
  return X.Ref.Wave == Y.Ref.Wave && X.Ref.Step < Y.Ref.Step;
}

void BarrierExecution::orders(const std::vector<unsigned> &Ops, Order &Prefix,
                              Walks &Into) {
  if (Prefix.size() == Ops.size()) {
    Into[walk(Prefix)].push_back(Prefix);
    return;
  }
  for (unsigned Next : Ops) {
    auto Placed = [&](unsigned E) {
      return std::find(Prefix.begin(), Prefix.end(), E) != Prefix.end();
    };
    bool Ready = !Placed(Next);
    for (unsigned Other : Ops)
      Ready = Ready && (Placed(Other) || !programOrder(Other, Next));
    if (!Ready)
      continue;
    Prefix.push_back(Next);
    orders(Ops, Prefix, Into);
    Prefix.pop_back();
  }
}

Walk BarrierExecution::walk(const Order &Ops) const {
  Walk Result;
  ObjectName Object = Events[Ops.front()].Object;
  bool Named = Object.first > 0, Initialised = !Named, Broken = false;
  bool Cluster = Object.first == BarrierId::cluster().operand();
  std::set<unsigned> Members;
  for (unsigned W = 0; W != Problem.Waves.size(); ++W) {
    const WaveSteps &Wave = Problem.Waves[W];
    if (Cluster && Wave.Cluster == Object.second)
      Members.insert(Wave.Workgroup);
    if (!Cluster && !Named && Wave.Workgroup == Object.second)
      Members.insert(W);
  }
  int Expected = Members.size(), Arrived = 0;
  EventSet Piece = 0;
  bool AnyArrive = false;
  auto Break = [&](Undefined Name) {
    Result.Names.insert(Name);
    Broken = true;
  };
  for (unsigned E : Ops) {
    const Event &Op = Events[E];
    if (Op.Op == BarrierOp::Init && !Broken) {
      Initialised = true;
      Piece = 0;
      AnyArrive = false;
      Expected = Op.Count;
      Arrived = 0;
      if (Op.Count <= 0)
        Break(Undefined::ExpectedNotPositive);
      continue;
    }
    if (Op.Op == BarrierOp::Init)
      continue;
    bool Arrives = Op.Op != BarrierOp::Drop;
    if (Op.Op == BarrierOp::ArriveIsFirst && !AnyArrive)
      Result.Firsts |= only(E);
    AnyArrive |= Arrives;
    for (unsigned Other = 0; Other != Events.size(); ++Other)
      if (has(Piece, Other) && Cluster && Arrives &&
          Events[Other].Op != BarrierOp::Drop &&
          Events[Other].Ref.Wave != Op.Ref.Wave &&
          Problem.Waves[Events[Other].Ref.Wave].Workgroup ==
              Problem.Waves[Op.Ref.Wave].Workgroup)
        Result.Names.insert(Undefined::ClusterDoubleArrive);
    Piece |= only(E);
    if (Broken)
      continue;
    if (!Initialised) {
      Break(Undefined::FirstNotInit);
    } else if (!Arrives && Expected == 0) {
      Break(Undefined::ExpectedNegative);
    } else if (Arrives && Op.Count > 0 && Op.Count <= Arrived) {
      Break(Undefined::ExpectedNotAbove);
    } else {
      if (Arrives && Op.Count > 0)
        Expected = Op.Count;
      (Arrives ? Arrived : Expected) += Arrives ? 1 : -1;
      if (Arrived == Expected) {
        Result.Phases.push_back(Piece);
        Piece = 0;
        AnyArrive = false;
        Arrived = 0;
      }
    }
  }
  return Result;
}

BeforeSets BarrierExecution::before(const Assignment &Values) const {
  BeforeSets R(Events.size());
  for (unsigned A = 0; A != Events.size(); ++A)
    for (unsigned B = 0; B != Events.size(); ++B)
      if (programOrder(A, B))
        R[B] |= only(A);
  for (auto [Wait, Number] : Values)
    R[Wait] |= phase(Wait, Number);
  for (unsigned K = 0; K != Events.size(); ++K)
    for (unsigned B = 0; B != Events.size(); ++B)
      if (has(R[B], K))
        R[B] |= R[K];
  return R;
}

bool BarrierExecution::isAllowed(const Assignment &Values) const {
  for (auto [Wait, Number] : Values) {
    for (unsigned A = 0; A != Events.size(); ++A)
      if (has(phase(Wait, Number), A) && programOrder(Wait, A))
        return false;
    for (auto [Other, OtherNumber] : Values)
      if (Wait != Other && Number == OtherNumber &&
          Events[Wait].Object == Events[Other].Object &&
          Events[Wait].Ref.Wave == Events[Other].Ref.Wave)
        return false;
  }
  BeforeSets R = before(Values);
  for (unsigned E = 0; E != Events.size(); ++E)
    if (has(R[E], E))
      return false;
  for (const auto &[Object, Choice] : Chosen) {
    bool Agrees = false;
    for (const Order &Ops : Choice->second) {
      bool Good = true;
      EventSet Later = 0;
      for (unsigned I = Ops.size(); I-- > 0; Later |= only(Ops[I]))
        Good = Good && (R[Ops[I]] & Later) == 0;
      if ((Agrees = Good))
        break;
    }
    if (!Agrees)
      return false;
  }
  // barrier-phase-with: who shares a phase that some wait has taken.
  auto PhaseWith = [&](unsigned X) {
    EventSet With = 0;
    for (auto [Wait, Number] : Values) {
      EventSet Class = phase(Wait, Number);
      for (auto [Other, OtherNumber] : Values)
        if (Events[Other].Object == Events[Wait].Object &&
            OtherNumber == Number)
          Class |= only(Other);
      if (has(Class, X))
        With |= Class;
    }
    return With;
  };
  for (unsigned X = 0; X != Events.size(); ++X) {
    EventSet With = PhaseWith(X);
    for (auto [Wait, Number] : Values)
      if (With != 0 && !has(With, Wait) && has(R[Wait], X) &&
          Events[X].Object == Events[Wait].Object &&
          (R[X] & phase(Wait, Number)) != 0)
        return false;
  }
  return true;
}

bool BarrierExecution::isStuck(const Assignment &Values) const {
  for (unsigned Wait : Stuck) {
    auto Choice = Chosen.find(Events[Wait].Object);
    if (Choice == Chosen.end())
      continue;
    for (unsigned P = 0; P != Choice->second->first.Phases.size(); ++P) {
      Assignment More = Values;
      More[Wait] = P;
      if (isAllowed(More))
        return false;
    }
  }
  return true;
}

std::set<Undefined>
BarrierExecution::brokenRules(const Assignment &Values) const {
  std::set<Undefined> Names;
  BeforeSets R = before(Values);
  for (auto [Wait, Number] : Values) {
    if (Events[Wait].Join < 0)
      continue;
    bool InTime = false;
    for (unsigned X = 0; X != Events.size(); ++X)
      InTime = InTime ||
               (has(phase(Wait, Number), X) && has(R[X], Events[Wait].Join));
    if (!InTime)
      Names.insert(Undefined::JoinedTooLate);
  }
  for (unsigned A = 0; A != Events.size(); ++A)
    for (unsigned D = 0; D != Events.size(); ++D) {
      if (!arrives(Events[A].Op) || Events[D].Op != BarrierOp::Drop ||
          Events[A].Object != Events[D].Object || !programOrder(A, D))
        continue;
      bool Any = false, Good = false;
      for (auto [Wait, Number] : Values)
        if (Events[Wait].Object == Events[A].Object &&
            has(phase(Wait, Number), A)) {
          Any = true;
          Good = Good || has(R[D], Wait);
        }
      if (Any && !Good)
        Names.insert(Undefined::DropRace);
    }
  return Names;
}

void BarrierExecution::assign(std::vector<unsigned> Remaining,
                              Assignment &Values) {
  if (Remaining.empty()) {
    if (isAllowed(Values) && isStuck(Values))
      Found.push_back(Values);
    return;
  }
  unsigned Wait = Remaining.back();
  Remaining.pop_back();
  auto Choice = Chosen.find(Events[Wait].Object);
  if (Choice == Chosen.end())
    return;
  for (unsigned P = 0; P != Choice->second->first.Phases.size(); ++P) {
    Values[Wait] = P;
    assign(Remaining, Values);
    Values.erase(Wait);
  }
}

void BarrierExecution::collect(std::set<OracleSolution> &Into) const {
  bool Satisfiable = false;
  for (const Assignment &Values : Found)
    Satisfiable = Satisfiable || brokenRules(Values).empty();
  for (const Assignment &Values : Found) {
    OracleSolution New;
    New.Names = brokenRules(Values);
    if (Satisfiable && !New.Names.empty())
      continue;
    New.Passed = Passed;
    New.Names.insert(Cuts.begin(), Cuts.end());
    for (const auto &[Object, Choice] : Chosen) {
      New.Names.insert(Choice->first.Names.begin(), Choice->first.Names.end());
      for (unsigned E = 0; E != Events.size(); ++E)
        if (has(Choice->first.Firsts, E))
          New.FirstArrivals.insert(Events[E].Ref);
    }
    if (New.Names.empty() && !Stuck.empty() && !CutByCaller)
      New.Names.insert(Undefined::Hang);
    for (auto [Wait, Number] : Values)
      for (unsigned A = 0; A != Events.size(); ++A)
        if (has(phase(Wait, Number), A))
          New.Waits[Events[Wait].Ref].insert(Events[A].Ref);
    Into.insert(New);
  }
}

void BarrierExecution::chooseWalks(std::set<OracleSolution> &Into) {
  for (const auto &[Object, Choices] : AllWalks) {
    if (Chosen.count(Object))
      continue;
    for (auto It = Choices.begin(); It != Choices.end(); ++It) {
      Chosen[Object] = It;
      chooseWalks(Into);
      Chosen.erase(Object);
    }
    return;
  }
  Found.clear();
  Assignment Values;
  assign(Waits, Values);
  collect(Into);
}

void BarrierExecution::enumerate(std::set<OracleSolution> &Into) {
  std::map<ObjectName, std::vector<unsigned>> Operations;
  for (unsigned E = 0; E != Events.size(); ++E)
    if (modifies(Events[E].Op))
      Operations[Events[E].Object].push_back(E);
  for (const auto &[Object, Ops] : Operations) {
    Order Prefix;
    orders(Ops, Prefix, AllWalks[Object]);
  }
  chooseWalks(Into);
}

} // namespace

std::set<OracleSolution> bruteForce(const BarrierProblem &Problem) {
  std::set<OracleSolution> Result;
  std::vector<unsigned> Ends;
  std::function<void()> Choose = [&] {
    unsigned W = Ends.size();
    if (W == Problem.Waves.size()) {
      BarrierExecution E(Problem, Ends);
      if (E.makeEvents())
        E.enumerate(Result);
      return;
    }
    const WaveSteps &Wave = Problem.Waves[W];
    for (unsigned End = 0; End <= Wave.Steps.size(); ++End) {
      if (Problem.EndsDecided && End + Wave.StuckAtLast != Wave.Steps.size())
        continue;
      Ends.push_back(End);
      Choose();
      Ends.pop_back();
    }
  };
  Choose();
  return Result;
}

OracleSolution inOracleWords(const BarrierSolution &Solution) {
  OracleSolution Result;
  Result.Passed = Solution.Passed;
  for (const WaitPhase &Phase : Solution.Waits)
    Result.Waits[Phase.Wait].insert(Phase.Participants.begin(),
                                    Phase.Participants.end());
  Result.FirstArrivals.insert(Solution.FirstArrivals.begin(),
                              Solution.FirstArrivals.end());
  for (const BarrierUndefined &Fault : Solution.Undefined)
    Result.Names.insert(Fault.Kind);
  return Result;
}

static std::string print(StepRef Ref) {
  return std::to_string(Ref.Wave) + "." + std::to_string(Ref.Step);
}

std::string print(const BarrierProblem &Problem) {
  std::string Text;
  for (const WaveSteps &Wave : Problem.Waves) {
    Text += "workgroup " + std::to_string(Wave.Workgroup) + " cluster " +
            std::to_string(Wave.Cluster) + ":";
    for (const BarrierStep &Step : Wave.Steps) {
      Text += " " + barrierOpName(Step.Op).str() + " " + Step.Object.str();
      if (Step.Count != 0)
        Text += ", " + std::to_string(Step.Count);
      Text += ";";
    }
    Text += Wave.StuckAtLast ? " stuck" : Wave.Ends ? "" : " cut";
    Text += "\n";
  }
  return Text + (Problem.EndsDecided ? "ends decided\n" : "");
}

std::string print(const std::set<OracleSolution> &Solutions) {
  std::string Text;
  for (const OracleSolution &S : Solutions) {
    Text += "passed";
    for (unsigned P : S.Passed)
      Text += " " + std::to_string(P);
    for (const auto &[Wait, Participants] : S.Waits) {
      Text += " | " + print(Wait) + " <-";
      for (StepRef P : Participants)
        Text += " " + print(P);
    }
    for (StepRef First : S.FirstArrivals)
      Text += " | first " + print(First);
    for (Undefined Name : S.Names)
      Text += " | " + undefinedName(Name).str();
    Text += "\n";
  }
  return Text;
}

} // namespace fencepost::model
