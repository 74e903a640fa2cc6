//===- MakeCondition.cpp - The names in a final condition -----------------===//
#include "Faults.h"
#include "fencepost/Litmus/LitmusTest.h"
#include "fencepost/Model/Instances.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::litmus {

using model::FormulaKind;

namespace {
class ConditionMaker {
public:
  ConditionMaker(const model::Program &P, Faults &Bad)
      : P(P), Bad(Bad),
        Workgroups(model::instanceNumbers(P, ScopeLevel::Workgroup)) {}

  model::Condition make(const Condition &C);

private:
  void makeRegister(const FormulaNode &N, model::Formula &F);
  void makeLocation(const FormulaNode &N, model::Formula &F);
  unsigned threadNumber(const Name &N);
  unsigned locationNumber(const Name &N);
  unsigned elementOf(const FormulaNode &N, const model::Location &L);
  unsigned copyOf(const FormulaNode &N, const model::Location &L);

  const model::Program &P;
  Faults &Bad;
  std::vector<unsigned> Workgroups; ///< Of each thread.
  model::Condition Result;
};
} // namespace

unsigned ConditionMaker::threadNumber(const Name &N) {
  auto It = llvm::find_if(
      P.Threads, [&](const model::Thread &T) { return T.Name == N.Text; });
  if (It != P.Threads.end())
    return It - P.Threads.begin();
  Bad.add(N.Where, "the test has no thread " + N.Text);
  return model::None;
}

void ConditionMaker::makeRegister(const FormulaNode &N, model::Formula &F) {
  F.Thread = threadNumber(N.Thread);
  if (F.Thread == model::None)
    return;
  const std::vector<std::string> &Names = P.Threads[F.Thread].Registers;
  auto It = llvm::find(Names, N.Name.Text);
  if (It == Names.end())
    return Bad.add(N.Name.Where,
                   N.Thread.Text + " has no register '" + N.Name.Text + "'" +
                       didYouMean(N.Name.Text,
                                  llvm::to_vector_of<llvm::StringRef>(Names)));
  F.Register = model::registerIndex(P, F.Thread, It - Names.begin());
}

unsigned ConditionMaker::locationNumber(const Name &N) {
  std::vector<llvm::StringRef> Names;
  for (const model::Location &L : P.Locations)
    Names.push_back(L.Name);
  auto It = llvm::find(Names, N.Text);
  if (It != Names.end())
    return It - Names.begin();
  if (llvm::is_contained(P.NamedBarriers, N.Text))
    Bad.add(N.Where, "'" + N.Text + "' is a barrier, not a location");
  else
    Bad.add(N.Where, "the location '" + N.Text + "' is not declared" +
                         didYouMean(N.Text, Names));
  return model::None;
}

unsigned ConditionMaker::elementOf(const FormulaNode &N,
                                   const model::Location &L) {
  unsigned Element = N.Element.value_or(0);
  if (L.IsArray != N.Element.has_value())
    Bad.add(N.Name.Where,
            L.IsArray
                ? "'" + L.Name + "' is an array: write [" + L.Name + "[0]]"
                : "'" + L.Name + "' is no array and takes no index");
  else if (Element >= L.Size)
    Bad.add(N.Name.Where, "'" + L.Name + "' has no element " +
                              llvm::Twine(Element) + ": it has elements 0 to " +
                              llvm::Twine(L.Size - 1));
  return Element;
}

/// The workgroup whose copy is meant (docs/model.md M3).
unsigned ConditionMaker::copyOf(const FormulaNode &N,
                                const model::Location &L) {
  if (L.Space == AddressSpace::Global) {
    if (!N.Thread.empty())
      Bad.add(N.Thread.Where, "'" + L.Name +
                                  "' is global and has one copy: write [" +
                                  L.Name + "]");
    return 0;
  }
  if (!N.Thread.empty()) {
    unsigned Thread = threadNumber(N.Thread);
    return Thread == model::None ? 0 : Workgroups[Thread];
  }
  if (llvm::any_of(Workgroups, [](unsigned Number) { return Number != 0; }))
    Bad.add(N.Name.Where, "'" + L.Name +
                              "' is local and there are several workgroups: "
                              "write [P0:" +
                              L.Name + "] for the copy of P0's");
  return 0;
}

void ConditionMaker::makeLocation(const FormulaNode &N, model::Formula &F) {
  model::Cell C;
  C.Location = locationNumber(N.Name);
  if (C.Location == model::None)
    return;
  const model::Location &L = P.Locations[C.Location];
  C.Element = elementOf(N, L);
  C.Copy = copyOf(N, L);
  auto It = llvm::find(Result.Observed, C);
  F.Observed = It - Result.Observed.begin();
  if (It == Result.Observed.end())
    Result.Observed.push_back(C);
}

model::Condition ConditionMaker::make(const Condition &C) {
  Result.Kind = C.Kind;
  for (const FormulaNode &N : C.Nodes) {
    model::Formula F;
    F.Kind = N.Kind;
    F.Value = N.Value;
    F.A = N.A;
    F.B = N.B;
    if (N.Kind == FormulaKind::RegisterIs ||
        N.Kind == FormulaKind::RegisterIsUndef)
      makeRegister(N, F);
    else if (N.Kind == FormulaKind::LocationIs ||
             N.Kind == FormulaKind::LocationIsUndef)
      makeLocation(N, F);
    Result.Nodes.push_back(F);
  }
  return std::move(Result);
}

llvm::Expected<model::Condition>
makeCondition(const Condition &C, const model::Program &P, const Source &S) {
  Faults Bad(S);
  model::Condition Made = ConditionMaker(P, Bad).make(C);
  if (!Bad.empty())
    return Bad.takeError();
  return Made;
}

} // namespace fencepost::litmus
