//===- AgreeMain.cpp - The checker against the oracle, pair by pair -------===//
// sync-agree PROCESSOR FILE: every kernel of FILE is made small (waves of two
// lanes, work-groups of two and of four waves), and so is each mutant of it
// that lacks one barrier or one fence. For each of them, the pairs of accesses
// that race by running all threads (SyncOracle.h) are compared with those that
// `fencepost check` names:
//  - what the oracle sees, the checker must not be silent about: it is an
//    error, possible, or something is unknown;
//  - what the checker calls an error, the oracle must see: with some of its
//    values, or with those of the checker's witness.
// Mutants whose barriers are wrong in themselves are left out. Prints the pairs
// on which they differ, and a line that counts.
//===----------------------------------------------------------------------===//
#include "OracleInput.h"
#include "fencepost/Check/Check.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost;
using view::Event;
using view::EventKind;
using view::SyncView;

namespace {

/// There are few threads, so that each may do much.
constexpr unsigned MaxSteps = 16000;

struct Totals {
  unsigned Views = 0, Pairs = 0, Errors = 0, Skipped = 0, Silent = 0,
           NotSeen = 0;
};

/// The view with work-groups of \p Waves waves of two lanes.
SyncView small(const SyncView &View, unsigned Waves) {
  SyncView Result = View;
  Result.WaveSize = 2;
  unsigned Left = 2 * Waves;
  for (int D = 2; D >= 0; --D) {
    Result.Size[D] = D == 0 ? Left : View.Size[D] > 1 ? 2 : 1;
    Left /= Result.Size[D];
  }
  Result.SizeIsExact = true;
  Result.Most = 2 * Waves;
  return Result;
}

/// The number of an access as the oracle counts them.
uint32_t numberOf(const SyncView &View, view::AccessSite At) {
  uint32_t Number = 0;
  for (view::BlockId B = 0; B <= At.Site.Block; ++B) {
    const std::vector<Event> &Events = View.Blocks[B].Events;
    size_t End = B == At.Site.Block ? At.Site.Event : Events.size();
    for (size_t E = 0; E < End; ++E)
      Number += Events[E].Kind == EventKind::Access ||
                Events[E].Kind == EventKind::Transfer;
  }
  return 2 * Number + At.Destination;
}

bool isRace(check::DefectKind Kind) {
  return Kind <= check::DefectKind::FenceTooNarrow ||
         Kind == check::DefectKind::AsyncNotComplete;
}

/// Whether the barriers themselves are wrong: nothing is to be counted then.
bool isAboutBarriers(const check::Defect &F) {
  return F.Kind >= check::DefectKind::DivergentBarrier &&
         F.Kind <= check::DefectKind::NamedOrClusterBarrier;
}

/// By running with what the checker says shows it.
bool seenWith(const SyncView &View, const check::Defect &F, oracle::Race R) {
  if (!F.Evidence)
    return false;
  for (uint64_t Seed = 0; Seed < 24; ++Seed)
    for (uint64_t Numbers : {2, 16, 251, 3000}) {
      oracle::Setting With;
      With.MaxSteps = MaxSteps;
      With.Seed = Seed;
      With.Numbers = Numbers;
      With.Extremes = Seed % 3 == 2;
      With.Group = F.Evidence->Group[0];
      if (!F.Evidence->Arguments.empty())
        With.Argument = F.Evidence->Arguments.front().second;
      With.Arguments = F.Evidence->Arguments;
      if (oracle::findRaces(View, oracle::runThreads(View, With)).count(R))
        return true;
      if (Seed == 0)
        break;
    }
  return false;
}

class Comparison {
public:
  Comparison(const SyncView &View, std::string What, Totals &Sum)
      : View(View), What(std::move(What)), Sum(Sum) {}
  void run();

private:
  bool runOracle();
  void say(oracle::Race R, const char *Text) const {
    llvm::outs() << View.Kernel << ", " << View.Size[0] << " x " << View.Size[1]
                 << " x " << View.Size[2] << ", " << What << ": accesses "
                 << R.first << " and " << R.second << " " << Text << "\n";
  }

