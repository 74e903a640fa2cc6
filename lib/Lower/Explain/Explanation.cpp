//===- Explanation.cpp - The code of an operation in both dialects --------===//
// Which differences concern an operation is found by trying: leave one out and
// see whether the code changes. That is exact, costs microseconds, and needs no
// second table.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/Explanation.h"
#include "fencepost/Lower/Lower.h"

namespace fencepost::lower {

/// The code as text, or why there is none: what two dialects are compared by.
static std::string outcome(const Operation &Op, const Mode &Where,
                           const DifferenceSet &Applied) {
  llvm::Expected<Sequence> Code = lower::lower(Op, Where, Applied);
  if (!Code)
    return llvm::toString(Code.takeError());
  std::string Text;
  for (const Step &S : Code->Steps)
    Text += (S.When == StepWhen::LdsDmaInFlight ? "(" : "") + S.text() + "\n";
  return Text;
}

static std::vector<const DifferenceFacts *> differencesFor(const Operation &Op,
                                                           const Mode &Where) {
  DifferenceSet All = DifferenceSet::all(Where.Proc->FamilyId);
  std::string Spec = outcome(Op, Where, All);
  std::vector<const DifferenceFacts *> Rows;
  for (const DifferenceFacts &Row : differences())
    if (All.has(Row.Id) && outcome(Op, Where, All.without(Row.Id)) != Spec)
      Rows.push_back(&Row);
  return Rows;
}

llvm::Expected<Explanation> explain(const Operation &Op, const Mode &Where,
                                    Dialect As) {
  llvm::Expected<Sequence> Code = lower::lower(Op, Where, As);
  if (!Code)
    return Code.takeError();
  Explanation E{Op, Where, As, std::move(*Code), {}, std::nullopt, ""};
  DifferenceSet All = DifferenceSet::all(Where.Proc->FamilyId);
  if (outcome(Op, Where, All) == outcome(Op, Where, DifferenceSet::none()))
    return E;
  E.Differences = differencesFor(Op, Where);
  Dialect OtherDialect = As == Dialect::Spec ? Dialect::Llvm22 : Dialect::Spec;
  llvm::Expected<Sequence> Other = lower::lower(Op, Where, OtherDialect);
  if (Other)
    E.Other = std::move(*Other);
  else
    E.OtherRefuses = llvm::toString(Other.takeError());
  return E;
}

} // namespace fencepost::lower
