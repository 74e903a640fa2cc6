//===- FunctionTranslation.h - From LLVM IR to the instructions of a thread===//
// Walks the blocks of a function in the order of IRLayout and writes what they
// do into a ThreadBuilder. A call of a function that is defined in the module
// is translated in place, by another FunctionTranslation. Every integer that an
// instruction computes becomes a register that has the value's name; addresses
// and parts of vectors remain expressions over registers, which is safe because
// a value of SSA form never changes while it is in use.
//
// Not handled, and reported as such: integers other than i1 and i32 (an i64 may
// only extend an index), floating point, memory of the thread's own (alloca),
// pointers that do not belong to one known global, exceptions, indirect calls.
// nsw, nuw, exact and inbounds are not looked at: arithmetic wraps. Tested by
// unittests/LitmusIR.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_FUNCTIONTRANSLATION_H
#define FENCEPOST_LITMUSIR_FUNCTIONTRANSLATION_H

#include "IRGlobals.h"
#include "IRLayout.h"
#include "ThreadBuilder.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/IR/Intrinsics.h"
#include "fencepost/Sync/Operation.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ModuleSlotTracker.h"
#include "llvm/IR/Operator.h"
#include <map>

namespace fencepost {

/// A value as the thread sees it: one expression for an integer, one for each
/// part of a vector or structure. Of a pointer it is the index within Base,
/// counted in units of four bytes.
struct IRValue {
  llvm::SmallVector<unsigned, 1> Parts;
  const llvm::GlobalVariable *Base = nullptr;
};

/// What the translation of all functions of a thread has in common.
struct ThreadContext {
  const IRSource &Source;
  const IRGlobals &Globals;
  model::Program &Program;
  ThreadBuilder &Build;
  /// Calls of each function so far, which tell its registers apart.
  std::map<const llvm::Function *, unsigned> Calls = {};
};

class FunctionTranslation {
public:
  /// \p Prefix is put before the names of registers. \p Caller is null for the
  /// thread itself.
  FunctionTranslation(ThreadContext &Context, llvm::Function &F,
                      std::string Prefix, const FunctionTranslation *Caller);

  /// What an argument of a called function is.
  void bind(const llvm::Argument &Parameter, IRValue Value);
  /// What the function returns goes to these registers.
  void returnTo(llvm::ArrayRef<unsigned> Registers);

  llvm::Error run();
  /// The pointer that the function returned.
  const IRValue &returnedPointer() const { return ReturnedPointer; }

private:
  // FunctionTranslation.cpp: blocks, edges, calls.
  llvm::Error translate(llvm::BasicBlock &B);
  llvm::Error translate(llvm::Instruction &I);
  llvm::Error translateTerminator(llvm::Instruction &I);
  llvm::Error translateBranch(llvm::BranchInst &I);
  llvm::Error translateSwitch(llvm::SwitchInst &I);
  llvm::Error translateReturn(llvm::ReturnInst &I);
  llvm::Error translateEdge(llvm::Instruction &From, llvm::BasicBlock &To);
  llvm::Error copyPhis(llvm::Instruction &From, llvm::BasicBlock &To);
  llvm::Error translateCall(llvm::CallInst &I);
  llvm::Error translateInPlace(llvm::CallInst &I, llvm::Function &Callee);
  bool isRunning(const llvm::Function &Callee) const;
  unsigned labelOf(const llvm::BasicBlock *B);
  unsigned joinLabel(const llvm::BasicBlock *B);
  ThreadBuilder::BranchKind branchKind(const llvm::BasicBlock *B) const;
  unsigned latchLabel(const llvm::Loop *L);
  void beginIteration(const llvm::Loop *L, model::SourcePoint Where);

  // IRValues.cpp: operands and arithmetic.
  llvm::Expected<IRValue> operand(const llvm::Value &V,
                                  const llvm::Instruction &User);
  llvm::Expected<IRValue> constantOperand(const llvm::Constant &C,
                                          const llvm::Instruction &User);
  /// Of an i1 or i32.
  llvm::Expected<unsigned> integerOperand(const llvm::Value &V,
                                          const llvm::Instruction &User);
  llvm::Error translateValue(llvm::Instruction &I);
  llvm::Error translateInteger(llvm::Instruction &I,
                               llvm::Expected<unsigned> Value);
  llvm::Expected<unsigned> translateArithmetic(llvm::BinaryOperator &I);
  llvm::Expected<unsigned> translateCompare(llvm::ICmpInst &I);
  llvm::Error translateIntegerCast(llvm::CastInst &I);
  llvm::Error translateSelect(llvm::SelectInst &I);

  // IRVectors.cpp: vectors, structures, phis.
  llvm::Error translateVector(llvm::Instruction &I);
  llvm::Error translateExtract(llvm::Instruction &I, unsigned First);
  llvm::Error translateInsert(llvm::Instruction &I, unsigned First);
  llvm::Error translateShuffle(llvm::ShuffleVectorInst &I);
  llvm::Expected<IRValue> phiValue(llvm::PHINode &Phi);

