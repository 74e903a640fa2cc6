//===- TermRules.cpp - The normal form of sums, and simplification --------===//
// Sums are kept as multiples of terms that are not sums or multiples, in one
// order. Of operators there are only rules that make a term smaller or more
// canonical; tests compare each with plain computation on random numbers
// (unittests/Symbolic/TermsTest.cpp). Comparisons and casts use the intervals
// of their operands.
//===----------------------------------------------------------------------===//
#include "TermEquations.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/Support/MathExtras.h"

namespace fencepost::sym {

using view::ValueKind;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

void TermTable::addTo(llvm::SmallVectorImpl<Summand> &Parts, uint64_t &Constant,
                      TermId A, uint64_t Factor) const {
  const Term &T = Terms[A];
  if (T.Form == TermForm::Constant) {
    Constant += T.Number * Factor;
  } else if (T.Form == TermForm::Sum) {
    Constant += T.Number * Factor;
    for (const Summand &Part : T.Parts)
      Parts.push_back({Part.Term, Part.Times * Factor});
  } else {
    Parts.push_back({A, Factor});
  }
}

TermId TermTable::sum(unsigned Bits, uint64_t Constant,
                      llvm::SmallVectorImpl<Summand> &Parts) {
  llvm::sort(Parts, [](const Summand &X, const Summand &Y) {
    return X.Term < Y.Term;
  });
  Term T;
  T.Form = TermForm::Sum;
  T.Bits = Bits;
  T.Number = view::truncated(Constant, Bits);
  for (size_t I = 0; I < Parts.size();) {
    uint64_t Times = 0;
    TermId Condition = Parts[I].Term;
    for (; I < Parts.size() && Parts[I].Term == Condition; ++I)
      Times += Parts[I].Times;
    if (Times = view::truncated(Times, Bits); Times)
      T.Parts.push_back({Condition, Times});
  }
  if (T.Parts.empty())
    return constant(T.Number, Bits);
  if (T.Parts.size() == 1 && T.Parts[0].Times == 1 && T.Number == 0)
    return T.Parts[0].Term;
  return interned(std::move(T));
}

TermId TermTable::add(TermId A, TermId B) {
  llvm::SmallVector<Summand, 4> Parts;
  uint64_t Constant = 0;
  addTo(Parts, Constant, A, 1);
  addTo(Parts, Constant, B, 1);
  return sum(bits(A), Constant, Parts);
}

TermId TermTable::sub(TermId A, TermId B) {
  llvm::SmallVector<Summand, 4> Parts;
  uint64_t Constant = 0;
  addTo(Parts, Constant, A, 1);
  addTo(Parts, Constant, B, ~uint64_t(0));
  return sum(bits(A), Constant, Parts);
}

TermId TermTable::times(TermId A, uint64_t Factor) {
  llvm::SmallVector<Summand, 4> Parts;
  uint64_t Constant = 0;
  addTo(Parts, Constant, A, Factor);
  return sum(bits(A), Constant, Parts);
}

unsigned TermTable::zerosBelow(TermId Id, unsigned Depth) const {
  constexpr unsigned MaxDepth = 6;
  const Term &T = Terms[Id];
  auto ZerosOf = [&](uint64_t Number) {
    return Number ? unsigned(llvm::countr_zero(Number)) : unsigned(T.Bits);
  };
  if (T.Form == TermForm::Constant)
    return ZerosOf(T.Number);
  if (Depth > MaxDepth || T.Form == TermForm::Symbol)
    return 0;
  if (T.Form == TermForm::Sum) {
    unsigned Result = ZerosOf(T.Number);
    for (const Summand &Part : T.Parts)
      Result = std::min(Result,
                        ZerosOf(Part.Times) + zerosBelow(Part.Term, Depth + 1));
    return Result;
  }
  switch (T.Op) {
  case ValueKind::And:
    return std::max(zerosBelow(T.A, Depth + 1), zerosBelow(T.B, Depth + 1));
  case ValueKind::Or:
  case ValueKind::Xor:
    return std::min(zerosBelow(T.A, Depth + 1), zerosBelow(T.B, Depth + 1));
  case ValueKind::Select:
    return std::min(zerosBelow(T.B, Depth + 1), zerosBelow(T.C, Depth + 1));
  case ValueKind::Mul:
    return std::min(unsigned(T.Bits),
                    zerosBelow(T.A, Depth + 1) + zerosBelow(T.B, Depth + 1));
  case ValueKind::ZExt:
  case ValueKind::SExt:
    return zerosBelow(T.A, Depth + 1);
  default:
    return 0;
  }
}

/// \p Sum as one whose \p Zeros lowest bits are zero and one below 2^\p Zeros,
/// if it is such a sum and neither is zero.
std::optional<std::pair<TermId, TermId>> TermTable::highAndLow(TermId Sum,
                                                               unsigned Zeros) {
  Term T = Terms[Sum];
  if (Zeros == 0 || Zeros >= T.Bits)
    return std::nullopt;
  uint64_t Mask = (uint64_t(1) << Zeros) - 1;
  llvm::SmallVector<Summand, 4> High, Low;
  __int128 Least = T.Number & Mask, Most = Least;
  for (const Summand &Part : T.Parts) {
    if (llvm::countr_zero(Part.Times) + zerosBelow(Part.Term) >= Zeros) {
      High.push_back(Part);
      continue;
    }
    Low.push_back(Part);
    __int128 Times = view::asSigned(Part.Times, T.Bits);
    const Range &Limits = Terms[Part.Term].Limits;
    Least += Times * (Times < 0 ? Limits.High : Limits.Low);
    Most += Times * (Times < 0 ? Limits.Low : Limits.High);
  }
  uint64_t HighNumber = T.Number & ~Mask;
  if (Least < 0 || Most > Mask || (High.empty() && !HighNumber) ||
      (Low.empty() && !(T.Number & Mask)))
    return std::nullopt;
  return std::pair(sum(T.Bits, HighNumber, High),
                   sum(T.Bits, T.Number & Mask, Low));
}

/// The bits below \p Mask + 1 of a sum whose low bits do not carry: summands
/// that are entirely above the mask are dropped, and only the rest is masked.
std::optional<TermId> TermTable::maskedSum(TermId Sum, uint64_t Mask) {
  Term T = Terms[Sum];
  unsigned Ones = llvm::countr_one(Mask);
  if (auto Split = highAndLow(Sum, Ones))
    return Split->second;
  for (const Summand &Part : T.Parts) {
    unsigned Zeros = llvm::countr_zero(Part.Times) + zerosBelow(Part.Term);
    if (Zeros >= Ones)
      continue;
    if (auto Split = highAndLow(Sum, Zeros))
      return add(
          apply(ValueKind::And, T.Bits, Split->first, constant(Mask, T.Bits)),
          Split->second);
  }
  return std::nullopt;
}

/// The zero extension of a sum that may wrap: if its low bits are a separate
/// sum that does not carry, only the high ones wrap.
std::optional<TermId> TermTable::zeroExtendedParts(unsigned Bits, TermId Sum) {
  Term T = Terms[Sum];
  for (const Summand &Part : T.Parts) {
    unsigned Zeros = llvm::countr_zero(Part.Times) + zerosBelow(Part.Term);
    if (auto Split = highAndLow(Sum, Zeros)) {
      TermId High = apply(ValueKind::ZExt, Bits, Split->first);
      return add(High, apply(ValueKind::ZExt, Bits, Split->second));
    }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

TermId TermTable::negated(TermId A) {
  assert(bits(A) == 1 && "only conditions are negated");
  const Term &T = Terms[A];
  if (auto Number = constantOf(A))
    return truth(!*Number);
  if (T.Form == TermForm::Operator && T.Op == ValueKind::Xor && T.B == True)
    return T.A;
  return rawOperator(ValueKind::Xor, 1, A, True, {});
}

bool TermTable::isNegationOf(TermId A, TermId B) const {
  auto Negates = [&](TermId X, TermId Y) {
    const Term &T = Terms[X];
    return T.Form == TermForm::Operator && T.Op == ValueKind::Xor &&
           T.Bits == 1 && T.A == Y && T.B == True;
  };
  return Negates(A, B) || Negates(B, A);
}

TermId TermTable::both(TermId A, TermId B) {
  return apply(ValueKind::And, 1, A, B);
}

TermId TermTable::either(TermId A, TermId B) {
  return apply(ValueKind::Or, 1, A, B);
}

TermId TermTable::equal(TermId A, TermId B) {
  return apply(ValueKind::Eq, 1, A, B);
}

TermId TermTable::less(TermId A, TermId B) {
  return apply(ValueKind::ULt, 1, A, B);
}

TermId TermTable::select(TermId Condition, TermId Then, TermId Else) {
  return apply(ValueKind::Select, bits(Then), Condition, Then, Else);
}

TermId TermTable::resized(TermId A, unsigned Bits) {
  if (bits(A) == Bits)
    return A;
  return apply(bits(A) < Bits ? ValueKind::ZExt : ValueKind::Trunc, Bits, A);
}

/// Distances at which two accesses have a byte in common, if they are so few
/// that they are written one by one.
static constexpr unsigned MostDistances = 4;

TermId TermTable::haveCommonByte(TermId Difference, uint64_t BytesA,
                                 uint64_t BytesB) {
  unsigned Bits = bits(Difference);
  unsigned Zeros = std::min(zerosBelow(Difference), 32u);
  uint64_t Up = BytesB ? (BytesB - 1) >> Zeros : 0;
  uint64_t Down = BytesA ? (BytesA - 1) >> Zeros : 0;
  if (BytesA && BytesB && Up + Down < MostDistances) {
    TermId Result = False;
    for (uint64_t Distance = 0; Distance <= Up + Down; ++Distance) {
      TermId Overlap = constant((Distance - Down) << Zeros, Bits);
      Result = either(Result, equal(Difference, Overlap));
    }
    return Result;
  }
  TermId IsAfterB = less(Difference, constant(BytesB, Bits));
  TermId Back = sub(constant(0, Bits), Difference);
  TermId IsAfterA = less(Back, constant(BytesA, Bits));
  return either(IsAfterB, IsAfterA);
}

/// And, Or, Xor of conditions. Joins of control flow come as (x and c) or
/// (x and not c).
std::optional<TermId> TermTable::simplifiedLogic(ValueKind Op, TermId A,
                                                 TermId B) {
  if (A > B)
    std::swap(A, B);
  if (Op == ValueKind::Xor) {
    if (A == False)
      return B;
    if (A == True)
      return negated(B);
    return A == B ? std::optional<TermId>(False) : std::nullopt;
  }
  bool IsAnd = Op == ValueKind::And;
  if (A == truth(IsAnd) || A == B)
    return B;
  if (A == truth(!IsAnd) || isNegationOf(A, B))
    return truth(!IsAnd);
  ValueKind Dual = IsAnd ? ValueKind::Or : ValueKind::And;
  Term X = Terms[A], Y = Terms[B];
  auto IsOperator = [](const Term &T, ValueKind Op) {
    return T.Form == TermForm::Operator && T.Op == Op;
  };
  // Absorption, and a conjunct that is already present.
  for (auto [T, Whole, Other] : {std::tuple(X, A, B), std::tuple(Y, B, A)}) {
    if (IsOperator(T, Dual) && (T.A == Other || T.B == Other))
      return Other;
    if (IsOperator(T, Op) && (T.A == Other || T.B == Other))
      return Whole;
    if (IsOperator(T, Op) &&
        (isNegationOf(T.A, Other) || isNegationOf(T.B, Other)))
      return truth(!IsAnd);
    if (IsOperator(T, Dual) && isNegationOf(T.A, Other))
      return apply(Op, 1, T.B, Other);
    if (IsOperator(T, Dual) && isNegationOf(T.B, Other))
      return apply(Op, 1, T.A, Other);
  }
  if (!IsOperator(X, Dual) || !IsOperator(Y, Dual))
    return std::nullopt;
  for (auto [P, Q] : {std::pair(X.A, X.B), std::pair(X.B, X.A)})
    for (auto [R, S] : {std::pair(Y.A, Y.B), std::pair(Y.B, Y.A)})
      if (P == R)
        return apply(Dual, 1, P, apply(Op, 1, Q, S));
  return std::nullopt;
}

std::optional<TermId> TermTable::simplifiedComparison(ValueKind Op, TermId A,
                                                      TermId B) {
  Range X = Terms[A].Limits, Y = Terms[B].Limits;
  bool Disjoint = X.High < Y.Low || Y.High < X.Low;
  uint64_t Sign = uint64_t(1) << (bits(A) - 1);
  switch (Op) {
  case ValueKind::Eq: {
    if (A == B)
      return True;
    if (auto Difference = constantOf(sub(A, B)))
      return truth(*Difference == 0);
    if (Disjoint)
      return False;
    if (bits(A) == 1 && constantOf(B))
      return B == True ? A : negated(A);
    if (auto Smaller = equationInFewBits(*this, A, B))
      return Smaller;
    if (A > B)
      return apply(Op, 1, B, A);
    return std::nullopt;
  }
  case ValueKind::Ne:
    return negated(equal(A, B));
  case ValueKind::ULt:
    if (A == B || X.Low >= Y.High)
      return False;
    return X.High < Y.Low ? std::optional<TermId>(True) : std::nullopt;
  case ValueKind::ULe:
    return negated(less(B, A));
  case ValueKind::SLt:
    if (A == B)
      return False;
    if (X.High < Sign && Y.High < Sign)
      return less(A, B);
    if (X.High < Sign && Y.Low >= Sign)
      return False;
    if (X.Low >= Sign && Y.High < Sign)
      return True;
    return std::nullopt;
  case ValueKind::SLe:
    return negated(apply(ValueKind::SLt, 1, B, A));
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

std::optional<TermId> TermTable::simplifiedArithmetic(ValueKind Op,
                                                      unsigned Bits, TermId A,
                                                      TermId B) {
  std::optional<uint64_t> Left = constantOf(A), Right = constantOf(B);
  switch (Op) {
  case ValueKind::Add:
    return add(A, B);
  case ValueKind::Sub:
    return sub(A, B);
  case ValueKind::Mul:
    if (Right)
      return times(A, *Right);
    if (Left)
      return times(B, *Left);
    if (A > B)
      return apply(Op, Bits, B, A);
    return std::nullopt;
  case ValueKind::Shl:
    if (Right)
      return *Right >= Bits ? constant(0, Bits)
                            : times(A, uint64_t(1) << *Right);
    return std::nullopt;
  case ValueKind::UDiv:
    if (Right && llvm::isPowerOf2_64(*Right))
      return apply(ValueKind::LShr, Bits, A,
                   constant(llvm::Log2_64(*Right), Bits));
    return std::nullopt;
  case ValueKind::URem:
    if (Right && Terms[A].Limits.High < *Right)
      return A;
    if (Right && llvm::isPowerOf2_64(*Right))
      return apply(ValueKind::And, Bits, A, constant(*Right - 1, Bits));
    return std::nullopt;
  case ValueKind::SDiv:
  case ValueKind::SRem: {
    uint64_t Sign = uint64_t(1) << (Bits - 1);
    if (Terms[A].Limits.High >= Sign || Terms[B].Limits.High >= Sign)
      return std::nullopt;
    return apply(Op == ValueKind::SDiv ? ValueKind::UDiv : ValueKind::URem,
                 Bits, A, B);
  }
  default:
    return std::nullopt;
  }
}

/// True if one of them is below the lowest bit of the other.
bool TermTable::haveNoCommonBit(TermId A, TermId B) const {
  auto IsBelow = [&](TermId Small, TermId Large) {
    unsigned Zeros = zerosBelow(Large);
    return Zeros >= 64 || Terms[Small].Limits.High >> Zeros == 0;
  };
  return IsBelow(A, B) || IsBelow(B, A);
}

std::optional<TermId> TermTable::simplifiedBitwise(ValueKind Op, unsigned Bits,
                                                   TermId A, TermId B) {
  if (constantOf(A) && Op <= ValueKind::Xor)
    std::swap(A, B);
  std::optional<uint64_t> Right = constantOf(B);
  uint64_t Ones = view::truncated(~uint64_t(0), Bits);
  switch (Op) {
  case ValueKind::And:
    if (A == B)
      return A;
    if (Right && *Right == 0)
      return B;
    // A mask of low bits that clears nothing.
    if (Right && llvm::isMask_64(*Right) && Terms[A].Limits.High <= *Right)
      return A;
    // A mask of low bits that are separate in a sum.
    if (Right && llvm::isMask_64(*Right) && Terms[A].Form == TermForm::Sum)
      return maskedSum(A, *Right);
    return std::nullopt;
  case ValueKind::Or:
    if (A == B || (Right && *Right == 0))
      return A;
    if (Right && *Right == Ones)
      return B;
    if (haveNoCommonBit(A, B))
      return add(A, B);
    return std::nullopt;
  case ValueKind::Xor:
    if (A == B)
      return constant(0, Bits);
    if (Right && *Right == 0)
      return A;
    if (Right && *Right == 1 && Terms[A].Limits.High <= 1)
      return sub(B, A);
    if (haveNoCommonBit(A, B))
      return add(A, B);
    return std::nullopt;
  case ValueKind::LShr:
  case ValueKind::AShr:
    if (Right && *Right == 0)
      return A;
    if (Op == ValueKind::LShr && Right && *Right < Bits &&
        Terms[A].Limits.High >> *Right == 0)
      return constant(0, Bits);
    if (Op == ValueKind::AShr && Terms[A].Limits.High >> (Bits - 1) == 0)
      return apply(ValueKind::LShr, Bits, A, B);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<TermId> TermTable::simplifiedSelect(unsigned Bits, TermId A,
                                                  TermId B, TermId C) {
  if (auto Condition = constantOf(A))
    return *Condition ? B : C;
  if (B == C)
    return B;
  if (Bits == 1 && constantOf(B))
    return B == True ? either(A, C) : both(negated(A), C);
  if (Bits == 1 && constantOf(C))
    return C == True ? either(negated(A), B) : both(A, B);
  const Term &If = Terms[A];
  if (If.Form != TermForm::Operator)
    return std::nullopt;
  if (If.Op == ValueKind::Xor && If.B == True)
    return select(If.A, C, B);
  // Maximum and minimum of two numbers have one normal form.
  bool IsOneOf = (B == If.A && C == If.B) || (B == If.B && C == If.A);
  bool Compares = If.Op == ValueKind::ULt || If.Op == ValueKind::SLt;
  if (Compares && IsOneOf && If.A > If.B)
    return select(apply(If.Op, 1, If.B, If.A), C, B);
  return std::nullopt;
}

std::optional<TermId> TermTable::simplifiedCast(ValueKind Op, unsigned Bits,
                                                TermId A) {
  if (bits(A) == Bits)
    return A;
  const Term &T = Terms[A];
  if (Op == ValueKind::SExt && T.Limits.High >> (T.Bits - 1) == 0)
    return apply(ValueKind::ZExt, Bits, A);
  bool IsCast = T.Form == TermForm::Operator &&
                (T.Op == ValueKind::ZExt || T.Op == ValueKind::SExt ||
                 T.Op == ValueKind::Trunc);
  if (Op == ValueKind::Trunc && IsCast && bits(T.A) == Bits)
    return T.A;
  if (Op == T.Op && IsCast && Op != ValueKind::Trunc)
    return apply(Op, Bits, T.A);
  if (Op == ValueKind::Trunc && IsCast && bits(T.A) < Bits)
    return apply(T.Op, Bits, T.A);
  // Truncation goes into sums always, zero extension into those that do not
  // wrap: there the factors and the constant keep their signed values.
  bool Whole = T.Limits.High != view::truncated(~uint64_t(0), T.Bits);
  if (T.Form == TermForm::Sum && Op == ValueKind::ZExt && !Whole)
    return zeroExtendedParts(Bits, A);
  if (T.Form != TermForm::Sum ||
      !(Op == ValueKind::Trunc || Op == ValueKind::ZExt))
    return std::nullopt;
  Term Copy = T;
  llvm::SmallVector<Summand, 4> Parts;
  uint64_t Constant = uint64_t(view::asSigned(Copy.Number, Copy.Bits));
  for (const Summand &Part : Copy.Parts)
    addTo(Parts, Constant, apply(Op, Bits, Part.Term),
          uint64_t(view::asSigned(Part.Times, Copy.Bits)));
  return sum(Bits, Constant, Parts);
}

TermId TermTable::apply(ValueKind Op, unsigned Bits, TermId A, TermId B,
                        TermId C) {
  unsigned Count = view::numOperands(Op);
  auto Left = constantOf(A), Right = constantOf(B), Third = constantOf(C);
  if (Left && (Count < 2 || Right) && (Count < 3 || Third))
    return constant(view::compute(Op, Bits, bits(A), *Left, Right.value_or(0),
                                  Third.value_or(0)),
                    Bits);
  std::optional<TermId> Simple;
  if (Count == 1)
    Simple = simplifiedCast(Op, Bits, A);
  else if (Count == 3)
    Simple = simplifiedSelect(Bits, A, B, C);
  else if (Bits == 1 && bits(A) == 1 && Op >= ValueKind::And &&
           Op <= ValueKind::Xor)
    Simple = simplifiedLogic(Op, A, B);
  else if (Op >= ValueKind::Eq)
    Simple = simplifiedComparison(Op, A, B);
  else if (Op >= ValueKind::And && Op != ValueKind::Shl)
    Simple = simplifiedBitwise(Op, Bits, A, B);
  else
    Simple = simplifiedArithmetic(Op, Bits, A, B);
  if (Simple)
    return *Simple;
  bool Commutes =
      Op == ValueKind::And || Op == ValueKind::Or || Op == ValueKind::Xor;
  if (Commutes && A > B)
    std::swap(A, B);
  if (Commutes && constantOf(A))
    std::swap(A, B);
  return rawOperator(Op, Bits, A, B, C);
}

} // namespace fencepost::sym
