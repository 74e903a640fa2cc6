//===- WorkGroupSize.cpp - A view for work-groups of one size ------------===//
// See WorkGroupSize.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/WorkGroupSize.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::view {

unsigned itemsOf(const GroupSize &Size) { return Size[0] * Size[1] * Size[2]; }

SyncView withSize(const SyncView &View, GroupSize Size) {
  SyncView Result = View;
  llvm::copy(Size, Result.Size);
  Result.SizeIsExact = true;
  Result.Least = Result.Most = itemsOf(Size);
  return Result;
}

} // namespace fencepost::view
