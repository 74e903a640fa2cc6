//===- Divergence.cpp - Barriers that not all threads reach ---------------===//
// See Divergence.h. The solver is queried (BranchDivergence.h) once for lanes
// of one wave and once for different waves.
//===----------------------------------------------------------------------===//
#include "Divergence.h"
#include "fencepost/Simulate/WitnessSearch.h"
#include "fencepost/Symbolic/ArgumentSamples.h"
#include "fencepost/Symbolic/BranchDivergence.h"
#include <set>

namespace fencepost::check {

using namespace view;

namespace {

/// Where the barrier sequences of two threads diverge.
struct BarrierDivergence {
  Site Barrier;        ///< Of the thread that has one there.
  unsigned Thread = 0; ///< Which one that is.
  bool OtherEnded = false;
};

class DivergenceFinder {
public:
  explicit DivergenceFinder(sym::Analysis &Context)
      : Context(Context), All{&Context.View, {}, {}}, Runs(Context.View, All) {}
  std::vector<Defect> run();

private:
  std::vector<Site> barriersAfter(BlockId Branch) const;
  void check(BlockId Branch, llvm::ArrayRef<Site> Barriers,
             sym::ThreadPair Threads);
  std::optional<BarrierDivergence>
  firstDivergence(const sim::Trace &A, const sim::Trace &B,
                  sym::ThreadPair Threads) const;
  DefectKind kindOf(BlockId Branch, const BarrierDivergence &P) const;
  bool fromUnknown(sym::TermId Term) const;
  void report(Defect F);

