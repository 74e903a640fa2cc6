//===- CheckFuzzer.cpp - Any LLVM IR through the checker ------------------===//
// What LLVM accepts must become views, and each view findings that can be told:
// every site is in the view, every text is there, and checking again says the
// same. Text is changed line by line, so that most of it stays valid: lines are
// taken away, repeated, moved, and their numbers and operands changed. Bitcode
// is not tried, for LLVM's reader of it is not safe against damage.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Check.h"
#include "fencepost/Check/Describe.h"
#include "fencepost/IR/BuildView.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/View/PrintView.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <random>

using namespace fencepost;
using llvm::StringRef;

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

static void require(bool Holds) {
  if (!Holds)
    __builtin_trap();
}

/// Small enough for many inputs a second; a limit that is hit is an answer too.
static check::CheckLimits tightLimits() {
  check::CheckLimits Limits;
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
  for (const check::Finding &F : check::checkKernel(View, tightLimits())) {
    for (check::Site Site : check::sitesOf(View, F))
      require(Site.Event < View.Blocks[Site.Block].Events.size());
    Finding Said = check::describe(View, F);
    require(!Said.Message.empty());
    OS << kindOf(Said.Id).Name << ' ' << Said.Message << '\n';
    for (const Note &N : Said.Notes)
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

namespace {

/// One change to a text of lines.
class LineMutator {
public:
  LineMutator(StringRef Text, unsigned Seed) : Random(Seed) {
    Text.split(Lines, '\n');
  }
  std::string run() {
    switch (below(6)) {
    case 0:
      Lines.erase(Lines.begin() + below(Lines.size()));
      break;
    case 1:
      Lines.insert(Lines.begin() + below(Lines.size()), any());
      break;
    case 2:
      std::swap(Lines[below(Lines.size())], Lines[below(Lines.size())]);
      break;
    case 3:
      Lines[below(Lines.size())] = any();
      break;
    default:
      exchangeWord();
    }
    return llvm::join(Lines, "\n");
  }

private:
  size_t below(size_t Bound) { return Bound ? Random() % Bound : 0; }
  StringRef any() { return Lines[below(Lines.size())]; }
  /// A word of one line in the place of a word of another.
  void exchangeWord() {
    StringRef &Line = Lines[below(Lines.size())];
    llvm::SmallVector<StringRef> Mine, Theirs;
    Line.split(Mine, ' ');
    any().split(Theirs, ' ');
    StringRef &Old = Mine[below(Mine.size())];
    StringRef New = Theirs[below(Theirs.size())].rtrim(",");
    Made = (New + (Old.ends_with(",") ? "," : "")).str();
    if (!Old.empty() && llvm::isDigit(Old.back()) && below(2))
      Made = llvm::utostr(below(2) ? below(300) : Random());
    Old = Made;
    Changed = llvm::join(Mine, " ");
    Line = Changed;
  }

  std::mt19937 Random;
  llvm::SmallVector<StringRef> Lines;
  std::string Made, Changed;
};

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  if (Seed % 16 == 0 || Size == 0)
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  std::string Text(reinterpret_cast<const char *>(Data), Size);
  for (unsigned Times = Seed / 16 % 3 + 1; Times--;)
    Text = LineMutator(Text, Seed + Times).run();
  Size = std::min(Text.size(), MaxSize);
  std::copy_n(Text.data(), Size, Data);
  return Size;
}
