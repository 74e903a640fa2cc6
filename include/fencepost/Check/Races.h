//===- Races.h - Accesses of two threads that nothing orders --------------===//
// For every region (Regions.h) and every two accesses of it that conflict: can
// two threads of the work-group touch the same byte (Overlap.h)? An answer of
// the solver is replayed from the kernel's entry (Replay.h); if the replay
// shows the race it is an error, otherwise it is possible. What depends on
// unknown values, or on the values of arguments beyond reaching the accesses,
// is possible as well.
//
// Races are looked for in LDS and in global memory of one object within a
// work-group. Not seen: races between work-groups; two pointer arguments that
// point to the same memory.
// Tested by unittests/Check/RacesTest.cpp, and on random views against all
// threads run concretely by unittests/Check/RandomRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_RACES_H
#define FENCEPOST_CHECK_RACES_H

#include "fencepost/Check/Enumerate.h"
#include "fencepost/Check/Finding.h"
#include "fencepost/Check/Overlap.h"
#include "fencepost/Check/Replay.h"

namespace fencepost::check {

struct CheckLimits {
  SolverLimits Solving;
  EnumerationLimits Enumerating;
  unsigned ReplaySteps = 10000;  ///< Blocks that one thread may enter.
  unsigned SearchSteps = 200000; ///< Blocks in one search over all threads.
  unsigned Searches = 16;        ///< Such searches in one kernel.
  uint64_t Pairs = 4000000;      ///< Pairs of accesses looked at.
  bool Perf = false;             ///< Look for what is needless, too.
};

struct CheckCounts {
  uint64_t Pairs = 0, ProvedCheaply = 0, Enumerated = 0, Questions = 0,
           Replays = 0, Searches = 0;
};

/// What all analyses of one kernel share.
struct Analysis {
  explicit Analysis(const view::SyncView &View, CheckLimits Limits = {})
      : View(View), Limits(Limits), Shape(View), Eval(View, Terms, Shape),
        Solve(Terms, Limits.Solving) {}

  const view::SyncView &View;
  CheckLimits Limits;
  Graph Shape;
  TermTable Terms;
  Evaluator Eval;
  Solver Solve;
  CheckCounts Counts;
};

/// Races in LDS and global memory with \p Bounds as the barriers that order.
/// Findings are in the order of the accesses; each pair has at most one.
std::vector<Finding> findRaces(Analysis &In, const Boundaries &Bounds);

/// Whether two touches of \p View can be a race, whatever their addresses.
std::optional<ConflictKind> conflict(const view::SyncView &View, AccessSite A,
                                     AccessSite B);

} // namespace fencepost::check

#endif
