//===- BarrierExecution.cpp - The rules that every barrier execution obeys ===//
// See BarrierExecution.h. Tested by unittests/Model/BarriersTest.cpp through
// solveBarriers().
//===----------------------------------------------------------------------===//
#include "BarrierExecution.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model::barriers {

Precedence::Mask Precedence::maskOf(llvm::ArrayRef<NodeId> Set) const {
  Mask Result(Words, 0);
  for (NodeId Id : Set)
    Result[Id / 64] |= uint64_t(1) << (Id % 64);
  return Result;
}

void Precedence::append(NodeId From, NodeId To) {
  const uint64_t *Source = rowOf(From);
  uint64_t *Target = rowOf(To);
  for (unsigned I = 0; I != Words; ++I)
    Target[I] |= Source[I];
  Target[From / 64] |= uint64_t(1) << (From % 64);
}

bool Precedence::addEdges(llvm::ArrayRef<NodeId> From, NodeId To) {
  for (NodeId F : From) {
    if (F == To || before(To, F))
      return false;
    append(F, To);
  }
  for (NodeId Id = 0; Id != Size; ++Id)
    if (before(To, Id))
      append(To, Id);
  return true;
}

ObjectOrder::ObjectOrder(const Object &Object)
    : Group(Object.Operations.size(), None),
      Segment(Object.Operations.size(), None), Expected(Object.Expected),
      Initialised(Object.byHardware()) {
  Segments.emplace_back();
}

void ObjectOrder::breakAt(NodeId Id, Undefined Kind) {
  Faults.push_back({Kind, Id});
  Broken = true;
}

void ObjectOrder::init(const Node &N, NodeId Id) {
  if (Broken)
    return;
  Segments.emplace_back();
  Initialised = true;
  Expected = N.Count;
  Arrived = 0;
  if (N.Count <= 0)
    breakAt(Id, Undefined::ExpectedNotPositive);
}

void ObjectOrder::place(NodeId Id, const Node &N, Into Where) {
  NumGroups += Where == Into::NewGroup;
  Group[N.Position] = NumGroups - 1;
  if (N.Op == BarrierOp::Init)
    return init(N, Id);
  Segment[N.Position] = Segments.size() - 1;
  Segments.back().Members.push_back(Id);
  if (Broken)
    return;
  if (!Initialised)
    return breakAt(Id, Undefined::FirstNotInit);
  if (N.Op == BarrierOp::Drop) {
    if (Expected == 0)
      return breakAt(Id, Undefined::ExpectedNegative);
    --Expected;
  } else {
    if (N.Count != 0 && N.Count <= Arrived)
      return breakAt(Id, Undefined::ExpectedNotAbove);
    if (N.Count != 0)
      Expected = N.Count;
    ++Arrived;
  }
  if (Arrived != Expected)
    return;
  Arrived = 0;
  ++NumComplete;
  Segments.back().Complete = true;
  Segments.emplace_back();
}

unsigned ObjectOrder::phaseNumber(unsigned Segment) const {
  unsigned Number = 0;
  for (unsigned S = 0; S <= Segment; ++S)
    Number += Segments[S].Complete;
  return Number;
}

BarrierExecution::BarrierExecution(const Resolved &Problem, const Ends &Where)
    : BarrierExecution(Problem) {
  // A stuck wait is there too, after what its wave did before it.
  for (unsigned W = 0; W != Problem.Waves.size(); ++W) {
    llvm::ArrayRef<NodeId> Nodes = Problem.Waves[W].Nodes;
    for (unsigned I = 1; I < Nodes.size() && I <= Where[W]; ++I)
      Before.append(Nodes[I - 1], Nodes[I]);
  }
  std::vector<char> Present = presentNodes(Problem, Where);
  for (const ClusterDrop &Drop : Problem.ClusterDrops)
    if (Present[Drop.Drop])
      for (unsigned W : Drop.Waves)
        if (!Problem.Waves[W].Nodes.empty())
          Before.append(Problem.Waves[W].Nodes.back(), Drop.Drop);
}

