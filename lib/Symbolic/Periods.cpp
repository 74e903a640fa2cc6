//===- Periods.cpp - Terms that are periodic in a symbol ------------------===//
// See Periods.h.
//===----------------------------------------------------------------------===//
#include "Periods.h"
#include "TermBounds.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace fencepost::sym {

using view::ValueKind;

/// With more values, enumeration is not cheaper.
static constexpr uint64_t MaxValues = 4096;
/// Limits on the terms visited below one root, and on their depth.
static constexpr unsigned MaxDepth = 100;

Repetition common(Repetition A, Repetition B) {
  return {std::max(A.From, B.From), std::lcm(A.Period, B.Period)};
}

namespace {

using MaybeRepetition = std::optional<Repetition>;

class RepetitionFinder {
public:
  RepetitionFinder(const TermTable &Terms, TermId Symbol)
      : Terms(Terms), Symbol(Symbol) {}
  MaybeRepetition of(TermId Id, unsigned Depth = 0);

private:
  bool isConstant(TermId Id, unsigned Depth);
  bool isLinear(TermId Id, unsigned Depth, bool MayWrap);
  MaybeRepetition ofRemainder(TermId Dividend, uint64_t Divisor, bool MayWrap,
                              unsigned Depth);
  MaybeRepetition ofBranch(const Term &Select, unsigned Depth);
  MaybeRepetition ofOperands(TermId Id, unsigned Depth);
  MaybeRepetition computed(TermId Id, unsigned Depth);
  /// The value from which on a condition is constant.
  struct Decision {
    uint64_t From;
    bool Holds;
  };
  std::optional<Decision> decided(TermId Condition) const;

  const TermTable &Terms;
  TermId Symbol;
  llvm::DenseMap<TermId, MaybeRepetition> Memo;
};

bool RepetitionFinder::isConstant(TermId Id, unsigned Depth) {
  MaybeRepetition Repeats = of(Id, Depth + 1);
  return Repeats && Repeats->From == 0 && Repeats->Period == 1;
}

/// True if \p Id is a multiple of the symbol plus terms that do not depend on
/// it, over the integers unless it \p MayWrap.
bool RepetitionFinder::isLinear(TermId Id, unsigned Depth, bool MayWrap) {
  const Term &T = Terms[Id];
  if (Id == Symbol)
    return true;
  if (T.Form == TermForm::Operator && T.Op == ValueKind::ZExt)
    return isLinear(T.A, Depth + 1, false);
  if (T.Form != TermForm::Sum || Depth > MaxDepth)
    return false;
  // A sum whose interval is not the full range does not wrap.
  if (!MayWrap && T.Limits.High == view::truncated(~uint64_t(0), T.Bits))
    return false;
  return llvm::all_of(T.Parts, [&](const Summand &Part) {
    return isConstant(Part.Term, Depth) ||
           isLinear(Part.Term, Depth + 1, MayWrap);
  });
}

MaybeRepetition RepetitionFinder::ofRemainder(TermId Dividend, uint64_t Divisor,
                                              bool MayWrap, unsigned Depth) {
  if (MaybeRepetition Found = of(Dividend, Depth + 1))
    return Found;
  bool Repeats = Divisor != 0 && Divisor <= MaxValues &&
                 isLinear(Dividend, Depth + 1, MayWrap);
  return Repeats ? MaybeRepetition({0, Divisor}) : std::nullopt;
}

/// The value of the symbol from which on \p Condition is always the same.
std::optional<RepetitionFinder::Decision>
RepetitionFinder::decided(TermId Condition) const {
  std::optional<SymbolInterval> Interval = intervalOf(Terms, Condition);
  if (!Interval || Interval->Symbol != Symbol)
    return std::nullopt;
  if (Interval->Values.High >= Terms[Symbol].Limits.High)
    return Decision{Interval->Values.Low, Interval->Inside};
  return Decision{Interval->Values.High + 1, !Interval->Inside};
}

/// The repetition of the operand that \p Select finally selects.
MaybeRepetition RepetitionFinder::ofBranch(const Term &Select, unsigned Depth) {
  std::optional<Decision> Decision = decided(Select.A);
  if (!Decision)
    return std::nullopt;
  MaybeRepetition Then = of(Decision->Holds ? Select.B : Select.C, Depth + 1);
  return Then ? MaybeRepetition(common(*Then, {Decision->From, 1}))
              : std::nullopt;
}

MaybeRepetition RepetitionFinder::ofOperands(TermId Id, unsigned Depth) {
  Repetition Result;
  for (TermId Operand : Terms.operands(Id)) {
    MaybeRepetition Other = of(Operand, Depth + 1);
    if (!Other)
      return std::nullopt;
    Result = common(Result, *Other);
    if (Result.numValues(0) > MaxValues)
      return std::nullopt;
  }
  return Result;
}

MaybeRepetition RepetitionFinder::computed(TermId Id, unsigned Depth) {
  const Term &T = Terms[Id];
  if (Id == Symbol || Depth > MaxDepth)
    return std::nullopt;
  if (T.Form == TermForm::Operator) {
    std::optional<uint64_t> Right = Terms.constantOf(T.B);
    if (T.Op == ValueKind::URem && Right)
      return ofRemainder(T.A, *Right, false, Depth);
    if (T.Op == ValueKind::And && Right && llvm::isMask_64(*Right))
      return ofRemainder(T.A, *Right + 1, true, Depth);
  }
  MaybeRepetition Repeats = ofOperands(Id, Depth);
  if (!Repeats && T.Form == TermForm::Operator && T.Op == ValueKind::Select)
    Repeats = ofBranch(T, Depth);
  if (std::optional<Decision> Decided = decided(Id); !Repeats && Decided)
    Repeats = Repetition{Decided->From, 1};
  return Repeats && Repeats->numValues(0) <= MaxValues ? Repeats : std::nullopt;
}

MaybeRepetition RepetitionFinder::of(TermId Id, unsigned Depth) {
  auto It = Memo.find(Id);
  if (It != Memo.end())
    return It->second;
  MaybeRepetition Repeats = computed(Id, Depth);
  return Memo[Id] = Repeats;
}

} // namespace

std::optional<Repetition> repetitionOf(const TermTable &Terms, TermId Root,
                                       TermId Symbol) {
  return RepetitionFinder(Terms, Symbol).of(Root);
}

} // namespace fencepost::sym
