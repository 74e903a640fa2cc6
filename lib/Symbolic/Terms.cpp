//===- Terms.cpp - The table of terms ------------------------------------===//
// Interning, intervals, renaming and evaluation; the rewriting rules are in
// TermRules.cpp. Walks keep their own stack: terms of long straight-line code
// are deep.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Terms.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/Support/MathExtras.h"

namespace fencepost::sym {

using view::ValueKind;

bool Term::sameAs(const Term &Other) const {
  return Form == Other.Form && Op == Other.Op && Bits == Other.Bits &&
         Number == Other.Number && Sym == Other.Sym && A == Other.A &&
         B == Other.B && C == Other.C && Parts == Other.Parts;
}

/// Terms are made and looked up all the time, so the hash is cheap.
static size_t hashOf(const Term &T) {
  uint64_t Hash = 0;
  auto Add = [&](uint64_t Low, uint64_t High) {
    Hash = (Hash ^ Low ^ High << 32) * 0x9e3779b97f4a7c15;
    Hash ^= Hash >> 32;
  };
  Add(unsigned(T.Form) | unsigned(T.Op) << 8 | T.Bits << 16,
      unsigned(T.Sym.Kind) | T.Sym.Thread << 8);
  Add(T.A.index(), T.B.index());
  Add(T.C.index(), T.Sym.Index);
  Add(T.Number, T.Sym.Copy.index());
  for (const Summand &Part : T.Parts) {
    Add(Part.Term.index(), 0);
    Add(Part.Times, 0);
  }
  return Hash;
}

TermTable::TermTable() {
  constant(0, 1);
  constant(1, 1);
}

TermId TermTable::interned(Term T) {
  size_t Hash = hashOf(T);
  auto [Begin, End] = Index.equal_range(Hash);
  for (auto It = Begin; It != End; ++It)
    if (Terms[It->second].sameAs(T))
      return It->second;
  if (T.Form != TermForm::Symbol)
    T.Limits = limitsOf(T);
  TermId Id = Terms.add(std::move(T));
  Index.emplace(Hash, Id);
  return Id;
}

std::optional<uint64_t> TermTable::constantOf(TermId Id) const {
  if (Terms[Id].Form != TermForm::Constant)
    return std::nullopt;
  return Terms[Id].Number;
}

TermId TermTable::constant(uint64_t Number, unsigned Bits) {
  Term T;
  T.Bits = Bits;
  T.Number = view::truncated(Number, Bits);
  return interned(std::move(T));
}

TermId TermTable::symbol(Symbol Sym, unsigned Bits, Range Limits) {
  if (Limits.Low == Limits.High)
    return constant(Limits.Low, Bits);
  Term T;
  T.Form = TermForm::Symbol;
  T.Bits = Bits;
  T.Sym = Sym;
  T.Limits = Limits;
  return interned(std::move(T));
}

TermId TermTable::rawOperator(ValueKind Op, unsigned Bits, TermId A, TermId B,
                              TermId C) {
  Term T;
  T.Form = TermForm::Operator;
  T.Op = Op;
  T.Bits = Bits;
  T.A = A;
  T.B = B;
  T.C = C;
  return interned(std::move(T));
}

//===----------------------------------------------------------------------===//
// Intervals
//===----------------------------------------------------------------------===//

static Range everything(unsigned Bits) {
  return {0, view::truncated(~uint64_t(0), Bits)};
}

Range TermTable::limitsOf(const Term &T) const {
  switch (T.Form) {
  case TermForm::Constant:
    return {T.Number, T.Number};
  case TermForm::Symbol:
    return T.Limits;
  case TermForm::Sum:
    return limitsOfSum(T);
  case TermForm::Operator:
    return limitsOfOperator(T);
  }
  return everything(T.Bits);
}

/// Over the integers, reading factors and the constant as signed: if the
/// result fits its width, the sum does not wrap.
Range TermTable::limitsOfSum(const Term &T) const {
  __int128 Low = view::asSigned(T.Number, T.Bits), High = Low;
  for (const Summand &Part : T.Parts) {
    __int128 Factor = view::asSigned(Part.Times, T.Bits);
    const Range &Limits = Terms[Part.Term].Limits;
    Low += Factor * (Factor < 0 ? Limits.High : Limits.Low);
    High += Factor * (Factor < 0 ? Limits.Low : Limits.High);
  }
  Range All = everything(T.Bits);
  if (Low < 0 || High > __int128(All.High))
    return All;
  return {uint64_t(Low), uint64_t(High)};
}

/// The least 2^n-1 that is at least \p A.
static uint64_t onesUpTo(uint64_t A) {
  return A ? ~uint64_t(0) >> llvm::countl_zero(A) : 0;
}

Range TermTable::limitsOfOperator(const Term &T) const {
  Range All = everything(T.Bits);
  const Range &A = Terms[T.A].Limits, &B = Terms[T.B].Limits;
  switch (T.Op) {
  case ValueKind::Mul: {
    unsigned __int128 High = (unsigned __int128)A.High * B.High;
    return High > All.High ? All : Range{A.Low * B.Low, uint64_t(High)};
  }
  case ValueKind::UDiv:
    return B.Low ? Range{A.Low / B.High, A.High / B.Low} : All;
  case ValueKind::URem:
    return {0, B.Low ? std::min(A.High, B.High - 1) : A.High};
  case ValueKind::And:
    return {0, std::min(A.High, B.High)};
  case ValueKind::Or:
    return {std::max(A.Low, B.Low), onesUpTo(A.High | B.High)};
  case ValueKind::Xor:
    return {0, onesUpTo(A.High | B.High)};
  case ValueKind::LShr:
    return {0, B.Low >= T.Bits ? 0 : A.High >> B.Low};
  case ValueKind::Select: {
    const Range &C = Terms[T.C].Limits;
    return {std::min(B.Low, C.Low), std::max(B.High, C.High)};
  }
  case ValueKind::ZExt:
    return A;
  case ValueKind::SExt:
    return A.High >> (bits(T.A) - 1) ? All : A;
  case ValueKind::Trunc:
    return A.High > All.High ? All : A;
  default:
    return All;
  }
}

//===----------------------------------------------------------------------===//
// Walks
//===----------------------------------------------------------------------===//

llvm::SmallVector<TermId, 3> TermTable::operandsOf(const Term &T) const {
  llvm::SmallVector<TermId, 3> Operands;
  for (const Summand &Part : T.Parts)
    Operands.push_back(Part.Term);
  if (T.Form == TermForm::Operator) {
    unsigned Count = view::numOperands(T.Op);
    Operands.push_back(T.A);
    if (Count > 1)
      Operands.push_back(T.B);
    if (Count > 2)
      Operands.push_back(T.C);
  }
  return Operands;
}

/// Calls \p Visit for each term below \p Root that is not in \p Done, operands
/// first; \p Visit adds it to \p Done, and may add terms to the table.
template <typename MapT, typename FunctionT>
static void visitOperandsFirst(const TermTable &Terms, TermId Root,
                               const MapT &Done, FunctionT Visit) {
  llvm::SmallVector<TermId, 16> Stack{Root};
  while (!Stack.empty()) {
    TermId Id = Stack.back();
    size_t Before = Stack.size();
    if (!Done.count(Id))
      for (TermId Operand : Terms.operands(Id))
        if (!Done.count(Operand))
          Stack.push_back(Operand);
    if (Stack.size() != Before)
      continue;
    Stack.pop_back();
    if (!Done.count(Id))
      Visit(Id);
  }
}

TermId TermTable::renamed(TermId Root, llvm::DenseMap<TermId, TermId> &Memo,
                          llvm::function_ref<TermId(TermId)> Rename) {
  visitOperandsFirst(*this, Root, Memo, [&](TermId Id) {
    Term T = Terms[Id]; // A copy: the table grows below.
    if (T.Form == TermForm::Constant) {
      Memo[Id] = Id;
    } else if (T.Form == TermForm::Symbol) {
      Memo[Id] = Rename(Id);
    } else if (T.Form == TermForm::Sum) {
      llvm::SmallVector<Summand, 4> Parts;
      uint64_t Constant = T.Number;
      for (const Summand &Part : T.Parts)
        addTo(Parts, Constant, Memo[Part.Term], Part.Times);
      Memo[Id] = sum(T.Bits, Constant, Parts);
    } else {
      unsigned Count = view::numOperands(T.Op);
      TermId B = Count > 1 ? Memo[T.B] : TermId(),
             C = Count > 2 ? Memo[T.C] : TermId();
      Memo[Id] = apply(T.Op, T.Bits, Memo[T.A], B, C);
    }
  });
  return Memo[Root];
}

void TermTable::forEachSymbol(TermId Root, llvm::DenseMap<TermId, bool> &Seen,
                              llvm::function_ref<void(TermId)> Visit) const {
  llvm::SmallVector<TermId, 16> Stack{Root};
  while (!Stack.empty()) {
    TermId Id = Stack.pop_back_val();
    if (!Seen.try_emplace(Id, true).second)
      continue;
    if (Terms[Id].Form == TermForm::Symbol)
      Visit(Id);
    for (TermId Operand : operandsOf(Terms[Id]))
      Stack.push_back(Operand);
  }
}

uint64_t
TermTable::evaluated(TermId Root,
                     llvm::function_ref<uint64_t(TermId)> ValueOf) const {
  llvm::DenseMap<TermId, uint64_t> Memo;
  visitOperandsFirst(*this, Root, Memo, [&](TermId Id) {
    const Term &T = Terms[Id];
    uint64_t Result = T.Number;
    if (T.Form == TermForm::Symbol)
      Result = ValueOf(Id);
    for (const Summand &Part : T.Parts)
      Result += Part.Times * Memo[Part.Term];
    if (T.Form == TermForm::Operator)
      Result = view::compute(T.Op, T.Bits, bits(T.A), Memo[T.A], Memo[T.B],
                             Memo[T.C]);
    Memo[Id] = view::truncated(Result, T.Bits);
  });
  return Memo[Root];
}

} // namespace fencepost::sym
