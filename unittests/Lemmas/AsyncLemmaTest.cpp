//===- AsyncLemmaTest.cpp - A completed async load is a load and a store --===//
// Lemma 8 of docs/model.md, "Lemmas", over the whole collection: a plain store
// may be replaced by a store to a scratch location and an async load from there
// that is waited for, and nobody can tell.
//===----------------------------------------------------------------------===//
#include "Collection.h"
#include "Transform.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::model;
using namespace fencepost::model::lemmas;

static bool isPlainStore(const Instruction &I) {
  return I.Op == Opcode::Store && !isAtomic(I.Order) && !I.Available;
}

/// Turns each plain store into an async load from a scratch location.
static unsigned makeStoresAsync(Program &P, bool Complete) {
  unsigned Changed = 0;
  for (unsigned T = 0; T < P.Threads.size(); ++T)
    for (unsigned At = 0; At < P.Threads[T].Code.size(); ++At) {
      if (!isPlainStore(P.Threads[T].Code[At]))
        continue;
      unsigned Scratch = addGlobal(P);
      Thread &Th = P.Threads[T];
      Instruction Old = Th.Code[At];
      Th.Code[At] = makeAsyncLoad(Scratch, Old.Memory);
      Th.Code[At].Where = Old.Where;
      insertBefore(Th, At, {makeStore(Scratch, Old.Value)});
      At += 1;
      if (Complete)
        insertBefore(Th, At + 1, {makeMark(), makeWaitForAll(Th)});
      ++Changed;
    }
  return Changed;
}

/// A test that waits for its own async loads would wait for these as well.
static bool applies(const CollectedTest &Test, const Program &Changed) {
  return !usesAsync(Test.P) && checkProgram(Changed).empty();
}

TEST(Lemma8, CompletedAsyncLoadIsAStore) {
  unsigned Tried = 0;
  for (const CollectedTest &Test : collection()) {
    Program P = Test.P;
    if (!makeStoresAsync(P, true) || !applies(Test, P))
      continue;
    ++Tried;
    const Outcomes &Before = Test.Found;
    Outcomes After = Test.explore(P);
    EXPECT_EQ(Before.States, After.States) << Test.Name << "\nbefore\n"
                                           << text(Before.States) << "after\n"
                                           << text(After.States);
    EXPECT_EQ(Before.Executions, After.Executions) << Test.Name;
    EXPECT_EQ(Before.Races.size(), After.Races.size()) << Test.Name;
  }
  EXPECT_GT(Tried, 150u);
}

/// Without the wait it is not: who relied on the store races.
TEST(Lemma8, OutstandingAsyncLoadIsNoStore) {
  unsigned Tried = 0, Apart = 0;
  for (const CollectedTest &Test : collection()) {
    Program P = Test.P;
    if (!makeStoresAsync(P, false) || !applies(Test, P))
      continue;
    const Outcomes &Before = Test.Found;
    if (!isRaceFree(Before))
      continue;
    ++Tried;
    Apart += !isRaceFree(Test.explore(P));
  }
  EXPECT_GT(Tried, 50u);
  EXPECT_GT(Apart, Tried / 2);
}
