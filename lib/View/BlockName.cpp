//===- BlockName.cpp - What identifies a block to readers -----------------===//
// See BlockName.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/BlockName.h"

namespace fencepost::view {

BlockName nameBlock(const SyncView &View, BlockId Id) {
  const Block &B = View.Blocks[Id];
  BlockName Result{Id, B.Name, 0};
  for (const Event &E : B.Events)
    if (Result.Line == 0)
      Result.Line = E.Where.Line;
  return Result;
}

} // namespace fencepost::view
