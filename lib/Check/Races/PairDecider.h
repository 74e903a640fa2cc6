//===- PairDecider.h - Do two accesses of a region race? -----------------===//
// Decides about one pair of accesses, by the cheapest method first: proofs from
// the form of the addresses (RegionOverlap.h), enumeration of all symbols
// (Enumerate.h), then the solver. A race that one of them claims is replayed
// from the kernel's entry (ThreadInterpreter.h); if that does not show it, or
// the solver gave up, whole work-groups are run (RandomRuns.h). Where a race
// could only be possible whatever the answer is (RaceCertainty.h), the solver
// is skipped unless possible races are wanted (AnalysisLimits::Possible).
// Tested by unittests/Check/RacesTest.cpp and RandomRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_RACES_PAIRDECIDER_H
#define FENCEPOST_LIB_CHECK_RACES_PAIRDECIDER_H

#include "RandomRuns.h"
#include "fencepost/Check/Defect.h"

namespace fencepost::check {

/// True if races on the memory of \p T are searched for.
bool canRace(const sym::Analysis &Context, const view::Boundaries &Bounds,
             const view::AccessRange &T);

class PairDecider {
public:
  PairDecider(sym::Analysis &Context, const view::Boundaries &Bounds);

  /// The race of \p A and \p B with its certainty, witness and reason; nothing
  /// if there is none.
  std::optional<Defect> decide(sym::RegionOverlap &Pairs,
                               const sym::RegionAccess &A,
                               const sym::RegionAccess &B);

private:
  std::optional<Defect> probed(const sym::RegionAccess &A,
                               const sym::RegionAccess &B);
  std::optional<Defect> asked(const sym::PairQuestion &Q,
                              const sym::RegionAccess &A,
                              const sym::RegionAccess &B,
                              std::optional<Reason> Why);
  Defect judged(const sym::RegionAccess &A, const sym::RegionAccess &B,
                const sym::Assignment &Values);
  Defect undecided(const sym::PairQuestion &Q) const;
  std::vector<view::AccessSite> sitesToProbe() const;

  sym::Analysis &Context;
  const view::Boundaries &Bounds;
  /// A replay that counts fences counts all barriers.
  view::Boundaries ReplayBounds;
  sim::ThreadInterpreter Runs;
  std::optional<RandomRuns> Probes; ///< Made when first needed.
};

} // namespace fencepost::check

#endif
