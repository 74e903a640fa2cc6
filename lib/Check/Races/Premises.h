//===- Premises.h - Unknown values that a finding takes for granted ------===//
// A finding may rest on several conditions that the view cannot compute: a
// branch leads to an access, another one past a barrier. Each can be true, or
// its branch would be dead code; whether they can be true together is not known
// if they are computed from the same argument or memory (view::Source), as
// x > 0.7 and x < 0.5 are. What leads to one and the same access is true
// together, or that would be dead code.
//
// Conditions of all barriers are counted, wherever those are. Tested by
// unittests/Check/PremisesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_RACES_PREMISES_H
#define FENCEPOST_LIB_CHECK_RACES_PREMISES_H

#include "fencepost/View/Dependence.h"
#include <set>

namespace fencepost::check {

class Premises {
public:
  Premises(const view::SyncView &View, view::Dependence &Depends)
      : View(View), Depends(Depends) {}

  /// Whether threads that come to \p A, with the value \p AddressA, and to
  /// \p B, past the barriers, may rest on conditions that exclude each other.
  bool mayExclude(view::BlockId A, view::ValueId AddressA, view::BlockId B,
                  view::ValueId AddressB);
  /// The same for the ways past some barriers and to others.
  bool barriersMayExclude();

private:
  using Leaves = std::set<view::ValueId>;

  void addValue(view::ValueId V, Leaves &Out, std::set<view::ValueId> &Seen);
  void addBranch(view::BlockId B, Leaves &Out, std::set<view::ValueId> &Seen);
  Leaves ofPlace(view::BlockId B, view::ValueId Address);
  Leaves ofBarriers();
  bool areRelated(view::ValueId A, view::ValueId B) const;

  const view::SyncView &View;
  view::Dependence &Depends;
};

} // namespace fencepost::check

#endif
