//===- ValueSearchTest.cpp - A condition that holds, found by trying -----===//
// Random conditions against trying all values.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/ValueSearch.h"
#include "ContextSimplify.h"
#include "gtest/gtest.h"
#include <random>

namespace fencepost::sym {
namespace {

constexpr unsigned NumSymbols = 5, NumValues = 6;

class Conditions {
public:
  explicit Conditions(unsigned Seed) : Random(Seed) {
    for (unsigned I = 0; I < NumSymbols; ++I)
      Symbols.push_back(Terms.symbol({SymbolKind::Unknown, I}, 8,
                                     {Low, Low + NumValues - 1}));
  }
  /// Conjunctions and disjunctions, negated now and then.
  TermId random(unsigned Depth);
  bool canHold(TermId Condition) const;

  static constexpr uint64_t Low = 60;
  TermTable Terms;

private:
  unsigned pick(unsigned Below) { return Random() % Below; }
  TermId value();

  std::mt19937 Random;
  std::vector<TermId> Symbols;
};

TermId Conditions::value() {
  TermId Term = Symbols[pick(NumSymbols)];
  if (pick(3) == 0)
    Term = Terms.add(Term, Symbols[pick(NumSymbols)]);
  return pick(2) ? Term : Terms.add(Term, Terms.constant(pick(3), 8));
}

TermId Conditions::random(unsigned Depth) {
  TermId Result;
  if (Depth == 0) {
    TermId X = value();
    TermId Y = pick(2) ? value() : Terms.constant(Low + pick(8), 8);
    Result = pick(2) ? Terms.less(X, Y) : Terms.equal(X, Y);
  } else {
    TermId X = random(Depth - 1), Y = random(Depth - 1);
    Result = pick(3) ? Terms.both(X, Y) : Terms.either(X, Y);
  }
  return pick(4) ? Result : Terms.negated(Result);
}

bool Conditions::canHold(TermId Condition) const {
  unsigned Count = 1;
  for (unsigned I = 0; I < NumSymbols; ++I)
    Count *= NumValues;
  for (unsigned All = 0; All < Count; ++All) {
    auto ValueOf = [&](TermId Id) {
      unsigned Rest = All;
      for (unsigned I = 0; Symbols[I] != Id; ++I)
        Rest /= NumValues;
      return Low + Rest % NumValues;
    };
    if (Terms.evaluated(Condition, ValueOf))
      return true;
  }
  return false;
}

/// If \p MayGiveUp, symbols have more values than the search tries.
void compare(ValueSearchLimits Limits, unsigned Rounds, bool MayGiveUp) {
  unsigned Yes = 0, No = 0, GaveUp = 0;
  for (unsigned Seed = 0; Seed < Rounds; ++Seed) {
    Conditions Sample(Seed);
    TermId Condition = Sample.random(1 + Seed % 4);
    Assignment Values;
    Answer Reply = searchValues(Sample.Terms, Condition, Values, Limits);
    if (Reply == Answer::Yes) {
      ++Yes;
      ASSERT_TRUE(Sample.Terms.evaluated(Condition, [&](TermId Id) {
        return Values.count(Id) ? Values.lookup(Id) : Conditions::Low;
      })) << Seed;
    } else if (Reply == Answer::No) {
      ++No;
      ASSERT_FALSE(Sample.canHold(Condition)) << Seed;
    } else {
      ++GaveUp;
    }
  }
  EXPECT_GT(Yes, Rounds / 4);
  EXPECT_GT(No, Rounds / 50);
  EXPECT_EQ(GaveUp != 0, MayGiveUp);
}

TEST(ValueSearch, AgreesWithTryingAll) { compare({}, 600, false); }

TEST(ValueSearch, ProvesNothingWithSomeValues) {
  ValueSearchLimits Cut;
  Cut.Few = NumValues - 1;
  compare(Cut, 600, true);
}

TEST(ValueSearch, ProvesNothingWithLittleWork) {
  ValueSearchLimits Little;
  Little.Work = 12;
  compare(Little, 600, true);
}

TEST(ValueSearch, NeverHoldsAgreesWithTryingAll) {
  unsigned Proved = 0;
  for (unsigned Seed = 0; Seed < 600; ++Seed) {
    Conditions Conditions(Seed);
    TermId Condition = Conditions.random(1 + Seed % 4);
    ValueSearchLimits Limits;
    Limits.Few = NumValues - Seed % 2;
    if (!neverHolds(Conditions.Terms, Condition, Limits))
      continue;
    ++Proved;
    ASSERT_FALSE(Conditions.canHold(Condition)) << Seed;
  }
  EXPECT_GT(Proved, 10u);
}

TEST(ValueSearch, SimplifiedByPartsIsTheSame) {
  unsigned Changed = 0;
  for (unsigned Seed = 0; Seed < 600; ++Seed) {
    Conditions Conditions(Seed);
    TermId Condition = Conditions.random(2 + Seed % 3);
    TermId Simple = simplifiedInContext(Conditions.Terms, Condition);
    Changed += Simple != Condition;
    TermId Differs =
        Conditions.Terms.negated(Conditions.Terms.equal(Condition, Simple));
    ASSERT_FALSE(Conditions.canHold(Differs)) << Seed;
  }
  EXPECT_GT(Changed, 20u);
}

/// Slots of a ring, by an iteration that nothing limits but an argument.
TEST(ValueSearch, NeverHoldsByPeriods) {
  TermTable Terms;
  TermId Turn = Terms.symbol({SymbolKind::Iteration, 0}, 32, {0, 0x7fffffff});
  TermId Turns = Terms.symbol({SymbolKind::Argument, 0}, 32, {0, 0xffffffff});
  auto Slot = [&](unsigned Ahead) {
    return Terms.apply(view::ValueKind::URem, 32,
                       Terms.add(Turn, Terms.constant(Ahead, 32)),
                       Terms.constant(3, 32));
  };
  auto Meet = [&](unsigned First, unsigned Second) {
    return Terms.both(Terms.less(Turn, Turns),
                      Terms.equal(Slot(First), Slot(Second)));
  };
  EXPECT_TRUE(neverHolds(Terms, Meet(2, 3)));
  EXPECT_FALSE(neverHolds(Terms, Meet(2, 5)));
}

/// Remainders, masks, selects and shifts of two symbols with 64 values each, of
/// which the search tries only a few; compared with trying all of them.
class Repeating {
public:
  explicit Repeating(unsigned Seed) : Random(Seed) {
    for (unsigned I = 0; I < 2; ++I) {
      uint64_t Low = pick(3) ? 0 : pick(30);
      uint64_t High = pick(3) ? 63 : Low + pick(34);
      Symbols.push_back(
          Terms.symbol({SymbolKind::Unknown, I}, Bits, {Low, High}));
    }
  }
  TermId condition() {
    TermId Result = TermTable::True;
    for (unsigned I = 0, N = 1 + pick(4); I < N; ++I) {
      TermId X = value(2), Y = pick(2) ? value(1) : number();
      TermId Term = pick(2) ? Terms.less(X, Y) : Terms.equal(X, Y);
      Result = Terms.both(Result, pick(3) ? Term : Terms.negated(Term));
    }
    return Result;
  }
  bool canHold(TermId Condition) const {
    auto Limits = [&](unsigned I) { return Terms[Symbols[I]].Limits; };
    for (uint64_t A = Limits(0).Low; A <= Limits(0).High; ++A)
      for (uint64_t B = Limits(1).Low; B <= Limits(1).High; ++B)
        if (Terms.evaluated(
                Condition, [&](TermId Id) { return Id == Symbols[0] ? A : B; }))
          return true;
    return false;
  }

