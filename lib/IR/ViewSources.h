//===- ViewSources.h - The inputs that an unknown value depends on --------===//
// Follows computations that the view has no operators for back to arguments and
// to memory that is read, so that two values computed from one argument are not
// taken as independent. Ids and constants are not sources. A computation that
// is too long has all sources. The conditions that select the incoming value of
// a phi are not followed. Tested by unittests/IR/ViewSourcesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_VIEWSOURCES_H
#define FENCEPOST_LIB_IR_VIEWSOURCES_H

#include "fencepost/View/SyncView.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instructions.h"

namespace fencepost::ir {

struct Origins {
  /// From constants, arguments, ids and plain loads alone.
  bool Plain = true;
  llvm::SmallVector<view::Source, 1> Sources; ///< Sorted.
};

class SourceFinder {
public:
  explicit SourceFinder(const llvm::DataLayout &Layout) : Layout(Layout) {}
  Origins of(const llvm::Value &V);

private:
  view::Source memoryAt(const llvm::Value &Pointer);
  uint32_t numberOf(const llvm::Value &V);

  const llvm::DataLayout &Layout;
  llvm::DenseMap<const llvm::Value *, uint32_t> Numbers;
};

} // namespace fencepost::ir

#endif
