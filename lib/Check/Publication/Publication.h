//===- Publication.h - Publication between work-groups --------------------===//
// Work-groups of one kernel can only wait for each other through memory: one
// stores data and then a *flag*, another reads the flag (a *poll*) and then the
// data. A store D, a flag's write S, a poll P that reads S and a load of D are
// in order if and only if (docs/model.md M6, M4, M12)
//   - S and P are atomic, at a scope that includes both (agent or wider);
//   - S releases at that scope, or a release fence of that scope for global
//     memory lies before it in its thread;
//   - P acquires likewise, or an acquire fence after it does, which may be
//     outside the polling loop;
//   - D's store is in the thread of S, or is ordered before it by a barrier
//     with fences for global memory; likewise from P to the load (docs/model.md
//     M7).
// A missing condition is reported at the flag's write (WeakPublication) or at
// the poll (WeakPoll).
//
// A poll is a read whose value decides whether a loop without other effects
// iterates again, or an atomic that decides, directly or through LDS, whether
// the data is read (last work-group, try-lock). Data is an object that is
// stored before the flag's write and read after the poll, at addresses that can
// be the same in different work-groups. A finding is an error if that holds on
// every path. It is only possible if it holds on one path of several, if
// atomics are the data, or if indices are results of counters.
//
// Not seen: flags in LDS; flags whose object is unknown; order through two
// flags, one of which is weak.
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
