//===- MergeLdsObjects.h - Pointers to one of several LDS objects --------===//
// Analyses compare accesses of one object. A pointer that may be one of several
// (a phi, a select, an integer) has no object but a known address, and objects
// have disjoint addresses (SyncView.h). So in a kernel with such accesses all
// of LDS becomes one object, and addresses decide what overlaps.
// Tested by unittests/View/MergeLdsObjectsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_MERGELDSOBJECTS_H
#define FENCEPOST_VIEW_MERGELDSOBJECTS_H

#include "fencepost/View/SyncView.h"
#include <optional>

namespace fencepost::view {

/// \p View with one object for all of LDS, if some access of LDS has an address
/// but no object.
std::optional<view::SyncView> withMergedLds(const view::SyncView &View);

/// The object whose region holds \p Address, or None.
uint32_t objectAt(const view::SyncView &View, uint64_t Address);

} // namespace fencepost::view

#endif
