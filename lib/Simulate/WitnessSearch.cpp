//===- WitnessSearch.cpp - From an assignment to a witness ----------------===//
// See WitnessSearch.h. The search over all threads keeps, per byte, the threads
// that accessed it by the first access, and checks for each second access
// whether one of these is unordered with it.
//===----------------------------------------------------------------------===//
#include "fencepost/Simulate/WitnessSearch.h"

namespace fencepost::sim {

using namespace view;

WitnessCandidate candidateFor(const sym::Analysis &Context,
                              const sym::Assignment &Assignment) {
  WitnessCandidate C;
  for (unsigned D = 0; D < 3; ++D)
    C.Run.Size[D] = Context.View.Size[D];
  // The order of a hash table is arbitrary: sort by term.
  std::vector<std::pair<sym::TermId, uint64_t>> Values(Assignment.begin(),
                                                       Assignment.end());
  llvm::sort(Values);
  for (auto [Id, Value] : Values) {
    const sym::Symbol &Sym = Context.Terms[Id].Sym;
    if (Sym.Kind == sym::SymbolKind::Size)
      C.Run.Size[Sym.Index] = Value;
    else if (Sym.Kind == sym::SymbolKind::WorkGroup)
      C.Run.Group[Sym.Index] = Value;
    else if (Sym.Kind == sym::SymbolKind::Argument)
      C.Run.Arguments[Sym.Index] = Value;
    for (unsigned T = 0; T < 2; ++T) {
      if (Sym.Thread != 0 && Sym.Thread != T + 1)
        continue;
      if (Sym.Kind == sym::SymbolKind::WorkItem)
        C.Threads[T].Coordinates[Sym.Index] = Value;
      else if (Sym.Kind == sym::SymbolKind::Unknown)
        C.Unknowns[T].try_emplace(Sym.Index, Value);
    }
  }
  return C;
}

/// Records the unknown values in the runs of \p Try, by thread.
static void remember(const WitnessCandidate &Try,
                     std::array<unsigned, 2> GivenOf, Witness &Evidence) {
  Evidence.Fill = Try.Run.Fill;
  for (unsigned T = 0; T < 2; ++T)
    Evidence.Threads[T].Unknowns = Try.Unknowns[GivenOf[T]];
}

std::optional<ReplayResult> replay(sym::Analysis &Context,
                                   const ThreadInterpreter &Runs,
                                   const WitnessCandidate &Try, AccessSite A,
                                   AccessSite B) {
  ++Context.Counts.Replays;
  Trace First = Runs.run(Try.Run, Try.Threads[0], Try.Unknowns[0], {A},
                         Context.Limits.ReplaySteps);
  Trace Second = Runs.run(Try.Run, Try.Threads[1], Try.Unknowns[1], {B},
                          Context.Limits.ReplaySteps);
  ReplayResult Result;
  auto Found = findCollision(Context.View, Try.Run, Try.Threads[0], First, A,
                             Try.Threads[1], Second, B, Result.FromUnknown);
  if (!Found)
    return std::nullopt;
  Result.Evidence = std::move(*Found);
  remember(Try, {0, 1}, Result.Evidence);
  return Result;
}

std::optional<ReplayResult> searchWitness(sym::Analysis &Context,
                                          const ThreadInterpreter &Runs,
                                          const WitnessCandidate &Try,
                                          AccessSite A, AccessSite B) {
  if (Context.Counts.Searches >= Context.Limits.Searches)
    return std::nullopt;
  ++Context.Counts.Searches;
  uint64_t Threads =
      uint64_t(Try.Run.Size[0]) * Try.Run.Size[1] * Try.Run.Size[2];
  unsigned Steps = std::min<uint64_t>(Context.Limits.ReplaySteps,
                                      Context.Limits.SearchSteps / Threads);
  llvm::DenseMap<uint64_t, llvm::SmallVector<unsigned, 2>> AccessedBy;
  std::vector<Trace> Traces;
  for (unsigned T = 0; T < Threads; ++T) {
    Traces.push_back(Runs.run(Try.Run, threadAt(Try.Run, T), Try.Unknowns[0],
                              {A, B}, Steps));
    for (const AccessRecord &H : Traces.back().Accesses)
      for (uint32_t I = 0; H.Site == A && I < A.in(Context.View).Bytes; ++I) {
        auto &Threads = AccessedBy[H.Address + I];
        if (Threads.empty() || Threads.back() != T)
          Threads.push_back(T);
      }
  }
  uint64_t Compared = 0;
  for (unsigned T = 0; T < Threads; ++T) {
    std::set<unsigned> Others;
    for (const AccessRecord &H : Traces[T].Accesses)
      for (uint32_t I = 0; H.Site == B && I < B.in(Context.View).Bytes; ++I)
        if (auto It = AccessedBy.find(H.Address + I); It != AccessedBy.end())
          Others.insert(It->second.begin(), It->second.end());
    for (unsigned Other : Others) {
      if (Other == T)
        continue;
      Compared += Traces[Other].Accesses.size() * Traces[T].Accesses.size();
      if (Compared > 50ull * Context.Limits.SearchSteps)
        return std::nullopt;
      ReplayResult Result;
      if (auto Found = findCollision(
              Context.View, Try.Run, threadAt(Try.Run, Other), Traces[Other], A,
              threadAt(Try.Run, T), Traces[T], B, Result.FromUnknown)) {
        Result.Evidence = std::move(*Found);
        remember(Try, {0, 0}, Result.Evidence);
        return Result;
      }
    }
  }
  return std::nullopt;
}

} // namespace fencepost::sim
