//===- ValueSearch.cpp - A satisfying assignment, found by trying ---------===//
// See ValueSearch.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/ValueSearch.h"
#include "Periods.h"
#include "TermBounds.h"
#include "TermColumns.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <numeric>
#include <random>

namespace fencepost::sym {

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

using Values = llvm::SmallVector<uint64_t, 32>;

/// A condition or its negation.
struct Literal {
  TermId Term;
  bool Holds = true;
};

/// Left = Right, and the symbols that it can be solved for: multiples of them
/// are added, and nothing else depends on them.
struct LinearEquation {
  LinearEquation(const TermTable &Terms, Literal L);
  void add(const TermTable &Terms, TermId Id, uint64_t Times);

  TermId Left, Right;
  llvm::SmallDenseMap<TermId, uint64_t, 4> Factors; ///< Of Left - Right.
  llvm::SmallVector<TermId, 4> Others;              ///< That are added.
};

void LinearEquation::add(const TermTable &Terms, TermId Id, uint64_t Times) {
  const Term &T = Terms[Id];
  bool IsExtended = T.Form == TermForm::Operator && T.Op == ValueKind::ZExt &&
                    Terms[T.A].Form == TermForm::Symbol;
  if (T.Form == TermForm::Symbol || IsExtended)
    Factors[IsExtended ? T.A : Id] += Times;
  else if (T.Form == TermForm::Sum)
    for (const Summand &Part : T.Parts)
      add(Terms, Part.Term, Times * Part.Times);
  else
    Others.push_back(Id);
}

LinearEquation::LinearEquation(const TermTable &Terms, Literal L) {
  const Term &T = Terms[L.Term];
  if (!L.Holds || T.Form != TermForm::Operator || T.Op != ValueKind::Eq)
    return;
  Left = T.A;
  Right = T.B;
  add(Terms, Left, 1);
  add(Terms, Right, -1);
  llvm::DenseMap<TermId, bool> Seen;
  for (TermId Id : Others)
    Terms.forEachSymbol(Id, Seen, [&](TermId Term) { Factors.erase(Term); });
}

/// X with X * \p Odd = 1, modulo 2^64: each step doubles the bits that are
/// right, of which there are three at first.
uint64_t inverseOf(uint64_t Odd) {
  uint64_t Result = Odd;
  for (unsigned Right = 3; Right < 64; Right *= 2)
    Result *= 2 - Odd * Result;
  return Result;
}

class ValueSearch {
public:
  using PeriodMap = llvm::SmallDenseMap<TermId, Repetition, 4>;

  /// Symbols that have a period are tried up to it.
  ValueSearch(const TermTable &Terms, llvm::ArrayRef<TermId> Conditions,
              const SymbolBounds &Bounds, ValueSearchLimits Limits,
              PeriodMap Periods = PeriodMap());
  Answer run(Assignment &Values);

private:
  struct Variable {
    TermId Symbol;
    Values Candidates;  ///< Values that may be tried.
    bool IsCut = false; ///< There are others.
    std::optional<uint64_t> Value;
  };
  /// A conjunct.
  struct Part {
    Part(const TermTable &Terms, Literal Conjunct)
        : Conjunct(Conjunct), Code(Terms) {}
    Literal Conjunct;
    TermColumns Code;
    unsigned Root = 0;
    llvm::SmallVector<unsigned, 4> Over; ///< Variables.
    bool IsSplit = false; ///< One of its alternatives is tried instead.
    /// Its equation, computed when first needed.
    std::optional<LinearEquation> Equation;
  };
  struct Before {
    unsigned Variable;
    Values Candidates;
    bool IsCut;
  };

