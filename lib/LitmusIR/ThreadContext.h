//===- ThreadContext.h - What the functions of a thread have in common ----===//
// The module and its globals, the program that is made and the thread of it
// that is being written. Tested by unittests/LitmusIR.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_THREADCONTEXT_H
#define FENCEPOST_LITMUSIR_THREADCONTEXT_H

#include "IRGlobals.h"
#include "ThreadBuilder.h"
#include "fencepost/IR/IRSource.h"
#include <map>

namespace fencepost {

struct ThreadContext {
  const IRSource &Source;
  const IRGlobals &Globals;
  model::Program &Program;
  ThreadBuilder &Build;
  /// Calls of each function so far, which tell its registers apart.
  std::map<const llvm::Function *, unsigned> Calls = {};

  model::SourcePoint at(const llvm::Instruction &I) const {
    return Source.pointOf(I);
  }
  llvm::Error errorAt(const llvm::Instruction &I, const llvm::Twine &Message,
                      Diag Id = Diag::LitmusSemantics) const {
    return Source.errorAt(I, Message, Id);
  }
};

} // namespace fencepost

#endif
