//===- Reference.cpp - The model once more, naively -----------------------===//
// Finds the values that reads may return, goes through every combination of
// paths, and collects what is allowed. See Reference.h.
//===----------------------------------------------------------------------===//
#include "Reference.h"
#include "ReferenceCandidate.h"
#include <bitset>

namespace fencepost::model::naive {

namespace {

/// A set of pairs of a cell and a value.
using Pairs = std::bitset<512>;
using Key = std::vector<int64_t>;

class Enumerator {
public:
  Enumerator(const Program &P, const std::vector<Cell> &Observed,
             const ReferenceOptions &Options)
      : P(P), Observed(Observed), Options(Options), Work(Options.Work),
        Where(P) {}

  ReferenceAnswer run();

private:
  bool findPaths();
  bool growDomain();
  void numberPairs();
  unsigned pairNumber(const Cell &C, Value V);
  void choosePath(Pairs Needed, Pairs Provided);
  void tryCombination();
  const BarrierResult *solve(const std::vector<Wave> &Waves);
  void collect(const Combination &All, const Solution &Barriers);
  void record(const Combination &All, const Solution &Barriers,
              const Candidate &C, const Allowed &A);
  void recordRaces(const Candidate &C, const Allowed &A);
  UndefinedSet namesOf(const Combination &All, const Solution &Barriers) const;
  void give(Outcome End, Key Identity);

