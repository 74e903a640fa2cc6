//===- SequentialLemmaTest.cpp - Sequential consistency is allowed --------===//
// Lemma 3 of docs/model.md, "Lemmas", over the collection's tests without
// barriers and async operations: whatever an interleaving does, the model
// allows. An undef of the model allows any value, undefined behaviour allows
// everything.
//===----------------------------------------------------------------------===//
#include "Collection.h"
#include "Sequential.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::model;
using namespace fencepost::model::lemmas;

static bool isSequential(const Program &P) {
  return !usesBarriers(P) && !usesAsync(P);
}

TEST(Lemma3, SequentialOutcomesAreAllowed) {
  unsigned Tests = 0, Tried = 0;
  for (const CollectedTest &Test : collection()) {
    if (!isSequential(Test.P))
      continue;
    const Outcomes &Allowed = Test.Found;
    if (!isDefined(Allowed))
      continue;
    ++Tests;
    for (const Outcome &O :
         sequentialOutcomes(Test.P, Test.Observed, Test.Options.Unroll)) {
      ++Tried;
      EXPECT_TRUE(llvm::any_of(Allowed.States,
                               [&](const Outcome &A) { return allows(A, O); }))
          << Test.Name << ": an interleaving gives what is not allowed\n"
          << text(O) << "allowed\n"
          << text(Allowed.States);
    }
  }
  EXPECT_GT(Tests, 200u);
  EXPECT_GT(Tried, 1000u);
}

/// In tests in which every operation is seq_cst and nothing races, nothing else
/// is allowed either.
TEST(Lemma3, SeqCstTestsAreSequential) {
  unsigned Tests = 0;
  for (const CollectedTest &Test : collection()) {
    bool AllSeqCst = !uses(Test.P, [](const Instruction &I) {
      return isAtomic(I.Order) && I.Order != Ordering::SequentiallyConsistent;
    });
    bool HasAtomics =
        uses(Test.P, [](const Instruction &I) { return isAtomic(I.Order); });
    if (!isSequential(Test.P) || !AllSeqCst || !HasAtomics)
      continue;
    const Outcomes &Allowed = Test.Found;
    if (!isDefined(Allowed) || !isRaceFree(Allowed))
      continue;
    ++Tests;
    auto Sequential =
        sequentialOutcomes(Test.P, Test.Observed, Test.Options.Unroll);
    EXPECT_EQ(Allowed.States,
              std::vector<Outcome>(Sequential.begin(), Sequential.end()))
        << Test.Name;
  }
  EXPECT_GE(Tests, 4u);
}

/// And relaxed tests are not: the model allows more than interleavings.
TEST(Lemma3, TheModelAllowsMore) {
  unsigned More = 0;
  for (const CollectedTest &Test : collection()) {
    const Outcomes &Allowed = Test.Found;
    if (isSequential(Test.P) && isDefined(Allowed) && isRaceFree(Allowed) &&
        Allowed.Executions <= 100)
      More +=
          Allowed.States.size() >
          sequentialOutcomes(Test.P, Test.Observed, Test.Options.Unroll).size();
  }
  EXPECT_GT(More, 15u);
}
