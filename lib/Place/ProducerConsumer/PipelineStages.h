//===- PipelineStages.h - Where producers and consumers wait --------------===//
// In one iteration, or on the path to a loop, the waves of one side reach some
// blocks on every path. They wait in the last of their own blocks before all
// accesses of LDS, and signal in the first one after all of them; if there is
// none, they signal wherever they leave their own blocks.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_PRODUCERCONSUMER_PIPELINESTAGES_H
#define FENCEPOST_LIB_PLACE_PRODUCERCONSUMER_PIPELINESTAGES_H

#include "ProducerConsumer/WaveRoles.h"
#include "fencepost/Check/Defect.h"
#include "fencepost/Place/ProducerConsumer.h"

namespace fencepost::place {

struct RolePair {
  const WaveRole &Own, &Others;
  /// Blocks that only waves of this side reach.
  bool isOwn(view::BlockId B) const {
    return Own.Blocks[B] && !Others.Blocks[B];
  }
};

struct LoopStage {
  PipelineStage Stage;
  bool LeavesBefore = false; ///< The loop is left before it, or else after it.
};

/// The stage of \p Accesses in each iteration of \p Loop, if it is taken in
/// each and all waves leave the loop together.
std::optional<LoopStage> findStage(const view::SyncView &View, RolePair Roles,
                                   view::LoopId Loop,
                                   llvm::ArrayRef<view::AccessSite> Accesses);

/// The same of accesses that are made once, before the block \p Header.
std::optional<PipelineStage>
findStageBefore(const view::SyncView &View, RolePair Roles,
                view::BlockId Header,
                llvm::ArrayRef<view::AccessSite> Accesses);

/// Whether two roles part at one branch, outside of loops, from where each is
/// sure to reach its block, the header of a loop; and whether before that
/// branch all waves or none continue.
bool divergeAtOneBranch(const view::SyncView &View, const WaveRole &A,
                        view::BlockId ToA, const WaveRole &B,
                        view::BlockId ToB);

} // namespace fencepost::place

#endif