/// Whether barrier-executes-before agrees with the order of \p Object.
static bool agrees(const Resolved &Problem, const Orders &Objects,
                   const Precedence &Before, unsigned Object) {
  const ObjectOrder &Order = Objects[Object];
  llvm::ArrayRef<NodeId> Operations = Problem.Objects[Object].Operations;
  for (unsigned A = 0; A != Operations.size(); ++A)
    for (unsigned B = 0; B != Operations.size(); ++B)
      if (Order.Group[A] != None && Order.Group[B] != None &&
          Order.Group[A] > Order.Group[B] &&
          Before.before(Operations[A], Operations[B]))
        return false;
  return true;
}

/// spec/000, "Barrier phase separation", for the wait \p W: nothing of another
/// phase that some wait has taken lies between a participant and \p W.
static bool isSeparated(const Resolved &Problem, const Orders &Objects,
                        const BarrierExecution &State, NodeId W,
                        llvm::ArrayRef<char> Taken) {
  const Object &O = Problem.Objects[Problem.Nodes[W].Object];
  const ObjectOrder &Order = Objects[Problem.Nodes[W].Object];
  const Precedence &Before = State.Before;
  Precedence::Mask Own = Before.maskOf(Order.Segments[State.Takes[W]].Members);
  for (NodeId X : O.Waits)
    if (State.Takes[X] != None && State.Takes[X] != State.Takes[W] &&
        Before.before(X, W) && Before.anyBefore(Own, X))
      return false;
  for (unsigned P = 0; P != O.Operations.size(); ++P) {
    unsigned S = Order.Segment[P];
    if (S != None && Taken[S] && S != State.Takes[W] &&
        Before.before(O.Operations[P], W) &&
        Before.anyBefore(Own, O.Operations[P]))
      return false;
  }
  return true;
}

static bool phasesSeparated(const Resolved &Problem, const Orders &Objects,
                            const BarrierExecution &State, unsigned Object) {
  std::vector<char> Taken(Objects[Object].Segments.size(), false);
  llvm::ArrayRef<NodeId> Waits = Problem.Objects[Object].Waits;
  for (NodeId W : Waits)
    if (State.Takes[W] != None)
      Taken[State.Takes[W]] = true;
  return llvm::all_of(Waits, [&](NodeId W) {
    return State.Takes[W] == None ||
           isSeparated(Problem, Objects, State, W, Taken);
  });
}

bool isConsistent(const Resolved &Problem, const Orders &Objects,
                  const BarrierExecution &State, unsigned Object) {
  return agrees(Problem, Objects, State.Before, Object) &&
         phasesSeparated(Problem, Objects, State, Object);
}

bool assignPhase(const Resolved &Problem, const Orders &Objects,
                 BarrierExecution &State, NodeId Wait, unsigned Segment) {
  const Node &N = Problem.Nodes[Wait];
  for (NodeId Other : Problem.Objects[N.Object].Waits)
    if (State.Takes[Other] == Segment && Other != Wait &&
        Problem.Nodes[Other].Ref.Wave == N.Ref.Wave)
      return false;
  State.Takes[Wait] = Segment;
  if (!State.Before.addEdges(Objects[N.Object].Segments[Segment].Members, Wait))
    return false;
  for (unsigned O = 0; O != Objects.size(); ++O)
    if (Objects[O].Chosen && !isConsistent(Problem, Objects, State, O))
      return false;
  return true;
}

bool isStuckForGood(const Resolved &Problem, const Orders &Objects,
                    const BarrierExecution &State, const Ends &Where) {
  for (unsigned W = 0; W != Problem.Waves.size(); ++W) {
    if (Where[W] == Problem.Waves[W].Nodes.size())
      continue;
    NodeId Wait = Problem.Waves[W].Nodes[Where[W]];
    const ObjectOrder &Order = Objects[Problem.Nodes[Wait].Object];
    for (unsigned S = 0; S != Order.Segments.size(); ++S) {
      if (!Order.Segments[S].Complete)
        continue;
      BarrierExecution Trial = State;
      if (assignPhase(Problem, Objects, Trial, Wait, S))
        return false;
    }
  }
  return true;
}

} // namespace fencepost::model::barriers
