//===- ViewSources.cpp - The inputs that an unknown value depends on ------===//
// See ViewSources.h.
//===----------------------------------------------------------------------===//
#include "ViewSources.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstrTypes.h"

namespace fencepost::ir {

using view::Source;

/// Instructions of one computation that are followed.
static constexpr unsigned MaxFollowed = 1000;

uint32_t SourceFinder::numberOf(const llvm::Value &V) {
  return Numbers.try_emplace(&V, Numbers.size()).first->second;
}

/// The single address at which \p I reads memory; null if there is none.
static const llvm::Value *addressReadBy(const llvm::Instruction &I) {
  if (auto *Exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&I))
    return Exchange->getPointerOperand();
  if (auto *Update = llvm::dyn_cast<llvm::AtomicRMWInst>(&I))
    return Update->getPointerOperand();
  return llvm::getLoadStorePointerOperand(&I);
}

Source SourceFinder::memoryAt(const llvm::Value &Pointer) {
  const llvm::Value *Object = llvm::getUnderlyingObject(&Pointer, 0);
  unsigned Bits = Layout.getIndexTypeSizeInBits(Pointer.getType());
  llvm::APInt Offset(Bits, 0);
  const llvm::Value *Base = Pointer.stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  Source S{Source::Memory, numberOf(*Object), Source::Anywhere};
  if (Base == Object)
    S.Offset = Offset.getSExtValue();
  return S;
}

Origins SourceFinder::of(const llvm::Value &V) {
  Origins Result;
  llvm::SmallVector<const llvm::Value *, 16> Work = {&V};
  llvm::SmallPtrSet<const llvm::Value *, 16> Seen;
  while (!Work.empty()) {
    const llvm::Value *V = Work.pop_back_val();
    if (!Seen.insert(V).second)
      continue;
    if (auto *A = llvm::dyn_cast<llvm::Argument>(V))
      Result.Sources.push_back({Source::Argument, A->getArgNo()});
    auto *I = llvm::dyn_cast<llvm::Instruction>(V);
    if (!I)
      continue;
    if (Seen.size() > MaxFollowed) {
      Result.Plain = false;
      Result.Sources.push_back({Source::Anything});
      break;
    }
    auto *Load = llvm::dyn_cast<llvm::LoadInst>(I);
    Result.Plain &= Load ? Load->isSimple() : !I->mayReadOrWriteMemory();
    if (const llvm::Value *Pointer = addressReadBy(*I)) {
      Result.Sources.push_back(memoryAt(*Pointer));
      continue;
    }
    if (I->mayReadOrWriteMemory()) {
      Result.Sources.push_back({Source::Other, numberOf(*I)});
      continue;
    }
    if (auto *Call = llvm::dyn_cast<llvm::CallBase>(I))
      Result.Plain &= !Call->isConvergent();
    for (const llvm::Value *Operand : I->operands())
      Work.push_back(Operand);
  }
  llvm::sort(Result.Sources);
  Result.Sources.erase(llvm::unique(Result.Sources), Result.Sources.end());
  return Result;
}

} // namespace fencepost::ir
