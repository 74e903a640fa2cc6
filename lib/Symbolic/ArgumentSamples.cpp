//===- ArgumentSamples.cpp - Dependence of an answer on arguments ---------===//
// See ArgumentSamples.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/ArgumentSamples.h"

namespace fencepost::sym {

using view::ValueKind;

/// Bound of a symbol in an assignment that is fast to replay; 0: no limit.
static uint64_t smallLimit(SymbolKind Kind, bool SmallData) {
  switch (Kind) {
  case SymbolKind::Iteration:
  case SymbolKind::WorkGroup:
    return 4;
  case SymbolKind::Argument:
    return 1024;
  case SymbolKind::Unknown:
    return SmallData ? 4096 : 0;
  default:
    return 0;
  }
}

/// Small data are tried first: with them, counters do not wrap, and the earlier
/// iterations exist.
Assignment smallAssignment(Analysis &Context, const PairQuestion &Q,
                           const Assignment &Values) {
  if (Context.Limits.AnyValues)
    return Values;
  std::vector<TermId> Symbols;
  bool HasData = false;
  for (auto [Id, Value] : Values) {
    Symbols.push_back(Id);
    HasData |= Context.Terms[Id].Sym.Kind == SymbolKind::Unknown;
  }
  llvm::sort(Symbols);
  for (bool SmallData : {true, false}) {
    if (SmallData && !HasData)
      continue;
    TermId Small = Context.Terms.both(Q.Reached, Q.Overlaps);
    for (TermId Id : Symbols) {
      uint64_t Limit = smallLimit(Context.Terms[Id].Sym.Kind, SmallData);
      unsigned Bits = Context.Terms.bits(Id);
      if (Limit && Bits > 12)
        Small = Context.Terms.both(
            Small, Context.Terms.less(Id, Context.Terms.constant(Limit, Bits)));
    }
    Assignment Result;
    if (Context.Solve.tryToAsk(Small, &Result) == Answer::Yes)
      return Result;
  }
  return Values;
}

/// Values that kernels are run with: round sizes, and one that is not round.
static constexpr uint64_t Samples[] = {64, 256, 1000, 17};

static std::vector<TermId> argumentsOf(Analysis &Context,
                                       const PairQuestion &Q) {
  std::vector<TermId> Arguments;
  llvm::DenseMap<TermId, bool> Seen;
  for (TermId Root : {Q.Reached, Q.Overlaps})
    Context.Terms.forEachSymbol(Root, Seen, [&](TermId Id) {
      if (Context.Terms[Id].Sym.Kind == SymbolKind::Argument)
        Arguments.push_back(Id);
    });
  llvm::sort(Arguments);
  return Arguments;
}

bool multipliesArguments(Analysis &Context, const PairQuestion &Q) {
  llvm::DenseMap<TermId, bool> FromArgument; // Of terms that were visited.
  llvm::SmallVector<TermId, 16> Stack{Q.Reached, Q.Overlaps};
  while (!Stack.empty()) {
    TermId Id = Stack.back();
    size_t Height = Stack.size();
    for (TermId Operand : Context.Terms.operands(Id))
      if (!FromArgument.count(Operand))
        Stack.push_back(Operand);
    if (Stack.size() != Height)
      continue;
    Stack.pop_back();
    const Term &T = Context.Terms[Id];
    bool Any = T.Form == TermForm::Symbol && T.Sym.Kind == SymbolKind::Argument;
    for (TermId Operand : Context.Terms.operands(Id))
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

Answer askWithSamples(Analysis &Context, const PairQuestion &Q,
                      Assignment &Values) {
  std::vector<TermId> Arguments = argumentsOf(Context, Q);
  if (Arguments.empty())
    return Answer::GaveUp;
  Answer Result = Answer::Yes;
  TermId Both = Context.Terms.both(Q.Reached, Q.Overlaps);
  for (uint64_t Value : Samples) {
    llvm::DenseMap<TermId, TermId> Memo;
    auto Fix = [&](TermId Id) {
      const Term &T = Context.Terms[Id];
      return T.Sym.Kind == SymbolKind::Argument
                 ? Context.Terms.constant(Value, T.Bits)
                 : Id;
    };
    Assignment Solution;
    Answer Reply = Context.Solve.tryToAsk(
        Context.Terms.renamed(Both, Memo, Fix), &Solution);
    if (Reply == Answer::No)
      return Answer::No;
    if (Reply == Answer::GaveUp)
      Result = Answer::GaveUp;
    if (Reply == Answer::Yes && Values.empty()) {
      Values = std::move(Solution);
      for (TermId Argument : Arguments)
        Values[Argument] = Value;
    }
  }
  return Result;
}

/// True if the race remains with \p Argument fixed to \p Value.
static bool survives(Analysis &Context, const PairQuestion &Q, TermId Argument,
                     uint64_t Value, bool &Feasible) {
  llvm::DenseMap<TermId, TermId> Memo;
  auto Fix = [&](TermId Id) {
    const Term &T = Context.Terms[Id];
    return T.Sym.Kind == SymbolKind::Argument && Id == Argument
               ? Context.Terms.constant(Value, T.Bits)
               : Id;
  };
  TermId Reached = Context.Terms.renamed(Q.Reached, Memo, Fix);
  Feasible = Context.Solve.tryToAsk(Reached) == Answer::Yes;
  if (!Feasible)
    return false;
  TermId Overlaps = Context.Terms.renamed(Q.Overlaps, Memo, Fix);
  return Context.Solve.tryToAsk(Context.Terms.both(Reached, Overlaps)) ==
         Answer::Yes;
}

bool needsSpecialArguments(Analysis &Context, const PairQuestion &Q) {
  for (TermId Argument : argumentsOf(Context, Q)) {
    unsigned Survived = 0;
    for (uint64_t Value : {17, 40, 64, 100, 255, 256, 1000, 1023}) {
      bool Feasible = true;
      Survived += survives(Context, Q, Argument, Value, Feasible);
    }
    if (Survived < 2)
      return true;
  }
  return false;
}

} // namespace fencepost::sym
