//===- Barriers.cpp - Every way the barriers of a program can play out ----===//
// See Barriers.h. First the simulation follows the waves as long as there is no
// choice (BarrierSimulation.h). That is linear in the number of steps times
// phases, and enough for most programs. What it leaves open is searched
// exhaustively (BarrierSearch.h).
//===----------------------------------------------------------------------===//
#include "fencepost/Model/Barriers.h"
#include "BarrierSimulation.h"

namespace fencepost::model {

using namespace barriers;

/// Whether the waves end where \p Given says.
static bool endsAreWanted(const BarrierProblem &Given, const Resolved &Problem,
                          const Ends &Where) {
  if (!Given.EndsDecided)
    return true;
  for (unsigned W = 0; W != Problem.Waves.size(); ++W) {
    const WaveSteps &Of = Given.Waves[W];
    llvm::ArrayRef<NodeId> Nodes = Problem.Waves[W].Nodes;
    bool Stuck = Where[W] != Nodes.size();
    if (Stuck != Of.StuckAtLast)
      return false;
    if (Stuck && Problem.Nodes[Nodes[Where[W]]].Ref.Step + 1 != Of.Steps.size())
      return false;
  }
  return true;
}

/// The solutions of the one barrier execution that there is; they differ in who
/// is first (docs/model.md B6).
static void addOnly(const BarrierProblem &Given, const Resolved &Problem,
                    const Simulation &Only, Budget &Work, Solutions &Found) {
  if (!endsAreWanted(Given, Problem, Only.ends()))
    return;
  std::vector<BarrierUndefined> Faults =
      ruleFaults(Problem, Only.orders(), Only.play());
  for (BarrierUndefined &Fault :
       orderFaults(Problem, Only.orders(), Only.ends()))
    Faults.push_back(std::move(Fault));
  for (std::vector<StepRef> &First :
       Found.firstArrivals(Only.orders(), Only.play(), Work))
    Found.add(Found.make(Only.orders(), Only.play(), Only.ends(), Faults,
                         std::move(First)));
}

BarrierAnswer solveBarriers(const BarrierProblem &Given, Deadline Until) {
  Resolved Problem = resolve(Given);
  Solutions Found(Given, Problem);
  Budget Work(Until);
  Simulation Forced(Problem);
  if (Forced.run())
    addOnly(Given, Problem, Forced, Work, Found);
  else
    search(Given, Problem, Forced.commonPart(), Work, Found);
  return {Found.take(), Work.stoppedBy()};
}

} // namespace fencepost::model
