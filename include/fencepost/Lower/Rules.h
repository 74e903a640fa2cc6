//===- Rules.h - Why an instruction is in a sequence ----------------------===//
// Each step of a sequence names the rule that put it there. A rule is a row:
// what it achieves, what may move across it, and which part of the
// specification says so. The rows are in lib/Lower/Tables/Rules.cpp. Tested by
// unittests/Lower/RulesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LOWER_RULES_H
#define FENCEPOST_LOWER_RULES_H

#include "fencepost/Support/EnumTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace fencepost::lower {

enum class Rule : uint8_t {
  Access,           ///< The operation itself, with the cache bits of its scope.
  ReleaseWriteBack, ///< Dirty lines leave the caches below the scope.
  ReleaseWait,      ///< Earlier accesses and the write-back have completed.
  WriteBackWait,    ///< Earlier accesses completed before the write-back.
  SeqCstWait,       ///< Earlier seq_cst accesses completed.
  AcquireWait,      ///< The value has been returned before what follows.
  FenceAcquireWait, ///< The atomic a fence pairs with has completed.
  AcquireInvalidate, ///< Later loads see no stale lines.
  InvalidateWait,    ///< The invalidate itself has completed.
  VolatileBefore,    ///< Volatile accesses happen in program order.
  VolatileAfter,     ///< Volatile accesses complete before what follows.
  TranslationWait,   ///< Address translation of earlier accesses is done.
  LdsDmaWait,        ///< LDS DMA in flight has reached LDS.
  BarrierWait,       ///< Memory operations are done before a barrier.
  BarrierStep,       ///< An instruction of the barrier operation itself.
  AsyncWait,         ///< Async operations before a mark have completed.
};
inline constexpr unsigned NumRules = numEnumerators<Rule>();

struct RuleFacts {
  Rule Id;
  llvm::StringLiteral Name;    ///< "release-write-back"
  llvm::StringLiteral Purpose; ///< What it achieves, without a full stop.
  llvm::StringLiteral Motion;  ///< What may move across it, likewise.
  /// The same in a fence, and in an acquire at workgroup scope or below;
  /// "" if it is no other.
  llvm::StringLiteral StrictMotion = "";
  llvm::StringLiteral Source; ///< Where it is laid down besides the tables.
};

llvm::ArrayRef<RuleFacts> rules();
const RuleFacts &factsOf(Rule R);

} // namespace fencepost::lower

#endif
