//===- TermSums.cpp - Sums of multiples of terms -------------------------===//
// Sums are kept as multiples of terms that are not sums or multiples, in one
// order. See Terms.h and TermRules.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Terms.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/Support/MathExtras.h"

namespace fencepost::sym {

using view::ValueKind;

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

} // namespace fencepost::sym
