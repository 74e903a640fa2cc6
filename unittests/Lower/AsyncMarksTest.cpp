//===- AsyncMarksTest.cpp - Waits for async marks, case by case -----------===//
// The examples of spec/003 and the corners: calls, two counters, counters that
// are too narrow, more marks than are followed, unreachable code. Words as in
// AsyncReference.h. All small graphs: AsyncExhaustiveTest.cpp.
//===----------------------------------------------------------------------===//
#include "AsyncReference.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::lower;
using namespace fencepost::lower::reference;

static const FamilyFacts &gfx125() { return families().back(); }

static AsyncAnswer analyze(const Program &P) {
  return analyzeAsyncMarks(P.graph(), gfx125());
}

/// The waits of \p P in order: "asynccnt 1, tensorcnt 0", "-" if it never
/// blocks; joined by "; ". Also asks the reference.
static std::string waits(const Program &P) {
  AsyncAnswer Answer = analyze(P);
  EXPECT_EQ(needsOf(Answer), walkAllPaths(P, 30)) << P.text();
  std::string Text;
  for (const AsyncWaitAnswer &Wait : Answer.Waits) {
    std::string One;
    for (auto [Id, Value] : Wait.Values)
      One += (One.empty() ? "" : ", ") + counterName(Id).str() + " " +
             std::to_string(Value);
    Text += (Text.empty() ? "" : "; ") + (One.empty() ? "-" : One);
  }
  return Text;
}

static std::string waits(const std::string &StraightLine) {
  return waits(Program{{StraightLine}, {{}}});
}

//===-- spec/003, "Examples" ----------------------------------------------===//

TEST(AsyncMarks, UnevenBlocks) {
  EXPECT_EQ(waits("aaam"
                  "aaaaam"
                  "aam"
                  "2"),
            "asynccnt 7");
}

// The loop may be left at its end after any number of rounds.
TEST(AsyncMarks, SoftwarePipeline) {
  EXPECT_EQ(waits(Program{{"amamam", "2am", "210"}, {{1}, {1, 2}, {}}}),
            "asynccnt 2; asynccnt 2; asynccnt 1; asynccnt 0");
  // Three operations a block, a longer last block before the loop.
  EXPECT_EQ(
      waits(Program{{"aaamaaamaaaaam", "2aaam", "210"}, {{1}, {1, 2}, {}}}),
      "asynccnt 6; asynccnt 6; asynccnt 3; asynccnt 0");
}

// The call may issue any number of operations: the second block's wait cannot
// count on them, the third block's mark covers them.
TEST(AsyncMarks, OrdinaryFunctionCall) {
  EXPECT_EQ(waits("amamuam10"), "asynccnt 1; asynccnt 0");
  // Nothing but the call is before the mark: it is waited for.
  EXPECT_EQ(waits("um0"), "asynccnt 0");
  EXPECT_EQ(waits("amumam1"), "asynccnt 1");
}

// spec/003, "Optimization": marks of a callee do not count, those of inlined
// code do.
TEST(AsyncMarks, InliningWaitsLonger) {
  EXPECT_EQ(waits("amam1"), "asynccnt 1");  // Completes B.
  EXPECT_EQ(waits("amamm1"), "asynccnt 0"); // Completes C.
  // Unless the callee's mark was removed before, which nothing there waits for.
  AsyncAnswer Callee = analyze({{"m"}, {{}}});
  EXPECT_EQ(Callee.UselessMarks, (Places{{0, 0}}));
  // In the inlined code it is not useless: without it B would be completed.
  EXPECT_TRUE(analyze({{"amamm1"}, {{}}}).UselessMarks.empty());
}

//===-- What is not needed ------------------------------------------------===//

TEST(AsyncMarks, WaitsThatNeverBlock) {
  EXPECT_EQ(waits("0"), "-");
  EXPECT_EQ(waits("a0"), "-");  // No mark.
  EXPECT_EQ(waits("m0"), "-");  // Nothing before the mark.
  EXPECT_EQ(waits("am1"), "-"); // Fewer marks than may be outstanding.
  EXPECT_EQ(waits("am00"), "asynccnt 0; -");
  EXPECT_EQ(waits("am0m0"), "asynccnt 0; -");
  EXPECT_EQ(waits("am0am0"), "asynccnt 0; asynccnt 0");
  EXPECT_EQ(waits("am0a0"), "asynccnt 0; -");
  EXPECT_EQ(waits("amam10"), "asynccnt 1; asynccnt 0");
  EXPECT_EQ(waits("amam01"), "asynccnt 0; -");
}

