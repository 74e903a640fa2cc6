//===- Baseline.h - Findings that are known already -----------------------===//
// A baseline is a text with a line for each known finding: its name, how often
// it occurs, then file, kernel and the lines of source it is about, in quotes.
//
//   fencepost-baseline 1
//   lds-race 1 "sum.cl" "sum" "tile[i] = x;" "y = tile[i ^ 1];"
//
// Numbers of lines are not in it, nor are work-items, so that a finding stays
// known when other parts of the source change. Where there is no source, the
// number of the event in the kernel stands for the line. A name with a question
// mark is of a finding that is only possible. Findings that are the same by all
// this are counted: one more than is known is a new one.
// Tested by test/check-cli/baseline.test and test/check-errors/baseline.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_BASELINE_H
#define FENCEPOST_REPORT_BASELINE_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Input/KernelFile.h"
#include <map>

namespace fencepost {

/// What makes a finding the same as another.
struct Fingerprint {
  std::string Name;
  std::vector<std::string> Parts; ///< File, kernel, lines.
  auto operator<=>(const Fingerprint &) const = default;
};

Fingerprint fingerprintOf(const view::SyncView &Kernel,
                          const check::Defect &Defect, const Finding &Finding,
                          KernelFile &Input);

class Baseline {
public:
  /// Reads \p Text, which errors call \p File.
  static llvm::Expected<Baseline> parse(llvm::StringRef Text,
                                        llvm::StringRef File);

  void add(const Fingerprint &Print, unsigned Times = 1);
  /// Whether \p Print is known; it is then known once less.
  bool take(const Fingerprint &Print);
  /// What parse() reads.
  std::string text() const;

private:
  std::map<Fingerprint, unsigned> Known;
};

} // namespace fencepost

#endif
