//===- BlockName.h - What identifies a block to readers -------------------===//
// Blocks without a name in the IR are known by the line of their first event,
// or by their number. Tested by test/check and test/place-errors.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_BLOCKNAME_H
#define FENCEPOST_VIEW_BLOCKNAME_H

#include "fencepost/View/SyncView.h"

namespace fencepost::view {

struct BlockName {
  BlockId Id = 0;
  std::string Name;  ///< In the IR, if it has one.
  unsigned Line = 0; ///< Of the first event whose line is known; 0: of none.
};
BlockName nameBlock(const SyncView &View, BlockId Id);

} // namespace fencepost::view

#endif
