//===- Oracle.h - All threads of a work-group, run one by one -------------===//
// The naive definition of a race: run every thread of the view concretely, list
// every access with the barriers before it, and compare all of them with all.
// Written apart from lib/Check: it shares no code with ThreadInterpreter.h.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_CHECK_ORACLE_H
#define FENCEPOST_UNITTESTS_CHECK_ORACLE_H

#include "fencepost/Check/Defect.h"
#include <set>

namespace fencepost::check {

using SitePair = std::pair<view::AccessSite, view::AccessSite>;

/// All pairs of accesses that race, lesser site first. Arguments are
/// \p Argument each; there must be no unknown values.
std::set<SitePair> racesByRunning(const view::SyncView &View,
                                  uint64_t Argument = 16);

} // namespace fencepost::check

#endif
