//===- StrengthLemmasTest.cpp - Stronger programs do less -----------------===//
// Lemmas 2 and 5 of docs/model.md, "Lemmas", over the whole collection: making
// one operation stronger (its ordering, its scope, no `noav`) adds no outcome
// to a race-free test, and in a workgroup of one wave workgroup scope is
// wavefront scope.
//===----------------------------------------------------------------------===//
#include "Collection.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::model;
using namespace fencepost::model::lemmas;

static OrderedOp kindOf(const Instruction &I) {
  switch (I.Op) {
  case Opcode::Load:
    return OrderedOp::Load;
  case Opcode::Store:
    return OrderedOp::Store;
  case Opcode::ReadModifyWrite:
    return OrderedOp::ReadModifyWrite;
  case Opcode::CompareExchange:
    return OrderedOp::CmpXchgSuccess;
  default:
    return OrderedOp::Fence;
  }
}

/// Every ordering that is stronger than \p Old and fits.
static std::vector<Ordering> strongerThan(Ordering Old, OrderedOp Op) {
  std::vector<Ordering> Found;
  for (unsigned N = 0; N < NumOrderings; ++N) {
    auto New = static_cast<Ordering>(N);
    if (New != Old && isAtLeast(New, Old) && isAllowed(New, Op))
      Found.push_back(New);
  }
  return Found;
}

/// \p I, changed in one respect, in every way that makes it stronger.
static std::vector<Instruction> strongerForms(const Instruction &I) {
  std::vector<Instruction> Forms;
  auto Add = [&](auto Change) {
    Forms.push_back(I);
    Change(Forms.back());
  };
  if (isAtomic(I.Order))
    for (Ordering O : strongerThan(I.Order, kindOf(I)))
      Add([&](Instruction &J) { J.Order = O; });
  if (I.Op == Opcode::CompareExchange)
    for (Ordering O : strongerThan(I.FailureOrder, OrderedOp::CmpXchgFailure))
      Add([&](Instruction &J) { J.FailureOrder = O; });
  if (isAtomic(I.Order) || I.Available)
    for (unsigned L = static_cast<unsigned>(I.Reach.Level) + 1;
         L < NumScopeLevels; ++L)
      Add([&](Instruction &J) { J.Reach.Level = static_cast<ScopeLevel>(L); });
  if (I.Reach.OneAddressSpace)
    Add([](Instruction &J) { J.Reach.OneAddressSpace = false; });
  if (I.NoAv)
    Add([](Instruction &J) { J.NoAv = false; });
  return Forms;
}

static unsigned strengthenEach(const CollectedTest &Test,
                               const Outcomes &Before) {
  unsigned Tried = 0;
  Program P = Test.P;
  for (Thread &T : P.Threads)
    for (Instruction &I : T.Code) {
      Instruction Old = I;
      for (const Instruction &New : strongerForms(Old)) {
        I = New;
        ++Tried;
        Outcomes After = Test.explore(P);
        EXPECT_TRUE(allowsAll(Before, After))
            << Test.Name << ", line " << I.Where.Line << ": "
            << orderingName(New.Order).str() << " "
            << scopeName(New.Reach).str() << "\nbefore\n"
            << text(Before.States) << "after\n"
            << text(After.States);
      }
      I = Old;
    }
  return Tried;
}

TEST(Lemma2, StrongerOperationsAddNoOutcome) {
  unsigned Tests = 0, Tried = 0;
  for (const CollectedTest &Test : collection()) {
    const Outcomes &Before = Test.Found;
    if (!isRaceFree(Before) || !isDefined(Before) || Before.Executions > 100)
      continue;
    ++Tests;
    Tried += strengthenEach(Test, Before);
  }
  EXPECT_GT(Tests, 150u);
  EXPECT_GT(Tried, 1000u);
}

/// The lemma can fail: with a race, order may define what was undef before, and
/// a weaker operation does add outcomes.
TEST(Lemma2, WeakerOperationsAddOutcomes) {
  unsigned Grew = 0;
  for (const CollectedTest &Test : collection()) {
    const Outcomes &Before = Test.Found;
    if (!isRaceFree(Before) || !isDefined(Before) || Before.Executions > 100)
      continue;
    Program P = Test.P;
    for (Thread &T : P.Threads)
      for (Instruction &I : T.Code)
        if (I.Op != Opcode::Fence && isAtomic(I.Order) &&
            I.Order != Ordering::Unordered)
          I.Order = Ordering::Monotonic;
    Grew += !allowsAll(Before, Test.explore(P));
  }
  EXPECT_GT(Grew, 20u);
}

static void placeInOneWave(Program &P) {
  for (Thread &T : P.Threads)
    T.Where.Wavefront = 0;
}

static bool replaceScope(Program &P, ScopeLevel From, ScopeLevel To) {
  bool Changed = false;
  for (Thread &T : P.Threads)
    for (Instruction &I : T.Code)
      if (I.Reach.Level == From) {
        I.Reach.Level = To;
        Changed = true;
      }
  return Changed;
}

/// Threads of one wave must meet at every barrier, so tests with barriers are
/// left out.
TEST(Lemma5, WorkgroupOfOneWaveMakesWorkgroupScopeWavefrontScope) {
  unsigned Tried = 0;
  for (const CollectedTest &Test : collection()) {
    if (usesBarriers(Test.P))
      continue;
    Program Wide = Test.P;
    placeInOneWave(Wide);
    Program Narrow = Wide;
    if (!replaceScope(Narrow, ScopeLevel::Workgroup, ScopeLevel::Wavefront))
      continue;
    ++Tried;
    Outcomes A = Test.explore(Wide), B = Test.explore(Narrow);
    EXPECT_EQ(A.States, B.States) << Test.Name;
    EXPECT_EQ(A.Executions, B.Executions) << Test.Name;
  }
  EXPECT_GT(Tried, 30u);
}

/// And with two waves it does not.
TEST(Lemma5, TwoWavesTellTheScopesApart) {
  unsigned Apart = 0;
  for (const CollectedTest &Test : collection()) {
    Program Narrow = Test.P;
    if (replaceScope(Narrow, ScopeLevel::Workgroup, ScopeLevel::Wavefront))
      Apart += Test.Found.States != Test.explore(Narrow).States;
  }
  EXPECT_GT(Apart, 30u);
}
