//===- ReferenceRun.h - Runs one thread of a kernel in LLVM IR ------------===//
// Walks the instructions of a module as they are, functions and private
// variables included; LLVM's constant folding computes every value. What a
// thread does to shared memory is listed as ViewMachine.h does it. Addresses
// are those of the objects of a view, looked up by name.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_IR_REFERENCERUN_H
#define FENCEPOST_UNITTESTS_IR_REFERENCERUN_H

#include "ViewMachine.h"

namespace llvm {
class Module;
} // namespace llvm

namespace fencepost::ir {

/// Ends with Unknown where the program has no behaviour, or does something that
/// is not interpreted here.
Run runKernel(const llvm::Module &M, const view::SyncView &View,
              const ThreadSetup &Setup, ReadValue Read);

} // namespace fencepost::ir

#endif
