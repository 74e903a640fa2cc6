//===- TermColumns.cpp - Terms computed for many assignments at once ------===//
// See TermColumns.h.
//===----------------------------------------------------------------------===//
#include "TermColumns.h"
#include "fencepost/View/Arithmetic.h"

namespace fencepost::check {

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

void TermColumns::append(TermId Id) {
  const Term &T = Terms[Id];
  Place[Id] = Columns.size();
  Columns.emplace_back().fill(T.Number);
  if (T.Form == TermForm::Symbol)
    Symbols.push_back(Id);
  if (T.Form == TermForm::Constant || T.Form == TermForm::Symbol)
    return;
  Instruction I;
  I.Term = Id;
  I.To = Place[Id];
  I.A = Place.lookup(T.A);
  I.B = Place.lookup(T.B);
  I.C = Place.lookup(T.C);
  for (const Summand &Part : T.Parts)
    I.Parts.push_back({Place.lookup(Part.Term), Part.Times});
  Code.push_back(std::move(I));
}

namespace {

/// The columns of an operator, of which the compiler knows which it is.
struct Operands {
  uint64_t *To;
  const uint64_t *A, *B, *C;
  unsigned Bits, OperandBits, Count;

  template <ValueKind Kind> void compute() const {
    for (unsigned I = 0; I < Count; ++I)
      To[I] = view::compute(Kind, Bits, OperandBits, A[I], B[I], C[I]);
  }
};

void computeColumn(ValueKind Kind, const Operands &On) {
  switch (Kind) {
#define OPERATOR(Name)                                                         \
  case ValueKind::Name:                                                        \
    return On.compute<ValueKind::Name>();
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
  const Term &T = Terms[I.Term];
  Column &To = Columns[I.To];
  std::fill_n(To.begin(), Count, T.Number);
  for (auto [Part, Times] : I.Parts) {
    const Column &From = Columns[Part];
    for (unsigned L = 0; L < Count; ++L)
      To[L] += Times * From[L];
  }
  uint64_t Mask = truncated(~uint64_t(0), T.Bits);
  for (unsigned L = 0; L < Count; ++L)
    To[L] &= Mask;
}

void TermColumns::run(unsigned Count) {
  for (const Instruction &I : Code) {
    const Term &T = Terms[I.Term];
    if (T.Form != TermForm::Operator)
      runSum(I, Count);
    else
      computeColumn(T.Op, {Columns[I.To].data(), Columns[I.A].data(),
                           Columns[I.B].data(), Columns[I.C].data(), T.Bits,
                           Terms.bits(T.A), Count});
  }
}

} // namespace fencepost::check
