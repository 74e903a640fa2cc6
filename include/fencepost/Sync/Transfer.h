//===- Transfer.h - Data moved between memory and LDS ---------------------===//
// What an instruction that moves data past the registers says besides the
// addresses: LDS DMA and the asynchronous operations of spec/003, "LDS DMA
// Operations", and those of GFX12.5's tensor data mover. Whether the compiler
// waits for it (OpKind::LdsDma) or marks and waits of the program do
// (OpKind::AsyncLoad) is its operation's kind.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYNC_TRANSFER_H
#define FENCEPOST_SYNC_TRANSFER_H

#include "fencepost/Sync/Counter.h"

namespace fencepost {

enum class TransferDirection : uint8_t { ToLds, FromLds };

/// Which bytes of LDS a lane transfers.
enum class LaneAddressing : uint8_t {
  EachLane,   ///< Those at an address of its own.
  FromBase,   ///< The wave's address plus the lane's number times the width.
  Descriptor, ///< The wave's: a descriptor in registers says which.
};

struct Transfer {
  TransferDirection Direction = TransferDirection::ToLds;
  LaneAddressing Lanes = LaneAddressing::FromBase;
  uint32_t Bytes = 0; ///< Of a lane; 0: the descriptor says.
  /// Counts it from issue to completion.
  Counter Counted = Counter::Vm;

  constexpr bool operator==(const Transfer &) const = default;
};

} // namespace fencepost

#endif
