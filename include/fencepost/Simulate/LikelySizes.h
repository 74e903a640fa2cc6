//===- LikelySizes.h - Work-groups of unknown size -----------------------===//
// A kernel without a required size is launched with one that its author had in
// mind and that we cannot know. It is checked for the one that it hints at, or
// the one with which it fills a variable in LDS; otherwise for a few that
// kernels of its shape are launched with, and with which it stays in its
// variables, and if it never asks for an id, with one work-item. What they say
// together is decided by DefectsBySize.h.
// Tested by unittests/Check/LikelySizesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SIMULATE_LIKELYSIZES_H
#define FENCEPOST_SIMULATE_LIKELYSIZES_H

#include "fencepost/View/WorkGroupSize.h"

namespace fencepost::sim {

/// The exact size if it is known, otherwise likely ones: of several waves if
/// the limit allows, along the dimensions that the kernel looks at.
llvm::SmallVector<view::GroupSize, 4> likelySizes(const view::SyncView &View);

} // namespace fencepost::sim

#endif
