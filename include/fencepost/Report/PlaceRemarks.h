//===- PlaceRemarks.h - Placements as LLVM's remarks ----------------------===//
// One remark a barrier, or if nothing was placed, one a reason; in the YAML
// that LLVM's own passes write and its tools (llvm-remarkutil, opt-viewer)
// read. The pass of opt gives the same ones to LLVM. Tested by
// test/place/reports.test and test/opt-plugin/place-remarks.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_PLACEREMARKS_H
#define FENCEPOST_REPORT_PLACEREMARKS_H

#include "fencepost/Report/PlaceText.h"

namespace llvm::remarks {
struct Remark;
} // namespace llvm::remarks

namespace fencepost {

using TakeRemark = llvm::function_ref<void(const llvm::remarks::Remark &)>;

/// Remarks are valid only while they are taken.
void forEachRemark(const placeir::ModulePlacement &Placement, KernelFile &Input,
                   TakeRemark Take);

std::string remarksText(const placeir::ModulePlacement &Placement,
                        KernelFile &Input);

} // namespace fencepost

#endif
