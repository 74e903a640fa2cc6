//===- Kernel.h - Sync views written by hand for tests -------------------===//
// Blocks are made in reverse post-order and values belong to the current block.
// finish() fills in predecessors. Work-items are 4-byte-indexed into objects of
// 4096 bytes.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_VIEW_KERNEL_H
#define FENCEPOST_UNITTESTS_VIEW_KERNEL_H

#include "fencepost/View/Arithmetic.h"
#include "fencepost/View/SyncView.h"

namespace fencepost::view {

/// Named barriers.
inline constexpr BarrierId B1 = BarrierId::named(1), B2 = BarrierId::named(2);

struct Kernel {
  using Id = view::ValueId;
  using K = view::ValueKind;
  view::SyncView View;
  view::BlockId CurrentBlock = 0;
  view::LoopId InLoop = view::None;

  Kernel(unsigned Size, unsigned WaveSize);

  // Values.
  Id constant(uint64_t Number, unsigned Bits = 32);
  Id tid(unsigned Dimension = 0) { return leaf(K::WorkItem, Dimension, false); }
  Id lane() { return leaf(K::Lane, 0, false); }
  Id argument(unsigned Number) { return leaf(K::Argument, Number, true); }
  Id unknown(bool Uniform, unsigned Bits = 32);
  Id op(K Kind, Id A, Id B);
  Id op(K Kind, Id A, int B) { return op(Kind, A, constant(B, bits(A))); }
  Id select(Id C, Id A, Id B);
  Id phi(llvm::ArrayRef<view::Incoming> From, bool Uniform, unsigned Bits = 32);
  void addIncoming(Id Phi, view::BlockId From, Id Value);
  unsigned bits(Id V) const { return View.Values[V].Bits; }

  // Memory: index in elements of 4 bytes.
  uint32_t object(const char *Name, AddressSpace Space = AddressSpace::Local);
  view::Event &load(uint32_t Object, Id Index, unsigned Bytes = 4);
  view::Event &store(uint32_t Object, Id Index, Id Stored = view::None,
                     unsigned Bytes = 4);
  view::Event &atomicAdd(uint32_t Object, Id Index);
  view::Event &transfer(uint32_t From, Id FromIndex, uint32_t To, Id ToIndex);

  // Synchronization.
  void barrier(bool Fenced = true);
  view::Event &barrierOp(BarrierOp Action,
                         BarrierId Barrier = BarrierId::workgroup());
  view::Event &fence(Ordering Order, ScopeLevel Level = ScopeLevel::Workgroup,
                     AddressSpaceSet Tags = {});

  // Control flow.
  view::BlockId block(const char *Name);        ///< Makes it current.
  view::LoopId loop(Id TripCount = view::None); ///< Headed by the next block.
  void endLoop();
  void jump(view::BlockId From, view::BlockId To);
  void branch(view::BlockId From, Id Condition, view::BlockId Then,
              view::BlockId Else, bool Uniform);
  const view::SyncView &finish();

private:
  Id add(view::Value V);
  Id leaf(K Kind, uint64_t Number, bool Uniform);
  Id address(uint32_t Object, Id Index);
  view::Event &event(view::EventKind Kind);
};

/// Blocks `pre`, `loop` (header, body and latch in one), `exit`; the counter
/// goes from 0 to Trips-1. Body is called with the counter.
void countedLoop(Kernel &K, int Trips,
                 llvm::function_ref<void(Kernel::Id)> Body);

} // namespace fencepost::view

#endif
