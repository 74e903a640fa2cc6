//===- SimulatedRaces.cpp - Races of waves that pass different barriers --===//
// See SimulatedRaces.h.
//===----------------------------------------------------------------------===//
#include "SimulatedRaces.h"
#include "SimulatedDefect.h"
#include "fencepost/Symbolic/BranchDivergence.h"

namespace fencepost::check {

using namespace view;

namespace {

bool wavesMayPart(sym::Analysis &Context, BlockId Branch) {
  sym::PairQuestion Q =
      sym::mayDiverge(Context, Branch, sym::ThreadPair::DifferentWaves);
  sym::Assignment Values;
  return Context.Parts.ask(Context.Terms.both(Q.Reached, Q.Overlaps), Values) !=
         sym::Answer::No;
}

/// What is doubtful about accesses.
class Doubts {
public:
  explicit Doubts(const sym::Analysis &Context);
  uint8_t ofBranches() const { return Depends.pathSources(); }
  /// Why what \p Shown says of a pair in \p Launches is no error.
  std::optional<Reason> about(const sim::SitePair &Pair,
                              const sim::SimulationSummary::Pair &Shown,
                              unsigned Launches) const;

private:
  uint8_t ofBranch(BlockId B) const;
  bool isUnknown(AccessSite At) const;

