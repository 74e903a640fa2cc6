//===- Explore.h - Every execution that the model allows ------------------===//
// The entry to the model: a program goes in, and out come the distinct final
// states, races, undefined behaviours and hangs, each with a witness on demand.
// The answer is exact up to the unroll bound; every limit that was hit is said
// in Unknown. Tested by unittests/Model against a naive reference.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_MODEL_EXPLORE_H
#define FENCEPOST_MODEL_EXPLORE_H

#include "fencepost/Model/Axiom.h"
#include "fencepost/Model/Condition.h"
#include "fencepost/Model/Execution.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace fencepost::model {

struct ExploreOptions {
  unsigned Unroll = 4;         ///< Iterations of each loop.
  double TimeLimitSeconds = 0; ///< 0: none.
  bool Letter = false;         ///< Without the exception of docs/model.md M15.
  AxiomSet Skip;               ///< Axioms that are not required.
};

/// Two accesses that race (docs/model.md M16); First is the write, or the one
/// that comes first in the program when both write.
struct Race {
  ProgramPoint First, Second;
  std::string Why;
};

/// Undefined behaviour with the points at which it strikes, e.g. the waits that
/// hang.
struct UndefinedReport {
  Undefined Kind;
  std::vector<ProgramPoint> Where;
  std::string Why; ///< "expects 3 arrivals, only P0 and P1 arrive"
};

struct Outcomes {
  std::vector<Outcome> States;            ///< Distinct, sorted.
  std::vector<Race> Races;                ///< Distinct by points, sorted.
  std::vector<UndefinedReport> Undefined; ///< Distinct by kind and points.
  uint64_t Executions = 0;
  /// An execution that matters was cut at the unroll bound (docs/model.md,
  /// "Limits").
  bool CutAtUnrollBound = false;
  /// Why the search ended early ("time limit"); empty if it did not.
  std::string StoppedBy;
};

/// \p Observed are the cells whose final values belong to a state.
Outcomes explore(const Program &P, llvm::ArrayRef<Cell> Observed,
                 const ExploreOptions &Options);

/// What there is to know about a search that found no execution.
struct SearchReport {
  std::string StoppedBy; ///< As in Outcomes.
  /// Without the thin-air axiom: executions were left out because a value in
  /// them depends on itself and could be anything.
  bool LeftOutSelfDependent = false;
};

/// The first execution, in the explorer's order, whose outcome \p Wanted
/// accepts, with all its relations.
std::optional<Execution>
findExecution(const Program &P, llvm::ArrayRef<Cell> Observed,
              const ExploreOptions &Options,
              llvm::function_ref<bool(const Outcome &)> Wanted,
              SearchReport *Report = nullptr);

/// What makes \p P unusable, as a sentence; empty if nothing does. The front
/// ends report the same with a place; this guards programs built in memory.
std::string checkProgram(const Program &P);

} // namespace fencepost::model

#endif
