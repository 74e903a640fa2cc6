//===- Explore.cpp - The entry to the model -------------------------------===//
// Barriers first: if the barrier instructions do not depend on what is read,
// they are solved once and every solution is a plan for the search. Otherwise,
// and where a thread turns out to be cut short in the middle of a plan, the
// search decides about them as it goes.
//===----------------------------------------------------------------------===//
#include "fencepost/Model/Explore.h"
#include "Collector.h"
#include "ExecutionSearch.h"
#include "Skeleton.h"
#include "Witness.h"

namespace fencepost::model {

/// Feeds every execution to \p Out; returns why some may be missing.
static std::string searchAll(Context &C, Sink &Out) {
  ExecutionSearch S(C, Out);
  std::string StoppedBy;
  auto Note = [&](const std::string &Reason) {
    if (StoppedBy.empty())
      StoppedBy = Reason;
  };
  std::optional<BarrierProblem> Problem;
  if (C.F.HasBarriers)
    Problem = barrierSkeleton(C.P, C.L, C.F, C.Options.Unroll);
  if (!Problem) {
    S.run();
    Note(S.stoppedBy());
    return StoppedBy;
  }
  BarrierAnswer Answer = solveBarriers(*Problem, C.Until);
  Note(Answer.StoppedBy);
  for (const BarrierSolution &Solution : Answer.Solutions)
    if (!S.runPlan({&*Problem, &Solution}))
      return StoppedBy;
  if (S.planWasBroken()) {
    S.runCutOnly();
    Note(S.stoppedBy());
  }
  return StoppedBy;
}

static void setDeadline(Context &C) {
  if (C.Options.TimeLimitSeconds <= 0)
    return;
  auto Limit = std::chrono::duration<double>(C.Options.TimeLimitSeconds);
  C.Until =
      std::chrono::steady_clock::now() +
      std::chrono::duration_cast<std::chrono::steady_clock::duration>(Limit);
}

Outcomes explore(const Program &P, llvm::ArrayRef<Cell> Observed,
                 const ExploreOptions &Options) {
  assert(checkProgram(P).empty() && "the program must be usable");
  Context C(P, Observed, Options);
  setDeadline(C);
  Collector Out(C);
  std::string StoppedBy = searchAll(C, Out);
  Outcomes Result = Out.finish();
  if (Result.StoppedBy.empty())
    Result.StoppedBy = StoppedBy;
  return Result;
}

namespace {
/// Stops at the first execution that is wanted, and keeps it.
class Finder : public Sink {
public:
  Finder(const Context &C, llvm::function_ref<bool(const Outcome &)> Wanted)
      : C(C), Wanted(Wanted) {}

  bool take(const Leaf &Candidate) override {
    if (!Wanted(outcomeOf(Candidate)))
      return true;
    Witness = showExecution(Candidate);
    return false;
  }
  void cutAtUnrollBound() override {}
  bool goOn() override {
    if (isPast(C.Until))
      timeIsUp();
    return Report.StoppedBy.empty();
  }
  void timeIsUp() override { Report.StoppedBy = "time limit"; }
  void leftOutSelfDependent() override { Report.LeftOutSelfDependent = true; }

  SearchReport Report;
  std::optional<Execution> Witness;

private:
  const Context &C;
  llvm::function_ref<bool(const Outcome &)> Wanted;
};
} // namespace

std::optional<Execution>
findExecution(const Program &P, llvm::ArrayRef<Cell> Observed,
              const ExploreOptions &Options,
              llvm::function_ref<bool(const Outcome &)> Wanted,
              SearchReport *Report) {
  assert(checkProgram(P).empty() && "the program must be usable");
  Context C(P, Observed, Options);
  setDeadline(C);
  Finder Out(C, Wanted);
  std::string StoppedBy = searchAll(C, Out);
  if (Out.Report.StoppedBy.empty())
    Out.Report.StoppedBy = StoppedBy;
  if (Report)
    *Report = Out.Report;
  return std::move(Out.Witness);
}

} // namespace fencepost::model
