//===- BarrierLaunch.h - All waves of a launch, with their barriers ------===//
// Every thread of a work-group, or of the work-groups of a cluster, is run
// (ThreadInterpreter.h); the barrier operations of each wave are the input of a
// simulation (BarrierSimulation.h). The result of signal.isfirst, whether a
// wave arrives first, is assumed here and checked by the simulation.
//
// Lanes of a wave execute the same operations (docs/model.md B1); an init that
// only some of them reach counts as one by the wave. Not followed: named
// barriers whose number depends on unknown values, and those that are computed
// but not variables. Tested by unittests/Check/NamedBarriersTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SIMULATE_BARRIERLAUNCH_H
#define FENCEPOST_SIMULATE_BARRIERLAUNCH_H

#include "fencepost/Simulate/BarrierSimulation.h"
#include "fencepost/Simulate/ThreadInterpreter.h"
#include "fencepost/Symbolic/Analysis.h"
#include "fencepost/View/Dependence.h"

namespace fencepost::sim {

/// Operations on named barriers and on those of clusters.
bool isNamedOrCluster(const view::Event &E);
/// True if the barrier of \p E is only known when the kernel runs.
bool isComputedBarrier(const view::SyncView &View, const view::Event &E);
/// The first operation on a barrier that a run does not determine.
std::optional<view::Site> findUnknownBarrier(const view::SyncView &View);

struct LaunchPlan {
  unsigned Size[3] = {1, 1, 1};
  unsigned Groups[3] = {1, 1, 1};              ///< Work-groups that are run.
  uint64_t Argument = Launch::DefaultArgument; ///< Value of all of them.
  bool LastArrivesFirst =
      false; ///< The wave of each group that is assumed to arrive first.
  bool WithAccesses = false;
};

struct ThreadRun {
  unsigned Group = 0, Wave = 0;
  ThreadId Id;
  Trace Ran;
};

struct BarrierLaunch {
  std::vector<Launch> Groups;
  std::vector<ThreadRun> Threads;
  std::vector<WaveProgram> Waves;
  std::vector<size_t> FirstThread; ///< Of each wave.
  bool Complete = true;            ///< All threads reached their ends.
  /// An operation that not all lanes of its wave reach.
  std::optional<view::Site> Split;
};

/// Launches to try, with 16 and with each of \p Arguments for all arguments;
/// results that agree in all of them are taken as general.
std::vector<LaunchPlan> plansFor(const sym::Analysis &Context,
                                 llvm::ArrayRef<uint64_t> Arguments);

BarrierLaunch runAll(const sym::Analysis &Context,
                     const ThreadInterpreter &Runs, const LaunchPlan &Plan);

/// Orders of preference in which to simulate \p Run; the wave that is assumed
/// to arrive first comes first.
std::vector<std::vector<unsigned>>
ordersFor(const BarrierLaunch &Run, const LaunchPlan &Plan, bool AsksForFirst);

/// True if the kernel uses the result of a signal.isfirst.
bool asksForFirst(const view::SyncView &View);

} // namespace fencepost::sim

#endif
