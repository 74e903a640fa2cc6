//===- TermBounds.cpp - Intervals of symbols, from comparisons ------------===//
// See TermBounds.h. Numbers of a width form a circle; a comparison, signed or
// not, holds on an arc of it, and for a symbol plus a number on that arc,
// shifted.
//===----------------------------------------------------------------------===//
#include "TermBounds.h"
#include "fencepost/View/Arithmetic.h"

namespace fencepost::sym {

using view::ValueKind;

namespace {

/// From First up to Last, around the circle if Last is less.
struct Arc {
  uint64_t First, Last;
};

/// A symbol plus a number.
struct Shifted {
  TermId Symbol;
  uint64_t Added;
};

} // namespace

static std::optional<Shifted> shifted(const TermTable &Terms, TermId Id) {
  const Term &T = Terms[Id];
  if (T.Form == TermForm::Symbol)
    return Shifted{Id, 0};
  if (T.Form == TermForm::Sum && T.Parts.size() == 1 && T.Parts[0].Times == 1 &&
      Terms[T.Parts[0].Term].Form == TermForm::Symbol)
    return Shifted{T.Parts[0].Term, T.Number};
  return std::nullopt;
}

/// Where `x Op Number` holds, or `Number Op x` unless \p IsLeft, for numbers of
/// \p Bits bits; nothing if nowhere.
static std::optional<Arc> arcOf(ValueKind Op, bool IsLeft, uint64_t Number,
                                unsigned Bits) {
  if (Op == ValueKind::Eq)
    return Arc{Number, Number};
  bool IsSigned = Op == ValueKind::SLt || Op == ValueKind::SLe;
  bool IsStrict = Op == ValueKind::ULt || Op == ValueKind::SLt;
  uint64_t Least = IsSigned ? uint64_t(1) << (Bits - 1) : 0;
  uint64_t Most = view::truncated(Least - 1, Bits);
  if (IsStrict && Number == (IsLeft ? Least : Most))
    return std::nullopt;
  return IsLeft ? Arc{Least, view::truncated(Number - IsStrict, Bits)}
                : Arc{view::truncated(Number + IsStrict, Bits), Most};
}

static SymbolInterval intervalOf(Shifted Sum, std::optional<Arc> Where,
                                 unsigned Bits) {
  uint64_t Most = view::truncated(~uint64_t(0), Bits);
  if (!Where)
    return {Sum.Symbol, {0, Most}, false};
  uint64_t First = view::truncated(Where->First - Sum.Added, Bits);
  uint64_t Last = view::truncated(Where->Last - Sum.Added, Bits);
  if (First <= Last)
    return {Sum.Symbol, {First, Last}, true};
  if (First == Last + 1)
    return {Sum.Symbol, {0, Most}, true};
  return {Sum.Symbol, {Last + 1, First - 1}, false};
}

std::optional<SymbolInterval> intervalOf(const TermTable &Terms,
                                         TermId Condition) {
  const Term &T = Terms[Condition];
  if (T.Form != TermForm::Operator || T.Bits != 1)
    return std::nullopt;
  bool IsNegated = T.Op == ValueKind::Ne;
  if (T.Op == ValueKind::Xor && T.B == TermTable::True) {
    std::optional<SymbolInterval> Other = intervalOf(Terms, T.A);
    if (Other)
      Other->Inside = !Other->Inside;
    return Other;
  }
  if (T.Op < ValueKind::Eq || T.Op > ValueKind::SLe)
    return std::nullopt;
  std::optional<uint64_t> Right = Terms.constantOf(T.B);
  std::optional<uint64_t> Number = Right ? Right : Terms.constantOf(T.A);
  std::optional<Shifted> Shift = shifted(Terms, Right ? T.A : T.B);
  if (!Number || !Shift)
    return std::nullopt;
  unsigned Bits = Terms.bits(T.A);
  ValueKind Op = IsNegated ? ValueKind::Eq : T.Op;
  SymbolInterval Result =
      intervalOf(*Shift, arcOf(Op, Right.has_value(), *Number, Bits), Bits);
  Result.Inside ^= IsNegated;
  return Result;
}

/// False if nothing is left.
static bool cut(Range &To, const SymbolInterval &Interval) {
  if (Interval.Inside) {
    To.Low = std::max(To.Low, Interval.Values.Low);
    To.High = std::min(To.High, Interval.Values.High);
    return To.Low <= To.High;
  }
  if (Interval.Values.Low <= To.Low && To.High <= Interval.Values.High)
    return false;
  if (Interval.Values.Low <= To.Low && To.Low <= Interval.Values.High)
    To.Low = Interval.Values.High + 1;
  else if (Interval.Values.Low <= To.High && To.High <= Interval.Values.High)
    To.High = Interval.Values.Low - 1;
  return true;
}

std::optional<SymbolBounds> boundsIn(const TermTable &Terms,
                                     llvm::ArrayRef<TermId> Conditions) {
  SymbolBounds Result;
  for (TermId Condition : Conditions) {
    std::optional<SymbolInterval> Interval = intervalOf(Terms, Condition);
    if (!Interval)
      continue;
    Range &Range =
        Result.try_emplace(Interval->Symbol, Terms[Interval->Symbol].Limits)
            .first->second;
    if (!cut(Range, *Interval))
      return std::nullopt;
  }
  return Result;
}

} // namespace fencepost::sym
