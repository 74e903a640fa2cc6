//===- Check.h - All checks of one kernel --------------------------------===//
// The entry point of this area: takes a view and returns its defects, analysis
// by analysis, in the order of Check.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_CHECK_H
#define FENCEPOST_CHECK_CHECK_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::check {

std::vector<Defect> checkKernel(const view::SyncView &View,
                                sym::AnalysisLimits Limits = {},
                                sym::AnalysisCounts *Counts = nullptr);

} // namespace fencepost::check

#endif
