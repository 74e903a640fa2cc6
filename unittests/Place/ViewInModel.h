//===- ViewInModel.h - Kernels run by the model of spec/000 and spec/001 --===//
// All threads of a view are run with given arguments, and what each of them
// does to LDS and barriers becomes a program of the model (Model/Program.h),
// of which every execution is looked at: hangs, undefined behaviour and races.
// Nothing is asked of lib/Place or of how the checker judges: views say what
// the kernel does, the model what that means.
//
// A word of LDS is a location. Read-modify-writes are stores, which race with
// the same accesses; their values do not matter. LDS DMA without marks is
// complete when its wave reaches a fence, as LLVM sees to it.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_PLACE_VIEWINMODEL_H
#define FENCEPOST_UNITTESTS_PLACE_VIEWINMODEL_H

#include "fencepost/View/SyncView.h"

namespace fencepost::place {

struct ModelSetting {
  uint64_t Argument = 0; ///< Of all arguments.
  uint32_t Outcomes = 0; ///< Bit N: what unknown value number N is.
  bool WithAccesses = true;
  bool OneLane = false; ///< The first lane of each wave stands for it.
};

struct ModelTotals {
  unsigned Runs = 0;      ///< All executions were looked at.
  unsigned NotAll = 0;    ///< The time was over, or a thread did not end.
  uint64_t Barriers = 0;  ///< Operations in all of them.
  unsigned MostWaves = 0; ///< In one.
};

/// The first thing that is wrong in an execution of \p View; empty if all are
/// right, or not all could be looked at.
std::string wrongInModel(const view::SyncView &View, ModelSetting With,
                         ModelTotals &Sum);

} // namespace fencepost::place

#endif
