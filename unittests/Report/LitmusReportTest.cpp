//===- LitmusReportTest.cpp - Verdicts and the two forms of a result ------===//
#include "LitmusPrograms.h"
#include "fencepost/Report/LitmusSummary.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;
using model::Outcomes;
using model::Quantifier;
using model::Undefined;
using model::Value;

namespace {

const Value Zero = Value::of(0), One = Value::of(1), Undef = Value::undef();

std::string print(const model::Program &P, const model::Condition &C,
                  const Outcomes &Found, LitmusPrintOptions Options = {}) {
  LitmusResult R{"MP",  "", "mp.litmus", P, C, Found, judge(C, Found),
                 0.004, {}};
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  printLitmus(OS, R, Options);
  return Text;
}

/// Positive: 1, negative: 1.
Outcomes staleOrNot() {
  Outcomes Found;
  Found.States = {state({Zero, Zero}), state({One, Zero})};
  return Found;
}

std::string answerOf(Quantifier Kind, const Outcomes &Found) {
  LitmusVerdict V = judge(staleRead(Kind), Found);
  std::string Text = litmusAnswerName(V.Answer).str();
  return V.Reason.empty() ? Text : Text + " (" + V.Reason + ")";
}

} // namespace

// The example of docs/litmus.md, "What is printed", word for word but for the
// name.
TEST(LitmusReport, TheShapeOfHerd) {
  Outcomes Found;
  Found.States = {state({Zero, Zero}), state({One, Undef}, true)};
  Found.Races = {
      {{0, 0}, {1, 1}, "happens-before, but not available at agent scope"}};
  EXPECT_EQ(print(messagePassing(), staleRead(Quantifier::Exists), Found),
            "Test MP Allowed\n"
            "States 2\n"
            "1:r0=0; 1:r1=0;\n"
            "1:r0=1; 1:r1=undef;\n"
            "Ok\n"
            "Witnesses\n"
            "Positive: 1 Negative: 1\n"
            "Condition exists (1:r0=1 /\\ 1:r1=0)\n"
            "Observation MP Sometimes 1 1\n"
            "Race load x (P1, line 10) may see store x (P0, line 5): "
            "happens-before, but not available at agent scope\n"
            "Time MP 0.00\n");
}

TEST(LitmusReport, StatesThatDifferInARaceAreOneLineButTwoWitnesses) {
  Outcomes Found;
  Found.States = {state({One, Zero}), state({One, Zero}, true)};
  std::string Text =
      print(messagePassing(), staleRead(Quantifier::Exists), Found);
  EXPECT_NE(Text.find("States 1\n1:r0=1; 1:r1=0;\nOk\n"), std::string::npos);
  EXPECT_NE(Text.find("Positive: 2 Negative: 0\n"), std::string::npos);
  EXPECT_NE(Text.find("Observation MP Always 2 0\n"), std::string::npos);
}

TEST(LitmusReport, PseudoStatesFollowTheStates) {
  Outcomes Found;
  Found.States = {pseudoState({Undefined::FirstNotInit, Undefined::DropRace}),
                  pseudoState({Undefined::Hang}),
                  pseudoState({Undefined::Hang}, true), state({Zero, Zero})};
  Found.Undefined = {{Undefined::Hang, {{0, 1}, {1, 0}}, "nobody comes"},
                     {Undefined::DropRace, {}, ""}};
  std::string Text =
      print(messagePassing(), staleRead(Quantifier::NotExists), Found);
  EXPECT_NE(Text.find("Test MP Forbidden\n"
                      "States 3\n"
                      "1:r0=0; 1:r1=0;\n"
                      "ub(first-not-init, drop-race);\n"
                      "ub(hang);\n"
                      "Ok\n"
                      "Witnesses\n"
                      "Positive: 0 Negative: 4\n"),
            std::string::npos)
      << Text;
  EXPECT_NE(Text.find("Undefined hang at store atomic flag (P0, line 6), "
                      "load atomic flag (P1, line 9): nobody comes\n"
                      "Undefined drop-race\n"),
            std::string::npos)
      << Text;
}

