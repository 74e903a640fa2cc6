//===- BlockLocations.h - Source locations of blocks ----------------------===//
// A view knows where its events are; these are the places of what lies between
// them, for reports that point at a branch or at code that has no event.
// Tested by test/place and test/place-errors.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACEIR_BLOCKLOCATIONS_H
#define FENCEPOST_PLACEIR_BLOCKLOCATIONS_H

#include "fencepost/IR/BuildView.h"

namespace fencepost::placeir {

/// Line 0: unknown.
struct BlockLocations {
  view::SourceLocation Start;
  view::SourceLocation Branch; ///< At its end.
};

/// By block of \p View, which was made with \p Origins and \p Where.
std::vector<BlockLocations> blockLocations(const view::SyncView &View,
                                           const ir::ViewOrigins &Origins,
                                           ir::PlaceOf Where);

} // namespace fencepost::placeir

#endif
