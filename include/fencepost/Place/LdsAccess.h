//===- LdsAccess.h - Accesses that may reach LDS --------------------------===//
// What is known of the bytes of an access before any address is compared.
// Tested by unittests/Place/PlacementTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_LDSACCESS_H
#define FENCEPOST_PLACE_LDSACCESS_H

#include "fencepost/Check/Defect.h"

namespace fencepost::place {

/// Whether \p Access accesses LDS, or memory that may be LDS.
bool mayAccessLds(const view::SyncView &View, view::AccessSite Access);
/// Whether the bytes that \p Access accesses are known.
bool hasKnownBytes(const view::SyncView &View, view::AccessSite Access);

/// Whether \p A and \p B are known to access different objects.
bool areDistinctObjects(const view::SyncView &View, view::AccessSite A,
                        view::AccessSite B);

} // namespace fencepost::place

#endif
