//===- WitnessSteps.cpp - What the two threads of a witness do ------------===//
// See WitnessSteps.h. Signals and waits are counted without looking at fences:
// what a barrier lets a thread do does not depend on them (MODEL.md B3, M7).
//===----------------------------------------------------------------------===//
#include "fencepost/Check/WitnessSteps.h"

namespace fencepost::check {

using namespace view;

/// Blocks that a thread may enter, as in the replay that made the witness.
static constexpr unsigned MaxBlocks = 10000;

namespace {

/// Everything one thread does that orders something, and its access.
struct Run {
  std::vector<WitnessStep> Steps;
  size_t Access = 0;               ///< Which step it is.
  unsigned Signals = 0, Waits = 0; ///< Before the access.
};

} // namespace

static Launch launchOf(const Witness &W) {
  Launch On;
  std::copy(std::begin(W.Group), std::end(W.Group), On.Group);
  std::copy(std::begin(W.Size), std::end(W.Size), On.Size);
  On.Arguments.insert(W.Arguments.begin(), W.Arguments.end());
  return On;
}

static ThreadId idOf(const Actor &A) {
  ThreadId Id;
  std::copy(std::begin(A.Id), std::end(A.Id), Id.At);
  return Id;
}

/// The access of the witness among all that its thread made at the site.
static const Happened *findAccess(const SyncView &View, const Trace &T,
                                  const Actor &A, uint64_t Byte) {
  for (const Happened &H : T.Accesses)
    if (H.Iterations == A.Iterations &&
        Byte - H.Address < H.Site.in(View).Bytes)
      return &H;
  return nullptr;
}

static bool matters(const Event &E) {
  return E.Kind == EventKind::Barrier || E.Kind == EventKind::Fence ||
         E.Kind == EventKind::AsyncMark || E.Kind == EventKind::AsyncWait ||
         E.Kind == EventKind::MachineWait || E.Kind == EventKind::Opaque;
}

static std::optional<Run> runOf(const SyncView &View, const Machine &Runs,
                                const Witness &W, unsigned Thread,
                                AccessSite Site) {
  const Actor &A = W.Threads[Thread];
  Trace T = Runs.run(launchOf(W), idOf(A), {}, {Site}, MaxBlocks);
  const Happened *H = findAccess(View, T, A, W.Byte);
  if (!H)
    return std::nullopt;
  Run Result;
  Result.Signals = H->Signals;
  Result.Waits = H->Waits;
  for (size_t I = 0; I < T.Path.size(); ++I) {
    BlockId Block = T.Path[I];
    for (uint32_t E = 0; E < View.Blocks[Block].Events.size(); ++E) {
      bool IsAccess =
          I + 1 == H->PathLength && Site.At == check::Site{Block, E};
      if (IsAccess)
        Result.Access = Result.Steps.size();
      if (IsAccess || matters(View.Blocks[Block].Events[E]))
        Result.Steps.push_back({{Block, E}, IsAccess});
    }
  }
  return Result;
}

/// The step behind wait number \p Count, counted from 1; 0 is the entry.
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
         (X.Kind == EventKind::Fence || X.Kind == EventKind::MachineWait);
}

/// The part of \p R from behind wait \p From until wait \p To has been passed
/// and the access was made.
static std::optional<WitnessThread> partOf(const SyncView &View, const Run &R,
                                           unsigned From, unsigned To) {
  WitnessThread Result;
  size_t End = std::max(behindWait(View, R, To), R.Access + 1);
  for (size_t I = behindWait(View, R, From); I < End; ++I) {
    const Event &E = R.Steps[I].At.in(View);
    if (E.Kind == EventKind::Opaque ||
        (E.Kind == EventKind::Barrier && !isWorkgroupBarrier(E)))
      return std::nullopt;
    if (Result.Steps.empty() || !repeats(View, Result.Steps.back(), R.Steps[I]))
      Result.Steps.push_back(R.Steps[I]);
    if (Result.Steps.size() > MaxWitnessSteps)
      return std::nullopt;
  }
  return Result;
}

std::optional<WitnessSteps> witnessSteps(const SyncView &View,
                                         const Finding &F) {
  assert(F.Shown && "a finding without a witness");
  const Witness &W = *F.Shown;
  Boundaries Every{&View, {}, {}};
  Machine Runs(View, Every);
  std::optional<Run> First = runOf(View, Runs, W, 0, F.First);
  std::optional<Run> Second = runOf(View, Runs, W, 1, F.Second);
  if (!First || !Second)
    return std::nullopt;
  unsigned From = std::min(First->Waits, Second->Waits);
  unsigned To = std::max(First->Signals, Second->Signals);
  WitnessSteps Result;
  unsigned Number = 0;
  for (const Run *R : {&*First, &*Second}) {
    std::optional<WitnessThread> Part = partOf(View, *R, From, To);
    if (!Part)
      return std::nullopt;
    Part->Wave = linearId(launchOf(W), idOf(W.Threads[Number])) / View.WaveSize;
    Result.Threads[Number++] = std::move(*Part);
  }
  return Result;
}

} // namespace fencepost::check
