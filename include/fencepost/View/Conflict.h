//===- Conflict.h - Which two accesses can race at all -------------------===//
// By kind and memory space, for any addresses: reads, writes, atomics and
// transfers.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_CONFLICT_H
#define FENCEPOST_VIEW_CONFLICT_H

#include "fencepost/View/Site.h"
#include <optional>

namespace fencepost::view {

enum class ConflictKind : uint8_t {
  WriteRead,
  ReadWrite,
  WriteWrite,
  AtomicPlain,
  Dma,
};

/// Whether two accesses of \p View can be a race, whatever their addresses.
std::optional<ConflictKind> conflict(const view::SyncView &View, AccessSite A,
                                     AccessSite B);

} // namespace fencepost::view

#endif
