//===- SinkLoads.cpp - Loads sunk back to where their values are needed ---===//
// See SinkLoads.h. At each use of a value some conditions hold: those of the
// branches that guard it, and that of a select that takes it. A condition that
// all uses of a load share is one under which alone the load is needed.
//===----------------------------------------------------------------------===//
#include "SinkLoads.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace fencepost::ir {

static constexpr unsigned Lds = 3;
/// Instructions between a load and its select, values that are computed from
/// one load, and blocks above a use.
static constexpr unsigned MaxApart = 1000, MaxValues = 32, MaxAbove = 64;

namespace {

/// A condition that is known to be true or false.
struct Fact {
  llvm::Value *Condition;
  bool IsTrue;
  bool operator==(const Fact &) const = default;
};
using Facts = llvm::SmallVector<Fact, 4>;

/// The uses of a load: by values computed only from it, and then by selects or
/// in blocks after branches.
class Uses {
public:
  /// \p Far: follow values computed after a branch, too.
  Uses(llvm::LoadInst &Load, const llvm::DominatorTree &Dominators, bool Far)
      : Load(Load), Dominators(Dominators), Far(Far) {}
  /// The conditions that hold at all uses; none if unknown.
  Facts facts();

private:
  bool look(llvm::Instruction &Value, llvm::Use &Use);
  void meet(const Facts &New);
  void above(llvm::BasicBlock *Block, Facts &Into) const;
  static void add(llvm::Value *Condition, bool IsTrue, Facts &Into);

  llvm::LoadInst &Load;
  const llvm::DominatorTree &Dominators;
  bool Far;
  llvm::SmallSetVector<llvm::Instruction *, 8> Values;
  std::optional<Facts> Common;
};

} // namespace

/// True if \p I can be executed speculatively.
static bool isMovable(const llvm::Instruction &I) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  return !I.mayReadOrWriteMemory() && !I.isTerminator() &&
         !(Call && Call->isConvergent()) &&
         llvm::isSafeToSpeculativelyExecute(&I);
}

/// Adds a condition with its conjuncts.
void Uses::add(llvm::Value *Condition, bool IsTrue, Facts &Into) {
  using namespace llvm::PatternMatch;
  llvm::SmallVector<llvm::Value *, 4> Work{Condition};
  for (unsigned N = 0; !Work.empty() && N < MaxValues; ++N) {
    llvm::Value *V = Work.pop_back_val(), *A, *B;
    Into.push_back({V, IsTrue});
    if (IsTrue ? match(V, m_LogicalAnd(m_Value(A), m_Value(B)))
               : match(V, m_LogicalOr(m_Value(A), m_Value(B))))
      Work.append({A, B});
  }
}

/// Adds the conditions of the branches between the load and \p Block.
void Uses::above(llvm::BasicBlock *Block, Facts &Into) const {
  auto *Node = Dominators.getNode(Block);
  for (unsigned N = 0; Node && Node->getBlock() != Load.getParent(); ++N) {
    Node = Node->getIDom();
    if (!Node || N == MaxAbove)
      return;
    auto *Branch =
        llvm::dyn_cast<llvm::BranchInst>(Node->getBlock()->getTerminator());
    if (!Branch || !Branch->isConditional())
      continue;
    for (unsigned S : {0, 1})
      if (Dominators.dominates(
              llvm::BasicBlockEdge(Node->getBlock(), Branch->getSuccessor(S)),
              Block))
        add(Branch->getCondition(), S == 0, Into);
  }
}

void Uses::meet(const Facts &New) {
  if (!Common)
    Common = New;
  else
    llvm::erase_if(*Common,
                   [&](const Fact &F) { return !llvm::is_contained(New, F); });
}

/// Adds the conditions that hold where \p Value is used; false if unknown. A
/// phi must follow the value, in the same iteration.
bool Uses::look(llvm::Instruction &Value, llvm::Use &Use) {
  auto *User = llvm::cast<llvm::Instruction>(Use.getUser());
  Facts Here;
  if (auto *Phi = llvm::dyn_cast<llvm::PHINode>(User)) {
    if (Dominators.dominates(Phi->getParent(), Value.getParent()))
      return false;
    Values.insert(Phi);
    return true;
  }
  above(User->getParent(), Here);
  auto *Select = llvm::dyn_cast<llvm::SelectInst>(User);
  if (Select && Use.getOperandNo() != 0 &&
      !Select->getCondition()->getType()->isVectorTy()) {
    add(Select->getCondition(), Use.getOperandNo() == 1, Here);
  } else if (isMovable(*User) && (Far || Here.empty())) {
    Values.insert(User);
    return true;
  }
  meet(Here);
  return true;
}

