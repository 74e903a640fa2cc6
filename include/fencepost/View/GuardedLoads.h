//===- GuardedLoads.h - Loads that were put under a condition -------------===//
// Where a view has a branch around a load, its original may have the load alone
// (Block::End): the branch says when the value is needed. Then nothing of the
// original lies between the branch and where its ways join, and nothing can be
// put there. Tested by unittests/Place/SlotsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_GUARDEDLOADS_H
#define FENCEPOST_VIEW_GUARDEDLOADS_H

#include "fencepost/View/SyncView.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::view {

/// Whether \p Of ends with such a branch.
inline bool endsWithGuard(const SyncView &View, const Block &Of) {
  return Of.End != None && llvm::any_of(Of.Next, [&](const Edge &E) {
           const std::vector<Event> &Events = View.Blocks[E.To].Events;
           return !Events.empty() && Events.front().Origin == Of.End;
         });
}

} // namespace fencepost::view

#endif
