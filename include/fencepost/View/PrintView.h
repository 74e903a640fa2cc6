//===- PrintView.h - A sync view as text ----------------------------------===//
// What `fencepost check --dump-sync` shows: the kernel, its objects, its loops,
// then every block with its phis, unknowns and events. Values with one use are
// written at their use; the others have a line of their own. The text depends
// on the view alone. Tested by unittests/IR/ViewTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_PRINTVIEW_H
#define FENCEPOST_VIEW_PRINTVIEW_H

#include "fencepost/View/SyncView.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost::view {

void printSyncView(llvm::raw_ostream &OS, const SyncView &View);

} // namespace fencepost::view

#endif
