//===- ConjunctSolver.cpp - Conjunctions solved factor by factor ----------===//
// See ConjunctSolver.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/ConjunctSolver.h"
#include "ContextSimplify.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

namespace fencepost::sym {

llvm::SmallVector<TermId, 8> ConjunctSolver::symbolsOf(TermId Root) const {
  llvm::SmallVector<TermId, 8> Result;
  llvm::DenseMap<TermId, bool> Seen;
  Terms.forEachSymbol(Root, Seen, [&](TermId Id) { Result.push_back(Id); });
  return Result;
}

llvm::SmallVector<TermId, 4> ConjunctSolver::partsOf(TermId Condition) {
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
  llvm::SmallVector<TermId, 4> Result;
  for (auto [Leader, Part] : Parts)
    Result.push_back(Part);
  return Result;
}

Answer ConjunctSolver::tryPart(TermId Part, Assignment &Values) {
  constexpr ValueSearchLimits Quick{64, 1500, 0};
  return searchValues(Terms, Part, Values, Quick);
}

Answer ConjunctSolver::askPart(TermId Part, Assignment &Values) {
  constexpr ValueSearchLimits Proving{1024, 60000, 0}, Again{1024, 10000, 4};
  if (neverHolds(Terms, Part, Proving))
    return Answer::No;
  Answer Reply = searchValues(Terms, Part, Values, Again);
  return Reply == Answer::GaveUp ? Solve.ask(Part, &Values) : Reply;
}

Answer ConjunctSolver::askAll(TermId Condition, Memory &Cache, AskPart Ask,
                              Assignment &Values) {
  Values.clear();
  Answer Result = Answer::Yes;
  for (TermId Part : partsOf(Condition)) {
    CachedAnswer &Known = Cache[Part];
    if (!Known.Reply)
      Known.Reply = (this->*Ask)(Part, Known.Values);
    if (Known.Reply == Answer::No)
      return Answer::No;
    if (Known.Reply == Answer::GaveUp)
      Result = Answer::GaveUp;
    for (auto [Symbol, Value] : Known.Values)
      Values[Symbol] = Value;
  }
  return Result;
}

Answer ConjunctSolver::ask(TermId Condition, Assignment &Values) {
  return askAll(simplifiedInContext(Terms, Condition), Answers,
                &ConjunctSolver::askPart, Values);
}

Answer ConjunctSolver::tryFew(TermId Condition, Assignment &Values) {
  return askAll(Condition, QuickAnswers, &ConjunctSolver::tryPart, Values);
}

} // namespace fencepost::sym
