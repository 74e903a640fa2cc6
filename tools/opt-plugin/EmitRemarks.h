//===- EmitRemarks.h - Placements as remarks of a pass --------------------===//
// The remarks of `fencepost place --remarks`, given to LLVM: what
// -pass-remarks-output and its like do with them is theirs. Places are known if
// there is debug information. Tested by test/opt-plugin/place-remarks.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_OPT_PLUGIN_EMITREMARKS_H
#define FENCEPOST_TOOLS_OPT_PLUGIN_EMITREMARKS_H

#include "fencepost/PlaceIR/ModulePlacement.h"

namespace fencepost {

void emitRemarks(llvm::Module &M, const placeir::ModulePlacement &Placement);

} // namespace fencepost

#endif
