//===- CompletionRaces.cpp - The races of a final happens-before ----------===//
#include "Completion.h"

namespace fencepost::model {

static ProgramPoint pointOf(const State &S, unsigned E) {
  return {S.Events[E].Thread, S.Events[E].Instruction};
}

/// Whether a read belongs to an instruction that also writes, on this execution
/// or on another: a race is one pair of program points either way.
static bool mayWriteToo(const Context &C, const Event &Read) {
  Opcode Op = C.P.Threads[Read.Thread].Code[Read.Instruction].Op;
  return Op == Opcode::ReadModifyWrite || Op == Opcode::CompareExchange;
}

/// docs/model.md M16. Facts of the final happens-before, so the same for every
/// choice that is left.
void Completion::findRaces() {
  if (!RacesCount)
    return;
  for (unsigned R = 0; R < S.Events.size(); ++R)
    if (S.Events[R].reads() && (CaseOf[R].Case == 1 || CaseOf[R].Case == 3))
      for (unsigned W : CaseOf[R].Sees)
        if (!Order.beforeRead(W, R))
          Races.push_back(mayWriteToo(C, S.Events[R]) &&
                                  pointOf(S, R) < pointOf(S, W)
                              ? RacePair{R, W}
                              : RacePair{W, R});
  for (const auto &Writes : S.WritesOf)
    for (unsigned I = 0; I < Writes.size(); ++I)
      for (unsigned J = 0; J < I; ++J) {
        const Event &A = S.Events[Writes[J]], &B = S.Events[Writes[I]];
        bool Conflict =
            !A.isAtomic() || !B.isAtomic() || !C.Sync.inclusive(A, B);
        if (Conflict && !A.isInitial() && !B.isInitial() &&
            !Order.beforeWrite(Writes[J], Writes[I]) &&
            !Order.beforeWrite(Writes[I], Writes[J]))
          Races.push_back(pointOf(S, Writes[I]) < pointOf(S, Writes[J])
                              ? RacePair{Writes[I], Writes[J]}
                              : RacePair{Writes[J], Writes[I]});
      }
}

} // namespace fencepost::model
