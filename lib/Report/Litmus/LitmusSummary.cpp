//===- LitmusSummary.cpp - The end of a batch of litmus tests -------------===//
#include "fencepost/Report/LitmusSummary.h"
#include "Findings/Printable.h"
#include "fencepost/Support/Diagnostics.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

void LitmusSummary::add(llvm::StringRef Name, llvm::StringRef File,
                        const LitmusVerdict &V) {
  ++Counts[static_cast<size_t>(V.Answer)];
  if (V.Answer == LitmusAnswer::Ok)
    return;
  std::string Why = V.Reason;
  if (Why.empty())
    Why = llvm::formatv("{0} {1} {2}", V.observation(), V.Positive, V.Negative);
  Diag Kind = V.Answer == LitmusAnswer::No ? Diag::ConditionFails
                                           : Diag::ConditionUnknown;
  Why = " (" + Why + ") [" + kindOf(Kind).Name.str() + "]";
  Rows.push_back(
      {litmusAnswerName(V.Answer).str(), Name.str(), File.str(), Why});
}

void LitmusSummary::addError(llvm::StringRef File) {
  ++Errors;
  Rows.push_back({"error", "-", File.str(), ""});
}

void LitmusSummary::print(llvm::raw_ostream &OS) const {
  uint64_t Tests = Counts[0] + Counts[1] + Counts[2] + Errors;
  OS << "Summary " << Tests << " tests: " << Counts[0] << " Ok, " << Counts[1]
     << " No, " << Counts[2] << " Unknown, " << Errors << " errors\n";
  for (const Row &R : Rows) {
    OS << llvm::formatv("  {0,-8} ", R.Answer) << Printable{R.Name} << ' '
       << Printable{R.File} << R.Why << '\n';
  }
}

} // namespace fencepost
