//===- JoinedValues.cpp - Values that are the same on all paths to a join -===//
// See JoinedValues.h. Demanded bits are computed for the whole kernel, so only
// if there is a phi for which they matter.
//===----------------------------------------------------------------------===//
#include "JoinedValues.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

namespace fencepost::ir {

namespace {

/// Operators that are looked through, one inside the other.
constexpr unsigned MaxDepth = 4;

class ValueJoiner {
public:
  ValueJoiner(llvm::Function &Kernel, llvm::DominatorTree &Dominators,
              llvm::AssumptionCache &Assumptions)
      : Kernel(Kernel), Dominators(Dominators),
        Used(Kernel, Assumptions, Dominators) {}
  bool run();

private:
  llvm::Value *joined(llvm::PHINode &Phi);
  llvm::Value *onceBefore(llvm::PHINode &Phi, llvm::Instruction &Branch) const;
  llvm::Value *unmasked(llvm::PHINode &Phi, llvm::Instruction &Branch);
  bool isSame(const llvm::Value *A, const llvm::Value *B,
              const llvm::Instruction &Before, unsigned Depth) const;
  llvm::Value *copy(llvm::ArrayRef<llvm::Value *> Same,
                    llvm::Instruction &Before) const;

  llvm::Function &Kernel;
  llvm::DominatorTree &Dominators;
  llvm::DemandedBits Used;
};

} // namespace

static bool isOnlyComputed(const llvm::Instruction &I) {
  return llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst,
                   llvm::SelectInst, llvm::GetElementPtrInst>(I) &&
         llvm::isSafeToSpeculativelyExecute(&I);
}

/// True if \p A and \p B are the same computation of values available at
/// \p Before.
bool ValueJoiner::isSame(const llvm::Value *A, const llvm::Value *B,
                         const llvm::Instruction &Before,
                         unsigned Depth) const {
  if (A == B && Dominators.dominates(A, &Before))
    return true;
  auto *I = llvm::dyn_cast<llvm::Instruction>(A);
  auto *J = llvm::dyn_cast<llvm::Instruction>(B);
  if (!I || !J || Depth == MaxDepth || !I->isSameOperationAs(J) ||
      !isOnlyComputed(*I) || !isOnlyComputed(*J))
    return false;
  for (unsigned N = 0; N != I->getNumOperands(); ++N)
    if (!isSame(I->getOperand(N), J->getOperand(N), Before, Depth + 1))
      return false;
  return true;
}

/// A copy of the computation \p Same at \p Before, with the flags that all of
/// them have.
llvm::Value *ValueJoiner::copy(llvm::ArrayRef<llvm::Value *> Same,
                               llvm::Instruction &Before) const {
  if (Dominators.dominates(Same.front(), &Before))
    return Same.front();
  llvm::Instruction *New = llvm::cast<llvm::Instruction>(Same.front())->clone();
  New->dropUnknownNonDebugMetadata();
  for (unsigned N = 0; N != New->getNumOperands(); ++N) {
    llvm::SmallVector<llvm::Value *, 4> Operands;
    for (llvm::Value *V : Same)
      Operands.push_back(llvm::cast<llvm::User>(V)->getOperand(N));
    New->setOperand(N, copy(Operands, Before));
  }
  for (llvm::Value *V : Same)
    New->andIRFlags(V);
  New->insertBefore(Before.getIterator());
  return New;
}

llvm::Value *ValueJoiner::onceBefore(llvm::PHINode &Phi,
                                     llvm::Instruction &Branch) const {
  llvm::SmallVector<llvm::Value *, 4> Sides(Phi.incoming_values());
  if (!llvm::all_of(Sides, [&](const llvm::Value *V) {
        return isSame(Sides.front(), V, Branch, 0);
      }))
    return nullptr;
  return copy(Sides, Branch);
}

/// Drops poison-generating flags of values computed from \p From, which may no
/// longer hold.
static void dropPromises(llvm::Instruction &From) {
  llvm::SmallPtrSet<llvm::Instruction *, 16> Seen;
  llvm::SmallVector<llvm::Instruction *, 8> Work{&From};
  while (!Work.empty())
    for (llvm::User *User : Work.pop_back_val()->users()) {
      auto *I = llvm::cast<llvm::Instruction>(User);
      if (!Seen.insert(I).second)
        continue;
      I->dropPoisonGeneratingAnnotations();
      if (I->getType()->isIntOrIntVectorTy())
        Work.push_back(I);
    }
}

/// The value that all sides have, except for bits that are masked and not
/// demanded.
llvm::Value *ValueJoiner::unmasked(llvm::PHINode &Phi,
                                   llvm::Instruction &Branch) {
  using namespace llvm::PatternMatch;
  if (!Phi.getType()->isIntegerTy())
    return nullptr;
  llvm::Value *Only = nullptr;
  auto Kept = llvm::APInt::getAllOnes(Phi.getType()->getIntegerBitWidth());
  for (llvm::Value *V : Phi.incoming_values()) {
    const llvm::APInt *Mask;
    llvm::Value *Inside;
    if (match(V, m_And(m_Value(Inside), m_APInt(Mask)))) {
      Kept &= *Mask;
      V = Inside;
    }
    if (Only && Only != V)
      return nullptr;
    Only = V;
  }
  if (!Dominators.dominates(Only, &Branch) ||
      !Used.getDemandedBits(&Phi).isSubsetOf(Kept))
    return nullptr;
  dropPromises(Phi);
  return Only;
}

/// A value that \p Phi can be replaced by. Values available at the branch above
/// are the same on all its paths.
llvm::Value *ValueJoiner::joined(llvm::PHINode &Phi) {
  auto *Above = Dominators.getNode(Phi.getParent())->getIDom();
  if (!Above)
    return nullptr;
  llvm::Instruction &Branch = *Above->getBlock()->getTerminator();
  llvm::Value *Once = onceBefore(Phi, Branch);
  return Once ? Once : unmasked(Phi, Branch);
}

bool ValueJoiner::run() {
  llvm::SmallVector<llvm::PHINode *, 16> Phis;
  for (llvm::BasicBlock &B : Kernel)
    if (Dominators.isReachableFromEntry(&B) && B.hasNPredecessorsOrMore(2))
      for (llvm::PHINode &Phi : B.phis())
        Phis.push_back(&Phi);
  bool Changed = false;
  for (llvm::PHINode *Phi : Phis)
    if (llvm::Value *Replacement = joined(*Phi)) {
      Phi->replaceAllUsesWith(Replacement);
      Phi->eraseFromParent();
      Changed = true;
    }
  return Changed;
}

bool joinValues(llvm::Function &Kernel, llvm::DominatorTree &Dominators,
                llvm::AssumptionCache &Assumptions) {
  return ValueJoiner(Kernel, Dominators, Assumptions).run();
}

} // namespace fencepost::ir
