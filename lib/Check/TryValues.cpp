//===- TryValues.cpp - A condition that holds, found by trying ------------===//
// See TryValues.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/TryValues.h"
#include "TermColumns.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

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

/// A condition that is to hold, or not.
struct Literal {
  TermId Of;
  bool Holds = true;
};

class ValueSearch {
public:
  ValueSearch(const TermTable &Terms, TermId Condition, TryLimits Limits);
  Answer run(Model &Found);

private:
  struct Variable {
    TermId Symbol;
    Values Left;        ///< That may be tried.
    bool IsCut = false; ///< There are others.
    std::optional<uint64_t> Now;
  };
  /// What must hold beside others.
  struct Part {
    Part(const TermTable &Terms, Literal What) : What(What), Code(Terms) {}
    Literal What;
    TermColumns Code;
    unsigned Root = 0;
    llvm::SmallVector<unsigned, 4> Over; ///< Variables.
    bool IsSplit = false; ///< One of its alternatives is looked at instead.
  };

  llvm::SmallVector<Literal, 2> split(Literal L, ValueKind At) const;
  void addVariable(TermId Symbol);
  bool addParts(Literal All);
  bool holds(Part &P);
  bool narrow(Part &P);
  bool assign(unsigned Variable, uint64_t Value);
  void undo(size_t Mark);
  unsigned numOpen(const Part &P) const;
  std::optional<unsigned> next() const;
  Part *partToSplit(unsigned Variable);
  bool searchAlternatives(Part &P);
  void keepWhereHolds(Part &P, unsigned Variable, Values &Of);
  bool search();

  const TermTable &Terms;
  TryLimits Limits;
  std::vector<Variable> Variables;
  llvm::DenseMap<TermId, unsigned> Numbers; ///< Of variables.
  std::deque<Part> Parts;
  std::vector<std::pair<unsigned, Values>> Trail; ///< What variables had left.
  uint64_t Work = 0;
  bool MayHoldElsewhere = false; ///< For values that were not tried.
  bool IsPossible;               ///< Not if a constant part does not hold.
};

/// Values that are tried first: both sides of what is often a boundary, also of
/// waves and of signed numbers.
constexpr uint64_t LikelyValues[] = {
    0,  1,  64,  63,  32,  31,  2,   3,   4,    5,    7,          8,
    15, 16, 128, 127, 192, 191, 255, 256, 4096, 4095, 0x7fffffff, 0x7ffffffe};

void ValueSearch::addVariable(TermId Symbol) {
  const Range &R = Terms[Symbol].Limits;
  Variable V;
  V.Symbol = Symbol;
  V.IsCut = R.High - R.Low >= Limits.Few;
  for (uint64_t N : LikelyValues)
    if (N <= R.High - R.Low)
      V.Left.push_back(R.Low + N);
  if (!V.IsCut)
    for (uint64_t N = 0; N <= R.High - R.Low; ++N)
      if (!llvm::is_contained(LikelyValues, N))
        V.Left.push_back(R.Low + N);
  Variables.push_back(std::move(V));
}

/// \p L in two if it is a conjunction, or with Or a disjunction: both or one of
/// these must hold.
llvm::SmallVector<Literal, 2> ValueSearch::split(Literal L,
                                                 ValueKind At) const {
  while (true) {
    const Term &T = Terms[L.Of];
    if (T.Form != TermForm::Operator || T.Bits != 1)
      return {L};
    if (T.Op == ValueKind::Xor && T.B == TermTable::True)
      L = {T.A, !L.Holds};
    else if (T.Op == ValueKind::Xor && T.A == TermTable::True)
      L = {T.B, !L.Holds};
    else if (L.Holds ? T.Op == At
                     : T.Op == (At == ValueKind::And ? ValueKind::Or
                                                     : ValueKind::And))
      return {{T.A, L.Holds}, {T.B, L.Holds}};
    else
      return {L};
  }
}

/// Of a part all of whose variables have values.
bool ValueSearch::holds(Part &P) {
  for (unsigned V : P.Over)
    P.Code.set(Variables[V].Symbol, *Variables[V].Now);
  P.Code.run(1);
  return (*P.Code.onlyValue(P.Root) != 0) == P.What.Holds;
}

/// False if one does not hold, whatever values follow.
bool ValueSearch::addParts(Literal All) {
  llvm::SmallVector<Literal, 8> Stack{All};
  while (!Stack.empty()) {
    llvm::SmallVector<Literal, 2> Both =
        split(Stack.pop_back_val(), ValueKind::And);
    if (Both.size() == 2) {
      llvm::append_range(Stack, Both);
      continue;
    }
    bool IsThere = false;
    for (const Part &Other : Parts)
      if (!Other.IsSplit && Other.What.Of == Both[0].Of) {
        IsThere = true;
        if (Other.What.Holds != Both[0].Holds)
          return false;
      }
    if (IsThere)
      continue;
    Part &P = Parts.emplace_back(Terms, Both[0]);
    P.Root = P.Code.add(P.What.Of);
    Work += P.Code.size();
    for (TermId Symbol : P.Code.symbols()) {
      auto [It, New] = Numbers.try_emplace(Symbol, Variables.size());
      if (New)
        addVariable(Symbol);
      P.Over.push_back(It->second);
    }
    if (!narrow(P))
      return false;
  }
  return true;
}

ValueSearch::ValueSearch(const TermTable &Terms, TermId Condition,
                         TryLimits Limits)
    : Terms(Terms), Limits(Limits), IsPossible(addParts({Condition})) {}

