//===- TermEquations.cpp - Equations of sums, in few bits ----------------===//
//===----------------------------------------------------------------------===//
#include "TermEquations.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/ADT/bit.h"
#include <numeric>

namespace fencepost::sym {

using view::ValueKind;

namespace {

/// An equation: the sum of the positive summands equals the sum of the others,
/// whose factors are stored without their sign.
struct Sides {
  llvm::SmallVector<Summand, 4> Parts[2];
  uint64_t Constant[2] = {0, 0};
  unsigned __int128 Least[2] = {0, 0}, Most[2] = {0, 0};
  uint64_t Divisor = 0;
  unsigned FromBits = 1; ///< The largest width before extension.
};

} // namespace

/// Stops at a number that no term has.
static void addUpTo(unsigned __int128 &Sum, uint64_t Factor, uint64_t Number) {
  constexpr unsigned __int128 Enough = (unsigned __int128)1 << 120;
  Sum = std::min(Sum + (unsigned __int128)Factor * Number, Enough);
}

static Sides sidesOf(const TermTable &Terms, const Term &Sum) {
  Sides S;
  auto Side = [&](uint64_t Factor) {
    return view::asSigned(Factor, Sum.Bits) < 0;
  };
  auto Size = [&](uint64_t Factor) {
    return Side(Factor) ? view::truncated(-Factor, Sum.Bits) : Factor;
  };
  bool Negative = Side(Sum.Number);
  S.Constant[Negative] = Size(Sum.Number);
  S.Least[Negative] = S.Most[Negative] = S.Constant[Negative];
  for (const Summand &Part : Sum.Parts) {
    uint64_t Factor = Size(Part.Times);
    unsigned Number = Side(Part.Times);
    const Term &T = Terms[Part.Term];
    S.Parts[Number].push_back({Part.Term, Factor});
    addUpTo(S.Least[Number], Factor, T.Limits.Low);
    addUpTo(S.Most[Number], Factor, T.Limits.High);
    S.Divisor = std::gcd(S.Divisor, Factor);
    bool Extended = T.Form == TermForm::Operator && T.Op == ValueKind::ZExt;
    S.FromBits = std::max(S.FromBits, Extended ? Terms.bits(T.A) : T.Bits);
  }
  return S;
}

static unsigned bitsFor(unsigned __int128 Number) {
  uint64_t High = Number >> 64, Low = uint64_t(Number);
  return High ? 128 - llvm::countl_zero(High) : 64 - llvm::countl_zero(Low);
}

std::optional<TermId> equationInFewBits(TermTable &Terms, TermId A, TermId B) {
  TermId Difference = Terms.sub(A, B);
  if (Terms[Difference].Form != TermForm::Sum)
    return std::nullopt;
  unsigned Bits = Terms.bits(Difference);
  Sides S = sidesOf(Terms, Terms[Difference]);
  unsigned __int128 Limit = (unsigned __int128)1 << Bits;
  if (S.Most[0] >= Limit || S.Most[1] >= Limit)
    return std::nullopt;
  if (S.Least[0] > S.Most[1] || S.Least[1] > S.Most[0])
    return TermTable::False;
  if ((S.Constant[0] | S.Constant[1]) % S.Divisor)
    return TermTable::False;
  unsigned Needed =
      std::max(S.FromBits, bitsFor(std::max(S.Most[0], S.Most[1]) / S.Divisor));
  if (S.Divisor == 1 && Needed >= Bits)
    return std::nullopt;
  Needed = std::min(Needed, Bits);
  TermId Side[2];
  for (unsigned Number : {0, 1}) {
    Side[Number] = Terms.constant(S.Constant[Number] / S.Divisor, Needed);
    for (const Summand &Part : S.Parts[Number]) {
      TermId Condition = Terms.resized(Part.Term, Needed);
      Side[Number] = Terms.add(Side[Number],
                               Terms.times(Condition, Part.Times / S.Divisor));
    }
  }
  return Terms.equal(Side[0], Side[1]);
}

} // namespace fencepost::sym
