//===- Site.cpp - One event of a view, and one access of an event --------===//
// See Site.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/Site.h"

namespace fencepost::view {

using view::BlockId;

void forEachEvent(const view::SyncView &View,
                  llvm::function_ref<void(Site, const view::Event &)> Visit) {
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    for (uint32_t E = 0; E < View.Blocks[B].Events.size(); ++E)
      Visit({B, E}, View.Blocks[B].Events[E]);
}

} // namespace fencepost::view
