//===- BarrierSolutions.cpp - From barrier executions to solutions --------===//
// See BarrierSolutions.h. Solutions come out sorted by what tells them apart,
// so that answers do not depend on the way they were found.
//===----------------------------------------------------------------------===//
#include "BarrierSolutions.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model::barriers {

bool Budget::spend() {
  if (!Reason.empty())
    return false;
  if (++Steps > MostSteps)
    Reason = "too many barrier orders";
  else if (Until && Steps % 1024 == 1 &&
           std::chrono::steady_clock::now() >= *Until)
    Reason = "time limit";
  return Reason.empty();
}

/// The arrives that can be the first of a segment: those of its first group
/// with an arrive, unless another one of that group executes before them.
static std::vector<NodeId> possibleFirsts(const Resolved &Problem,
                                          const ObjectOrder &Order,
                                          const Precedence &Before,
                                          const Segment &Segment) {
  std::vector<NodeId> Arrives;
  unsigned First = None;
  for (NodeId Id : Segment.Members) {
    const Node &N = Problem.Nodes[Id];
    if (!N.isArrive() || Order.Group[N.Position] > First)
      continue;
    if (Order.Group[N.Position] < First)
      Arrives.clear();
    First = Order.Group[N.Position];
    Arrives.push_back(Id);
  }
  std::vector<NodeId> Firsts;
  for (NodeId A : Arrives)
    if (llvm::none_of(Arrives, [&](NodeId B) { return Before.before(B, A); }))
      Firsts.push_back(A);
  return Firsts;
}

std::vector<std::vector<StepRef>>
Solutions::firstArrivals(const Orders &Objects, const BarrierExecution &State,
                         Budget &Work) const {
  std::vector<std::vector<StepRef>> Choices(1);
  auto Extend = [&](const ObjectOrder &Order, const Segment &Segment) {
    bool SomeoneElse = false;
    std::vector<StepRef> Tellers;
    for (NodeId Id : possibleFirsts(Problem, Order, State.Before, Segment)) {
      if (Problem.Nodes[Id].Op == BarrierOp::ArriveIsFirst)
        Tellers.push_back(Problem.Nodes[Id].Ref);
      else
        SomeoneElse = true;
    }
    if (Tellers.empty())
      return;
    std::vector<std::vector<StepRef>> Longer;
    for (const std::vector<StepRef> &Choice : Choices) {
      if (SomeoneElse)
        Longer.push_back(Choice);
      for (StepRef Teller : Tellers) {
        if (!Work.spend())
          return;
        Longer.push_back(Choice);
        Longer.back().push_back(Teller);
      }
    }
    Choices = std::move(Longer);
  };
  for (const ObjectOrder &Order : Objects)
    for (const Segment &Segment : Order.Segments)
      Extend(Order, Segment);
  for (std::vector<StepRef> &Choice : Choices)
    llvm::sort(Choice);
  return Choices;
}

static std::string arrivals(int32_t Count) {
  return std::to_string(Count) + (Count == 1 ? " arrival" : " arrivals");
}

/// What a stuck wait waits for in vain.
static std::string whyStuck(const Object &O, const ObjectOrder &Order) {
  if (Order.Broken)
    return O.Name + " is broken and completes no more phases";
  if (!Order.Initialised)
    return O.Name + " is never initialised";
  if (Order.Expected == 0)
    return O.Name + " expects no more arrivals: it was dropped by all";
  return O.Name + " expects " + arrivals(Order.Expected) + ", " +
         std::to_string(Order.Arrived) + " arrived";
}

void Solutions::addStuck(BarrierSolution &To, const Orders &Objects,
                         const Ends &Where) const {
  bool CutByCaller = false;
  BarrierUndefined Hang{Undefined::Hang, {}, {}};
  for (unsigned W = 0; W != Problem.Waves.size(); ++W) {
    const Wave &Wave = Problem.Waves[W];
    if (Where[W] == Wave.Nodes.size()) {
      CutByCaller |= !Question.Waves[W].Ends;
      continue;
    }
    const Node &Wait = Problem.Nodes[Wave.Nodes[Where[W]]];
    std::string Why =
        whyStuck(Problem.Objects[Wait.Object], Objects[Wait.Object]);
    To.Stuck.push_back({Wait.Ref, Why});
    Hang.Where.push_back(Wait.Ref);
    if (Hang.Why.find(Why) == std::string::npos)
      Hang.Why += (Hang.Why.empty() ? "" : "; ") + Why;
  }
  if (!To.Stuck.empty() && To.Undefined.empty() && !CutByCaller)
    To.Undefined.push_back(Hang);
}

