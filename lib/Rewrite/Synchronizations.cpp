//===- Synchronizations.cpp - Atomics and fences with their waits in sight ===//
// LLVM 22 ignores `amdgcn-av none`: it would write back and invalidate. Such an
// operation becomes what lower() gives for it, waits without either, written
// out around an access that is monotonic at the same scope; a fence is the
// waits alone. What LLVM may move is not changed by that: the waits stand
// between compiler fences, and where there is nothing to wait for there is one.
//
// The same is done to operations that release to a work-group in a function
// whose asynchronous loads are hidden (AliasScopes.h): LLVM 22 would wait for
// all of them there (S_WAITCNT_lds_direct), which spec/003 does not ask for.
// Where the family's release waits for all loads anyhow, nothing is gained and
// the operation stays as it is.
//===----------------------------------------------------------------------===//
#include "FunctionPlan.h"
#include "WaitBuilder.h"
#include "fencepost/Lower/Lower.h"
#include "llvm/IR/MemoryModelRelaxationAnnotations.h"
#include "llvm/IR/Metadata.h"

namespace fencepost::rewrite {

using lower::CounterWait;
using lower::Operation;
using lower::OpKind;
using lower::Step;
using lower::StepKind;
using lower::StepWhen;

static bool acquires(const Operation &Op) {
  return isAcquire(Op.Order) ||
         (Op.Kind == OpKind::CmpXchg && isAcquire(Op.FailureOrder));
}

static bool releases(const Operation &Op) {
  bool SequentiallyConsistent =
      Op.Order == Ordering::SequentiallyConsistent ||
      Op.FailureOrder == Ordering::SequentiallyConsistent;
  return isRelease(Op.Order) || SequentiallyConsistent;
}

static bool canSynchronize(const Operation &Op) {
  return Op.Kind <= OpKind::Fence && Op.isAtomic() &&
         Op.Group == lower::Cooperative::No && (acquires(Op) || releases(Op)) &&
         Op.Reach.Level > ScopeLevel::Wavefront;
}

/// The waits among \p Steps, without those that LLVM gives a monotonic access
/// by itself; none if something else is among them or cannot be expressed.
static std::optional<llvm::SmallVector<CounterWait, 6>>
waitsOf(llvm::ArrayRef<Step> Steps, Family F, bool LdsDmaInFlight) {
  llvm::SmallVector<CounterWait, 6> Result;
  for (const Step &S : Steps) {
    if (S.Why == lower::Rule::TranslationWait)
      continue;
    if (S.When == StepWhen::LdsDmaInFlight && !LdsDmaInFlight)
      continue;
    if (S.Kind != StepKind::Wait)
      return std::nullopt;
    for (const CounterWait &W : S.Waits)
      if (!canWait(F, W.Id))
        return std::nullopt;
    Result.append(S.Waits.begin(), S.Waits.end());
  }
  return Result;
}

static std::optional<Synchronization> synchronization(const Found &Item,
                                                      const lower::Sequence &S,
                                                      Family F,
                                                      bool LdsDmaInFlight) {
  auto Before = waitsOf(S.before(), F, LdsDmaInFlight);
  auto After = waitsOf(S.after(), F, LdsDmaInFlight);
  if (!Before || !After)
    return std::nullopt;
  bool IsFence = Item.R.Op.Kind == OpKind::Fence;
  return Synchronization{Item.I, IsFence || releases(Item.R.Op),
                         !IsFence && acquires(Item.R.Op), *Before, *After};
}

/// Whether LLVM waits here for LDS DMA in flight, and for no other load.
static bool waitsForLdsDmaAlone(const lower::Sequence &S) {
  bool ForDma = false;
  for (const Step &TheStep : S.Steps) {
    if (TheStep.When == StepWhen::LdsDmaInFlight)
      ForDma = true;
    else if (llvm::any_of(TheStep.Waits, [](const CounterWait &W) {
               return W.Id == Counter::Vm;
             }))
      return false;
  }
  return ForDma;
}

void planSynchronizations(Planning &P) {
  bool LdsDma = llvm::any_of(P.Instructions, [](const Found &Item) {
    return Item.R.isOperation(OpKind::LdsDma);
  });
  for (const Found &Item : P.Instructions) {
    const Operation &Op = Item.R.Op;
    if (Item.R.What != ir::Role::Operation || !canSynchronize(Op) ||
        !(Op.Tags.NoAv || P.Plan.HideLoads))
      continue;
    // What is not marked keeps all that LLVM does for it but the one wait.
    llvm::Expected<lower::Sequence> S = lower::lower(
        Op, P.Plan.TheMode,
        Op.Tags.NoAv ? lower::Dialect::Spec : lower::Dialect::Llvm22);
    if (!S) {
      P.problem(*Item.I, llvm::toString(S.takeError()));
      continue;
    }
    if (!Op.Tags.NoAv && !waitsForLdsDmaAlone(*S))
      continue;
    std::optional<Synchronization> Sync =
        synchronization(Item, *S, P.Plan.TheMode.Proc->FamilyId, LdsDma);
    if (Sync)
      P.Plan.Synchronizations.push_back(std::move(*Sync));
    else if (Op.Tags.NoAv)
      P.problem(*Item.I, "its waits cannot be written in LLVM IR");
  }
}

static void makeMonotonic(llvm::Instruction &I) {
  constexpr auto Monotonic = llvm::AtomicOrdering::Monotonic;
  if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
    Load->setOrdering(Monotonic);
  else if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
    Store->setOrdering(Monotonic);
  else if (auto *Modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&I))
    Modify->setOrdering(Monotonic);
  else if (auto *Exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&I)) {
    Exchange->setSuccessOrdering(Monotonic);
    Exchange->setFailureOrdering(Monotonic);
  }
}

/// The tag has been dealt with; others stay.
static void dropNoAv(llvm::Instruction &I) {
  llvm::MMRAMetadata Tags(I);
  if (!Tags.hasTag("amdgcn-av", "none"))
    return;
  llvm::SmallVector<llvm::MMRAMetadata::TagT> Kept;
  for (const auto &Tag : Tags)
    if (Tag != llvm::MMRAMetadata::TagT("amdgcn-av", "none"))
      Kept.push_back(Tag);
  llvm::MDNode *Node =
      Kept.empty() ? nullptr : llvm::MMRAMetadata::getMD(I.getContext(), Kept);
  I.setMetadata(llvm::LLVMContext::MD_mmra, Node);
}

void applySynchronizations(const FunctionPlan &Plan) {
  Family F = Plan.TheMode.Proc->FamilyId;
  for (const Synchronization &Sync : Plan.Synchronizations) {
    llvm::IRBuilder<> B(Sync.I);
    if (Sync.OrdersBefore)
      buildWait(B, F, Sync.Before);
    if (llvm::isa<llvm::FenceInst>(Sync.I)) {
      Sync.I->eraseFromParent();
      continue;
    }
    makeMonotonic(*Sync.I);
    dropNoAv(*Sync.I);
    if (!Sync.OrdersAfter)
      continue;
    B.SetInsertPoint(Sync.I->getParent(), std::next(Sync.I->getIterator()));
    B.SetCurrentDebugLocation(Sync.I->getDebugLoc());
    buildWait(B, F, Sync.After);
  }
}

} // namespace fencepost::rewrite
