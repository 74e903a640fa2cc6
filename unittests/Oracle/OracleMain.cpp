//===- OracleMain.cpp - What the naive oracle sees in a file of IR --------===//
// sync-oracle PROCESSOR FILE prints, for every kernel, the races that running
// all threads shows with a few values for arguments and memory: two numbers of
// accesses a line. Two files in which only synchronization differs are equally
// good if it prints the same for both. `test/tools/check_mutants.py` compares
// mutants with their kernels in this way.
//===----------------------------------------------------------------------===//
#include "OracleInput.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost;

static void judge(const view::SyncView &View) {
  llvm::outs() << "kernel " << View.Kernel << "\n";
  if (std::string Why = oracle::whyNoJudge(View); !Why.empty()) {
    llvm::outs() << "not judged: " << Why << "\n";
    return;
  }
  std::set<oracle::Race> Races;
  for (const oracle::Setting &With : oracle::settings()) {
    std::vector<oracle::Ran> Threads = oracle::runThreads(View, With);
    // What threads that part do is not to be compared.
    if (!oracle::agreeOnBarriers(Threads))
      llvm::outs() << "threads part, seed " << With.Seed << "\n";
    else
      Races.merge(oracle::findRaces(View, Threads));
  }
  for (auto [A, B] : Races)
    llvm::outs() << A << " " << B << "\n";
}

int main(int Count, char **Arguments) {
  if (Count != 3) {
    llvm::errs() << "usage: sync-oracle PROCESSOR FILE\n";
    return 2;
  }
  auto Views = oracle::viewsOf(Arguments[1], Arguments[2]);
  if (!Views) {
    llvm::errs() << llvm::toString(Views.takeError()) << "\n";
    return 2;
  }
  for (const view::SyncView &View : *Views)
    judge(View);
  return 0;
}
