//===- TermsTest.cpp - Terms mean what their operators compute -----------===//
// Random expressions are made twice, as simplified terms and as plain numbers:
// values must agree for random symbols, and lie in the interval of the term.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Terms.h"
#include "TermColumns.h"
#include "fencepost/View/Arithmetic.h"
#include <gtest/gtest.h>
#include <random>

namespace fencepost::sym {

using view::ValueKind;

namespace {

struct RandomTerms {
  explicit RandomTerms(unsigned Seed) : Random(Seed) {}
  std::mt19937 Random;
  TermTable Terms;
  std::vector<TermId> Pool;
  std::vector<std::vector<uint64_t>> Values; ///< By term, by assignment.
  static constexpr unsigned Assignments = 8;

  void addSymbol(unsigned Bits, uint64_t Low, uint64_t High) {
    Symbol Sym{SymbolKind::Argument, uint32_t(Pool.size())};
    Pool.push_back(Terms.symbol(Sym, Bits, {Low, High}));
    Values.emplace_back();
    for (unsigned I = 0; I < Assignments; ++I)
      Values.back().push_back(
          Low + (High - Low == ~0ull ? Random() : Random() % (High - Low + 1)));
  }

  void addConstant(unsigned Bits) {
    uint64_t Number = Random() % 3 ? Random() % 9 : ~uint64_t(Random() % 3);
    Number = view::truncated(Number, Bits);
    Pool.push_back(Terms.constant(Number, Bits));
    Values.emplace_back(Assignments, Number);
  }

  std::optional<size_t> pick(unsigned Bits) {
    for (unsigned Try = 0; Try < 50; ++Try)
      if (size_t I = Random() % Pool.size(); Terms.bits(Pool[I]) == Bits)
        return I;
    return std::nullopt;
  }

  void addOperator() {
    static const unsigned Widths[] = {1, 8, 32, 64};
    auto Op =
        ValueKind(unsigned(ValueKind::Add) +
                  Random() % (view::NumValueKinds - unsigned(ValueKind::Add)));
    unsigned From = Widths[Random() % 4], To = From;
    if (Op >= ValueKind::Eq && Op <= ValueKind::SLe)
      To = 1;
    if (Op == ValueKind::ZExt || Op == ValueKind::SExt)
      To = 64, From = Widths[Random() % 3];
    if (Op == ValueKind::Trunc)
      To = 8, From = Widths[2 + Random() % 2];
    bool Selects = Op == ValueKind::Select;
    auto A = pick(Selects ? 1 : From), B = pick(From), C = pick(From);
    if (!A || !B || !C)
      return;
    unsigned Bits = Terms.bits(Pool[*A]);
    unsigned Count = view::numOperands(Op);
    TermId Result =
        Terms.apply(Op, To, Pool[*A], Count > 1 ? Pool[*B] : TermId(),
                    Count > 2 ? Pool[*C] : TermId());
    Pool.push_back(Result);
    Values.emplace_back();
    for (unsigned I = 0; I < Assignments; ++I)
      Values.back().push_back(view::compute(Op, To, Bits, Values[*A][I],
                                            Values[*B][I], Values[*C][I]));
  }

