//===- DiagnosticsTest.cpp - The registry is a well-formed table ----------===//
#include "fencepost/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <set>

using namespace fencepost;

TEST(Diagnostics, RowsStandWhereTheirEnumeratorSays) {
  for (size_t I = 0; I < diagnosticKinds().size(); ++I)
    EXPECT_EQ(static_cast<size_t>(diagnosticKinds()[I].Id), I);
}

TEST(Diagnostics, NamesAreUniqueKebabCase) {
  std::set<llvm::StringRef> Seen;
  for (const DiagnosticKind &Kind : diagnosticKinds()) {
    EXPECT_TRUE(Seen.insert(Kind.Name).second) << Kind.Name.str();
    EXPECT_FALSE(Kind.Name.empty());
    // What -W takes must not be ambiguous.
    EXPECT_FALSE(Kind.Name.starts_with("no-")) << Kind.Name.str();
    EXPECT_FALSE(Kind.Name.starts_with("error")) << Kind.Name.str();
    for (char C : Kind.Name)
      EXPECT_TRUE(llvm::isLower(C) || llvm::isDigit(C) || C == '-')
          << Kind.Name.str();
  }
}

TEST(Diagnostics, MeaningIsOneLineWithoutFullStop) {
  for (const DiagnosticKind &Kind : diagnosticKinds()) {
    EXPECT_FALSE(Kind.Meaning.empty());
    EXPECT_FALSE(Kind.Meaning.contains('\n')) << Kind.Name.str();
    EXPECT_NE(Kind.Meaning.back(), '.') << Kind.Name.str();
  }
}

TEST(Diagnostics, EveryNameIsFoundAndNoOther) {
  for (const DiagnosticKind &Kind : diagnosticKinds())
    EXPECT_EQ(findDiagnostic(Kind.Name), &Kind);
  EXPECT_EQ(findDiagnostic("no-such-diagnostic"), nullptr);
  EXPECT_EQ(findDiagnostic(""), nullptr);
}

TEST(Diagnostics, SeverityIsTheRowsUnlessPromoted) {
  Finding F{Diag::KernelWithoutMetadata, {}, "m", {}};
  EXPECT_EQ(F.severity(), Severity::Warning);
  F.Promoted = Severity::Error;
  EXPECT_EQ(F.severity(), Severity::Error);
}
