//===- Judge.cpp - How much a solver's answer is worth --------------------===//
// See Judge.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Judge.h"

namespace fencepost::check {

using view::ValueKind;

/// A model with early iterations and small arguments, if there is one: it is
/// quicker to replay and nicer to read.
Model smallModel(Analysis &In, const PairQuestion &Q, const Model &How) {
  TermId Small = In.Terms.both(Q.Reached, Q.Overlaps);
  std::vector<TermId> Symbols;
  for (auto [Id, Value] : How)
    Symbols.push_back(Id);
  llvm::sort(Symbols);
  for (TermId Id : Symbols) {
    SymbolKind Kind = In.Terms[Id].Sym.Kind;
    uint64_t Limit = Kind == SymbolKind::Iteration   ? 4
                     : Kind == SymbolKind::Argument  ? 1024
                     : Kind == SymbolKind::WorkGroup ? 4
                                                     : 0;
    unsigned Bits = In.Terms.bits(Id);
    if (Limit && Bits > 10)
      Small = In.Terms.both(Small,
                            In.Terms.less(Id, In.Terms.constant(Limit, Bits)));
  }
  Model Result;
  return In.Solve.tryToAsk(Small, &Result) == Answer::Yes ? Result : How;
}

/// Values that kernels are run with: sizes that are round, and one that is not.
static constexpr uint64_t Samples[] = {64, 256, 1000, 17};

static std::vector<TermId> argumentsOf(Analysis &In, const PairQuestion &Q) {
  std::vector<TermId> Arguments;
  llvm::DenseMap<TermId, bool> Seen;
  for (TermId Root : {Q.Reached, Q.Overlaps})
    In.Terms.forEachSymbol(Root, Seen, [&](TermId Id) {
      if (In.Terms[Id].Sym.Kind == SymbolKind::Argument)
        Arguments.push_back(Id);
    });
  llvm::sort(Arguments);
  return Arguments;
}

bool multipliesArguments(Analysis &In, const PairQuestion &Q) {
  llvm::DenseMap<TermId, bool> FromArgument; // Of terms that were visited.
  llvm::SmallVector<TermId, 16> Stack{Q.Reached, Q.Overlaps};
  while (!Stack.empty()) {
    TermId Id = Stack.back();
    size_t Height = Stack.size();
    for (TermId Operand : In.Terms.operands(Id))
      if (!FromArgument.count(Operand))
        Stack.push_back(Operand);
    if (Stack.size() != Height)
      continue;
    Stack.pop_back();
    const Term &T = In.Terms[Id];
    bool Any = T.Form == TermForm::Symbol && T.Sym.Kind == SymbolKind::Argument;
    for (TermId Operand : In.Terms.operands(Id))
      Any |= FromArgument.lookup(Operand);
    bool IsProduct = T.Form == TermForm::Operator && T.Op >= ValueKind::Mul &&
                     T.Op <= ValueKind::SRem;
    if (IsProduct && FromArgument.lookup(T.B))
      return true;
    if (IsProduct && T.Op == ValueKind::Mul && FromArgument.lookup(T.A))
      return true;
    FromArgument[Id] = Any;
  }
  return false;
}

Answer askWithSamples(Analysis &In, const PairQuestion &Q, Model &How) {
  std::vector<TermId> Arguments = argumentsOf(In, Q);
  if (Arguments.empty())
    return Answer::GaveUp;
  Answer Result = Answer::Yes;
  TermId Both = In.Terms.both(Q.Reached, Q.Overlaps);
  for (uint64_t Value : Samples) {
    llvm::DenseMap<TermId, TermId> Memo;
    auto Fix = [&](TermId Id) {
      const Term &T = In.Terms[Id];
      return T.Sym.Kind == SymbolKind::Argument
                 ? In.Terms.constant(Value, T.Bits)
                 : Id;
    };
    Model Found;
    Answer Is = In.Solve.tryToAsk(In.Terms.renamed(Both, Memo, Fix), &Found);
    if (Is == Answer::No)
      return Answer::No;
    if (Is == Answer::GaveUp)
      Result = Answer::GaveUp;
    if (Is == Answer::Yes && How.empty()) {
      How = std::move(Found);
      for (TermId Argument : Arguments)
        How[Argument] = Value;
    }
  }
  return Result;
}

/// With \p Argument fixed to \p Value: is the race still there?
static bool survives(Analysis &In, const PairQuestion &Q, TermId Argument,
                     uint64_t Value, bool &Feasible) {
  llvm::DenseMap<TermId, TermId> Memo;
  auto Fix = [&](TermId Id) {
    const Term &T = In.Terms[Id];
    return T.Sym.Kind == SymbolKind::Argument && Id == Argument
               ? In.Terms.constant(Value, T.Bits)
               : Id;
  };
  TermId Reached = In.Terms.renamed(Q.Reached, Memo, Fix);
  Feasible = In.Solve.tryToAsk(Reached) == Answer::Yes;
  if (!Feasible)
    return false;
  TermId Overlaps = In.Terms.renamed(Q.Overlaps, Memo, Fix);
  return In.Solve.tryToAsk(In.Terms.both(Reached, Overlaps)) == Answer::Yes;
}

/// Whether the accesses collide only for some values of an argument. They do
/// not if the two threads of the model collide whenever both get there, or if
/// some threads do for each of a few other values.
bool dependsOnArguments(Analysis &In, const PairQuestion &Q, const Model &How) {
  std::vector<TermId> Arguments = argumentsOf(In, Q);
  if (Arguments.empty())
    return false;
  llvm::DenseMap<TermId, TermId> Memo;
  auto Fix = [&](TermId Id) {
    const Term &T = In.Terms[Id];
    auto It = How.find(Id);
    if (T.Sym.Kind == SymbolKind::Argument || It == How.end())
      return Id;
    return In.Terms.constant(It->second, T.Bits);
  };
  TermId Reached = In.Terms.renamed(Q.Reached, Memo, Fix);
  TermId Apart = In.Terms.negated(In.Terms.renamed(Q.Overlaps, Memo, Fix));
  if (In.Solve.tryToAsk(In.Terms.both(Reached, Apart)) == Answer::No)
    return false;
  for (TermId Argument : Arguments) {
    unsigned Survived = 0;
    for (uint64_t Value : Samples) {
      bool Feasible = true;
      if (survives(In, Q, Argument, Value, Feasible))
        ++Survived;
      else if (Feasible)
        return true;
    }
    if (Survived == 0)
      return true;
  }
  return false;
}

} // namespace fencepost::check
