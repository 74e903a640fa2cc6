//===- Barriers.cpp - All barrier executions of a program -----------------===//
// See Barriers.h. First the simulation follows the waves as long as there is no
// choice (ForcedBarriers.h). That is linear in the number of steps times
// phases, and enough for most programs. What it leaves open is searched
// exhaustively (BarrierSearch.h).
//===----------------------------------------------------------------------===//
#include "fencepost/Model/Barriers.h"
#include "ForcedBarriers.h"

namespace fencepost::model {

using namespace barriers;

/// Whether the waves end where \p Given says.
static bool endsAreWanted(const BarrierProblem &Question,
                          const Resolved &Problem, const Ends &Where) {
  if (!Question.EndsDecided)
    return true;
  for (unsigned W = 0; W != Problem.Waves.size(); ++W) {
    const WaveSteps &Wave = Question.Waves[W];
    llvm::ArrayRef<NodeId> Nodes = Problem.Waves[W].Nodes;
    bool Stuck = Where[W] != Nodes.size();
    if (Stuck != Wave.StuckAtLast)
      return false;
    if (Stuck &&
        Problem.Nodes[Nodes[Where[W]]].Ref.Step + 1 != Wave.Steps.size())
      return false;
  }
  return true;
}

/// The solutions of the one barrier execution that there is; they differ in who
/// is first (docs/model.md B6).
static void addOnly(const BarrierProblem &Question, const Resolved &Problem,
                    const ForcedBarriers &Only, Budget &Work,
                    Solutions &Solutions) {
  if (!endsAreWanted(Question, Problem, Only.ends()))
    return;
  std::vector<BarrierUndefined> Faults =
      ruleFaults(Problem, Only.orders(), Only.execution());
  for (BarrierUndefined &Fault :
       orderFaults(Problem, Only.orders(), Only.ends()))
    Faults.push_back(std::move(Fault));
  for (std::vector<StepRef> &First :
       Solutions.firstArrivals(Only.orders(), Only.execution(), Work))
    Solutions.add(Solutions.make(Only.orders(), Only.execution(), Only.ends(),
                                 Faults, std::move(First)));
}

BarrierAnswer solveBarriers(const BarrierProblem &Question, Deadline Until) {
  Resolved Problem = resolve(Question);
  Solutions Solutions(Question, Problem);
  Budget Work(Until);
  ForcedBarriers Forced(Problem);
  if (Forced.run())
    addOnly(Question, Problem, Forced, Work, Solutions);
  else
    search(Question, Problem, Forced.commonPart(), Work, Solutions);
  return {Solutions.take(), Work.stoppedBy()};
}

} // namespace fencepost::model
