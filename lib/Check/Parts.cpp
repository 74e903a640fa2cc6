//===- Parts.cpp - Questions asked in parts -------------------------------===//
// See Parts.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Parts.h"
#include "fencepost/Check/SimplifyParts.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

namespace fencepost::check {

llvm::SmallVector<TermId, 8> PartsAsker::symbolsOf(TermId Root) const {
  llvm::SmallVector<TermId, 8> Result;
  llvm::DenseMap<TermId, bool> Seen;
  Terms.forEachSymbol(Root, Seen, [&](TermId Id) { Result.push_back(Id); });
  return Result;
}

llvm::SmallVector<TermId, 4> PartsAsker::partsOf(TermId Condition) {
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

Answer PartsAsker::tryPart(TermId Part, Model &How) {
  constexpr TryLimits Quick{64, 1500, 0};
  return tryValues(Terms, Part, How, Quick);
}

Answer PartsAsker::askPart(TermId Part, Model &How) {
  constexpr TryLimits Proving{1024, 60000, 0}, Again{1024, 10000, 4};
  if (neverHolds(Terms, Part, Proving))
    return Answer::No;
  Answer Is = tryValues(Terms, Part, How, Again);
  return Is == Answer::GaveUp ? Solve.ask(Part, &How) : Is;
}

Answer PartsAsker::askAll(TermId Condition, Memory &Of, AskPart Ask,
                          Model &Found) {
  Found.clear();
  Answer Result = Answer::Yes;
  for (TermId Part : partsOf(Condition)) {
    Kept &Known = Of[Part];
    if (!Known.Is)
      Known.Is = (this->*Ask)(Part, Known.How);
    if (Known.Is == Answer::No)
      return Answer::No;
    if (Known.Is == Answer::GaveUp)
      Result = Answer::GaveUp;
    for (auto [Symbol, Value] : Known.How)
      Found[Symbol] = Value;
  }
  return Result;
}

Answer PartsAsker::ask(TermId Condition, Model &Found) {
  return askAll(simplifiedByParts(Terms, Condition), Asked,
                &PartsAsker::askPart, Found);
}

Answer PartsAsker::tryFew(TermId Condition, Model &Found) {
  return askAll(Condition, Tried, &PartsAsker::tryPart, Found);
}

} // namespace fencepost::check
