//===- LitmusSummary.h - The end of a batch of litmus tests ---------------===//
// How many tests gave which answer, and a line for each that is not Ok. Tested
// by unittests/Report/LitmusReportTest.cpp and test/litmus-cli/summary.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_LITMUSSUMMARY_H
#define FENCEPOST_REPORT_LITMUSSUMMARY_H

#include "fencepost/Report/LitmusReport.h"

namespace fencepost {

class LitmusSummary {
public:
  void add(llvm::StringRef Name, llvm::StringRef File, const LitmusVerdict &V);
  /// A file that holds no test that could be run.
  void addError(llvm::StringRef File);
  void print(llvm::raw_ostream &OS) const;

private:
  struct Row {
    std::string Answer, Name, File, Why;
  };
  uint64_t Counts[3] = {}; ///< By LitmusAnswer.
  uint64_t Errors = 0;
  std::vector<Row> Rows; ///< Of what is not Ok.
};

} // namespace fencepost

#endif
