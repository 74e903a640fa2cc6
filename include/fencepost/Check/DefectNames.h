//===- DefectNames.h - What messages about defects name -------------------===//
// Work-items and accesses, as values without the view.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_DEFECTNAMES_H
#define FENCEPOST_CHECK_DEFECTNAMES_H

#include "fencepost/Simulate/Witness.h"

namespace fencepost::check {

/// A work-item of a witness as it is named.
struct NamedWorkItem {
  /// One number, or three if the work-group has more than one dimension.
  std::vector<uint64_t> Id;
  std::vector<uint64_t>
      Group; ///< If it differs from that of the other work-item.
  std::optional<unsigned> ClusterGroup; ///< Its work-group's number, if so.
  std::vector<uint64_t> Iterations;     ///< Of the loops around its access.
  auto operator<=>(const NamedWorkItem &) const = default;
};

/// What an access does.
struct AccessVerb {
  bool Reads = false, Writes = false;
  bool IsAsync = false, IsAtomic = false;
  auto operator<=>(const AccessVerb &) const = default;
};

NamedWorkItem nameWorkItem(const sim::Witness &W, unsigned Thread);
AccessVerb verbOf(const view::SyncView &View, view::AccessSite At);

} // namespace fencepost::check

#endif