static UndefinedSet namesOf(llvm::ArrayRef<BarrierUndefined> Faults) {
  UndefinedSet Names;
  for (const BarrierUndefined &Fault : Faults)
    Names.insert(Fault.Kind);
  return Names;
}

BarrierSolution Solutions::make(const Orders &Objects,
                                const BarrierExecution &State,
                                const Ends &Where,
                                std::vector<BarrierUndefined> Faults,
                                std::vector<StepRef> FirstArrivals) const {
  BarrierSolution New;
  New.Undefined = std::move(Faults);
  New.FirstArrivals = std::move(FirstArrivals);
  for (unsigned W = 0; W != Problem.Waves.size(); ++W) {
    const Wave &Wave = Problem.Waves[W];
    New.Passed.push_back(Where[W] == Wave.Nodes.size()
                             ? Wave.Steps
                             : Problem.Nodes[Wave.Nodes[Where[W]]].Ref.Step);
  }
  for (NodeId Id = 0; Id != Problem.Nodes.size(); ++Id) {
    if (State.Takes[Id] == None)
      continue;
    const Node &Wait = Problem.Nodes[Id];
    const ObjectOrder &Order = Objects[Wait.Object];
    WaitPhase Phase;
    Phase.Wait = Wait.Ref;
    Phase.Phase = Order.phaseNumber(State.Takes[Id]);
    for (NodeId Member : Order.Segments[State.Takes[Id]].Members)
      Phase.Participants.push_back(Problem.Nodes[Member].Ref);
    llvm::sort(Phase.Participants);
    New.Waits.push_back(std::move(Phase));
  }
  llvm::sort(New.Waits, [](const WaitPhase &A, const WaitPhase &B) {
    return A.Wait < B.Wait;
  });
  addStuck(New, Objects, Where);
  return New;
}

void Solutions::add(BarrierSolution New) {
  std::vector<std::pair<StepRef, std::vector<StepRef>>> Dependencies;
  for (const WaitPhase &Phase : New.Waits)
    Dependencies.push_back({Phase.Wait, Phase.Participants});
  Key Id(New.Passed, std::move(Dependencies), New.FirstArrivals,
         namesOf(New.Undefined));
  ByKey.try_emplace(std::move(Id), std::move(New));
}

std::vector<BarrierSolution> Solutions::take() {
  std::vector<BarrierSolution> All;
  for (auto &[Unused, Solution] : ByKey)
    All.push_back(std::move(Solution));
  return All;
}

//===- Undefined behaviour ------------------------------------------------===//
// The undefined behaviours of docs/model.md B5 other than hangs, with a witness
// and words for people. The names of threads are the caller's, so the words
// name barriers only. Tested by unittests/Model/BarriersTest.cpp.
//===----------------------------------------------------------------------===//

/// spec/000, "Join and Wait Ordering".
static void checkJoin(const Resolved &Problem, const Orders &Objects,
                      const BarrierExecution &State, NodeId Wait,
                      std::vector<BarrierUndefined> &Faults) {
  const Node &W = Problem.Nodes[Wait];
  if (State.Takes[Wait] == None || W.Join == None)
    return;
  const Segment &Phase = Objects[W.Object].Segments[State.Takes[Wait]];
  if (llvm::any_of(Phase.Members,
                   [&](NodeId X) { return State.Before.before(W.Join, X); }))
    return;
  Faults.push_back({Undefined::JoinedTooLate,
                    {Problem.Nodes[W.Join].Ref, W.Ref},
                    "nothing that completes " + Problem.Objects[W.Object].Name +
                        " is sure to happen after the join"});
}

/// spec/000, "Barrier drop races", for one arrive and one drop after it.
static bool isDropRace(const Resolved &Problem, const Orders &Objects,
                       const BarrierExecution &State, NodeId Arrive,
                       NodeId Drop) {
  const Node &A = Problem.Nodes[Arrive];
  const Object &O = Problem.Objects[A.Object];
  bool Participates = false, Ordered = false;
  for (NodeId W : O.Waits) {
    if (State.Takes[W] == None ||
        State.Takes[W] != Objects[A.Object].Segment[A.Position])
      continue;
    Participates = true;
    Ordered |= State.Before.before(W, Drop);
  }
  return Participates && !Ordered;
}

