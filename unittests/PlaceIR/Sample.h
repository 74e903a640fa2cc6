//===- Sample.h - Modules with their views, for tests ---------------------===//
#ifndef FENCEPOST_UNITTESTS_PLACEIR_SAMPLE_H
#define FENCEPOST_UNITTESTS_PLACEIR_SAMPLE_H

#include "AnchoredPlan.h"
#include "fencepost/PlaceIR/ModulePlacement.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace fencepost::placeir {

/// Transfers into LDS, as calls of intrinsics without "llvm.amdgcn.".
inline constexpr llvm::StringLiteral AsyncTransfer =
    "global.load.async.to.lds.b32(ptr addrspace(1) %from, "
    "ptr addrspace(3) %mine, i32 0, i32 0)";
inline constexpr llvm::StringLiteral TensorTransfer =
    "tensor.load.to.lds.d2(<4 x i32> %g0, <8 x i32> %g1, i32 0)";

/// A module with one kernel @k. Its text is given without @t, 1024 words of
/// LDS, and without declarations of intrinsics.
struct Sample {
  explicit Sample(llvm::StringRef Text, llvm::StringRef Cpu = "gfx942");

  llvm::Function &kernel() { return *Module->getFunction("k"); }
  /// Makes the view anew.
  void look();
  /// Carries \p Plan out; the module must be right then. Says what hinders.
  std::string apply(const PlannedChanges &Plan);
  /// The instructions of the kernel that synchronize, with the names of blocks.
  std::string synchronization();

  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Module;
  ir::ViewOptions Options;
  ir::ViewOrigins Origins;
  view::SyncView View;
};

} // namespace fencepost::placeir

#endif
