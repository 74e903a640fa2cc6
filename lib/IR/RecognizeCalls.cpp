//===- RecognizeCalls.cpp - Calls, intrinsics and inline assembly ---------===//
// Barriers are spec/000's, av accesses spec/001's, LDS DMA and async operations
// spec/003's, cooperative atomics GFX12.5's. An intrinsic that may access
// memory and has no row in Intrinsics.cpp is unknown.
//===----------------------------------------------------------------------===//
#include "fencepost/IR/Intrinsics.h"
#include "fencepost/IR/Recognize.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace fencepost::ir {

using llvm::StringRef;

static Recognized make(Role Role, const llvm::Twine &Text) {
  Recognized R;
  R.Role = Role;
  R.Text = Text.str();
  return R;
}

static Recognized operation(OpKind Kind) {
  Recognized R;
  R.Role = Role::Operation;
  R.Op.Kind = Kind;
  return R;
}

static Recognized unknownCall(const llvm::Twine &Why) {
  return make(Role::Unknown, Why);
}

/// The constant that operand \p Index is, if it is one of up to 32 bits.
static std::optional<int64_t> constantOperand(const llvm::CallBase &I,
                                              unsigned Index) {
  auto *Number = Index < I.arg_size()
                     ? llvm::dyn_cast<llvm::ConstantInt>(I.getArgOperand(Index))
                     : nullptr;
  if (!Number || Number->getValue().getSignificantBits() > 33)
    return std::nullopt;
  return Number->getSExtValue();
}

/// The machine instruction of an intrinsic that is one: s.wait.loadcnt(0) is
/// s_wait_loadcnt 0x0.
static Recognized machineCode(const llvm::CallBase &I, StringRef Name) {
  Name.consume_front("llvm.amdgcn.");
  std::string Text = Name.str();
  llvm::replace(Text, '.', '_');
  bool TakesNumber = Name.starts_with("s.wait");
  if (std::optional<int64_t> Number =
          TakesNumber ? constantOperand(I, 0) : std::nullopt)
    Text += " 0x" + llvm::utohexstr(*Number & 0xffff, /*LowerCase=*/true);
  return make(Role::Machine, Text);
}

/// Each line of the assembly that is not empty; comments are left as they are.
static Recognized inlineAssembly(const llvm::InlineAsm &Code) {
  if (Code.getAsmString().empty())
    return {}; // A barrier for the optimizer alone.
  llvm::SmallVector<StringRef> Lines;
  StringRef(Code.getAsmString()).split(Lines, '\n', -1, false);
  std::string Text;
  for (StringRef Line : Lines)
    if (!Line.trim().empty())
      Text += (Text.empty() ? "" : "\n") + Line.trim().str();
  bool HasEffect = Code.hasSideEffects() ||
                   StringRef(Code.getConstraintString()).contains("~{memory}");
  return Text.empty() || !HasEffect ? Recognized() : make(Role::Machine, Text);
}

/// "b128" at the end of \p Name; none if there is no such suffix.
static std::optional<unsigned> bitsInName(StringRef Name) {
  unsigned Bits = 0;
  StringRef Last = Name.rsplit('.').second;
  if (!Last.consume_front("b") || Last.getAsInteger(10, Bits) || Bits > 128)
    return std::nullopt;
  return Bits;
}

/// The third operand of every intrinsic that says its width is the number of
/// bytes; the last is the cache policy.
static Recognized ldsLoad(OpKind Kind, const llvm::CallBase &I,
                          StringRef Name) {
  Recognized R = operation(Kind);
  R.Buffer = Name.contains("buffer.");
  std::optional<int64_t> Bits = bitsInName(Name);
  if (!Bits && I.arg_size() > 2) {
    Bits = constantOperand(I, 2);
    if (!Bits || *Bits < 1 || *Bits > 16)
      return unknownCall(
          "how many bytes are loaded to LDS is not a constant from "
          "1 to 16");
    *Bits *= 8;
  }
  R.Op.Bits = Bits.value_or(32);
  if (I.arg_size() > 3) {
    std::optional<int64_t> Aux = constantOperand(I, I.arg_size() - 1);
    if (!Aux)
      return unknownCall("the cache policy is not a constant");
    R.Aux = static_cast<uint32_t>(*Aux);
    R.Op.Volatile = R.Aux >> 31; // LLVM's own bit, no hardware has it.
  }
  return R;
}

