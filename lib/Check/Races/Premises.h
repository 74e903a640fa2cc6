//===- Premises.h - Unknown conditions that a defect rests on -------------===//
// A defect may rest on several conditions that the view cannot compute: one
// branch leads to an access, another one past a barrier. Each can hold, or its
// branch would be dead code; whether they can hold together is unknown if they
// are computed from the same argument or memory (view::Source), as x > 0.7 and
// x < 0.5 are. Conditions that guard the same access can hold together, or the
// access would be dead.
//
// The conditions of all barriers of the kernel count, wherever these are.
// Tested by unittests/Check/PremisesTest.cpp.
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

  /// True if the conditions under which threads reach \p A, with the value
  /// \p AddressA, and \p B, past the barriers, may exclude each other.
  bool mayExclude(view::BlockId A, view::ValueId AddressA, view::BlockId B,
                  view::ValueId AddressB);
  /// The same for the paths past some barriers and to others.
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