  sym::Analysis &Context;
  Boundaries All;
  sim::ThreadInterpreter Runs;
  std::map<Site, Defect> Found;
};

/// Barriers between \p Branch and the block where its paths have joined.
std::vector<Site> DivergenceFinder::barriersAfter(BlockId Branch) const {
  std::vector<Site> Result;
  for (BlockId B : Context.Shape.blocksBeforeJoin(Branch).set_bits())
    for (uint32_t E = 0; E < Context.View.Blocks[B].Events.size(); ++E)
      if (isWorkgroupBarrier(Context.View.Blocks[B].Events[E]))
        Result.push_back({B, E});
  return Result;
}

/// Lanes of a wave must execute the same instructions, waves the same
/// operations. An incomplete run says nothing about missing operations.
std::optional<BarrierDivergence>
DivergenceFinder::firstDivergence(const sim::Trace &A, const sim::Trace &B,
                                  sym::ThreadPair Threads) const {
  for (size_t I = 0; I < std::max(A.Barriers.size(), B.Barriers.size()); ++I) {
    if (I >= A.Barriers.size() || I >= B.Barriers.size()) {
      bool AEnds = I >= A.Barriers.size();
      if (!(AEnds ? A : B).Ended)
        return std::nullopt;
      return BarrierDivergence{(AEnds ? B : A).Barriers[I], AEnds ? 1u : 0u,
                               true};
    }
    Site X = A.Barriers[I], Y = B.Barriers[I];
    bool Agree =
        Threads == sym::ThreadPair::SameWave
            ? X == Y
            : X.in(Context.View).Op.Action == Y.in(Context.View).Op.Action &&
                  X.in(Context.View).Op.Object == Y.in(Context.View).Op.Object;
    if (!Agree)
      return BarrierDivergence{X, 0, false};
  }
  return std::nullopt;
}

/// The barrier after the branch at which the instructions of the threads first
/// differ, and the thread that executes it: the counts may differ only later.
static void blame(BarrierDivergence &P, const sim::Trace Traces[2],
                  llvm::ArrayRef<Site> Barriers) {
  size_t Most = std::max(Traces[0].Barriers.size(), Traces[1].Barriers.size());
  for (size_t I = 0; I < Most; ++I)
    for (unsigned T : {P.Thread, 1 - P.Thread}) {
      const std::vector<Site> &Own = Traces[T].Barriers,
                              &Other = Traces[1 - T].Barriers;
      if (I < Own.size() && (I >= Other.size() || Own[I] != Other[I]) &&
          llvm::is_contained(Barriers, Own[I])) {
        P.Barrier = Own[I];
        P.Thread = T;
        return;
      }
    }
}

DefectKind DivergenceFinder::kindOf(BlockId Branch,
                                    const BarrierDivergence &P) const {
  for (LoopId L = Context.View.Blocks[Branch].Loop; L != None;
       L = Context.View.Loops[L].Parent) {
    bool Leaves =
        llvm::any_of(Context.View.Blocks[Branch].Next, [&](const Edge &E) {
          return !Context.Shape.contains(L, E.To);
        });
    if (Leaves && Context.Shape.contains(L, P.Barrier.Block))
      return DefectKind::LoopBoundsDiffer;
  }
  // The barrier is met again only by threads that have not ended.
  BlockId Join = Context.Shape.postDominator(Branch);
  bool JoinsAtEnd = Join == None || Context.View.Blocks[Join].Next.empty();
  bool SkipsToEnd =
      llvm::any_of(Context.View.Blocks[Branch].Next, [&](const Edge &E) {
        return E.To == Join || Context.View.Blocks[E.To].Next.empty();
      });
  return P.OtherEnded && JoinsAtEnd && SkipsToEnd
             ? DefectKind::ExitBeforeBarrier
             : DefectKind::DivergentBarrier;
}

bool DivergenceFinder::fromUnknown(sym::TermId Root) const {
  bool Result = false;
  llvm::DenseMap<sym::TermId, bool> Seen;
  Context.Terms.forEachSymbol(Root, Seen, [&](sym::TermId Id) {
    Result |= Context.Terms[Id].Sym.Kind == sym::SymbolKind::Unknown;
  });
  return Result;
}

void DivergenceFinder::report(Defect F) {
  auto [It, New] = Found.try_emplace(F.First.Site, F);
  if (!New && F.Certainty < It->second.Certainty)
    It->second = std::move(F);
}

static sim::Actor actorOf(const sim::ThreadId &Id, const sim::Trace &T) {
  sim::Actor Result;
  std::copy(std::begin(Id.Coordinates), std::end(Id.Coordinates), Result.Id);
  Result.Path = T.Path;
  return Result;
}

void DivergenceFinder::check(BlockId Branch, llvm::ArrayRef<Site> Barriers,
                             sym::ThreadPair Threads) {
  sym::PairQuestion Q = sym::mayDiverge(Context, Branch, Threads);
  sym::TermId Condition = Context.Terms.both(Q.Reached, Q.Overlaps);
  sym::Assignment Values;
  sym::Answer Reply = Context.Limits.AnyValues
                          ? Context.Parts.ask(Condition, Values)
                          : Context.Solve.ask(Condition, &Values);
  if (Reply == sym::Answer::No)
    return;
  Defect F;
  F.Kind = kindOf(Branch, {Barriers.front(), 0, false});
  F.Certainty =
      Reply == sym::Answer::Yes ? Certainty::Possible : Certainty::Unknown;
  F.First = F.Second = {Barriers.front(), false};
  F.Reason = Reason::ThreadsMayDiverge;
  if (Reply == sym::Answer::GaveUp) {
    F.Reason = Context.Solve.isMissing() ? Reason::DivergenceUndecidedNoSolver
                                         : Reason::DivergenceUndecided;
    return report(std::move(F));
  }
  sym::Assignment Small = sym::smallAssignment(Context, Q, Values);
  sim::WitnessCandidate Try = sim::candidateFor(Context, Small);
  sim::Trace Traces[2];
  for (unsigned T = 0; T < 2; ++T)
    Traces[T] = Runs.run(Try.Run, Try.Threads[T], Try.Unknowns[T],
                         sim::NoAccess, Context.Limits.ReplaySteps);
  std::optional<BarrierDivergence> P =
      firstDivergence(Traces[0], Traces[1], Threads);
  if (!P) {
    bool Complete = Traces[0].Ended && Traces[1].Ended;
    return Complete && !fromUnknown(Condition) ? void() : report(std::move(F));
  }
  blame(*P, Traces, Barriers);
  F.Kind = kindOf(Branch, *P);
  F.First = F.Second = {P->Barrier, false};
  sim::Witness W;
  W.SameWave = Threads == sym::ThreadPair::SameWave;
  for (unsigned T = 0; T < 2; ++T)
    W.Threads[T] = actorOf(Try.Threads[P->Thread ^ T], Traces[P->Thread ^ T]);
  std::copy(std::begin(Try.Run.Group), std::end(Try.Run.Group), W.Group);
  std::copy(std::begin(Try.Run.Size), std::end(Try.Run.Size), W.Size);
  W.Arguments.assign(Try.Run.Arguments.begin(), Try.Run.Arguments.end());
  F.Evidence = std::move(W);
  F.Reason.reset();
  F.Certainty = Certainty::Possible;
  if (fromUnknown(Condition))
    F.Reason = Reason::UnknownBranch;
  else if (needsSpecialArguments(Context, Q))
    F.Reason = Reason::DependsOnArguments;
  else
    F.Certainty = Certainty::Error;
  report(std::move(F));
}

/// Blocks from which all paths lead to a trap.
static llvm::BitVector blocksThatTrap(const SyncView &View) {
  llvm::BitVector Traps(View.Blocks.size());
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = View.Blocks.size(); B-- > 0;) {
      const Block &Block = View.Blocks[B];
      bool Does = Block.Next.empty()
                      ? Block.Unreachable
                      : llvm::all_of(Block.Next, [&](const Edge &E) {
                          return Traps[E.To];
                        });
      Changed |= Does != Traps[B];
      Traps[B] = Does;
    }
  }
  return Traps;
}

/// True if threads that continue diverge at \p Branch; a thread that traps does
/// not continue.
static bool diverges(const Block &Branch, const llvm::BitVector &Traps) {
  std::set<BlockId> Targets;
  for (const Edge &E : Branch.Next)
    if (!Traps[E.To])
      Targets.insert(E.To);
  return !Branch.UniformExit && Targets.size() > 1;
}

std::vector<Defect> DivergenceFinder::run() {
  llvm::BitVector Traps = blocksThatTrap(Context.View);
  for (BlockId B = 0; B < Context.View.Blocks.size(); ++B) {
    if (!diverges(Context.View.Blocks[B], Traps))
      continue;
    std::vector<Site> Barriers = barriersAfter(B);
    if (Barriers.empty())
      continue;
    check(B, Barriers, sym::ThreadPair::SameWave);
    check(B, Barriers, sym::ThreadPair::DifferentWaves);
  }
  std::vector<Defect> Result;
  for (auto &[At, F] : Found)
    Result.push_back(std::move(F));
  return Result;
}

} // namespace

std::vector<Defect> findDivergence(sym::Analysis &Context) {
  if (!Context.View.Reducible)
    return {};
  return DivergenceFinder(Context).run();
}

} // namespace fencepost::check