TEST(LitmusReport, ObservedLocationsFollowTheRegisters) {
  model::Condition C = staleRead(Quantifier::Forall);
  C.Observed = {{0, 0, 0}};
  Outcomes Found;
  Found.States = {state({One, Zero})};
  Found.States[0].Locations = {Value::of(-7)};
  Found.Executions = 12;
  LitmusPrintOptions Options;
  Options.Count = true;
  std::string Text = print(messagePassing(), C, Found, Options);
  EXPECT_NE(Text.find("Test MP Required\nStates 1\n1:r0=1; 1:r1=0; [x]=-7;\n"),
            std::string::npos);
  EXPECT_NE(Text.find("Executions 12\nTime MP"), std::string::npos);
}

TEST(LitmusReport, TwoWritesRace) {
  model::Program P = messagePassing();
  EXPECT_EQ(raceText(P, {{0, 0}, {0, 1}, "why"}),
            "Race store x (P0, line 5) and store atomic flag (P0, line 6): "
            "why");
}

TEST(LitmusReport, AnAsyncLoadReadsItsSourceAndWritesItsDestination) {
  model::Program P = messagePassing();
  model::Instruction Copy = access(model::Opcode::AsyncLoad, 0, 11);
  Copy.Destination.Location = 1;
  P.Threads[1].Code.push_back(Copy);
  EXPECT_EQ(raceText(P, {{0, 0}, {1, 2}, "why"}),
            "Race async.load x -> flag (P1, line 11) may see store x (P0, line "
            "5): why");
  EXPECT_EQ(raceText(P, {{0, 1}, {1, 2}, "why"}),
            "Race store atomic flag (P0, line 6) and async.load x -> flag (P1, "
            "line 11): why");
}

TEST(LitmusVerdict, EachKindAgainstEachSetOfOutcomes) {
  Outcomes None, Some = staleOrNot(), All;
  None.States = {state({Zero, Zero})};
  All.States = {state({One, Zero})};
  EXPECT_EQ(answerOf(Quantifier::Exists, None), "No");
  EXPECT_EQ(answerOf(Quantifier::Exists, Some), "Ok");
  EXPECT_EQ(answerOf(Quantifier::Exists, All), "Ok");
  EXPECT_EQ(answerOf(Quantifier::NotExists, None), "Ok");
  EXPECT_EQ(answerOf(Quantifier::NotExists, Some), "No");
  EXPECT_EQ(answerOf(Quantifier::NotExists, All), "No");
  EXPECT_EQ(answerOf(Quantifier::Forall, None), "No");
  EXPECT_EQ(answerOf(Quantifier::Forall, Some), "No");
  EXPECT_EQ(answerOf(Quantifier::Forall, All), "Ok");
}

// docs/model.md M17: exists and ~exists take maybe as true, forall as false.
TEST(LitmusVerdict, UndefIsMaybe) {
  Outcomes Found;
  Found.States = {state({One, Undef})};
  EXPECT_EQ(answerOf(Quantifier::Exists, Found), "Ok");
  EXPECT_EQ(answerOf(Quantifier::NotExists, Found), "No");
  EXPECT_EQ(answerOf(Quantifier::Forall, Found), "No");
}

TEST(LitmusVerdict, ALimitLeavesFoundOutcomesStanding) {
  Outcomes None, Some = staleOrNot(), All;
  None.States = {state({Zero, Zero})};
  All.States = {state({One, Zero})};
  for (Outcomes *Found : {&None, &Some, &All})
    Found->CutAtUnrollBound = true;
  EXPECT_EQ(answerOf(Quantifier::Exists, Some), "Ok");
  EXPECT_EQ(answerOf(Quantifier::NotExists, Some), "No");
  EXPECT_EQ(answerOf(Quantifier::Forall, Some), "No");
  EXPECT_EQ(answerOf(Quantifier::Exists, None), "Unknown (unroll bound)");
  EXPECT_EQ(answerOf(Quantifier::NotExists, None), "Unknown (unroll bound)");
  EXPECT_EQ(answerOf(Quantifier::Forall, All), "Unknown (unroll bound)");
  All.StoppedBy = None.StoppedBy = Some.StoppedBy = "time limit";
  EXPECT_EQ(answerOf(Quantifier::Exists, Some), "Ok");
  EXPECT_EQ(answerOf(Quantifier::Exists, None), "Unknown (time limit)");
  EXPECT_EQ(answerOf(Quantifier::Forall, All), "Unknown (time limit)");
}

