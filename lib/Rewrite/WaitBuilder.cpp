//===- WaitBuilder.cpp - Waits and compiler fences as IR ------------------===//
// Which intrinsic waits for which counter is a table; how s_waitcnt packs its
// fields is Target/WaitInstruction.h's.
//===----------------------------------------------------------------------===//
#include "WaitBuilder.h"
#include "fencepost/Target/WaitInstruction.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"

namespace fencepost::rewrite {

struct WaitIntrinsic {
  Counter Id;
  llvm::Intrinsic::ID Intrinsic;
  Family First;
};

static constexpr WaitIntrinsic WaitIntrinsics[] = {
    {.Id = Counter::Exp,
     .Intrinsic = llvm::Intrinsic::amdgcn_s_wait_expcnt,
     .First = Family::GFX12},
    {.Id = Counter::Load,
     .Intrinsic = llvm::Intrinsic::amdgcn_s_wait_loadcnt,
     .First = Family::GFX12},
    {.Id = Counter::Sample,
     .Intrinsic = llvm::Intrinsic::amdgcn_s_wait_samplecnt,
     .First = Family::GFX12},
    {.Id = Counter::Bvh,
     .Intrinsic = llvm::Intrinsic::amdgcn_s_wait_bvhcnt,
     .First = Family::GFX12},
    {.Id = Counter::Store,
     .Intrinsic = llvm::Intrinsic::amdgcn_s_wait_storecnt,
     .First = Family::GFX12},
    {.Id = Counter::Ds,
     .Intrinsic = llvm::Intrinsic::amdgcn_s_wait_dscnt,
     .First = Family::GFX12},
    {.Id = Counter::Km,
     .Intrinsic = llvm::Intrinsic::amdgcn_s_wait_kmcnt,
     .First = Family::GFX12},
    {.Id = Counter::Async,
     .Intrinsic = llvm::Intrinsic::amdgcn_s_wait_asynccnt,
     .First = Family::GFX125},
    {.Id = Counter::Tensor,
     .Intrinsic = llvm::Intrinsic::amdgcn_s_wait_tensorcnt,
     .First = Family::GFX125},
};

static const WaitIntrinsic *findIntrinsic(Family F, Counter Id) {
  for (const WaitIntrinsic &Row : WaitIntrinsics)
    if (Row.Id == Id && F >= Row.First)
      return &Row;
  return nullptr;
}

bool canWait(Family F, Counter Id) {
  if (!hasWaitcnt(F))
    return findIntrinsic(F, Id);
  return isInWaitcnt(Id) || (Id == Counter::Vs && F >= Family::GFX10);
}

static constexpr llvm::StringLiteral FenceScope = "wavefront";

bool isCompilerFence(const llvm::Instruction &I) {
  auto *Fence = llvm::dyn_cast<llvm::FenceInst>(&I);
  return Fence &&
         llvm::isAtLeastOrStrongerThan(Fence->getOrdering(),
                                       llvm::AtomicOrdering::AcquireRelease) &&
         Fence->getSyncScopeID() ==
             I.getContext().getOrInsertSyncScopeID(FenceScope);
}

/// Whether nothing that has an effect is between \p Position and a compiler
/// fence.
static bool isBehindFence(const llvm::BasicBlock &Block,
                          llvm::BasicBlock::const_iterator Position) {
  while (Position != Block.begin()) {
    --Position;
    if (isCompilerFence(*Position))
      return true;
    if (Position->mayReadOrWriteMemory() || Position->mayHaveSideEffects())
      return false;
  }
  return false;
}

void buildCompilerFence(llvm::IRBuilderBase &B) {
  if (!isBehindFence(*B.GetInsertBlock(), B.GetInsertPoint()))
    B.CreateFence(llvm::AtomicOrdering::AcquireRelease,
                  B.getContext().getOrInsertSyncScopeID(FenceScope));
}

static void buildStoreCounterWait(llvm::IRBuilderBase &B, unsigned Value) {
  auto *Type = llvm::FunctionType::get(B.getVoidTy(), false);
  std::string Text =
      "s_waitcnt_vscnt null, 0x" + llvm::utohexstr(Value, /*LowerCase=*/true);
  B.CreateCall(Type, llvm::InlineAsm::get(Type, Text, "~{memory}",
                                          /*hasSideEffects=*/true));
}

static void buildPacked(llvm::IRBuilderBase &B, Family F,
                        llvm::ArrayRef<CounterWait> Waits) {
  if (llvm::any_of(Waits,
                   [](const CounterWait &W) { return isInWaitcnt(W.Id); }))
    B.CreateIntrinsic(llvm::Intrinsic::amdgcn_s_waitcnt,
                      {B.getInt32(encodeWaitcnt(F, Waits))});
  for (const CounterWait &W : Waits)
    if (W.Id == Counter::Vs)
      buildStoreCounterWait(B, W.Value);
}

void buildWait(llvm::IRBuilderBase &B, Family F,
               llvm::ArrayRef<CounterWait> Waits) {
  buildCompilerFence(B);
  if (Waits.empty())
    return;
  if (hasWaitcnt(F))
    buildPacked(B, F, Waits);
  else
    for (const CounterWait &W : Waits)
      B.CreateIntrinsic(findIntrinsic(F, W.Id)->Intrinsic,
                        {B.getInt16(W.Value)});
  buildCompilerFence(B);
}

} // namespace fencepost::rewrite
