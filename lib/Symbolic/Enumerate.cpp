//===- Enumerate.cpp - Two accesses compared for all values --------------===//
// The terms of an access are computed for every assignment. Outer: the symbols
// that both threads share. Inner, per access: the symbols of its own thread.
//
// If these are too many, a weaker question is tried: conditions and epochs over
// symbols that the addresses do not depend on are dropped, and a symbol that
// the addresses depend on only through remainders (Periods.h) counts up to its
// period, without the conditions over it. If the weaker question has no
// collision, there is none. See Enumerate.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Enumerate.h"
#include "Periods.h"
#include "TermColumns.h"
#include <numeric>

namespace fencepost::sym {

using namespace view;

namespace {

/// One access made by one thread.
struct ComputedAccess {
  uint64_t Address, Stored;
  uint32_t Thread, Epoch;
  uint64_t Assignment; ///< Of the thread's own symbols.
};

/// Which symbols of a question are enumerated, and which conditions are kept.
struct Plan {
  bool Less = false; ///< Only conditions over symbols that addresses depend on.
  bool Stores = false; ///< Stored values are compared.
  uint64_t MaxValues = 0;
  llvm::DenseMap<TermId, Repetition> Periods; ///< Of symbols that have one.
};

/// A symbol of one thread.
struct OwnSymbol {
  TermId Id;
  Range Values;
  uint64_t Weight; ///< What the next value adds to an assignment's number.
  uint64_t size() const { return Values.High - Values.Low + 1; }
};

uint64_t sizeOf(llvm::ArrayRef<OwnSymbol> Symbols) {
  uint64_t Result = 1;
  for (const OwnSymbol &S : Symbols)
    Result *= S.size();
  return Result;
}

/// The symbols and terms of one access. Conditions and epochs over symbols with
/// many values are dropped: if there is no collision without them, there is
/// none with them.
struct SideValues {
  SideValues(Evaluator &Eval, const RegionAccess &Access, const Plan &Plan)
      : Terms(Eval.Terms), Comparison(Plan), Code(Eval.Terms), Access(Access) {
    Address = Code.add(Access.Address);
    Id = Code.add(Eval.linearId());
    if (isKept(Access.Epoch))
      Epoch = Code.add(Access.Epoch);
    IsRelaxed |= !Epoch;
    Reach = Code.add(keptPart(
        Terms.both(Access.Reach, Terms.both(Access.Facts, Access.Inside))));
    if (Plan.Stores && Access.Stored && isKept(*Access.Stored))
      Stored = Code.add(*Access.Stored);
    IsRelaxed |= Plan.Stores && Access.Stored && !Stored;
  }

  TermTable &Terms;
  const Plan &Comparison;
  TermColumns Code;
  const RegionAccess &Access;
  bool IsRelaxed = false; ///< Something was dropped.
  unsigned Address, Reach, Id;
  std::optional<unsigned> Epoch, Stored;
  llvm::SmallVector<TermId, 8> Own;
  /// The same: the first change from lane to lane, the others more slowly.
  llvm::SmallVector<OwnSymbol, 4> Fast, Slow;
  /// The numbers of the assignments of the fast ones.
  std::array<uint64_t, TermColumns::Lanes> Numbers;
  bool IsAssigned = false; ///< The fast ones have all their values.
  std::vector<ComputedAccess> All;

private:
  bool isKept(TermId Root) const;
  TermId keptPart(TermId Condition);
};

bool SideValues::isKept(TermId Root) const {
  bool Result = true;
  llvm::DenseMap<TermId, bool> Seen;
  Terms.forEachSymbol(Root, Seen, [&](TermId Id) {
    const Range &R = Terms[Id].Limits;
    Result &= R.High - R.Low < Comparison.MaxValues &&
              !Comparison.Periods.count(Id) &&
              (!Comparison.Less || Code.has(Id));
  });
  return Result;
}

TermId SideValues::keptPart(TermId Condition) {
  llvm::SmallVector<TermId, 8> Stack{Condition};
  TermId Kept = TermTable::True;
  while (!Stack.empty()) {
    TermId Id = Stack.pop_back_val();
    const Term &T = Terms[Id];
    if (T.Form == TermForm::Operator && T.Op == ValueKind::And) {
      Stack.push_back(T.A);
      Stack.push_back(T.B);
    } else if (isKept(Id)) {
      Kept = Terms.both(Kept, Id);
    } else {
      IsRelaxed = true;
    }
  }
  return Kept;
}

class Enumeration {
public:
  Enumeration(Evaluator &Eval, RegionOverlap &Pairs, const RegionAccess &A,
              const RegionAccess &B, EnumerationLimits Limits, const Plan &Plan)
      : Eval(Eval), Terms(Eval.Terms), Pairs(Pairs), Limits(Limits),
        Comparison(Plan), WaveBits(llvm::countr_zero(Eval.View.WaveSize)),
        Sides{{Eval, A, Plan}, {Eval, B, Plan}} {}

