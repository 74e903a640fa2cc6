//===- WitnessLemmasTest.cpp - Properties of every shown execution --------===//
// Lemmas 1 and 4 of docs/model.md, "Lemmas", on a witness of every outcome of
// every test of the collection: happens-before is location order where nothing
// opts out, the five properties of spec/001, and each read is in the case and
// has the value that spec/001 gives it.
//===----------------------------------------------------------------------===//
#include "Collection.h"
#include "WitnessOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::model;
using namespace fencepost::model::lemmas;

namespace {
struct Shown {
  const CollectedTest &Test;
  Execution X;
};
} // namespace

/// A witness of each outcome with values of each test that WitnessOrder
/// handles.
static const std::vector<Shown> &witnesses() {
  static std::vector<Shown> All;
  if (!All.empty())
    return All;
  for (const CollectedTest &Test : collection()) {
    if (usesAsync(Test.P) || usesAddressSpaces(Test.P) ||
        Test.Found.States.size() > 64)
      continue;
    for (const Outcome &O : Test.Found.States) {
      if (!O.Undefined.empty())
        continue;
      auto X = findExecution(Test.P, Test.Observed, Test.Options,
                             [&](const Outcome &Other) { return Other == O; });
      EXPECT_TRUE(X.has_value()) << Test.Name << ": an outcome without witness";
      if (!X)
        continue;
      EXPECT_EQ(X->End, O) << Test.Name;
      EXPECT_TRUE(X->Violations.empty()) << Test.Name;
      All.push_back({Test, std::move(*X)});
    }
  }
  return All;
}

static unsigned forEachWitness(
    llvm::function_ref<bool(const Program &)> Wanted,
    llvm::function_ref<void(const CollectedTest &, const Execution &)> Check) {
  unsigned Count = 0;
  for (const Shown &Each : witnesses())
    if (Wanted(Each.Test.P)) {
      Check(Each.Test, Each.X);
      ++Count;
    }
  return Count;
}

/// Calls \p Check with each pair of a write that is no initial one and a read
/// of the same cell.
static void forEachPair(const WitnessOrder &O,
                        llvm::function_ref<void(unsigned, unsigned)> Check) {
  for (unsigned W = 0; W < O.size(); ++W)
    for (unsigned R = 0; R < O.size(); ++R)
      if (W != R && O.isWrite(W) && !O.isInitial(W) && O.isRead(R) &&
          O.sameCell(W, R))
        Check(W, R);
}

TEST(Lemma1, HappensBeforeIsLocationOrder) {
  unsigned Ordered = 0, Unordered = 0;
  unsigned Count =
      forEachWitness([](const Program &P) { return !usesAvailability(P); },
                     [&](const CollectedTest &Test, const Execution &X) {
                       WitnessOrder O(Test.P, X, Test.Options.Letter);
                       forEachPair(O, [&](unsigned W, unsigned R) {
                         bool Hb = O.happensBefore(W, R);
                         ++(Hb ? Ordered : Unordered);
                         EXPECT_EQ(Hb, O.beforeRead(W, R))
                             << Test.Name << ": " << X.Events[W].Label
                             << " and " << X.Events[R].Label;
                       });
                     });
  EXPECT_GT(Count, 400u);
  EXPECT_GT(Ordered, 200u);
  EXPECT_GT(Unordered, 200u);
}

TEST(Lemma1, FailsWhereOperationsOptOut) {
  unsigned Apart = 0;
  forEachWitness([](const Program &P) { return usesAvailability(P); },
                 [&](const CollectedTest &Test, const Execution &X) {
                   WitnessOrder O(Test.P, X, Test.Options.Letter);
                   forEachPair(O, [&](unsigned W, unsigned R) {
                     Apart += O.happensBefore(W, R) && !O.beforeRead(W, R);
                   });
                 });
  EXPECT_GT(Apart, 20u);
}

static bool any(const Program &) { return true; }

TEST(Lemma4, Property1HappensBeforeIsNecessary) {
  unsigned Pairs = 0;
  forEachWitness(any, [&](const CollectedTest &Test, const Execution &X) {
    WitnessOrder O(Test.P, X, Test.Options.Letter);
    forEachPair(O, [&](unsigned W, unsigned R) {
      Pairs += O.beforeRead(W, R);
      EXPECT_TRUE(!O.beforeRead(W, R) || O.happensBefore(W, R)) << Test.Name;
    });
  });
  EXPECT_GT(Pairs, 300u);
}

