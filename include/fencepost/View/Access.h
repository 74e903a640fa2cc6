//===- Access.h - The memory that an access ranges over -------------------===//
// What is known of it before any address is compared: the address space, LDS or
// not, the bytes. Both ends of a transfer are accesses; one of them is LDS.
// Tested by unittests/View/AccessTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_ACCESS_H
#define FENCEPOST_VIEW_ACCESS_H

#include "fencepost/View/Site.h"

namespace fencepost::view {

/// The space of the object that \p Access ranges over, or of its pointer.
AddressSpace spaceOf(const SyncView &View, AccessSite Access);

/// True if memory of \p Space may be LDS.
inline bool mayBeLds(AddressSpace Space) {
  return Space == AddressSpace::Local || Space == AddressSpace::Generic;
}

/// Whether \p Access reads or writes LDS, or memory that may be LDS.
bool mayAccessLds(const SyncView &View, AccessSite Access);

/// Whether object, address and number of bytes of \p Access are known.
bool hasKnownBytes(const SyncView &View, AccessSite Access);

/// Whether \p A and \p B are known to access different objects.
bool areDistinctObjects(const SyncView &View, AccessSite A, AccessSite B);

} // namespace fencepost::view

#endif
