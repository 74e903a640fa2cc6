//===- Witness.h - Two threads whose replay shows a defect ----------------===//
// The launch, the work-items and the input values with which a defect happens.
// Found by searches and replays (ThreadInterpreter.h), and printed as a
// finding's notes and litmus test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SIMULATE_WITNESS_H
#define FENCEPOST_SIMULATE_WITNESS_H

#include "fencepost/View/Site.h"
#include <array>
#include <map>
#include <optional>

namespace fencepost::sim {

/// One thread of a witness.
struct Actor {
  uint32_t Id[3] = {0, 0, 0};
  /// Of the loops around its access, outermost first.
  llvm::SmallVector<std::pair<view::LoopId, uint64_t>, 2> Iterations;
  /// Blocks from the last common barrier (or the entry) to the access.
  std::vector<view::BlockId> Path;
  /// Unknown values in its run.
  std::map<view::ValueId, uint64_t> Unknowns;
};

struct Witness {
  Actor Threads[2];
  uint64_t Group[3] = {0, 0, 0};
  /// Of the second thread, if it is of another work-group.
  std::optional<std::array<uint64_t, 3>> OtherGroup;
  unsigned Size[3] = {1, 1, 1};
  std::vector<std::pair<uint32_t, uint64_t>> Arguments; ///< By number.
  bool SameWave = false;
  /// The first barrier that only one of the threads had passed.
  std::optional<view::Site> Crossed;
  uint64_t Byte = 0; ///< Races: an address that both access.
  uint32_t Fill = 0; ///< Decides about unknown values that are not given.
};

} // namespace fencepost::sim

#endif
