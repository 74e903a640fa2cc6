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
         std::to_string(Order.Arrived) + " came";
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
  Found.try_emplace(std::move(Id), std::move(New));
}

std::vector<BarrierSolution> Solutions::take() {
  std::vector<BarrierSolution> All;
  for (auto &[Unused, Solution] : Found)
    All.push_back(std::move(Solution));
  return All;
}

} // namespace fencepost::model::barriers