  TermTable Terms;

private:
  static constexpr unsigned Bits = 6;
  unsigned pick(unsigned Below) { return Random() % Below; }
  TermId number() { return Terms.constant(pick(64), Bits); }
  TermId value(unsigned Depth) {
    using view::ValueKind;
    TermId Term = Depth && pick(2) ? value(Depth - 1) : Symbols[pick(2)];
    switch (pick(7)) {
    case 0:
      return Terms.add(Term, number());
    case 1:
      return Terms.apply(ValueKind::URem, Bits, Term,
                         Terms.constant(1 + pick(9), Bits));
    case 2:
      return Terms.apply(ValueKind::And, Bits, Term,
                         Terms.constant((2u << pick(3)) - 1, Bits));
    case 3: {
      TermId Limit = number(), Else = Depth ? value(Depth - 1) : number();
      TermId Condition =
          pick(2) ? Terms.less(Term, Limit) : Terms.equal(Term, Limit);
      return Terms.select(Condition, pick(2) ? Term : Limit, Else);
    }
    case 4:
      return Terms.times(Term, 1 + pick(8));
    case 5:
      return Terms.add(Term, Symbols[pick(2)]);
    default:
      return Term;
    }
  }

  std::mt19937 Random;
  std::vector<TermId> Symbols;
};

TEST(ValueSearch, AgreesWhereFewValuesStandForAll) {
  unsigned Never = 0, No = 0, Yes = 0;
  for (unsigned Seed = 1; Seed <= 600; ++Seed) {
    Repeating Sample(Seed);
    TermId Condition = Sample.condition();
    bool CanHold = Sample.canHold(Condition);
    ValueSearchLimits Few{12, 20000, 1};
    bool IsNever = neverHolds(Sample.Terms, Condition, Few);
    Assignment Values;
    Answer Reply = searchValues(Sample.Terms, Condition, Values, Few);
    ASSERT_FALSE(IsNever && CanHold) << Seed;
    ASSERT_FALSE(Reply == Answer::No && CanHold) << Seed;
    if (Reply == Answer::Yes) {
      ASSERT_TRUE(Sample.Terms.evaluated(Condition, [&](TermId Id) {
        return Values.lookup(Id);
      })) << Seed;
    }
    Never += IsNever;
    No += Reply == Answer::No;
    Yes += Reply == Answer::Yes;
  }
  EXPECT_GT(Never, 50u);
  EXPECT_GT(No, 20u);
  EXPECT_GT(Yes, 200u);
}

TEST(ValueSearch, SolvesEquations) {
  TermTable Terms;
  auto Symbol = [&](unsigned Index) {
    return Terms.symbol({SymbolKind::Unknown, Index}, 32, {0, 0xffffffff});
  };
  TermId X = Symbol(0), Y = Symbol(1);
  TermId Sum = Terms.add(Terms.times(X, 3), Terms.times(Y, 6));
  Assignment Values;
  TermId Term = Terms.equal(Sum, Terms.constant(123456, 32));
  TermId Large = Terms.less(Terms.constant(1000, 32), Y);
  EXPECT_EQ(searchValues(Terms, Terms.both(Term, Large), Values), Answer::Yes);
  EXPECT_EQ(3 * Values[X] + 6 * Values[Y], 123456u);
  EXPECT_LT(1000u, Values[Y]);
}

TEST(ValueSearch, ConditionWithoutSymbols) {
  TermTable Terms;
  Assignment Values;
  EXPECT_EQ(searchValues(Terms, TermTable::True, Values), Answer::Yes);
  EXPECT_EQ(searchValues(Terms, TermTable::False, Values), Answer::No);
  EXPECT_TRUE(Values.empty());
}

/// Two threads of a work-group, and an argument.
struct TwoThreads {
  TermId symbol(SymbolKind Kind, uint8_t Thread, uint64_t High) {
    return Terms.symbol({Kind, 0, RootCopy, Thread}, 32, {0, High});
  }
  TermId wave(TermId Term) {
    return Terms.apply(view::ValueKind::LShr, 32, Term, Terms.constant(6, 32));
  }

