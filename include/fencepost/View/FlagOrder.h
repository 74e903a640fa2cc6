//===- FlagOrder.h - Accesses that atomics may order ---------------------===//
// Threads of one work-group may synchronize by flags, too: data, release,
// atomic write of a flag; atomic read of it, acquire, data (docs/model.md M6).
// Two accesses may be ordered if an atomic write after a release is on some
// path from one access, and an atomic read before an acquire is on the path
// that a thread took to the other, within the phases of the work-group's
// barrier that contain the accesses. The read may also be beside that path
// where lanes of a wave reconverge: one lane may wait at the flag for all.
// Otherwise no flag orders them.
//
// Flags are distinguished only by whether they are in LDS or elsewhere: a wave
// may forward another wave's release with a flag of its own. Whether a flag's
// value decides a branch is not tracked, since the view may not see how it is
// tested. But if no branch depends on an unknown value, there are no flags.
// FlagSimulation.h follows single flags. Tested by
// unittests/View/FlagOrderTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_FLAGORDER_H
#define FENCEPOST_VIEW_FLAGORDER_H

#include "fencepost/View/Site.h"
#include "llvm/ADT/BitVector.h"
#include <map>

namespace fencepost::view {

/// Whether \p E, a fence or an atomic access, releases (or acquires) accesses
/// to \p Data for all of the work-group.
bool releases(const view::SyncView &View, const view::Event &E,
              AddressSpace Data);
bool acquires(const view::SyncView &View, const view::Event &E,
              AddressSpace Data);

class FlagOrder {
public:
  explicit FlagOrder(const view::SyncView &View);
  /// \p Paths are the blocks up to and with those of \p A and \p B.
  bool mayOrder(AccessSite A, AccessSite B,
                std::array<llvm::ArrayRef<view::BlockId>, 2> Paths);

private:
  /// The places of flags, as bits.
  using Places = uint8_t;
  static constexpr Places InLds = 1, Elsewhere = 2, Anywhere = 3;

  Places placesOf(const view::Event &E) const;
  Places writtenAfterReads(Places Places) const;
  Places forwarded(Places Written);
  Places writesAfter(AccessSite A);
  Places readsBefore(AccessSite B, llvm::ArrayRef<view::BlockId> Path) const;
  Places readsBeside(AccessSite B, view::BlockId Branch,
                     const llvm::BitVector &Walked, bool Synchronized) const;
  bool pass(AccessSite From, const view::Event &E, bool Forwards,
            bool &Synchronized, Places &FlagPlaces) const;

  const view::SyncView &View;
  bool HasFlags = false; ///< Some atomic writes, some reads, some decides.
  std::map<AccessSite, Places> WritesByAccess;
  /// Per place of a flag that is read: where flags are written after it.
  std::optional<std::array<Places, 2>> Links;
};

} // namespace fencepost::view

#endif
