//===- ViewMemory.h - Accesses and transfers as events --------------------===//
// Loads, stores and atomics; memcpy and the like; buffer instructions; other
// intrinsics that access memory; and loads that write to LDS directly. A buffer
// instruction accesses the base of its resource plus its offsets; that accesses
// out of bounds have no effect is not modelled.
// Tested by unittests/IR/ViewEventsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_VIEWMEMORY_H
#define FENCEPOST_LIB_IR_VIEWMEMORY_H

#include "ViewTranslate.h"
#include "fencepost/Target/Processor.h"

namespace fencepost::ir {

/// Appends the events of one instruction to Out.
class MemoryEvents {
public:
  MemoryEvents(Translator &Values, ObjectTable &Objects,
               const llvm::DataLayout &Layout, const FamilyFacts &Machine,
               std::vector<view::Event> &Out)
      : Values(Values), Objects(Objects), Layout(Layout), Machine(Machine),
        Out(Out) {}

  /// \p I was recognised as an operation that accesses memory.
  void operation(const Recognized &R, const llvm::Instruction &I);
  /// \p I accesses memory, and is no operation.
  void otherAccess(const Recognized &R, const llvm::Instruction &I);
  /// A transfer of GFX12.5 that a counter of its own counts.
  void asyncTransfer(const Recognized &R, const llvm::CallBase &I);

private:
  using AccessRange = view::AccessRange;

  void add(view::Event E);
  void opaque(const llvm::Twine &Why);
  uint64_t bytesOf(const llvm::Type *T) const;
  AccessRange accessRange(const llvm::Value &Pointer, uint64_t Bytes,
                          bool Reads, bool Writes);

  void access(const Operation &Op, const llvm::Instruction &I);
  void plainAccess(OpKind Kind, AccessRange Where, AddressSpace Space,
                   llvm::StringRef Text, view::ValueId Result = view::None);
  void memoryIntrinsic(const llvm::AnyMemIntrinsic &I);
  AccessRange bufferRange(const llvm::CallBase &I, unsigned Resource,
                          llvm::ArrayRef<unsigned> Offsets, uint64_t Bytes);
  void bufferAccess(const llvm::CallBase &I, llvm::StringRef Name);
  void pointerAccess(const llvm::CallBase &I, llvm::StringRef Name);

  void transfer(const Recognized &R, const llvm::CallBase &I);
  AccessRange ldsDestination(const llvm::CallBase &I, unsigned Bytes,
                             uint64_t Offset);

  Translator &Values;
  ObjectTable &Objects;
  const llvm::DataLayout &Layout;
  const FamilyFacts &Machine;
  std::vector<view::Event> &Out;
};

} // namespace fencepost::ir

#endif
