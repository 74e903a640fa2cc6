//===- Alternation.h - One phase of a barrier after the other -------------===//
// Signals and waits of the work-group barrier must alternate on every path from
// the kernel's entry to its end (docs/model.md B3). For each block the states
// in which a path can come to it are found: no phase in flight, or one. Tested
// by unittests/Certificate/AlternationTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CERTIFICATE_ALTERNATION_H
#define FENCEPOST_CERTIFICATE_ALTERNATION_H

#include "fencepost/View/SyncView.h"
#include <optional>

namespace fencepost::certificate {

/// What is wrong on some path; nothing: they alternate on all.
std::optional<llvm::StringRef> faultOfPhases(const view::SyncView &View);

} // namespace fencepost::certificate

#endif
