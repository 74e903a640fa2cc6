//===- BarrierFreePaths.h - Paths that cross no chosen barrier ------------===//
// Walks the code that can follow an access (ForwardUnfolding.h) from event to
// event: which accesses it reaches, past which candidates, and under which
// condition. Paths end at barriers that order: chosen ones, and existing ones
// that count. A split barrier orders what precedes its signal, so it matters
// whether a signal is on the path.
// Tested by unittests/Place/PlacementTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_HAZARDS_BARRIERFREEPATHS_H
#define FENCEPOST_LIB_PLACE_HAZARDS_BARRIERFREEPATHS_H

#include "AllowedChanges.h"
#include "Hazards/ForwardUnfolding.h"

namespace fencepost::place {

/// What happens in the blocks of a view, as far as it matters here.
class BarrierMap {
public:
  BarrierMap(const SlottedView &Slotted, AllowedChanges Allowed);

  enum class ItemKind : uint8_t { Access, Slot, Barrier };
  struct BlockItem {
    ItemKind Kind;
    uint32_t Event;
    CandidateId Number;       ///< Of a slot or barrier.
    bool Destination = false; ///< Of an access.
  };

  /// Of accesses, those that may access LDS.
  llvm::ArrayRef<BlockItem> in(view::BlockId Block) const {
    return Items[Block];
  }
  void choose(llvm::ArrayRef<CandidateId> Chosen);
  /// Whether a path ends at \p Number, or could if it were chosen.
  BarrierRole roleOf(CandidateId Number) const { return Roles[Number.index()]; }

private:
  std::vector<std::vector<BlockItem>> Items;    ///< By block.
  std::vector<BarrierRole> InitialRoles, Roles; ///< By candidate.
};

/// A path from an access to another.
struct Path {
  std::vector<CandidateId> Passed; ///< Sorted.
  std::vector<view::BlockId> Blocks;
  /// Of its edges, where they are not True.
  std::vector<sym::TermId> Conditions;
};

class PathSearch {
public:
  PathSearch(const view::SyncView &View, const BarrierMap &Map,
             const ForwardUnfolding &After, sym::TermTable &Terms,
             view::Site From)
      : View(View), Map(Map), After(After), Terms(Terms), From(From) {}

  /// An access that was reached.
  struct Stop {
    view::AccessSite Access;
    uint32_t Node;
    bool Signalled; ///< A signal lies on the path to the node.
    /// So does an existing barrier, on the path to the access, and to the node.
    bool Crossed, CrossedAtNode;
  };
  /// Calls \p Visit for every access that can be reached, on a path that passes
  /// few candidates; the path continues after it if \p Visit says so.
  void walk(llvm::function_ref<bool(const Stop &)> Visit);
  /// What the walk passed on the path to the stop it is at, sorted.
  std::vector<CandidateId> passed() const;
  /// The path that the walk took to the stop it is at.
  Path currentPath() const;
  /// When waves reach the node of \p Reached on some path without a barrier.
  sym::TermId condition(const Stop &Reached);
  /// A path to \p Reached on edges of which \p Holds.
  std::optional<Path> pathTo(const Stop &Reached,
                             llvm::function_ref<bool(sym::TermId)> Holds) const;

private:
  struct Visited {
    uint32_t Node;
    bool Signalled = false, Crossed = false;
    uint32_t Before;                 ///< Visit before it, or None.
    std::vector<CandidateId> Passed; ///< On the path there.
  };
  /// Where a walk through a block is.
  struct SearchState {
    bool Signalled = false, Crossed = false;
    std::vector<CandidateId> Passed;
  };

  static size_t stateOf(uint32_t Node, bool Signalled, bool Crossed) {
    return 4 * size_t(Node) + 2 * Signalled + Crossed;
  }
  bool pass(uint32_t Node, SearchState &State,
            llvm::function_ref<bool(view::AccessSite)> Visit) const;
  void search(llvm::function_ref<bool(sym::TermId)> Holds,
              llvm::function_ref<bool(const Stop &)> Visit);
  void findConditions();

  const view::SyncView &View;
  const BarrierMap &Map;
  const ForwardUnfolding &After;
  sym::TermTable &Terms;
  view::Site From;
  std::vector<Visited> Visits;
  uint32_t Current = view::None; ///< Of Seen.
  SearchState CurrentState;
  std::vector<sym::TermId> Conditions; ///< By stateOf().
};

} // namespace fencepost::place

#endif