TEST(AsyncMarks, UselessMarks) {
  using Case = std::pair<Program, Places>;
  const Case Cases[] = {
      {{{"am0am"}, {{}}}, {{0, 4}}},
      {{{"am1m"}, {{}}}, {{0, 1}, {0, 3}}},      // Its only wait never blocks.
      {{{"am", "0", ""}, {{1, 2}, {}, {}}}, {}}, // One branch waits.
      {{{"am", "0", "am"}, {{1, 2}, {}, {}}}, {{2, 1}}},
      {{{"am", "0am", ""}, {{1}, {1, 2}, {}}}, {}}, // Around the loop.
      {{{"am0", "am0"}, {{}, {}}}, {{1, 1}}},       // Never executed.
      {{{"am0", "am"}, {{}, {0}}}, {{1, 1}}},
  };
  for (const auto &[P, Expected] : Cases)
    EXPECT_EQ(analyze(P).UselessMarks, Expected) << P.text();
}

TEST(AsyncMarks, UnreachableWaitsAreLeftOut) {
  AsyncAnswer Answer = analyze({{"am0", "am0"}, {{}, {0}}});
  ASSERT_EQ(Answer.Waits.size(), 1u);
  EXPECT_EQ(Answer.Waits[0].Block, 0u);
  EXPECT_EQ(Answer.Waits[0].Event, 2u);
  AsyncAnswer Nothing = analyzeAsyncMarks({}, gfx125());
  EXPECT_TRUE(Nothing.Waits.empty() && Nothing.UselessMarks.empty());
}

//===-- Joins and loops ---------------------------------------------------===//

TEST(AsyncMarks, TheShorterBranchDecides) {
  EXPECT_EQ(waits(Program{{"am", "aaa", "a", "0"}, {{1, 2}, {3}, {3}, {}}}),
            "asynccnt 1");
  // The branch without a mark makes the wait look one mark farther back.
  EXPECT_EQ(waits(Program{{"amaam", "aaam", "a", "1"}, {{1, 2}, {3}, {3}, {}}}),
            "asynccnt 3");
}

// On the branch with the fewest operations after the newest mark the first wait
// leaves nothing for the second, so it does not decide: keeping the fewest
// operations per mark would say 0.
TEST(AsyncMarks, APathThatNeedsNothingDoesNotDecide) {
  Program P{{"am", "m", "aamaaa", "10"}, {{1, 2}, {3}, {3}, {}}};
  EXPECT_EQ(waits(P), "asynccnt 0; asynccnt 3");
}

TEST(AsyncMarks, LoopsConverge) {
  // Operations after the mark without end: none at the least.
  EXPECT_EQ(waits(Program{{"am", "a", "0"}, {{1, 2}, {1, 2}, {}}}),
            "asynccnt 0");
  EXPECT_EQ(waits(Program{{"am", "a", "0"}, {{1}, {1, 2}, {}}}), "asynccnt 1");
  // Marks without end, too few at first.
  EXPECT_EQ(waits(Program{{"", "am", "2"}, {{1}, {1, 2}, {}}}), "asynccnt 2");
  // A mark a round, but only the first round has operations.
  EXPECT_EQ(waits(Program{{"a", "m", "2"}, {{1}, {1, 2}, {}}}), "asynccnt 0");
}

//===-- Counters ----------------------------------------------------------===//

TEST(AsyncMarks, EachCounterByItself) {
  EXPECT_EQ(waits("abmbma1"), "asynccnt 1, tensorcnt 1");
  EXPECT_EQ(waits("ambma1"), "asynccnt 1"); // b is after the mark.
  EXPECT_EQ(waits("ambma10"), "asynccnt 1; tensorcnt 0");
  EXPECT_EQ(waits("bmabmabbm210"), "tensorcnt 3; asynccnt 1, tensorcnt 2; "
                                   "asynccnt 0, tensorcnt 0");
}

