//===- Check.h - All checks of one kernel --------------------------------===//
// The one door for users of this area: a view goes in, findings come out, those
// of one analysis after those of another, in the order of Check.cpp.
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
