//===- BarrierFreePaths.h - Paths that cross no chosen barrier ------------===//
// Walks the sequel of an access (ForwardUnfolding.h) from event to event and
// says which accesses it comes to, past which barriers that could be chosen,
// and under which condition. Ways end at barriers that order: those that are
// chosen, and those that are there already and count. A split barrier orders
// what precedes its signal, so it matters whether a signal lies on the way.
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
  BarrierMap(const SlottedView &Slotted, AllowedChanges May);

  enum class ItemKind : uint8_t { Access, Slot, Barrier };
  struct Item {
    ItemKind Kind;
    uint32_t Event;
    CandidateId Number;       ///< Of a slot or barrier.
    bool Destination = false; ///< Of an access.
  };

  /// Of accesses, those that may touch LDS.
  llvm::ArrayRef<Item> in(view::BlockId Block) const { return Items[Block]; }
  void choose(llvm::ArrayRef<CandidateId> Chosen);
  /// Whether a way ends at \p Number, or could if it were chosen.
  BarrierRole roleOf(CandidateId Number) const { return Roles[Number.index()]; }
  unsigned numCandidates() const { return Roles.size(); }

private:
  std::vector<std::vector<Item>> Items;         ///< By block.
  std::vector<BarrierRole> InitialRoles, Roles; ///< By candidate.
};

/// A way from an access to another.
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

  /// An access that was come to.
  struct Stop {
    view::AccessSite Access;
    uint32_t Node;
    bool Signalled; ///< A signal lies on the way to the node.
    /// So does a barrier that is there, on the way to the access, and to the
    /// node.
    bool Crossed, CrossedAtNode;
  };
  /// Calls \p Visit for every access that can be come to, on a way that passes
  /// few candidates; the way goes on behind it if \p Visit says so.
  void walk(llvm::function_ref<bool(const Stop &)> Visit);
  /// What the walk passed on the way to the stop it is at, sorted.
  std::vector<CandidateId> passed() const;
  /// The way that the walk took to the stop it is at.
  Path currentPath() const;
  /// When waves come to the node of \p At on some way without a barrier.
  sym::TermId condition(const Stop &Reached);
  /// A way to \p At on edges of which \p Holds.
  std::optional<Path> pathTo(const Stop &Reached,
                             llvm::function_ref<bool(sym::TermId)> Holds) const;

private:
  struct Visited {
    uint32_t Node;
    bool Signalled, Crossed;
    uint32_t Before;                 ///< Visit before it, or None.
    std::vector<CandidateId> Passed; ///< On the way there.
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
