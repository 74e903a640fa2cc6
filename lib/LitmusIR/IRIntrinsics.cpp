//===- IRIntrinsics.cpp - What is recognised by its name ------------------===//
// LLVM's parser takes every function called llvm.*, whether or not this version
// of LLVM knows it, so spec/001's llvm.amdgcn.av.* and spec/003's marks can be
// written today. What has no meaning for the model and does no harm is passed
// over; everything else is an error.
//===----------------------------------------------------------------------===//
#include "FunctionTranslation.h"
#include "llvm/IR/IntrinsicInst.h"

namespace fencepost {

using model::ExpressionKind;
using model::Opcode;

/// Names, or beginnings of names that end in ".", that mean nothing here.
static constexpr llvm::StringLiteral Ignored[] = {
    "llvm.amdgcn.iglp.opt",
    "llvm.amdgcn.s.nop",
    "llvm.amdgcn.s.setprio",
    "llvm.amdgcn.s.sleep",
    "llvm.amdgcn.sched.barrier",
    "llvm.amdgcn.sched.group.barrier",
    "llvm.amdgcn.wave.barrier",
    "llvm.assume",
    "llvm.dbg.",
    "llvm.donothing",
    "llvm.experimental.noalias.scope.decl",
    "llvm.lifetime.",
    "llvm.sideeffect",
};

/// Beginnings of names of what differs from thread to thread.
static constexpr llvm::StringLiteral Identities[] = {
    "llvm.amdgcn.cluster.",     "llvm.amdgcn.dispatch.",
    "llvm.amdgcn.mbcnt.",       "llvm.amdgcn.wave.id",
    "llvm.amdgcn.workgroup.id", "llvm.amdgcn.workitem.id",
};

static bool isIgnored(llvm::StringRef Name) {
  return llvm::any_of(Ignored, [&](llvm::StringRef Row) {
    return Row.ends_with(".") ? Name.starts_with(Row) : Name == Row;
  });
}

static bool isIdentity(llvm::StringRef Name) {
  return llvm::any_of(
      Identities, [&](llvm::StringRef Row) { return Name.starts_with(Row); });
}

llvm::Error FunctionTranslation::translateIntrinsic(llvm::CallInst &I,
                                                    llvm::StringRef Name) {
  if (isIgnored(Name))
    return llvm::Error::success();
  if (const ir::BarrierRow *Row = ir::findBarrierRow(Name))
    return translateBarrier(I, *Row);
  if (Name == "llvm.amdgcn.s.cluster.barrier")
    return translateClusterBarrier(I);
  if (Name == "llvm.amdgcn.asyncmark") {
    Build.emit(Opcode::AsyncMark, at(I));
    return llvm::Error::success();
  }
  if (Name == "llvm.amdgcn.wait.asyncmark")
    return translateAsyncWait(I);
  if (ir::isAsyncLoad(Name))
    return translateAsyncLoad(I, Name);
  if (Name.starts_with("llvm.amdgcn.av.") && Name.contains("store"))
    return translateAvailable(I, OpKind::StoreAvailable);
  if (Name.starts_with("llvm.amdgcn.av.") && Name.contains("load"))
    return translateAvailable(I, OpKind::LoadVisible);
  if (Name.starts_with("llvm.amdgcn.make.buffer.rsrc"))
    return translateAddress(I);
  if (llvm::isa<llvm::MinMaxIntrinsic>(I))
    return translateMinMax(I);
  if (isIdentity(Name))
    return errorAt(I, Name + " is not constant in a litmus test; give each "
                             "thread a function of its own");
  return errorAt(I, Name + " is not part of a litmus test");
}

/// spec/001, "store-available" and "load-visible": (ptr, value, scope) and
/// (ptr, scope), the scope as a string of metadata.
llvm::Error FunctionTranslation::translateAvailable(llvm::CallInst &I,
                                                    OpKind Kind) {
  bool IsStore = Kind == OpKind::StoreAvailable;
  unsigned Wanted = IsStore ? 3 : 2;
  if (I.arg_size() != Wanted || !I.getArgOperand(0)->getType()->isPointerTy())
    return errorAt(I, IsStore ? "a store-available takes an address, a value "
                                "and a scope"
                              : "a load-visible takes an address and a scope");
  std::string Why;
  std::optional<Scope> Reach = ir::scopeOperand(I, Why);
  if (!Reach)
    return errorAt(I, Why);
  const llvm::Value &Address = *I.getArgOperand(0);
  unsigned First = Build.numInstructions();
  if (IsStore) {
    if (llvm::Error E = emitStores(I, Address, *I.getArgOperand(1)))
      return E;
  } else {
    llvm::Expected<IRValue> Pointer = accessedPointer(Address, I.getType(), I);
    if (!Pointer)
      return Pointer.takeError();
    if (llvm::Error E = emitLoads(I, *Pointer))
      return E;
  }
  for (model::Instruction &Access : Build.since(First)) {
    Access.Available = true;
    Access.Reach = *Reach;
  }
  return llvm::Error::success();
}

llvm::Error FunctionTranslation::translateMinMax(llvm::CallInst &I) {
  llvm::Expected<unsigned> A = integerOperand(*I.getArgOperand(0), I);
  if (!A)
    return A.takeError();
  llvm::Expected<unsigned> B = integerOperand(*I.getArgOperand(1), I);
  if (!B)
    return B.takeError();
  if (I.getType()->isIntegerTy(1))
    return errorAt(I, "minimum and maximum are of i32 in a litmus test");
  llvm::Intrinsic::ID Id = I.getIntrinsicID();
  bool Signed = llvm::MinMaxIntrinsic::isSigned(Id);
  bool Max = Id == llvm::Intrinsic::smax || Id == llvm::Intrinsic::umax;
  unsigned Less =
      Build.binary(Signed ? ExpressionKind::Lt : ExpressionKind::ULt, *A, *B);
  return translateInteger(I, Max ? Build.select(Less, *B, *A)
                                 : Build.select(Less, *A, *B));
}

} // namespace fencepost
