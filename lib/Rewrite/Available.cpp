//===- Available.cpp - av.global.load.b128 and av.global.store.b128 -------===//
// spec/001, "store-available", "load-visible": accesses of 128 bits that are
// not atomic, but reach the cache that their scope shares. LLVM 22 sets the
// bits for that on atomic accesses alone, and has none wider than 64 bits, so
// such an access becomes two monotonic atomics at its scope; monotonic means no
// waits. Up to wavefront scope there are no bits to set and the access is a
// plain one. A plain one would not do for work-group scope even where the
// tables have no bits: LLVM may load what a wave has in common through the
// scalar cache, which nothing keeps coherent.
//===----------------------------------------------------------------------===//
#include "FunctionPlan.h"
#include "fencepost/Lower/Lower.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace fencepost::rewrite {

static constexpr unsigned Bits = 128;
static constexpr llvm::Align Whole = llvm::Align::Constant<16>();
static constexpr llvm::Align Half = llvm::Align::Constant<8>();

/// Whether \p T is 128 bits of integers, floats or vectors of them.
static bool isB128(llvm::Type *T, const llvm::DataLayout &Layout) {
  return !T->isVoidTy() && T->isSized() && !T->isAggregateType() &&
         !T->isPtrOrPtrVectorTy() && !llvm::isa<llvm::ScalableVectorType>(T) &&
         Layout.getTypeSizeInBits(T) == Bits &&
         llvm::CastInst::isBitCastable(
             T, llvm::FixedVectorType::get(
                    llvm::Type::getInt64Ty(T->getContext()), 2));
}

static bool hasRightOperands(const llvm::CallBase &I, bool IsStore) {
  if (I.arg_size() != (IsStore ? 3u : 2u))
    return false;
  auto *Pointer =
      llvm::dyn_cast<llvm::PointerType>(I.getArgOperand(0)->getType());
  if (!Pointer || Pointer->getAddressSpace() != 1)
    return false;
  const llvm::DataLayout &Layout = I.getModule()->getDataLayout();
  if (IsStore)
    return I.getType()->isVoidTy() &&
           isB128(I.getArgOperand(1)->getType(), Layout);
  return isB128(I.getType(), Layout);
}

void planAccesses(Planning &P) {
  for (const RecognizedInstruction &Item : P.Instructions) {
    bool IsStore = Item.R.isOperation(OpKind::StoreAvailable);
    if (!IsStore && !Item.R.isOperation(OpKind::LoadVisible))
      continue;
    auto &I = *llvm::cast<llvm::CallBase>(Item.I);
    if (!hasRightOperands(I, IsStore)) {
      P.problem(I, IsStore
                       ? "a store-available takes a global pointer, a value "
                         "of 128 bits and a scope"
                       : "a load-visible takes a global pointer and a scope "
                         "and gives 128 bits");
      continue;
    }
    llvm::Expected<lower::Sequence> S =
        lower::lower(Item.R.Op, P.Plan.TheMode, lower::Dialect::Spec);
    if (S)
      P.Plan.Accesses.push_back({&I, Item.R.Op.Reach, IsStore});
    else
      P.problem(I, llvm::toString(S.takeError()));
  }
}

/// Where the atomic that is part \p Index of the access begins.
static llvm::Value *halfAddress(llvm::IRBuilder<> &B, llvm::Value *Pointer,
                                unsigned Index) {
  return Index ? B.CreateConstInBoundsGEP1_32(B.getInt8Ty(), Pointer,
                                              Index * Half.value())
               : Pointer;
}

template <typename AccessInst>
static void makeMonotonic(AccessInst &I, Scope Reach) {
  I.setAtomic(llvm::AtomicOrdering::Monotonic,
              I.getContext().getOrInsertSyncScopeID(syncScopeString(Reach)));
  I.setAlignment(Half);
}

static llvm::Value *buildLoad(llvm::IRBuilder<> &B, const AvailableAccess &A) {
  llvm::Value *Pointer = A.I->getArgOperand(0);
  if (A.Reach.Level <= ScopeLevel::Wavefront)
    return B.CreateAlignedLoad(A.I->getType(), Pointer, Whole);
  llvm::Value *Pair =
      llvm::PoisonValue::get(llvm::FixedVectorType::get(B.getInt64Ty(), 2));
  for (unsigned Index : {0u, 1u}) {
    llvm::LoadInst *Part =
        B.CreateLoad(B.getInt64Ty(), halfAddress(B, Pointer, Index));
    makeMonotonic(*Part, A.Reach);
    Pair = B.CreateInsertElement(Pair, Part, Index);
  }
  return B.CreateBitCast(Pair, A.I->getType());
}

static void buildStore(llvm::IRBuilder<> &B, const AvailableAccess &A) {
  llvm::Value *Pointer = A.I->getArgOperand(0);
  llvm::Value *Stored = A.I->getArgOperand(1);
  if (A.Reach.Level <= ScopeLevel::Wavefront) {
    B.CreateAlignedStore(Stored, Pointer, Whole);
    return;
  }
  llvm::Value *Pair =
      B.CreateBitCast(Stored, llvm::FixedVectorType::get(B.getInt64Ty(), 2));
  for (unsigned Index : {0u, 1u})
    makeMonotonic(*B.CreateStore(B.CreateExtractElement(Pair, Index),
                                 halfAddress(B, Pointer, Index)),
                  A.Reach);
}

void applyAccesses(const FunctionPlan &Plan) {
  for (const AvailableAccess &A : Plan.Accesses) {
    llvm::IRBuilder<> B(A.I);
    if (A.IsStore) {
      buildStore(B, A);
    } else {
      llvm::Value *Loaded = buildLoad(B, A);
      Loaded->takeName(A.I);
      A.I->replaceAllUsesWith(Loaded);
    }
    A.I->eraseFromParent();
  }
}

} // namespace fencepost::rewrite
