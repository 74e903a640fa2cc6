//===- NarrowAtomics.h - Atomics whose scope excludes other work-groups ---===//
// Two atomics on one byte of global memory do not race if the scope of each
// includes the thread of the other (docs/model.md M16). Work-group scope
// includes no other work-group: if one accesses the byte, they race, unless
// synchronization orders the two.
//
// Work-groups of a few launches are run (ThreadInterpreter.h). It is an error
// if, for each of some values of the arguments, two work-groups access a common
// byte and
//  - their addresses depend on no unknown value, and at most one of the
//    accesses is reached through a branch that does (Races.h has the reason);
//  - nothing acquires for other work-groups before either of them;
//  - the kernel is written for several work-groups: it reads its work-group id,
//    synchronizes with others, or uses an atomic where only one thread of a
//    work-group makes the access.
// Otherwise it is possible.
//
// Not seen: memory whose object is unknown, and plain accesses of other
// work-groups.
// Tested by unittests/Check/NarrowAtomicsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_PUBLICATION_NARROWATOMICS_H
#define FENCEPOST_LIB_CHECK_PUBLICATION_NARROWATOMICS_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// NarrowAtomic, one for each atomic whose scope is too small. Those that
/// \p Known has as weak flags are omitted.
std::vector<Defect> findNarrowAtomics(sym::Analysis &Context,
                                      llvm::ArrayRef<Defect> Known);

} // namespace fencepost::check

#endif
