//===- BarrierRules.cpp - What barrier executions do wrong ----------------===//
// The undefined behaviours of docs/model.md B5 other than hangs, with a witness
// and words for people. The names of threads are the caller's, so the words
// name barriers only. Tested by unittests/Model/BarriersTest.cpp.
//===----------------------------------------------------------------------===//
#include "BarrierSolutions.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model::barriers {

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

/// spec/000, "Barrier drop races", for one arrive and one drop behind it.
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
                             const OrderFault &Fault, const Node &At) {
  switch (Fault.Kind) {
  case Undefined::FirstNotInit:
    return O.Name + " is used before it is initialised";
  case Undefined::ExpectedNotPositive:
    return O.Name + " is initialised with " + std::to_string(At.Count);
  case Undefined::ExpectedNegative:
    return O.Name + " is dropped when it expects no arrivals";
  default:
    return O.Name + " is set to expect " + std::to_string(At.Count) +
           " arrivals when " + std::to_string(Order.Arrived) + " came already";
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
      const Node &At = Problem.Nodes[Fault.Where];
      Faults.push_back(
          {Fault.Kind, {At.Ref}, whyBroken(Object, Objects[O], Fault, At)});
    }
    if (Object.Id.isCluster())
      checkClusterArrivals(Problem, Object, Objects[O], Faults);
  }
  return Faults;
}

} // namespace fencepost::model::barriers
