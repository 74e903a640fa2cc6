//===- WaveRoles.h - Waves that can take the same edges -------------------===//
// Branches whose conditions are computed from work-item ids alone, in a
// work-group of known size, are decided here for every wave: which edges its
// lanes can take, and so which blocks they can reach. All other branches may go
// either way. Waves that can take the same edges have one *role* (producers,
// consumers).
// Tested by unittests/PlaceIR/ProducerConsumerTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_PRODUCERCONSUMER_WAVEROLES_H
#define FENCEPOST_LIB_PLACE_PRODUCERCONSUMER_WAVEROLES_H

#include "fencepost/View/SyncView.h"
#include "llvm/ADT/BitVector.h"
#include <optional>

namespace fencepost::place {

/// Waves that take the same edges, and the graph that is left of the kernel for
/// them.
struct WaveRole {
  unsigned Waves = 0;
  llvm::BitVector Blocks; ///< That they can reach.
  /// By block: blocks that they can go to from there.
  std::vector<llvm::SmallVector<view::BlockId, 2>> Next;

  bool operator==(const WaveRole &Other) const { return Next == Other.Next; }
};

/// In the order of the first wave; nothing if sizes are unknown.
std::vector<WaveRole> findWaveRoles(const view::SyncView &View);

/// Takes the waves of \p Other, and the edges that they can take, into \p To.
void join(WaveRole &To, const WaveRole &Other);

/// Whether every path of \p Role from \p From to \p To meets one of \p Through.
/// Paths end at \p Border, if it is not None.
bool allPathsMeet(const WaveRole &Role, view::BlockId From, view::BlockId To,
                  llvm::ArrayRef<view::BlockId> Through,
                  view::BlockId Border = view::None);

} // namespace fencepost::place

#endif
