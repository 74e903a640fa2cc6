//===- Analysis.h - The context of all questions about one kernel ---------===//
// The view with its graph and dependences, the terms of its values, the solver,
// and the limits on work. Made once for a kernel and passed to every check.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_ANALYSIS_H
#define FENCEPOST_SYMBOLIC_ANALYSIS_H

#include "fencepost/Symbolic/ConjunctSolver.h"
#include "fencepost/Symbolic/Enumerate.h"
#include "fencepost/View/Dependence.h"
#include "fencepost/View/FlagOrder.h"

namespace fencepost::sym {

struct AnalysisLimits {
  SolverLimits Solving;
  EnumerationLimits Enumerating;
  unsigned ReplaySteps = 10000;  ///< Blocks that one thread may enter.
  unsigned SearchSteps = 200000; ///< Blocks in one search over all threads.
  unsigned Searches = 16;        ///< Such searches in one kernel.
  uint64_t Pairs = 4000000;      ///< Pairs of accesses compared.
  /// Solver queries once a race is found; further pairs are skipped.
  unsigned QuestionsWithRace = 150;
  unsigned ProbeRecords = 200000; ///< Accesses that one probe records.
  bool Perf = false;              ///< Search for needless operations, too.
  /// Decide whether a race is possible even if it could not be an error.
  /// Otherwise there may be too many such findings.
  bool Possible = true;
  /// Check races in LDS alone, and barriers.
  bool OnlyLds = false;
  bool Async = true; ///< Check transfers, too.
  /// Values of a witness need not be small.
  bool AnyValues = false;
};

struct AnalysisCounts {
  uint64_t Pairs = 0, ProvedCheaply = 0, Enumerated = 0, Questions = 0,
           Replays = 0, Searches = 0;
};

/// The shared context of all analyses of one kernel.
struct Analysis {
  explicit Analysis(const view::SyncView &View, AnalysisLimits Limits = {})
      : View(View), Limits(Limits), Shape(View), Depends(View, Shape),
        Flags(View), Eval(View, Terms, Shape), Solve(Terms, Limits.Solving),
        Parts(Terms, Solve) {}

  const view::SyncView &View;
  AnalysisLimits Limits;
  view::Graph Shape;
  view::Dependence Depends;
  view::FlagOrder Flags;
  TermTable Terms;
  Evaluator Eval;
  Solver Solve;
  ConjunctSolver Parts;
  AnalysisCounts Counts;
};

} // namespace fencepost::sym

#endif