  const Program &P;
  const std::vector<Cell> &Observed;
  const ReferenceOptions &Options;
  uint64_t Work;
  Places Where;
  Domain Values;
  std::vector<std::vector<Path>> Paths; ///< Per thread.
  std::vector<std::vector<Pairs>> Needs, Provides;
  std::vector<Pairs> RestProvides; ///< What threads from here on may write.
  std::map<std::pair<Cell, Value>, unsigned> Numbers;
  std::vector<unsigned> Chosen; ///< Per thread so far, its path.
  std::map<Key, std::optional<BarrierResult>> Solved;
  std::set<Key> Seen;
  ReferenceAnswer Answer;
};

} // namespace

/// Adds what the paths write to what reads may return.
bool Enumerator::growDomain() {
  bool Grew = false;
  for (const std::vector<Path> &OfThread : Paths)
    for (const Path &Each : OfThread)
      for (const Act &A : Each.Acts)
        if (A.writes() && !A.Written.IsUndef)
          Grew |= Values[A.Where].insert(A.Written).second;
  return Grew;
}

/// A value that needs more hops from read to write than there are reads would
/// justify itself (docs/model.md M11), so that many rounds find them all.
bool Enumerator::findPaths() {
  std::set<unsigned> Copies;
  for (unsigned T = 0; T != P.Threads.size(); ++T)
    Copies.insert(Where.instance(ScopeLevel::Workgroup, T));
  for (unsigned L = 0; L != P.Locations.size(); ++L)
    for (unsigned E = 0; E != P.Locations[L].Initial.size(); ++E)
      for (unsigned Copy : Copies)
        Values[{L, E, Copy}].insert(Value::of(P.Locations[L].Initial[E]));
  PathLimits Limits;
  Limits.Unroll = Options.Unroll;
  Limits.MaxPaths = Options.MaxPaths;
  for (unsigned Round = 0, Reads = 0; Round <= Reads + 1; ++Round) {
    Paths.clear();
    Reads = 0;
    for (unsigned T = 0; T != P.Threads.size(); ++T) {
      auto Found = enumeratePaths(P, T, Values, Limits);
      if (!Found)
        return false;
      unsigned Most = 0;
      for (const Path &Each : *Found) {
        unsigned Count = 0;
        for (const Act &A : Each.Acts)
          Count += A.reads();
        Most = std::max(Most, Count);
      }
      Reads += Most;
      Paths.push_back(std::move(*Found));
    }
    if (!growDomain())
      return true;
  }
  return true;
}

unsigned Enumerator::pairNumber(const Cell &C, Value V) {
  return Numbers.emplace(std::pair(C, V), Numbers.size()).first->second;
}

void Enumerator::numberPairs() {
  for (const std::vector<Path> &OfThread : Paths) {
    Needs.emplace_back();
    Provides.emplace_back();
    for (const Path &Each : OfThread) {
      Pairs Needed, Provided;
      for (const Act &A : Each.Acts) {
        if (A.reads() && !A.Read.IsUndef)
          Needed.set(pairNumber(A.Where, A.Read) % Needed.size());
        if (A.writes() && !A.Written.IsUndef)
          Provided.set(pairNumber(A.Where, A.Written) % Needed.size());
      }
      Needs.back().push_back(Needed);
      Provides.back().push_back(Provided);
    }
  }
  RestProvides.resize(P.Threads.size() + 1);
  for (unsigned T = P.Threads.size(); T-- > 0;) {
    RestProvides[T] = RestProvides[T + 1];
    for (const Pairs &Each : Provides[T])
      RestProvides[T] |= Each;
  }
}

/// Goes through the paths of the next thread, and gives up a choice when some
/// value was read that nobody can write any more.
void Enumerator::choosePath(Pairs Needed, Pairs Provided) {
  unsigned T = Chosen.size();
  if (!Work || (Needed & ~(Provided | RestProvides[T])).any())
    return;
  if (T == P.Threads.size())
    return tryCombination();
  for (unsigned I = 0; I != Paths[T].size(); ++I) {
    Chosen.push_back(I);
    choosePath(Needed | Needs[T][I], Provided | Provides[T][I]);
    Chosen.pop_back();
  }
}

void Enumerator::tryCombination() {
  if (!--Work)
    return;
  Combination All;
  for (unsigned T = 0; T != Chosen.size(); ++T)
    All.Paths.push_back(&Paths[T][Chosen[T]]);
  std::optional<std::vector<Wave>> Waves = mergeWaves(P, All.Paths);
  if (!Waves)
    return;
  All.Waves = std::move(*Waves);
  const BarrierResult *Barriers = solve(All.Waves);
  if (!Barriers)
    return;
  All.Nodes = Barriers->Nodes;
  for (const Solution &Each : Barriers->Solutions)
    collect(All, Each);
}

static void append(Key &To, const Act &A) {
  To.insert(To.end(), {static_cast<int64_t>(A.Op), A.ActsOn.operand(), A.Count,
                       A.IsFirst});
}

/// The solutions depend on what the wavefronts do alone.
const BarrierResult *Enumerator::solve(const std::vector<Wave> &Waves) {
  Key K;
  for (const Wave &W : Waves) {
    K.insert(K.end(), {static_cast<int64_t>(W.Steps.size()), W.Ended,
                       W.StuckAt.has_value()});
    for (const Act &A : W.Steps)
      append(K, A);
    if (W.StuckAt)
      append(K, *W.StuckAt);
  }
  auto [It, New] = Solved.try_emplace(K);
  if (New)
    It->second = solveNaively(Waves, Work);
  return It->second ? &*It->second : nullptr;
}

void Enumerator::collect(const Combination &All, const Solution &Barriers) {
  std::optional<Candidate> C = makeCandidate(P, All, Barriers, Observed);
  if (!C) {
    Work = 0;
    return;
  }
  auto Found = allowedExecutions(*C, Where, Options.Letter, Work);
  if (!Found)
    return;
  for (const Allowed &A : *Found)
    record(All, Barriers, *C, A);
}

/// `hang` only if there is nothing else.
UndefinedSet Enumerator::namesOf(const Combination &All,
                                 const Solution &Barriers) const {
  UndefinedSet Names = Barriers.Names;
  bool Stuck = false;
  for (const Wave &W : All.Waves) {
    Names.insert(W.Names);
    Stuck |= W.StuckAt.has_value();
  }
  if (Stuck && Names.empty())
    Names.insert(Undefined::Hang);
  return Names;
}

/// docs/model.md B7: nothing is wrong with what a wavefront did before it was
/// cut short or got stuck; where barriers mean nothing, neither do races.
static bool racesCount(UndefinedSet Names) {
  for (Undefined Kind :
       {Undefined::NonConvergent, Undefined::FirstNotInit,
        Undefined::JoinedTooLate, Undefined::ExpectedNegative,
        Undefined::ExpectedNotPositive, Undefined::ExpectedNotAbove,
        Undefined::DropRace, Undefined::ClusterDoubleArrive,
        Undefined::TrapBarrier})
    if (Names.has(Kind))
      return false;
  return true;
}

static void append(Key &To, Value V) {
  To.insert(To.end(), {V.IsUndef, V.Number});
}

/// What tells executions apart, except for the final values: the paths with
/// their values, what case-2 reads read, and who took part in each wait.
static Key identity(const Combination &All, const Solution &Barriers,
                    const Allowed &A) {
  Key K;
  for (const Path *Each : All.Paths) {
    K.insert(K.end(), {static_cast<int64_t>(Each->End),
                       static_cast<int64_t>(Each->Acts.size())});
    for (const Act &Action : Each->Acts) {
      K.insert(K.end(),
               {Action.Instruction, Action.Where.Element, Action.IsFirst});
      append(K, Action.Read);
      append(K, Action.Written);
    }
  }
  K.insert(K.end(), A.Source.begin(), A.Source.end());
  for (const auto &[Wait, Participants] : Barriers.Waits) {
    K.insert(K.end(), {-1, Wait});
    K.insert(K.end(), Participants.begin(), Participants.end());
  }
  return K;
}

void Enumerator::recordRaces(const Candidate &C, const Allowed &A) {
  for (auto [X, Y] : A.Races) {
    ProgramPoint First = {C.Events[X].Thread, C.Events[X].Action.Instruction};
    ProgramPoint Second = {C.Events[Y].Thread, C.Events[Y].Action.Instruction};
    Answer.Races.insert(std::minmax(First, Second));
  }
}

void Enumerator::give(Outcome End, Key Identity) {
  for (unsigned Kind = 0; Kind != NumUndefined; ++Kind)
    if (auto Name = static_cast<Undefined>(Kind); End.Undefined.has(Name)) {
      Answer.Names.insert(Name);
      Identity.insert(Identity.end(), {-2, Kind});
    }
  Answer.Executions += Seen.insert(std::move(Identity)).second;
  Answer.States.insert(std::move(End));
}

void Enumerator::record(const Combination &All, const Solution &Barriers,
                        const Candidate &C, const Allowed &A) {
  bool Cut = false;
  for (const Path *Each : All.Paths)
    if (Each->End == PathEnd::CutAtBound) {
      Cut = true;
      Answer.CutAtUnrollBound |= Each->CutMatters;
    }
  Outcome End;
  End.Undefined = namesOf(All, Barriers);
  // Undefined behaviour has struck whatever a cut thread does next; a hang may
  // still end.
  if (Cut && (End.Undefined.empty() || End.Undefined.has(Undefined::Hang)))
    return;
  if (racesCount(End.Undefined)) {
    End.Race = !A.Races.empty();
    recordRaces(C, A);
  }
  Key Identity = identity(All, Barriers, A);
  if (!End.Undefined.empty())
    return give(End, Identity);
  for (const Path *Each : All.Paths)
    End.Registers.insert(End.Registers.end(), Each->Registers.begin(),
                         Each->Registers.end());
  for (const std::vector<unsigned> &Finals : A.Finals) {
    Outcome Whole = End;
    Key WholeIdentity = Identity;
    for (unsigned W : Finals) {
      Whole.Locations.push_back(W == None ? Value::undef()
                                          : C.Events[W].Action.Written);
      WholeIdentity.push_back(W);
    }
    give(Whole, WholeIdentity);
  }
}

ReferenceAnswer Enumerator::run() {
  bool Fits = findPaths();
  if (Fits) {
    numberPairs();
    Fits = Numbers.size() <= Pairs().size();
  }
  Pairs Initial;
  for (auto [Which, Number] : Numbers) {
    const Location &L = P.Locations[Which.first.Location];
    if (!L.Initial.empty() &&
        L.Initial[Which.first.Element] == Which.second.Number)
      Initial.set(Number % Initial.size());
  }
  if (Fits)
    choosePath({}, Initial);
  Answer.TooBig = !Fits || !Work;
  return Answer;
}

ReferenceAnswer enumerateNaively(const Program &P,
                                 const std::vector<Cell> &Observed,
                                 const ReferenceOptions &Options) {
  return Enumerator(P, Observed, Options).run();
}

} // namespace fencepost::model::naive
