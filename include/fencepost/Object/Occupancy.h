//===- Occupancy.h - How many waves of a kernel fit on a SIMD -------------===//
// Registers, LDS and work-groups each allow so many waves on a SIMD at once;
// the fewest is the occupancy. Every limit is kept with its reason and with
// what the next better step needs, because that is the question that follows.
// Waves that share a work-group are assumed to spread evenly over the SIMDs.
// Not counted: shared VGPRs, and the SGPRs that a trap handler adds. Tested by
// unittests/Object/OccupancyTest.cpp against the number LLVM prints.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_OBJECT_OCCUPANCY_H
#define FENCEPOST_OBJECT_OCCUPANCY_H

#include "fencepost/Object/KernelDescriptor.h"

namespace fencepost {

enum class OccupancyLimitKind : uint8_t {
  Hardware,        ///< Wave slots of a SIMD.
  Vgprs,           ///< Absent in dynamic VGPR mode.
  Sgprs,           ///< Absent where SGPRs do not limit occupancy.
  Lds,             ///< Absent if no LDS is used.
  Workgroups,      ///< Work-groups that fit in wave slots and barriers.
  WholeWorkgroups, ///< All the above together, in whole work-groups.
};
llvm::StringRef occupancyLimitName(OccupancyLimitKind Kind); ///< "VGPRs"

struct OccupancyLimit {
  OccupancyLimitKind Kind;
  unsigned Waves;     ///< Per SIMD. 0: not even one work-group fits.
  std::string Reason; ///< "each wave takes 72 of 512 VGPRs"
  /// What it takes to raise this limit, or "" if nothing can.
  std::string NextStep; ///< "64 VGPRs or fewer for 8 waves"
  bool Binds;           ///< No other limit is lower.
};

struct Occupancy {
  unsigned Waves;    ///< Per SIMD: the least of Limits.
  unsigned MaxWaves; ///< What the hardware has room for.
  std::vector<OccupancyLimit> Limits;
};

/// \p WorkgroupSize is in work-items and at least 1.
Occupancy occupancyOf(const KernelResources &R, const Processor &P,
                      unsigned WorkgroupSize);

} // namespace fencepost

#endif