static Recognized available(OpKind Kind, const llvm::CallBase &I) {
  std::string Why;
  std::optional<Scope> Reach = scopeOperand(I, Why);
  if (!Reach)
    return unknownCall(Why);
  Recognized R = operation(Kind);
  R.Op.Reach = *Reach;
  R.Op.Bits = 128;
  return R;
}

/// C's numbers for orderings, of which consume is LLVM's acquire.
static constexpr Ordering COrderings[] = {
    Ordering::Monotonic,      Ordering::Acquire,
    Ordering::Acquire,        Ordering::Release,
    Ordering::AcquireRelease, Ordering::SequentiallyConsistent,
};

/// llvm.amdgcn.cooperative.atomic.{load,store}.<lanes>x<bytes>B: the ordering
/// is C's number for it.
static Recognized cooperative(const llvm::CallBase &I, StringRef Name) {
  bool IsStore = Name.contains(".store.");
  Recognized R = operation(IsStore ? OpKind::Store : OpKind::Load);
  R.Op.Group = Name.contains("32x4B")   ? Cooperative::Lanes32x4
               : Name.contains("16x8B") ? Cooperative::Lanes16x8
                                        : Cooperative::Lanes8x16;
  R.Op.Bits = Name.contains("32x4B") ? 32 : Name.contains("16x8B") ? 64 : 128;
  if (I.arg_size() < (IsStore ? 4u : 3u))
    return unknownCall("a cooperative atomic lacks an operand");
  if (auto *Pointer =
          llvm::dyn_cast<llvm::PointerType>(I.getArgOperand(0)->getType()))
    R.Op.Space = Pointer->getAddressSpace() == 0 ? AddressSpace::Generic
                                                 : AddressSpace::Global;
  std::optional<int64_t> Order = constantOperand(I, IsStore ? 2 : 1);
  if (!Order || *Order < 0 || *Order >= int64_t(std::size(COrderings)))
    return unknownCall(
        "the ordering of a cooperative atomic is not one of C's");
  R.Op.Order = COrderings[*Order];
  std::string Why;
  std::optional<Scope> Reach = scopeOperand(I, Why);
  if (!Reach)
    return unknownCall(Why);
  R.Op.Reach = *Reach;
  return R;
}

static Recognized asyncTransfer(StringRef Name) {
  StringRef Mnemonic = Name.drop_front(StringRef("llvm.amdgcn.").size());
  Recognized R = make(Role::Machine, Mnemonic);
  R.Counted =
      Mnemonic.consume_front("tensor.") ? Counter::Tensor : Counter::Async;
  StringRef Plain(R.Text);
  Plain.consume_back(".d2");
  R.Text = Plain.str();
  llvm::replace(R.Text, '.', '_');
  return R;
}

static Recognized waitAsyncMark(const llvm::CallBase &I) {
  std::optional<int64_t> Marks = constantOperand(I, 0);
  if (!Marks)
    return unknownCall("wait.asyncmark takes a constant number of marks");
  Recognized R = operation(OpKind::WaitAsyncMark);
  R.Op.Marks = static_cast<uint16_t>(*Marks);
  return R;
}

std::optional<BarrierId> Recognizer::barrierObject(const llvm::Value &V) const {
  if (auto *Number = llvm::dyn_cast<llvm::ConstantInt>(&V))
    return Number->getValue().getSignificantBits() <= 32
               ? BarrierId::fromOperand(Number->getSExtValue())
               : std::nullopt;
  if (llvm::isa<llvm::ConstantPointerNull>(V))
    return BarrierId::null();
  if (!V.getType()->isPointerTy())
    return std::nullopt;
  const llvm::DataLayout &Layout = M.getDataLayout();
  llvm::APInt Offset(Layout.getIndexTypeSizeInBits(V.getType()), 0);
  auto *Base = llvm::dyn_cast<llvm::GlobalVariable>(
      V.stripAndAccumulateConstantOffsets(Layout, Offset, true));
  std::optional<unsigned> First = Base ? namedBarrier(*Base) : std::nullopt;
  if (!First || Offset.isNegative())
    return std::nullopt;
  llvm::Type *Whole = Base->getValueType();
  uint64_t Size = Layout.getTypeAllocSize(Whole);
  uint64_t Each = Size / numNamedBarriers(*Whole);
  uint64_t Bytes = Offset.getZExtValue();
  if (Bytes >= Size || Bytes % Each != 0)
    return std::nullopt;
  return BarrierId::fromOperand(*First + Bytes / Each);
}