  /// Symbols, constants, and what is computed from them. Returns how many there
  /// are of the first two.
  size_t addAll() {
    for (unsigned Bits : {1, 8, 32, 64}) {
      addSymbol(Bits, 0, view::truncated(~0ull, Bits));
      addSymbol(Bits, 0, Bits == 1 ? 1 : 63);
      addSymbol(Bits, Bits == 1 ? 0 : 3, Bits == 1 ? 1 : 12);
      addConstant(Bits);
      addConstant(Bits);
    }
    size_t Symbols = Pool.size();
    for (unsigned I = 0; I < 60; ++I)
      addOperator();
    return Symbols;
  }
};

} // namespace

TEST(Terms, ColumnsHaveTheSameValues) {
  for (unsigned Seed = 1000; Seed < 1300; ++Seed) {
    RandomTerms R(Seed);
    size_t Symbols = R.addAll();
    TermColumns Columns(R.Terms);
    std::vector<unsigned> Places;
    for (TermId Id : R.Pool)
      Places.push_back(Columns.add(Id));
    for (size_t S = 0; S < Symbols; ++S)
      if (R.Terms[R.Pool[S]].Form == TermForm::Symbol)
        llvm::copy(R.Values[S], Columns.lanesOf(R.Pool[S]).begin());
    // Lanes beyond the count are left alone.
    for (unsigned Count : {1u, 3u, RandomTerms::Assignments}) {
      Columns.run(Count);
      for (size_t T = 0; T < R.Pool.size(); ++T)
        for (unsigned I = 0; I < Count; ++I)
          ASSERT_EQ(Columns[Places[T]][I], R.Values[T][I])
              << "seed " << Seed << " term " << T;
    }
  }
}

TEST(Terms, ColumnsFollowSymbolsThatGetOtherValues) {
  for (unsigned Seed = 2000; Seed < 2200; ++Seed) {
    RandomTerms R(Seed);
    size_t Symbols = R.addAll();
    TermColumns Columns(R.Terms);
    std::vector<unsigned> Places;
    for (TermId Id : R.Pool)
      Places.push_back(Columns.add(Id));
    std::mt19937 Random(Seed);
    llvm::DenseMap<TermId, std::vector<uint64_t>> Current;
    for (unsigned Step = 0; Step < 12; ++Step) {
      for (size_t S = 0; S < Symbols; ++S) {
        TermId Id = R.Pool[S];
        if (R.Terms[Id].Form != TermForm::Symbol || (Step && Random() % 3))
          continue;
        Current[Id] = R.Values[S];
        if (Random() % 2) {
          Current[Id].assign(R.Values[S].size(), R.Values[S][Random() % 4]);
          Columns.set(Id, Current[Id][0]);
        } else {
          llvm::copy(Current[Id], Columns.lanesOf(Id).begin());
        }
      }
      unsigned Count = 1 + Random() % RandomTerms::Assignments;
      Columns.run(Count);
      for (size_t T = 0; T < R.Pool.size(); ++T)
        for (unsigned I = 0; I < Count; ++I)
          ASSERT_EQ(Columns[Places[T]][I],
                    R.Terms.evaluated(
                        R.Pool[T], [&](TermId Id) { return Current[Id][I]; }))
              << "seed " << Seed << " term " << T;
    }
  }
}

TEST(Terms, SimplifiedTermsHaveTheSameValues) {
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    RandomTerms R(Seed);
    size_t Symbols = R.addAll();
    for (unsigned I = 0; I < RandomTerms::Assignments; ++I) {
      auto ValueOf = [&](TermId Id) {
        for (size_t S = 0; S < Symbols; ++S)
          if (R.Pool[S] == Id)
            return R.Values[S][I];
        ADD_FAILURE() << "no such symbol";
        return uint64_t(0);
      };
      for (size_t T = 0; T < R.Pool.size(); ++T) {
        uint64_t Value = R.Terms.evaluated(R.Pool[T], ValueOf);
        ASSERT_EQ(Value, R.Values[T][I]) << "seed " << Seed << " term " << T;
        Range Limits = R.Terms[R.Pool[T]].Limits;
        ASSERT_GE(Value, Limits.Low) << "seed " << Seed << " term " << T;
        ASSERT_LE(Value, Limits.High) << "seed " << Seed << " term " << T;
      }
    }
  }
}

TEST(Terms, EqualSumsAreOneTerm) {
  TermTable T;
  TermId X = T.symbol({SymbolKind::Argument, 0}, 32, {0, ~0u});
  TermId Y = T.symbol({SymbolKind::Argument, 1}, 32, {0, ~0u});
  TermId Sum = T.add(T.times(X, 4), T.add(Y, T.constant(5, 32)));
  EXPECT_EQ(Sum, T.add(T.add(T.constant(5, 32), Y),
                       T.apply(ValueKind::Shl, 32, X, T.constant(2, 32))));
  EXPECT_EQ(T.sub(Sum, Sum), T.constant(0, 32));
  EXPECT_EQ(T.sub(Sum, T.times(X, 4)), T.add(Y, T.constant(5, 32)));
}

TEST(Terms, ExtensionGoesIntoSumsThatDoNotWrap) {
  TermTable T;
  TermId X = T.symbol({SymbolKind::WorkItem, 0}, 32, {0, 255});
  TermId Wide = T.resized(X, 64), One = T.constant(1, 64);
  EXPECT_EQ(T.resized(T.add(X, T.constant(1, 32)), 64), T.add(Wide, One));
  TermId Less = T.sub(X, T.constant(1, 32)); // Wraps at 0.
  EXPECT_NE(T.resized(Less, 64), T.sub(Wide, One));
}

TEST(Terms, JoinsOfControlFlow) {
  TermTable T;
  TermId C = T.symbol({SymbolKind::Argument, 0}, 1, {0, 1});
  TermId R = T.symbol({SymbolKind::Argument, 1}, 1, {0, 1});
  EXPECT_EQ(T.either(T.both(R, C), T.both(R, T.negated(C))), R);
  EXPECT_EQ(T.both(T.both(R, C), T.negated(C)), TermTable::False);
}

} // namespace fencepost::sym
