//===- Hazards.h - Accesses that a choice of slots leaves unordered -------===//
// With some slots chosen, two accesses of LDS are a hazard if threads of
// different waves can touch the same byte, not both reading, and a path leads
// from one to the other without a chosen slot or an existing barrier. The path
// is what a placement must meet: at least one slot of it must be chosen. What
// the checker calls possible (an address that is not known) is a hazard as
// well, for a placement has to be right whatever the values are.
//
// Pairs that no slot can come between (one instruction executed by two waves,
// both sides of a divergent branch) are no hazards: they are races whatever is
// placed.
// Tested by unittests/Place/PlaceTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_HAZARDS_H
#define FENCEPOST_PLACE_HAZARDS_H

#include "fencepost/Check/Races.h"
#include "fencepost/Place/HittingSet.h"
#include "fencepost/Place/RegionPaths.h"

namespace fencepost::place {

struct Hazard {
  check::AccessSite From, To; ///< In the view with slots; From comes first.
  check::ConflictKind Conflict = check::ConflictKind::WriteRead;
  Path Slots;                        ///< On the path from From to To.
  std::vector<view::BlockId> Blocks; ///< Of the path, both ends included.
  bool IsCertain = true; ///< Not if an address or the solver was unclear.
};

class HazardFinder {
public:
  explicit HazardFinder(const SlottedView &In);

  /// Hazards that the slots \p Chosen leave: at most one for each two accesses
  /// in each region between barriers.
  std::vector<Hazard> find(llvm::ArrayRef<SlotId> Chosen);
  /// Why some of the kernel could not be looked at; empty: all of it was.
  const std::set<std::string> &problems() const { return Problems; }

private:
  void findInRegion(const check::Region &R, std::vector<Hazard> &Out);
  void collect(const check::Region &R, check::RegionPairs &Pairs);
  void findPair(const check::Region &R, check::RegionPairs &Pairs,
                const check::RegionAccess &A, const check::RegionAccess &B,
                std::vector<Hazard> &Out);
  /// One way in which the second access can come after the first.
  struct Way {
    check::TermId When; ///< About the iterations of both threads.
    bool Swapped = false;
    std::vector<Stretch> Path;
  };
  void addTurns(const check::Region &R, check::RegionPairs &Pairs,
                const check::RegionAccess &A, const check::RegionAccess &B,
                std::vector<Way> &Out);
  check::Answer overlap(check::RegionPairs &Pairs, const check::RegionAccess &A,
                        const check::RegionAccess &B, check::TermId Also);
  check::TermId otherWave(check::RegionPairs &Pairs);
  Path slotsOn(llvm::ArrayRef<Stretch> Path) const;

  const SlottedView &In;
  check::Analysis Facts;
  check::Boundaries Bounds;
  std::map<check::Site, SlotId> SlotAt;
  std::unique_ptr<check::RegionBuilder> Builder;
  std::vector<check::RegionAccess> Accesses; ///< Of the region in work.
  std::set<std::string> Problems;
};

} // namespace fencepost::place

#endif
