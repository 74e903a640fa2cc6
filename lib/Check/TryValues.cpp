//===- TryValues.cpp - A condition that holds, found by trying ------------===//
// See TryValues.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/TryValues.h"
#include "TermColumns.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::check {

using view::ValueKind;

llvm::SmallVector<TermId, 16> conjunctsOf(const TermTable &Terms,
                                          TermId Condition) {
  llvm::SmallVector<TermId, 16> Result, Stack{Condition};
  while (!Stack.empty()) {
    TermId Id = Stack.pop_back_val();
    const Term &T = Terms[Id];
    if (T.Form == TermForm::Operator && T.Op == ValueKind::And && T.Bits == 1) {
      Stack.push_back(T.A);
      Stack.push_back(T.B);
    } else if (!llvm::is_contained(Result, Id)) {
      Result.push_back(Id);
    }
  }
  llvm::sort(Result);
  return Result;
}

namespace {

using Values = std::vector<uint64_t>;

class ValueSearch {
public:
  ValueSearch(const TermTable &Terms, TermId Condition, TryLimits Limits);
  Answer run(Model &Found);

private:
  struct Variable {
    TermId Symbol;
    Values All;         ///< That are tried.
    bool IsCut = false; ///< There are others.
    std::optional<uint64_t> Now;
  };
  /// A part of the conjunction.
  struct Part {
    explicit Part(const TermTable &Terms) : Code(Terms) {}
    TermColumns Code;
    unsigned Root = 0;
    llvm::SmallVector<unsigned, 4> Over; ///< Variables.
  };

  void addVariable(TermId Symbol);
  unsigned numOpen(const Part &P) const;
  unsigned next() const;
  void keepWhereHolds(Part &P, unsigned Variable, Values &Of);
  bool search();

  const TermTable &Terms;
  TryLimits Limits;
  std::vector<Variable> Variables;
  std::vector<Part> Parts;
  uint64_t Work = 0;
  bool MayHoldElsewhere = false; ///< For values that were not tried.
};

/// Values that a symbol with many of them is given.
constexpr uint64_t LikelyValues[] = {0,  1,  2,  3,  4,   5,   7,    8,
                                     15, 16, 63, 64, 255, 256, 4095, 4096};

void ValueSearch::addVariable(TermId Symbol) {
  const Range &R = Terms[Symbol].Limits;
  Variable V;
  V.Symbol = Symbol;
  V.IsCut = R.High - R.Low >= Limits.Few;
  if (!V.IsCut)
    for (uint64_t N = 0; N <= R.High - R.Low; ++N)
      V.All.push_back(R.Low + N);
  else
    for (uint64_t N : LikelyValues)
      if (N <= R.High - R.Low)
        V.All.push_back(R.Low + N);
  Variables.push_back(std::move(V));
}

ValueSearch::ValueSearch(const TermTable &Terms, TermId Condition,
                         TryLimits Limits)
    : Terms(Terms), Limits(Limits) {
  llvm::DenseMap<TermId, unsigned> Numbers;
  for (TermId Id : conjunctsOf(Terms, Condition)) {
    Part P(Terms);
    P.Root = P.Code.add(Id);
    for (TermId Symbol : P.Code.symbols()) {
      auto [It, New] = Numbers.try_emplace(Symbol, Variables.size());
      if (New)
        addVariable(Symbol);
      P.Over.push_back(It->second);
    }
    Parts.push_back(std::move(P));
  }
}

unsigned ValueSearch::numOpen(const Part &P) const {
  return llvm::count_if(P.Over, [&](unsigned V) { return !Variables[V].Now; });
}

/// The open variable that is closest to deciding about a part; of these, one
/// all of whose values are tried, and then the one with the fewest.
unsigned ValueSearch::next() const {
  std::vector<unsigned> Open(Variables.size(), ~0u);
  for (const Part &P : Parts)
    for (unsigned V : P.Over)
      Open[V] = std::min(Open[V], numOpen(P));
  auto Rank = [&](unsigned V) {
    const Variable &Of = Variables[V];
    return std::tuple(Of.Now.has_value(), Open[V], Of.IsCut, Of.All.size());
  };
  unsigned Best = 0;
  for (unsigned V = 1; V < Variables.size(); ++V)
    if (Rank(V) < Rank(Best))
      Best = V;
  return Best;
}

/// Drops what \p P does not hold for, whose other variables have values.
void ValueSearch::keepWhereHolds(Part &P, unsigned Variable, Values &Of) {
  for (unsigned V : P.Over)
    if (V != Variable)
      P.Code.of(Variables[V].Symbol).fill(*Variables[V].Now);
  Values Kept;
  for (size_t First = 0; First < Of.size(); First += TermColumns::Lanes) {
    unsigned Count = std::min<size_t>(TermColumns::Lanes, Of.size() - First);
    std::copy_n(Of.begin() + First, Count,
                P.Code.of(Variables[Variable].Symbol).begin());
    P.Code.run(Count);
    Work += P.Code.size();
    for (unsigned L = 0; L < Count; ++L)
      if (P.Code[P.Root][L])
        Kept.push_back(Of[First + L]);
  }
  Of = std::move(Kept);
}

/// Whether all parts hold for some values of the open variables.
bool ValueSearch::search() {
  bool IsDone = llvm::all_of(
      Variables, [](const Variable &V) { return V.Now.has_value(); });
  if (IsDone)
    return true;
  unsigned V = next();
  Values Left = Variables[V].All;
  for (Part &P : Parts)
    if (llvm::is_contained(P.Over, V) && numOpen(P) == 1)
      keepWhereHolds(P, V, Left);
  for (uint64_t Value : Left) {
    if (Work > Limits.Work)
      break;
    Variables[V].Now = Value;
    if (search())
      return true;
  }
  Variables[V].Now.reset();
  MayHoldElsewhere |= Variables[V].IsCut || Work > Limits.Work;
  return false;
}

Answer ValueSearch::run(Model &Found) {
  for (const Part &P : Parts)
    if (P.Over.empty() && !P.Code[P.Root][0])
      return Answer::No;
  if (!search())
    return MayHoldElsewhere ? Answer::GaveUp : Answer::No;
  for (const Variable &V : Variables)
    Found[V.Symbol] = *V.Now;
  return Answer::Yes;
}

} // namespace

Answer tryValues(const TermTable &Terms, TermId Condition, Model &Found,
                 TryLimits Limits) {
  return ValueSearch(Terms, Condition, Limits).run(Found);
}

} // namespace fencepost::check
