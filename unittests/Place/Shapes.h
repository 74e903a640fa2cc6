//===- Shapes.h - Kernels in a short notation -----------------------------===//
// `wA` every work-item writes its own word of buffer A, `rA` reads that of
// another wave, `oA` reads a word of its own wave, `aA` an atomic on a word of
// a third wave, `mA` writes a word of a third wave, `gA` LDS DMA into its own
// word, `yA` the same asynchronously, `mark` and `wait0` (or another number) a
// mark and a wait for marks. `A.lo`, `A.mid` and `A.hi` are windows of A, of
// which the second overlaps the others.
//
// `loop{…}` a loop of a number of iterations that an argument says, at least
// one; `some{…}` one that may run zero times; `while{…}` one that tests before
// each of its four iterations; `if{…}` under a uniform condition, `div{…}`
// under one that one wave fulfils, `many{…}` under one that one work-item does
// not. In loops, `wA%2+1` writes slot
// (i + 1) % 2 of a ring, `wA$+1` that of two rotating pointers which comes
// next.
//
// Barriers: `|` with fences, `^` without, `~` with fences of wavefronts, `#`
// with fences for global memory alone; `<` a release and a signal, `>` a wait
// and an acquire.
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
