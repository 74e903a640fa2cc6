//===- AccessText.h - Accesses in words -----------------------------------===//
// What refusals, reports and pictures call an access. Tested by test/place.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACEIR_ACCESSTEXT_H
#define FENCEPOST_PLACEIR_ACCESSTEXT_H

#include "fencepost/Check/Defect.h"

namespace fencepost::placeir {

/// "load from 'tile'".
std::string accessText(const view::SyncView &View, view::AccessSite Access);

} // namespace fencepost::placeir

#endif
