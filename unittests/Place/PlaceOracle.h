//===- PlaceOracle.h - What barriers are for, found by running ------------===//
// The naive meaning of a placement. All threads of a view with slots are run
// with every value of its arguments from a small set, and every outcome of what
// is unknown; each run notes, for every access of LDS, how many slots and
// barriers its thread has passed. Two accesses of threads of different waves
// that access a common byte, not both reading and not both atomic, need one of
// the barriers that lie between them. Every set of barriers is tried.
//
// Shares nothing with lib/Place but the view, the slots and their costs.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_PLACE_PLACEORACLE_H
#define FENCEPOST_UNITTESTS_PLACE_PLACEORACLE_H

#include "AllowedChanges.h"

namespace fencepost::place {

/// Barriers of which one is needed: bit N is slot N, then barriers that are
/// there.
using Needed = std::vector<bool>;

struct OracleResult {
  std::set<Needed> Needs; ///< None contains another.
  /// Slots that are passed between two accesses that need a barrier, in the
  /// order in which they are.
  std::set<std::vector<SlotId>> Between;
  std::set<std::vector<SlotId>> Paths; ///< The same in whole runs.
  bool IsComplete = true;              ///< All outcomes were run.
  bool SlotsAgree = true;              ///< All threads pass the same slots.
  unsigned Runs = 0;
};

struct OracleLimits {
  unsigned Runs = 3000;
  unsigned Steps = 3000; ///< Blocks that one thread enters.
};

/// Existing barriers count as \p Allowed says.
OracleResult runAll(const SlottedView &Slotted, const AllowedChanges &Allowed,
                    OracleLimits Limits = {});

bool meetsAll(const OracleResult &Result, const std::vector<bool> &Chosen);

/// The least cost of a set that meets all, by trying every one; nothing if
/// there are too many.
std::optional<PlacementCost>
cheapestByTrying(const OracleResult &Result,
                 llvm::ArrayRef<PlacementCost> Costs, unsigned MaxDepth);

} // namespace fencepost::place

#endif
