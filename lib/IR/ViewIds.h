//===- ViewIds.h - Ids and sizes of a thread, in LLVM IR ------------------===//
// Work-item and work-group ids and sizes come as intrinsics, as calls of
// functions of OpenCL and of ROCm's device library that have no definition, or
// as loads from the dispatch packet and from the implicit arguments (spec/002,
// "Kernel Dispatch" and "Code Object V5 Metadata"). Tested by
// unittests/IR/ViewTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_IR_VIEWIDS_H
#define FENCEPOST_LIB_IR_VIEWIDS_H

#include "fencepost/IR/BuildView.h"
#include <optional>

namespace llvm {
class CallBase;
class DataLayout;
class Function;
class LoadInst;
} // namespace llvm

namespace fencepost::ir {

struct IdQuery {
  enum Which : uint8_t {
    LocalId,
    GroupId,
    LocalSize,
    GlobalId,
    NumGroups,
    GlobalSize,
    GlobalOffset,
  };
  Which Kind;
  unsigned Dimension; ///< 3 and more if it is none, or unknown.
};

/// The id or size that \p I reads, if it is such a call.
std::optional<IdQuery> idQuery(const llvm::CallBase &I);
/// What \p I reads, if it reads a size or a number of work-groups.
std::optional<IdQuery> idQuery(const llvm::LoadInst &I,
                               const llvm::DataLayout &Layout);

/// The work-group and cluster sizes of a kernel.
struct KernelShape {
  unsigned Size[3] = {1024, 1, 1};
  bool Exact = false;
  unsigned Least = 1, Most = 1024;
  unsigned Hint[3] = {0, 0, 0}; ///< 0: none.
  unsigned WaveSize = 64;
  const Processor *Proc = nullptr; ///< Null: unknown.
  unsigned Cluster[3] = {0, 0, 0}; ///< Work-groups of a cluster; 0: unknown.

  bool isUnit(unsigned Dimension) const {
    return Exact && Dimension < 3 && Size[Dimension] == 1;
  }
};

/// From the attributes and metadata of \p Kernel, and \p Options.
KernelShape shapeOf(const llvm::Function &Kernel, const ViewOptions &Options);

} // namespace fencepost::ir

#endif
