//===- Parts.cpp - A question asked in parts ------------------------------===//
// See Parts.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Parts.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

namespace fencepost::place {

using namespace check;
using view::ValueKind;

namespace {

/// Values for symbols, by kind. One symbol may be different.
struct Guess {
  uint64_t Argument, Iteration, Other;
  uint64_t Odd; ///< Of the symbol that is different.

  uint64_t of(const Term &T, bool IsOdd) const {
    SymbolKind Kind = T.Sym.Kind;
    uint64_t Value = IsOdd                           ? Odd
                     : Kind == SymbolKind::Argument  ? Argument
                     : Kind == SymbolKind::Iteration ? Iteration
                                                     : Other;
    return std::clamp(Value, T.Limits.Low, T.Limits.High);
  }
};

class PartsAsker {
public:
  PartsAsker(Analysis &Facts, Model &Found)
      : Facts(Facts), Terms(Facts.Terms), Found(Found) {}
  Answer run(TermId Condition);

private:
  llvm::SmallVector<TermId, 8> symbolsOf(TermId Root) const;
  llvm::SmallVector<TermId, 16> conjunctsOf(TermId Root) const;
  bool holdsSimply(TermId Part);
  bool holds(TermId Part, llvm::ArrayRef<TermId> Symbols, const Guess &Try,
             TermId Odd);

  Analysis &Facts;
  TermTable &Terms;
  Model &Found;
};

llvm::SmallVector<TermId, 8> PartsAsker::symbolsOf(TermId Root) const {
  llvm::SmallVector<TermId, 8> Result;
  llvm::DenseMap<TermId, bool> Seen;
  Terms.forEachSymbol(Root, Seen, [&](TermId Id) { Result.push_back(Id); });
  return Result;
}

llvm::SmallVector<TermId, 16> PartsAsker::conjunctsOf(TermId Root) const {
  llvm::SmallVector<TermId, 16> Result, Stack{Root};
  while (!Stack.empty()) {
    TermId Id = Stack.pop_back_val();
    const Term &T = Terms[Id];
    if (T.Form == TermForm::Operator && T.Op == ValueKind::And && T.Bits == 1) {
      Stack.push_back(T.A);
      Stack.push_back(T.B);
    } else if (!llvm::is_contained(Result, Id)) {
      Result.push_back(Id);
    }
  }
  llvm::sort(Result);
  return Result;
}

bool PartsAsker::holds(TermId Part, llvm::ArrayRef<TermId> Symbols,
                       const Guess &Try, TermId Odd) {
  auto ValueOf = [&](TermId Id) { return Try.of(Terms[Id], Id == Odd); };
  if (!Terms.evaluated(Part, ValueOf))
    return false;
  for (TermId Id : Symbols)
    Found[Id] = ValueOf(Id);
  return true;
}

/// Whether it holds for simple values of arguments, iterations and what else
/// there is: loops that go around once, or twice and are in the first or second
/// iteration; or all but one of them are.
bool PartsAsker::holdsSimply(TermId Part) {
  static constexpr Guess Tries[] = {{1, 0, 0, 1}, {1, 0, 1, 0}, {2, 1, 0, 0},
                                    {2, 0, 0, 1}, {5, 0, 0, 1}, {5, 4, 0, 0},
                                    {0, 0, 0, 1}, {2, 1, 1, 0}, {5, 1, 1, 0}};
  llvm::SmallVector<TermId, 8> Symbols = symbolsOf(Part);
  for (TermId Id : Symbols)
    if (Terms[Id].Sym.Kind == SymbolKind::WorkItem)
      return false;
  for (const Guess &Try : Tries)
    if (holds(Part, Symbols, Try, Part))
      return true;
  for (const Guess &Try : Tries)
    for (TermId Odd : Symbols)
      if (holds(Part, Symbols, Try, Odd))
        return true;
  return false;
}

Answer PartsAsker::run(TermId Condition) {
  Found.clear();
  llvm::SmallVector<TermId, 16> Conjuncts = conjunctsOf(Condition);
  llvm::EquivalenceClasses<TermId> Joined;
  for (TermId C : Conjuncts) {
    Joined.insert(C);
    for (TermId Symbol : symbolsOf(C))
      Joined.unionSets(C, Symbol);
  }
  llvm::MapVector<TermId, TermId> Parts;
  for (TermId C : Conjuncts) {
    TermId &Part = Parts.try_emplace(Joined.getLeaderValue(C), TermTable::True)
                       .first->second;
    Part = Terms.both(Part, C);
  }
  Answer Result = Answer::Yes;
  for (auto [Leader, Part] : Parts) {
    if (holdsSimply(Part))
      continue;
    Model How;
    Answer Is = Facts.Solve.ask(Part, &How);
    if (Is == Answer::No)
      return Answer::No;
    if (Is == Answer::GaveUp)
      Result = Is;
    for (auto [Symbol, Value] : How)
      Found[Symbol] = Value;
  }
  return Result;
}

} // namespace

Answer askParts(Analysis &Facts, TermId Condition, Model &Found) {
  return PartsAsker(Facts, Found).run(Condition);
}

} // namespace fencepost::place