static void checkDrops(const Resolved &Problem, const Orders &Objects,
                       const BarrierExecution &State, unsigned Object,
                       std::vector<BarrierUndefined> &Faults) {
  const barriers::Object &O = Problem.Objects[Object];
  auto IsThere = [&](NodeId Id) {
    return Objects[Object].Group[Problem.Nodes[Id].Position] != None;
  };
  for (NodeId D : O.Operations)
    for (NodeId A : O.Operations)
      if (Problem.Nodes[D].Op == BarrierOp::Drop && IsThere(D) &&
          Problem.Nodes[A].isArrive() && IsThere(A) &&
          Problem.programOrder(A, D) &&
          isDropRace(Problem, Objects, State, A, D))
        Faults.push_back(
            {Undefined::DropRace,
             {Problem.Nodes[A].Ref, Problem.Nodes[D].Ref},
             "arrives at " + O.Name +
                 " and drops it without waiting for the phase to complete"});
}

std::vector<BarrierUndefined> ruleFaults(const Resolved &Problem,
                                         const Orders &Objects,
                                         const BarrierExecution &State) {
  std::vector<BarrierUndefined> Faults;
  for (unsigned O = 0; O != Problem.Objects.size(); ++O) {
    for (NodeId Wait : Problem.Objects[O].Waits)
      checkJoin(Problem, Objects, State, Wait, Faults);
    checkDrops(Problem, Objects, State, O, Faults);
  }
  return Faults;
}

static std::string whyBroken(const Object &O, const ObjectOrder &Order,
                             const OrderFault &Fault, const Node &Operation) {
  switch (Fault.Kind) {
  case Undefined::FirstNotInit:
    return O.Name + " is used before it is initialised";
  case Undefined::ExpectedNotPositive:
    return O.Name + " is initialised with " + std::to_string(Operation.Count);
  case Undefined::ExpectedNegative:
    return O.Name + " is dropped when it expects no arrivals";
  default:
    return O.Name + " is set to expect " + std::to_string(Operation.Count) +
           " arrivals when " + std::to_string(Order.Arrived) +
           " have already arrived";
  }
}

static std::string whyCut(Undefined Kind) {
  switch (Kind) {
  case Undefined::NotJoined:
    return "waits on a named barrier without having joined one";
  case Undefined::LeaveWithoutJoin:
    return "leaves without having joined a named barrier";
  default:
    return "trap barriers are for the trap handler only";
  }
}

/// docs/model.md B5: two waves of one workgroup in one phase of the cluster
/// barrier.
static void checkClusterArrivals(const Resolved &Problem, const Object &O,
                                 const ObjectOrder &Order,
                                 std::vector<BarrierUndefined> &Faults) {
  for (const Segment &S : Order.Segments)
    for (NodeId A : S.Members)
      for (NodeId B : S.Members) {
        const Node &X = Problem.Nodes[A], &Y = Problem.Nodes[B];
        if (X.isArrive() && Y.isArrive() && X.Ref.Wave < Y.Ref.Wave &&
            Problem.Waves[X.Ref.Wave].Workgroup ==
                Problem.Waves[Y.Ref.Wave].Workgroup)
          Faults.push_back({Undefined::ClusterDoubleArrive,
                            {X.Ref, Y.Ref},
                            "two wavefronts of a workgroup arrive in one "
                            "phase of " +
                                O.Name});
      }
}

std::vector<BarrierUndefined>
orderFaults(const Resolved &Problem, const Orders &Objects, const Ends &Where) {
  std::vector<BarrierUndefined> Faults;
  for (unsigned W = 0; W != Problem.Waves.size(); ++W) {
    const Wave &Wave = Problem.Waves[W];
    if (Wave.Cut && Where[W] == Wave.Nodes.size())
      Faults.push_back({*Wave.Cut, {{W, Wave.Steps}}, whyCut(*Wave.Cut)});
  }
  for (unsigned O = 0; O != Problem.Objects.size(); ++O) {
    const Object &Object = Problem.Objects[O];
    for (const OrderFault &Fault : Objects[O].Faults) {
      const Node &Operation = Problem.Nodes[Fault.Where];
      Faults.push_back({Fault.Kind,
                        {Operation.Ref},
                        whyBroken(Object, Objects[O], Fault, Operation)});
    }
    if (Object.Id.isCluster())
      checkClusterArrivals(Problem, Object, Objects[O], Faults);
  }
  return Faults;
}

} // namespace fencepost::model::barriers
