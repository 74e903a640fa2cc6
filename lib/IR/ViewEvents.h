//===- ViewEvents.h - Instructions of LLVM IR as events of a sync view ----===//
// Adds access ranges to the operations that Recognize.h finds: barriers and
// fences here, memory by ViewMemory.h, machine code by ViewMachineCode.h.
// Private and constant memory make no events, nor do prefetches and inline
// assembly that uses registers alone. Unsupported instructions become Opaque.
// Tested by unittests/IR/ViewEventsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_VIEWEVENTS_H
#define FENCEPOST_LIB_IR_VIEWEVENTS_H

#include "ViewTranslate.h"
#include "fencepost/Target/Processor.h"

namespace fencepost::ir {

class EventMaker {
public:
  EventMaker(Recognizer &Names, Translator &Values, ObjectTable &Objects,
             const llvm::DataLayout &Layout, const Processor *Proc)
      : Names(Names), Values(Values), Objects(Objects), Layout(Layout),
        Machine(familyOf(Proc)) {}

  /// Notes what the events of \p I will need; before Translator::run().
  void need(const llvm::Instruction &I);
  /// Appends the events of \p I, without their places.
  void make(const llvm::Instruction &I, std::vector<view::Event> &Events);

private:
  /// GFX9 if no processor is named.
  static const FamilyFacts &familyOf(const Processor *Proc);
  std::optional<view::Event> synchronization(const Operation &Op,
                                             const llvm::Instruction &I);
  view::Event barrier(const Operation &Op, const llvm::CallBase &I);
  std::optional<view::Event> variableBarrier(const llvm::CallBase &I);

  Recognizer &Names;
  Translator &Values;
  ObjectTable &Objects;
  const llvm::DataLayout &Layout;
  const FamilyFacts &Machine;
  llvm::DenseMap<const llvm::Instruction *, Recognized> Seen;
};

} // namespace fencepost::ir

#endif
