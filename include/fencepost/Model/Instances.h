//===- Instances.h - Which scope instance a thread lies in ----------------===//
// An instance is identified by its whole path: workgroup 0 of cluster 0 is not
// workgroup 0 of cluster 1 (docs/model.md M1). Here such paths become numbers.
// Tested by unittests/Model/InstancesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_MODEL_INSTANCES_H
#define FENCEPOST_MODEL_INSTANCES_H

#include "fencepost/Model/Program.h"

namespace fencepost::model {

/// Whether two different threads at these places lie in one instance of
/// \p Level.
bool sameInstance(const Place &A, const Place &B, ScopeLevel Level);

/// For each thread, the number of its instance of \p Level. Instances are
/// numbered from 0 by their first thread in the program's order; the number of
/// a workgroup is the Copy of its local cells (Outcome.h).
std::vector<unsigned> instanceNumbers(const Program &P, ScopeLevel Level);

} // namespace fencepost::model

#endif
