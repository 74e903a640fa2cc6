//===- IRAddresses.cpp - Which element of which location ------------------===//
// The model wants to know the location of an access when the test is read; only
// the index may depend on what is loaded. So an address is followed back to the
// one global it belongs to, through casts, getelementptr, phis, selects and the
// arguments of functions. Indices are computed in 32 bits.
//===----------------------------------------------------------------------===//
#include "FunctionTranslation.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"

namespace fencepost {

using model::ExpressionKind;

/// llvm.amdgcn.make.buffer.rsrc makes a buffer of an address: to the model
/// they are the same.
static const llvm::Value *bufferOf(const llvm::Value &V) {
  auto *Call = llvm::dyn_cast<llvm::CallInst>(&V);
  const llvm::Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  bool Makes =
      Callee && Callee->getName().starts_with("llvm.amdgcn.make.buffer.rsrc");
  return Makes ? Call->getArgOperand(0) : nullptr;
}

/// The address that \p V is derived from in one step without phis, if any.
static const llvm::Value *derivedFrom(const llvm::Value &V) {
  if (auto *Element = llvm::dyn_cast<llvm::GEPOperator>(&V))
    return Element->getPointerOperand();
  if (auto *Cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(&V))
    return Cast->getPointerOperand();
  return bufferOf(V);
}

llvm::Expected<const llvm::GlobalVariable *>
FunctionTranslation::baseOf(const llvm::Value &V,
                            const llvm::Instruction &User) {
  const llvm::GlobalVariable *Base = nullptr;
  llvm::SmallPtrSet<const llvm::Value *, 8> Seen;
  llvm::SmallVector<const llvm::Value *> Work = {&V};
  while (!Work.empty()) {
    const llvm::Value *At = Work.pop_back_val();
    if (!Seen.insert(At).second)
      continue;
    if (const llvm::Value *From = derivedFrom(*At)) {
      Work.push_back(From);
      continue;
    }
    if (auto *Select = llvm::dyn_cast<llvm::SelectInst>(At)) {
      Work.append({Select->getTrueValue(), Select->getFalseValue()});
      continue;
    }
    if (auto *Phi = llvm::dyn_cast<llvm::PHINode>(At)) {
      Work.append(Phi->op_begin(), Phi->op_end());
      continue;
    }
    auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(At);
    if (auto It = Values.find(At); It != Values.end())
      Global = It->second.Base;
    if (!Global)
      return errorAt(User, "an address here does not belong to a known global");
    if (Base && Base != Global)
      return errorAt(User, "an address here may belong to @" + Base->getName() +
                               " or to @" + Global->getName() +
                               "; it has to be one of them");
    Base = Global;
  }
  if (!Base)
    return errorAt(User, "an address here does not belong to a known global");
  return Base;
}

llvm::Expected<IRValue>
FunctionTranslation::pointerOperand(const llvm::Value &V,
                                    const llvm::Instruction &User) {
  if (auto It = Values.find(&V); It != Values.end())
    return It->second;
  if (auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(&V)) {
    IRValue Result;
    Result.Parts.push_back(Build.constant(0));
    Result.Base = Global;
    return Result;
  }
  if (auto *Element = llvm::dyn_cast<llvm::GEPOperator>(&V))
    return elementPointer(*Element, User);
  if (const llvm::Value *From = derivedFrom(V))
    return pointerOperand(*From, User);
  return errorAt(User, "an address here does not belong to a known global");
}

llvm::Error FunctionTranslation::translateAddress(llvm::Instruction &I) {
  if (!I.getType()->isPointerTy())
    return errorAt(I, "a value of type " + typeName(I.getType()) +
                          " is not part of a litmus test");
  llvm::Expected<IRValue> Value = pointerOperand(I, I);
  if (!Value)
    return Value.takeError();
  Values[&I] = std::move(*Value);
  return llvm::Error::success();
}

llvm::Expected<IRValue>
FunctionTranslation::elementPointer(const llvm::GEPOperator &Element,
                                    const llvm::Instruction &User) {
  llvm::Expected<IRValue> From =
      pointerOperand(*Element.getPointerOperand(), User);
  if (!From)
    return From.takeError();
  llvm::Expected<unsigned> Index = indexOf(Element, User);
  if (!Index)
    return Index.takeError();
  unsigned &Part = From->Parts.front();
  bool Chained = !Build.constantOf(Part) && !Build.constantOf(*Index);
  Part = Build.binary(ExpressionKind::Add, Part, *Index);
  if (Chained) { // Keeps expressions small.
    unsigned Register = Build.addRegister(Prefix + nameOf(Element));
    Build.assign(Register, Part, at(User));
    Part = Build.reg(Register);
  }
  return From;
}

/// \p Bytes in units of four bytes; none if it is not a whole number of them or
/// out of all bounds.
static std::optional<int32_t> inUnits(const llvm::APInt &Bytes) {
  if (Bytes.getSignificantBits() > 33 || Bytes.getSExtValue() % 4 != 0)
    return std::nullopt;
  return static_cast<int32_t>(Bytes.getSExtValue() / 4);
}

/// What \p Element adds to its pointer, in units of four bytes.
llvm::Expected<unsigned>
FunctionTranslation::indexOf(const llvm::GEPOperator &Element,
                             const llvm::Instruction &User) {
  const llvm::DataLayout &Layout = F.getDataLayout();
  unsigned Bits = Layout.getIndexSizeInBits(Element.getPointerAddressSpace());
  llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4> Variable;
  llvm::APInt Constant(Bits, 0);
  if (!Element.collectOffset(Layout, Bits, Variable, Constant))
    return errorAt(User, "the size of an element here is unknown");
  std::optional<int32_t> Start = inUnits(Constant);
  if (!Start)
    return errorAt(User, "an address here is not that of an i32 of a location");
  unsigned Sum = Build.constant(*Start);
  for (const auto &[V, Scale] : Variable) {
    std::optional<int32_t> Step = inUnits(Scale);
    if (!Step)
      return errorAt(User, "an index here does not count in units of i32");
    if (!V->getType()->isIntegerTy(32) && !V->getType()->isIntegerTy(64))
      return errorAt(User, "an index here is of type " +
                               typeName(V->getType()) +
                               "; it has to be an i32, or one extended to i64");
    llvm::Expected<IRValue> Index = operand(*V, User);
    if (!Index)
      return Index.takeError();
    unsigned Scaled = Build.binary(ExpressionKind::Mul, Index->Parts.front(),
                                   Build.constant(*Step));
    Sum = Build.binary(ExpressionKind::Add, Sum, Scaled);
  }
  return Sum;
}

llvm::Expected<model::Address>
FunctionTranslation::addressOf(const IRValue &Pointer, unsigned Offset,
                               const llvm::Instruction &User) {
  const IRGlobal &Global = Context.Globals[Pointer.Base];
  const model::Location &L = Context.Program.Locations[Global.First];
  unsigned Index = Build.binary(ExpressionKind::Add, Pointer.Parts.front(),
                                Build.constant(static_cast<int32_t>(Offset)));
  std::optional<int32_t> Number = Build.constantOf(Index);
  if (!Number && !L.IsArray)
    return errorAt(User, "@" + L.Name + " is no array and cannot be indexed");
  if (Number && (*Number < 0 || static_cast<unsigned>(*Number) >= L.Size))
    return errorAt(User, "element " + llvm::Twine(*Number) +
                             " is outside of @" + L.Name + ", which has " +
                             llvm::Twine(L.Size));
  return model::Address{Global.First, L.IsArray ? Index : model::None};
}

} // namespace fencepost