  const SyncView &View;
  Dependence Depends;
  llvm::BitVector Reached; ///< Blocks that an unknown value leads to.
  bool Barriers = false;   ///< So are barriers.
  bool Waits = false;      ///< Threads may wait for each other by memory.
};

uint8_t Doubts::ofBranch(BlockId B) const {
  uint8_t Bits = 0;
  for (const Edge &E : View.Blocks[B].Next)
    Bits |= E.Condition == None ? 0 : Depends.valueSources(E.Condition);
  return Bits;
}

Doubts::Doubts(const sym::Analysis &Context)
    : View(Context.View), Depends(Context.View, Context.Shape),
      Reached(Context.View.Blocks.size()) {
  for (BlockId B = 0; B < View.Blocks.size(); ++B) {
    if (!(ofBranch(B) & ByUnknown))
      continue;
    Reached |= Context.Shape.blocksBeforeJoin(B);
    // A loop until memory has a value may be a loop until others wrote it.
    LoopId Loop = View.Blocks[B].Loop;
    Waits |=
        Loop != None && llvm::any_of(View.Blocks[B].Next, [&](const Edge &E) {
          return !Context.Shape.contains(Loop, E.To);
        });
  }
  Barriers = Depends.barrierSources() & ByUnknown;
}

bool Doubts::isUnknown(AccessSite At) const {
  return Reached[At.Site.Block] ||
         (Depends.valueSources(At.in(View).Address) & ByUnknown);
}

std::optional<Reason> Doubts::about(const sim::SitePair &Pair,
                                    const sim::SimulationSummary::Pair &Shown,
                                    unsigned Launches) const {
  const AccessRange &T = Pair.first.in(View);
  bool KnowsStored =
      T.Stored != None && !(Depends.valueSources(T.Stored) & ByUnknown);
  if (Shown.FromUnknown || isUnknown(Pair.first) || isUnknown(Pair.second))
    return Reason::UnknownAddressOrCondition;
  if (Barriers)
    return Reason::UnknownBarriers;
  if (Waits)
    return Reason::LoadsMayOrder;
  if (sim::hasOpaque(View))
    return Reason::OpaqueMayOrder;
  if (Pair.first == Pair.second && !T.Reads && !KnowsStored)
    return Reason::UnknownStoredValues;
  if (Shown.Times < Launches)
    return Reason::DependsOnArguments;
  return std::nullopt;
}

/// Whether \p F says that the barriers themselves are wrong.
bool isAboutBarriers(const Defect &F) {
  return F.Certainty == Certainty::Error &&
         F.Kind >= DefectKind::DivergentBarrier &&
         F.Kind <= DefectKind::NamedOrClusterBarrier;
}

/// Operations on the barrier of the work-group, in order.
std::vector<Site> barriersOf(const SyncView &View, const sim::Trace &T) {
  std::vector<Site> Result;
  llvm::copy_if(T.Barriers, std::back_inserter(Result),
                [&](Site At) { return isWorkgroupBarrier(At.in(View)); });
  return Result;
}

/// True if the first lanes of two waves reach different barriers in a run with
/// one of \p Arguments. A branch whose condition is too hard for the solver is
/// often taken uniformly by all waves.
bool wavesDiverge(const sym::Analysis &Context,
                  llvm::ArrayRef<uint64_t> Arguments) {
  const SyncView &View = Context.View;
  Boundaries All{&View, {}, {}};
  sim::ThreadInterpreter Runs(View, All);
  sim::Launch Launch;
  llvm::copy(View.Size, Launch.Size);
  unsigned Threads = View.Size[0] * View.Size[1] * View.Size[2];
  for (uint64_t Argument : Arguments) {
    for (const Value &V : View.Values)
      if (V.Kind == ValueKind::Argument)
        Launch.Arguments[V.Number] = Argument;
    std::optional<std::pair<std::vector<Site>, bool>> First;
    for (unsigned T = 0; T < Threads; T += View.WaveSize) {
      sim::Trace Ran =
          Runs.run(Launch, sim::threadAt(Launch, T), {}, sim::NoAccess, 1000);
      std::vector<Site> Mine = barriersOf(View, Ran);
      if (!First)
        First = {Mine, Ran.Ended};
      size_t Common = std::min(Mine.size(), First->first.size());
      if (!std::equal(Mine.begin(), Mine.begin() + Common,
                      First->first.begin()) ||
          (Ran.Ended && First->second && Mine.size() != First->first.size()))
        return true;
    }
  }
  return false;
}

Defect notSimulated(Site At) {
  Defect F;
  F.Kind = DefectKind::NotUnderstood;
  F.Certainty = Certainty::Unknown;
  F.First = F.Second = {At, false};
  F.Reason = Reason::SimulationTooLarge;
  return F;
}

} // namespace

std::optional<Site> findDivergentBarrier(sym::Analysis &Context) {
  const SyncView &View = Context.View;
  uint64_t Size = uint64_t(View.Size[0]) * View.Size[1] * View.Size[2];
  if (!View.Reducible || Size <= View.WaveSize)
    return std::nullopt;
  std::map<BlockId, Site> Barriers; ///< The first one of a block.
  forEachEvent(View, [&](Site At, const Event &E) {
    if (isWorkgroupBarrier(E))
      Barriers.try_emplace(At.Block, At);
  });
  for (BlockId B = 0; B < View.Blocks.size() && !Barriers.empty(); ++B) {
    if (View.Blocks[B].UniformExit || View.Blocks[B].Next.size() < 2)
      continue;
    llvm::BitVector After = Context.Shape.blocksBeforeJoin(B);
    auto It = llvm::find_if(
        Barriers, [&](const auto &Known) { return After[Known.first]; });
    if (It != Barriers.end() && wavesMayPart(Context, B))
      return It->second;
  }
  return std::nullopt;
}

std::vector<Defect> findSimulatedRaces(sym::Analysis &Context,
                                       llvm::ArrayRef<Defect> Known) {
  std::optional<Site> Parted = findDivergentBarrier(Context);
  if (!Parted)
    return {};
  Doubts Doubt(Context);
  std::vector<uint64_t> Arguments;
  if (Doubt.ofBranches() & ByArgument)
    Arguments = {3, 8};
  sim::OrderQuery Query;
  Query.AllWaves = true;
  sim::SimulationSummary All = sim::runLaunches(Context, Arguments, Query);
  std::vector<Defect> Result;
  if (All.TooLarge && llvm::none_of(Known, isAboutBarriers) &&
      wavesDiverge(Context, {16, 3, 8}))
    Result.push_back(notSimulated(*Parted));
  if (!All.IsRight)
    return Result;
  std::set<sim::SitePair> Pairs;
  for (const Defect &F : Known)
    Pairs.insert(std::minmax(F.First, F.Second));
  for (auto &[Key, P] : All.Pairs) {
    if (Pairs.count(Key))
      continue;
    Defect F;
    makeError(Context.View, P, RaceBetween::Waves, F);
    F.Reason = Doubt.about(Key, P, All.Launches);
    if (F.Reason)
      F.Certainty = Certainty::Possible;
    Result.push_back(std::move(F));
  }
  return Result;
}

} // namespace fencepost::check
