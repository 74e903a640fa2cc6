//===- InlineCalls.h - Calls of a kernel inlined in its module ------------===//
// A barrier that belongs into a function that is called can be right for one
// call and wrong for another. So the calls that lead there are inlined into the
// kernel first, in the module itself; other calls stay.
// Tested by unittests/PlaceIR/ModulePlacementTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACEIR_INLINECALLS_H
#define FENCEPOST_LIB_PLACEIR_INLINECALLS_H

#include "fencepost/PlaceIR/Refusal.h"
#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Function;
} // namespace llvm

namespace fencepost::placeir {

/// Inlines into \p Kernel every call through which \p Wanted are reached. A
/// reason if one of them is recursive or LLVM cannot inline a call.
std::optional<NotInlined> inlineInto(llvm::Function &Kernel,
                                     llvm::ArrayRef<llvm::Function *> Wanted);

} // namespace fencepost::placeir

#endif
