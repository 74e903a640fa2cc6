//===- Races.h - Accesses of two threads that nothing orders -------------===//
// For every region (Regions.h) and every two accesses of it that conflict: can
// two threads of the work-group touch the same byte? Whole work-groups that are
// run show most races (RandomRuns.h). For other pairs the question is put as
// terms (RegionOverlap.h), and an answer of the solver is replayed from the
// kernel's entry (ThreadInterpreter.h); without a replay that shows it, a race
// is only possible.
//
// Values that are not known. Memory that the kernel reads by plain loads is
// free: a race that exists for some contents of it is one. But kernels rely on
// more than is seen here, so there are limits (Dependence.h):
//  - Only one of the two accesses may depend on data, by its address or by a
//    condition. If both do, their data may exclude each other (a permutation
//    in memory, two flags of which one is set).
//  - An address that depends on data must stay in its object whatever the data
//    are: by a mask, a remainder, a narrow type, a comparison. Otherwise the
//    kernel relies on what its data are, and may rely on more. The other
//    address may then depend on ids alone.
//  - Nothing may depend on what calls or other lanes answer, nor atomics in a
//    kernel that acquires by them: this is how threads agree about who does
//    what, and when.
//  - Two threads that execute one store race only if the values can differ:
//    they are computed from ids and from input that the kernel does not write.
//  - Unknown values that are the same in the whole work-group are like
//    arguments: a race may depend on them by whether the accesses are reached;
//    where an address depends on them, it must be there for other values too.
// Otherwise a race is possible.
//
// Races are looked for in LDS and in global memory of one object within a
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
