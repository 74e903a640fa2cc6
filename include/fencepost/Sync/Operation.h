//===- Operation.h - One operation of the model, before lowering ----------===//
// Everything a program can say that synchronizes, and the plain accesses that
// need cache bits or waits of their own: what spec/002, "Memory Model" and
// "Memory Model Code Sequences", spec/000 (barriers), spec/001 (availability,
// visibility) and spec/003 (asynchronous operations) give machine code for. A
// value, with no target in it: whether a target can do it is lower()'s answer.
// Parsed by Lower/OperationText.h. Tested by
// unittests/Sync/OperationTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYNC_OPERATION_H
#define FENCEPOST_SYNC_OPERATION_H

#include "fencepost/Sync/BarrierOp.h"
#include "fencepost/Sync/MemoryAnnotation.h"
#include "fencepost/Sync/ModifyOp.h"
#include "fencepost/Sync/Ordering.h"
#include <string>

namespace fencepost {

enum class OpKind : uint8_t {
  Load,
  Store,
  ReadModifyWrite,
  CmpXchg,
  Fence,
  LoadVisible,    ///< llvm.amdgcn.av.global.load.b128, litmus `load.vis`.
  StoreAvailable, ///< llvm.amdgcn.av.global.store.b128, litmus `store.av`.
  Barrier,        ///< Action on Object.
  LdsDma,         ///< Memory to LDS past the registers; LLVM adds the waits.
  AsyncLoad,      ///< The same, tracked by marks alone (spec/003).
  AsyncMark,
  WaitAsyncMark,
};
inline constexpr unsigned NumOpKinds = numEnumerators<OpKind>();
llvm::StringRef opKindName(OpKind Kind); ///< "load", "store.av"

/// Accesses and fences, but neither transfers nor barriers.
constexpr bool isMemory(OpKind Kind) { return Kind <= OpKind::StoreAvailable; }

/// \p Kind as the rules for orderings know it; none if it has no ordering.
std::optional<OrderedOp> orderedOpOf(OpKind Kind);

/// Which access of a cooperative group (GFX12.5) an atomic load or store is:
/// llvm.amdgcn.cooperative.atomic.{load,store}.<lanes>x<bytes>B.
enum class Cooperative : uint8_t { No, Lanes32x4, Lanes16x8, Lanes8x16 };

struct CooperativeFacts {
  Cooperative Id;
  llvm::StringLiteral Name; ///< "cooperative-32x4B"
  unsigned Bits;            ///< What one lane accesses.
};
/// All rows but that of No.
llvm::ArrayRef<CooperativeFacts> cooperativeGroups();

struct Operation {
  OpKind Kind = OpKind::Load;

  // Memory operations.
  Ordering Order = Ordering::NotAtomic;
  Ordering FailureOrder = Ordering::NotAtomic; ///< CmpXchg only.
  Scope Reach;
  /// Generic, Global, Local, Constant or Private. Fences have none.
  AddressSpace Space = AddressSpace::Global;
  MemoryAnnotations Tags;
  bool Volatile = false;
  bool NonTemporal = false;
  bool LastUse = false;  ///< !amdgpu.last.use, loads on GFX12 and later.
  bool HasResult = true; ///< ReadModifyWrite, CmpXchg: the old value is used.
  Cooperative Group = Cooperative::No;
  /// ReadModifyWrite only. Sequences do not depend on it, mnemonics do.
  ModifyOp Modify = ModifyOp::Add;
  /// Width of the access: 8 to 128. Sequences do not depend on it, mnemonics
  /// do; what an address space cannot do at a width is an error.
  uint8_t Bits = 32;

  // Barriers.
  BarrierOp Action = BarrierOp::ArriveWait;
  BarrierId Object = BarrierId::workgroup();
  /// Members of an Init, or the count an Arrive sets; 0: none is given.
  uint8_t Members = 0;

  // WaitAsyncMark: at most this many marks stay outstanding.
  uint16_t Marks = 0;

  bool isAtomic() const { return fencepost::isAtomic(Order); }
  bool operator==(const Operation &) const = default;
};

/// Why LLVM IR and the model do not allow \p Op on any target (an ordering that
/// its kind cannot carry, an address space it cannot have, tags on what takes
/// none), in a sentence without a full stop that names the rule; "" if they do.
std::string problemWith(const Operation &Op);

/// \p Op in words, scope and address space always given: "store atomic release
/// agent global". lower::parseOperation() reads it.
std::string printOperation(const Operation &Op);

} // namespace fencepost

#endif
