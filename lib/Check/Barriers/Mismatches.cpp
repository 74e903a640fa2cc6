//===- Mismatches.cpp - Signals and waits that do not alternate ----------===//
// At each point, two bits that flow forwards: the barrier of the work-group may
// be signalled; it may be idle. A thread whose run shows the mismatch is the
// witness. See Divergence.h.
//===----------------------------------------------------------------------===//
#include "Divergence.h"
#include "Races/Premises.h"
#include "fencepost/Simulate/WitnessSearch.h"

namespace fencepost::check {

using namespace view;

namespace {

enum : uint8_t { Idle = 1, Signalled = 2 };

/// The end of a kernel has no event; its finding is reported at the last
/// signal.
struct Mismatch {
  DefectKind Kind;
  Site At;
  auto operator<=>(const Mismatch &) const = default;
};

/// Updates \p State by an operation; returns its defect, if it has one.
std::optional<DefectKind> step(const Event &E, uint8_t &State) {
  std::optional<DefectKind> Wrong;
  bool Arrives = arrives(E.Op.Action), Waits = fencepost::waits(E.Op.Action);
  if (Arrives && (State & Signalled))
    Wrong = DefectKind::SignalTwice;
  else if (Waits && !Arrives && (State & Idle))
    Wrong = DefectKind::WaitWithoutSignal;
  State = Waits ? Idle : Signalled;
  return Wrong;
}

std::set<Mismatch> mayMismatch(const SyncView &View) {
  std::vector<uint8_t> AtStart(View.Blocks.size());
  AtStart[0] = Idle;
  std::set<Mismatch> Result;
  std::map<BlockId, std::set<Site>> Signals; ///< Last signals, at the start.
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = 0; B < View.Blocks.size(); ++B) {
      uint8_t State = AtStart[B];
      if (State == 0)
        continue;
      std::set<Site> Last = Signals[B];
      for (uint32_t I = 0; I < View.Blocks[B].Events.size(); ++I) {
        const Event &E = View.Blocks[B].Events[I];
        if (!isWorkgroupBarrier(E))
          continue;
        if (std::optional<DefectKind> Wrong = step(E, State))
          Result.insert({*Wrong, {B, I}});
        Last = {{B, I}};
      }
      if (View.Blocks[B].Next.empty() && (State & Signalled))
        for (Site At : Last)
          if (!fencepost::waits(At.in(View).Op.Action))
            Result.insert({DefectKind::SignalWithoutWait, At});
      for (const Edge &E : View.Blocks[B].Next) {
        size_t Before = Signals[E.To].size();
        Signals[E.To].insert(Last.begin(), Last.end());
        Changed |= (AtStart[E.To] | State) != AtStart[E.To] ||
                   Signals[E.To].size() != Before;
        AtStart[E.To] |= State;
      }
    }
  }
  return Result;
}

/// True if the thread with trace \p T shows \p What.
bool did(const SyncView &View, const sim::Trace &T, Mismatch What) {
  uint8_t State = Idle;
  std::optional<Site> Last;
  for (Site At : T.Barriers) {
    if (!isWorkgroupBarrier(At.in(View)))
      continue;
    std::optional<DefectKind> Wrong = step(At.in(View), State);
    if (Wrong == What.Kind && At == What.At)
      return true;
    Last = At;
  }
  return What.Kind == DefectKind::SignalWithoutWait && T.Ended &&
         State == Signalled && Last == What.At;
}

/// A thread that shows \p What, with one of a few values for all arguments.
std::optional<sim::Witness> findThread(const sym::Analysis &Context,
                                       const sim::ThreadInterpreter &Runs,
                                       Mismatch What) {
  for (uint64_t Argument : {16, 64, 0})
    for (unsigned T = 0; T < std::min(64u, Context.View.Size[0]); ++T) {
      sim::WitnessCandidate Try = sim::candidateFor(Context, sym::Assignment());
      Try.Threads[0].Coordinates[0] = T;
      for (const Value &V : Context.View.Values)
        if (V.Kind == ValueKind::Argument)
          Try.Run.Arguments[V.Number] = Argument;
      sim::Trace Ran = Runs.run(Try.Run, Try.Threads[0], {}, sim::NoAccess,
                                Context.Limits.ReplaySteps);
      if (!did(Context.View, Ran, What))
        continue;
      sim::Witness W;
      W.Threads[0].Id[0] = T;
      W.Threads[0].Path = std::move(Ran.Path);
      W.Threads[1] = W.Threads[0];
      std::copy(std::begin(Try.Run.Size), std::end(Try.Run.Size), W.Size);
      W.Arguments.assign(Try.Run.Arguments.begin(), Try.Run.Arguments.end());
      return W;
    }
  return std::nullopt;
}

} // namespace

std::vector<Defect> findMismatches(sym::Analysis &Context) {
  std::vector<Defect> Result;
  Boundaries Everywhere{&Context.View, {}, {}};
  sim::ThreadInterpreter Runs(Context.View, Everywhere);
  std::set<Mismatch> All = mayMismatch(Context.View);
  bool MayExclude =
      !All.empty() &&
      Premises(Context.View, Context.Depends).barriersMayExclude();
  for (const Mismatch &What : All) {
    Defect F;
    F.Kind = What.Kind;
    F.First = F.Second = {What.At, false};
    F.Evidence = findThread(Context, Runs, What);
    if (!F.Evidence || MayExclude) {
      F.Certainty = Certainty::Possible;
      F.Reason =
          MayExclude ? Reason::ConditionsMayExclude : Reason::NoThreadFound;
    }
    Result.push_back(std::move(F));
  }
  return Result;
}

} // namespace fencepost::check
