//===- Periods.cpp - Terms that repeat when a symbol grows ----------------===//
// See Periods.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Periods.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace fencepost::check {

using view::ValueKind;

/// Longer ones do not make anything cheaper.
static constexpr uint64_t MaxPeriod = 4096;
/// Terms below one root that are looked at, and how deep.
static constexpr unsigned MaxDepth = 100;

namespace {

class PeriodFinder {
public:
  PeriodFinder(const TermTable &Terms, TermId Symbol)
      : Terms(Terms), Symbol(Symbol) {}
  /// 0: none.
  uint64_t of(TermId Id, unsigned Depth = 0);

private:
  bool isLinear(TermId Id, unsigned Depth, bool MayWrap);
  uint64_t ofRemainder(TermId Dividend, uint64_t Divisor, bool MayWrap,
                       unsigned Depth);
  uint64_t computed(TermId Id, unsigned Depth);

  const TermTable &Terms;
  TermId Symbol;
  llvm::DenseMap<TermId, uint64_t> Memo;
};

/// Whether \p Id is a multiple of the symbol plus what does not depend on it,
/// over the integers unless it \p MayWrap.
bool PeriodFinder::isLinear(TermId Id, unsigned Depth, bool MayWrap) {
  const Term &T = Terms[Id];
  if (Id == Symbol)
    return true;
  if (T.Form == TermForm::Operator && T.Op == ValueKind::ZExt)
    return isLinear(T.A, Depth + 1, false);
  if (T.Form != TermForm::Sum || Depth > MaxDepth)
    return false;
  // A sum whose interval is not everything does not wrap.
  if (!MayWrap && T.Limits.High == view::truncated(~uint64_t(0), T.Bits))
    return false;
  return llvm::all_of(T.Parts, [&](const Summand &Part) {
    return of(Part.Term, Depth + 1) == 1 ||
           isLinear(Part.Term, Depth + 1, MayWrap);
  });
}

uint64_t PeriodFinder::ofRemainder(TermId Dividend, uint64_t Divisor,
                                   bool MayWrap, unsigned Depth) {
  if (uint64_t Period = of(Dividend, Depth + 1))
    return Period;
  bool Repeats = Divisor != 0 && Divisor <= MaxPeriod &&
                 isLinear(Dividend, Depth + 1, MayWrap);
  return Repeats ? Divisor : 0;
}

uint64_t PeriodFinder::computed(TermId Id, unsigned Depth) {
  const Term &T = Terms[Id];
  if (Id == Symbol || Depth > MaxDepth)
    return 0;
  if (T.Form == TermForm::Operator) {
    std::optional<uint64_t> Right = Terms.constantOf(T.B);
    if (T.Op == ValueKind::URem && Right)
      return ofRemainder(T.A, *Right, false, Depth);
    if (T.Op == ValueKind::And && Right && llvm::isMask_64(*Right))
      return ofRemainder(T.A, *Right + 1, true, Depth);
  }
  uint64_t Period = 1;
  for (TermId Operand : Terms.operands(Id)) {
    uint64_t Other = of(Operand, Depth + 1);
    if (Other == 0)
      return 0;
    Period = std::lcm(Period, Other);
    if (Period > MaxPeriod)
      return 0;
  }
  return Period;
}

uint64_t PeriodFinder::of(TermId Id, unsigned Depth) {
  auto It = Memo.find(Id);
  if (It != Memo.end())
    return It->second;
  uint64_t Period = computed(Id, Depth);
  return Memo[Id] = Period;
}

} // namespace

std::optional<uint64_t> periodOf(const TermTable &Terms, TermId Root,
                                 TermId Symbol) {
  uint64_t Period = PeriodFinder(Terms, Symbol).of(Root);
  return Period ? std::optional<uint64_t>(Period) : std::nullopt;
}

} // namespace fencepost::check
