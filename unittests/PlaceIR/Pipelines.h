//===- Pipelines.h - Kernels in which waves fill LDS for others -----------===//
// Kernels @k of one argument, the number of iterations, as text for Sample.h.
// The first waves fill a ring of rows in LDS, and the others read it.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_PLACEIR_PIPELINES_H
#define FENCEPOST_UNITTESTS_PLACEIR_PIPELINES_H

#include <string>

namespace fencepost::placeir {

/// Which loops run the stages.
enum class StageLoops {
  TwoLoops,  ///< Of one side each, left after the stage.
  TwoWhiles, ///< Left before it.
  OneLoop,   ///< Of both sides, first those that fill.
  Ahead,     ///< The same, but the next stage is filled in each iteration.
};
/// How the row of a stage is found.
enum class Ring { Modulo, Mask, Counter };

struct Pipeline {
  StageLoops Shape = StageLoops::TwoLoops;
  Ring Index = Ring::Modulo;
  unsigned Fill = 1, Use = 1; ///< Waves.
  unsigned Slots = 2;
  unsigned Parts = 1; ///< Stores and loads of a stage.
  unsigned Idle = 0;  ///< Waves that do nothing.

  unsigned waves() const { return Fill + Use + Idle; }
  std::string text() const;
  std::string name() const;
};

} // namespace fencepost::placeir

#endif
