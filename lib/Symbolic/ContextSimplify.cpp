//===- ContextSimplify.cpp - Conjuncts simplified in their context -------===//
// See ContextSimplify.h. A conjunct that occurs inside another one is replaced
// by true there, and a symbol that a conjunct fixes by its value. Of a conjunct
// itself only its operands are simplified, so no conjunct is lost.
//===----------------------------------------------------------------------===//
#include "ContextSimplify.h"
#include "fencepost/Symbolic/ValueSearch.h"
#include "fencepost/View/Arithmetic.h"

namespace fencepost::sym {

using view::ValueKind;

namespace {

/// Simplifies each conjunct of a condition under the assumption of the others.
class PartSimplifier {
public:
  explicit PartSimplifier(TermTable &Terms) : Terms(Terms) {}
  TermId run(TermId Condition);

private:
  bool isNegated(TermId Id) const;
  std::optional<std::pair<TermId, uint64_t>> valueIn(TermId Part) const;
  bool know(TermId Part);
  TermId put(TermId Id);
  TermId simplified(TermId Part);

  TermTable &Terms;
  llvm::DenseMap<TermId, TermId> Known; ///< And results for other terms.
};

bool PartSimplifier::isNegated(TermId Id) const {
  const Term &T = Terms[Id];
  return T.Form == TermForm::Operator && T.Bits == 1 &&
         T.Op == ValueKind::Xor && T.B == TermTable::True;
}

/// The symbol that \p Part fixes to a number, and that number.
std::optional<std::pair<TermId, uint64_t>>
PartSimplifier::valueIn(TermId Part) const {
  const Term &T = Terms[Part];
  if (T.Form != TermForm::Operator || T.Op != ValueKind::Eq)
    return std::nullopt;
  for (auto [Left, Right] : {std::pair(T.A, T.B), std::pair(T.B, T.A)}) {
    std::optional<uint64_t> Number = Terms.constantOf(Left);
    const Term &Other = Terms[Right];
    if (!Number)
      continue;
    if (Other.Form == TermForm::Symbol)
      return std::pair(Right, *Number);
    if (Other.Form == TermForm::Sum && Other.Parts.size() == 1 &&
        Other.Parts[0].Times == 1 &&
        Terms[Other.Parts[0].Term].Form == TermForm::Symbol)
      return std::pair(Other.Parts[0].Term,
                       view::truncated(*Number - Other.Number, Other.Bits));
  }
  return std::nullopt;
}

/// Assumes \p Part; returns true if it is the first that fixes its symbol.
bool PartSimplifier::know(TermId Part) {
  bool Holds = !isNegated(Part);
  Known[Holds ? Part : Terms[Part].A] = Terms.truth(Holds);
  auto Value = valueIn(Part);
  if (!Value)
    return false;
  TermId Number = Terms.constant(Value->second, Terms.bits(Value->first));
  return Known.try_emplace(Value->first, Number).second;
}

TermId PartSimplifier::put(TermId Id) {
  return Terms.renamed(Id, Known, [](TermId Symbol) { return Symbol; });
}

/// Assumptions are substituted in operands only: a conjunct must not prove
/// itself.
TermId PartSimplifier::simplified(TermId Part) {
  Term T = Terms[Part]; // A copy: the table grows below.
  if (isNegated(Part)) {
    TermId Negated = simplified(T.A);
    return Terms.negated(Negated);
  }
  if (T.Form != TermForm::Operator)
    return Part;
  unsigned Count = view::numOperands(T.Op);
  TermId A = put(T.A), B = Count > 1 ? put(T.B) : TermId(),
         C = Count > 2 ? put(T.C) : TermId();
  return Terms.apply(T.Op, T.Bits, A, B, C);
}

TermId PartSimplifier::run(TermId Condition) {
  llvm::SmallVector<TermId, 16> Parts = conjunctsOf(Terms, Condition), Others;
  TermId Result = TermTable::True;
  for (TermId Part : Parts)
    if (know(Part))
      Result = Terms.both(Result, Part);
    else
      Others.push_back(Part);
  for (TermId Part : Others) {
    TermId Simple = simplified(Part);
    Result = Terms.both(Result, Simple);
  }
  return Result;
}

} // namespace

TermId simplifiedInContext(TermTable &Terms, TermId Condition) {
  constexpr unsigned MaxRounds = 4;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    TermId Simpler = PartSimplifier(Terms).run(Condition);
    if (Simpler == Condition)
      break;
    Condition = Simpler;
  }
  return Condition;
}

} // namespace fencepost::sym