Recognized Recognizer::barrier(const llvm::CallBase &I, StringRef Name) const {
  Recognized R = operation(OpKind::Barrier);
  if (Name == "llvm.amdgcn.s.cluster.barrier") {
    R.Op.Object = BarrierId::cluster();
    return R;
  }
  const BarrierRow *Row = findBarrierRow(Name);
  R.Op.Action = Row->Op;
  if (I.arg_size() < unsigned(Row->HasObject) + Row->HasCount)
    return unknownCall("a barrier operation lacks an operand");
  if (Row->Op == BarrierOp::Drop)
    R.Op.Object = BarrierId::null();
  if (Row->HasObject) {
    std::optional<BarrierId> Object = barrierObject(*I.getArgOperand(0));
    if (!Object)
      return unknownCall(
          "which barrier is meant is neither a number that exists "
          "nor a global");
    R.Op.Object = *Object;
  }
  if (Row->HasCount) {
    std::optional<int64_t> Count = constantOperand(I, 1);
    if (!Count || *Count < 0 || *Count > 255)
      return unknownCall("the count of a barrier is not a constant");
    R.Op.Members = static_cast<uint8_t>(*Count);
  }
  return R;
}

/// An intrinsic that is not AMDGPU's: memcpy and the like access memory but
/// order nothing.
static Recognized genericIntrinsic(const llvm::CallBase &I, StringRef Name) {
  auto *Intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
  if (Intrinsic && Intrinsic->isAssumeLikeIntrinsic())
    return {};
  if (llvm::isa<llvm::AnyMemIntrinsic>(I)) {
    auto *Memory = llvm::dyn_cast<llvm::MemIntrinsic>(&I);
    return Memory && !Memory->isVolatile()
               ? make(Role::Access, Name)
               : unknownCall(Name +
                             " that is atomic or volatile is not modelled");
  }
  if (!I.hasFnAttr(llvm::Attribute::NoSync) && !I.doesNotAccessMemory() &&
      !I.doesNotReturn() && !I.onlyAccessesInaccessibleMemory())
    return unknownCall(Name + " is unknown here");
  return make(Role::Access, Name);
}

Recognized Recognizer::intrinsic(const llvm::CallBase &I,
                                 StringRef Name) const {
  if (!Name.starts_with("llvm.amdgcn."))
    return genericIntrinsic(I, Name);
  if (findBarrierRow(Name) || Name == "llvm.amdgcn.s.cluster.barrier")
    return barrier(I, Name);
  if (Name == "llvm.amdgcn.asyncmark")
    return operation(OpKind::AsyncMark);
  if (Name == "llvm.amdgcn.wait.asyncmark")
    return waitAsyncMark(I);
  if (isAsyncTransfer(Name))
    return asyncTransfer(Name);
  if (isAsyncLoad(Name))
    return ldsLoad(OpKind::AsyncLoad, I, Name);
  if (isLdsDma(Name))
    return ldsLoad(OpKind::LdsDma, I, Name);
  if (Name.starts_with("llvm.amdgcn.av."))
    return available(Name.contains("store") ? OpKind::StoreAvailable
                                            : OpKind::LoadVisible,
                     I);
  if (Name.starts_with("llvm.amdgcn.cooperative.atomic."))
    return cooperative(I, Name);
  std::optional<IntrinsicRole> Found = findIntrinsicRole(Name);
  if (!Found)
    return unknownCall(Name + " may access memory and is unknown here");
  switch (*Found) {
  case IntrinsicRole::Nothing:
    return {};
  case IntrinsicRole::Access:
    return make(Role::Access, Name);
  case IntrinsicRole::Machine:
    return machineCode(I, Name);
  case IntrinsicRole::Call:
    return make(Role::Call, "");
  }
  llvm_unreachable("a role without a meaning");
}

Recognized Recognizer::call(const llvm::CallBase &I) {
  if (auto *Code = llvm::dyn_cast<llvm::InlineAsm>(I.getCalledOperand()))
    return inlineAssembly(*Code);
  const llvm::Function *Callee = I.getCalledFunction();
  if (!Callee)
    return make(Role::Call, "");
  auto [It, New] = Harmless.try_emplace(Callee, false);
  if (New)
    It->second = Callee->doesNotAccessMemory();
  if (It->second)
    return {};
  StringRef Name = Callee->getName();
  return Name.starts_with("llvm.") ? intrinsic(I, Name)
                                   : make(Role::Call, Name);
}

} // namespace fencepost::ir
