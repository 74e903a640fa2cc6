//===- Sizes.h - Work-groups whose size the kernel does not say -----------===//
// A kernel without a required size is launched with one that its author had in
// mind and that we cannot know. It is checked for the one that it hints at, or
// the one with which it fills a variable in LDS; otherwise for a few that
// kernels of its shape are launched with, and with which it stays in its
// variables, and if it never asks for an id, with one work-item. What is wrong
// with all of them is wrong; what is wrong with some depends on the launch and
// is only possible. Advice to remove something is given only if it is right for
// all of them.
// Tested by unittests/Check/SizesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_SIZES_H
#define FENCEPOST_CHECK_SIZES_H

#include "fencepost/Check/Finding.h"
#include <array>

namespace fencepost::check {

using GroupSize = std::array<unsigned, 3>;

/// The exact size if it is known, otherwise likely ones: of several waves if
/// the limit allows, along the dimensions that the kernel looks at.
llvm::SmallVector<GroupSize, 4> likelySizes(const view::SyncView &View);

/// \p View for work-groups of exactly this size.
view::SyncView withSize(const view::SyncView &View, GroupSize Size);

/// What was found with each size, as one list.
std::vector<Defect> merged(std::vector<std::vector<Defect>> BySize);

} // namespace fencepost::check

#endif
