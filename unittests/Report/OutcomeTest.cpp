//===- OutcomeTest.cpp - Exit codes and -W, over every kind of finding ----===//
#include "fencepost/Report/Outcome.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace fencepost;

static Finding finding(Diag Id) { return {Id, {}, "message", {}}; }

/// The first row of each severity.
static const Diag AWarning = Diag::KernelWithoutMetadata;
static const Diag AnError = Diag::ReservedBits;
static const Diag AnUnknown = Diag::UnknownTarget;

TEST(Outcome, ExitCodeOverEveryCombination) {
  // Errors beat findings, findings beat unknown, unknown is not success.
  for (int Mask = 0; Mask < 16; ++Mask) {
    Outcome O;
    if (Mask & 1)
      O.Findings.push_back(finding(AnUnknown));
    if (Mask & 2)
      O.Findings.push_back(finding(AWarning));
    if (Mask & 4)
      O.Findings.push_back(finding(AnError));
    if (Mask & 8)
      O.Errors.push_back(finding(Diag::UnreadableInput));
    int Expected = Mask & 8 ? 2 : Mask & 6 ? 1 : Mask & 1 ? 3 : 0;
    EXPECT_EQ(O.exitCode(), Expected) << Mask;
  }
}

TEST(Outcome, VerdictNamesTheExitCode) {
  Outcome O;
  EXPECT_EQ(O.verdict(), "holds");
  O.Findings.push_back(finding(AnUnknown));
  EXPECT_EQ(O.verdict(), "unknown");
  O.Findings.push_back(finding(AWarning));
  EXPECT_EQ(O.verdict(), "findings");
  O.Errors.push_back(finding(Diag::Usage));
  EXPECT_EQ(O.verdict(), "bad-input");
}

/// What is left of one finding of every kind after -W options.
static std::vector<Finding> after(llvm::ArrayRef<std::string> Arguments) {
  std::vector<Finding> All;
  for (const DiagnosticKind &Kind : diagnosticKinds())
    All.push_back(finding(Kind.Id));
  WarningOptions Options = llvm::cantFail(WarningOptions::parse(Arguments));
  Options.apply(All);
  return All;
}

TEST(WarningOptions, NoOptionHidesOnlyWhatIsOnRequest) {
  size_t OnRequest = llvm::count_if(diagnosticKinds(), [](const auto &Kind) {
    return Kind.Level == Severity::Performance;
  });
  EXPECT_GT(OnRequest, 0u);
  EXPECT_EQ(after({}).size(), diagnosticKinds().size() - OnRequest);
  EXPECT_EQ(after({"perf", "no-perf"}).size(), after({}).size());
  EXPECT_EQ(after({"perf"}).size(), diagnosticKinds().size());
  EXPECT_EQ(after({"needless-barrier"}).size(), after({}).size() + 1);
  for (const Finding &F : after({"perf"}))
    EXPECT_EQ(F.severity(), kindOf(F.Id).Level);
}

TEST(WarningOptions, PossibleFindingsAreGivenOnRequest) {
  auto NumLeft = [](llvm::ArrayRef<std::string> Arguments) {
    Finding F = finding(Diag::LdsRace);
    F.Promoted = Severity::Warning;
    F.Possible = true;
    std::vector<Finding> All{F};
    llvm::cantFail(WarningOptions::parse(Arguments)).apply(All);
    return All.size();
  };
  EXPECT_EQ(NumLeft({}), 0u);
  EXPECT_EQ(NumLeft({"possible"}), 1u);
  EXPECT_EQ(NumLeft({"possible", "no-possible"}), 0u);
  EXPECT_EQ(NumLeft({"possible", "no-lds-race"}), 0u);
}

TEST(WarningOptions, EachKindCanBeHiddenAloneAndShownAgain) {
  for (const DiagnosticKind &Kind : diagnosticKinds()) {
    if (Kind.Level == Severity::Unknown || Kind.Level == Severity::BadInput)
      continue;
    std::string No = "no-" + Kind.Name.str();
    std::vector<Finding> Left = after({"perf", No});
    EXPECT_EQ(Left.size(), diagnosticKinds().size() - 1);
    for (const Finding &F : Left)
      EXPECT_NE(F.Id, Kind.Id);
    EXPECT_EQ(after({"perf", No, Kind.Name.str()}).size(),
              diagnosticKinds().size());
  }
}

TEST(WarningOptions, ErrorPromotesWarningsOnly) {
  for (const Finding &F : after({"perf", "error"}))
    EXPECT_EQ(F.severity(), kindOf(F.Id).Level <= Severity::Warning
                                ? Severity::Error
                                : kindOf(F.Id).Level);
  for (const Finding &F : after({"error=kernel-without-metadata"}))
    EXPECT_EQ(F.severity(),
              F.Id == AWarning ? Severity::Error : kindOf(F.Id).Level);
}

static std::string messageOf(llvm::ArrayRef<std::string> Arguments) {
  llvm::Expected<WarningOptions> Options = WarningOptions::parse(Arguments);
  if (Options)
    return "";
  return takeFindings(Options.takeError(), Diag::Usage, "").front().Message;
}

TEST(WarningOptions, ArgumentsAreWhatParses) {
  std::vector<std::string> All = WarningOptions::arguments();
  EXPECT_TRUE(bool(WarningOptions::parse(All)));
  size_t Findings =
      llvm::count_if(diagnosticKinds(), [](const DiagnosticKind &Kind) {
        return Kind.Level <= Severity::Error;
      });
  EXPECT_EQ(All.size(), 5 + 3 * Findings);
}

TEST(WarningOptions, UnknownNamesAreErrorsWithASuggestion) {
  EXPECT_EQ(messageOf({"no-reserved-bit"}),
            "unknown diagnostic in '-Wno-reserved-bit', did you mean "
            "'reserved-bits'?");
}

TEST(WarningOptions, AnUnknownAnswerAndBadInputCannotBeHidden) {
  for (const char *Name : {"unknown-target", "malformed-object"})
    EXPECT_EQ(
        messageOf({std::string("no-") + Name}),
        std::string("'-Wno-") + Name +
            "': only findings can be hidden or promoted, for silence must "
            "not look like success");
}
