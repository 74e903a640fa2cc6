//===- TermRules.cpp - Simplification of terms ----------------------------===//
// Only rules that make a term smaller or more canonical; tests compare each
// with plain computation on random numbers (unittests/Symbolic/TermsTest.cpp).
// Comparisons and casts use the intervals of their operands. Sums are made by
// TermSums.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Terms.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/Support/MathExtras.h"

namespace fencepost::sym {

using view::ValueKind;

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
  return rawOperator(ValueKind::Xor, 1, A, True, 0);
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
    if (auto Smaller = simplifiedEquation(A, B))
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
