//===- SinkLoads.cpp - Loads back where their values are needed -----------===//
// See SinkLoads.h.
//===----------------------------------------------------------------------===//
#include "SinkLoads.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace fencepost::ir {

static constexpr unsigned Lds = 3;
/// Instructions between a load and its select.
static constexpr unsigned MaxApart = 1000;

/// What a select takes, or does not.
struct Taken {
  llvm::Instruction *Value = nullptr; ///< A load, or a phi that it comes to.
  llvm::SelectInst *By = nullptr;
};

/// The select that takes what \p Load loads or does not; none if anything but
/// phis on the way to it uses the load. They are behind the load, and not in
/// another iteration.
static Taken takerOf(llvm::LoadInst &Load,
                     const llvm::DominatorTree &Dominators) {
  for (llvm::Instruction *I = &Load; I->hasOneUse();) {
    auto *Next = llvm::cast<llvm::Instruction>(I->user_back());
    if (auto *Select = llvm::dyn_cast<llvm::SelectInst>(Next)) {
      llvm::Value *If = Select->getCondition();
      return If == I || If->getType()->isVectorTy() ? Taken{}
                                                    : Taken{I, Select};
    }
    if (!llvm::isa<llvm::PHINode>(Next) ||
        Dominators.dominates(Next->getParent(), I->getParent()))
      break;
    I = Next;
  }
  return {};
}

/// Whether \p Load may as well be made right before \p Later.
static bool canWait(const llvm::LoadInst &Load,
                    const llvm::Instruction &Later) {
  if (Later.getParent() != Load.getParent() || Later.comesBefore(&Load))
    return false;
  unsigned Apart = 0;
  for (const llvm::Instruction *I = Load.getNextNode(); I != &Later;
       I = I->getNextNode())
    if (I->mayReadOrWriteMemory() || ++Apart > MaxApart)
      return false;
  return true;
}

namespace {
/// A load that is to be made if Condition is IfTrue.
struct Guard {
  llvm::LoadInst *Load;
  llvm::Instruction *Before; ///< Where the branch comes.
  llvm::SelectInst *Taker;
  bool IfTrue;
  bool IsDirect; ///< Branch and select may be one.
};
} // namespace

static std::optional<Guard> guardOf(llvm::LoadInst &Load,
                                    const llvm::DominatorTree &Dominators) {
  if (!Load.isSimple() || Load.getPointerAddressSpace() != Lds)
    return std::nullopt;
  auto [Value, Taker] = takerOf(Load, Dominators);
  if (!Taker)
    return std::nullopt;
  bool IfTrue = Taker->getTrueValue() == Value;
  Guard G{&Load, &Load, Taker, IfTrue, false};
  if (!Dominators.dominates(Taker->getCondition(), &Load)) {
    if (Value != &Load || !canWait(Load, *Taker))
      return std::nullopt;
    G.Before = Taker;
  }
  G.IsDirect =
      Value == &Load && Dominators.dominates(IfTrue ? Taker->getFalseValue()
                                                    : Taker->getTrueValue(),
                                             G.Before);
  return G;
}

static void put(const Guard &G) {
  llvm::BasicBlock *Head = G.Before->getParent();
  auto At = G.Before->getIterator();
  llvm::Value *If = G.Taker->getCondition();
  llvm::Instruction *End = G.IfTrue
                               ? llvm::SplitBlockAndInsertIfThen(If, At, false)
                               : llvm::SplitBlockAndInsertIfElse(If, At, false);
  llvm::BasicBlock *Tail = G.Before->getParent();
  G.Load->moveBefore(End->getIterator());
  llvm::Type *Type = G.Load->getType();
  auto *Phi = llvm::PHINode::Create(Type, 2, G.Load->getName(), Tail->begin());
  llvm::Value *Otherwise = llvm::PoisonValue::get(Type);
  if (G.IsDirect) {
    Otherwise = G.IfTrue ? G.Taker->getFalseValue() : G.Taker->getTrueValue();
    G.Taker->replaceAllUsesWith(Phi);
    G.Taker->eraseFromParent();
  } else {
    G.Load->replaceAllUsesWith(Phi);
  }
  Phi->addIncoming(G.Load, G.Load->getParent());
  Phi->addIncoming(Otherwise, Head);
}

bool sinkLoads(llvm::Function &Kernel, const llvm::DominatorTree &Dominators) {
  llvm::SmallVector<Guard, 8> Guards;
  for (llvm::Instruction &I : llvm::instructions(Kernel))
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
      if (std::optional<Guard> G = guardOf(*Load, Dominators))
        Guards.push_back(*G);
  llvm::DenseMap<llvm::SelectInst *, unsigned> Loads;
  for (const Guard &G : Guards)
    ++Loads[G.Taker];
  for (Guard &G : Guards) {
    G.IsDirect &= Loads[G.Taker] == 1;
    put(G);
  }
  return !Guards.empty();
}

} // namespace fencepost::ir
