//===- PlaceSourceDiff.h - `fencepost place --source-diff` ----------------===//
#ifndef FENCEPOST_REPORT_PLACESOURCEDIFF_H
#define FENCEPOST_REPORT_PLACESOURCEDIFF_H

#include "fencepost/Input/KernelFile.h"
#include "fencepost/PlaceIR/ModulePlacement.h"

namespace fencepost {

/// A unified diff of the source files that puts a comment where each barrier
/// belongs. What has no line that can be read comes before it, line by line.
std::string sourceDiff(llvm::ArrayRef<placeir::KernelPlacement> Kernels,
                       KernelFile &Input);

} // namespace fencepost

#endif
