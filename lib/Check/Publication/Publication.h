//===- Publication.h - Data handed over between work-groups --------------===//
// Work-groups of one kernel can only wait for each other through memory: one
// stores data and then a *flag*, another reads the flag (a *poll*) and then the
// data. A store D, a flag's write S, a poll P that reads S and a load of D are
// in order if and only if (docs/model.md M6, M4, M12)
//   - S and P are atomic, at a scope that includes both (agent or wider);
//   - S releases at that scope, or a release fence that does and that covers
//     global memory lies before it in its thread;
//   - P acquires likewise, or an acquire fence behind it does: that may stand
//     outside the loop that polls;
//   - D's store is in the thread of S, or is handed to it by a barrier with
//     fences for global memory; likewise from P to the load (docs/model.md M7).
// What is missing is the fault of the flag's write (WeakPublication) or of the
// poll (WeakPoll).
//
// A poll is a read whose value decides whether a loop without other effects
// goes around again, or an atomic that decides, directly or through LDS,
// whether the data is read (last work-group, lock that is tried). Data is an
// object that is stored before the flag's write and read behind the poll, at
// addresses that can be the same in different work-groups. Findings are errors
// if that holds on every path; one path of several, atomics as data, results of
// counters as indices and the like make it possible only.
//
// Not seen: flags in LDS; flags whose object is not known; order that goes
// through two flags, one of which is weak.
// Tested by unittests/Check/PublicationTest.cpp, and against the model by
// unittests/Check/PublicationModelTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_PUBLICATION_PUBLICATION_H
#define FENCEPOST_LIB_CHECK_PUBLICATION_PUBLICATION_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

/// WeakPublication, one per write of a flag, and WeakPoll, one per poll.
std::vector<Defect> findPublication(sym::Analysis &Context);

} // namespace fencepost::check

#endif