/// Straight-line code on \p Family's counter \p C: an operation, a mark, \p N
/// operations in one event, a wait.
static unsigned valueAfter(uint16_t N, const FamilyFacts &Family, Counter C) {
  AsyncGraph Graph;
  Graph.Blocks.push_back({{AsyncEvent::operation(C), AsyncEvent::mark(),
                           AsyncEvent::operation(C, N), AsyncEvent::wait(0)},
                          {}});
  AsyncAnswer Answer = analyzeAsyncMarks(Graph, Family);
  EXPECT_EQ(Answer.Waits.at(0).Values.size(), 1u);
  return Answer.Waits[0].Values[0].second;
}

// All bits set means "do not wait", so the largest value is one below.
TEST(AsyncMarks, ValuesStayBelowWhatTheCounterCanExpress) {
  for (const FamilyFacts &Family : families())
    for (const CounterFacts &Facts : Family.Counters) {
      if (Facts.Width == 0)
        continue;
      unsigned Most = (1u << Facts.Width) - 2;
      for (unsigned N : {0u, 1u, Most - 1, Most, Most + 1, Most + 2, 65535u})
        EXPECT_EQ(valueAfter(N, Family, Facts.Id), std::min(N, Most))
            << Family.Name.str() << " " << counterName(Facts.Id).str();
    }
  // Of unknown width: as narrow as the narrowest of the family, kmcnt.
  EXPECT_EQ(gfx125().counter(Counter::Tensor)->Width, 0u);
  EXPECT_EQ(valueAfter(30, gfx125(), Counter::Tensor), 30u);
  EXPECT_EQ(valueAfter(31, gfx125(), Counter::Tensor), 30u);
}

TEST(AsyncMarks, AnOperationOfNothingIsNone) {
  AsyncGraph Graph;
  Graph.Blocks.push_back({{AsyncEvent::operation(Counter::Async, 0),
                           AsyncEvent::mark(), AsyncEvent::wait(0)},
                          {}});
  EXPECT_TRUE(analyzeAsyncMarks(Graph, gfx125()).Waits[0].Values.empty());
}

//===-- Many marks --------------------------------------------------------===//

/// An operation, then a loop that makes marks, then a wait for \p Marks.
static AsyncWaitAnswer afterManyMarks(uint16_t Marks) {
  AsyncGraph Graph;
  Graph.Blocks.resize(3);
  Graph.Blocks[0] = {{AsyncEvent::operation(Counter::Async)}, {1}};
  Graph.Blocks[1] = {
      {AsyncEvent::mark(), AsyncEvent::operation(Counter::Async)}, {1, 2}};
  Graph.Blocks[2] = {{AsyncEvent::wait(Marks)}, {}};
  return analyzeAsyncMarks(Graph, gfx125()).Waits.at(0);
}

TEST(AsyncMarks, MarksBeyondTheLimitAreWaitedForAndSaid) {
  for (unsigned Marks : {0u, 10u, 61u, 62u, 255u, 256u, 65535u}) {
    AsyncWaitAnswer Wait = afterManyMarks(Marks);
    ASSERT_EQ(Wait.Values.size(), 1u) << Marks;
    EXPECT_EQ(Wait.Values[0].second, std::min(Marks + 1, 62u));
    EXPECT_EQ(Wait.Limited, Marks > MostAsyncMarks) << Marks;
  }
  AsyncGraph Few;
  Few.Blocks.push_back({{AsyncEvent::operation(Counter::Async),
                         AsyncEvent::mark(), AsyncEvent::wait(65535)},
                        {}});
  AsyncWaitAnswer Wait = analyzeAsyncMarks(Few, gfx125()).Waits.at(0);
  EXPECT_TRUE(Wait.Values.empty() && !Wait.Limited);
}

// A chain of many blocks inside a loop; depth is no recursion.
TEST(AsyncMarks, LargeGraphs) {
  AsyncGraph Graph;
  constexpr unsigned Size = 20000;
  Graph.Blocks.resize(Size);
  for (unsigned B = 0; B < Size; ++B)
    Graph.Blocks[B].Successors = {(B + 1) % Size};
  Graph.Blocks[1].Events = {AsyncEvent::operation(Counter::Async),
                            AsyncEvent::mark()};
  Graph.Blocks[Size - 1].Events = {AsyncEvent::wait(7)};
  AsyncAnswer Answer = analyzeAsyncMarks(Graph, gfx125());
  EXPECT_EQ(Answer.Waits.at(0).Values.front().second, 7u);
}