  const SyncView &View;
  std::string What;
  Totals &Sum;
  std::set<oracle::Race> Races;
};

/// False if threads part: barriers are not to be counted then.
bool Comparison::runOracle() {
  for (oracle::Setting With : oracle::settings()) {
    With.MaxSteps = MaxSteps;
    std::vector<oracle::Ran> Threads = oracle::runThreads(View, With);
    if (!oracle::agreeOnBarriers(Threads))
      return false;
    Races.merge(oracle::findRaces(View, Threads));
  }
  return true;
}

void Comparison::run() {
  std::vector<check::Defect> Found = check::checkKernel(View);
  if (llvm::any_of(Found, isAboutBarriers) || !runOracle()) {
    ++Sum.Skipped;
    return;
  }
  ++Sum.Views;
  Sum.Pairs += Races.size();
  std::set<oracle::Race> Named;
  std::set<uint32_t> TooEarly; // Of these, one transfer is named.
  bool Unknown = false;
  for (const check::Defect &F : Found) {
    Unknown |= F.Certainty == check::Certainty::Unknown;
    if (!isRace(F.Kind))
      continue;
    oracle::Race R =
        std::minmax(numberOf(View, F.First), numberOf(View, F.Second));
    Named.insert(R);
    if (F.Kind == check::DefectKind::AsyncNotComplete)
      TooEarly.insert(numberOf(View, F.First));
    if (F.Certainty != check::Certainty::Error)
      continue;
    ++Sum.Errors;
    if (Races.count(R) || seenWith(View, F, R))
      continue;
    ++Sum.NotSeen;
    say(R, "are an error that the oracle does not see");
  }
  for (oracle::Race R : Races)
    if (!Unknown && !Named.count(R) && !TooEarly.count(R.first) &&
        !TooEarly.count(R.second)) {
      ++Sum.Silent;
      say(R, "race, and the checker is silent");
    }
}

void compareAll(const SyncView &Whole, Totals &Sum) {
  for (unsigned Waves : {2u, 4u}) {
    SyncView View = small(Whole, Waves);
    Comparison(View, "whole", Sum).run();
    for (view::Block &B : View.Blocks)
      for (size_t I = 0; I < B.Events.size(); ++I) {
        Event E = B.Events[I];
        if (E.Kind != EventKind::Barrier && E.Kind != EventKind::Fence &&
            E.Kind != EventKind::AsyncWait)
          continue;
        B.Events.erase(B.Events.begin() + I);
        Comparison(View,
                   "without event " + std::to_string(I) + " of block " +
                       std::to_string(&B - View.Blocks.data()),
                   Sum)
            .run();
        B.Events.insert(B.Events.begin() + I, E);
      }
  }
}

} // namespace

int main(int Count, char **Arguments) {
  if (Count != 3) {
    llvm::errs() << "usage: sync-agree PROCESSOR FILE\n";
    return 2;
  }
  auto Views = oracle::viewsOf(Arguments[1], Arguments[2]);
  if (!Views) {
    llvm::errs() << llvm::toString(Views.takeError()) << "\n";
    return 2;
  }
  Totals Sum;
  for (const SyncView &View : *Views) {
    if (std::string Why = oracle::whyNoJudge(View); !Why.empty())
      llvm::outs() << View.Kernel << ": not judged: " << Why << "\n";
    else
      compareAll(View, Sum);
  }
  llvm::outs() << Sum.Views << " views, " << Sum.Pairs << " pairs that race, "
               << Sum.Errors << " errors, " << Sum.Skipped
               << " views whose threads part; " << Sum.Silent
               << " pairs not named, " << Sum.NotSeen << " errors not seen\n";
  return Sum.Silent + Sum.NotSeen != 0;
}
