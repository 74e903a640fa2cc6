//===- ViewEvents.h - Instructions of LLVM IR as events of a sync view ----===//
// Adds access ranges to the operations that Recognize.h finds. Private and
// constant memory make no events, nor do prefetches and inline assembly that
// uses registers alone. Unsupported instructions become Opaque. Tested by
// unittests/IR/ViewEventsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_VIEWEVENTS_H
#define FENCEPOST_LIB_IR_VIEWEVENTS_H

#include "ViewTranslate.h"

namespace fencepost::ir {

class EventMaker {
public:
  EventMaker(Recognizer &Names, Translator &Values, ObjectTable &Objects,
             const llvm::DataLayout &Layout)
      : Names(Names), Values(Values), Objects(Objects), Layout(Layout) {}

  /// Notes what the events of \p I will need; before Translator::run().
  void need(const llvm::Instruction &I);
  /// Appends the events of \p I, without their places.
  void make(const llvm::Instruction &I, std::vector<view::Event> &Events);

private:
  using Event = view::Event;
  using AccessRange = view::AccessRange;

  void add(Event E);
  void opaque(const llvm::Twine &Why);
  void operation(const Recognized &R, const llvm::Instruction &I);
  void access(const Recognized &R, const llvm::Instruction &I);
  void barrier(const Operation &Op, const llvm::CallBase &I);
  bool variableBarrier(const llvm::CallBase &I);
  AccessRange accessRange(const llvm::Value &Pointer, uint64_t Bytes,
                          bool Reads, bool Writes);
  view::ValueId resultOf(const llvm::Instruction &I);

  // ViewAssembly.cpp
  void machineCode(llvm::StringRef Text);
  bool machineBarrier(llvm::StringRef Line);

  // ViewMemory.cpp
  void otherAccess(const Recognized &R, const llvm::Instruction &I);
  void plainAccess(OpKind Kind, AccessRange Where, AddressSpace Space,
                   llvm::StringRef Text, view::ValueId Result = view::None);
  void memoryIntrinsic(const llvm::AnyMemIntrinsic &I);
  void bufferAccess(const llvm::CallBase &I, llvm::StringRef Name);
  void pointerAccess(const llvm::CallBase &I, llvm::StringRef Name);
  AccessRange bufferRange(const llvm::CallBase &I, unsigned Resource,
                          llvm::ArrayRef<unsigned> Offsets, uint64_t Bytes);
  void transfer(const Recognized &R, const llvm::CallBase &I);
  AccessRange ldsDestination(const llvm::CallBase &I, unsigned Bytes,
                             uint64_t Offset);
  void asyncTransfer(const Recognized &R, const llvm::CallBase &I);
  uint64_t bytesOf(const llvm::Type *T) const;

  Recognizer &Names;
  Translator &Values;
  ObjectTable &Objects;
  const llvm::DataLayout &Layout;
  llvm::DenseMap<const llvm::Instruction *, Recognized> Seen;

  std::vector<Event> *Out = nullptr;
};

} // namespace fencepost::ir

#endif
