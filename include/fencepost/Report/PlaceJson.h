//===- PlaceJson.h - Placements as data -----------------------------------===//
// The kernels of the document that docs/schema/place.v2.json describes.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_PLACEJSON_H
#define FENCEPOST_REPORT_PLACEJSON_H

#include "fencepost/Report/PlaceText.h"
#include "llvm/Support/JSON.h"

namespace fencepost {

llvm::json::Object placementJson(const placeir::KernelPlacement &Kernel,
                                 KernelFile &Input);

// Parts of it.
llvm::json::Object placeJson(const Location &Where);
llvm::json::Object hazardJson(const view::SyncView &View,
                              const place::Hazard &H, KernelFile &Input);

} // namespace fencepost

#endif
