//===- Recognize.cpp - Loads, stores, atomics and fences ------------------===//
// spec/002, "Memory Model": orderings and scopes as LLVM IR has them, the tags
// of !mmra, !nontemporal and !amdgpu.last.use. Calls are in
// RecognizeCalls.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/IR/Recognize.h"
#include "fencepost/IR/Atomics.h"
#include "fencepost/IR/Intrinsics.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace fencepost::ir {

using llvm::StringRef;

uint64_t numNamedBarriers(const llvm::Type &T) {
  constexpr uint64_t Enough = 1000;
  uint64_t Count = 1;
  const llvm::Type *Element = &T;
  while (auto *Array = llvm::dyn_cast<llvm::ArrayType>(Element)) {
    Count = std::min(Count * std::min(Array->getNumElements(), Enough), Enough);
    Element = Array->getElementType();
  }
  auto *Target = llvm::dyn_cast<llvm::TargetExtType>(Element);
  return Target && Target->getName() == "amdgcn.named.barrier" ? Count : 0;
}

llvm::SmallPtrSet<const llvm::GlobalVariable *, 4>
namedBarriersIn(const llvm::Function &F) {
  llvm::SmallPtrSet<const llvm::GlobalVariable *, 4> Found;
  for (const llvm::Instruction &I : llvm::instructions(F))
    for (const llvm::Value *Operand : I.operands()) {
      if (!Operand->getType()->isPointerTy())
        continue;
      auto *V = llvm::dyn_cast<llvm::GlobalVariable>(
          Operand->stripInBoundsConstantOffsets());
      if (V && numNamedBarriers(*V->getValueType()) != 0)
        Found.insert(V);
    }
  return Found;
}

Recognizer::Recognizer(const llvm::Module &M, const llvm::Function *Kernel)
    : M(M) {
  M.getContext().getSyncScopeNames(ScopeNames);
  for (StringRef Name : ScopeNames)
    Scopes.push_back(parseSyncScope(Name));
  llvm::SmallPtrSet<const llvm::GlobalVariable *, 4> Own;
  if (Kernel)
    Own = namedBarriersIn(*Kernel);
  llvm::SmallVector<const llvm::GlobalVariable *> Barriers;
  for (const llvm::GlobalVariable &V : M.globals())
    if (numNamedBarriers(*V.getValueType()) != 0)
      Barriers.push_back(&V);
  llvm::sort(Barriers, [&](auto *A, auto *B) {
    return std::pair(!Own.contains(A), A->getName()) <
           std::pair(!Own.contains(B), B->getName());
  });
  unsigned Next = 1;
  for (const llvm::GlobalVariable *V : Barriers) {
    if (Next > unsigned(BarrierId::Last))
      break;
    NamedBarriers[V] = Next;
    Next += numNamedBarriers(*V->getValueType());
  }
}

std::optional<unsigned>
Recognizer::namedBarrier(const llvm::GlobalVariable &V) const {
  auto It = NamedBarriers.find(&V);
  return It == NamedBarriers.end() ? std::nullopt : std::optional(It->second);
}

static Recognized unknownInstruction(const llvm::Twine &Why) {
  Recognized R;
  R.Role = Role::Unknown;
  R.Text = Why.str();
  return R;
}

/// Widths that one instruction can have; wider accesses take several.
static void setWidth(Recognized &R, uint64_t Bits) {
  constexpr unsigned Widest = 128;
  R.Parts = std::max<uint64_t>(
      1, std::min<uint64_t>((Bits + Widest - 1) / Widest, 1u << 30));
  for (unsigned Width : {8u, 16u, 32u, 64u, 96u, Widest})
    if (Bits <= Width || Width == Widest) {
      R.Op.Bits = Width;
      return;
    }
}

Recognized Recognizer::access(OpKind Kind, const llvm::Instruction &I,
                              unsigned Space,
                              const llvm::Type *Accessed) const {
  Recognized R;
  R.Role = Role::Operation;
  R.Op.Kind = Kind;
  std::optional<AddressSpace> Known = addressSpaceFromNumber(Space);
  if (!Known)
    return unknownInstruction("there is no address space " +
                              llvm::Twine(Space));
  switch (*Known) {
  case AddressSpace::Constant32Bit:
    R.Op.Space = AddressSpace::Constant;
    break;
  case AddressSpace::BufferFatPointer:
  case AddressSpace::BufferResource:
  case AddressSpace::BufferStridedPointer:
    if (I.isAtomic() || I.isVolatile())
      return unknownInstruction("an access through a " +
                                addressSpaceName(*Known) +
                                " that is atomic or volatile is not modelled");
    R.Role = Role::Access;
    R.Text = (llvm::Twine(I.getOpcodeName()) + " through a " +
              addressSpaceName(*Known))
                 .str();
    return R;
  case AddressSpace::Region:
  case AddressSpace::StreamoutRegisters:
    return unknownInstruction("accesses of the " + addressSpaceName(*Known) +
                              " address space are not modelled");
  default:
    R.Op.Space = *Known;
  }
  // Types whose size depends on the machine do not occur here.
  llvm::TypeSize Size =
      M.getDataLayout().getTypeSizeInBits(const_cast<llvm::Type *>(Accessed));
  setWidth(R, Size.getKnownMinValue());
  R.Op.Volatile = I.isVolatile();
  R.Op.NonTemporal = I.hasMetadata(llvm::LLVMContext::MD_nontemporal);
  return R;
}

