//===- OracleMain.cpp - What the naive oracle sees in a file of IR --------===//
// sync-oracle PROCESSOR FILE prints, for every kernel, the races that running
// all threads shows with a few values for arguments and memory: two numbers of
// accesses a line. Two files in which only synchronization differs are equally
// good if it prints the same for both. `test/tools/check_mutants.py` compares
// mutants with their kernels in this way.
//===----------------------------------------------------------------------===//
#include "SyncOracle.h"
#include "fencepost/IR/BuildView.h"
#include "fencepost/IR/IRSource.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost;

static llvm::Expected<std::vector<view::SyncView>>
viewsOf(llvm::StringRef Processor, llvm::StringRef File) {
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(File);
  if (!Buffer)
    return llvm::errorCodeToError(Buffer.getError());
  IRSourceOptions Reading;
  Reading.Modules = true;
  auto Source = IRSource::parse((*Buffer)->getBuffer(), File, Reading);
  if (!Source)
    return Source.takeError();
  ir::ViewOptions Options;
  Options.Cpu = Processor.str();
  return ir::buildSyncViews(**Source, Options);
}

static void judge(const view::SyncView &View) {
  llvm::outs() << "kernel " << View.Kernel << "\n";
  if (std::string Why = oracle::whyNoJudge(View); !Why.empty()) {
    llvm::outs() << "not judged: " << Why << "\n";
    return;
  }
  const oracle::Setting Settings[] = {
      {.Argument = 64, .Seed = 0},
      {.Argument = 64, .Seed = 1, .Numbers = 4},
      {.Argument = 1000, .Seed = 2, .Numbers = 16, .Group = 1},
      {.Argument = 17, .Seed = 3, .Numbers = 251},
      {.Argument = 256, .Seed = 4, .Numbers = 2, .Group = 2},
      {.Argument = 600, .Seed = 5, .Numbers = 3000},
      {.Argument = 600, .Seed = 6, .Numbers = 3000, .Group = 1},
      {.Argument = 600, .Seed = 7, .Numbers = 3000, .Group = 3},
  };
  std::set<oracle::Race> Races;
  for (const oracle::Setting &With : Settings) {
    // What threads that part do is not to be compared.
    if (!oracle::agreeOnBarriers(View, With))
      llvm::outs() << "threads part, seed " << With.Seed << "\n";
    else
      Races.merge(oracle::findRaces(View, With));
  }
  for (auto [A, B] : Races)
    llvm::outs() << A << " " << B << "\n";
}

int main(int Count, char **Arguments) {
  if (Count != 3) {
    llvm::errs() << "usage: sync-oracle PROCESSOR FILE\n";
    return 2;
  }
  auto Views = viewsOf(Arguments[1], Arguments[2]);
  if (!Views) {
    llvm::errs() << llvm::toString(Views.takeError()) << "\n";
    return 2;
  }
  for (const view::SyncView &View : *Views)
    judge(View);
  return 0;
}
