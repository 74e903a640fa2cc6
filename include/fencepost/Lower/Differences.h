//===- Differences.h - Where LLVM 22 departs from the specification -------===//
// Each row is one point on which the two dialects differ, for the families it
// names, with a judgement. The engine asks the same rows, so the documentation
// (docs/lowering.md) and the code cannot disagree. Tested by
// unittests/Lower/DifferencesTest.cpp: every row but the typos changes some
// sequence, and every sequence that differs is changed by a row.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LOWER_DIFFERENCES_H
#define FENCEPOST_LOWER_DIFFERENCES_H

#include "fencepost/Target/Processor.h"
#include "llvm/ADT/ArrayRef.h"

namespace fencepost::lower {

/// LLVM 22.1 compared with the text.
enum class Judgement : uint8_t {
  Stronger, ///< LLVM does more than the text asks for.
  Weaker,   ///< LLVM does less.
  Typo,     ///< The text is wrong by its own other rows, which count.
  Neutral,  ///< Neither: another instruction for the same thing.
};
llvm::StringRef judgementName(Judgement J); ///< "stronger"

/// One enumerator a row of Differences.def.
enum class Difference : uint8_t {
#define DIFFERENCE(ID, NAME, FIRST, LAST, WHERE, SPEC, LLVM, JUDGED, BECAUSE)  \
  ID,
#include "fencepost/Lower/Differences.def"
};

struct DifferenceFacts {
  Difference Id;
  llvm::StringLiteral Name;  ///< "wait-after-invalidate"
  Family First, Last;        ///< The families it concerns.
  llvm::StringLiteral Where; ///< "GFX125x", "GFX10-GFX12, CU mode"
  llvm::StringLiteral Spec;  ///< What the text says.
  llvm::StringLiteral Llvm;  ///< What LLVM 22.1 does.
  Judgement Judged;
  llvm::StringLiteral Because; ///< Why it is judged so.
};

llvm::ArrayRef<DifferenceFacts> differences();

/// Rows that are applied. LLVM's sequences are what the engine gives without
/// any; a row that is applied does what the text says instead.
class DifferenceSet {
public:
  static DifferenceSet none() { return {}; }
  /// Every row that concerns \p F but the typos: there the text means what its
  /// other rows say, which is what LLVM does.
  static DifferenceSet all(Family F);

  bool has(Difference D) const { return Bits >> static_cast<unsigned>(D) & 1; }
  DifferenceSet without(Difference D) const;

  bool operator==(const DifferenceSet &) const = default;

private:
  uint64_t Bits = 0;
};

} // namespace fencepost::lower

#endif
