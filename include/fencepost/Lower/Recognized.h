//===- Recognized.h - What one instruction of a program does --------------===//
// What the readers of LLVM IR (IR/Recognize.h) and of litmus tests
// (Litmus/ThreadCode.h) make of an instruction: an operation that lowering
// knows, machine code that the program already chose, a call, nothing at all,
// or something that is not understood, with the reason. Tested by
// unittests/IR/RecognizeTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LOWER_RECOGNIZED_H
#define FENCEPOST_LOWER_RECOGNIZED_H

#include "fencepost/Sync/Counter.h"
#include "fencepost/Sync/Operation.h"
#include <optional>

namespace fencepost::lower {

enum class Role : uint8_t {
  Nothing,   ///< Neither accesses memory nor synchronizes.
  Operation, ///< Op; Text names a read-modify-write that may be a loop.
  /// Accesses memory without synchronizing, in a way that lowering has no
  /// operation for: a buffer or image intrinsic, a memcpy. Text names it.
  Access,
  Machine, ///< Machine code as written: Text, a line an instruction.
  Call,    ///< Of the function Text; "" if it is unknown which.
  Unknown, ///< Text says why, in a sentence without a full stop.
};

struct Recognized {
  lower::Role Role = lower::Role::Nothing;
  Operation Op;
  std::string Text;
  /// Operation: how many accesses of Op.Bits make up one that is wider than any
  /// instruction.
  unsigned Parts = 1;
  /// LdsDma, AsyncLoad: through a buffer resource, and the cache policy as
  /// written.
  bool Buffer = false;
  uint32_t Aux = 0;
  /// Machine: the counter that an asynchronous transfer increments once.
  std::optional<Counter> Counted;

  bool isOperation(OpKind K) const {
    return Role == Role::Operation && Op.Kind == K;
  }
};

/// Whether \p R can order anything, or waits. Plain and nontemporal accesses
/// cannot; volatile ones wait.
inline bool isSynchronizing(const Recognized &R) {
  if (R.Role != Role::Operation)
    return R.Role >= Role::Machine;
  bool MayBePlain = R.Op.Kind == OpKind::Load || R.Op.Kind == OpKind::Store;
  return !MayBePlain || R.Op.isAtomic() || R.Op.Volatile;
}

} // namespace fencepost::lower

#endif
