//===- BuildFence.h - A fence with its scope and address spaces -----------===//
#ifndef FENCEPOST_LIB_PLACEIR_BUILDFENCE_H
#define FENCEPOST_LIB_PLACEIR_BUILDFENCE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/AtomicOrdering.h"

namespace llvm {
class IRBuilderBase;
} // namespace llvm

namespace fencepost::placeir {

/// \p OnlyLds: it is tagged to order LDS alone (spec/002, "Fence and Address
/// Spaces").
void buildFence(llvm::IRBuilderBase &B, llvm::AtomicOrdering Order,
                llvm::StringRef Scope, bool OnlyLds);

} // namespace fencepost::placeir

#endif
