//===- ExecutionSearch.h - The choices that decide happens-before ---------===//
// Grows executions by decisions, each a partition of what is still possible, so
// that every execution is reached once: what a read returns that control flow
// needs, where reads that can synchronize read from, and (unless a plan is
// given) which barrier execution it is. A read that is needed before every
// write it might read from exists is either resolved to a write that exists, or
// left for later with the promise to read from one that does not exist yet; the
// thread continues with an assumption that is checked in the end. That is how
// load buffering comes in (docs/model.md M11).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_EXECUTIONSEARCH_H
#define FENCEPOST_LIB_MODEL_EXECUTIONSEARCH_H

#include "ExecutionCompletion.h"

namespace fencepost::model {

class ExecutionSearch {
public:
  ExecutionSearch(const Context &C, Sink &Out)
      : C(C), Out(Out), Interp(C.P, C.L, C.F, C.Options.Unroll) {}

  /// All executions whose barrier execution is \p Plan.
  bool runPlan(const BarrierPlan &Plan);
  /// All executions; the search decides about the barriers.
  bool run();
  /// The same, but only those in which a thread is cut short.
  bool runCutOnly();

  /// A thread was cut short, or cut at the unroll bound, while a plan was
  /// followed that did not expect it.
  bool planWasBroken() const { return PlanBroken; }
  /// Why executions may be missing; empty if none are.
  const std::string &stoppedBy() const { return StoppedBy; }

private:
  bool explore(State &S, unsigned Depth);
  bool decideWait(State &S, unsigned T, unsigned Depth);
  bool decideFirst(State &S, unsigned T, unsigned Depth);
  bool decideNeeded(State &S, unsigned T, unsigned Depth);
  bool assumeNeeded(State &S, unsigned T, unsigned Read, unsigned Depth);
  bool assumeIndex(State &S, unsigned T,
                   llvm::function_ref<bool(Assumption::Kind, int32_t,
                                           llvm::function_ref<void(State &)>)>
                       Assume,
                   llvm::function_ref<void(State &)> CutOutOfBounds);
  bool resolveReads(State &S, unsigned Depth);
  bool complete(State &S, unsigned Depth);
  bool followPlan(State &S);

  State &child(const State &S, unsigned Depth);
  bool mayBeWrittenLater(const State &S, unsigned R) const;
  std::vector<ReadState> choices(const State &S, unsigned R) const;
  unsigned nextSynchronizing(const State &S) const;
  BarrierProblem problemOf(const State &S) const;

  const Context &C;
  Sink &Out;
  Interpreter Interp;
  const BarrierPlan *Plan = nullptr;
  bool CutOnly = false;
  bool PlanBroken = false;
  std::string StoppedBy;
  std::vector<std::unique_ptr<State>> Pool; ///< One state per depth.
};

} // namespace fencepost::model

#endif
