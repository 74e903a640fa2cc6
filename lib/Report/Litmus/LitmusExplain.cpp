//===- LitmusExplain.cpp - Why a condition is allowed or forbidden --------===//
// "Forbidden" is explained by leaving axioms out, one at a time, until the
// outcome appears: the execution found then breaks just that axiom, and carries
// the cycle as its violation.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/LitmusExplain.h"
#include "ExecutionText.h"
#include "fencepost/Report/LitmusReport.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

using TextLines = std::vector<std::string>;

namespace {

/// The search for an explanation of one condition.
class Explainer {
public:
  Explainer(const model::Program &P, const model::Condition &C,
            const model::ExploreOptions &Options)
      : P(P), C(C), Options(Options) {}

  TextLines explainAllowed() const;
  TextLines explainForbidden() const;

private:
  std::optional<model::Execution> findWithout(model::AxiomSet Skip) const;
  TextLines blame(const model::AxiomFacts &Axiom,
                  const model::Execution &Without) const;
  TextLines blameSeveral(const model::Execution &Without) const;
  TextLines ruledOut(const model::Execution &Without) const;
  /// What is looked for: "the condition is true".
  std::string wanted() const {
    return C.Kind == model::Quantifier::Forall ? "the condition is false"
                                               : "the condition is true";
  }

  const model::Program &P;
  const model::Condition &C;
  const model::ExploreOptions &Options;
  /// Of the searches so far.
  mutable std::string StoppedBy;
  mutable bool LeftOutSelfDependent = false;
};

} // namespace

std::optional<model::Execution>
Explainer::findWithout(model::AxiomSet Skip) const {
  model::ExploreOptions Without = Options;
  Without.Skip = Skip;
  model::SearchReport Report;
  auto Found = findExecution(
      P, C.Observed, Without,
      [&](const model::Outcome &O) { return decides(C, O); }, &Report);
  if (StoppedBy.empty())
    StoppedBy = Report.StoppedBy;
  LeftOutSelfDependent |= Report.LeftOutSelfDependent;
  return Found;
}

TextLines Explainer::explainAllowed() const {
  std::optional<model::Execution> Witness = findWithout(Options.Skip);
  if (!Witness)
    return {
        "Explanation: none, a limit was hit before the execution in which " +
        wanted() + " was found again"};
  TextLines Out = {"Explanation: an execution in which " + wanted()};
  llvm::append_range(Out, describeExecution(P, *Witness));
  return Out;
}

/// The whole execution, for it says where each step comes from.
TextLines Explainer::ruledOut(const model::Execution &Without) const {
  TextLines Out = {"The execution that is ruled out"};
  llvm::append_range(Out, describeExecution(P, Without));
  return Out;
}

TextLines Explainer::blame(const model::AxiomFacts &Axiom,
                           const model::Execution &Without) const {
  TextLines Out = {"Explanation: " + wanted() + " in no execution because of " +
                   Axiom.Name.str() + " (" + Axiom.Rule.str() +
                   "): " + Axiom.Meaning.str()};
  for (const model::Violation &V : Without.Violations)
    if (V.Axiom == Axiom.Id)
      llvm::append_range(Out, describeViolation(P, Without, V));
  llvm::append_range(Out, ruledOut(Without));
  return Out;
}

TextLines Explainer::blameSeveral(const model::Execution &Without) const {
  TextLines Out = {
      "Explanation: " + wanted() +
      " in no execution; no axiom forbids it alone, these together do"};
  for (const model::Violation &V : Without.Violations) {
    const model::AxiomFacts &Facts = factsOf(V.Axiom);
    Out.push_back("  " + Facts.Name.str() + " (" + Facts.Rule.str() +
                  "): " + Facts.Meaning.str());
    llvm::append_range(Out, describeViolation(P, Without, V));
  }
  llvm::append_range(Out, ruledOut(Without));
  return Out;
}

TextLines Explainer::explainForbidden() const {
  for (const model::AxiomFacts &Axiom : model::axioms()) {
    if (Options.Skip.has(Axiom.Id))
      continue;
    model::AxiomSet Skip = Options.Skip;
    Skip.insert(Axiom.Id);
    if (std::optional<model::Execution> Without = findWithout(Skip))
      return blame(Axiom, *Without);
  }
  if (std::optional<model::Execution> Without =
          findWithout(model::AxiomSet::all()))
    return blameSeveral(*Without);
  if (!StoppedBy.empty())
    return {"Explanation: none, a limit was hit while looking for what forbids "
            "that " +
            wanted() + " (" + StoppedBy + ")"};
  if (LeftOutSelfDependent) {
    const model::AxiomFacts &Facts = factsOf(model::Axiom::ThinAir);
    return {"Explanation: " + wanted() +
            " in no execution but those in which a value would have to depend "
            "on itself, which " +
            Facts.Name.str() + " (" + Facts.Rule.str() + ") rules out"};
  }
  return {"Explanation: " + wanted() +
          " in no execution, whatever the axioms: nothing the program can do "
          "leads there"};
}

TextLines explainLitmus(const model::Program &P, const model::Condition &C,
                        const model::Outcomes &Outcomes,
                        const model::ExploreOptions &Options) {
  Explainer E(P, C, Options);
  auto Decides = [&](const model::Outcome &O) { return decides(C, O); };
  if (llvm::any_of(Outcomes.States, Decides))
    return E.explainAllowed();
  LitmusVerdict V = judge(C, Outcomes);
  if (V.Answer == LitmusAnswer::Unknown)
    return {"Explanation: none, nothing was found before a limit was hit (" +
            V.Reason + ")"};
  return E.explainForbidden();
}

} // namespace fencepost
