//===- AliasScopes.cpp - Hiding loads to LDS from automatic waits ---------===//
// LDS is reached through local and generic pointers. Calls are left alone:
// LLVM waits for everything at the beginning of a function that is called.
//===----------------------------------------------------------------------===//
#include "AliasScopes.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace fencepost::rewrite {

static bool hasSeveralLdsVariables(const llvm::Module &M) {
  return llvm::count_if(M.globals(), [](const llvm::GlobalVariable &V) {
           return V.getAddressSpace() == 3;
         }) > 1;
}

AliasScopes::AliasScopes(llvm::Function &F)
    : F(F), SeveralVariables(hasSeveralLdsVariables(*F.getParent())) {
  llvm::MDBuilder Builder(F.getContext());
  llvm::MDNode *Domain =
      Builder.createAnonymousAliasScopeDomain("async loads to LDS");
  llvm::MDNode *Scope = Builder.createAnonymousAliasScope(Domain, F.getName());
  Scopes = llvm::MDNode::get(F.getContext(), {Scope});
}

static void addTo(llvm::Instruction &I, unsigned Kind, llvm::MDNode *Scopes) {
  I.setMetadata(Kind, llvm::MDNode::concatenate(I.getMetadata(Kind), Scopes));
}

void AliasScopes::hide(llvm::Instruction &I) {
  Loads.insert(&I);
  if (SeveralVariables)
    addTo(I, llvm::LLVMContext::MD_alias_scope, Scopes);
}

static bool isLdsPointer(const llvm::Value *V) {
  auto *Pointer = llvm::dyn_cast<llvm::PointerType>(V->getType());
  return Pointer &&
         (Pointer->getAddressSpace() == 0 || Pointer->getAddressSpace() == 3);
}

static bool mayReachLds(const llvm::Instruction &I) {
  if (!I.mayReadOrWriteMemory())
    return false;
  if (auto *Call = llvm::dyn_cast<llvm::CallBase>(&I))
    return llvm::isa<llvm::IntrinsicInst>(Call) &&
           llvm::any_of(Call->args(), isLdsPointer);
  return llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst,
                   llvm::AtomicCmpXchgInst>(I) &&
         isLdsPointer(llvm::getLoadStorePointerOperand(&I)
                          ? llvm::getLoadStorePointerOperand(&I)
                          : I.getOperand(0));
}

void AliasScopes::separateOthers() const {
  for (llvm::Instruction &I : llvm::instructions(F))
    if (!isHidden(I) && mayReachLds(I))
      addTo(I, llvm::LLVMContext::MD_noalias, Scopes);
}

} // namespace fencepost::rewrite
