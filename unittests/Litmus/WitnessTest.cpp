//===- WitnessTest.cpp - Executions that are shown, and broken axioms -----===//
// Each axiom is skipped on a test that it alone forbids: the execution that
// then appears must break that axiom, and the cycle shown must be one.
//===----------------------------------------------------------------------===//
#include "fencepost/Litmus/LitmusTest.h"
#include "fencepost/Model/Explore.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::model;
using fencepost::litmus::LitmusTest;

namespace {

LitmusTest parse(const std::string &Text) {
  auto Test = litmus::parseLitmus(Text, "test.litmus");
  if (!Test)
    ADD_FAILURE() << llvm::toString(Test.takeError());
  return Test ? *Test : LitmusTest{};
}

std::optional<Execution> witness(const LitmusTest &Test, AxiomSet Skip) {
  ExploreOptions Options;
  Options.Skip = Skip;
  return findExecution(
      Test.Program, Test.Condition.Observed, Options,
      [&](const Outcome &O) { return isPositive(Test.Condition, O); });
}

struct AxiomCase {
  const char *Name; ///< Of the axiom.
  const char *Text; ///< A test whose condition it alone forbids.
};

constexpr AxiomCase AxiomCases[] = {
    {"seq-cst", "AMDGPU sb-sc\n{ global x = 0; global y = 0; }\n"
                "thread P0 @ workgroup 0 {\n store atomic x, 1 seq_cst agent\n"
                " r0 = load atomic y seq_cst agent\n}\n"
                "thread P1 @ workgroup 1 {\n store atomic y, 1 seq_cst agent\n"
                " r0 = load atomic x seq_cst agent\n}\n"
                "exists (P0:r0 = 0 /\\ P1:r0 = 0)\n"},
    {"coherence",
     "AMDGPU corr\n{ global x = 0; }\n"
     "thread P0 @ workgroup 0 {\n store atomic x, 1 monotonic agent\n}\n"
     "thread P1 @ workgroup 1 {\n r0 = load atomic x monotonic agent\n"
     " r1 = load atomic x monotonic agent\n}\n"
     "exists (P1:r0 = 1 /\\ P1:r1 = 0)\n"},
    {"atomicity",
     "AMDGPU two-adds\n{ global x = 0; }\n"
     "thread P0 @ workgroup 0 {\n r0 = atomicrmw add x, 1 monotonic agent\n}\n"
     "thread P1 @ workgroup 1 {\n r0 = atomicrmw add x, 1 monotonic agent\n}\n"
     "exists (P0:r0 = 0 /\\ P1:r0 = 0)\n"},
    {"thin-air",
     "AMDGPU lb-ctrl\n{ global x = 0; global y = 0; }\n"
     "thread P0 @ workgroup 0 {\n r0 = load atomic x monotonic agent\n"
     " if (r0 == 1) { store atomic y, 1 monotonic agent }\n}\n"
     "thread P1 @ workgroup 1 {\n r0 = load atomic y monotonic agent\n"
     " if (r0 == 1) { store atomic x, 1 monotonic agent }\n}\n"
     "exists (P0:r0 = 1 /\\ P1:r0 = 1)\n"},
    {"overwritten",
     "AMDGPU overwritten\n{ global x = 0; }\n"
     "thread P0 @ workgroup 0 {\n store x, 1\n store x, 2\n r0 = load x\n}\n"
     "exists (P0:r0 = 1)\n"},
    {"future", "AMDGPU future\n{ global x = 0; }\n"
               "thread P0 @ workgroup 0 {\n r0 = load x\n store x, 1\n}\n"
               "exists (P0:r0 = 1)\n"},
};

TEST(Witness, EveryAxiomButHappensBeforeHasACase) {
  for (const AxiomFacts &Facts : axioms())
    EXPECT_TRUE(Facts.Id == Axiom::HappensBefore ||
                std::any_of(std::begin(AxiomCases), std::end(AxiomCases),
                            [&](const AxiomCase &Case) {
                              return Facts.Name == Case.Name;
                            }))
        << Facts.Name.str();
}

class AxiomTest : public testing::TestWithParam<AxiomCase> {};

TEST_P(AxiomTest, ForbidsItsCaseAloneAndSaysWhy) {
  LitmusTest Test = parse(GetParam().Text);
  Axiom Which = *parseAxiom(GetParam().Name);
  EXPECT_FALSE(witness(Test, {})) << "allowed with all axioms";
  for (const AxiomFacts &Facts : axioms()) {
    AxiomSet Skip;
    Skip.insert(Facts.Id);
    auto Found = witness(Test, Skip);
    EXPECT_EQ(Found.has_value(), Facts.Id == Which) << Facts.Name.str();
    if (!Found)
      continue;
    ASSERT_EQ(Found->Violations.size(), 1u);
    const Violation &V = Found->Violations.front();
    EXPECT_EQ(V.Axiom, Which);
    EXPECT_GE(V.Cycle.size(), 2u);
    EXPECT_EQ(V.Steps.size(), V.Cycle.size());
    for (unsigned E : V.Cycle)
      EXPECT_LT(E, Found->Events.size());
  }
}

INSTANTIATE_TEST_SUITE_P(Axioms, AxiomTest, testing::ValuesIn(AxiomCases),
                         [](const auto &Info) {
                           std::string Name = Info.param.Name;
                           std::replace(Name.begin(), Name.end(), '-', '_');
                           return Name;
                         });

/// Whatever closes a cycle of happens-before also lets a read see a write that
/// it happens before, so it takes two axioms to allow it.
TEST(Witness, ACycleOfHappensBeforeTakesTwoAxioms) {
  LitmusTest Test =
      parse("AMDGPU lb-ra\n{ global x = 0; global y = 0; }\n"
            "thread P0 @ workgroup 0 {\n r0 = load atomic x acquire agent\n"
            " store atomic y, 1 release agent\n}\n"
            "thread P1 @ workgroup 1 {\n r0 = load atomic y acquire agent\n"
            " store atomic x, 1 release agent\n}\n"
            "exists (P0:r0 = 1 /\\ P1:r0 = 1)\n");
  AxiomSet Skip;
  Skip.insert(Axiom::HappensBefore);
  EXPECT_FALSE(witness(Test, Skip));
  Skip.insert(Axiom::Future);
  Skip.insert(Axiom::Coherence);
  auto Found = witness(Test, Skip);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Violations.front().Axiom, Axiom::HappensBefore);
  EXPECT_EQ(Found->Violations.front().Cycle.size(), 4u);
}

