//===- LowerReport.h - Listings of machine code as text and JSON ----------===//
// What `fencepost lower` prints: each operation with its place and sequence, or
// counts alone; and what of it is a finding. Tested by test/lower.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_LOWERREPORT_H
#define FENCEPOST_REPORT_LOWERREPORT_H

#include "fencepost/Lower/Listing.h"
#include "fencepost/Support/Diagnostics.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace fencepost {

struct LowerReport {
  std::string File;
  lower::Dialect As = lower::Dialect::Spec;
  bool Summary = false; ///< Counts alone.
  std::vector<lower::ListedFunction> Functions;
};

/// Functions that are called by others are left out where there is nothing to
/// say about them.
void printLowering(llvm::raw_ostream &OS, const LowerReport &R);
/// One object of the array "files".
void writeLowering(llvm::json::OStream &J, const LowerReport &R);

/// What is not understood or not seen, in the order of the listing. \p Text is
/// the input, from which lines are quoted; empty for bitcode.
std::vector<Finding> unknownsOf(const LowerReport &R, llvm::StringRef Text);
/// An operation without machine code in \p Function, as bad input.
Finding problemFinding(const lower::ListingProblem &P,
                       const lower::FunctionCode &Function,
                       llvm::StringRef Text);

} // namespace fencepost

#endif
