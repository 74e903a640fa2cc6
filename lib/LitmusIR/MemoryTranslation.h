//===- MemoryTranslation.h - Loads, stores, atomics and fences ------------===//
// Each is one instruction of the model (docs/litmus.md, "A test"); a load or
// store of a vector of i32 is one for each element. The tags of !mmra are read
// as spec/001 and spec/002 give them (docs/model.md M4, M13). volatile means
// nothing to the model.
//
// spec/003 gives the signatures of the LDS DMA intrinsics as "merely
// representative": what counts here is that the first address is the source
// and the second the destination. After them may come the number of bytes,
// offsets, which have to be 0, and the cache policy, which means nothing to the
// model. A load of several i32 is one asynchronous operation for each.
// Tested by unittests/LitmusIR/MemoryTest.cpp and IntrinsicsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUSIR_MEMORYTRANSLATION_H
#define FENCEPOST_LITMUSIR_MEMORYTRANSLATION_H

#include "FunctionValues.h"
#include "fencepost/Sync/Operation.h"

namespace fencepost {

class MemoryTranslation {
public:
  MemoryTranslation(ThreadContext &Context, FunctionValues &Values)
      : Context(Context), Build(Context.Build), Values(Values) {}

  llvm::Error translateLoad(llvm::LoadInst &I);
  llvm::Error translateStore(llvm::StoreInst &I);
  llvm::Error translateModify(llvm::AtomicRMWInst &I);
  llvm::Error translateCompareExchange(llvm::AtomicCmpXchgInst &I);
  llvm::Error translateFence(llvm::FenceInst &I);
  llvm::Error translateAvailable(llvm::CallInst &I, OpKind Kind);
  llvm::Error translateAsyncLoad(llvm::CallInst &I, llvm::StringRef Name);
  llvm::Error translateAsyncWait(llvm::CallInst &I);

private:
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
  llvm::Expected<unsigned> asyncUnits(const llvm::CallInst &I,
                                      llvm::StringRef Name,
                                      unsigned FirstNumber) const;

  ThreadContext &Context;
  ThreadBuilder &Build;
  FunctionValues &Values;
};

} // namespace fencepost

#endif
