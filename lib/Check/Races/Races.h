//===- Races.h - Accesses of two threads that nothing orders -------------===//
// For every region (Regions.h) and every two conflicting accesses in it: can
// two threads of the work-group access the same byte? Runs of whole work-groups
// show most races (RandomRuns.h). For other pairs the question becomes a term
// (RegionOverlap.h), and an assignment of the solver is replayed from the
// kernel's entry (ThreadInterpreter.h); a race that no replay shows is only
// possible.
//
// Unknown values. Memory that the kernel reads by plain loads is unconstrained:
// a race for some contents of it is a race. But kernels rely on properties of
// their data that the view does not have, so there are limits (Dependence.h):
//  - Only one of the two accesses may depend on data, by its address or by a
//    condition. If both do, their data may exclude each other (a permutation
//    in memory, two flags of which one is set).
//  - An address that depends on data must stay in its object for all data: by a
//    mask, a remainder, a narrow type, a comparison. Otherwise the kernel
//    relies on properties of its data, perhaps on more of them. The other
//    address may then depend on ids alone.
//  - Nothing may depend on results of calls or of cross-lane operations, nor on
//    results of atomics in a kernel that acquires by them: by these, threads
//    agree on their work and its order.
//  - Two threads that execute one store race only if the values can differ:
//    they are computed from ids and from input that the kernel does not write.
//  - Unknown values that are the same in the whole work-group are like
//    arguments: a race may depend on them by whether the accesses are reached;
//    where an address depends on them, the race must exist for other values
//    too.
// Otherwise a race is only possible.
//
// Races are searched in LDS and in global memory of one object within a
// work-group. Not seen: races between work-groups (NarrowAtomics.h); two
// pointer arguments that point to the same memory. Tested by
// unittests/Check/RacesTest.cpp, and on random views against all threads run
// concretely by unittests/Check/RandomRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_RACES_RACES_H
#define FENCEPOST_LIB_CHECK_RACES_RACES_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// Races in LDS and global memory with \p Bounds as the barriers that order.
/// Findings are in the order of the accesses; each pair has at most one.
std::vector<Defect> findRaces(sym::Analysis &Context,
                              const view::Boundaries &Bounds);

} // namespace fencepost::check

#endif
