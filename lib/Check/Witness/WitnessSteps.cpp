//===- WitnessSteps.cpp - The steps of a witness's two threads ------------===//
// See WitnessSteps.h. Signals and waits are counted without regard to fences:
// barriers order execution without them (docs/model.md B3, M7).
//===----------------------------------------------------------------------===//
#include "WitnessRun.h"

namespace fencepost::check {

using namespace view;

/// Blocks that a thread may enter, as in the replay that made the witness.
static constexpr unsigned MaxBlocksReplayed = 10000;

namespace {

/// The operations of one thread that order, and its accesses.
struct Run {
  std::vector<WitnessStep> Steps;
  size_t First = ~size_t(0), Last = 0; ///< The steps that are accesses.
  unsigned Signals = 0, Waits = 0;     ///< Before the first of them.
  unsigned Wave = 0;
};

} // namespace

static sim::Launch launchOf(const sim::Witness &W) {
  sim::Launch Launch;
  std::copy(std::begin(W.Group), std::end(W.Group), Launch.Group);
  std::copy(std::begin(W.Size), std::end(W.Size), Launch.Size);
  Launch.Arguments.insert(W.Arguments.begin(), W.Arguments.end());
  Launch.Fill = W.Fill;
  return Launch;
}

sim::ThreadId idOf(const sim::Actor &A) {
  sim::ThreadId Id;
  std::copy(std::begin(A.Id), std::end(A.Id), Id.Coordinates);
  return Id;
}

AccessSite siteOf(const Defect &F, unsigned Access) {
  return Access ? F.Second : F.First;
}

const sim::AccessRecord *findAccess(const SyncView &View, const sim::Trace &T,
                                    const Defect &F, unsigned Access) {
  for (const sim::AccessRecord &H : T.Accesses)
    if (H.Site == siteOf(F, Access) &&
        H.Iterations == F.Evidence->Threads[Access].Iterations &&
        F.Evidence->Byte - H.Address < H.Site.in(View).Bytes)
      return &H;
  return nullptr;
}

bool matters(const Event &E) {
  return E.Kind == EventKind::Barrier || E.Kind == EventKind::Fence ||
         E.Kind >= EventKind::AsyncMark;
}

/// The first time that a thread reaches an access whose address is unknown and
/// that no run records: a tensor transfer.
static std::optional<sim::AccessRecord>
firstTimeAt(const SyncView &View, const sim::Trace &T, AccessSite Site) {
  sim::AccessRecord H;
  H.Site = Site;
  for (BlockId B : T.Path) {
    ++H.PathLength;
    uint32_t End =
        B == Site.Site.Block ? Site.Site.Event : View.Blocks[B].Events.size();
    for (uint32_t E = 0; E < End; ++E) {
      const Event &Event = View.Blocks[B].Events[E];
      if (!isWorkgroupBarrier(Event))
        continue;
      H.Signals += arrives(Event.Op.Action);
      H.Waits += waits(Event.Op.Action);
    }
    if (B == Site.Site.Block)
      return H;
  }
  return std::nullopt;
}

/// The run of the thread that made \p Accesses.
static std::optional<Run> runOf(const SyncView &View,
                                const sim::ThreadInterpreter &Runs,
                                const Defect &F,
                                llvm::ArrayRef<unsigned> Accesses) {
  sim::Launch Launch = launchOf(*F.Evidence);
  sim::ThreadId Id = idOf(F.Evidence->Threads[Accesses.front()]);
  llvm::SmallVector<AccessSite, 2> Sites;
  for (unsigned Access : Accesses)
    Sites.push_back(siteOf(F, Access));
  sim::Trace T =
      Runs.run(Launch, Id, F.Evidence->Threads[Accesses.front()].Unknowns,
               Sites, MaxBlocksReplayed);
  Run Result;
  Result.Wave = sim::linearId(Launch, Id) / View.WaveSize;
  /// By place on the path and site.
  std::map<std::pair<uint32_t, Site>, unsigned> Places;
  for (unsigned Access : Accesses) {
    const sim::AccessRecord *H = findAccess(View, T, F, Access);
    std::optional<sim::AccessRecord> Unrecorded;
    if (siteOf(F, Access).in(View).Address == None) {
      Unrecorded = firstTimeAt(View, T, siteOf(F, Access));
      H = Unrecorded ? &*Unrecorded : nullptr;
    }
    if (!H)
      return std::nullopt;
    Result.Signals = H->Signals;
    Result.Waits = H->Waits;
    Places[{H->PathLength, H->Site.Site}] = Access;
  }
  for (uint32_t I = 0; I < T.Path.size(); ++I)
    for (uint32_t E = 0; E < View.Blocks[T.Path[I]].Events.size(); ++E) {
      WitnessStep Step{{T.Path[I], E}, std::nullopt};
      if (auto It = Places.find({I + 1, Step.At}); It != Places.end()) {
        Step.Access = It->second;
        Result.First = std::min(Result.First, Result.Steps.size());
        Result.Last = Result.Steps.size();
      }
      if (Step.Access || matters(Step.At.in(View)))
        Result.Steps.push_back(Step);
    }
  return Result;
}

/// The step after wait number \p Count, counted from 1; 0 is the entry.
static size_t behindWait(const SyncView &View, const Run &R, unsigned Count) {
  size_t I = 0;
  for (; Count > 0 && I < R.Steps.size(); ++I) {
    const Event &E = R.Steps[I].At.in(View);
    Count -= isWorkgroupBarrier(E) && waits(E.Op.Action);
  }
  return I;
}

/// A fence twice in a row, as from a loop with nothing else in it, is one.
static bool repeats(const SyncView &View, WitnessStep A, WitnessStep B) {
  const Event &X = A.At.in(View), &Y = B.At.in(View);
  return X.Kind == Y.Kind && X.Op == Y.Op && X.Text == Y.Text &&
         (X.Kind == EventKind::Fence || X.Kind == EventKind::CounterWait ||
          X.Kind == EventKind::WaveBarrier || X.Kind == EventKind::Machine);
}

bool addStep(const SyncView &View, WitnessStep Step, WitnessThread &To) {
  if (To.Steps.empty() || !repeats(View, To.Steps.back(), Step))
    To.Steps.push_back(Step);
  return Step.At.in(View).Kind != EventKind::Opaque &&
         To.Steps.size() <= MaxWitnessSteps;
}

static std::optional<WitnessThread> partOf(const SyncView &View, const Run &R,
                                           size_t Begin, size_t End) {
  WitnessThread Result;
  Result.Wave = R.Wave;
  for (size_t I = Begin; I < End; ++I) {
    const Event &E = R.Steps[I].At.in(View);
    if ((E.Kind == EventKind::Barrier && !isWorkgroupBarrier(E)) ||
        !addStep(View, R.Steps[I], Result))
      return std::nullopt;
  }
  return Result;
}

static std::optional<WitnessSteps>
stepsOfOne(const SyncView &View, const sim::ThreadInterpreter &Runs,
           const Defect &F) {
  std::optional<Run> R = runOf(View, Runs, F, {0, 1});
  if (!R || R->First == R->Last)
    return std::nullopt;
  std::optional<WitnessThread> Part = partOf(View, *R, R->First, R->Last + 1);
  if (!Part)
    return std::nullopt;
  return WitnessSteps{{std::move(*Part)}};
}

static std::optional<WitnessSteps>
stepsOfTwo(const SyncView &View, const sim::ThreadInterpreter &Runs,
           const Defect &F) {
  std::optional<Run> First = runOf(View, Runs, F, {0});
  std::optional<Run> Second = runOf(View, Runs, F, {1});
  if (!First || !Second)
    return std::nullopt;
  unsigned From = std::min(First->Waits, Second->Waits);
  unsigned To = std::max(First->Signals, Second->Signals);
  WitnessSteps Result;
  for (const Run *R : {&*First, &*Second}) {
    size_t End = std::max(behindWait(View, *R, To), R->Last + 1);
    std::optional<WitnessThread> Part =
        partOf(View, *R, behindWait(View, *R, From), End);
    if (!Part)
      return std::nullopt;
    Result.Threads.push_back(std::move(*Part));
  }
  return Result;
}

/// Nothing before the accesses acquires from other work-groups, so no other
/// operation of the two threads orders them.
static WitnessSteps stepsOfGroups(const SyncView &View, const Defect &F) {
  WitnessSteps Result;
  sim::Launch Launch = launchOf(*F.Evidence);
  for (unsigned Access : {0u, 1u}) {
    WitnessThread &T = Result.Threads.emplace_back();
    T.Steps.push_back({siteOf(F, Access).Site, Access});
    T.Wave = sim::linearId(Launch, idOf(F.Evidence->Threads[Access])) /
             View.WaveSize;
    T.Group = Access;
  }
  return Result;
}

std::optional<WitnessSteps> witnessSteps(const SyncView &View,
                                         const Defect &F) {
  assert(F.Evidence && "a finding without a witness");
  if (F.Kind == DefectKind::NarrowAtomic)
    return stepsOfGroups(View, F);
  if (F.IsSimulated)
    return simulatedSteps(View, F);
  Boundaries Every{&View, {}, {}};
  sim::ThreadInterpreter Runs(View, Every);
  bool One = idOf(F.Evidence->Threads[0]) == idOf(F.Evidence->Threads[1]);
  return One ? stepsOfOne(View, Runs, F) : stepsOfTwo(View, Runs, F);
}

} // namespace fencepost::check