// A search that was stopped at once has no outcome at all.
TEST(LitmusVerdict, WithoutOutcomes) {
  Outcomes Nothing;
  EXPECT_EQ(judge(staleRead(Quantifier::Exists), Nothing).observation(),
            "Never");
  EXPECT_EQ(answerOf(Quantifier::Exists, Nothing), "No");
  EXPECT_EQ(answerOf(Quantifier::Forall, Nothing), "Ok");
  Nothing.StoppedBy = "time limit";
  EXPECT_EQ(answerOf(Quantifier::Forall, Nothing), "Unknown (time limit)");
}

TEST(LitmusReport, UnknownNamesItsReason) {
  Outcomes Found;
  Found.CutAtUnrollBound = true;
  std::string Text =
      print(messagePassing(), staleRead(Quantifier::Exists), Found);
  EXPECT_NE(Text.find("States 0\nUnknown (unroll bound)\nWitnesses\n"),
            std::string::npos);
}

TEST(LitmusReport, NamesCannotForgeLines) {
  model::Program P = messagePassing();
  P.Threads[1].Registers[0] = "r\n0";
  std::string Text = print(P, staleRead(Quantifier::Exists), staleOrNot());
  EXPECT_NE(Text.find("1:r\\x0a0=0;"), std::string::npos);
}

TEST(LitmusJson, StatesRacesAndUndefinedBehaviour) {
  model::Condition C = staleRead(Quantifier::Exists);
  C.Observed = {{0, 0, 0}};
  Outcomes Found;
  Found.States = {pseudoState({Undefined::Hang}), state({One, Undef}, true)};
  Found.States[1].Locations = {One};
  Found.Races = {{{0, 0}, {1, 1}, "why"}};
  Found.Undefined = {{Undefined::Hang, {{0, 1}}, "nobody"}};
  model::Program P = messagePassing();
  LitmusResult R{"MP",  "text",          "mp.litmus", P,          C,
                 Found, judge(C, Found), 0,           {"because"}};
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::json::OStream J(OS);
  writeLitmus(J, R, {});
  J.flush();
  EXPECT_EQ(
      Text,
      R"j({"name":"MP","file":"mp.litmus","description":"text","kind":"exists",)j"
      R"j("condition":"exists (1:r0=1 /\\ 1:r1=0)","verdict":"Ok","reason":"",)j"
      R"j("observation":"Sometimes","positive":1,"negative":1,"states":[)j"
      R"j({"registers":{},"locations":{},"race":false,"ub":["hang"]},)j"
      R"j({"registers":{"P1:r0":1,"P1:r1":"undef"},"locations":{"x":1},)j"
      R"j("race":true,"ub":[]}],"races":[{"first":{"line":5,)j"
      R"j("operation":"store x","thread":"P0"},"second":{"line":10,)j"
      R"j("operation":"load x","thread":"P1"},"why":"why"}],)j"
      R"j("ub":[{"name":"hang","where":[{"line":6,)j"
      R"j("operation":"store atomic flag","thread":"P0"}],"why":"nobody"}],)j"
      R"j("explanation":["because"]})j");
}

TEST(LitmusSummary, CountsAndALineForWhatIsNotOk) {
  LitmusSummary Summary;
  Summary.add("a", "a.litmus", {LitmusAnswer::Ok, "", 1, 0});
  Summary.add("b", "b.litmus", {LitmusAnswer::No, "", 2, 3});
  Summary.add("c", "c.litmus", {LitmusAnswer::Unknown, "time limit", 0, 1});
  Summary.addError("d.litmus");
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Summary.print(OS);
  EXPECT_EQ(Text, "Summary 4 tests: 1 Ok, 1 No, 1 Unknown, 1 errors\n"
                  "  No       b b.litmus (Sometimes 2 3) [condition-fails]\n"
                  "  Unknown  c c.litmus (time limit) [condition-unknown]\n"
                  "  error    - d.litmus\n");
}
