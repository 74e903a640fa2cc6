//===- UnorderedPairs.h - Pairs that barriers leave unordered -------------===//
// Which accesses of LDS can access the same byte, from different waves and in
// any iterations, while no barrier of a set lies between them? The kernel is
// cut at these barriers into regions, and every two accesses of one region are
// compared by Symbolic's arithmetic: enumeration of all values where these
// are few, else the solver. Pairs that seem to collide are compared again in
// regions with unrolled loops (UnrolledRegion.h), if these do not become too
// large. A wave reaches every access that all waves reach, so what one of these
// collides with lies on a path to it or from it. Pairs that could not be ruled
// out count.
// Tested by unittests/Certificate/VerifierTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CERTIFICATE_UNORDEREDPAIRS_H
#define FENCEPOST_LIB_CERTIFICATE_UNORDEREDPAIRS_H

#include "fencepost/Symbolic/Analysis.h"

namespace fencepost::certificate {

/// Of accesses; the first is not greater.
using AccessPair = std::pair<view::AccessSite, view::AccessSite>;

class UnorderedPairs {
public:
  explicit UnorderedPairs(const view::SyncView &View) : Facts(View) {}

  /// Pairs that collide if all barriers but \p Transparent order, of those
  /// about which \p IsAsked.
  std::set<AccessPair>
  find(const std::set<view::Site> &Transparent,
       llvm::function_ref<bool(const AccessPair &)> IsAsked);
  /// What could not be followed; empty: everything was.
  const std::string &problem() const { return Problem; }

private:
  bool collide(sym::RegionOverlap &Pairs, sym::RegionAccess A,
               sym::RegionAccess B);
  /// False if there are too many pairs to compare.
  bool findIn(const sym::Region &R,
              llvm::function_ref<bool(const AccessPair &)> IsAsked,
              std::set<AccessPair> &Result);
  std::optional<std::set<AccessPair>>
  refined(const view::Boundaries &Bounds, const std::set<AccessPair> &Pairs);

  sym::Analysis Facts;
  uint64_t Compared = 0;
  std::string Problem;
};

} // namespace fencepost::certificate

#endif
