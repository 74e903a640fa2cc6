//===- Alike.h - Are two views the same but for where things stand? -------===//
// What is decided about a view holds for another one that is alike: they differ
// only in names, in places in the source, and in the instructions that they
// were made from. So a kernel does not have to be looked at again when calls in
// it were inlined. Where something can be put into the module (ModulePlaces.h)
// is another question.
// Tested by unittests/View/AlikeTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_ALIKE_H
#define FENCEPOST_VIEW_ALIKE_H

#include "fencepost/View/SyncView.h"

namespace fencepost::view {

bool areEquivalent(const SyncView &A, const SyncView &B);

} // namespace fencepost::view

#endif
