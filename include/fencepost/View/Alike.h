//===- Alike.h - Are two views equal but for their origins? ---------------===//
// Answers about a view hold for every equivalent one: a view that differs only
// in names, in source locations, and in the instructions that it was made from.
// So a kernel does not have to be analysed again after calls in it were
// inlined. The positions at which its module takes insertions (ModulePlaces.h)
// may differ.
// Tested by unittests/View/AlikeTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_ALIKE_H
#define FENCEPOST_VIEW_ALIKE_H

#include "fencepost/View/SyncView.h"

namespace fencepost::view {

bool areEquivalent(const SyncView &A, const SyncView &B);

} // namespace fencepost::view

#endif
