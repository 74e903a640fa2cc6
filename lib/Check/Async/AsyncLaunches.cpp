//===- AsyncLaunches.cpp - Which launches a kernel is run with -----------===//
// See AsyncLaunches.h.
//===----------------------------------------------------------------------===//
#include "AsyncLaunches.h"
#include "fencepost/Simulate/WitnessSearch.h"

namespace fencepost::check {

using namespace view;

/// Values and events that all threads of one launch may compute.
static constexpr uint64_t MostWork = 50000000;

namespace {

/// The value of argument \p Number in one choice of them.
struct Choice {
  uint64_t (*Value)(uint32_t Number);
  bool IsWide;
};

const Choice Choices[] = {
    {[](uint32_t) -> uint64_t { return sim::Launch::DefaultArgument; }, true},
    {[](uint32_t) -> uint64_t { return 512; }, true},
    {[](uint32_t Number) -> uint64_t { return 5 * (Number + 1); }, false},
    {[](uint32_t Number) -> uint64_t { return 60 - Number % 8 * 7; }, false},
    {[](uint32_t) -> uint64_t { return 3; }, false},
    {[](uint32_t) -> uint64_t { return 1; }, false},
};

std::vector<uint32_t> argumentsOf(const SyncView &View) {
  std::set<uint32_t> Numbers;
  for (const Value &V : View.Values)
    if (V.Kind == ValueKind::Argument)
      Numbers.insert(V.Number);
  return {Numbers.begin(), Numbers.end()};
}

void setSize(sim::Launch &Launch, const SyncView &View) {
  for (unsigned D = 0; D < 3; ++D)
    Launch.Size[D] = std::max(1u, View.Size[D]);
  if (uint64_t(Launch.Size[0]) * Launch.Size[1] * Launch.Size[2] > View.Most) {
    Launch.Size[0] = std::min(Launch.Size[0], View.Most);
    Launch.Size[1] = Launch.Size[2] = 1;
  }
}

sim::Unknowns allUnknowns(const SyncView &View, uint64_t Number) {
  sim::Unknowns Unknowns;
  for (ValueId V = 0; V < View.Values.size(); ++V)
    if (View.Values[V].Kind == ValueKind::Unknown)
      Unknowns[V] = Number;
  return Unknowns;
}

} // namespace

std::vector<AsyncLaunch> launchesOf(const sym::Analysis &Context) {
  std::vector<AsyncLaunch> Result;
  std::vector<uint32_t> Arguments = argumentsOf(Context.View);
  for (const Choice &C : Choices) {
    AsyncLaunch L;
    setSize(L.Run, Context.View);
    L.IsWide = C.IsWide;
    for (uint32_t Number : Arguments)
      L.Run.Arguments[Number] = C.Value(Number);
    Result.push_back(std::move(L));
    if (Arguments.empty())
      break;
  }
  // The other values take branches on unknown values the other way.
  for (uint64_t Number : {uint64_t(1), ~uint64_t(0)}) {
    AsyncLaunch Other = Result.front();
    Other.Unknowns = allUnknowns(Context.View, Number);
    if (!Other.Unknowns.empty())
      Result.push_back(std::move(Other));
  }
  return Result;
}

std::optional<AsyncLaunch> launchReaching(sym::Analysis &Context, Site Target) {
  sym::Assignment Values;
  sym::TermId Reach = Context.Eval.reach(Target.Block, sym::RootCopy);
  if (Context.Solve.tryToAsk(Reach, &Values) != sym::Answer::Yes)
    return std::nullopt;
  sim::WitnessCandidate Try = sim::candidateFor(Context, Values);
  AsyncLaunch L;
  setSize(L.Run, Context.View);
  L.Run.Arguments = Try.Run.Arguments;
  std::copy(std::begin(Try.Run.Group), std::end(Try.Run.Group), L.Run.Group);
  L.Unknowns = Try.Unknowns[0];
  return L;
}

unsigned stepsFor(const sym::Analysis &Context, const sim::Launch &Launch) {
  uint64_t Threads = uint64_t(Launch.Size[0]) * Launch.Size[1] * Launch.Size[2];
  uint64_t Blocks = Context.View.Blocks.size(),
           Pass = Context.View.Values.size();
  for (const Block &B : Context.View.Blocks)
    Pass += B.Events.size();
  uint64_t PerBlock = Pass / Blocks + 1;
  uint64_t Steps = MostWork / Threads / PerBlock;
  if (Steps < Blocks)
    return 0;
  uint64_t Search = std::max<uint64_t>(Context.Limits.SearchSteps / Threads,
                                       std::min<uint64_t>(4 * Blocks, Steps));
  return std::min<uint64_t>({Context.Limits.ReplaySteps, Steps, Search});
}

} // namespace fencepost::check
