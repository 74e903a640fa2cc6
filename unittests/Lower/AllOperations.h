//===- AllOperations.h - Every operation and every way to run it ----------===//
// What tests about all of lowering range over: the modes of every processor
// and, kind by kind, every operation that can be written down. Operations that
// no target allows are among them; lower() says so.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_LOWER_ALLOPERATIONS_H
#define FENCEPOST_UNITTESTS_LOWER_ALLOPERATIONS_H

#include "fencepost/Lower/Lower.h"
#include <vector>

namespace fencepost::lower::test {

/// Every processor with every setting of cumode, tgsplit and one-wave
/// work-groups; \p WaveSizes: and every wave size.
std::vector<Mode> allModes(bool WaveSizes = false);

/// Loads, stores, read-modify-writes (add), compare-and-swaps and fences of 32
/// bits in every ordering, scope, address space and annotation, plain accesses
/// with their flags, and the av accesses.
std::vector<Operation> memoryOperations();

/// The same operations with their other widths and read-modify-writes, once
/// each: what decides mnemonics and not sequences.
std::vector<Operation> otherMnemonics();

/// Barriers, loads to LDS, marks and waits for them.
std::vector<Operation> executionOperations();

Operation barrierOperation(BarrierOp Action, BarrierId Object,
                           uint8_t Members = 0);

/// For messages.
std::string textOf(const Mode &M);
std::string textOf(const Sequence &S); ///< Steps joined by "; ".

} // namespace fencepost::lower::test

#endif
