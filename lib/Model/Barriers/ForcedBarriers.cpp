//===- ForcedBarriers.cpp - Barriers that leave nothing to chance ---------===//
// Runs the waves until they block, completes a phase, lets waits pass, and so
// on, but only where there is no choice. The invariant: every barrier execution
// E of the problem, however far its waves get, contains what was done so far:
// the executed nodes, the orders as beginnings of E's orders (up to the order
// inside groups) and the phases of waits. Each kind of step keeps it:
//
// 1. What is before the next wait of a wave is executed, since E contains
//    the waits before it and no wave stops between waits.
//
// 2. Let S be the available operations of an object with fewer than `missing`
//    available arrives and drops before them, S have `missing` members and no
//    init; then S is E's next phase. Otherwise let Z be the first operation in
//    E's order that is not in S, before all of S. Z is not available: it would
//    have `missing` members of S before it. What executes before Z contains no
//    wait that takes a later phase of the object, because that phase would be
//    complete before Z. So a forecast with the object frozen finds Z. We check
//    that it finds nothing, except after all of S.
//    An init that executes before all other available operations, except fewer
//    than `missing` that execute before it, comes next for the same reason.
//
// 3. Let a wave V stand at a wait W. Known phases that V has taken are closed
//    for W, and so are phases from which something of another taken phase lies
//    on the way to W (phase separation). Let just one phase K be open, with
//    nothing of any other phase on the way. Then E gives K to W:
//    - W takes no later phase J. Otherwise let X be an operation of the phase
//      after the known ones. If W executed before X, so would all of J, which
//      comes later in E's order (or contains X). Nor is there a wait before X
//      that takes a later phase. So a forecast with V and the object frozen
//      finds X. We check that it finds fewer operations than that phase has.
//    - W is not stuck. K could be given to it: nothing follows W, so the only
//      rule that could break is the phase separation of another wait U because
//      K is now taken: a member of K lies between a member of an older phase
//      and U, which took that one. If K is taken anyway nothing changes. If
//      not, we check that no other wave has a wait left and an older phase
//      open.
//
// 4. When nothing is left to do: an object is dead if a forecast with it (and
//    dead ones) frozen finds fewer operations than its next phase has; as in 3,
//    E has no further phase of it. If a forecast with the dead objects frozen
//    does not move, E contains nothing else: the first further step (in an
//    order that agrees with barrier-executes-before) would be found.
//
// Arrives that set the count are left to the search; so is whatever these rules
// do not decide, which then starts from what is common.
//===----------------------------------------------------------------------===//
#include "ForcedBarriers.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model::barriers {

CommonPart ForcedBarriers::commonPart() const {
  CommonPart Common(Problem);
  Common.Least = P.Positions;
  Common.Objects = P.Objects;
  Common.Takes = P.State.Takes;
  return Common;
}

bool ForcedBarriers::run() {
  for (const Object &O : Problem.Objects)
    IsQuiet.push_back(O.isQuiet(Problem));
  ClusterDropped.assign(Problem.ClusterDrops.size(), false);
  for (bool Changed = true; Changed;) {
    Changed = advance();
    Changed |= assignWaits();
    for (unsigned O = 0; O != Problem.Objects.size() && !Changed; ++O)
      Changed = !IsQuiet[O] && (completePhase(O) || placeInit(O));
  }
  return finish();
}

bool ForcedBarriers::advance() {
  bool Changed = false;
  for (unsigned W = 0; W != Problem.Waves.size(); ++W)
    Changed |= advanceWave(W);
  return dropClusterBarriers() || Changed;
}

void ForcedBarriers::execute(NodeId Id) {
  const Node &N = Problem.Nodes[Id];
  if (N.isModification())
    P.Unplaced[N.Object].push_back(Id);
}

/// To the next wait that has no phase; that one is put after what its wave
/// did.
bool ForcedBarriers::advanceWave(unsigned W) {
  llvm::ArrayRef<NodeId> Nodes = Problem.Waves[W].Nodes;
  unsigned Begin = P.Positions[W];
  while (P.Positions[W] != Nodes.size()) {
    NodeId Id = Nodes[P.Positions[W]];
    if (Problem.Nodes[Id].Op == BarrierOp::Wait && P.State.Takes[Id] == None)
      break;
    execute(Id);
    if (++P.Positions[W] != Nodes.size())
      P.State.Before.append(Id, Nodes[P.Positions[W]]);
  }
  return P.Positions[W] != Begin;
}

bool ForcedBarriers::dropClusterBarriers() {
  bool Changed = false;
  for (unsigned D = 0; D != ClusterDropped.size(); ++D) {
    const ClusterDrop &Drop = Problem.ClusterDrops[D];
    if (ClusterDropped[D] ||
        !llvm::all_of(Drop.Waves, [&](unsigned W) { return P.hasEnded(W); }))
      continue;
    ClusterDropped[D] = true;
    Changed = true;
    for (unsigned W : Drop.Waves)
      if (!Problem.Waves[W].Nodes.empty())
        P.State.Before.append(Problem.Waves[W].Nodes.back(), Drop.Drop);
    execute(Drop.Drop);
  }
  return Changed;
}

