//===- BarrierOp.h - What can be done to a barrier object -----------------===//
// The operations of spec/000, "Barrier Operations" and "Named Barriers Model
// Extensions", how litmus tests spell them and which instruction performs them.
// Operations that the hardware performs by itself (initializing and dropping
// the work-group barrier) have no spelling. Tested by
// unittests/Sync/BarrierTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYNC_BARRIEROP_H
#define FENCEPOST_SYNC_BARRIEROP_H

#include "fencepost/Support/EnumTable.h"
#include "fencepost/Sync/BarrierId.h"

namespace fencepost {

enum class BarrierOp : uint8_t {
  Init,
  Join,
  Drop, ///< "leave" in programs.
  Arrive,
  ArriveIsFirst, ///< An arrive that tells the first wave of a phase.
  Wait,
  ArriveWait, ///< Arrive, then wait: all that GFX6 to GFX11 can do.
};
inline constexpr unsigned NumBarrierOps = numEnumerators<BarrierOp>();

/// Barrier modification operations: they change the state of the object.
constexpr bool modifies(BarrierOp Op) {
  return Op != BarrierOp::Join && Op != BarrierOp::Wait;
}
constexpr bool arrives(BarrierOp Op) {
  return Op == BarrierOp::Arrive || Op == BarrierOp::ArriveIsFirst ||
         Op == BarrierOp::ArriveWait;
}
constexpr bool waits(BarrierOp Op) {
  return Op == BarrierOp::Wait || Op == BarrierOp::ArriveWait;
}

/// Whether a program may perform \p Op on \p Id (spec/000, "s_barrier GFX12").
/// The null barrier takes everything but init; privilege is not considered.
constexpr bool isAllowed(BarrierOp Op, BarrierId Id) {
  if (Op == BarrierOp::Init)
    return Id.isNamed() && !Id.isNull();
  return (Op != BarrierOp::Join && Op != BarrierOp::Drop) || Id.isNamed();
}

llvm::StringRef barrierOpName(BarrierOp Op); ///< "barrier.arrive.isfirst"
std::optional<BarrierOp> parseBarrierOp(llvm::StringRef Name);
/// "s_barrier_signal_isfirst"; for ArriveWait the s_barrier of GFX6 to GFX11.
llvm::StringRef barrierMnemonic(BarrierOp Op);
std::optional<BarrierOp> parseBarrierMnemonic(llvm::StringRef Mnemonic);

} // namespace fencepost

#endif
