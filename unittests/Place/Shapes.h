//===- Shapes.h - Kernels in a short notation -----------------------------===//
// `wA` every work-item writes its own word of buffer A, `rA` reads that of
// another wave, `oA` reads a word of its own wave, `aA` an atomic on a word of
// a third wave, `mA` writes a word of a third wave, `|` a barrier with fences,
// `loop{…}` a loop of a known number of iterations, `some{…}` one that may run
// zero times, `if{…}` under a uniform condition, `div{…}` under one that
// differs between waves. Buffers A.lo and A.hi are halves of A. In loops,
// `wA%2+1` writes slot (i + 1) % 2 of a ring.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_PLACE_SHAPES_H
#define FENCEPOST_UNITTESTS_PLACE_SHAPES_H

#include "Kernel.h"
#include "llvm/ADT/StringRef.h"

namespace fencepost::place {

/// Work-groups of four waves of 4 work-items unless \p Waves says otherwise.
view::SyncView shape(llvm::StringRef Text, unsigned Waves = 4);

} // namespace fencepost::place

#endif