  // IRAddresses.cpp
  llvm::Error translateAddress(llvm::Instruction &I);
  llvm::Expected<IRValue> pointerOperand(const llvm::Value &V,
                                         const llvm::Instruction &User);
  llvm::Expected<IRValue> elementPointer(const llvm::GEPOperator &Element,
                                         const llvm::Instruction &User);
  llvm::Expected<unsigned> indexOf(const llvm::GEPOperator &Element,
                                   const llvm::Instruction &User);
  llvm::Expected<const llvm::GlobalVariable *>
  baseOf(const llvm::Value &V, const llvm::Instruction &User);
  /// The element at \p Offset from \p Pointer.
  llvm::Expected<model::Address> addressOf(const IRValue &Pointer,
                                           unsigned Offset,
                                           const llvm::Instruction &User);

  // IRMemory.cpp: loads, stores, atomics, fences.
  llvm::Error translateLoad(llvm::LoadInst &I);
  llvm::Error translateStore(llvm::StoreInst &I);
  llvm::Error translateModify(llvm::AtomicRMWInst &I);
  llvm::Error translateCompareExchange(llvm::AtomicCmpXchgInst &I);
  llvm::Error translateFence(llvm::FenceInst &I);
  llvm::Expected<IRValue> accessedPointer(const llvm::Value &V,
                                          const llvm::Type *Accessed,
                                          const llvm::Instruction &User);
  llvm::Error emitLoads(llvm::Instruction &I, const IRValue &Pointer);
  llvm::Error emitStores(const llvm::Instruction &I, const llvm::Value &Address,
                         const llvm::Value &Value);
  llvm::Error setSynchronization(model::Instruction &To,
                                 const llvm::Instruction &From,
                                 llvm::AtomicOrdering Order,
                                 llvm::SyncScope::ID ScopeId) const;

  // IRIntrinsics.cpp: what is recognised by its name.
  llvm::Error translateIntrinsic(llvm::CallInst &I, llvm::StringRef Name);
  llvm::Error translateAvailable(llvm::CallInst &I, OpKind Kind);
  llvm::Error translateMinMax(llvm::CallInst &I);

  // IRAsync.cpp
  llvm::Error translateAsyncLoad(llvm::CallInst &I, llvm::StringRef Name);
  llvm::Expected<unsigned> asyncUnits(const llvm::CallInst &I,
                                      llvm::StringRef Name,
                                      unsigned FirstNumber) const;
  llvm::Error translateAsyncWait(llvm::CallInst &I);

  // IRBarriers.cpp
  llvm::Error translateBarrier(llvm::CallInst &I, const ir::BarrierRow &Row);
  llvm::Error emitBarrier(const llvm::CallInst &I, BarrierOp Op,
                          BarrierId Object, unsigned Result, unsigned Count);
  llvm::Error translateClusterBarrier(llvm::CallInst &I);
  llvm::Expected<BarrierId> barrierOperand(const llvm::CallInst &I);
  llvm::Expected<unsigned> countOperand(const llvm::CallInst &I,
                                        const ir::BarrierRow &Row);

  /// Whether anything can ask for the value of \p I: it is used or has a name.
  static bool isWanted(const llvm::Instruction &I) {
    return I.hasName() || !I.use_empty();
  }
  /// Registers called after \p V, one for each of \p Count parts.
  IRValue defineRegisters(const llvm::Value &V, unsigned Count);
  std::string nameOf(const llvm::Value &V);
  model::SourcePoint at(const llvm::Instruction &I) const {
    return Context.Source.pointOf(I);
  }
  llvm::Error errorAt(const llvm::Instruction &I, const llvm::Twine &Message,
                      Diag Id = Diag::LitmusSemantics) const {
    return Context.Source.errorAt(I, Message, Id);
  }

  ThreadContext &Context;
  ThreadBuilder &Build;
  llvm::Function &F;
  std::string Prefix;
  const FunctionTranslation *Caller;
  IRLayout Layout;
  llvm::ModuleSlotTracker Slots;
  llvm::DenseMap<const llvm::Value *, IRValue> Values;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Labels;
  llvm::DenseMap<const llvm::Loop *, unsigned> Latches, LoopNumbers;
  llvm::DenseMap<unsigned, unsigned> Temporaries; ///< Of phi registers.
  unsigned End; ///< The label after the last instruction.
  llvm::SmallVector<unsigned> ReturnRegisters;
  IRValue ReturnedPointer;
};

/// How many parts a value of type \p T has; none if the model has no such
/// values.
std::optional<unsigned> numParts(const llvm::Type *T);

} // namespace fencepost

#endif