unsigned count(const Execution &E, EdgeKind Kind) {
  return std::count_if(
      E.Edges.begin(), E.Edges.end(),
      [&](const ShownEdge &Edge) { return Edge.Kind == Kind; });
}

TEST(Witness, MessagePassingShowsHowTheDataTravels) {
  LitmusTest Test =
      parse("AMDGPU mp\n{ global x = 0; global flag = 0; }\n"
            "thread P0 @ workgroup 0 {\n store x, 1\n"
            " store atomic flag, 1 release agent\n}\n"
            "thread P1 @ workgroup 1 {\n r0 = load atomic flag acquire agent\n"
            " if (r0 == 1) { r1 = load x }\n}\n"
            "exists (P1:r1 = 1)\n");
  auto Found = witness(Test, {});
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Events.size(), 6u);
  EXPECT_EQ(count(*Found, EdgeKind::ReadsFrom), 2u);
  EXPECT_EQ(count(*Found, EdgeKind::Synchronizes), 1u);
  EXPECT_EQ(count(*Found, EdgeKind::Available), 1u);
  EXPECT_GE(count(*Found, EdgeKind::Visible), 1u);
  EXPECT_EQ(count(*Found, EdgeKind::Dependency), 1u);
  EXPECT_EQ(count(*Found, EdgeKind::ProgramOrder), 2u);
}

TEST(Witness, BarrierPhasesLeadFromEveryArriveToEveryWait) {
  LitmusTest Test = parse("AMDGPU barrier\n{ }\n"
                          "thread P0 @ wavefront 0 {\n barrier\n}\n"
                          "thread P1 @ wavefront 1 {\n barrier\n}\n"
                          "thread P2 @ wavefront 1 {\n barrier\n}\n"
                          "forall (not ub)\n");
  auto Found = witness(Test, {});
  ASSERT_TRUE(Found);
  // A wavefront's barrier is one event, whatever its threads.
  EXPECT_EQ(Found->Events.size(), 4u);
  EXPECT_EQ(count(*Found, EdgeKind::Phase), 4u);
}

TEST(Limits, TheTimeLimitEndsAHopelessSearch) {
  std::string Text = "AMDGPU many\n{ global x = 0; }\n";
  for (unsigned T = 0; T < 12; ++T)
    Text += "thread P" + std::to_string(T) + " @ workgroup " +
            std::to_string(T) +
            " {\n r0 = atomicrmw add x, 1 monotonic agent\n}\n";
  LitmusTest Test = parse(Text + "exists (P0:r0 = 99)\n");
  ExploreOptions Options;
  Options.TimeLimitSeconds = 0.05;
  Outcomes Result = explore(Test.Program, Test.Condition.Observed, Options);
  EXPECT_EQ(Result.StoppedBy, "time limit");
}

} // namespace
