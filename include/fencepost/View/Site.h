//===- Site.h - One event of a view, or one of its accesses --------------===//
// The references to events of a view that all areas above it use.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_SITE_H
#define FENCEPOST_VIEW_SITE_H

#include "fencepost/View/SyncView.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost::view {

/// One event of a view.
struct Site {
  view::BlockId Block = view::None;
  uint32_t Event = 0;
  bool operator==(const Site &) const = default;
  auto operator<=>(const Site &) const = default;
  const view::Event &in(const view::SyncView &View) const {
    return View.Blocks[Block].Events[Event];
  }
};

/// One access: an event, and which of its access ranges.
struct AccessSite {
  view::Site Site;
  bool Destination = false; ///< The write of a transfer.
  auto operator<=>(const AccessSite &) const = default;
  const view::AccessRange &in(const view::SyncView &View) const {
    const view::Event &E = Site.in(View);
    return Destination ? E.Destination : E.Memory;
  }
};

/// Calls \p Visit for every event of \p View, block by block.
void forEachEvent(const view::SyncView &View,
                  llvm::function_ref<void(Site, const view::Event &)> Visit);

} // namespace fencepost::view

#endif
