//===- PhaseAlternation.h - Signals and waits alternate -------------------===//
// Signals and waits of the work-group barrier must alternate on every path from
// the kernel's entry to its end (docs/model.md B3). For each block it is
// computed in which states a path can reach it: no phase in flight, or one.
// Tested by unittests/Certificate/PhaseAlternationTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CERTIFICATE_PHASEALTERNATION_H
#define FENCEPOST_LIB_CERTIFICATE_PHASEALTERNATION_H

#include "fencepost/View/SyncView.h"
#include <optional>

namespace fencepost::certificate {

/// What is wrong on some path; nothing: they alternate on all.
std::optional<llvm::StringRef> findAlternationFault(const view::SyncView &View);

} // namespace fencepost::certificate

#endif
