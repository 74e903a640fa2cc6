//===- MergeLdsObjects.h - Pointers to one of several LDS objects --------===//
// Analyses compare accesses of one object. A pointer that is one of several (a
// phi, a select, an integer) belongs to none, but its address is known all the
// same, and objects have addresses of their own that do not meet (SyncView.h).
// So in a kernel with such accesses all of LDS is made one object, and
// addresses tell what overlaps.
// Tested by unittests/Check/MergeLdsObjectsTest.cpp.
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