void Recognizer::synchronize(Recognized &R, const llvm::Instruction &I,
                             unsigned ScopeId) const {
  if (R.Role != Role::Operation)
    return;
  if (ScopeId >= Scopes.size() || !Scopes[ScopeId]) {
    R = unknownInstruction(
        "syncscope(\"" +
        (ScopeId < Scopes.size() ? ScopeNames[ScopeId] : StringRef()) +
        "\") is no scope of AMDGPU");
    return;
  }
  R.Op.Reach = *Scopes[ScopeId];
  std::string Why;
  if (std::optional<MemoryAnnotations> Tags = annotationsOf(I, Why))
    R.Op.Tags = *Tags;
  else
    R = unknownInstruction(Why);
  // Only a fence can be limited to an address space (spec/002).
  if (R.Op.Kind != OpKind::Fence)
    R.Op.Tags.Synchronize = {};
}

Recognized Recognizer::load(const llvm::LoadInst &I) const {
  Recognized R =
      access(OpKind::Load, I, I.getPointerAddressSpace(), I.getType());
  R.Op.Order = orderingOf(I.getOrdering());
  R.Op.LastUse = I.hasMetadata("amdgpu.last.use");
  if (I.isAtomic())
    synchronize(R, I, I.getSyncScopeID());
  return R;
}

Recognized Recognizer::store(const llvm::StoreInst &I) const {
  Recognized R = access(OpKind::Store, I, I.getPointerAddressSpace(),
                        I.getValueOperand()->getType());
  R.Op.Order = orderingOf(I.getOrdering());
  if (I.isAtomic())
    synchronize(R, I, I.getSyncScopeID());
  return R;
}

Recognized Recognizer::modify(const llvm::AtomicRMWInst &I) const {
  Recognized R = access(OpKind::ReadModifyWrite, I, I.getPointerAddressSpace(),
                        I.getType());
  R.Op.Order = orderingOf(I.getOrdering());
  R.Op.HasResult = !I.use_empty();
  R.Op.Modify = modifyOpOf(I);
  synchronize(R, I, I.getSyncScopeID());
  if (R.Role != Role::Operation)
    return R;
  // LLVM widens bitwise operations to a word; other narrow operations, and
  // those without an instruction, become loops that read the old value.
  bool Bitwise = R.Op.Modify == ModifyOp::And || R.Op.Modify == ModifyOp::Or ||
                 R.Op.Modify == ModifyOp::Xor;
  if (R.Op.Bits < 32 && Bitwise)
    R.Op.Bits = 32;
  if (R.Op.Bits < 32 || R.Op.Modify == ModifyOp::Other)
    R.Op.HasResult = true;
  if (R.Op.Modify == ModifyOp::Other)
    R.Text = llvm::AtomicRMWInst::getOperationName(I.getOperation()).str();
  return R;
}

Recognized Recognizer::compareExchange(const llvm::AtomicCmpXchgInst &I) const {
  Recognized R = access(OpKind::CmpXchg, I, I.getPointerAddressSpace(),
                        I.getNewValOperand()->getType());
  R.Op.Order = orderingOf(I.getSuccessOrdering());
  R.Op.FailureOrder = orderingOf(I.getFailureOrdering());
  R.Op.HasResult = !I.use_empty() || R.Op.Bits < 32;
  synchronize(R, I, I.getSyncScopeID());
  return R;
}

Recognized Recognizer::fence(const llvm::FenceInst &I) const {
  Recognized R;
  R.Role = Role::Operation;
  R.Op.Kind = OpKind::Fence;
  R.Op.Order = orderingOf(I.getOrdering());
  synchronize(R, I, I.getSyncScopeID());
  return R;
}

Recognized Recognizer::recognize(const llvm::Instruction &I) {
  switch (I.getOpcode()) {
  case llvm::Instruction::Load:
    return load(llvm::cast<llvm::LoadInst>(I));
  case llvm::Instruction::Store:
    return store(llvm::cast<llvm::StoreInst>(I));
  case llvm::Instruction::AtomicRMW:
    return modify(llvm::cast<llvm::AtomicRMWInst>(I));
  case llvm::Instruction::AtomicCmpXchg:
    return compareExchange(llvm::cast<llvm::AtomicCmpXchgInst>(I));
  case llvm::Instruction::Fence:
    return fence(llvm::cast<llvm::FenceInst>(I));
  case llvm::Instruction::Call:
  case llvm::Instruction::Invoke:
  case llvm::Instruction::CallBr:
    return call(llvm::cast<llvm::CallBase>(I));
  case llvm::Instruction::VAArg:
    return unknownInstruction("va_arg is not modelled");
  default:
    return {};
  }
}

} // namespace fencepost::ir
