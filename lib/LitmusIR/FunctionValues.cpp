//===- FunctionValues.cpp - What a function computes, as expressions ------===//
//===----------------------------------------------------------------------===//
#include "FunctionValues.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Operator.h"

namespace fencepost {

using model::ExpressionKind;

static constexpr unsigned MaxParts = 64; ///< Of one value.

/// Parts of a value of integers; none if it is not made of i1 and i32.
static std::optional<unsigned> numIntegers(const llvm::Type *T) {
  if (T->isIntegerTy(1) || T->isIntegerTy(32))
    return 1;
  const llvm::Type *Element = nullptr;
  uint64_t Count = 0;
  if (auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(T)) {
    Element = Vector->getElementType();
    Count = Vector->getNumElements();
  } else if (auto *Array = llvm::dyn_cast<llvm::ArrayType>(T)) {
    Element = Array->getElementType();
    Count = Array->getNumElements();
  }
  if (Element) {
    std::optional<unsigned> Each = numIntegers(Element);
    bool Fits = Each && Count <= MaxParts && *Each * Count <= MaxParts;
    return Fits ? std::optional<unsigned>(*Each * Count) : std::nullopt;
  }
  auto *Struct = llvm::dyn_cast<llvm::StructType>(T);
  if (!Struct)
    return std::nullopt;
  unsigned Sum = 0;
  for (const llvm::Type *Field : Struct->elements()) {
    std::optional<unsigned> Each = numIntegers(Field);
    if (!Each || Sum + *Each > MaxParts)
      return std::nullopt;
    Sum += *Each;
  }
  return Sum;
}

std::optional<unsigned> numParts(const llvm::Type *T) {
  return T->isPointerTy() ? std::optional(1u) : numIntegers(T);
}

FunctionValues::FunctionValues(ThreadContext &Context, llvm::Function &F,
                               std::string Prefix)
    : Context(Context), Build(Context.Build), F(F), Prefix(std::move(Prefix)),
      Slots(F.getParent()) {
  Slots.incorporateFunction(F);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

llvm::Expected<IRValue> FunctionValues::operand(const llvm::Value &V,
                                                const llvm::Instruction &User) {
  if (auto It = Values.find(&V); It != Values.end())
    return It->second;
  if (V.getType()->isPointerTy())
    return pointerOperand(V, User);
  if (auto *C = llvm::dyn_cast<llvm::Constant>(&V))
    return constantOperand(*C, User);
  return Context.errorAt(User, "a value of type " + typeName(V.getType()) +
                                   " is not part of a litmus test");
}

llvm::Expected<IRValue>
FunctionValues::constantOperand(const llvm::Constant &C,
                                const llvm::Instruction &User) {
  std::optional<unsigned> Count = numParts(C.getType());
  if (!Count)
    return Context.errorAt(User, "a value of type " + typeName(C.getType()) +
                                     " is not part of a litmus test");
  IRValue Result;
  if (llvm::isa<llvm::UndefValue>(C)) { // poison too
    Result.Parts.assign(*Count, Build.undef());
    return Result;
  }
  if (C.isNullValue()) {
    Result.Parts.assign(*Count, Build.constant(0));
    return Result;
  }
  if (auto *Number = llvm::dyn_cast<llvm::ConstantInt>(&C)) {
    bool Bit = Number->getType()->isIntegerTy(1);
    Result.Parts.assign(
        *Count, Build.constant(static_cast<int32_t>(
                    Bit ? Number->getZExtValue() : Number->getSExtValue())));
    return Result;
  }
  for (unsigned I = 0; const llvm::Constant *Part = C.getAggregateElement(I);
       ++I) {
    llvm::Expected<IRValue> Value = constantOperand(*Part, User);
    if (!Value)
      return Value.takeError();
    Result.Parts.append(Value->Parts);
  }
  if (Result.Parts.size() != *Count)
    return Context.errorAt(User,
                           "an operand here is a constant expression, which is "
                           "not part of a litmus test");
  return Result;
}

llvm::Expected<unsigned>
FunctionValues::integerOperand(const llvm::Value &V,
                               const llvm::Instruction &User) {
  if (!V.getType()->isIntegerTy(1) && !V.getType()->isIntegerTy(32))
    return Context.errorAt(User,
                           "works on " + typeName(V.getType()) +
                               "; a litmus test computes with i1 and i32");
  llvm::Expected<IRValue> Value = operand(V, User);
  if (!Value)
    return Value.takeError();
  return Value->Parts.front();
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

IRValue FunctionValues::defineRegisters(const llvm::Value &V, unsigned Count) {
  IRValue Result;
  for (unsigned I = 0; I < Count; ++I) {
    std::string Name = Prefix + nameOf(V);
    if (Count > 1)
      Name += "." + llvm::utostr(I);
    Result.Parts.push_back(Build.reg(Build.addRegister(Name)));
  }
  return Result;
}

/// A value without a name has the number that is written before it, which may
/// leave gaps; if none is written, the one that LLVM gives it.
std::string FunctionValues::nameOf(const llvm::Value &V) {
  if (V.hasName())
    return V.getName().str();
  if (auto *I = llvm::dyn_cast<llvm::Instruction>(&V)) {
    model::SourcePoint Where = Context.at(*I);
    llvm::StringRef Line = Context.Source.line(Where.Line);
    Line = Line.drop_front(std::min<size_t>(Line.size(), Where.Column - 1));
    if (Line.consume_front("%") && !Line.empty() && llvm::isDigit(Line[0]))
      return Line.take_while(llvm::isDigit).str();
  }
  return llvm::itostr(Slots.getLocalSlot(&V));
}

llvm::Expected<IRValue> FunctionValues::phiValue(llvm::PHINode &Phi) {
  if (auto It = Values.find(&Phi); It != Values.end())
    return It->second;
  std::optional<unsigned> Count = numParts(Phi.getType());
  if (!Count)
    return Context.errorAt(Phi, "a value of type " + typeName(Phi.getType()) +
                                    " is not part of a litmus test");
  IRValue Result;
  if (Phi.getType()->isPointerTy()) {
    llvm::Expected<const llvm::GlobalVariable *> Base = baseOf(Phi, Phi);
    if (!Base)
      return Base.takeError();
    Result.Base = *Base;
  }
  // An address within a single element needs no register: it is the element's.
  if (Result.Base && Context.Globals[Result.Base].Size == 1)
    Result.Parts.push_back(Build.constant(0));
  else
    Result.Parts = defineRegisters(Phi, *Count).Parts;
  Values[&Phi] = Result;
  return Result;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

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
FunctionValues::baseOf(const llvm::Value &V, const llvm::Instruction &User) {
  const llvm::GlobalVariable *Base = nullptr;
  llvm::SmallPtrSet<const llvm::Value *, 8> Seen;
  llvm::SmallVector<const llvm::Value *> Work = {&V};
  while (!Work.empty()) {
    const llvm::Value *Current = Work.pop_back_val();
    if (!Seen.insert(Current).second)
      continue;
    if (const llvm::Value *From = derivedFrom(*Current)) {
      Work.push_back(From);
      continue;
    }
    if (auto *Select = llvm::dyn_cast<llvm::SelectInst>(Current)) {
      Work.append({Select->getTrueValue(), Select->getFalseValue()});
      continue;
    }
    if (auto *Phi = llvm::dyn_cast<llvm::PHINode>(Current)) {
      Work.append(Phi->op_begin(), Phi->op_end());
      continue;
    }
    auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(Current);
    if (auto It = Values.find(Current); It != Values.end())
      Global = It->second.Base;
    if (!Global)
      return Context.errorAt(
          User, "an address here does not belong to a known global");
    if (Base && Base != Global)
      return Context.errorAt(User, "an address here may belong to @" +
                                       Base->getName() + " or to @" +
                                       Global->getName() +
                                       "; it has to be one of them");
    Base = Global;
  }
  if (!Base)
    return Context.errorAt(User,
                           "an address here does not belong to a known global");
  return Base;
}

llvm::Expected<IRValue>
FunctionValues::pointerOperand(const llvm::Value &V,
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
  return Context.errorAt(User,
                         "an address here does not belong to a known global");
}

llvm::Expected<IRValue>
FunctionValues::elementPointer(const llvm::GEPOperator &Element,
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
    Build.assign(Register, Part, Context.at(User));
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
FunctionValues::indexOf(const llvm::GEPOperator &Element,
                        const llvm::Instruction &User) {
  const llvm::DataLayout &Layout = F.getDataLayout();
  unsigned Bits = Layout.getIndexSizeInBits(Element.getPointerAddressSpace());
  llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4> Variable;
  llvm::APInt Constant(Bits, 0);
  if (!Element.collectOffset(Layout, Bits, Variable, Constant))
    return Context.errorAt(User, "the size of an element here is unknown");
  std::optional<int32_t> Start = inUnits(Constant);
  if (!Start)
    return Context.errorAt(
        User, "an address here is not that of an i32 of a location");
  unsigned Sum = Build.constant(*Start);
  for (const auto &[V, Scale] : Variable) {
    std::optional<int32_t> Step = inUnits(Scale);
    if (!Step)
      return Context.errorAt(User,
                             "an index here does not count in units of i32");
    if (!V->getType()->isIntegerTy(32) && !V->getType()->isIntegerTy(64))
      return Context.errorAt(
          User, "an index here is of type " + typeName(V->getType()) +
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
FunctionValues::addressOf(const IRValue &Pointer, unsigned Offset,
                          const llvm::Instruction &User) {
  const IRGlobal &Global = Context.Globals[Pointer.Base];
  const model::Location &L = Context.Program.Locations[Global.First];
  unsigned Index = Build.binary(ExpressionKind::Add, Pointer.Parts.front(),
                                Build.constant(static_cast<int32_t>(Offset)));
  std::optional<int32_t> Number = Build.constantOf(Index);
  if (!Number && !L.IsArray)
    return Context.errorAt(User,
                           "@" + L.Name + " is no array and cannot be indexed");
  if (Number && (*Number < 0 || static_cast<unsigned>(*Number) >= L.Size))
    return Context.errorAt(User, "element " + llvm::Twine(*Number) +
                                     " is outside of @" + L.Name +
                                     ", which has " + llvm::Twine(L.Size));
  return model::Address{Global.First, L.IsArray ? Index : model::None};
}

} // namespace fencepost
