//===- LitmusExplain.h - Why a condition is allowed or forbidden ----------===//
// For an outcome that exists: an execution that ends in it, and for each read
// why it may see what it sees. For one that does not: the axiom without which
// it would exist, and the cycle that the axiom forbids. Tested by
// test/litmus-cli/explain.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_LITMUSEXPLAIN_H
#define FENCEPOST_REPORT_LITMUSEXPLAIN_H

#include "fencepost/Model/Explore.h"

namespace fencepost {

/// The lines of the explanation. \p Outcomes is what exploring with \p Options
/// gave.
std::vector<std::string> explainLitmus(const model::Program &P,
                                       const model::Condition &C,
                                       const model::Outcomes &Outcomes,
                                       const model::ExploreOptions &Options);

} // namespace fencepost

#endif
