//===- LitmusReport.h - What `fencepost litmus` prints --------------------===//
// The verdict of a litmus test and its two forms: text in herd's shape, because
// that is what people and scripts of this field read, and JSON (schema:
// docs/schema/litmus.v1.json), both as in docs/litmus.md, "What is printed".
// Tested by unittests/Report/LitmusReportTest.cpp and test/litmus-cli.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_LITMUSREPORT_H
#define FENCEPOST_REPORT_LITMUSREPORT_H

#include "fencepost/Model/Explore.h"

namespace llvm {
class raw_ostream;
namespace json {
class OStream;
} // namespace json
} // namespace llvm

namespace fencepost {

enum class LitmusAnswer : uint8_t { Ok, No, Unknown };
llvm::StringRef litmusAnswerName(LitmusAnswer Answer);

struct LitmusVerdict {
  LitmusAnswer Answer = LitmusAnswer::Ok;
  std::string Reason; ///< Unknown only: the limit that was hit.
  /// Outcomes for which the condition is true, and false; states that differ
  /// in having a race count apart, and so does every pseudo-state.
  uint64_t Positive = 0, Negative = 0;

  llvm::StringRef observation() const; ///< "Always", "Sometimes", "Never"
};

/// An outcome that was found stands whatever limit was hit; that there is none
/// does not (docs/model.md, "Limits").
LitmusVerdict judge(const model::Condition &C, const model::Outcomes &Outcomes);

/// The outcomes that decide the condition: those it speaks of, or for `forall`
/// those against it.
bool decides(const model::Condition &C, const model::Outcome &O);

/// A test that was run.
struct LitmusResult {
  std::string Name, Description, File;
  const model::Program &Program;
  const model::Condition &Condition;
  const model::Outcomes &Outcomes;
  LitmusVerdict Verdict;
  double Seconds = 0;
  std::vector<std::string> Explanation; ///< Lines; empty if not asked for.
};

struct LitmusPrintOptions {
  bool Count = false; ///< Print the number of executions.
};

void printLitmus(llvm::raw_ostream &OS, const LitmusResult &R,
                 const LitmusPrintOptions &Options);
/// Writes one JSON object. Times are left out: equal answers are equal text.
void writeLitmus(llvm::json::OStream &J, const LitmusResult &R,
                 const LitmusPrintOptions &Options);

/// The names in the set, in the order of the enumeration.
std::vector<llvm::StringRef> undefinedNames(model::UndefinedSet Set);

/// "Race load x (P1, line 10) may see store x (P0, line 5): why".
std::string raceText(const model::Program &P, const model::Race &R);
/// "Undefined hang at barrier.wait b (P0, line 7): why".
std::string undefinedText(const model::Program &P,
                          const model::UndefinedReport &R);

} // namespace fencepost

#endif
