//===- NarrowAtomics.h - Atomics that leave out other work-groups --------===//
// Two atomics on one byte of global memory do not race if the scope of each
// includes the thread of the other (docs/model.md M16). One at work-group scope
// includes nobody else: if another work-group accesses the byte, they race,
// unless that work-group was waited for.
//
// Work-groups of a few launches are run (ThreadInterpreter.h). It is an error
// if, for each of some values of the arguments, two work-groups access a common
// byte and
//  - their addresses depend on nothing that is not known; and only one of the
//    accesses is reached by way of a branch that does (Races.h has the reason);
//  - nothing acquires for other work-groups before either of them;
//  - the kernel is made for several work-groups: it asks for the number of its
//    own, synchronizes with others, or makes an atomic of what only one thread
//    of a work-group does.
// Otherwise it is possible.
//
// Not seen: memory of which the object is not known, and plain accesses of
// other work-groups.
// Tested by unittests/Check/NarrowAtomicsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_PUBLICATION_NARROWATOMICS_H
#define FENCEPOST_LIB_CHECK_PUBLICATION_NARROWATOMICS_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// NarrowAtomic, one for each atomic whose scope is too small. Those that
/// \p Known calls weak flags are left out.
std::vector<Defect> findNarrowAtomics(sym::Analysis &Context,
                                      llvm::ArrayRef<Defect> Known);

} // namespace fencepost::check

#endif