  Answer run(Assignment *Values);

private:
  Range rangeOf(TermId Symbol) const;
  uint64_t count(llvm::ArrayRef<TermId> Symbols) const;
  void assignShared(TermColumns &Code, uint64_t Number);
  bool sortSymbols();
  void orderOwn(SideValues &S);
  void assignFast(SideValues &S, uint64_t First, unsigned Count);
  uint64_t assignSlow(SideValues &S, uint64_t N);
  void collect(SideValues &S, uint64_t SlowNumber, unsigned Count);
  void make(SideValues &S);
  bool areInOneWave(const ComputedAccess &X, const ComputedAccess &Y) const {
    return X.Thread >> WaveBits == Y.Thread >> WaveBits;
  }
  bool collide(const ComputedAccess &X, const ComputedAccess &Y) const;
  bool lanesAreOrdered(const ComputedAccess &X, const ComputedAccess &Y) const;
  bool isOneInstance(uint64_t X, uint64_t Y) const;
  Answer compare(uint64_t Shared, Assignment *Values);
  Answer answered(uint64_t Shared,
                  const std::pair<ComputedAccess, ComputedAccess> &Accesses,
                  Assignment *Values);
  void read(llvm::ArrayRef<TermId> Symbols, uint64_t Number, unsigned Thread,
            Assignment &Values);

