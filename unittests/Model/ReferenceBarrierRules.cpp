//===- ReferenceBarrierRules.cpp - What an assignment must satisfy --------===//
// The rules of docs/model.md B3 and B5 about waits and phases, each in the
// words of spec/000. See ReferenceSolver.h.
//===----------------------------------------------------------------------===//
#include "ReferenceSolver.h"

namespace fencepost::model::naive {

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

/// docs/model.md B3: nothing of another phase lies between a participant and
/// its wait. By spec/000, "Barrier phase separation", a phase that nobody waits
/// for does not count.
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

/// The join and drop rules of spec/000 (docs/model.md B3, B5).
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

} // namespace fencepost::model::naive
