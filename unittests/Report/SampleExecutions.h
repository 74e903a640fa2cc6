//===- SampleExecutions.h - Executions made by hand, for pictures ---------===//
// A few lines each: the tests of pictures need executions of many shapes and
// must not depend on what the explorer finds first.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_SAMPLEEXECUTIONS_H
#define FENCEPOST_UNITTESTS_SAMPLEEXECUTIONS_H

#include "fencepost/Model/Execution.h"
#include "fencepost/Model/Program.h"

namespace fencepost::samples {

/// A program and one of its executions.
struct Sample {
  std::string Name;
  model::Program Program;
  model::Execution Execution;

  unsigned initial(const std::string &Label);
  unsigned thread(model::Place Where);
  /// The next event of \p Thread, after its last one in program order.
  unsigned event(unsigned Thread, model::EventKind Kind,
                 const std::string &Label);
  /// A barrier event of all of \p Threads, which are one wavefront.
  unsigned barrier(const std::vector<unsigned> &Threads,
                   const std::string &Label,
                   BarrierId Object = BarrierId::workgroup());
  void edge(model::EdgeKind Kind, unsigned From, unsigned To,
            const std::string &Label = "");

private:
  std::vector<unsigned> Last; ///< By thread; None at its beginning.
  unsigned add(const std::vector<unsigned> &Threads, model::EventKind Kind,
               const std::string &Label);
};

Sample messagePassing(); ///< 2 threads, sw, av, vis.
Sample noAvailability(); ///< 2 threads, a race.
Sample loadBuffering();  ///< 2 threads, reads-from upwards.
Sample iriw();           ///< 4 threads in 2 workgroups of 2 agents.
Sample storeBufferRing(unsigned Threads);         ///< From-reads on a cycle.
Sample pipeline(unsigned Waves, unsigned Phases); ///< Barriers and fences.
Sample splitBarrier();               ///< Work between arrive and wait.
Sample wideWaves();                  ///< 2 waves of 2 threads each.
Sample async();                      ///< Async loads beside a thread.
Sample hang();                       ///< A wait that is stuck.
Sample manyInitials(unsigned Count); ///< More initial writes than columns.
std::vector<Sample> allSamples();

} // namespace fencepost::samples

#endif