  TermTable Terms;
  TermId A = symbol(SymbolKind::WorkItem, 1, 255);
  TermId B = symbol(SymbolKind::WorkItem, 2, 255);
  TermId N = symbol(SymbolKind::Argument, 0, ~0u);
  TermId WaveA = wave(A), WaveB = wave(B);
  /// They are of different waves.
  TermId Apart = Terms.negated(Terms.equal(WaveA, WaveB));
};

/// Two threads of different waves, with an argument and a loop.
TEST(ValueSearch, TwoThreads) {
  TwoThreads Threads;
  TermTable &Terms = Threads.Terms;
  TermId A = Threads.A, B = Threads.B, N = Threads.N, Apart = Threads.Apart;
  TermId I = Threads.symbol(SymbolKind::Iteration, 0, ~0u >> 1);
  auto Tiles = Terms.apply(view::ValueKind::LShr, 32, N, Terms.constant(4, 32));
  TermId Mirror = Terms.equal(Terms.add(A, B), Terms.constant(255, 32));
  TermId InLoop = Terms.less(Terms.add(I, Terms.constant(1, 32)), Tiles);
  Assignment Values;
  TermId All = Terms.both(Terms.both(Apart, Mirror), InLoop);
  EXPECT_EQ(searchValues(Terms, All, Values), Answer::Yes);
  // Of the same wave there are none, whatever the argument is.
  TermId Same = Terms.both(Terms.both(Terms.negated(Apart), Mirror), InLoop);
  EXPECT_EQ(searchValues(Terms, Same, Values), Answer::No);
}

/// Two threads on different sides of a limit that is unknown.
TEST(ValueSearch, ThreadsThatPart) {
  TwoThreads Threads;
  TermTable &Terms = Threads.Terms;
  TermId A = Threads.A, B = Threads.B, N = Threads.N, Apart = Threads.Apart;
  TermId Group = Threads.symbol(SymbolKind::WorkGroup, 0, 0xffffff);
  auto IsBelow = [&](TermId Term) {
    return Terms.less(Terms.add(Terms.times(Group, 256), Term), N);
  };
  TermId X = IsBelow(A), Y = IsBelow(B);
  TermId Part = Terms.either(
      Terms.negated(Terms.equal(X, Y)),
      Terms.negated(Terms.equal(Terms.negated(X), Terms.negated(Y))));
  Assignment Values;
  EXPECT_EQ(searchValues(Terms, Terms.both(Part, Apart), Values), Answer::Yes);
}

TEST(ValueSearch, ChoiceBetweenNumbers) {
  TermTable Terms;
  auto Symbol = [&](unsigned Index) {
    return Terms.symbol({SymbolKind::Unknown, Index}, 32, {0, 0xffffffff});
  };
  TermId InSecond = Terms.less(Terms.times(Symbol(0), 256), Symbol(1));
  TermId InFirst = Terms.less(Symbol(2), Symbol(3));
  TermId Chosen = Terms.select(Terms.both(InFirst, Terms.negated(InSecond)),
                               Terms.constant(0, 32), Terms.constant(3, 32));
  TermId Term = Terms.equal(Chosen, Terms.constant(0, 32));
  TermId OneNot = Terms.either(Terms.negated(InFirst), Terms.negated(InSecond));
  Assignment Values;
  EXPECT_EQ(searchValues(Terms, Terms.both(Term, OneNot), Values), Answer::Yes);
}

} // namespace
} // namespace fencepost::sym
