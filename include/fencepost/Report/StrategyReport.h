//===- StrategyReport.h - Other strategies beside the cheapest ------------===//
// What a strategy of spec/004 would place in a kernel, what it leaves, and how
// many barriers are enough: as text, as data and as findings. Hazards that are
// left and barriers to which not all waves come are findings.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_STRATEGYREPORT_H
#define FENCEPOST_REPORT_STRATEGYREPORT_H

#include "fencepost/Place/Strategies.h"
#include "fencepost/Report/PlaceText.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

/// One kernel; all of it has to live as long.
struct StrategyComparison {
  const view::SyncView &View;
  llvm::StringRef Strategy; ///< By its name.
  const place::StrategyResult &Result;
  const place::SlottedView &Slotted;
  const place::Placement &Cheapest;
};

void printStrategy(llvm::raw_ostream &OS, const StrategyComparison &Comparison,
                   KernelFile &Input);

llvm::json::Object strategyJson(const StrategyComparison &Comparison,
                                KernelFile &Input);

std::vector<Finding> strategyFindings(const StrategyComparison &Comparison,
                                      KernelFile &Input);

} // namespace fencepost

#endif
