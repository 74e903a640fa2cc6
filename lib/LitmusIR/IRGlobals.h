//===- IRGlobals.h - The locations and named barriers of a module ---------===//
// A global variable made of nothing but i32 is a location; one made of
// target("amdgcn.named.barrier", N) is a named barrier, or several. What else
// a module defines is no error until a thread uses it. Address spaces 0 and 1
// are global, 3 is local. Tested by unittests/LitmusIR/GlobalsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_IRGLOBALS_H
#define FENCEPOST_LITMUSIR_IRGLOBALS_H

#include "fencepost/Model/Program.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/GlobalVariable.h"

namespace fencepost {

/// What a global variable stands for.
struct IRGlobal {
  std::string Unusable; ///< Why it is neither; empty if it is one.
  bool IsBarrier = false;
  unsigned First = 0; ///< Location, or first named barrier.
  unsigned Size = 1;  ///< Elements.
  /// Bytes from one element to the next.
  uint64_t ElementBytes = 4;
};

class IRGlobals {
public:
  /// Adds the locations and named barriers of \p M to \p P.
  IRGlobals(const llvm::Module &M, model::Program &P);

  const IRGlobal &operator[](const llvm::GlobalVariable *V) const {
    return Known.find(V)->second;
  }

private:
  IRGlobal add(const llvm::GlobalVariable &V, model::Program &P);
  IRGlobal addBarriers(const llvm::GlobalVariable &V, uint64_t Count,
                       model::Program &P);
  IRGlobal addLocation(const llvm::GlobalVariable &V, uint64_t Count,
                       model::Program &P);

  llvm::DenseMap<const llvm::GlobalVariable *, IRGlobal> Known;
};

} // namespace fencepost

#endif
