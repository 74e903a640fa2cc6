//===- RandomRuns.cpp - Runs of whole work-groups that find races ---------===//
// See RandomRuns.h. Of equal accesses to one address by threads of one wave two
// are kept, which is sufficient for every pair of sites to collide.
//===----------------------------------------------------------------------===//
#include "RandomRuns.h"
#include "fencepost/View/Conflict.h"
#include "llvm/ADT/Hashing.h"

namespace fencepost::check {

using namespace view;

/// Addresses are compared within granules of so many bytes.
static constexpr unsigned PlaceBytes = 4;
static constexpr uint64_t MaxAccessesCompared = 4000000;
static constexpr size_t MaxHits = 4;

/// True if the barriers that a thread reaches depend on data: threads with
/// different data then count barriers differently.
static bool partsByData(const sym::Analysis &Context) {
  bool Result = false;
  forEachEvent(Context.View, [&](Site At, const Event &E) {
    Result |= E.Kind == EventKind::Barrier &&
              (Context.Depends.blockSources(At.Block) &
               (ByInput | ByPlain | ByOther));
  });
  return Result;
}

RandomRuns::RandomRuns(sym::Analysis &Context,
                       const sim::ThreadInterpreter &Runs,
                       llvm::ArrayRef<AccessSite> Sites)
    : Context(Context), Runs(Runs), Sites(Sites) {
  for (AccessSite At : Sites)
    Numbers.emplace(At, Numbers.size());
  struct Row {
    uint64_t Arguments;
    uint32_t Fill, Group;
  };
  static constexpr Row Rows[] = {
      {64, 1, 0}, {1000, 2, 1}, {16, 0, 0}, {600, 3, 0}, {600, 6, 2}};
  constexpr size_t ForUnknown = 2; // The last ones, with large numbers.
  bool Parts = partsByData(Context);
  bool Knows = llvm::none_of(Context.View.Values, [](const Value &V) {
    return V.Kind == ValueKind::Unknown;
  });
  for (const Row &R :
       llvm::ArrayRef(Rows).drop_back(Knows || Parts ? ForUnknown : 0)) {
    sim::Launch Launch;
    std::copy(std::begin(Context.View.Size), std::end(Context.View.Size),
              Launch.Size);
    Launch.AllArguments = R.Arguments;
    Launch.Fill = Parts ? 0 : R.Fill;
    Launch.Group[0] = R.Group;
    Launches.push_back(Launch);
  }
  for (uint32_t L = 0; L < Launches.size() && !Sites.empty(); ++L)
    run(L);
  Records = {};
}

/// Adds the accesses of one thread; false if these are more than \p Most.
bool RandomRuns::record(const sim::Launch &Launch, unsigned Thread,
                        unsigned Most) {
  uint64_t Threads = uint64_t(Launch.Size[0]) * Launch.Size[1] * Launch.Size[2];
  unsigned Steps = std::min<uint64_t>(Context.Limits.ReplaySteps,
                                      Context.Limits.SearchSteps / Threads);
  sim::Trace T = Runs.run(Launch, sim::threadAt(Launch, Thread), {}, {}, Steps);
  if (T.Accesses.size() > Most)
    return false;
  for (const sim::AccessRecord &H : T.Accesses) {
    auto Number = Numbers.find(H.Site);
    if (Number == Numbers.end())
      continue;
    llvm::hash_code Instance = 0;
    for (auto [Loop, Count] : H.Iterations)
      Instance = llvm::hash_combine(Instance, Count);
    Records.push_back({H.Address, H.Stored, Number->second, Thread, H.Signals,
                       H.Waits, H.Epoch, uint32_t(size_t(Instance)),
                       H.KnowsStored});
  }
  return true;
}

/// All threads, or the first and last of each wave, or none.
std::vector<unsigned> RandomRuns::threads(const sim::Launch &Launch,
                                          size_t Each) const {
  unsigned Count = Launch.Size[0] * Launch.Size[1] * Launch.Size[2];
  unsigned Wave = Context.View.WaveSize;
  std::vector<unsigned> Result;
  bool All = Count * Each <= Context.Limits.ProbeRecords;
  for (unsigned T = 0; T < Count; ++T)
    if (All || T % Wave < 2 || T % Wave >= Wave - 2)
      Result.push_back(T);
  if (Result.size() * Each > Context.Limits.ProbeRecords)
    Result.clear();
  return Result;
}

void RandomRuns::run(uint32_t Number) {
  const sim::Launch &Launch = Launches[Number];
  Records.clear();
  if (!record(Launch, 0, Context.Limits.ProbeRecords))
    return;
  size_t Each = Records.size() + 1;
  Records.clear();
  for (unsigned Thread : threads(Launch, Each))
    record(Launch, Thread, Context.Limits.ProbeRecords);
  compareAll(Number);
}

bool RandomRuns::collide(const Record &X, const Record &Y) const {
  AccessSite A = Sites[X.Site], B = Sites[Y.Site];
  const AccessRange &S = A.in(Context.View), &T = B.in(Context.View);
  if (X.Thread == Y.Thread || Y.Waits > X.Signals || X.Waits > Y.Signals)
    return false;
  bool SameWave =
      X.Thread / Context.View.WaveSize == Y.Thread / Context.View.WaveSize;
  if (SameWave && X.Epoch != Y.Epoch)
    return false;
  if (SameWave && A.Site == B.Site && (A != B || X.Instance != Y.Instance))
    return false;
  if (!sim::commonByte(X.Address, S.Bytes, Y.Address, T.Bytes))
    return false;
  bool Same = !S.Reads && !T.Reads && X.KnowsStored && Y.KnowsStored &&
              X.Stored == Y.Stored && X.Address == Y.Address &&
              S.Bytes == T.Bytes;
  if (Same || (SameWave && A == B && !(X.KnowsStored && Y.KnowsStored)))
    return false;
  return conflict(Context.View, A, B).has_value();
}

void RandomRuns::compareAt(uint32_t Launch, llvm::ArrayRef<uint32_t> Together) {
  std::map<std::array<uint64_t, 7>, unsigned> Kept;
  llvm::SmallVector<uint32_t, 16> Chosen;
  for (uint32_t I : Together) {
    const Record &R = Records[I];
    bool Writes = Sites[R.Site].in(Context.View).Writes;
    unsigned &Count = Kept[{R.Site, R.Signals, R.Waits, R.Epoch,
                            R.Thread / Context.View.WaveSize,
                            Writes ? R.Stored : 0, Writes ? R.Instance : 0}];
    if (Count++ < 2)
      Chosen.push_back(I);
  }
  for (size_t I = 0; I < Chosen.size(); ++I)
    for (size_t J = I + 1; J < Chosen.size(); ++J) {
      if (++Compared > MaxAccessesCompared)
        return;
      const Record *X = &Records[Chosen[I]], *Y = &Records[Chosen[J]];
      if (X->Site > Y->Site)
        std::swap(X, Y);
      if (!collide(*X, *Y))
        continue;
      auto &All = Hits[{X->Site, Y->Site}];
      if (All.size() < MaxHits &&
          (All.empty() || All.back().Launch != Launch || All.size() < 2))
        All.push_back({Launch, X->Thread, Y->Thread});
    }
}

void RandomRuns::compareAll(uint32_t Launch) {
  std::vector<std::pair<uint64_t, uint32_t>> Places;
  for (uint32_t I = 0; I < Records.size(); ++I) {
    const Record &R = Records[I];
    uint32_t Bytes = Sites[R.Site].in(Context.View).Bytes;
    uint64_t Last = (R.Address + Bytes - 1) / PlaceBytes;
    for (uint64_t P = R.Address / PlaceBytes; P <= Last; ++P)
      Places.push_back({P, I});
  }
  llvm::sort(Places);
  llvm::SmallVector<uint32_t, 64> Together;
  for (size_t I = 0; I < Places.size();) {
    Together.clear();
    bool Writes = false;
    uint64_t At = Places[I].first;
    for (; I < Places.size() && Places[I].first == At; ++I) {
      Together.push_back(Places[I].second);
      Writes |= Sites[Records[Places[I].second].Site].in(Context.View).Writes;
    }
    if (Writes)
      compareAt(Launch, Together);
  }
}

std::vector<Collision> RandomRuns::collisions(AccessSite A,
                                              AccessSite B) const {
  std::vector<Collision> Result;
  auto First = Numbers.find(A), Second = Numbers.find(B);
  if (First == Numbers.end() || Second == Numbers.end())
    return Result;
  bool Swapped = First->second > Second->second;
  auto It = Hits.find(std::minmax(First->second, Second->second));
  if (It == Hits.end())
    return Result;
  for (const Hit &H : It->second) {
    Collision C;
    C.Run = Launches[H.Launch];
    C.Threads[Swapped] = sim::threadAt(C.Run, H.First);
    C.Threads[!Swapped] = sim::threadAt(C.Run, H.Second);
    Result.push_back(std::move(C));
  }
  return Result;
}

} // namespace fencepost::check
