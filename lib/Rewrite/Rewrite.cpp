//===- Rewrite.cpp - Planning and carrying out the rewriting of a module --===//
// A function is looked at in detail only if one of its instructions is
// something LLVM 22 does not know. Declarations that nothing calls any more are
// removed, since LLVM 22 would have no meaning for them.
//===----------------------------------------------------------------------===//
#include "fencepost/Rewrite/Rewrite.h"
#include "FunctionPlan.h"
#include "fencepost/IR/Intrinsics.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace fencepost::rewrite {

Plan::Plan() = default;
Plan::Plan(Plan &&) = default;
Plan &Plan::operator=(Plan &&) = default;
Plan::~Plan() = default;

static bool isKnownToLlvm(llvm::StringRef Name) {
  llvm::Intrinsic::ID Id = llvm::Intrinsic::lookupIntrinsicID(Name);
  return Id != llvm::Intrinsic::not_intrinsic &&
         llvm::Intrinsic::getBaseName(Id) == Name;
}

bool isKnownToLlvm(const llvm::Instruction &I) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  return Call && Call->getCalledFunction() &&
         isKnownToLlvm(Call->getCalledFunction()->getName());
}

/// What spec/001 and spec/003 add to LLVM 22.
static bool isNew(const llvm::Instruction &I, const ir::Recognized &R) {
  if (R.Role != ir::Role::Operation)
    return false;
  switch (R.Op.Kind) {
  case OpKind::AsyncLoad:
    return !isKnownToLlvm(I);
  case OpKind::AsyncMark:
  case OpKind::WaitAsyncMark:
  case OpKind::LoadVisible:
  case OpKind::StoreAvailable:
    return true;
  default:
    return R.Op.Tags.NoAv && canSynchronize(R.Op);
  }
}

/// Names that only the specification has, in a form that is not understood.
static bool isNewName(llvm::StringRef Name) {
  return Name.starts_with("llvm.amdgcn.av.") ||
         Name == "llvm.amdgcn.wait.asyncmark" ||
         Name == "llvm.amdgcn.asyncmark" ||
         (ir::isAsyncLoad(Name) && !isKnownToLlvm(Name));
}

static bool isUnknownForm(const RecognizedInstruction &Item) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(Item.I);
  return Item.R.Role == ir::Role::Unknown && Call &&
         Call->getCalledFunction() &&
         isNewName(Call->getCalledFunction()->getName());
}

/// The instructions of \p F that do anything to memory.
static std::vector<RecognizedInstruction> findIn(llvm::Function &F,
                                                 ir::Recognizer &Recognize) {
  std::vector<RecognizedInstruction> Result;
  for (llvm::Instruction &I : llvm::instructions(F)) {
    ir::Recognized R = Recognize.recognize(I);
    if (R.Role != ir::Role::Nothing)
      Result.push_back({&I, std::move(R)});
  }
  return Result;
}

static bool isEmpty(const FunctionPlan &P) {
  return P.Waits.empty() && P.Marks.empty() && P.UselessMarks.empty() &&
         P.Loads.empty() && P.Accesses.empty() && P.Synchronizations.empty();
}

/// Puts what was said from \p First on into the order of the program.
static void sortRemarks(std::vector<Remark> &All, size_t First,
                        llvm::ArrayRef<RecognizedInstruction> Instructions) {
  llvm::DenseMap<const llvm::Instruction *, unsigned> Place;
  for (const RecognizedInstruction &Item : Instructions)
    Place.try_emplace(Item.I, Place.size());
  std::stable_sort(All.begin() + First, All.end(),
                   [&](const Remark &A, const Remark &B) {
                     return Place.lookup(A.Where) < Place.lookup(B.Where);
                   });
}

static void planFunction(Planning &P) {
  size_t FirstProblem = P.Problems.size(), FirstRemark = P.Remarks.size();
  for (const RecognizedInstruction &Item : P.Instructions)
    if (isUnknownForm(Item))
      P.problem(*Item.I, Item.R.Text);
  planLoads(P);
  planMarks(P);
  planAccesses(P);
  planSynchronizations(P);
  sortRemarks(P.Problems, FirstProblem, P.Instructions);
  sortRemarks(P.Remarks, FirstRemark, P.Instructions);
}

/// Whether LLVM must wait for what \p Item loads to LDS by itself: LDS DMA that
/// is no async load, or code outside the module, which may be inlined later.
static bool mayLoadToLds(const RecognizedInstruction &Item) {
  if (Item.R.isOperation(OpKind::LdsDma))
    return true;
  auto *Call = llvm::dyn_cast<llvm::CallBase>(Item.I);
  if (Item.R.Role != ir::Role::Call || !Call)
    return false;
  const llvm::Function *Callee = Call->getCalledFunction();
  return !Callee || Callee->isDeclaration();
}

Plan planRewrite(
    llvm::Module &M,
    llvm::function_ref<llvm::Expected<lower::Mode>(const llvm::Function &)>
        ModeOf) {
  Plan Result;
  ir::Recognizer Recognize(M);
  std::vector<std::pair<llvm::Function *, std::vector<RecognizedInstruction>>>
      Candidates;
  bool HasLdsDma = false;
  for (llvm::Function &F : M) {
    std::vector<RecognizedInstruction> Instructions = findIn(F, Recognize);
    HasLdsDma |= llvm::any_of(Instructions, mayLoadToLds);
    if (llvm::any_of(Instructions, [](const RecognizedInstruction &Item) {
          return isNew(*Item.I, Item.R) || isUnknownForm(Item);
        }))
      Candidates.emplace_back(&F, std::move(Instructions));
  }
  for (auto &[F, Instructions] : Candidates) {
    FunctionPlan Function;
    Planning P = {Function, Instructions, HasLdsDma, Result.Problems,
                  Result.Remarks};
    llvm::Expected<lower::Mode> Mode = ModeOf(*F);
    if (!Mode) {
      P.problem(*Instructions.front().I, llvm::toString(Mode.takeError()));
      continue;
    }
    Function.F = F;
    Function.TheMode = *Mode;
    planFunction(P);
    if (!isEmpty(Function))
      Result.Functions.push_back(std::move(Function));
  }
  return Result;
}

static void removeUnusedDeclarations(llvm::Module &M) {
  for (llvm::Function &F : llvm::make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() && isNewName(F.getName()))
      F.eraseFromParent();
}

void Plan::apply(llvm::Module &M) {
  assert(Problems.empty() && "a plan with problems cannot be carried out");
  for (FunctionPlan &P : Functions) {
    applyMarks(P);
    applyLoads(P);
    applyAccesses(P);
    applySynchronizations(P);
  }
  removeUnusedDeclarations(M);
  Functions.clear();
}

} // namespace fencepost::rewrite
