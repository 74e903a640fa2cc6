//===- CheckedKernelTest.cpp - Which findings of a kernel are reported ----===//
#include "fencepost/Report/CheckedKernel.h"
#include "Kernel.h"
#include "gtest/gtest.h"

namespace fencepost {
namespace {

using check::Defect;
using check::DefectKind;
using check::Reason;

constexpr unsigned NumStores = 12;

/// Stores to one object; number I is at line \p FirstLine + I if there are
/// lines.
view::SyncView stores(unsigned FirstLine) {
  view::Kernel K(64, 64);
  uint32_t Tile = K.object("tile");
  for (unsigned I = 0; I < NumStores; ++I)
    K.store(Tile, K.tid());
  view::SyncView View = K.finish();
  View.Kernel = "k";
  for (unsigned I = 0; I < NumStores; ++I)
    View.Blocks[0].Events[I].Where.Line = FirstLine == 0 ? 0 : FirstLine + I;
  return View;
}

Defect unknownAt(unsigned Event, Reason Why) {
  Defect F;
  F.Kind = DefectKind::NotUnderstood;
  F.Certainty = check::Certainty::Unknown;
  F.First.Site = F.Second.Site = {0, Event};
  F.Reason = Why;
  return F;
}

std::vector<CheckedFinding> reported(const view::SyncView &View,
                                     std::vector<Defect> Defects) {
  KernelFile Input = KernelFile::ofModule("k.cl");
  WarningOptions Warnings = llvm::cantFail(WarningOptions::parse({}));
  CheckedKernelOptions Options{Warnings};
  return reportKernel(View, std::move(Defects), Input, Options).Findings;
}

TEST(CheckedKernel, FoldsUnknownFindingsThatSayTheSame) {
  std::vector<Defect> Defects;
  for (unsigned I = 0; I < NumStores; ++I)
    Defects.push_back(
        unknownAt(I, I == 3 ? Reason::UnknownBytes : Reason::UnknownObject));
  std::vector<CheckedFinding> Findings = reported(stores(1), Defects);
  ASSERT_EQ(Findings.size(), 9u);
  ASSERT_EQ(Findings.back().Message.Notes.size(), 1u);
  EXPECT_EQ(Findings.back().Message.Where.Line, 9u);
  EXPECT_EQ(Findings.back().Message.Notes.front().Message,
            "the same at 3 more places of the kernel");
}

TEST(CheckedKernel, ReportsALineOnce) {
  view::SyncView View = stores(1);
  View.Blocks[0].Events[1].Where.Line = 1;
  EXPECT_EQ(reported(View, {unknownAt(0, Reason::UnknownObject),
                            unknownAt(1, Reason::UnknownBytes),
                            unknownAt(2, Reason::UnknownObject)})
                .size(),
            2u);
}

TEST(CheckedKernel, WithoutLinesReportsAStatementOnce) {
  view::SyncView View = stores(0);
  EXPECT_EQ(reported(View, {unknownAt(0, Reason::UnknownObject),
                            unknownAt(1, Reason::UnknownObject),
                            unknownAt(2, Reason::UnknownBytes)})
                .size(),
            2u);
}

TEST(CheckedKernel, StatementsDifferInWhatIsSaid) {
  view::SyncView View = stores(0);
  Defect F;
  F.First.Site = F.Second.Site = {0, 0};
  F.Evidence.emplace();
  F.Evidence->Size[0] = 64;
  F.Evidence->Threads[1].Id[0] = 1;
  Defect Other = F;
  EXPECT_EQ(check::stateDefect(View, F), check::stateDefect(View, Other));
  Other.Evidence->Threads[1].Id[0] = 2;
  EXPECT_NE(check::stateDefect(View, F), check::stateDefect(View, Other));
  // The second dimension is not named in a work-group of one.
  Other = F;
  Other.Evidence->Threads[1].Id[1] = 2;
  EXPECT_EQ(check::stateDefect(View, F), check::stateDefect(View, Other));
}

} // namespace
} // namespace fencepost
