//===- Parts.cpp - A question asked in parts ------------------------------===//
// See Parts.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Parts.h"
#include "fencepost/Check/SimplifyParts.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

namespace fencepost::check {

namespace {

class PartsAsker {
public:
  /// Only tries if there is no solver.
  PartsAsker(TermTable &Terms, Solver *Solve, Model &Found, TryLimits Limits)
      : Terms(Terms), Solve(Solve), Found(Found), Limits(Limits) {}
  Answer run(TermId Condition);

private:
  llvm::SmallVector<TermId, 8> symbolsOf(TermId Root) const;
  Answer ask(TermId Part);

  TermTable &Terms;
  Solver *Solve;
  Model &Found;
  TryLimits Limits;
};

llvm::SmallVector<TermId, 8> PartsAsker::symbolsOf(TermId Root) const {
  llvm::SmallVector<TermId, 8> Result;
  llvm::DenseMap<TermId, bool> Seen;
  Terms.forEachSymbol(Root, Seen, [&](TermId Id) { Result.push_back(Id); });
  return Result;
}

Answer PartsAsker::ask(TermId Part) {
  constexpr TryLimits Again{1024, 20000, 8}, Proving{1024, 1000000, 0};
  Model How;
  Answer Is = tryValues(Terms, Part, How, Limits);
  if (Is == Answer::GaveUp && Solve && neverHolds(Terms, Part, Proving))
    Is = Answer::No;
  if (Is == Answer::GaveUp && Solve)
    Is = tryValues(Terms, Part, How, Again);
  if (Is == Answer::GaveUp && Solve)
    Is = Solve->ask(Part, &How);
  for (auto [Symbol, Value] : How)
    Found[Symbol] = Value;
  return Is;
}

Answer PartsAsker::run(TermId Condition) {
  Found.clear();
  llvm::SmallVector<TermId, 16> Conjuncts = conjunctsOf(Terms, Condition);
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
    Answer Is = ask(Part);
    if (Is == Answer::No)
      return Answer::No;
    if (Is == Answer::GaveUp)
      Result = Is;
  }
  return Result;
}

} // namespace

Answer askParts(TermTable &Terms, Solver &Solve, TermId Condition,
                Model &Found) {
  return PartsAsker(Terms, &Solve, Found, {})
      .run(simplifiedByParts(Terms, Condition));
}

Answer tryParts(TermTable &Terms, TermId Condition, Model &Found,
                TryLimits Limits) {
  return PartsAsker(Terms, nullptr, Found, Limits).run(Condition);
}

} // namespace fencepost::check
