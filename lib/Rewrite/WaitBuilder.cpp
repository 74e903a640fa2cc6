//===- WaitBuilder.cpp - Waits and compiler fences as IR ------------------===//
// Facts as tables: how s_waitcnt packs its fields (LLVM's encodeWaitcnt, spec
// tables of each ISA), and which intrinsic waits for which counter. Tested by
// unittests/Rewrite/WaitBuilderTest.cpp against LLVM's assembler.
//===----------------------------------------------------------------------===//
#include "WaitBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"

namespace fencepost::rewrite {

using lower::CounterWait;

/// Width bits at Low, and the bits above them at High.
struct Field {
  unsigned Low, Width;
  unsigned High = 0, HighWidth = 0;

  unsigned largest() const { return (1u << (Width + HighWidth)) - 1; }
  unsigned encode(unsigned Value) const {
    Value = std::min(Value, largest());
    unsigned LowPart = Value & ((1u << Width) - 1);
    return LowPart << Low | Value >> Width << High;
  }
};

struct WaitcntRow {
  Family First, Last;
  Field Vm, Exp, Lgkm;
};

static constexpr WaitcntRow WaitcntRows[] = {
    // clang-format off
    {.First = Family::GFX6, .Last = Family::GFX8, .Vm = {.Low = 0, .Width = 4},
     .Exp = {.Low = 4, .Width = 3}, .Lgkm = {.Low = 8, .Width = 4}},
    {.First = Family::GFX9, .Last = Family::GFX942,
     .Vm = {.Low = 0, .Width = 4, .High = 14, .HighWidth = 2},
     .Exp = {.Low = 4, .Width = 3}, .Lgkm = {.Low = 8, .Width = 4}},
    {.First = Family::GFX10, .Last = Family::GFX10,
     .Vm = {.Low = 0, .Width = 4, .High = 14, .HighWidth = 2},
     .Exp = {.Low = 4, .Width = 3}, .Lgkm = {.Low = 8, .Width = 6}},
    {.First = Family::GFX11, .Last = Family::GFX11,
     .Vm = {.Low = 10, .Width = 6}, .Exp = {.Low = 0, .Width = 3},
     .Lgkm = {.Low = 4, .Width = 6}},
    // clang-format on
};

static const WaitcntRow *findWaitcntRow(Family F) {
  for (const WaitcntRow &Row : WaitcntRows)
    if (F >= Row.First && F <= Row.Last)
      return &Row;
  return nullptr;
}

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

static bool isPacked(Counter Id) {
  return Id == Counter::Vm || Id == Counter::Exp || Id == Counter::Lgkm;
}

unsigned encodeWaitcnt(Family F, llvm::ArrayRef<CounterWait> Waits) {
  const WaitcntRow *Row = findWaitcntRow(F);
  assert(Row && "the family has no s_waitcnt");
  unsigned Vm = Row->Vm.largest();
  unsigned Exp = Row->Exp.largest();
  unsigned Lgkm = Row->Lgkm.largest();
  for (const CounterWait &W : Waits) {
    unsigned *Value = W.Id == Counter::Vm     ? &Vm
                      : W.Id == Counter::Exp  ? &Exp
                      : W.Id == Counter::Lgkm ? &Lgkm
                                              : nullptr;
    if (Value)
      *Value = std::min<unsigned>(*Value, W.Value);
  }
  return Row->Vm.encode(Vm) | Row->Exp.encode(Exp) | Row->Lgkm.encode(Lgkm);
}

bool canWait(Family F, Counter Id) {
  if (!findWaitcntRow(F))
    return findIntrinsic(F, Id);
  return isPacked(Id) || (Id == Counter::Vs && F >= Family::GFX10);
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

/// Whether nothing that has an effect is between \p At and a compiler
/// fence.
static bool isBehindFence(const llvm::BasicBlock &Block,
                          llvm::BasicBlock::const_iterator At) {
  while (At != Block.begin()) {
    --At;
    if (isCompilerFence(*At))
      return true;
    if (At->mayReadOrWriteMemory() || At->mayHaveSideEffects())
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
  if (llvm::any_of(Waits, [](const CounterWait &W) { return isPacked(W.Id); }))
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
  if (findWaitcntRow(F))
    buildPacked(B, F, Waits);
  else
    for (const CounterWait &W : Waits)
      B.CreateIntrinsic(findIntrinsic(F, W.Id)->Intrinsic,
                        {B.getInt16(W.Value)});
  buildCompilerFence(B);
}

} // namespace fencepost::rewrite