  Evaluator &Eval;
  TermTable &Terms;
  RegionOverlap &Pairs;
  EnumerationLimits Limits;
  const Plan &Comparison;
  unsigned WaveBits; ///< Of the numbers of lanes: waves have 32 or 64.
  SideValues Sides[2];
  llvm::SmallVector<TermId, 4> Shared;
  uint64_t Compared = 0;
};

Range Enumeration::rangeOf(TermId Symbol) const {
  Range R = Terms[Symbol].Limits;
  auto It = Comparison.Periods.find(Symbol);
  if (It != Comparison.Periods.end())
    R.High = std::min(R.High, R.Low + It->second.numValues(R.Low) - 1);
  return R;
}

/// The number of assignments, or a large number.
uint64_t Enumeration::count(llvm::ArrayRef<TermId> Symbols) const {
  uint64_t Result = 1;
  for (TermId Id : Symbols) {
    Range R = rangeOf(Id);
    if (R.High - R.Low >= Limits.Values)
      return Limits.Values + 1;
    Result *= R.High - R.Low + 1;
    if (Result > Limits.Values)
      return Result;
  }
  return Result;
}

/// All threads get assignment \p Number of the shared symbols.
void Enumeration::assignShared(TermColumns &Code, uint64_t Number) {
  for (TermId Id : Shared) {
    Range R = rangeOf(Id);
    uint64_t Size = R.High - R.Low + 1;
    if (Code.has(Id))
      Code.set(Id, R.Low + Number % Size);
    Number /= Size;
  }
}

/// Ids of work-items change fastest: most other terms have one value for all of
/// them.
void Enumeration::orderOwn(SideValues &S) {
  uint64_t Weight = 1;
  for (TermId Id : S.Own) {
    S.Slow.push_back({Id, rangeOf(Id), Weight});
    Weight *= S.Slow.back().size();
  }
  std::stable_partition(S.Slow.begin(), S.Slow.end(), [&](const OwnSymbol &O) {
    return Terms[O.Id].Sym.Kind == SymbolKind::WorkItem;
  });
  auto *First = S.Slow.begin();
  while (First != S.Slow.end() && sizeOf(S.Fast) < TermColumns::Lanes / 2)
    S.Fast.push_back(*First++);
  S.Slow.erase(S.Slow.begin(), First);
}

/// Lanes get \p Count assignments of the fast symbols from \p First on.
void Enumeration::assignFast(SideValues &S, uint64_t First, unsigned Count) {
  S.Numbers.fill(0);
  uint64_t Before = 1; // Assignments of the symbols before.
  for (const OwnSymbol &Symbol : S.Fast) {
    llvm::MutableArrayRef<uint64_t> Lanes = S.Code.lanesOf(Symbol.Id);
    uint64_t Digit = First / Before % Symbol.size(), Same = First % Before;
    for (unsigned L = 0; L < Count; ++L) {
      Lanes[L] = Symbol.Values.Low + Digit;
      S.Numbers[L] += Digit * Symbol.Weight;
      if (++Same < Before)
        continue;
      Same = 0;
      Digit = Digit + 1 < Symbol.size() ? Digit + 1 : 0;
    }
    Before *= Symbol.size();
  }
}

/// All lanes get assignment \p N of the slow symbols; its number.
uint64_t Enumeration::assignSlow(SideValues &S, uint64_t N) {
  uint64_t Number = 0;
  for (const OwnSymbol &Symbol : S.Slow) {
    S.Code.set(Symbol.Id, Symbol.Values.Low + N % Symbol.size());
    Number += N % Symbol.size() * Symbol.Weight;
    N /= Symbol.size();
  }
  return Number;
}

/// Separates shared symbols from own ones; false if there are too many values.
bool Enumeration::sortSymbols() {
  for (SideValues &S : Sides)
    for (TermId Id : S.Code.symbols()) {
      if (!Pairs.isShared(Id))
        S.Own.push_back(Id);
      else if (!llvm::is_contained(Shared, Id))
        Shared.push_back(Id);
    }
  uint64_t Outer = count(Shared);
  for (SideValues &S : Sides) {
    uint64_t Inner = count(S.Own);
    if (Outer > Limits.Values || Inner > Limits.Values ||
        Outer * Inner > Limits.Values)
      return false;
    orderOwn(S);
  }
  return true;
}

/// Collects the accesses that the lanes have computed.
void Enumeration::collect(SideValues &S, uint64_t SlowNumber, unsigned Count) {
  if (S.Code.onlyValue(S.Reach) == 0)
    return;
  llvm::ArrayRef<uint64_t> Reach = S.Code[S.Reach], Address = S.Code[S.Address],
                           Id = S.Code[S.Id], Stored, Epoch;
  if (S.Stored)
    Stored = S.Code[*S.Stored];
  if (S.Epoch)
    Epoch = S.Code[*S.Epoch];
  for (unsigned L = 0; L < Count; ++L)
    if (Reach[L])
      S.All.push_back({Address[L], S.Stored ? Stored[L] : 0, uint32_t(Id[L]),
                       S.Epoch ? uint32_t(Epoch[L]) : 0,
                       SlowNumber + S.Numbers[L]});
}

void Enumeration::make(SideValues &S) {
  S.All.clear();
  uint64_t Fast = sizeOf(S.Fast);
  for (uint64_t N = 0, Slow = sizeOf(S.Slow); N < Slow; ++N) {
    uint64_t SlowNumber = assignSlow(S, N);
    for (uint64_t First = 0; First < Fast; First += TermColumns::Lanes) {
      unsigned Count = std::min<uint64_t>(TermColumns::Lanes, Fast - First);
      if (!S.IsAssigned)
        assignFast(S, First, Count);
      S.IsAssigned = Count == Fast;
      S.Code.run(Count);
      collect(S, SlowNumber, Count);
    }
  }
}

/// True if assignments \p X and \p Y of one access have equal iterations.
bool Enumeration::isOneInstance(uint64_t X, uint64_t Y) const {
  for (TermId Id : Sides[0].Own) {
    Range R = rangeOf(Id);
    uint64_t Size = R.High - R.Low + 1;
    if (Terms[Id].Sym.Kind == SymbolKind::Iteration && X % Size != Y % Size)
      return false;
    X /= Size;
    Y /= Size;
  }
  return true;
}

/// True for two ordered lanes of one wave; RegionOverlap::differ() is the same
/// condition as a term.
bool Enumeration::lanesAreOrdered(const ComputedAccess &X,
                                  const ComputedAccess &Y) const {
  const RegionAccess &A = Sides[0].Access, &B = Sides[1].Access;
  if (Pairs.isOneStore(A, B))
    return !isOneInstance(X.Assignment, Y.Assignment);
  bool KnowsEpochs = Sides[0].Epoch && Sides[1].Epoch;
  return A.Site.Site == B.Site.Site || (KnowsEpochs && X.Epoch != Y.Epoch);
}

bool Enumeration::collide(const ComputedAccess &X,
                          const ComputedAccess &Y) const {
  const RegionAccess &A = Sides[0].Access, &B = Sides[1].Access;
  if (X.Thread == Y.Thread)
    return false;
  if (Pairs.LanesAreOrdered && areInOneWave(X, Y) && lanesAreOrdered(X, Y))
    return false;
  bool KnowsStored = Sides[0].Stored && Sides[1].Stored;
  return !(KnowsStored && Pairs.mayStoreTheSame(A, B) &&
           X.Address == Y.Address && X.Stored == Y.Stored);
}

void Enumeration::read(llvm::ArrayRef<TermId> Symbols, uint64_t Number,
                       unsigned Thread, Assignment &Values) {
  for (TermId Id : Symbols) {
    Range R = rangeOf(Id);
    uint64_t Size = R.High - R.Low + 1;
    Values[Pairs.seenBy(Id, Thread)] = R.Low + Number % Size;
    Number /= Size;
  }
}

Answer
Enumeration::answered(uint64_t SharedNumber,
                      const std::pair<ComputedAccess, ComputedAccess> &Accesses,
                      Assignment *Values) {
  if (Values) {
    read(Shared, SharedNumber, 1, *Values);
    read(Sides[0].Own, Accesses.first.Assignment, 1, *Values);
    read(Sides[1].Own, Accesses.second.Assignment, 2, *Values);
  }
  return Answer::Yes;
}

/// Threads of different waves are preferred: a collision of lanes of one wave
/// says less about a barrier.
Answer Enumeration::compare(uint64_t SharedNumber, Assignment *Values) {
  std::vector<ComputedAccess> &First = Sides[0].All, &Second = Sides[1].All;
  uint64_t BytesA = Sides[0].Access.Site.in(Eval.View).Bytes;
  uint64_t BytesB = Sides[1].Access.Site.in(Eval.View).Bytes;
  auto ByAddress = [](const ComputedAccess &X, const ComputedAccess &Y) {
    return std::tie(X.Address, X.Assignment) <
           std::tie(Y.Address, Y.Assignment);
  };
  for (std::vector<ComputedAccess> *All : {&First, &Second})
    if (!llvm::is_sorted(*All, ByAddress))
      llvm::sort(*All, ByAddress);
  std::optional<std::pair<ComputedAccess, ComputedAccess>> Best;
  size_t Low = 0;
  for (const ComputedAccess &Y : Second) {
    while (Low < First.size() && First[Low].Address + BytesA <= Y.Address)
      ++Low;
    for (size_t I = Low;
         I < First.size() && First[I].Address < Y.Address + BytesB; ++I) {
      if (++Compared > Limits.Compared)
        return Best ? answered(SharedNumber, *Best, Values) : Answer::GaveUp;
      bool SameWave = areInOneWave(First[I], Y);
      if ((Best && SameWave) || !collide(First[I], Y))
        continue;
      Best = {First[I], Y};
      if (!SameWave || !Values)
        return answered(SharedNumber, *Best, Values);
    }
  }
  return Best ? answered(SharedNumber, *Best, Values) : Answer::No;
}

Answer Enumeration::run(Assignment *Values) {
  if (!sortSymbols())
    return Answer::GaveUp;
  for (uint64_t N = 0, Count = count(Shared); N < Count; ++N) {
    for (SideValues &S : Sides) {
      assignShared(S.Code, N);
      make(S);
    }
    Answer Reply = compare(N, Values);
    if (Reply == Answer::Yes && (Sides[0].IsRelaxed || Sides[1].IsRelaxed))
      return Answer::GaveUp;
    if (Reply != Answer::No)
      return Reply;
  }
  return Answer::No;
}

/// The periods of symbols that the addresses depend on and that have many
/// values. A period counts only if it is one of both addresses.
void findPeriods(const TermTable &Terms, const RegionAccess &A,
                 const RegionAccess &B, Plan &Plan) {
  constexpr uint64_t Many = 64;
  llvm::DenseMap<TermId, bool> Seen;
  for (TermId Root : {A.Address, B.Address})
    Terms.forEachSymbol(Root, Seen, [&](TermId Id) {
      const Range &R = Terms[Id].Limits;
      if (R.High - R.Low < Many || Terms[Id].Sym.Kind == SymbolKind::WorkItem)
        return;
      std::optional<Repetition> First = repetitionOf(Terms, A.Address, Id),
                                Second = repetitionOf(Terms, B.Address, Id);
      if (First && Second)
        Plan.Periods[Id] = common(*First, *Second);
    });
}

} // namespace

Answer enumerate(Evaluator &Eval, RegionOverlap &Pairs, const RegionAccess &A,
                 const RegionAccess &B, EnumerationLimits Limits,
                 Assignment *Values) {
  Plan Plan;
  Plan.MaxValues = Limits.Values;
  Plan.Stores = Pairs.mayStoreTheSame(A, B);
  Answer Reply = Enumeration(Eval, Pairs, A, B, Limits, Plan).run(Values);
  // Tickets are unconstrained here.
  bool Takes = Pairs.ticketsDiffer(A, B) != TermTable::True;
  if (Reply == Answer::No || (Reply == Answer::Yes && !Takes))
    return Reply;
  Plan.Less = true;
  findPeriods(Eval.Terms, A, B, Plan);
  Reply = Enumeration(Eval, Pairs, A, B, Limits, Plan).run(nullptr);
  return Reply == Answer::No ? Answer::No : Answer::GaveUp;
}

} // namespace fencepost::sym
