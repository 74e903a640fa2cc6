//===- ModulePlaces.h - Places of a view that its module has --------------===//
// A view has branches that the module it was made from has not: around loads,
// where their values are not always needed; one branch for two; and those of
// *hubs*, which choose between the entries of a loop that has several. Nothing
// can be put behind such a branch until a block of the module begins, nor on an
// edge to a hub. Views that were made of no module have all their places.
// Tested by unittests/View/ModulePlacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_MODULEPLACES_H
#define FENCEPOST_VIEW_MODULEPLACES_H

#include "fencepost/View/SyncView.h"

namespace fencepost::view {

/// Whether something can be put into \p At, which may stand on an edge.
bool hasPlaces(const SyncView &View, BlockId At);
/// Whether something can be put on the edge from \p From, a branch, to \p To.
bool hasPlaceOn(const SyncView &View, BlockId From, BlockId To);

} // namespace fencepost::view

#endif
