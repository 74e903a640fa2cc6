//===- ModulePlaces.h - Points of a view that its module has --------------===//
// A view has branches that its module does not have: around loads whose values
// are not always needed; one branch for two; and those of *hubs*, which choose
// between the entries of a loop that has several. Nothing can be inserted after
// such a branch until a block of the module begins, nor on an edge to a hub. A
// view that was not made from a module has no such restriction.
// Tested by unittests/View/ModulePlacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_MODULEPLACES_H
#define FENCEPOST_VIEW_MODULEPLACES_H

#include "fencepost/View/SyncView.h"

namespace fencepost::view {

/// True if something can be inserted into \p Id, which may be on an edge.
bool hasPlaces(const SyncView &View, BlockId Id);
/// Whether something can be put on the edge from \p From, a branch, to \p To.
bool hasPlaceOn(const SyncView &View, BlockId From, BlockId To);

} // namespace fencepost::view

#endif
