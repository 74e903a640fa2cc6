//===- AsyncLoads.cpp - Asynchronous loads to LDS -------------------------===//
// spec/003: "the actual function signatures are identical to their non-async
// variants", so on GFX9 and GFX10 an asynchronous load is the variant without
// `async`, hidden from LLVM's automatic waits (AliasScopes.h). GFX12.5 has
// instructions of its own, whose LDS address is each lane's instead of the
// wave's: lane L of a wave writes where the older instruction writes for it, at
// the base plus L times the size. Only 4 and 16 bytes can be had that way.
//===----------------------------------------------------------------------===//
#include "AliasScopes.h"
#include "FunctionPlan.h"
#include "WaitBuilder.h"
#include "fencepost/Lower/Lower.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/Module.h"

namespace fencepost::rewrite {

namespace Intrinsic = llvm::Intrinsic;

namespace {

struct LoadRow {
  llvm::StringLiteral Name; ///< Behind "llvm.amdgcn.".
  Intrinsic::ID Plain;      ///< Its non-async variant.
  unsigned Offset;          ///< The operand that is added to both addresses.
};

} // namespace

static constexpr LoadRow LoadRows[] = {
    {.Name = "load.async.to.lds",
     .Plain = Intrinsic::amdgcn_load_to_lds,
     .Offset = 3},
    {.Name = "global.load.async.lds",
     .Plain = Intrinsic::amdgcn_global_load_lds,
     .Offset = 3},
    {.Name = "raw.buffer.load.async.lds",
     .Plain = Intrinsic::amdgcn_raw_buffer_load_lds,
     .Offset = 5},
    {.Name = "raw.ptr.buffer.load.async.lds",
     .Plain = Intrinsic::amdgcn_raw_ptr_buffer_load_lds,
     .Offset = 5},
    {.Name = "struct.buffer.load.async.lds",
     .Plain = Intrinsic::amdgcn_struct_buffer_load_lds,
     .Offset = 6},
    {.Name = "struct.ptr.buffer.load.async.lds",
     .Plain = Intrinsic::amdgcn_struct_ptr_buffer_load_lds,
     .Offset = 6},
};

/// The row of \p Name, which may end in the type of the source: ".p1".
static const LoadRow *findRow(llvm::StringRef Name) {
  Name.consume_front("llvm.amdgcn.");
  Name.consume_front("dma."); // What ir::hideFromVerifier() calls them.
  auto [Base, Suffix] = Name.rsplit('.');
  unsigned Space;
  if (Suffix.consume_front("p") && !Suffix.getAsInteger(10, Space))
    Name = Base;
  for (const LoadRow &Row : LoadRows)
    if (Row.Name == Name)
      return &Row;
  return nullptr;
}

/// LLVM 22 compiles loads from these address spaces: generic, global, constant
/// and buffer fat pointers.
static bool isSource(const llvm::Type *T) {
  auto *Pointer = llvm::dyn_cast<llvm::PointerType>(T);
  return Pointer &&
         llvm::is_contained({0u, 1u, 4u, 7u}, Pointer->getAddressSpace());
}

/// The types that overload \p Row's intrinsic for a call with \p I's operands.
static llvm::SmallVector<llvm::Type *, 1> overloads(const LoadRow &Row,
                                                    const llvm::CallBase &I) {
  if (Row.Plain != Intrinsic::amdgcn_load_to_lds || I.arg_empty())
    return {};
  return {I.getArgOperand(0)->getType()};
}

/// Whether \p I's operands are those of \p Row's intrinsic, constants where it
/// wants them.
static bool fits(const LoadRow &Row, const llvm::CallBase &I) {
  if (Row.Plain == Intrinsic::amdgcn_load_to_lds &&
      (I.arg_empty() || !isSource(I.getArgOperand(0)->getType())))
    return false;
  llvm::FunctionType *Wanted =
      Intrinsic::getType(I.getContext(), Row.Plain, overloads(Row, I));
  if (I.getFunctionType() != Wanted)
    return false;
  llvm::AttributeList Attributes =
      Intrinsic::getAttributes(I.getContext(), Row.Plain, Wanted);
  for (unsigned Index = 0; Index < I.arg_size(); ++Index)
    if (Attributes.hasParamAttr(Index, llvm::Attribute::ImmArg) &&
        !llvm::isa<llvm::ConstantInt>(I.getArgOperand(Index)))
      return false;
  return true;
}

static int64_t constantOperand(const llvm::CallBase &I, unsigned Index) {
  return llvm::cast<llvm::ConstantInt>(I.getArgOperand(Index))->getSExtValue();
}

/// LLVM 22 cuts an offset that the instruction cannot hold: global instructions
/// have 13 signed bits, on GFX10 12 (spec/002); buffers 12 unsigned.
static bool holdsOffset(const LoadRow &Row, const llvm::CallBase &I,
                        const ir::Recognized &R, Family F) {
  int64_t Offset = constantOperand(I, Row.Offset);
  auto *Source =
      llvm::dyn_cast<llvm::PointerType>(I.getArgOperand(0)->getType());
  if (R.Buffer || (Source && Source->getAddressSpace() == 7))
    return Offset >= 0 && Offset < 4096;
  int64_t Half = F == Family::GFX10 ? 2048 : 4096;
  return Offset >= -Half && Offset < Half;
}

/// The instruction of GFX12.5 for \p I, or none.
static Intrinsic::ID perLane(const llvm::CallBase &I) {
  auto *Source =
      llvm::dyn_cast<llvm::PointerType>(I.getArgOperand(0)->getType());
  if (!Source || Source->getAddressSpace() != 1)
    return Intrinsic::not_intrinsic;
  switch (constantOperand(I, 2)) {
  case 4:
    return Intrinsic::amdgcn_global_load_async_to_lds_b32;
  case 16:
    return Intrinsic::amdgcn_global_load_async_to_lds_b128;
  default:
    return Intrinsic::not_intrinsic;
  }
}

static void planLoad(Planning &P, const RecognizedInstruction &Item) {
  auto &I = *llvm::cast<llvm::CallBase>(Item.I);
  const Processor &Proc = *P.Plan.TheMode.Proc;
  if (isKnownToLlvm(I)) { // GFX12.5's own.
    if (Proc.family().LdsDma)
      P.problem(I, Proc.Name + " has no " + I.getCalledFunction()->getName());
    return;
  }
  const LoadRow *Row = findRow(I.getCalledFunction()->getName());
  if (!Row)
    return P.problem(I, "no intrinsic of spec/003 is called " +
                            I.getCalledFunction()->getName());
  if (!fits(*Row, I))
    return P.problem(I, "the operands are not those of " +
                            Intrinsic::getBaseName(Row->Plain));
  llvm::Expected<lower::Sequence> S =
      lower::lower(Item.R.Op, P.Plan.TheMode, lower::Dialect::Spec);
  if (!S)
    return P.problem(I, llvm::toString(S.takeError()));
  if (Proc.family().LdsDma) {
    if (!holdsOffset(*Row, I, Item.R, Proc.FamilyId))
      return P.problem(I, "the offset does not fit into the instruction of " +
                              Proc.Name);
    P.Plan.Loads.push_back({&I, Row->Plain});
    return;
  }
  Intrinsic::ID Own = perLane(I);
  if (Own == Intrinsic::not_intrinsic)
    return P.problem(I, Proc.Name + " loads only 4 or 16 bytes a lane to LDS, "
                                    "and only from global pointers");
  P.Plan.Loads.push_back({&I, Own});
}

/// Whether LLVM waits for all loads to LDS before \p R even if they are hidden:
/// it takes every two accesses for the same if one is atomic or volatile.
static bool waitsInAnyCase(const ir::Recognized &R) {
  if (R.Role != ir::Role::Operation || R.Op.Kind > OpKind::CmpXchg)
    return false;
  bool Local =
      R.Op.Space == AddressSpace::Local || R.Op.Space == AddressSpace::Generic;
  return Local && (R.Op.isAtomic() || R.Op.Volatile);
}

/// Where LLVM's own waits stay.
static void remarkOnWaits(Planning &P) {
  const Processor &Proc = *P.Plan.TheMode.Proc;
  if (P.ModuleHasLdsDma)
    P.remark(*P.Plan.Loads.front().I,
             "the module also has LDS DMA that is not asynchronous, or calls "
             "code that may have, so LLVM waits for both before accesses of "
             "LDS");
  for (const RecognizedInstruction &Item : P.Instructions)
    if (!Proc.family().Barriers.BackOff && Item.R.isOperation(OpKind::Barrier))
      P.remark(*Item.I, "before a barrier " + Proc.Name +
                            " waits for every memory operation, asynchronous "
                            "loads included");
    else if (!P.ModuleHasLdsDma && waitsInAnyCase(Item.R))
      P.remark(*Item.I, "before an access of LDS that is atomic or volatile "
                        "LLVM waits for all asynchronous loads");
}

void planLoads(Planning &P) {
  for (const RecognizedInstruction &Item : P.Instructions)
    if (Item.R.isOperation(OpKind::AsyncLoad))
      planLoad(P, Item);
  if (P.Plan.Loads.empty() || !P.Plan.TheMode.Proc->family().LdsDma)
    return;
  P.Plan.HideLoads = !P.ModuleHasLdsDma;
  remarkOnWaits(P);
}

/// "The number of lanes before this one": the lane's number, as no lane is
/// masked out of the count.
static llvm::Value *laneNumber(llvm::IRBuilder<> &B) {
  llvm::Value *All = B.getInt32(-1);
  return B.CreateIntrinsic(Intrinsic::amdgcn_mbcnt_lo, {All, B.getInt32(0)});
}

static llvm::Value *addBytes(llvm::IRBuilder<> &B, llvm::Value *Pointer,
                             llvm::Value *Bytes) {
  auto *Constant = llvm::dyn_cast<llvm::ConstantInt>(Bytes);
  return Constant && Constant->isZero()
             ? Pointer
             : B.CreateGEP(B.getInt8Ty(), Pointer, {Bytes});
}

/// The offset goes into both addresses, as it does in the older instruction.
static void buildPerLane(llvm::IRBuilder<> &B, const AsyncLoad &Load) {
  llvm::CallBase &I = *Load.I;
  llvm::Value *Size = I.getArgOperand(2), *Offset = I.getArgOperand(3);
  llvm::Value *Source = addBytes(B, I.getArgOperand(0), Offset);
  llvm::Value *Target = addBytes(B, addBytes(B, I.getArgOperand(1), Offset),
                                 B.CreateMul(laneNumber(B), Size));
  B.CreateIntrinsic(Load.Replacement,
                    {Source, Target, B.getInt32(0), I.getArgOperand(4)});
}

/// Nothing that accesses memory is between \p I and an asynchronous load or
/// a compiler fence before it in the block.
static bool isOrderedAlready(const llvm::Instruction &I,
                             const AliasScopes &Scopes) {
  for (const llvm::Instruction *Before = I.getPrevNode(); Before;
       Before = Before->getPrevNode())
    if (isCompilerFence(*Before) || Scopes.isHidden(*Before))
      return true;
    else if (Before->mayReadOrWriteMemory())
      return false;
  return false;
}

static llvm::CallInst *buildPlain(llvm::IRBuilder<> &B, const AsyncLoad &Load) {
  llvm::CallBase &I = *Load.I;
  llvm::SmallVector<llvm::Type *, 1> Types;
  if (Load.Replacement == Intrinsic::amdgcn_load_to_lds)
    Types.push_back(I.getArgOperand(0)->getType());
  llvm::SmallVector<llvm::Value *, 8> Operands(I.args());
  llvm::CallInst *Plain = B.CreateIntrinsic(Load.Replacement, Types, Operands);
  Plain->copyMetadata(I);
  return Plain;
}

void applyLoads(const FunctionPlan &Plan) {
  std::optional<AliasScopes> Scopes;
  if (Plan.HideLoads)
    Scopes.emplace(*Plan.F);
  for (const AsyncLoad &Load : Plan.Loads) {
    llvm::IRBuilder<> B(Load.I);
    if (!Plan.TheMode.Proc->family().LdsDma) {
      buildPerLane(B, Load);
    } else {
      if (Scopes && !isOrderedAlready(*Load.I, *Scopes))
        buildCompilerFence(B);
      llvm::CallInst *Plain = buildPlain(B, Load);
      if (Scopes)
        Scopes->hide(*Plain);
    }
    Load.I->eraseFromParent();
  }
  if (Scopes)
    Scopes->separateOthers();
}

} // namespace fencepost::rewrite
