//===- PlaceRemarks.h - Placements as LLVM's remarks ----------------------===//
// One remark a barrier, in the YAML that LLVM's own passes write and its tools
// (llvm-remarkutil, opt-viewer) read. Tested by test/place/remarks.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_PLACEREMARKS_H
#define FENCEPOST_TOOLS_PLACEREMARKS_H

#include "PlaceText.h"

namespace fencepost {

std::string remarksText(llvm::ArrayRef<placeir::KernelPlacement> Kernels,
                        CheckInput &Input);

} // namespace fencepost

#endif
