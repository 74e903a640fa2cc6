//===- RandomShape.h - Kernels in the short notation, made from a seed ----===//
// Nested loops of all kinds, conditions that are uniform and that are not,
// jumps out of loops and forward, rings and rotating pointers, all footprints
// of Shapes.h, transfers, and existing barriers.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_PLACE_RANDOMSHAPE_H
#define FENCEPOST_UNITTESTS_PLACE_RANDOMSHAPE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>

namespace fencepost::place {

/// The same seed makes the same text on every machine. \p Budget bounds the
/// statements.
std::string randomShape(unsigned Seed, int Budget);

/// \p Text with as much left out as possible so that it still \p Fails.
std::string shrunkShape(std::string Text,
                        llvm::function_ref<bool(const std::string &)> Fails);

} // namespace fencepost::place

#endif
