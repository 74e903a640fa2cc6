//===- LitmusVerdict.cpp - Whether a condition holds ----------------------===//
#include "fencepost/Report/LitmusReport.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {

llvm::StringRef litmusAnswerName(LitmusAnswer Answer) {
  switch (Answer) {
  case LitmusAnswer::Ok:
    return "Ok";
  case LitmusAnswer::No:
    return "No";
  case LitmusAnswer::Unknown:
    return "Unknown";
  }
  llvm_unreachable("an answer without a name");
}

std::vector<llvm::StringRef> undefinedNames(model::UndefinedSet Set) {
  std::vector<llvm::StringRef> Names;
  for (unsigned I = 0; I < model::NumUndefined; ++I)
    if (auto Kind = static_cast<model::Undefined>(I); Set.has(Kind))
      Names.push_back(undefinedName(Kind));
  return Names;
}

llvm::StringRef LitmusVerdict::observation() const {
  if (Positive == 0)
    return "Never";
  return Negative == 0 ? "Always" : "Sometimes";
}

bool decides(const model::Condition &C, const model::Outcome &O) {
  return isPositive(C, O) != (C.Kind == model::Quantifier::Forall);
}

/// How many outcomes of the verdict decide the condition.
static uint64_t deciding(const model::Condition &C, const LitmusVerdict &V) {
  return C.Kind == model::Quantifier::Forall ? V.Negative : V.Positive;
}

/// Why outcomes may be missing; empty if none are.
static std::string limitThatWasHit(const model::Outcomes &Found) {
  if (!Found.StoppedBy.empty())
    return Found.StoppedBy;
  return Found.CutAtUnrollBound ? "unroll bound" : "";
}

LitmusVerdict judge(const model::Condition &C,
                    const model::Outcomes &Outcomes) {
  LitmusVerdict V;
  for (const model::Outcome &O : Outcomes.States)
    ++(isPositive(C, O) ? V.Positive : V.Negative);
  bool Decided = deciding(C, V) != 0;
  bool WantsOutcome = C.Kind == model::Quantifier::Exists;
  V.Answer = Decided == WantsOutcome ? LitmusAnswer::Ok : LitmusAnswer::No;
  if (!Decided)
    V.Reason = limitThatWasHit(Outcomes);
  if (!V.Reason.empty())
    V.Answer = LitmusAnswer::Unknown;
  return V;
}

} // namespace fencepost
