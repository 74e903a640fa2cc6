//===- Interpreter.h - Runs threads as far as they go ---------------------===//
// Turns instructions into events. A thread runs on without knowing what its
// reads return until a branch, an index, a barrier count or a cmpxchg needs the
// number; then the search decides. Waits do not stop a thread either: a plan
// made by the barrier solver (or the search's own decision) says how far each
// wavefront gets.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_INTERPRETER_H
#define FENCEPOST_LIB_MODEL_INTERPRETER_H

#include "Program/ProgramFacts.h"
#include "State.h"

namespace fencepost::model {

/// The barrier execution, where it is known beforehand.
struct BarrierPlan {
  const BarrierProblem *Problem = nullptr;
  const BarrierSolution *Solution = nullptr;
};

class Interpreter {
public:
  Interpreter(const Program &P, const Layout &L, const ProgramFacts &F,
              unsigned Unroll)
      : P(P), L(L), F(F), Unroll(Unroll) {}

  /// Null: the search decides about waits and isfirst.
  void setPlan(const BarrierPlan *NewPlan) { Plan = NewPlan; }

  /// The initial writes, and every thread before its first instruction.
  State start() const;
  /// Runs every thread until it is done or needs a decision.
  void advance(State &S) const;

  /// Goes on at a branch as if its condition had the given truth.
  void takeBranch(State &S, unsigned T, bool Truth) const;
  /// Finishes the pending cmpxchg of \p T.
  void finishCompare(State &S, unsigned T, bool Success) const;
  /// Ends \p T by undefined behaviour at the instruction it is at.
  void cutShort(State &S, unsigned T, Undefined Reason) const;
  /// Executes the barrier instruction that \p T is at.
  void passStep(State &S, unsigned T, int First) const;
  /// Declares the wavefront of \p T stuck at the wait it is at.
  void stickAtWait(State &S, unsigned T) const;

private:
  void run(State &S, unsigned T) const;
  void step(State &S, unsigned T) const;
  void branch(State &S, unsigned T) const;
  void iterate(State &S, unsigned T) const;
  void compareExchange(State &S, unsigned T) const;
  void asyncLoad(State &S, unsigned T) const;
  void asyncWait(State &S, unsigned T) const;
  void barrier(State &S, unsigned T) const;
  bool barrierIsUndefined(ThreadState &Th, const Instruction &I) const;
  void decideStep(State &S, unsigned T) const;
  bool resumeAtStep(State &S, unsigned T) const;
  bool wasDecided(const State &S, unsigned T) const;

  ValueId valueOf(State &S, unsigned T, unsigned Expr) const;
  DependencyId dependsOf(State &S, unsigned T, unsigned Expr) const;
  /// The cell an address means, or None after changing the thread's status.
  unsigned cellOf(State &S, unsigned T, const Address &A,
                  unsigned Operand) const;
  void assign(State &S, unsigned T, unsigned Register, ValueId V,
              DependencyId D) const;
  Event eventOf(State &S, unsigned T, EventKind Kind) const;
  unsigned add(State &S, Event E) const;
  void cut(ThreadState &Th, Undefined Reason) const;

  const Program &P;
  const Layout &L;
  const ProgramFacts &F;
  unsigned Unroll;
  const BarrierPlan *Plan = nullptr;
};

/// The number behind \p Id; nothing while a read it needs is open, or if it
/// depends on itself.
std::optional<Value> evaluate(const State &S, ValueId Id);

/// An open read that \p Id depends on, or None.
unsigned openRead(const State &S, ValueId Id);

} // namespace fencepost::model

#endif
