//===- Synchronizations.cpp - Atomics and fences with their waits in sight ===//
// LLVM 22 ignores `amdgcn-av none`: it would write back and invalidate. Such an
// operation becomes what lower() gives for it, waits without either, written
// out around an access that is monotonic at the same scope; a fence is the
// waits alone. What LLVM may move is not changed by that: the waits stand
// between compiler fences, and where there is nothing to wait for there is one.
// A fence also keeps the waits of LLVM's own sequence: it may stand beside a
// barrier, for which the text has too few in places (local-fence-leaves-lds in
// docs/lowering.md).
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

bool canSynchronize(const Operation &Op) {
  return Op.Kind <= OpKind::Fence && Op.isAtomic() &&
         Op.Group == Cooperative::No && (acquires(Op) || releases(Op)) &&
         Op.Reach.Level > ScopeLevel::Wavefront;
}

using Waits = llvm::SmallVector<CounterWait, 6>;

/// What becomes of steps that write caches back or invalidate them.
enum class CacheSteps : uint8_t { Refused, LeftOut };

/// The waits among \p Steps, without those that LLVM gives a monotonic access
/// by itself. None if one cannot be expressed, or if caches are written back or
/// invalidated, unless \p Caches leaves that out.
static std::optional<Waits> waitsOf(llvm::ArrayRef<Step> Steps, Family F,
                                    bool LdsDmaInFlight, CacheSteps Caches) {
  Waits Result;
  for (const Step &S : Steps) {
    bool IsCacheStep =
        S.Kind == StepKind::WriteBack || S.Kind == StepKind::Invalidate;
    if (S.Why == lower::Rule::TranslationWait ||
        (IsCacheStep && Caches == CacheSteps::LeftOut) ||
        (S.When == StepWhen::LdsDmaInFlight && !LdsDmaInFlight))
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

/// Adds to \p Into the waits of \p More that it has none for.
static void addMissing(Waits &Into, const Waits &More) {
  for (const CounterWait &W : More)
    if (llvm::none_of(Into, [&](const CounterWait &Has) {
          return Has.Id == W.Id && Has.Value <= W.Value;
        }))
      Into.push_back(W);
}

/// None if the waits of \p S cannot be written out.
static std::optional<Synchronization>
synchronization(const RecognizedInstruction &Item, const lower::Sequence &S,
                Family F, bool LdsDmaInFlight) {
  auto Before = waitsOf(S.before(), F, LdsDmaInFlight, CacheSteps::Refused);
  auto After = waitsOf(S.after(), F, LdsDmaInFlight, CacheSteps::Refused);
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

/// The waits that LLVM 22 gives the fence \p Op.
static void addLlvmsWaits(Synchronization &Sync, const Operation &Op,
                          const lower::Mode &M, bool LdsDmaInFlight) {
  llvm::Expected<lower::Sequence> S =
      lower::lower(Op, M, lower::Dialect::Llvm22);
  if (!S)
    return llvm::consumeError(S.takeError());
  if (auto More = waitsOf(S->before(), M.Proc->FamilyId, LdsDmaInFlight,
                          CacheSteps::LeftOut))
    addMissing(Sync.Before, *More);
}

void planSynchronizations(Planning &P) {
  bool LdsDma =
      llvm::any_of(P.Instructions, [](const RecognizedInstruction &Item) {
        return Item.R.isOperation(OpKind::LdsDma);
      });
  for (const RecognizedInstruction &Item : P.Instructions) {
    const Operation &Op = Item.R.Op;
    if (Item.R.Role != ir::Role::Operation || !canSynchronize(Op) ||
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
    Family F = P.Plan.TheMode.Proc->FamilyId;
    std::optional<Synchronization> Sync = synchronization(Item, *S, F, LdsDma);
    if (Sync && Op.Kind == OpKind::Fence && Op.Tags.NoAv)
      addLlvmsWaits(*Sync, Op, P.Plan.TheMode, LdsDma);
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
