//===- AnchoredPlan.cpp - Barriers and fences put into a kernel -----------===//
// See AnchoredPlan.h. Places are instructions once the edges are split: from
// then on everything is built before an instruction, and nothing that is built
// moves another place.
//===----------------------------------------------------------------------===//
#include "AnchoredPlan.h"
#include "BuildFence.h"
#include "NamedBarrierEmitter.h"
#include "fencepost/Target/Processor.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/MemoryModelRelaxationAnnotations.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace fencepost::placeir {

using llvm::AtomicOrdering;
using llvm::Instruction;

/// Takes note of a place that was not found.
bool AnchoredPlan::take(const AnchorAnswer &Answer) {
  if (Answer.Inside && !llvm::is_contained(Inside, Answer.Inside))
    Inside.push_back(Answer.Inside);
  else if (Answer.Problem)
    Problems.push_back(Answer);
  return Answer.isFound();
}

void AnchoredPlan::add(const AnchorAnswer &Answer, Work Item) {
  if (!take(Answer))
    return;
  Item.Target = Answer.Target;
  Changes.push_back(std::move(Item));
}

void AnchoredPlan::addNew(const PlannedBarrier &B) {
  assert((IsSplit || (B.Signals && B.Waits)) &&
         "the processor has no split barriers");
  Work Part;
  Part.First = B.First;
  Part.OnlyLds = B.OnlyLds;
  Part.Release = Part.Signal = B.Signals;
  Part.Wait = Part.Acquire = B.Waits;
  add(B.Early ? Finder.findEarly(B.Point) : Finder.find(B.Point), Part);
}

/// The first of the fences directly before \p I, or \p I; \p Releases says
/// whether one of them releases.
static Instruction *beforeFences(Instruction *I, bool &Releases) {
  for (Instruction *Before = I->getPrevNode();
       auto *Fence = llvm::dyn_cast_or_null<llvm::FenceInst>(Before);
       Before = Before->getPrevNode()) {
    Releases |= llvm::isReleaseOrStronger(Fence->getOrdering());
    I = Fence;
  }
  return I;
}

/// What is to be complete must be so before the release, or it is not released
/// (docs/model.md M20).
void AnchoredPlan::addRepaired(const RepairedBarrier &B) {
  Work Early;
  Early.First = B.First;
  Early.OnlyLds = B.OnlyLds;
  Early.Release = B.Release;
  AnchorAnswer Signal = Finder.findEvent(B.Point.Block, B.Point.Event);
  AnchorAnswer Wait = Signal;
  if (Signal.isFound() && B.First.any()) {
    bool Releases = false;
    Instruction *First = beforeFences(Signal.Target.Before, Releases);
    if (Releases)
      Signal.Target.Before = First;
    else
      Early.Release = true;
  }
  if (Early.Release || B.First.any())
    add(Signal, Early);
  if (!B.Acquire || !take(Wait))
    return;
  Wait.Target.Before = Wait.Target.Before->getNextNode();
  Work Late;
  Late.OnlyLds = B.OnlyLds;
  Late.Acquire = true;
  add(Wait, Late);
}

/// Whether fences around barriers may be what makes atomics synchronize: one at
/// a scope beyond the wave pairs with any atomic in program order
/// (docs/model.md M6).
static bool mayPairWithAtomics(const llvm::Function &F) {
  return llvm::any_of(llvm::instructions(F), [](const Instruction &I) {
    return I.isAtomic() && !llvm::isa<llvm::FenceInst>(I);
  });
}

/// Others may serve a barrier beside this one.
static bool isFence(const Instruction *I, AtomicOrdering Order) {
  auto *Fence = llvm::dyn_cast_or_null<llvm::FenceInst>(I);
  return Fence && Fence->getOrdering() == Order;
}