bool ForcedBarriers::assignWaits() {
  bool Changed = false;
  for (unsigned W = 0; W != Problem.Waves.size(); ++W)
    Changed |= !P.hasEnded(W) && assignWait(W);
  return Changed;
}

bool ForcedBarriers::isTaken(unsigned O, unsigned Segment) const {
  return llvm::any_of(Problem.Objects[O].Waits,
                      [&](NodeId W) { return P.State.Takes[W] == Segment; });
}

/// Whether phase separation lets \p Id, or any node after it, take \p Segment
/// of \p O: No if a taken phase lies between, Unclear if one that may be taken
/// later does.
ForcedBarriers::Fit ForcedBarriers::fit(NodeId Id, unsigned O,
                                        unsigned S) const {
  Precedence::Mask Members =
      P.State.Before.maskOf(P.Objects[O].Segments[S].Members);
  auto LiesBetween = [&](NodeId X) {
    return P.State.Before.before(X, Id) && P.State.Before.anyBefore(Members, X);
  };
  for (NodeId X : Problem.Objects[O].Waits)
    if (P.State.Takes[X] != None && P.State.Takes[X] != S && LiesBetween(X))
      return Fit::No;
  Fit Result =
      llvm::any_of(P.Unplaced[O], LiesBetween) ? Fit::Unclear : Fit::Yes;
  // Members of older phases are not after those of this one.
  for (unsigned Later = S + 1; Later < P.Objects[O].Segments.size(); ++Later) {
    const Segment &Other = P.Objects[O].Segments[Later];
    if (!Other.Complete || llvm::none_of(Other.Members, LiesBetween))
      continue;
    if (isTaken(O, Later))
      return Fit::No;
    Result = Fit::Unclear;
  }
  return Result;
}

/// Closes the phases of \p O that phase separation forbids to wave \p W from
/// now on.
void ForcedBarriers::closeOverruled(unsigned W, unsigned O) {
  if (P.hasEnded(W) || P.numOpen(W, O) == 0)
    return;
  NodeId Next = Problem.Waves[W].Nodes[P.Positions[W]];
  for (unsigned S = 0; S != P.Objects[O].Segments.size(); ++S)
    if (P.Objects[O].Segments[S].Complete && !P.isClosed(W, O, S) &&
        fit(Next, O, S) == Fit::No)
      P.close(W, O, S);
}

/// Whether another wave than \p W could take a phase older than \p Segment, so
/// that taking \p Segment might not be possible for \p W.
bool ForcedBarriers::mayOverrule(unsigned W, unsigned O, unsigned Segment) {
  for (unsigned V = 0; V != Problem.Waves.size(); ++V) {
    llvm::ArrayRef<NodeId> Rest = Problem.Waves[V].Nodes;
    if (V == W || P.numOpen(V, O) == 0 ||
        llvm::none_of(Rest.drop_front(P.Positions[V]), [&](NodeId Id) {
          return Problem.Nodes[Id].Op == BarrierOp::Wait &&
                 Problem.Nodes[Id].Object == O;
        }))
      continue;
    closeOverruled(V, O);
    for (unsigned S = 0; S != Segment; ++S)
      if (P.Objects[O].Segments[S].Complete && !P.isClosed(V, O, S))
        return true;
  }
  return false;
}

/// Whether the next phase of \p O could be complete without a wave passing the
/// wait \p W is at (or any, if that is None) or taking phases of \p O.
bool ForcedBarriers::nextIsPossible(unsigned W, unsigned O,
                                    llvm::ArrayRef<char> Dead) const {
  unsigned Next = nextPhase(P, O);
  return Next != None && Forecast(P, W, O, Dead).available(O) >= Next;
}

bool ForcedBarriers::assignWait(unsigned W) {
  NodeId Wait = Problem.Waves[W].Nodes[P.Positions[W]];
  unsigned O = Problem.Nodes[Wait].Object;
  if (P.numOpen(W, O) == 0)
    return false;
  closeOverruled(W, O);
  if (P.numOpen(W, O) != 1)
    return false;
  unsigned S = 0;
  while (!P.Objects[O].Segments[S].Complete || P.isClosed(W, O, S))
    ++S;
  if (fit(Wait, O, S) != Fit::Yes || nextIsPossible(W, O, {}) ||
      (!isTaken(O, S) && mayOverrule(W, O, S)))
    return false;
  P.State.Takes[Wait] = S;
  P.close(W, O, S);
  for (NodeId Id : P.Objects[O].Segments[S].Members)
    P.State.Before.append(Id, Wait);
  // At once: forecasts start from where the waves stand.
  advanceWave(W);
  dropClusterBarriers();
  return true;
}

/// How many available arrives and drops of \p O execute before \p Id.
unsigned ForcedBarriers::membersBefore(unsigned O, NodeId Id) const {
  return llvm::count_if(P.Unplaced[O], [&](NodeId Other) {
    return Problem.Nodes[Other].Op != BarrierOp::Init &&
           P.State.Before.before(Other, Id);
  });
}

