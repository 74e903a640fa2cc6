//===- TermColumns.cpp - Terms computed for many assignments at once -----===//
// See TermColumns.h.
//===----------------------------------------------------------------------===//
#include "TermColumns.h"
#include "fencepost/View/Arithmetic.h"

namespace fencepost::sym {

using namespace view;

unsigned TermColumns::add(TermId Root) {
  llvm::SmallVector<TermId, 16> Stack{Root};
  while (!Stack.empty()) {
    TermId Id = Stack.back();
    size_t Height = Stack.size();
    if (!Place.count(Id))
      for (TermId Operand : Terms.operands(Id))
        if (!Place.count(Operand))
          Stack.push_back(Operand);
    if (Stack.size() != Height)
      continue;
    Stack.pop_back();
    if (!Place.count(Id))
      append(Id);
  }
  return Place.lookup(Root);
}

/// A set of symbols has a bit for each; symbols from the last bit on share it.
/// One more bit marks a set that is not computed yet.
static constexpr unsigned LastSymbol = 62, NotComputed = 63;

TermColumns::Instruction TermColumns::instruction(TermId Id) const {
  const Term &T = Terms[Id];
  Instruction I;
  I.IsSum = T.Form == TermForm::Sum;
  I.Op = T.Op;
  I.Bits = T.Bits;
  I.To = Place.lookup(Id);
  I.Number = T.Number;
  I.Over = uint64_t(1) << NotComputed;
  if (!I.IsSum)
    I.OperandBits = Terms.bits(T.A);
  for (TermId Operand : Terms.operands(Id))
    I.From.push_back({Place.lookup(Operand), 0});
  for (auto [Column, Part] : llvm::zip(I.From, T.Parts))
    Column.second = Part.Times;
  for (auto [Column, Times] : I.From)
    I.Over |= Over[Column];
  return I;
}

void TermColumns::append(TermId Id) {
  const Term &T = Terms[Id];
  Place[Id] = Columns.size();
  Columns.emplace_back().Value = T.Number;
  Over.push_back(0);
  if (T.Form == TermForm::Symbol) {
    Over.back() = uint64_t(1) << std::min<size_t>(Symbols.size(), LastSymbol);
    Symbols.push_back(Id);
  } else if (T.Form != TermForm::Constant) {
    Code.push_back(instruction(Id));
    Over.back() = Code.back().Over;
  }
  Changed = ~uint64_t(0);
}

uint64_t *TermColumns::Column::lanes() {
  if (!Values)
    Values.reset(new uint64_t[Lanes]);
  return Values.get();
}

void TermColumns::Column::setOne(uint64_t To) {
  Value = To;
  IsOne = true;
  IsSpread = false;
}

uint64_t *TermColumns::spread(Column &C) {
  uint64_t *Values = C.lanes();
  if (C.IsOne && !C.IsSpread)
    std::fill_n(Values, Lanes, C.Value);
  C.IsSpread = true;
  return Values;
}

void TermColumns::set(TermId Symbol, uint64_t Value) {
  unsigned Number = Place.lookup(Symbol);
  Column &C = Columns[Number];
  if (C.IsOne && C.Value == Value)
    return;
  C.setOne(Value);
  Changed |= Over[Number];
}

llvm::MutableArrayRef<uint64_t> TermColumns::lanesOf(TermId Symbol) {
  unsigned Number = Place.lookup(Symbol);
  Column &C = Columns[Number];
  C.IsOne = false;
  Changed |= Over[Number];
  return {C.lanes(), Lanes};
}

namespace {

/// The columns of an operator that is a compile-time constant.
struct Operands {
  uint64_t *__restrict To;
  const uint64_t *A, *B, *C;
  unsigned Bits, OperandBits, Count;

  template <ValueKind Kind> void compute() const {
    for (unsigned I = 0; I < Count; ++I)
      To[I] = view::compute(Kind, Bits, OperandBits, A[I], B[I], C[I]);
  }
};

void computeColumn(ValueKind Kind, const Operands &Columns) {
  switch (Kind) {
#define OPERATOR(Name)                                                         \
  case ValueKind::Name:                                                        \
    return Columns.compute<ValueKind::Name>();
    OPERATOR(Add)
    OPERATOR(Sub)
    OPERATOR(Mul)
    OPERATOR(UDiv)
    OPERATOR(SDiv)
    OPERATOR(URem)
    OPERATOR(SRem)
    OPERATOR(And)
    OPERATOR(Or)
    OPERATOR(Xor)
    OPERATOR(Shl)
    OPERATOR(LShr)
    OPERATOR(AShr)
    OPERATOR(Eq)
    OPERATOR(Ne)
    OPERATOR(ULt)
    OPERATOR(ULe)
    OPERATOR(SLt)
    OPERATOR(SLe)
    OPERATOR(Select)
    OPERATOR(ZExt)
    OPERATOR(SExt)
    OPERATOR(Trunc)
#undef OPERATOR
  default:
    llvm_unreachable("not an operator");
  }
}

} // namespace

void TermColumns::runSum(const Instruction &I, unsigned Count) {
  uint64_t *__restrict To = Columns[I.To].lanes();
  uint64_t Known = I.Number;
  for (auto [Part, Times] : I.From)
    if (Columns[Part].IsOne)
      Known += Times * Columns[Part].Value;
  std::fill_n(To, Count, Known);
  for (auto [Part, Times] : I.From) {
    if (Columns[Part].IsOne)
      continue;
    const uint64_t *From = Columns[Part].lanes();
    for (unsigned L = 0; L < Count; ++L)
      To[L] += Times * From[L];
  }
  uint64_t Mask = truncated(~uint64_t(0), I.Bits);
  for (unsigned L = 0; L < Count; ++L)
    To[L] &= Mask;
}

void TermColumns::runOperator(const Instruction &I, unsigned Count) {
  const uint64_t *From[3];
  for (unsigned N = 0; N < 3; ++N)
    From[N] =
        spread(Columns[I.From[std::min<size_t>(N, I.From.size() - 1)].first]);
  computeColumn(I.Op, {Columns[I.To].lanes(), From[0], From[1], From[2], I.Bits,
                       I.OperandBits, Count});
}

/// The value of an instruction whose operands all have one value.
uint64_t TermColumns::valueOf(const Instruction &I) const {
  if (I.IsSum) {
    uint64_t Result = I.Number;
    for (auto [Part, Times] : I.From)
      Result += Times * Columns[Part].Value;
    return truncated(Result, I.Bits);
  }
  uint64_t From[3] = {};
  for (auto [N, Operand] : llvm::enumerate(I.From))
    From[N] = Columns[Operand.first].Value;
  return compute(I.Op, I.Bits, I.OperandBits, From[0], From[1], From[2]);
}

uint64_t TermColumns::run(unsigned Count) {
  constexpr unsigned AtATime = 8;
  uint64_t Work = 0;
  if (Count > Computed)
    Changed = ~uint64_t(0);
  for (const Instruction &I : Code) {
    if (!(I.Over & Changed))
      continue;
    bool IsOne = llvm::all_of(
        I.From, [&](auto Operand) { return Columns[Operand.first].IsOne; });
    if (IsOne) {
      Columns[I.To].setOne(valueOf(I));
      ++Work;
      continue;
    }
    Work += 1 + Count / AtATime;
    Columns[I.To].IsOne = false;
    if (I.IsSum)
      runSum(I, Count);
    else
      runOperator(I, Count);
  }
  Changed = 0;
  Computed = Count;
  return Work;
}

} // namespace fencepost::sym