  std::optional<Literal> choiceIn(const Term &T) const;
  llvm::SmallVector<Literal, 2> split(Literal L, ValueKind Op) const;
  void addVariable(TermId Symbol);
  bool addParts(Literal All);
  bool holds(Part &P);
  bool narrow(Part &P);
  bool solve(Part &P, unsigned Last);
  void setOthers(Part &P, unsigned Open);
  bool assign(unsigned Variable, uint64_t Value);
  void undo(size_t Mark);
  unsigned numOpen(const Part &P) const;
  std::optional<unsigned> next() const;
  Part *partToSplit(unsigned Variable);
  bool searchAlternatives(Part &P);
  void keepWhereHolds(Part &P, unsigned Variable, Values &Values);
  bool search();
  bool isExhausted() {
    bool IsTrue = Work > Limits.Work;
    WasExhausted |= IsTrue;
    MayHoldElsewhere |= IsTrue;
    return IsTrue;
  }
  void shuffle(unsigned Seed);

  const TermTable &Terms;
  const SymbolBounds &Bounds;
  ValueSearchLimits Limits;
  PeriodMap Periods;
  std::vector<Variable> Variables;
  llvm::DenseMap<TermId, unsigned> Numbers; ///< Of variables.
  std::deque<Part> Parts;
  std::vector<Before> Trail; ///< Earlier values of variables.
  uint64_t Work = 0;
  bool MayHoldElsewhere = false; ///< For values that were not tried.
  bool WasExhausted = false;     ///< Not all values were tried.
  bool IsRetry = false;          ///< Symbols with other values come first.
  bool IsPossible;               ///< False if a constant conjunct is false.
};

/// Values that are tried first: both sides of what is often a boundary, also of
/// waves and of signed numbers.
constexpr uint64_t LikelyValues[] = {
    0,  1,  64,  63,  32,  31,  2,   3,   4,    5,    7,          8,
    15, 16, 128, 127, 192, 191, 255, 256, 4096, 4095, 0x7fffffff, 0x7ffffffe};

/// The interval of \p Symbol.
Range rangeOf(const TermTable &Terms, const SymbolBounds &Bounds,
              TermId Symbol) {
  auto It = Bounds.find(Symbol);
  return It == Bounds.end() ? Terms[Symbol].Limits : It->second;
}

void ValueSearch::addVariable(TermId Symbol) {
  Range R = rangeOf(Terms, Bounds, Symbol);
  uint64_t Last = R.High - R.Low;
  if (auto It = Periods.find(Symbol); It != Periods.end())
    Last = std::min(Last, It->second.numValues(R.Low) - 1);
  Variable V;
  V.Symbol = Symbol;
  V.IsCut = Last >= Limits.Few;
  for (uint64_t N : LikelyValues)
    if (N <= Last)
      V.Candidates.push_back(R.Low + N);
  if (V.IsCut)
    V.Candidates.push_back(R.High);
  else
    for (uint64_t N = 0; N <= Last; ++N)
      if (!llvm::is_contained(LikelyValues, N))
        V.Candidates.push_back(R.Low + N);
  Variables.push_back(std::move(V));
}

/// The condition of a select between two numbers that \p T, a comparison, fixes
/// to one of them.
std::optional<Literal> ValueSearch::choiceIn(const Term &T) const {
  if (T.Op != ValueKind::Eq)
    return std::nullopt;
  std::optional<uint64_t> Left = Terms.constantOf(T.A);
  const Term &Choice = Terms[Left ? T.B : T.A];
  std::optional<uint64_t> Value = Left ? Left : Terms.constantOf(T.B);
  if (!Value || Choice.Form != TermForm::Operator ||
      Choice.Op != ValueKind::Select)
    return std::nullopt;
  std::optional<uint64_t> Then = Terms.constantOf(Choice.B),
                          Else = Terms.constantOf(Choice.C);
  if (!Then || !Else || (*Then == *Value) == (*Else == *Value))
    return std::nullopt;
  return Literal{Choice.A, *Then == *Value};
}

/// \p L in two if it is a conjunction, or with Or a disjunction: both or one of
/// these must hold.
llvm::SmallVector<Literal, 2> ValueSearch::split(Literal L,
                                                 ValueKind Op) const {
  while (true) {
    const Term &T = Terms[L.Term];
    if (T.Form != TermForm::Operator || T.Bits != 1)
      return {L};
    if (T.Op == ValueKind::Xor && T.B == TermTable::True)
      L = {T.A, !L.Holds};
    else if (T.Op == ValueKind::Xor && T.A == TermTable::True)
      L = {T.B, !L.Holds};
    else if (std::optional<Literal> Choice = choiceIn(T))
      L = {Choice->Term, Choice->Holds == L.Holds};
    else if (L.Holds ? T.Op == Op
                     : T.Op == (Op == ValueKind::And ? ValueKind::Or
                                                     : ValueKind::And))
      return {{T.A, L.Holds}, {T.B, L.Holds}};
    else
      return {L};
  }
}

/// True if \p P, whose variables all have values, holds.
bool ValueSearch::holds(Part &P) {
  for (unsigned V : P.Over)
    P.Code.set(Variables[V].Symbol, *Variables[V].Value);
  Work += P.Code.run(1);
  return (*P.Code.onlyValue(P.Root) != 0) == P.Conjunct.Holds;
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
      if (!Other.IsSplit && Other.Conjunct.Term == Both[0].Term) {
        IsThere = true;
        if (Other.Conjunct.Holds != Both[0].Holds)
          return false;
      }
    if (IsThere)
      continue;
    Part &P = Parts.emplace_back(Terms, Both[0]);
    P.Root = P.Code.add(P.Conjunct.Term);
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

ValueSearch::ValueSearch(const TermTable &Terms,
                         llvm::ArrayRef<TermId> Conditions,
                         const SymbolBounds &Bounds, ValueSearchLimits Limits,
                         PeriodMap Periods)
    : Terms(Terms), Bounds(Bounds), Limits(Limits), Periods(std::move(Periods)),
      IsPossible(llvm::all_of(Conditions,
                              [&](TermId Id) { return addParts({Id}); })) {}

unsigned ValueSearch::numOpen(const Part &P) const {
  return llvm::count_if(P.Over,
                        [&](unsigned V) { return !Variables[V].Value; });
}

/// The open variable to assign next: one with a single value left or whose
/// values are all enumerated; of these, the one closest to deciding a conjunct,
/// and then the one with the fewest values left; on retries, first those with
/// untried values. None if all conjuncts hold: those over one variable have
/// already filtered its values.
std::optional<unsigned> ValueSearch::next() const {
  llvm::SmallVector<unsigned, 16> Open(Variables.size(), ~0u);
  for (const Part &P : Parts) {
    if (P.IsSplit || P.Over.size() < 2)
      continue;
    unsigned Count = numOpen(P);
    for (unsigned V : P.Over)
      Open[V] = std::min(Open[V], Count);
  }
  auto Rank = [&](unsigned V) {
    const Variable &Variable = Variables[V];
    return std::tuple(Variable.Candidates.size() == 1 ? 0
                      : IsRetry && Variable.IsCut     ? 1
                                                      : Open[V],
                      IsRetry != Variable.IsCut, Variable.Candidates.size());
  };
  std::optional<unsigned> Best;
  for (unsigned V = 0; V < Variables.size(); ++V)
    if (!Variables[V].Value && Open[V] != ~0u &&
        (!Best || Rank(V) < Rank(*Best)))
      Best = V;
  return Best;
}

void ValueSearch::setOthers(Part &P, unsigned Open) {
  for (unsigned V : P.Over)
    if (V != Open)
      P.Code.set(Variables[V].Symbol, *Variables[V].Value);
}

/// Drops the values of \p Variable for which \p P does not hold; its other
/// variables have values.
void ValueSearch::keepWhereHolds(Part &P, unsigned Variable, Values &Numbers) {
  setOthers(P, Variable);
  Values Kept;
  for (size_t First = 0; First < Numbers.size(); First += TermColumns::Lanes) {
    unsigned Count =
        std::min<size_t>(TermColumns::Lanes, Numbers.size() - First);
    std::copy_n(Numbers.begin() + First, Count,
                P.Code.lanesOf(Variables[Variable].Symbol).begin());
    Work += P.Code.run(Count);
    llvm::ArrayRef<uint64_t> Holds = P.Code[P.Root];
    for (unsigned L = 0; L < Count; ++L)
      if ((Holds[L] != 0) == P.Conjunct.Holds)
        Kept.push_back(Numbers[First + L]);
  }
  Numbers = std::move(Kept);
}

/// Whether \p P is an equation that has one solution for its last open
/// variable: then no other value is left.
bool ValueSearch::solve(Part &P, unsigned Last) {
  if (!P.Equation)
    P.Equation.emplace(Terms, P.Conjunct);
  Variable &V = Variables[Last];
  uint64_t Factor = P.Equation->Factors.lookup(V.Symbol);
  unsigned Zeros = llvm::countr_zero(Factor);
  Range R = rangeOf(Terms, Bounds, V.Symbol);
  unsigned Bits = Factor ? Terms.bits(P.Equation->Left) : 0;
  if (Zeros >= Bits || R.High > view::truncated(~uint64_t(0), Bits - Zeros))
    return false;
  setOthers(P, Last);
  P.Code.set(V.Symbol, 0);
  Work += P.Code.run(1);
  uint64_t Rest = *P.Code.onlyValue(P.Code.add(P.Equation->Left)) -
                  *P.Code.onlyValue(P.Code.add(P.Equation->Right));
  uint64_t Product = view::truncated(0 - Rest, Bits);
  uint64_t Value = view::truncated(
      (Product >> Zeros) * inverseOf(Factor >> Zeros), Bits - Zeros);
  bool IsWhole = Product >> Zeros << Zeros == Product;
  bool MayBe = IsWhole && (V.IsCut ? R.Low <= Value && Value <= R.High
                                   : llvm::is_contained(V.Candidates, Value));
  V.Candidates.assign(MayBe, Value);
  // Other conjuncts filtered only the values that were left.
  if (V.IsCut)
    for (Part &Other : Parts)
      if (!Other.IsSplit && llvm::is_contained(Other.Over, Last) &&
          numOpen(Other) == 1)
        keepWhereHolds(Other, Last, V.Candidates);
  V.IsCut = false;
  return true;
}

/// Filters the values of the last open variable of \p P, if it has only one.
/// False if none is left.
bool ValueSearch::narrow(Part &P) {
  unsigned Open = numOpen(P);
  if (Open == 0)
    return holds(P);
  if (Open > 1)
    return true;
  unsigned Last =
      *llvm::find_if(P.Over, [&](unsigned V) { return !Variables[V].Value; });
  Variable &V = Variables[Last];
  Trail.push_back({Last, V.Candidates, V.IsCut});
  if ((!V.IsCut && V.Candidates.size() == 1) || !solve(P, Last))
    keepWhereHolds(P, Last, V.Candidates);
  MayHoldElsewhere |= V.Candidates.empty() && V.IsCut;
  return !V.Candidates.empty();
}

void ValueSearch::undo(size_t Mark) {
  while (Trail.size() > Mark) {
    Variable &V = Variables[Trail.back().Variable];
    V.Candidates = std::move(Trail.back().Candidates);
    V.IsCut = Trail.back().IsCut;
    Trail.pop_back();
  }
}

/// False if nothing is left for another variable.
bool ValueSearch::assign(unsigned Variable, uint64_t Value) {
  Variables[Variable].Value = Value;
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
    if (!Result && split(P.Conjunct, ValueKind::Or).size() == 2)
      Result = &P;
  }
  return Result;
}

/// Both alternatives get their share of the work.
bool ValueSearch::searchAlternatives(Part &P) {
  size_t Before = Parts.size();
  uint64_t All = Limits.Work;
  P.IsSplit = true;
  unsigned Open = 2;
  for (Literal L : split(P.Conjunct, ValueKind::Or)) {
    if (isExhausted())
      break;
    Limits.Work = Work + (All - Work) / Open--;
    size_t Mark = Trail.size();
    bool Found = addParts(L) && search();
    while (Parts.size() > Before)
      Parts.pop_back();
    if (Found)
      return true;
    undo(Mark);
    Limits.Work = All;
  }
  P.IsSplit = false;
  return false;
}

/// True if all conjuncts hold for some values of the open variables.
bool ValueSearch::search() {
  Work += Parts.size();
  std::optional<unsigned> V = next();
  if (!V)
    return true;
  if (Part *P = partToSplit(*V))
    return searchAlternatives(*P);
  Values Candidates = Variables[*V].Candidates;
  for (uint64_t Value : Candidates) {
    if (isExhausted())
      break;
    size_t Mark = Trail.size();
    if (assign(*V, Value) && search())
      return true;
    undo(Mark);
  }
  Variables[*V].Value.reset();
  MayHoldElsewhere |= Variables[*V].IsCut;
  return false;
}

/// Shuffles the order of values.
void ValueSearch::shuffle(unsigned Seed) {
  std::minstd_rand Random(Seed);
  for (Variable &V : Variables)
    for (size_t I = V.Candidates.size(); I > 1; --I)
      std::swap(V.Candidates[I - 1], V.Candidates[Random() % I]);
}

Answer ValueSearch::run(Assignment &Values) {
  bool Holds = IsPossible && search();
  // The first choices may be a dead end.
  for (unsigned Again = 1; !Holds && WasExhausted && Again <= Limits.Again;
       ++Again) {
    Work = 0;
    WasExhausted = false;
    MayHoldElsewhere = false;
    IsRetry = true;
    shuffle(Again);
    Holds = search();
  }
  if (!Holds)
    return MayHoldElsewhere ? Answer::GaveUp : Answer::No;
  for (const Variable &V : Variables)
    Values[V.Symbol] = V.Value.value_or(V.Candidates.front());
  return Answer::Yes;
}

/// True if \p Condition is periodic in its symbols with many values; adds their
/// periods.
bool repeats(const TermTable &Terms, TermId Condition,
             const SymbolBounds &Bounds, uint64_t Few,
             ValueSearch::PeriodMap &Periods) {
  bool Result = true;
  ValueSearch::PeriodMap Combined = Periods;
  llvm::DenseMap<TermId, bool> Seen;
  Terms.forEachSymbol(Condition, Seen, [&](TermId Id) {
    Range R = rangeOf(Terms, Bounds, Id);
    if (R.High - R.Low < Few || !Result)
      return;
    std::optional<Repetition> Repeats = repetitionOf(Terms, Condition, Id);
    Repetition &All = Combined[Id];
    All = common(All, Repeats.value_or(Repetition()));
    Result = Repeats && All.numValues(R.Low) <= Few;
  });
  if (Result)
    Periods = std::move(Combined);
  return Result;
}

} // namespace

Answer searchValues(const TermTable &Terms, TermId Condition,
                    Assignment &Values, ValueSearchLimits Limits) {
  std::optional<SymbolBounds> Bounds =
      boundsIn(Terms, conjunctsOf(Terms, Condition));
  if (!Bounds)
    return Answer::No;
  return ValueSearch(Terms, Condition, *Bounds, Limits).run(Values);
}

bool neverHolds(const TermTable &Terms, TermId Condition,
                ValueSearchLimits Limits) {
  llvm::SmallVector<TermId, 16> Parts = conjunctsOf(Terms, Condition);
  std::optional<SymbolBounds> Bounds = boundsIn(Terms, Parts);
  if (!Bounds)
    return true;
  ValueSearch::PeriodMap Periods;
  llvm::erase_if(Parts, [&](TermId Part) {
    return !repeats(Terms, Part, *Bounds, Limits.Few, Periods);
  });
  Limits.Again = 0;
  Assignment Values;
  return ValueSearch(Terms, Parts, *Bounds, Limits, Periods).run(Values) ==
         Answer::No;
}

} // namespace fencepost::sym