unsigned ValueSearch::numOpen(const Part &P) const {
  return llvm::count_if(P.Over, [&](unsigned V) { return !Variables[V].Now; });
}

/// The open variable that has one value left, or is closest to deciding about a
/// part; of these, one all of whose values are tried, and then the one with the
/// fewest left. None if all that is to hold does.
std::optional<unsigned> ValueSearch::next() const {
  std::vector<unsigned> Open(Variables.size(), ~0u);
  for (const Part &P : Parts)
    if (!P.IsSplit)
      for (unsigned V : P.Over)
        Open[V] = std::min(Open[V], numOpen(P));
  auto Rank = [&](unsigned V) {
    const Variable &Of = Variables[V];
    return std::tuple(Of.Left.size() == 1 ? 0 : Open[V], Of.IsCut,
                      Of.Left.size());
  };
  std::optional<unsigned> Best;
  for (unsigned V = 0; V < Variables.size(); ++V)
    if (!Variables[V].Now && Open[V] != ~0u && (!Best || Rank(V) < Rank(*Best)))
      Best = V;
  return Best;
}

/// As many values count as one step of work.
constexpr unsigned LanesForWork = 128;

/// Drops what \p P does not hold for, whose other variables have values.
void ValueSearch::keepWhereHolds(Part &P, unsigned Variable, Values &Of) {
  for (unsigned V : P.Over)
    if (V != Variable)
      P.Code.set(Variables[V].Symbol, *Variables[V].Now);
  Values Kept;
  for (size_t First = 0; First < Of.size(); First += TermColumns::Lanes) {
    unsigned Count = std::min<size_t>(TermColumns::Lanes, Of.size() - First);
    std::copy_n(Of.begin() + First, Count,
                P.Code.lanesOf(Variables[Variable].Symbol).begin());
    P.Code.run(Count);
    Work += P.Code.size() * llvm::divideCeil(Count, LanesForWork);
    llvm::ArrayRef<uint64_t> Holds = P.Code[P.Root];
    for (unsigned L = 0; L < Count; ++L)
      if ((Holds[L] != 0) == P.What.Holds)
        Kept.push_back(Of[First + L]);
  }
  Of = std::move(Kept);
}

/// What \p P says about its last open variable, if it has no more. False if
/// nothing is left then.
bool ValueSearch::narrow(Part &P) {
  unsigned Open = numOpen(P);
  if (Open == 0)
    return holds(P);
  if (Open > 1)
    return true;
  unsigned Last =
      *llvm::find_if(P.Over, [&](unsigned V) { return !Variables[V].Now; });
  Variable &V = Variables[Last];
  Trail.push_back({Last, V.Left});
  keepWhereHolds(P, Last, V.Left);
  MayHoldElsewhere |= V.Left.empty() && V.IsCut;
  return !V.Left.empty();
}

void ValueSearch::undo(size_t Mark) {
  while (Trail.size() > Mark) {
    Variables[Trail.back().first].Left = std::move(Trail.back().second);
    Trail.pop_back();
  }
}

/// False if nothing is left for another variable.
bool ValueSearch::assign(unsigned Variable, uint64_t Value) {
  Variables[Variable].Now = Value;
  return llvm::all_of(Parts, [&](Part &P) {
    bool IsNew =
        !P.IsSplit && llvm::is_contained(P.Over, Variable) && numOpen(P) == 1;
    return !IsNew || narrow(P);
  });
}

/// A disjunction over several variables, \p Variable among them, unless
/// something is decided by that one alone.
ValueSearch::Part *ValueSearch::partToSplit(unsigned Variable) {
  Part *Result = nullptr;
  for (Part &P : Parts) {
    if (P.IsSplit || !llvm::is_contained(P.Over, Variable))
      continue;
    if (numOpen(P) == 1)
      return nullptr;
    if (!Result && split(P.What, ValueKind::Or).size() == 2)
      Result = &P;
  }
  return Result;
}

bool ValueSearch::searchAlternatives(Part &P) {
  size_t Before = Parts.size();
  P.IsSplit = true;
  for (Literal L : split(P.What, ValueKind::Or)) {
    if (Work > Limits.Work)
      break;
    size_t Mark = Trail.size();
    bool Found = addParts(L) && search();
    while (Parts.size() > Before)
      Parts.pop_back();
    if (Found)
      return true;
    undo(Mark);
  }
  P.IsSplit = false;
  MayHoldElsewhere |= Work > Limits.Work;
  return false;
}

/// Whether all parts hold for some values of the open variables.
bool ValueSearch::search() {
  std::optional<unsigned> V = next();
  if (!V)
    return true;
  if (Part *P = partToSplit(*V))
    return searchAlternatives(*P);
  Values Left = Variables[*V].Left;
  for (uint64_t Value : Left) {
    if (Work > Limits.Work)
      break;
    size_t Mark = Trail.size();
    if (assign(*V, Value) && search())
      return true;
    undo(Mark);
  }
  Variables[*V].Now.reset();
  MayHoldElsewhere |= Variables[*V].IsCut || Work > Limits.Work;
  return false;
}

Answer ValueSearch::run(Model &Found) {
  if (!IsPossible || !search())
    return MayHoldElsewhere ? Answer::GaveUp : Answer::No;
  for (const Variable &V : Variables)
    Found[V.Symbol] = V.Now.value_or(Terms[V.Symbol].Limits.Low);
  return Answer::Yes;
}

} // namespace

Answer tryValues(const TermTable &Terms, TermId Condition, Model &Found,
                 TryLimits Limits) {
  return ValueSearch(Terms, Condition, Limits).run(Found);
}

} // namespace fencepost::check
