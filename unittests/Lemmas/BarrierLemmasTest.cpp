//===- BarrierLemmasTest.cpp - Barriers with and without their fences -----===//
// Lemmas 6 and 7 of docs/model.md, "Lemmas": a barrier with fences around it
// passes messages between all threads of a workgroup, and without either fence
// it does not; work between arrive and wait changes nothing outside.
//===----------------------------------------------------------------------===//
#include "Collection.h"
#include "Transform.h"
#include "fencepost/Litmus/LitmusTest.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::model;
using namespace fencepost::model::lemmas;

namespace {

/// Every thread stores to its own x, meets the others, and loads every x.
struct Exchange {
  unsigned Waves = 2, Lanes = 1; ///< Lanes: threads per wave.
  bool Release = true, Acquire = true;
  std::string Scope = "workgroup";
  std::string Tail; ///< Of the fences, e.g. " noav".

  unsigned threads() const { return Waves * Lanes; }
  std::string text() const;
};

} // namespace

std::string Exchange::text() const {
  std::string Text = "AMDGPU exchange\n{ ";
  for (unsigned T = 0; T < threads(); ++T)
    Text += "local x" + std::to_string(T) + "; ";
  Text += "}\n";
  for (unsigned T = 0; T < threads(); ++T) {
    Text += "thread P" + std::to_string(T) + " @ wavefront " +
            std::to_string(T / Lanes) + " {\n  store x" + std::to_string(T) +
            ", " + std::to_string(T + 1) + "\n";
    if (Release)
      Text += "  fence release " + Scope + Tail + "\n";
    Text += "  barrier\n";
    if (Acquire)
      Text += "  fence acquire " + Scope + Tail + "\n";
    for (unsigned From = 0; From < threads(); ++From)
      Text += "  r" + std::to_string(From) + " = load x" +
              std::to_string(From) + "\n";
    Text += "}\n";
  }
  return Text + "exists (race)\n";
}

/// What thread To has of thread From in the only outcome.
static Value exchanged(const Outcome &O, const Exchange &E, unsigned From,
                       unsigned To) {
  return O.Registers[To * E.threads() + From];
}

static Outcomes explore(const Exchange &E) {
  auto Test = litmus::parseLitmus(E.text(), "exchange");
  if (!Test)
    llvm::report_fatal_error(Test.takeError());
  return explore(Test->Program, {}, {});
}

TEST(Lemma6, FencedBarrierPassesEveryMessage) {
  for (unsigned Waves = 1; Waves <= 4; ++Waves)
    for (unsigned Lanes = 1; Lanes <= 2; ++Lanes)
      for (const char *Scope : {"workgroup", "cluster", "agent", "system"}) {
        Exchange E;
        E.Waves = Waves, E.Lanes = Lanes, E.Scope = Scope;
        Outcomes Found = explore(E);
        ASSERT_EQ(Found.States.size(), 1u) << E.text();
        EXPECT_TRUE(isRaceFree(Found)) << E.text();
        EXPECT_EQ(Found.Executions, 1u) << E.text();
        for (unsigned From = 0; From < E.threads(); ++From)
          for (unsigned To = 0; To < E.threads(); ++To)
            EXPECT_EQ(exchanged(Found.States[0], E, From, To),
                      Value::of(From + 1))
                << E.text();
      }
}

/// Every message but a thread's own to itself is lost.
static void expectNoMessage(const Exchange &E) {
  Outcomes Found = explore(E);
  ASSERT_EQ(Found.States.size(), 1u) << E.text();
  for (unsigned From = 0; From < E.threads(); ++From)
    for (unsigned To = 0; To < E.threads(); ++To)
      EXPECT_EQ(exchanged(Found.States[0], E, From, To),
                From == To ? Value::of(From + 1) : Value::undef())
          << E.text();
  EXPECT_EQ(Found.Races.size(), E.threads() * (E.threads() - 1)) << E.text();
}

TEST(Lemma6, WithoutEitherFenceNoMessagePasses) {
  for (unsigned Waves = 1; Waves <= 3; ++Waves)
    for (unsigned Lanes = 1; Lanes <= 2; ++Lanes)
      for (int Fences = 0; Fences < 3; ++Fences) {
        Exchange E;
        E.Waves = Waves, E.Lanes = Lanes;
        E.Release = Fences == 1, E.Acquire = Fences == 2;
        expectNoMessage(E);
      }
}

TEST(Lemma6, NoAvailabilityNoMessage) {
  Exchange E;
  E.Waves = 3, E.Tail = " noav";
  expectNoMessage(E);
}

/// Puts a store to a scratch location after every arrive that a wait of the
/// same object follows.
static unsigned splitBarriers(Program &P) {
  unsigned Changed = 0;
  for (unsigned T = 0; T < P.Threads.size(); ++T)
    for (unsigned At = 0; At + 1 < P.Threads[T].Code.size(); ++At) {
      const Instruction &A = P.Threads[T].Code[At];
      const Instruction &B = P.Threads[T].Code[At + 1];
      if (A.Op != Opcode::Barrier || A.Barrier != BarrierOp::Arrive ||
          B.Op != Opcode::Barrier || B.Barrier != BarrierOp::Wait ||
          !(A.Object == B.Object))
        continue;
      unsigned Scratch = addGlobal(P);
      Thread &Th = P.Threads[T];
      insertBefore(Th, At + 1, {makeStore(Scratch, addConstant(Th, 1))});
      ++Changed;
    }
  return Changed;
}

TEST(Lemma7, WorkInASplitBarrierChangesNothingOutside) {
  unsigned Tried = 0;
  for (const CollectedTest &Test : collection()) {
    Program P = Test.P;
    if (!splitBarriers(P))
      continue;
    ++Tried;
    ASSERT_EQ(checkProgram(P), "") << Test.Name;
    const Outcomes &Before = Test.Found;
    Outcomes After = Test.explore(P);
    EXPECT_EQ(Before.States, After.States) << Test.Name << "\nbefore\n"
                                           << text(Before.States) << "after\n"
                                           << text(After.States);
    EXPECT_EQ(Before.Executions, After.Executions) << Test.Name;
  }
  EXPECT_GT(Tried, 60u);
}

/// An access inside the split does tell: a load moved before the wait races.
TEST(Lemma7, AccessInsideTheSplitIsNotOrdered) {
  Exchange Joined;
  Outcomes Found = explore(Joined);
  ASSERT_TRUE(isRaceFree(Found));
  auto Test = litmus::parseLitmus(Joined.text(), "exchange");
  ASSERT_TRUE(static_cast<bool>(Test));
  Thread &T = Test->Program.Threads[0];
  unsigned Wait = 0;
  while (T.Code[Wait].Op != Opcode::Barrier ||
         T.Code[Wait].Barrier != BarrierOp::Wait)
    ++Wait;
  insertBefore(T, Wait, {T.Code.back()});
  EXPECT_FALSE(isRaceFree(explore(Test->Program, {}, {})));
}
