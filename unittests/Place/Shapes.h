//===- Shapes.h - Kernels in a short notation -----------------------------===//
// `wA` every work-item writes its own word of buffer A, `rA` reads that of
// another wave, `oA` reads a word of its own wave, `aA` an atomic on a word of
// a third wave, `mA` writes a word of a third wave, `gA` LDS DMA into its own
// word, `yA` the same asynchronously, `mark` and `wait0` (or another number) a
// mark and a wait for marks. `A.lo`, `A.mid` and `A.hi` are windows of A, of
// which the second overlaps the others.
//
// `nA` reads the word of the next work-item, `bA` the first word, `sA` writes
// the words in reverse.
//
// `loop{…}` a loop of a number of iterations that an argument says, at least
// one; `some{…}` one that may run zero times; `while{…}` one that tests before
// each of its four iterations; `out` leaves the loop around it under a uniform
// condition, `jump0` goes to `at0`, which is further on and in no other
// loop. `if{…}` under a uniform condition that is new each time, `if0{…}` (or
// another number) under that an argument is set, `not0{…}` that it is not;
// `even{…}` and `first{…}` in iterations of the loop around it; `div{…}` under
// a condition that one wave fulfils, `many{…}` that all but one work-item do.
// In loops, `wA%2+1` writes slot (i + 1) % 2 of a ring, `wA$+1` that of two
// rotating pointers which comes next.
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

view::SyncView shape(llvm::StringRef Text, unsigned Waves = 4,
                     unsigned WaveSize = 4);

} // namespace fencepost::place

#endif
