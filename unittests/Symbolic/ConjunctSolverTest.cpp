//===- ConjunctSolverTest.cpp - Conjunctions solved factor by factor ------===//
// Random conjunctions over symbols with few values, against trying all values.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/ConjunctSolver.h"
#include "gtest/gtest.h"
#include <random>

namespace fencepost::sym {
namespace {

using view::ValueKind;

struct Question {
  std::vector<TermId> Symbols;
  TermId Condition = TermTable::True;
};

Question randomQuestion(TermTable &Terms, std::mt19937 &Random) {
  auto Pick = [&](unsigned Below) { return unsigned(Random() % Below); };
  static const SymbolKind Kinds[] = {SymbolKind::Argument,
                                     SymbolKind::Iteration, SymbolKind::Unknown,
                                     SymbolKind::WorkItem};
  Question Q;
  for (unsigned I = 0; I < 5; ++I)
    Q.Symbols.push_back(
        Terms.symbol({Kinds[Pick(4)], I, CopyId(77)}, 8, {0, 3}));
  auto Value = [&] {
    TermId Term = Q.Symbols[Pick(5)];
    return Pick(2) ? Term : Terms.add(Term, Terms.constant(Pick(3), 8));
  };
  for (unsigned I = 0, N = 1 + Pick(5); I < N; ++I) {
    TermId Other = Pick(2) ? Value() : Terms.constant(Pick(5), 8);
    TermId C =
        Pick(2) ? Terms.less(Value(), Other) : Terms.equal(Value(), Other);
    Q.Condition = Terms.both(Q.Condition, Pick(3) ? C : Terms.negated(C));
  }
  return Q;
}

bool canHold(const TermTable &Terms, const Question &Q) {
  for (unsigned All = 0; All < 1u << 10; ++All) {
    auto ValueOf = [&](TermId Id) -> uint64_t {
      return All >> 2 * (llvm::find(Q.Symbols, Id) - Q.Symbols.begin()) & 3;
    };
    if (Terms.evaluated(Q.Condition, ValueOf))
      return true;
  }
  return false;
}

TEST(ConjunctSolver, AgreeWithTryingAll) {
  TermTable Terms;
  Solver Solve(Terms);
  ConjunctSolver Parts(Terms, Solve);
  std::mt19937 Random(1);
  unsigned Yes = 0;
  for (unsigned Round = 0; Round < 100; ++Round) {
    Question Q = randomQuestion(Terms, Random);
    Assignment Values;
    Answer Reply = Parts.ask(Q.Condition, Values);
    ASSERT_EQ(Reply == Answer::Yes, canHold(Terms, Q)) << Round;
    ASSERT_NE(Reply, Answer::GaveUp);
    Yes += Reply == Answer::Yes;
    if (Reply == Answer::Yes) {
      ASSERT_TRUE(Terms.evaluated(
          Q.Condition, [&](TermId Id) { return Values.lookup(Id); }));
    }
  }
  EXPECT_GT(Yes, 20u);
  EXPECT_LT(Yes, 95u);
}

} // namespace
} // namespace fencepost::sym
