//===- NamedBarrierEmitter.cpp - Named barriers put into a kernel ---------===//
// See NamedBarrierEmitter.h. A count of stages goes from 0 to twice the number
// of slots and then back to that number, so that it never overflows: its
// remainder is the slot, and from the number of slots on, slots have been
// filled before. It is a variable until all is built, and then made a value.
//===----------------------------------------------------------------------===//
#include "NamedBarrierEmitter.h"
#include "BuildFence.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

namespace fencepost::placeir {

using llvm::AtomicOrdering;
using llvm::Instruction;
namespace Intrinsic = llvm::Intrinsic;

static llvm::Type *barrierType(llvm::LLVMContext &Context) {
  return llvm::TargetExtType::get(Context, "amdgcn.named.barrier", {}, {0});
}

/// A variable of one barrier a slot.
llvm::GlobalVariable *NamedEmitter::barriers(llvm::StringRef Name) {
  llvm::Type *Type = barrierType(Kernel.getContext());
  if (Pipeline.Slots > 1)
    Type = llvm::ArrayType::get(Type, Pipeline.Slots);
  constexpr unsigned Local = 3;
  return new llvm::GlobalVariable(
      *Kernel.getParent(), Type, false, llvm::GlobalValue::InternalLinkage,
      llvm::PoisonValue::get(Type), Kernel.getName() + "." + Name, nullptr,
      llvm::GlobalValue::NotThreadLocal, Local);
}

/// The count of the outermost loop around \p InsertBefore.
llvm::Value *NamedEmitter::stageAt(Instruction *InsertBefore) {
  llvm::DominatorTree Tree(Kernel);
  llvm::LoopInfo Loops(Tree);
  llvm::Loop *L = Loops.getLoopFor(InsertBefore->getParent());
  assert(L && "a turn is taken in a loop");
  llvm::IRBuilder<> B(InsertBefore);
  llvm::AllocaInst *&Count = StageCounts[L->getOutermostLoop()->getHeader()];
  if (!Count) {
    llvm::IRBuilder<> Entry(&*Kernel.getEntryBlock().getFirstInsertionPt());
    Count = Entry.CreateAlloca(Entry.getInt32Ty(), nullptr, "turn");
    Entry.CreateStore(Entry.getInt32(0), Count);
  }
  return B.CreateLoad(B.getInt32Ty(), Count);
}

llvm::Value *NamedEmitter::slotOf(llvm::IRBuilderBase &B,
                                  llvm::GlobalVariable *Variable,
                                  llvm::Value *Stage) {
  if (Pipeline.Slots == 1)
    return Variable;
  llvm::Value *Slot = B.CreateURem(Stage, B.getInt32(Pipeline.Slots), "slot");
  return B.CreateInBoundsGEP(Variable->getValueType(), Variable,
                             {B.getInt32(0), Slot});
}

/// Who waits arrives as well, so that the phase is not complete before.
void NamedEmitter::waitFor(Instruction *InsertBefore, llvm::Value *Barrier) {
  llvm::IRBuilder<> B(InsertBefore);
  B.CreateIntrinsic(Intrinsic::amdgcn_s_barrier_join, {Barrier});
  B.CreateIntrinsic(Intrinsic::amdgcn_s_barrier_signal_var,
                    {Barrier, B.getInt32(0)});
  // Any number of a named barrier means the one that was joined (docs/model.md
  // B4).
  B.CreateIntrinsic(Intrinsic::amdgcn_s_barrier_wait, {B.getInt16(1)});
  buildFence(B, AtomicOrdering::Acquire, "workgroup", true);
}

void NamedEmitter::signal(Instruction *InsertBefore, llvm::Value *Barrier) {
  llvm::IRBuilder<> B(InsertBefore);
  buildFence(B, AtomicOrdering::Release, "workgroup", true);
  B.CreateIntrinsic(Intrinsic::amdgcn_s_barrier_signal_var,
                    {Barrier, B.getInt32(0)});
}

void NamedEmitter::build(NamedStep Step, Instruction *InsertBefore) {
  if (!Full) {
    Full = barriers("full");
    Empty = barriers("empty");
  }
  llvm::IRBuilder<> B(InsertBefore);
  if (Step == NamedStep::FirstFilled)
    return signal(InsertBefore, slotOf(B, Full, B.getInt32(0)));
  llvm::Value *Stage = stageAt(InsertBefore);
  bool Fills = Step == NamedStep::Fill || Step == NamedStep::Filled;
  if (Fills && Pipeline.ProducerStages.size() > 1)
    Stage = B.CreateAdd(Stage, B.getInt32(1));
  if (Step == NamedStep::Filled)
    return signal(InsertBefore, slotOf(B, Full, Stage));
  if (Step == NamedStep::Use)
    return waitFor(InsertBefore, slotOf(B, Full, Stage));
  if (Step == NamedStep::Used)
    return signal(InsertBefore, slotOf(B, Empty, Stage));
  llvm::Value *Again =
      B.CreateICmpUGE(Stage, B.getInt32(Pipeline.Slots), "again");
  Instruction *Then =
      llvm::SplitBlockAndInsertIfThen(Again, InsertBefore->getIterator(),
                                      /*Unreachable=*/false);
  B.SetInsertPoint(Then);
  waitFor(Then, slotOf(B, Empty, Stage));
}

/// Each count is advanced where its loop is.
void NamedEmitter::advance() {
  llvm::DominatorTree Tree(Kernel);
  llvm::LoopInfo Loops(Tree);
  for (auto [Header, Count] : StageCounts) {
    llvm::SmallVector<llvm::BasicBlock *, 2> Latches;
    Loops.getLoopFor(Header)->getLoopLatches(Latches);
    for (llvm::BasicBlock *Latch : Latches) {
      llvm::IRBuilder<> B(Latch->getTerminator());
      llvm::Value *Next = B.CreateAdd(B.CreateLoad(B.getInt32Ty(), Count),
                                      B.getInt32(1), "turn.next");
      llvm::Value *Over = B.CreateICmpEQ(Next, B.getInt32(2 * Pipeline.Slots));
      B.CreateStore(B.CreateSelect(Over, B.getInt32(Pipeline.Slots), Next),
                    Count);
    }
    llvm::PromoteMemToReg(Count, Tree);
  }
}

/// The number of the first work-item of a wave is 0 in the first wave alone.
void NamedEmitter::initialise(llvm::IRBuilderBase &B) {
  llvm::Value *Id = B.CreateIntrinsic(Intrinsic::amdgcn_workitem_id_x, {});
  for (Intrinsic::ID Other :
       {Intrinsic::amdgcn_workitem_id_y, Intrinsic::amdgcn_workitem_id_z})
    if (Pipeline.Dimensions >
        (Other == Intrinsic::amdgcn_workitem_id_y ? 1 : 2))
      Id = B.CreateOr(Id, B.CreateIntrinsic(Other, {}));
  llvm::Value *First = B.CreateIntrinsic(Intrinsic::amdgcn_readfirstlane,
                                         {B.getInt32Ty()}, {Id});
  Instruction *InsertBefore = &*B.GetInsertPoint();
  Instruction *Then = llvm::SplitBlockAndInsertIfThen(
      B.CreateICmpEQ(First, B.getInt32(0)), InsertBefore->getIterator(),
      /*Unreachable=*/false);
  B.SetInsertPoint(Then);
  for (llvm::GlobalVariable *Variable : {Full, Empty})
    for (unsigned Slot = 0; Slot < Pipeline.Slots; ++Slot)
      B.CreateIntrinsic(
          Intrinsic::amdgcn_s_barrier_init,
          {slotOf(B, Variable, B.getInt32(Slot)),
           B.getInt32(Pipeline.ProducerWaves + Pipeline.ConsumerWaves)});
  B.SetInsertPoint(InsertBefore);
  B.CreateIntrinsic(Intrinsic::amdgcn_s_barrier_signal, {B.getInt32(-1)});
  B.CreateIntrinsic(Intrinsic::amdgcn_s_barrier_wait,
                    {llvm::ConstantInt::getSigned(B.getInt16Ty(), -1)});
}

/// Variables must stay in the first block.
static void moveVariablesUp(llvm::BasicBlock &Entry) {
  Instruction *First = &*Entry.getFirstNonPHIOrDbgOrAlloca();
  for (Instruction &I : llvm::make_early_inc_range(
           llvm::make_range(First->getIterator(), Entry.end())))
    if (auto *Variable = llvm::dyn_cast<llvm::AllocaInst>(&I);
        Variable && llvm::isa<llvm::Constant>(Variable->getArraySize()))
      Variable->moveBefore(First->getIterator());
}

void NamedEmitter::finish() {
  advance();
  llvm::BasicBlock &Entry = Kernel.getEntryBlock();
  moveVariablesUp(Entry);
  llvm::IRBuilder<> B(&*Entry.getFirstNonPHIOrDbgOrAlloca());
  initialise(B);
}

} // namespace fencepost::placeir
