//===- ReferenceRun.cpp - Runs one thread of a kernel in LLVM IR ----------===//
// Pointers are constants made from integers. Private memory is a map from
// addresses to what was stored there last.
//===----------------------------------------------------------------------===//
#include "ReferenceRun.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <map>

namespace fencepost::ir {

using llvm::Constant;
using llvm::ConstantInt;

static constexpr unsigned PrivateSpace = 5;
/// A generic pointer to private memory has this bit.
static constexpr uint64_t GenericPrivate = uint64_t(1) << 62;

namespace {
class Interpreter {
public:
  Interpreter(const llvm::Module &M, const view::SyncView &View,
              const ThreadSetup &Setup, ReadValue Read)
      : Layout(M.getDataLayout()), View(View), Setup(Setup), Read(Read) {}

  Run run(const llvm::Function &Kernel);

private:
  using Frame = std::map<const llvm::Value *, Constant *>;

  Constant *call(const llvm::Function &F, Frame Values);
  const llvm::BasicBlock *block(const llvm::BasicBlock &B, Frame &Values);
  Constant *execute(const llvm::Instruction &I, Frame &Values);
  Constant *load(const llvm::LoadInst &I, Frame &Values);
  Constant *store(const llvm::StoreInst &I, Frame &Values);
  Constant *modify(const llvm::AtomicRMWInst &I, Frame &Values);
  Constant *callInstruction(const llvm::CallInst &I, Frame &Values);
  Constant *elementPointer(const llvm::GEPOperator &G, Frame &Values);
  Constant *get(const llvm::Value *V, Frame &Values);
  Constant *pointer(uint64_t Address, llvm::Type *T) const;
  std::optional<uint64_t> number(Constant *C) const;
  std::optional<uint64_t> addressOf(const llvm::Value &V) const;
  Constant *shared(llvm::Type *T);
  bool stop(Ending Why) {
    if (!Stopped)
      Result.End = Why;
    Stopped = true;
    return true;
  }
  Constant *fail() {
    stop(Ending::Unknown);
    return nullptr;
  }
  void step(Step S) {
    Result.Steps.push_back(S);
    if (++Count > Setup.MaxSteps)
      stop(Ending::Steps);
  }

