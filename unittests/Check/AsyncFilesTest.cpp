//===- AsyncFilesTest.cpp - Async findings in LLVM IR ---------------------===//
// Every scenario of wrong synchronization and every kernel in IR, on the
// processors that it names: findings about async transfers are reported exactly
// where they are expected. In kernels with async transfers, every wait and mark
// is removed, one at a time.
//===----------------------------------------------------------------------===//
#include "DefectWords.h"
#include "ViewFiles.h"
#include "fencepost/Check/Async.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <gtest/gtest.h>

namespace fencepost::check {

/// Which findings there are, without those that are only possible.
static std::string foundIn(const std::vector<view::SyncView> &Views) {
  std::set<std::string> Names;
  for (const view::SyncView &View : Views) {
    sym::Analysis Context(View);
    for (const Defect &F : findAsync(Context)) {
      EXPECT_NE(F.Certainty, Certainty::Unknown) << reasonOf(F);
      if (F.Certainty == Certainty::Error)
        Names.insert(F.Kind == DefectKind::AsyncNotComplete
                         ? "async-not-complete"
                         : "async-needless");
    }
  }
  return llvm::join(Names, ",");
}

static void expectFindings(const char *Folder, unsigned &Async) {
  for (const ViewFile &File : viewFilesIn(Folder)) {
    bool Expected = llvm::StringRef(File.Expect).starts_with("async-");
    for (const std::string &Processor : File.Processors) {
      EXPECT_EQ(foundIn(viewsOf(File, Processor)), Expected ? File.Expect : "")
          << File.Name << " " << Processor;
      Async += Expected;
    }
  }
}

TEST(AsyncFiles, Scenarios) {
  unsigned Async = 0;
  expectFindings("check/Inputs", Async);
  EXPECT_GE(Async, 16u);
}

TEST(AsyncFiles, Kernels) {
  unsigned Async = 0;
  expectFindings("kernels", Async);
  EXPECT_EQ(Async, 0u);
}

/// \p Text without its line \p Number; a wait lets one more be outstanding
/// instead if \p Weaken says so. Empty if the line has nothing to change.
static std::string changed(llvm::StringRef Text, unsigned Number, bool Weaken) {
  llvm::SmallVector<llvm::StringRef, 128> Lines;
  Text.split(Lines, '\n');
  llvm::StringRef Line = Lines[Number];
  bool IsWait = Line.contains("call void @llvm.amdgcn.wait.asyncmark(");
  if (!IsWait &&
      (Weaken || !Line.contains("call void @llvm.amdgcn.asyncmark(")))
    return "";
  std::string New;
  if (Weaken) {
    unsigned Count = 0;
    Line.split("(i16 ").second.split(')').first.getAsInteger(10, Count);
    New = "  call void @llvm.amdgcn.wait.asyncmark(i16 " +
          std::to_string(Count + 1) + ")";
  }
  Lines[Number] = New;
  return llvm::join(Lines, "\n");
}

/// The waits at the end of the rings are not needed: nobody reads after them.
static bool isEquivalent(llvm::StringRef Text, unsigned Number) {
  llvm::StringRef Before = Text;
  for (unsigned I = 0; I < Number; ++I)
    Before = Before.split('\n').second;
  llvm::StringRef Behind = Before.split('\n').second;
  return !Behind.split("\n}").first.contains("addrspace(3)");
}

TEST(AsyncFiles, EveryWaitAndMarkOfTheKernelsCounts) {
  unsigned Mutants = 0, Equivalent = 0;
  for (const ViewFile &File : viewFilesIn("kernels")) {
    std::string Text = textOf(File);
    unsigned Lines = llvm::StringRef(Text).count('\n');
    for (unsigned Number = 0; Number < Lines; ++Number)
      for (bool Weaken : {false, true}) {
        std::string Mutant = changed(Text, Number, Weaken);
        if (Mutant.empty())
          continue;
        ++Mutants;
        std::string Found =
            foundIn(viewsOfText(Mutant, File.Processors.front()));
        bool Same =
            File.Name != "async-store-back" && isEquivalent(Text, Number);
        Equivalent += Same;
        EXPECT_EQ(Found == "async-not-complete", !Same)
            << File.Name << " line " << Number + 1 << ": " << Found;
      }
  }
  EXPECT_EQ(Mutants, 17u);
  EXPECT_EQ(Equivalent, 4u);
}

} // namespace fencepost::check
