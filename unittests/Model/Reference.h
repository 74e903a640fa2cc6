//===- Reference.h - The model once more, naively -------------------------===//
// What the explorer must agree with: every path of every thread with every
// guess of what its reads return, every barrier execution, every
// reads-from and every modification order, each judged by the rules of
// docs/model.md and spec/001 as they are written. No cleverness: what cannot
// work is thrown away early only where that is obvious (a value nobody writes).
// It shares nothing with the explorer but the values that describe programs and
// outcomes. Programs that are too large for it are refused, never answered
// wrongly. Tested by ReferenceTest.cpp against answers worked out by hand.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_REFERENCE_H
#define FENCEPOST_UNITTESTS_MODEL_REFERENCE_H

#include "fencepost/Model/Outcome.h"
#include <set>

namespace fencepost::model::naive {

struct ReferenceOptions {
  unsigned Unroll = 4;
  bool Letter = false;      ///< Without the exception of docs/model.md M15.
  uint64_t Work = 100'000;  ///< Judgements, about 10 microseconds each.
  unsigned MaxPaths = 2000; ///< Of one thread.
};

struct ReferenceAnswer {
  bool TooBig = false; ///< Nothing else means anything then.
  std::set<Outcome> States;
  /// Pairs of points, the smaller first.
  std::set<std::pair<ProgramPoint, ProgramPoint>> Races;
  std::set<Undefined> Names; ///< Of the undefined behaviours.
  uint64_t Executions = 0;
  bool CutAtUnrollBound = false;
};

ReferenceAnswer enumerateNaively(const Program &P,
                                 const std::vector<Cell> &Observed,
                                 const ReferenceOptions &Options = {});

} // namespace fencepost::model::naive

#endif