void AnchoredPlan::addRemoved(place::InsertionPoint Point) {
  AnchorAnswer Barrier = Finder.findEvent(Point.Block, Point.Event);
  if (!take(Barrier))
    return;
  auto Add = [&](Instruction *I) {
    if (!llvm::is_contained(Removed, I))
      Removed.push_back(I);
  };
  Instruction *I = Barrier.Target.Before;
  if (!I->use_empty()) {
    Barrier.Problem = {NoPosition::Reason::ResultUsed, {}};
    take(Barrier);
    return;
  }
  Add(I);
  if (mayPairWithAtomics(Kernel))
    return;
  for (Instruction *F = I->getPrevNode(); isFence(F, AtomicOrdering::Release);
       F = F->getPrevNode())
    Add(F);
  for (Instruction *F = I->getNextNode(); isFence(F, AtomicOrdering::Acquire);
       F = F->getNextNode())
    Add(F);
}

AnchoredPlan::AnchoredPlan(const PlannedChanges &Plan,
                           const AnchorFinder &Finder,
                           const view::SyncView &View, llvm::Function &Kernel)
    : Kernel(Kernel), Finder(Finder),
      IsSplit(View.Proc && View.Proc->family().Barriers.Split) {
  for (const PlannedBarrier &B : Plan.Added)
    addNew(B);
  for (place::InsertionPoint Point : Plan.WaveFences) {
    Work Fence;
    Fence.Release = Fence.Acquire = Fence.OnlyWave = true;
    add(Finder.find(Point), Fence);
  }
  for (place::InsertionPoint Point : Plan.Completions) {
    Work Wait;
    Wait.First = Plan.Resolution;
    Wait.Acquire = Wait.OnlyWave = true;
    Wait.OnlyLds = false;
    add(Finder.find(Point), Wait);
  }
  for (const RepairedBarrier &B : Plan.Repaired)
    addRepaired(B);
  for (place::InsertionPoint Point : Plan.Removed)
    addRemoved(Point);
  if (Plan.Named)
    addNamed(*Plan.Named);
}

void AnchoredPlan::addNamed(const place::ProducerConsumer &Pipeline) {
  Named = Pipeline;
  auto Add = [&](const place::PipelineStage &Stage, NamedStep Before,
                 NamedStep After) {
    Work Step;
    Step.Named = Before;
    if (Before != NamedStep::None)
      add(Finder.find(Stage.Before), Step);
    Step.Named = After;
    for (place::InsertionPoint Point : Stage.After)
      add(Stage.AfterIsEarly ? Finder.findEarly(Point) : Finder.find(Point),
          Step);
  };
  if (Pipeline.ProducerStages.size() > 1)
    Add(Pipeline.ProducerStages.front(), NamedStep::None,
        NamedStep::FirstFilled);
  Add(Pipeline.ProducerStages.back(), NamedStep::Fill, NamedStep::Filled);
  Add(Pipeline.ConsumerStage, NamedStep::Use, NamedStep::Used);
}

/// Where the edge from \p From to \p To leads now that other edges may have
/// been split: to \p To, or to a block that was made before it.
static llvm::BasicBlock *currentTarget(llvm::BasicBlock *From,
                                       llvm::BasicBlock *To) {
  while (!llvm::is_contained(llvm::successors(From), To)) {
    auto Made = llvm::find_if(llvm::predecessors(To), [&](llvm::BasicBlock *B) {
      return llvm::is_contained(llvm::successors(From), B);
    });
    assert(Made != llvm::pred_end(To) && "the edge is gone");
    To = *Made;
  }
  return To;
}

/// Blocks for what stands on edges; sets of edges before parts of them.
void AnchoredPlan::splitEdges() {
  std::vector<Work *> OnEdges;
  for (Work &W : Changes)
    if (W.Target.To)
      OnEdges.push_back(&W);
  if (OnEdges.empty())
    return;
  llvm::stable_sort(OnEdges, [](const Work *A, const Work *B) {
    return A->Target.From.size() > B->Target.From.size();
  });
  llvm::DominatorTree Tree(Kernel);
  llvm::LoopInfo Loops(Tree);
  std::vector<std::pair<Anchor, Instruction *>> Made;
  for (Work *W : OnEdges) {
    auto Same = llvm::find_if(
        Made, [&](const auto &Other) { return Other.first == W->Target; });
    if (Same != Made.end()) {
      W->Target.Before = Same->second;
      continue;
    }
    Anchor Edges = W->Target;
    llvm::BasicBlock *To = currentTarget(Edges.From.front(), Edges.To);
    llvm::BasicBlock *New =
        llvm::SplitBlockPredecessors(To, Edges.From, ".barrier", &Tree, &Loops);
    assert(New && "the edges cannot be split");
    W->Target.Before = New->getTerminator();
    Made.push_back({std::move(Edges), W->Target.Before});
  }
}

