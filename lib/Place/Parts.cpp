//===- Parts.cpp - A question asked in parts ------------------------------===//
// See Parts.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Parts.h"
#include "fencepost/Check/SimplifyParts.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

namespace fencepost::place {

using namespace check;

namespace {

class PartsAsker {
public:
  PartsAsker(Analysis &Facts, Model &Found, bool OnlyTries, TryLimits Limits)
      : Facts(Facts), Terms(Facts.Terms), Found(Found), OnlyTries(OnlyTries),
        Limits(Limits) {}
  Answer run(TermId Condition);

private:
  llvm::SmallVector<TermId, 8> symbolsOf(TermId Root) const;
  Answer ask(TermId Part);

  Analysis &Facts;
  TermTable &Terms;
  Model &Found;
  bool OnlyTries;
  TryLimits Limits;
};

llvm::SmallVector<TermId, 8> PartsAsker::symbolsOf(TermId Root) const {
  llvm::SmallVector<TermId, 8> Result;
  llvm::DenseMap<TermId, bool> Seen;
  Terms.forEachSymbol(Root, Seen, [&](TermId Id) { Result.push_back(Id); });
  return Result;
}

Answer PartsAsker::ask(TermId Part) {
  constexpr TryLimits Again{1024, 20000, 8};
  Model How;
  Answer Is = tryValues(Terms, Part, How, Limits);
  if (Is == Answer::GaveUp && !OnlyTries && neverHolds(Terms, Part))
    Is = Answer::No;
  if (Is == Answer::GaveUp && !OnlyTries)
    Is = tryValues(Terms, Part, How, Again);
  if (Is == Answer::GaveUp && !OnlyTries)
    Is = Facts.Solve.ask(Part, &How);
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

Answer askParts(Analysis &Facts, TermId Condition, Model &Found) {
  return PartsAsker(Facts, Found, false, {})
      .run(simplifiedByParts(Facts.Terms, Condition));
}

Answer tryParts(Analysis &Facts, TermId Condition, Model &Found,
                TryLimits Limits) {
  return PartsAsker(Facts, Found, true, Limits).run(Condition);
}

} // namespace fencepost::place
