//===- AsyncRun.h - One launch run to find early accesses -----------------===//
// Runs all threads of a work-group and compares their accesses with the
// transfers that access the same bytes. Tested by
// unittests/Check/AsyncTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_ASYNC_ASYNCRUN_H
#define FENCEPOST_LIB_CHECK_ASYNC_ASYNCRUN_H

#include "AsyncCompletion.h"
#include "fencepost/Symbolic/Analysis.h"
#include "fencepost/View/Dependence.h"

namespace fencepost::check {

/// How the threads of a transfer and of the early access are related.
enum class Distance : uint8_t { SameThread, SameWave, OtherWave };

/// One access by one thread.
struct AsyncUse {
  view::AccessSite Site;
  uint32_t Thread = 0; ///< Linear id.
  uint32_t Order = 0;  ///< Number among the accesses of its thread.
  uint32_t Signals = 0, Waits = 0, Epoch = 0; ///< As in AccessRecord.
  uint32_t WaitsBefore = 0; ///< Async and machine waits of its thread.
  uint32_t PathLength = 0;
  uint64_t Address = 0;
  // Async transfers only: what completes it, as seen by its thread (an Order),
  // by its wave (number of waits) and by others (number of signals).
  uint32_t Step = Never;
  uint32_t DoneOrder = Never, DoneWaits = Never, DoneSignals = Never;
  bool InDoubt = false;

  /// It is the transfer of step \p Number of \p Run.
  void setCompletion(const sim::Trace &Run, const TransferTimes &When,
                     uint32_t Number);
};

/// A transfer, and an access that comes before it is complete.
struct EarlyAccess {
  AsyncUse Transfer, Access;
  check::Distance Distance = Distance::SameThread;
  uint64_t Byte = 0;
  bool Tainted = false; ///< It depends on unknown values.
};

/// What one launch shows.
struct AsyncOutcome {
  using Pair =
      std::pair<view::AccessSite, view::AccessSite>; ///< Transfer, access.
  std::map<Pair, EarlyAccess> Early; ///< The first of each pair.
  std::set<view::Site> Reached;
  bool Complete = true; ///< No limit was hit.
};

/// Shared by all launches of one view.
struct AsyncPlan {
  explicit AsyncPlan(sym::Analysis &Context);
  /// Considers \p Objects and the transfers for which \p IsOne is true.
  AsyncPlan(sym::Analysis &Context, const llvm::BitVector &Objects,
            bool (*IsOne)(const view::Event &));
  AsyncPlan(const AsyncPlan &) = delete;
  AsyncPlan &operator=(const AsyncPlan &) = delete;

  /// For ThreadInterpreter::run: all sites, if there are many.
  llvm::ArrayRef<view::AccessSite> recorded() const {
    llvm::ArrayRef<view::AccessSite> All = Sites;
    return All.size() > 32 ? llvm::ArrayRef<view::AccessSite>() : All;
  }

  sym::Analysis &Context;
  view::Boundaries Bounds;
  sim::ThreadInterpreter Runs;
  view::Dependence Run;
  std::vector<view::AccessSite> Sites; ///< Of relevant accesses; sorted.
  std::vector<view::Site> Transfers;   ///< Those that may be too late.
  /// Blocks whose branch depends on an unknown value and decides whether a
  /// relevant event executes.
  llvm::BitVector Uncertain;
};

AsyncOutcome runLaunch(const AsyncPlan &Plan, const sim::Launch &Launch,
                       const sim::Unknowns &Unknowns, unsigned Steps);

} // namespace fencepost::check

#endif
