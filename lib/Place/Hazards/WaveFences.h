//===- WaveFences.h - Accesses of one wave that need a fence --------------===//
// Lanes of a wave are ordered by fences of wavefront scope or wider and by
// barriers between their accesses (docs/model.md B1); no barrier is needed for
// them, and in a work-group of one wave none at all. Where two lanes of a wave
// can access the same byte, not both reading, on a path without any of these, a
// fence is needed before the second access. A fence before an access serves all
// paths through it, so fences are few. Transfers are listed by TransferWaits.h.
// Tested by unittests/Place/TransferWaitsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_HAZARDS_WAVEFENCES_H
#define FENCEPOST_LIB_PLACE_HAZARDS_WAVEFENCES_H

#include "Hazards/HazardFinder.h"
#include "fencepost/Place/Placement.h"

namespace fencepost::place {

/// Lanes pass a fence together only where all of them come, so one before \p
/// Before, under a condition, stands at the end of the block where lanes part:
/// this block, or None if \p After lies after it as well, or several blocks
/// lead there.
view::BlockId blockToFence(const view::SyncView &View,
                           const std::vector<bool> &Uniform, view::Site After,
                           view::Site Before);

/// For the barriers that \p Finder was asked about last.
std::vector<WaveFence> findWaveFences(HazardFinder &Finder);

} // namespace fencepost::place

#endif