  const llvm::DataLayout &Layout;
  const view::SyncView &View;
  const ThreadSetup &Setup;
  ReadValue Read;
  std::map<uint64_t, Constant *> Private;
  uint64_t NextPrivate = 4096;
  unsigned Count = 0;
  bool Stopped = false;
  Run Result;
};
} // namespace

Constant *Interpreter::pointer(uint64_t Address, llvm::Type *T) const {
  unsigned Bits = Layout.getPointerTypeSizeInBits(T);
  auto *Number = ConstantInt::get(
      llvm::IntegerType::get(T->getContext(), Bits),
      Bits >= 64 ? Address : Address & ((uint64_t(1) << Bits) - 1));
  return llvm::ConstantExpr::getIntToPtr(Number, T);
}

/// The number that a constant integer or pointer is.
std::optional<uint64_t> Interpreter::number(Constant *C) const {
  if (!C)
    return std::nullopt;
  if (C->getType()->isPointerTy()) {
    if (C->isNullValue())
      return 0;
    auto *Made = llvm::dyn_cast<llvm::ConstantExpr>(C);
    if (!Made || Made->getOpcode() != llvm::Instruction::IntToPtr)
      return std::nullopt;
    C = Made->getOperand(0);
  }
  auto *Number = llvm::dyn_cast<ConstantInt>(C);
  if (!Number || Number->getBitWidth() > 64)
    return std::nullopt;
  return Number->getZExtValue();
}

std::optional<uint64_t> Interpreter::addressOf(const llvm::Value &V) const {
  for (const view::Object &O : View.Objects)
    if (O.Name == V.getName())
      return O.Base;
  return std::nullopt;
}

Constant *Interpreter::get(const llvm::Value *V, Frame &Values) {
  if (auto It = Values.find(V); It != Values.end())
    return It->second;
  if (auto *G = llvm::dyn_cast<llvm::GlobalVariable>(V)) {
    // What the view does not have is not accessed.
    return pointer(addressOf(*G).value_or(64), G->getType());
  }
  if (auto *E = llvm::dyn_cast<llvm::ConstantExpr>(V)) {
    if (auto *G = llvm::dyn_cast<llvm::GEPOperator>(E))
      return elementPointer(*G, Values);
    std::optional<uint64_t> From = number(get(E->getOperand(0), Values));
    if (E->isCast() && From && E->getType()->isPointerTy())
      return pointer(*From, E->getType());
    if (E->getOpcode() == llvm::Instruction::PtrToInt && From)
      return ConstantInt::get(E->getType(), *From);
    return fail();
  }
  return const_cast<Constant *>(llvm::dyn_cast<Constant>(V));
}

Constant *Interpreter::elementPointer(const llvm::GEPOperator &G,
                                      Frame &Values) {
  std::optional<uint64_t> Base = number(get(G.getPointerOperand(), Values));
  if (!Base || G.getType()->isVectorTy())
    return fail();
  llvm::SmallVector<llvm::Value *> Indices;
  for (const llvm::Use &Index : G.indices())
    Indices.push_back(get(Index, Values));
  for (llvm::Value *Index : Indices)
    if (!llvm::isa_and_nonnull<ConstantInt>(Index))
      return fail();
  int64_t Offset =
      Layout.getIndexedOffsetInType(G.getSourceElementType(), Indices);
  return pointer(*Base + Offset, G.getType());
}

/// What the last step reads, as a number of type \p T.
Constant *Interpreter::shared(llvm::Type *T) {
  if (!T->isIntegerTy())
    return nullptr;
  return ConstantInt::get(
      T,
      llvm::APInt(64, Read(Result.Steps)).zextOrTrunc(T->getIntegerBitWidth()));
}

/// Where in private memory \p Address is, if it is there.
static std::optional<uint64_t> privateAddress(const llvm::Value &Pointer,
                                              uint64_t Address) {
  if (Pointer.getType()->getPointerAddressSpace() == PrivateSpace)
    return Address;
  if (Address & GenericPrivate)
    return Address & ~GenericPrivate;
  return std::nullopt;
}

Constant *Interpreter::load(const llvm::LoadInst &I, Frame &Values) {
  std::optional<uint64_t> Address = number(get(I.getPointerOperand(), Values));
  if (!Address)
    return fail();
  if (auto Own = privateAddress(*I.getPointerOperand(), *Address)) {
    auto It = Private.find(*Own);
    if (It == Private.end())
      return llvm::PoisonValue::get(I.getType());
    return It->second->getType() == I.getType() ? It->second : fail();
  }
  step({Step::Read, Address, Layout.getTypeStoreSize(I.getType()), {}});
  return shared(I.getType());
}

Constant *Interpreter::store(const llvm::StoreInst &I, Frame &Values) {
  std::optional<uint64_t> Address = number(get(I.getPointerOperand(), Values));
  Constant *V = get(I.getValueOperand(), Values);
  if (!Address)
    return fail();
  if (auto Own = privateAddress(*I.getPointerOperand(), *Address)) {
    Private[*Own] =
        V ? V : llvm::PoisonValue::get(I.getValueOperand()->getType());
    return nullptr;
  }
  step({Step::Write, Address,
        Layout.getTypeStoreSize(I.getValueOperand()->getType()), number(V)});
  return nullptr;
}

Constant *Interpreter::modify(const llvm::AtomicRMWInst &I, Frame &Values) {
  std::optional<uint64_t> Address = number(get(I.getPointerOperand(), Values));
  if (!Address)
    return fail();
  step({Step::Change, Address, Layout.getTypeStoreSize(I.getType()), {}});
  return shared(I.getType());
}

Constant *Interpreter::callInstruction(const llvm::CallInst &I, Frame &Values) {
  const llvm::Function *Callee = I.getCalledFunction();
  if (!Callee)
    return fail();
  switch (Callee->getIntrinsicID()) {
  case llvm::Intrinsic::amdgcn_workitem_id_x:
    return ConstantInt::get(I.getType(), Setup.Id[0]);
  case llvm::Intrinsic::amdgcn_workitem_id_y:
    return ConstantInt::get(I.getType(), Setup.Id[1]);
  case llvm::Intrinsic::amdgcn_workgroup_id_x:
    return ConstantInt::get(I.getType(), Setup.Group[0]);
  case llvm::Intrinsic::amdgcn_s_barrier:
    step({Step::Barrier, {}, 0, {}});
    return nullptr;
  default:
    break;
  }
  if (auto *Intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
      Intrinsic && Intrinsic->isAssumeLikeIntrinsic())
    return nullptr;
  if (Callee->isDeclaration()) {
    llvm::SmallVector<Constant *> Arguments;
    for (const llvm::Use &Argument : I.args())
      Arguments.push_back(get(Argument, Values));
    if (llvm::is_contained(Arguments, nullptr))
      return nullptr;
    Constant *Folded = llvm::ConstantFoldCall(
        &I, const_cast<llvm::Function *>(Callee), Arguments);
    return Folded ? Folded : fail();
  }
  Frame Inner;
  for (const llvm::Argument &A : Callee->args())
    Inner[&A] = get(I.getArgOperand(A.getArgNo()), Values);
  return call(*Callee, std::move(Inner));
}

/// Null is a value that is not followed, such as a vector that was loaded.
Constant *Interpreter::execute(const llvm::Instruction &I, Frame &Values) {
  if (auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
    return load(*Load, Values);
  if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
    return store(*Store, Values);
  if (auto *Modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&I))
    return modify(*Modify, Values);
  if (auto *Call = llvm::dyn_cast<llvm::CallInst>(&I))
    return callInstruction(*Call, Values);
  if (llvm::isa<llvm::FenceInst>(I)) {
    step({Step::Fence, {}, 0, {}});
    return nullptr;
  }
  if (auto *Variable = llvm::dyn_cast<llvm::AllocaInst>(&I)) {
    NextPrivate += 64;
    return pointer(NextPrivate, Variable->getType());
  }
  if (auto *G = llvm::dyn_cast<llvm::GEPOperator>(&I))
    return elementPointer(*G, Values);
  llvm::SmallVector<Constant *> Operands;
  for (const llvm::Use &Operand : I.operands())
    Operands.push_back(get(Operand, Values));
  if (llvm::is_contained(Operands, nullptr))
    return nullptr;
  if (llvm::isa<llvm::CastInst>(I) &&
      (I.getType()->isPointerTy() || Operands[0]->getType()->isPointerTy())) {
    std::optional<uint64_t> From = number(Operands[0]);
    if (!From)
      return fail();
    if (llvm::isa<llvm::AddrSpaceCastInst>(I) &&
        Operands[0]->getType()->getPointerAddressSpace() == PrivateSpace)
      *From |= GenericPrivate;
    return I.getType()->isPointerTy() ? pointer(*From, I.getType())
                                      : ConstantInt::get(I.getType(), *From);
  }
  if (llvm::isa<llvm::FreezeInst>(I))
    return Operands[0];
  auto *Compare = llvm::dyn_cast<llvm::CmpInst>(&I);
  Constant *Folded =
      Compare ? llvm::ConstantFoldCompareInstOperands(
                    Compare->getPredicate(), Operands[0], Operands[1], Layout)
              : llvm::ConstantFoldInstOperands(
                    const_cast<llvm::Instruction *>(&I), Operands, Layout);
  return Folded;
}

/// Runs \p B; the next block, or null at the end of the function.
const llvm::BasicBlock *Interpreter::block(const llvm::BasicBlock &B,
                                           Frame &Values) {
  for (const llvm::Instruction &I : B) {
    if (Stopped)
      return nullptr;
    if (llvm::isa<llvm::PHINode>(I))
      continue;
    if (!I.isTerminator()) {
      Constant *Made = execute(I, Values);
      if (!I.getType()->isVoidTy())
        Values[&I] = Made;
      continue;
    }
    if (llvm::isa<llvm::UnreachableInst>(I))
      fail();
    if (auto *Branch = llvm::dyn_cast<llvm::BranchInst>(&I)) {
      if (Branch->isUnconditional())
        return Branch->getSuccessor(0);
      std::optional<uint64_t> Taken =
          number(get(Branch->getCondition(), Values));
      if (!Taken)
        fail();
      return Branch->getSuccessor(Taken && *Taken ? 0 : 1);
    }
    if (auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(&I)) {
      auto *Selector = llvm::dyn_cast_or_null<ConstantInt>(
          get(Switch->getCondition(), Values));
      if (!Selector)
        fail();
      return Selector ? Switch->findCaseValue(Selector)->getCaseSuccessor()
                      : nullptr;
    }
    if (!llvm::isa<llvm::ReturnInst>(I))
      fail();
  }
  return nullptr;
}

Constant *Interpreter::call(const llvm::Function &F, Frame Values) {
  const llvm::BasicBlock *Block = &F.getEntryBlock();
  while (true) {
    if (++Count > Setup.MaxSteps)
      stop(Ending::Steps);
    const llvm::BasicBlock *To = block(*Block, Values);
    if (Stopped)
      return nullptr;
    if (!To)
      break;
    std::vector<std::pair<const llvm::PHINode *, Constant *>> New;
    for (const llvm::PHINode &Phi : To->phis())
      New.push_back({&Phi, get(Phi.getIncomingValueForBlock(Block), Values)});
    for (auto [Phi, V] : New)
      Values[Phi] = V;
    Block = To;
  }
  const llvm::Value *V =
      llvm::cast<llvm::ReturnInst>(Block->getTerminator())->getReturnValue();
  return V ? get(V, Values) : nullptr;
}

Run Interpreter::run(const llvm::Function &Kernel) {
  Frame Values;
  for (const llvm::Argument &A : Kernel.args()) {
    if (A.getType()->isPointerTy())
      Values[&A] = pointer(addressOf(A).value_or(64), A.getType());
    else
      Values[&A] = ConstantInt::get(
          A.getType(), llvm::APInt(64, Setup.Arguments[A.getArgNo()])
                           .zextOrTrunc(A.getType()->getIntegerBitWidth()));
  }
  call(Kernel, std::move(Values));
  return std::move(Result);
}

Run runKernel(const llvm::Module &M, const view::SyncView &View,
              const ThreadSetup &Setup, ReadValue Read) {
  const llvm::Function *Kernel = M.getFunction(View.Kernel);
  return Interpreter(M, View, Setup, Read).run(*Kernel);
}

} // namespace fencepost::ir
