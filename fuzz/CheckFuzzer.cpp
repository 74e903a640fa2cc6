//===- CheckFuzzer.cpp - Any LLVM IR through the checker ------------------===//
// What LLVM accepts must become views, and each view findings that can be told:
// every site is in the view, every text is there, and checking again says the
// same. Text is changed line by line (LineMutator.h). Bitcode is not tried, for
// LLVM's reader of it is not safe against damage.
//===----------------------------------------------------------------------===//
#include "LineMutator.h"
#include "fencepost/Check/Check.h"
#include "fencepost/Check/DefectStatement.h"
#include "fencepost/IR/BuildView.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/Report/FindingText.h"
#include "fencepost/View/PrintView.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost;
using llvm::StringRef;

static void require(bool Holds) {
  if (!Holds)
    __builtin_trap();
}

/// Small enough for many inputs a second; a limit that is hit is an answer too.
static sym::AnalysisLimits tightLimits() {
  sym::AnalysisLimits Limits;
  Limits.Solving = {50000, 20000};
  Limits.Enumerating = {1 << 12, 1 << 14};
  Limits.ReplaySteps = 500;
  Limits.SearchSteps = 5000;
  Limits.Searches = 4;
  Limits.Pairs = 10000;
  return Limits;
}

static std::string told(const view::SyncView &View) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  view::printSyncView(OS, View);
  for (const check::Defect &F : check::checkKernel(View, tightLimits())) {
    for (view::Site Site : check::sitesOf(View, F))
      require(Site.Event < View.Blocks[Site.Block].Events.size());
    Finding Report = describeDefect(View, F);
    require(!Report.Message.empty());
    OS << kindOf(Report.Id).Name << ' ' << Report.Message << '\n';
    for (const Note &N : Report.Notes)
      OS << N.Message << '\n';
  }
  return Text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Text(reinterpret_cast<const char *>(Data), Size);
  IRSourceOptions Reading;
  Reading.Modules = true;
  auto Source = IRSource::parse(Text, "fuzz.ll", Reading);
  if (!Source) {
    llvm::consumeError(Source.takeError());
    return 0;
  }
  for (StringRef Cpu : {"gfx942", "gfx1250"}) {
    ir::ViewOptions Options;
    Options.Cpu = Cpu.str();
    Options.MaxInstructions = 2000;
    auto Views = ir::buildSyncViews(**Source, Options);
    if (!Views) {
      llvm::consumeError(Views.takeError());
      continue;
    }
    for (const view::SyncView &View : *Views)
      require(told(View) == told(View));
  }
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  return fuzz::mutateLines(Data, Size, MaxSize, Seed);
}
