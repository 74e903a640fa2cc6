//===- WaitInstruction.h - Instructions that wait for counters ------------===//
// A wait for counters as the operand of s_waitcnt, which packs three counters
// as each family does (LLVM's encodeWaitcnt, the tables of each ISA), and as
// text: s_waitcnt up to GFX11, one instruction a counter from GFX12 on. Tested
// by unittests/Target/WaitInstructionTest.cpp against LLVM's disassembler.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TARGET_WAITINSTRUCTION_H
#define FENCEPOST_TARGET_WAITINSTRUCTION_H

#include "fencepost/Target/Processor.h"
#include "llvm/ADT/SmallVector.h"

namespace fencepost {

/// Whether \p F has s_waitcnt: families up to GFX11.
bool hasWaitcnt(Family F);
/// Whether s_waitcnt has a field for \p Id.
bool isInWaitcnt(Counter Id);

/// The operand of s_waitcnt that waits for \p Waits and nothing else. Counters
/// that have an instruction of their own are left out.
unsigned encodeWaitcnt(Family F, llvm::ArrayRef<CounterWait> Waits);

using CounterWaits = llvm::SmallVector<CounterWait, 3>;

/// The inverse: what \p Operand waits for, by counter.
CounterWaits decodeWaitcnt(Family F, unsigned Operand);

/// What \p Line, an instruction of \p F in the assembler's syntax, waits for;
/// none if it is no wait for counters.
std::optional<CounterWaits> parseCounterWaits(llvm::StringRef Line, Family F);

} // namespace fencepost

#endif
