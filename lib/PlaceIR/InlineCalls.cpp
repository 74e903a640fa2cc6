//===- InlineCalls.cpp - Calls of a kernel inlined in its module ----------===//
// See InlineCalls.h.
//===----------------------------------------------------------------------===//
#include "InlineCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace fencepost::placeir {

using FunctionSet = llvm::SmallPtrSet<llvm::Function *, 8>;

static llvm::Function *callee(llvm::Instruction &I) {
  auto *Call = llvm::dyn_cast<llvm::CallBase>(&I);
  return Call ? Call->getCalledFunction() : nullptr;
}

/// \p Wanted and all that calls one of them, directly or not.
static FunctionSet callersOf(llvm::ArrayRef<llvm::Function *> Wanted) {
  FunctionSet Result;
  llvm::SmallVector<llvm::Function *> Work(Wanted);
  while (!Work.empty()) {
    llvm::Function *F = Work.pop_back_val();
    if (!Result.insert(F).second)
      continue;
    for (llvm::User *U : F->users())
      if (auto *I = llvm::dyn_cast<llvm::Instruction>(U); I && callee(*I) == F)
        Work.push_back(I->getFunction());
  }
  return Result;
}

static bool callsItself(llvm::Function &F) {
  FunctionSet Seen;
  llvm::SmallVector<llvm::Function *> Work = {&F};
  while (!Work.empty())
    for (llvm::Instruction &I : llvm::instructions(*Work.pop_back_val())) {
      llvm::Function *Next = callee(I);
      if (Next == &F)
        return true;
      if (Next && Seen.insert(Next).second)
        Work.push_back(Next);
    }
  return false;
}

std::optional<NotInlined> inlineInto(llvm::Function &Kernel,
                                     llvm::ArrayRef<llvm::Function *> Wanted) {
  FunctionSet All = callersOf(Wanted);
  for (llvm::Function *F : Wanted)
    if (callsItself(*F))
      return NotInlined{F->getName().str(), ""};
  llvm::SmallVector<llvm::CallBase *> Calls;
  auto Note = [&](llvm::Instruction &I) {
    if (llvm::Function *F = callee(I); F && All.contains(F))
      Calls.push_back(llvm::cast<llvm::CallBase>(&I));
  };
  for (llvm::Instruction &I : llvm::instructions(Kernel))
    Note(I);
  for (size_t I = 0; I != Calls.size(); ++I) {
    std::string Name = callee(*Calls[I])->getName().str();
    llvm::InlineFunctionInfo Info;
    llvm::InlineResult Result = llvm::InlineFunction(*Calls[I], Info);
    if (!Result.isSuccess())
      return NotInlined{std::move(Name), Result.getFailureReason()};
    for (llvm::CallBase *New : Info.InlinedCallSites)
      Note(*New);
  }
  return std::nullopt;
}

} // namespace fencepost::placeir