/// Whether operations on \p O that are not available yet come after all of
/// \p First in every barrier execution.
bool ForcedBarriers::allFollow(unsigned O, llvm::ArrayRef<NodeId> First) const {
  auto Follows = [&](unsigned W) {
    if (P.hasEnded(W))
      return false;
    NodeId Next = Problem.Waves[W].Nodes[P.Positions[W]];
    return llvm::all_of(
        First, [&](NodeId Id) { return P.State.Before.before(Id, Next); });
  };
  Forecast Ahead(P, None, O);
  return llvm::all_of(Ahead.news(), [&](NodeId New) {
    for (const ClusterDrop &Drop : Problem.ClusterDrops)
      if (Drop.Drop == New)
        return llvm::any_of(Drop.Waves, Follows);
    return Follows(Problem.Nodes[New].Ref.Wave);
  });
}

void ForcedBarriers::place(unsigned O, llvm::ArrayRef<NodeId> Members) {
  for (NodeId Id : Members) {
    P.Objects[O].place(Id, Problem.Nodes[Id],
                       Id == Members.front() ? ObjectOrder::Into::NewGroup
                                             : ObjectOrder::Into::LastGroup);
    llvm::erase(P.Unplaced[O], Id);
  }
  P.SmallestPhase[O] = smallestPhase(P, O);
}

bool ForcedBarriers::completePhase(unsigned O) {
  unsigned Missing = P.Objects[O].missing();
  if (Missing == 0 || P.Unplaced[O].size() < Missing)
    return false;
  NodeList Next;
  for (NodeId Id : P.Unplaced[O]) {
    const Node &N = Problem.Nodes[Id];
    if (membersBefore(O, Id) >= Missing)
      continue;
    if (N.Op == BarrierOp::Init || N.Count != 0 || Next.size() == Missing)
      return false;
    Next.push_back(Id);
  }
  if (Next.size() != Missing || !allFollow(O, Next))
    return false;
  place(O, Next);
  return true;
}

bool ForcedBarriers::placeInit(unsigned O) {
  const ObjectOrder &Order = P.Objects[O];
  for (NodeId Init : P.Unplaced[O]) {
    if (Problem.Nodes[Init].Op != BarrierOp::Init || Order.Broken)
      continue;
    NodeList Earlier;
    bool Ordered = true;
    for (NodeId Id : P.Unplaced[O]) {
      const Node &N = Problem.Nodes[Id];
      if (P.State.Before.before(Id, Init)) {
        Ordered &= N.Op != BarrierOp::Init && N.Count == 0;
        Earlier.push_back(Id);
      } else {
        Ordered &= Id == Init || P.State.Before.before(Init, Id);
      }
    }
    if (!Ordered || (!Earlier.empty() && Earlier.size() >= Order.missing()) ||
        !allFollow(O, Init))
      continue;
    if (!Earlier.empty())
      place(O, Earlier);
    place(O, Init);
    return true;
  }
  return false;
}

/// The objects that complete no more phases in any barrier execution.
std::vector<char> ForcedBarriers::deadObjects() const {
  std::vector<char> Dead(Problem.Objects.size(), false);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned O = 0; O != Dead.size(); ++O)
      if (!Dead[O] && !nextIsPossible(None, O, Dead)) {
        Dead[O] = true;
        Changed = true;
      }
  }
  return Dead;
}

/// Whether what is left of the order of \p O makes no difference: it fits into
/// one group that completes nothing.
bool ForcedBarriers::restFitsInOneGroup(unsigned O) const {
  const ObjectOrder &Order = P.Objects[O];
  if (P.Unplaced[O].empty() || Order.Broken)
    return true;
  bool AnyDrop = false;
  for (NodeId Id : P.Unplaced[O]) {
    const Node &N = Problem.Nodes[Id];
    if (N.Op == BarrierOp::Init || N.Count != 0)
      return false;
    AnyDrop |= N.Op == BarrierOp::Drop;
  }
  if (Order.missing() != 0)
    return P.Unplaced[O].size() < Order.missing();
  return Order.Initialised && !AnyDrop;
}

/// Nothing more is decided. If nothing more can happen, what is left of the
/// orders is put into them.
bool ForcedBarriers::finish() {
  if (Forecast(P, None, None, deadObjects()).movesAnything())
    return false;
  for (unsigned O = 0; O != Problem.Objects.size(); ++O)
    if (!IsQuiet[O] && !restFitsInOneGroup(O))
      return false;
  for (unsigned O = 0; O != Problem.Objects.size(); ++O) {
    if (IsQuiet[O])
      continue;
    place(O, NodeList(P.Unplaced[O]));
    P.Objects[O].Chosen = true;
  }
  for (unsigned O = 0; O != Problem.Objects.size(); ++O)
    if (P.Objects[O].Chosen && !isConsistent(Problem, P.Objects, P.State, O))
      return false;
  return isStuckForGood(Problem, P.Objects, P.State, P.Positions);
}

} // namespace fencepost::model::barriers
