//===- ViewMachineCode.h - Machine code in a program ----------------------===//
// Inline assembly, and intrinsics that are one machine instruction. Barriers
// and waits are recognised; instructions that can only use registers are
// ignored; the rest is opaque. Lines are those of the assembler's syntax.
// Tested by unittests/IR/ViewEventsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_VIEWMACHINECODE_H
#define FENCEPOST_LIB_IR_VIEWMACHINECODE_H

#include "fencepost/Target/Processor.h"
#include "fencepost/View/SyncView.h"

namespace fencepost::ir {

/// The events of the lines of \p Text, code of \p Machine, without their
/// places.
std::vector<view::Event> machineCodeEvents(llvm::StringRef Text,
                                           const FamilyFacts &Machine);

} // namespace fencepost::ir

#endif
