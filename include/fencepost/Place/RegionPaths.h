//===- RegionPaths.h - How one access of a region comes after another -----===//
// Two threads that are in the same region follow the same uniform branches, so
// of two accesses one comes first: in the order of the region's graph, or
// because a loop that can be gone around without a barrier has gone around in
// between. A path from the first to the second is what a barrier must lie on.
// Tested by unittests/Place/PlaceTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_REGIONPATHS_H
#define FENCEPOST_PLACE_REGIONPATHS_H

#include "fencepost/Check/Regions.h"
#include "llvm/ADT/ArrayRef.h"

namespace fencepost::place {

/// A piece of a path: events [First, End) of a block.
struct Stretch {
  view::BlockId Block;
  uint32_t First, End;
};

class RegionPaths {
public:
  RegionPaths(const view::SyncView &View, const check::Region &In)
      : View(View), In(In) {}

  /// From behind event \p After of node \p From to event \p Before of node
  /// \p To; nothing if no path leads there without going around a loop.
  std::vector<Stretch> forward(uint32_t From, uint32_t After, uint32_t To,
                               uint32_t Before) const;
  /// The same, with one turn around \p Loop.
  std::vector<Stretch> around(view::LoopId Loop, uint32_t From, uint32_t After,
                              uint32_t To, uint32_t Before) const;
  /// One whole turn around \p Loop.
  std::vector<Stretch> turn(view::LoopId Loop) const;

private:
  bool leadsTo(uint32_t Node, view::BlockId Header) const;
  std::vector<uint32_t> nodes(uint32_t From, uint32_t To) const;
  std::vector<Stretch> stretches(llvm::ArrayRef<uint32_t> Nodes, uint32_t After,
                                 uint32_t Before) const;

  const view::SyncView &View;
  const check::Region &In;
};

} // namespace fencepost::place

#endif