Facts Uses::facts() {
  Values.insert(&Load);
  for (unsigned I = 0; I < Values.size(); ++I) {
    if (Values.size() > MaxValues)
      return {};
    for (llvm::Use &Use : Values[I]->uses())
      if (!look(*Values[I], Use) || (Common && Common->empty()))
        return {};
  }
  return Common ? *Common : Facts();
}

/// True if \p Load can be moved right before \p Later.
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
/// A load to be put under a condition.
struct Guard {
  llvm::LoadInst *Load;
  llvm::Instruction *Before; ///< Where the branch comes.
  Fact If;
  /// The only user, if it selects the value by that fact or one known before.
  llvm::SelectInst *Taker = nullptr;
  llvm::Value *Otherwise = nullptr;
};
} // namespace

static bool isSharedVariable(const llvm::LoadInst &Load) {
  return Load.getPointerAddressSpace() == Lds ||
         llvm::isa<llvm::GlobalVariable>(
             llvm::getUnderlyingObject(Load.getPointerOperand()));
}

/// Merges branch and select, if the select has the same condition.
static Guard withTaker(Guard G, const llvm::DominatorTree &Dominators) {
  auto *Select = llvm::dyn_cast<llvm::SelectInst>(G.Load->user_back());
  if (!G.Load->hasOneUse() || !Select ||
      Select->getCondition() != G.If.Condition)
    return G;
  llvm::Value *Other =
      G.If.IsTrue ? Select->getFalseValue() : Select->getTrueValue();
  if (llvm::isa<llvm::LoadInst>(Other) ||
      !Dominators.dominates(Other, G.Before))
    return G;
  G.Taker = Select;
  G.Otherwise = Other;
  return G;
}

static std::optional<Guard> guardOf(llvm::LoadInst &Load,
                                    const llvm::DominatorTree &Dominators) {
  if (!Load.isSimple() || Load.use_empty() || !isSharedVariable(Load) ||
      !Dominators.isReachableFromEntry(Load.getParent()))
    return std::nullopt;
  for (bool Far : {true, false})
    for (const Fact &F : Uses(Load, Dominators, Far).facts())
      if (!llvm::isa<llvm::Constant>(F.Condition) &&
          Dominators.dominates(F.Condition, &Load))
        return withTaker({&Load, &Load, F}, Dominators);
  auto *Select = llvm::dyn_cast<llvm::SelectInst>(Load.user_back());
  if (!Load.hasOneUse() || !Select || Select->getCondition() == &Load ||
      Select->getCondition()->getType()->isVectorTy() ||
      !canWait(Load, *Select))
    return std::nullopt;
  Fact F{Select->getCondition(), Select->getTrueValue() == &Load};
  return withTaker({&Load, Select, F}, Dominators);
}

static void put(const Guard &G, unsigned PlaceKind) {
  llvm::BasicBlock *Head = G.Before->getParent();
  auto Position = G.Before->getIterator();
  llvm::Instruction *End =
      G.If.IsTrue
          ? llvm::SplitBlockAndInsertIfThen(G.If.Condition, Position, false)
          : llvm::SplitBlockAndInsertIfElse(G.If.Condition, Position, false);
  Head->getTerminator()->copyMetadata(*G.Load, PlaceKind);
  llvm::BasicBlock *Tail = G.Before->getParent();
  G.Load->moveBefore(End->getIterator());
  llvm::Type *Type = G.Load->getType();
  auto *Phi = llvm::PHINode::Create(Type, 2, G.Load->getName(), Tail->begin());
  if (G.Taker)
    G.Taker->replaceAllUsesWith(Phi);
  G.Load->replaceAllUsesWith(Phi);
  Phi->addIncoming(G.Load, G.Load->getParent());
  Phi->addIncoming(G.Taker ? G.Otherwise : llvm::PoisonValue::get(Type), Head);
}

bool sinkLoads(llvm::Function &Kernel, const llvm::DominatorTree &Dominators,
               unsigned PlaceKind) {
  llvm::SmallVector<Guard, 8> Guards;
  for (llvm::Instruction &I : llvm::instructions(Kernel))
    if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
      if (std::optional<Guard> G = guardOf(*Load, Dominators))
        Guards.push_back(*G);
  for (const Guard &G : Guards)
    put(G, PlaceKind);
  return !Guards.empty();
}

} // namespace fencepost::ir