TEST(Lemma4, Property2AvailabilityContainsItsWrite) {
  unsigned Operations = 0;
  forEachWitness(any, [&](const CollectedTest &Test, const Execution &X) {
    WitnessOrder O(Test.P, X, Test.Options.Letter);
    for (unsigned W = 0; W < O.size(); ++W)
      if (O.isWrite(W) && !O.isInitial(W))
        for (unsigned Z : O.availability(W)) {
          ++Operations;
          EXPECT_TRUE(O.includes(Z, W)) << Test.Name;
        }
  });
  EXPECT_GT(Operations, 500u);
}

TEST(Lemma4, Property3VisibilityIsBoundedByAvailability) {
  unsigned Operations = 0;
  forEachWitness(any, [&](const CollectedTest &Test, const Execution &X) {
    WitnessOrder O(Test.P, X, Test.Options.Letter);
    for (unsigned W = 0; W < O.size(); ++W) {
      if (!O.isWrite(W) || O.isInitial(W))
        continue;
      auto Available = O.availability(W);
      for (auto [Y, Level] : O.visibility(W)) {
        ++Operations;
        unsigned At = Y;
        ScopeLevel Widest = Level;
        EXPECT_TRUE(llvm::any_of(Available, [&](unsigned Z) {
          return O.happensBefore(Z, At) && O.includes(Z, At) &&
                 Widest <= O.level(Z);
        })) << Test.Name;
      }
    }
  });
  EXPECT_GT(Operations, 300u);
}

/// A claim that something is possible: the collection has it.
TEST(Lemma4, Property4VisibleWhereTheWriteIsNot) {
  unsigned Found = 0;
  forEachWitness(any, [&](const CollectedTest &Test, const Execution &X) {
    WitnessOrder O(Test.P, X, Test.Options.Letter);
    for (unsigned W = 0; W < O.size(); ++W)
      if (O.isWrite(W) && !O.isInitial(W))
        for (auto [Y, Level] : O.visibility(W))
          Found += !O.includes(narrower(Level, O.level(Y)), Y, W);
  });
  EXPECT_GT(Found, 0u);
}

TEST(Lemma4, Property5ChainsWithInclusiveScopes) {
  unsigned Chains = 0, Apart = 0;
  forEachWitness(any, [&](const CollectedTest &Test, const Execution &X) {
    WitnessOrder O(Test.P, X, Test.Options.Letter);
    forEachPair(O, [&](unsigned W, unsigned R) {
      if (!O.beforeRead(W, R) || O.programOrdered(W, R))
        return;
      ++Chains;
      Apart += !O.inclusive(W, R);
      auto Available = O.availability(W);
      bool Found = false;
      for (auto [Y, Level] : O.visibility(W))
        for (unsigned Z : Available) {
          ScopeLevel Common = narrower(O.level(Z), O.level(Y));
          Found |= O.happensBefore(Z, Y) && O.inclusive(Z, Y) &&
                   O.includes(Common, Y, W) && O.includes(Common, Y, R);
        }
      EXPECT_TRUE(Found) << Test.Name << ": " << X.Events[W].Label << " and "
                         << X.Events[R].Label;
    });
  });
  EXPECT_GT(Chains, 100u);
  EXPECT_GT(Apart, 0u) << "W and R themselves need not be inclusive";
}

TEST(Witness, ReadsHaveTheCaseAndValueOfTheSpecification) {
  unsigned Reads[6] = {};
  forEachWitness(any, [&](const CollectedTest &Test, const Execution &X) {
    WitnessOrder O(Test.P, X, Test.Options.Letter);
    for (unsigned R = 0; R < O.size(); ++R) {
      if (!O.isRead(R))
        continue;
      const ShownEvent &E = X.Events[R];
      ASSERT_LE(E.Case, 5u);
      ++Reads[E.Case];
      EXPECT_EQ(E.Case, O.caseOf(R)) << Test.Name << ": " << E.Label;
      if (E.Case != 2)
        EXPECT_EQ(E.Read, O.valueOf(R)) << Test.Name << ": " << E.Label;
      else
        EXPECT_TRUE(llvm::any_of(
            O.maySee(R),
            [&](unsigned W) { return X.Events[W].Written == E.Read; }))
            << Test.Name << ": " << E.Label;
    }
  });
  for (unsigned Case = 1; Case <= 5; ++Case)
    EXPECT_GT(Reads[Case], 0u) << "no read in case " << Case;
}
