//===- Layout.h - Where everything is, worked out once per program --------===//
// Numbers the scope instances, wavefronts and cells of a program and answers
// the questions about places that every rule asks: does this instance contain
// that thread, do two operations have inclusive scopes (docs/model.md M1 to
// M3). Tested by unittests/Model/LayoutTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_LAYOUT_H
#define FENCEPOST_LIB_MODEL_LAYOUT_H

#include "fencepost/Model/Outcome.h"
#include <array>

namespace fencepost::model {

class Layout {
public:
  struct Wave {
    std::vector<unsigned> Threads;
    unsigned Workgroup = 0;
    unsigned Cluster = 0;
  };

  explicit Layout(const Program &P);

  /// The instance of \p Level that contains \p Thread.
  unsigned instance(unsigned Thread, ScopeLevel Level) const {
    return Instances[Thread][static_cast<unsigned>(Level)];
  }
  /// Whether \p Thread's instance of \p Level contains \p Other.
  bool reaches(unsigned Thread, ScopeLevel Level, unsigned Other) const {
    return instance(Thread, Level) == instance(Other, Level);
  }
  /// docs/model.md M2, for an operation of thread A with scope SA and one of B.
  bool inclusive(unsigned A, ScopeLevel SA, unsigned B, ScopeLevel SB) const {
    return reaches(A, SA, B) && reaches(B, SB, A);
  }

  /// The number of a cell as \p Thread sees it: its own workgroup's copy of a
  /// local location.
  unsigned cell(unsigned Thread, unsigned Location, unsigned Element) const;
  unsigned cell(const Cell &C) const;

  unsigned waveOf(unsigned Thread) const { return WaveOf[Thread]; }

  std::vector<Wave> Waves;
  std::vector<Cell> Cells; ///< By number.

private:
  std::vector<std::array<unsigned, NumScopeLevels>> Instances; ///< Per thread.
  std::vector<unsigned> WaveOf;
  std::vector<unsigned> CopyOf;    ///< Per thread: which copy of a local.
  std::vector<unsigned> FirstCell; ///< Per location.
  std::vector<unsigned> SizeOf;    ///< Per location: elements of one copy.
  std::vector<bool> IsLocal;
};

} // namespace fencepost::model

#endif
