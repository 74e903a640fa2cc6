//===- FunctionPlan.h - What is to be done to one function ----------------===//
// Filled while nothing is changed yet, carried out when the whole module is
// known to be fine. Each kind of rewriting has a file of its own with a
// function that plans and one that applies.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REWRITE_FUNCTIONPLAN_H
#define FENCEPOST_LIB_REWRITE_FUNCTIONPLAN_H

#include "fencepost/IR/Recognize.h"
#include "fencepost/Lower/Sequence.h"
#include "fencepost/Rewrite/Rewrite.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"

namespace fencepost::rewrite {

/// An instruction with what it was recognised as.
struct RecognizedInstruction {
  llvm::Instruction *I;
  ir::Recognized R;
};

struct AsyncWait {
  llvm::Instruction *I;
  /// Empty: it never blocks.
  llvm::SmallVector<CounterWait, 2> Values;
};

struct AsyncLoad {
  llvm::CallBase *I;
  llvm::Intrinsic::ID Replacement;
};

/// av.global.load.b128, av.global.store.b128.
struct AvailableAccess {
  llvm::CallBase *I;
  Scope Reach;
  bool IsStore;
};

/// An atomic or a fence whose waits are written out.
struct Synchronization {
  llvm::Instruction *I;
  bool OrdersBefore, OrdersAfter; ///< Earlier accesses; later ones.
  llvm::SmallVector<CounterWait, 6> Before, After;
};

struct FunctionPlan {
  llvm::Function *F = nullptr;
  lower::Mode TheMode;
  std::vector<AsyncWait> Waits;
  std::vector<llvm::Instruction *> Marks; ///< Those that some wait needs.
  std::vector<llvm::Instruction *> UselessMarks;
  std::vector<AsyncLoad> Loads;
  /// LLVM is to add no waits of its own for Loads: AliasScopes.h.
  bool HideLoads = false;
  std::vector<AvailableAccess> Accesses;
  std::vector<Synchronization> Synchronizations;
};

/// What the files below share while they plan.
struct Planning {
  FunctionPlan &Plan;
  llvm::ArrayRef<RecognizedInstruction>
      Instructions; ///< Of the function, those that matter.
  /// Some function has LDS DMA that is no async load, or calls code that may.
  bool ModuleHasLdsDma;
  std::vector<Remark> &Problems, &Remarks;

  void problem(const llvm::Instruction &I, const llvm::Twine &Message) {
    Problems.push_back({&I, Message.str()});
  }
  void remark(const llvm::Instruction &I, const llvm::Twine &Message) {
    Remarks.push_back({&I, Message.str()});
  }
};

/// A call of an intrinsic that LLVM 22 has under the same name, without types
/// at its end. (It takes raw.buffer.load.async.lds for an odd raw.buffer.load.)
bool isKnownToLlvm(const llvm::Instruction &I);

// Marks.cpp
void planMarks(Planning &P);
void applyMarks(const FunctionPlan &Plan);
// AsyncLoads.cpp
void planLoads(Planning &P);
void applyLoads(const FunctionPlan &Plan);
// Available.cpp
void planAccesses(Planning &P);
void applyAccesses(const FunctionPlan &Plan);
// Synchronizations.cpp
/// Orders other accesses at a scope wider than a wavefront.
bool canSynchronize(const Operation &Op);
void planSynchronizations(Planning &P);
void applySynchronizations(const FunctionPlan &Plan);

} // namespace fencepost::rewrite

#endif
