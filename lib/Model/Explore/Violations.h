//===- Violations.h - Which skipped axioms an execution breaks ------------===//
// An execution that was found while axioms were skipped is checked against each
// of them as docs/model.md writes it; what it breaks comes with the cycle or
// chain that shows it.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_VIOLATIONS_H
#define FENCEPOST_LIB_MODEL_VIOLATIONS_H

#include "ExecutionCompletion.h"

namespace fencepost::model {

/// The events of the cycles are those of the search.
std::vector<Violation> violations(const Leaf &Leaf);

} // namespace fencepost::model

#endif