void buildFence(llvm::IRBuilderBase &B, AtomicOrdering Order,
                llvm::StringRef Scope, bool OnlyLds) {
  llvm::LLVMContext &Context = B.getContext();
  llvm::FenceInst *Fence =
      B.CreateFence(Order, Context.getOrInsertSyncScopeID(Scope));
  if (OnlyLds)
    Fence->setMetadata(llvm::LLVMContext::MD_mmra,
                       llvm::MMRAMetadata::getTagMD(
                           Context, "amdgpu-synchronize-as", "local"));
}

/// Accesses must not be moved across the wait by LLVM, which takes it for
/// something that accesses no memory; a fence of the wave is no instruction.
/// Another fence follows.
static void buildCompletion(llvm::IRBuilder<> &B, CompletionWaits Waits) {
  llvm::Module &M = *B.GetInsertBlock()->getModule();
  if (Waits.Async == CompletionWaits::AsyncWaitKind::Marks) {
    llvm::Type *Void = B.getVoidTy();
    B.CreateCall(M.getOrInsertFunction("llvm.amdgcn.asyncmark", Void));
    B.CreateCall(M.getOrInsertFunction("llvm.amdgcn.wait.asyncmark", Void,
                                       B.getInt16Ty()),
                 {B.getInt16(0)});
  }
  if (Waits.Async == CompletionWaits::AsyncWaitKind::Counter || Waits.Tensor)
    buildFence(B, AtomicOrdering::AcquireRelease, "wavefront", false);
  if (Waits.Async == CompletionWaits::AsyncWaitKind::Counter)
    B.CreateIntrinsic(llvm::Intrinsic::amdgcn_s_wait_asynccnt, {B.getInt16(0)});
  if (Waits.Tensor)
    B.CreateIntrinsic(llvm::Intrinsic::amdgcn_s_wait_tensorcnt,
                      {B.getInt16(0)});
}

void AnchoredPlan::build(const Work &W) const {
  llvm::IRBuilder<> B(W.Target.Before);
  llvm::StringRef Scope = W.OnlyWave ? "wavefront" : "workgroup";
  buildCompletion(B, W.First);
  if (W.Release)
    buildFence(B, AtomicOrdering::Release, Scope, W.OnlyLds);
  if (W.Signal && W.Wait && !IsSplit)
    B.CreateIntrinsic(llvm::Intrinsic::amdgcn_s_barrier, {});
  if (W.Signal && IsSplit)
    B.CreateIntrinsic(llvm::Intrinsic::amdgcn_s_barrier_signal,
                      {B.getInt32(-1)});
  if (W.Wait && IsSplit)
    B.CreateIntrinsic(llvm::Intrinsic::amdgcn_s_barrier_wait,
                      {llvm::ConstantInt::getSigned(B.getInt16Ty(), -1)});
  if (W.Acquire)
    buildFence(B, AtomicOrdering::Acquire, Scope, W.OnlyLds);
}

/// A kernel that was compiled without barriers may be marked as one that does
/// not synchronize.
static void correctAttributes(llvm::Function &F) {
  F.removeFnAttr(llvm::Attribute::NoSync);
  F.removeFnAttr(llvm::Attribute::Memory);
  F.addFnAttr(llvm::Attribute::Convergent);
}

void AnchoredPlan::apply() {
  assert(Inside.empty() && Problems.empty() && "a plan without its places");
  splitEdges();
  std::optional<NamedEmitter> Others;
  if (Named)
    Others.emplace(Kernel, *Named);
  for (const Work &W : Changes)
    if (W.Named != NamedStep::None)
      Others->build(W.Named, W.Target.Before);
    else
      build(W);
  if (Others)
    Others->finish();
  for (Instruction *I : Removed)
    I->eraseFromParent();
  if (!Changes.empty())
    correctAttributes(Kernel);
}

} // namespace fencepost::placeir
