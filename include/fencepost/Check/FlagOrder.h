//===- FlagOrder.h - Accesses that atomics may order ----------------------===//
// In a work-group, too, a thread may wait for what another one stored: data,
// release, atomic write of a flag; atomic read of it, acquire, data (MODEL.md
// M6). What is read must decide where the thread goes: otherwise it may as well
// read the flag too early and go on. Whether the flag was read after it was
// written is not followed: if the chain is there on some way from one access
// and on the path that a thread took to the other, within the phases of the
// work-group's barrier that the accesses are in, it may order them; or beside
// that path, if lanes of a wave come together again: one lane may wait at the
// flag for all. Where a link is missing, nothing does.
//
// Whether the flags are at the same address is not asked. Tested by
// unittests/Check/FlagOrderTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_FLAGORDER_H
#define FENCEPOST_CHECK_FLAGORDER_H

#include "fencepost/Check/Finding.h"
#include <map>
#include <set>

namespace fencepost::check {

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
  /// Objects of flags; None is any.
  using Flags = std::set<uint32_t>;

  void findDeciding();
  const Flags &behind(AccessSite A);
  Flags before(AccessSite B, llvm::ArrayRef<view::BlockId> Path) const;
  void beside(AccessSite B, view::BlockId Branch, llvm::BitVector Walked,
              bool Synchronized, Flags &Out) const;
  bool pass(AccessSite From, const view::Event &E, bool Forwards,
            bool &Synchronized, Flags &Out) const;

  const view::SyncView &View;
  bool HasFlags = false;    ///< Some atomic writes, and some reads.
  llvm::BitVector Deciding; ///< Values that branches depend on.
  std::map<AccessSite, Flags> Behind;
};

} // namespace fencepost::check

#endif
