//===- NamedBarrierEmitter.h - Named barriers put into a kernel -----------===//
// What a producer/consumer pipeline (Place/ProducerConsumer.h) is in LLVM IR,
// for processors with named barriers (spec/000: GFX12.5): two variables of
// them, `full` and `empty`, with one barrier a slot; the first wave initialises
// them, before a barrier of the work-group that keeps all uses after it; and a
// count of stages in each loop, which says the slot, and whether it was filled
// before.
//
//   waves that fill                      waves that use
//   if the slot was filled before:       join full; signal full; wait
//     join empty; signal empty; wait     fence acquire
//     fence acquire                      (loads)
//   (stores)                             fence release
//   fence release                        signal empty
//   signal full
//
// Tested by unittests/PlaceIR/NamedBarrierEmitterTest.cpp and
// test/place/named.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACEIR_NAMEDBARRIEREMITTER_H
#define FENCEPOST_LIB_PLACEIR_NAMEDBARRIEREMITTER_H

#include "AnchoredPlan.h"
#include "llvm/ADT/MapVector.h"

namespace llvm {
class AllocaInst;
class IRBuilderBase;
class GlobalVariable;
class Value;
} // namespace llvm

namespace fencepost::placeir {

class NamedEmitter {
public:
  NamedEmitter(llvm::Function &Kernel, const place::ProducerConsumer &Pipeline)
      : Kernel(Kernel), Pipeline(Pipeline) {}

  /// What a side does before or after its stage, before \p InsertBefore. Edges
  /// are split by then.
  void build(NamedStep Step, llvm::Instruction *InsertBefore);
  /// Initialisation and counts; after all steps.
  void finish();

private:
  llvm::GlobalVariable *barriers(llvm::StringRef Name);
  llvm::Value *stageAt(llvm::Instruction *InsertBefore);
  llvm::Value *slotOf(llvm::IRBuilderBase &B, llvm::GlobalVariable *Variable,
                      llvm::Value *Stage);
  void waitFor(llvm::Instruction *InsertBefore, llvm::Value *Barrier);
  void signal(llvm::Instruction *InsertBefore, llvm::Value *Barrier);
  void initialise(llvm::IRBuilderBase &B);
  void advance();

  llvm::Function &Kernel;
  const place::ProducerConsumer &Pipeline;
  llvm::GlobalVariable *Full = nullptr, *Empty = nullptr;
  /// By the header of a loop.
  llvm::MapVector<llvm::BasicBlock *, llvm::AllocaInst *> StageCounts;
};

} // namespace fencepost::placeir

#endif
