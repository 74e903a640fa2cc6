//===- AccessText.h - Accesses in words -----------------------------------===//
// What refusals, reports and pictures of placements call an access. Tested by
// test/place.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_ACCESSTEXT_H
#define FENCEPOST_REPORT_ACCESSTEXT_H

#include "fencepost/PlaceIR/Refusal.h"

namespace fencepost {

/// "load from 'tile'".
std::string accessText(const placeir::AccessName &Access);
std::string accessText(const view::SyncView &View, view::AccessSite Access);

} // namespace fencepost

#endif
