//===- ViewAsIR.h - Sync views made by tests, as LLVM IR ------------------===//
// Writes a view of view::Kernel as a module with one kernel, so that a program
// can be given what a generator of views makes. What a load reads is stored to
// a word of the work-item's own, because loads without a use do not count.
//
// The module is valid IR, but not exactly the kernel of the view: unknown
// values are loaded from memory, and an LDS DMA goes to the lanes of its wave.
// Handles only views that view::Kernel and place::shape() make. Tested by
// test/compare/random-inputs.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_RANDOM_VIEWASIR_H
#define FENCEPOST_UNITTESTS_RANDOM_VIEWASIR_H

#include "fencepost/View/SyncView.h"

namespace fencepost::view {

std::string asIR(const SyncView &View);

} // namespace fencepost::view

#endif
