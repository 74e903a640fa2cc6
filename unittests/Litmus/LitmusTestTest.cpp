//===- LitmusTestTest.cpp - From text to program and condition ------------===//
// The shape of the code that blocks become, the numbers names become, and every
// fault that is not one of syntax.
//===----------------------------------------------------------------------===//
#include "fencepost/Litmus/LitmusTest.h"
#include "BadText.h"
#include "fencepost/Model/Explore.h"
#include "fencepost/Model/Instances.h"
#include "fencepost/Model/ProgramText.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::litmus;

static LitmusTest testOf(llvm::StringRef Text) {
  llvm::Expected<LitmusTest> T = parseLitmus(Text, "t.litmus");
  if (!T) {
    ADD_FAILURE() << llvm::toString(T.takeError()) << "\n" << Text.str();
    return {};
  }
  EXPECT_EQ(model::checkProgram(T->Program), "");
  return std::move(*T);
}

static std::vector<Finding> problems(llvm::StringRef Text) {
  llvm::Expected<LitmusTest> T = parseLitmus(Text, "t.litmus");
  if (T) {
    ADD_FAILURE() << "accepted: " << Text.str();
    return {};
  }
  return takeFindings(T.takeError(), Diag::Usage, "");
}

static const char *Declarations =
    "AMDGPU t\n"
    "{ global x = 0; global a[4] = 7; local buf; local c[2] = {1, 2};"
    " barrier b; }\n";

static std::string withDeclarations(llvm::StringRef Body) {
  return Declarations + ("thread P0 {\n" + Body + "\n}\nexists race").str();
}

/// One line an instruction, jumps as numbers.
static std::string code(llvm::StringRef Body) {
  LitmusTest T = testOf(withDeclarations(Body));
  std::string Text;
  for (unsigned I = 0; I < T.Program.Threads[0].Code.size(); ++I) {
    const model::Instruction &Each = T.Program.Threads[0].Code[I];
    Text += model::describe(T.Program, {0, I});
    if (Each.Target != model::None)
      Text += " -> " + llvm::utostr(Each.Target);
    if (Each.Join != model::None)
      Text += " join " + llvm::utostr(Each.Join);
    if (Each.Loop != model::None)
      Text += " " + llvm::utostr(Each.Loop);
    Text += "\n";
  }
  return Text;
}

TEST(LitmusTest, If) {
  EXPECT_EQ(code("if (r) { store x, 1 }\nstore x, 3"), "if (r) -> 2 join 2\n"
                                                       "store x, 1\n"
                                                       "store x, 3\n");
  EXPECT_EQ(code("if (r) { store x, 1 } else { store x, 2 }"),
            "if (r) -> 3 join 4\n"
            "store x, 1\n"
            "jump -> 4\n"
            "store x, 2\n");
  EXPECT_EQ(code("if (r) { } else { store x, 2 }"), "if (r) -> 2 join 3\n"
                                                    "jump -> 3\n"
                                                    "store x, 2\n");
  EXPECT_EQ(code("if (r) { }"), "if (r) -> 1 join 1\n");
}

TEST(LitmusTest, While) {
  EXPECT_EQ(code("while (r) { while (s) { r = load x } }\nstore x, 1"),
            "loop 0\n"
            "while (r) -> 9 join 9\n"
            "iterate 0\n"
            "loop 1\n"
            "while (s) -> 8 join 8\n"
            "iterate 1\n"
            "load x\n"
            "jump -> 4\n"
            "jump -> 1\n"
            "store x, 1\n");
}

TEST(LitmusTest, ABarrierIsAnArriveAndAWaitAtOnePlace) {
  EXPECT_EQ(code("barrier"), "barrier.arrive workgroup\n"
                             "barrier.wait workgroup\n");
  LitmusTest T = testOf(withDeclarations("  barrier b"));
  const std::vector<model::Instruction> &Code = T.Program.Threads[0].Code;
  EXPECT_EQ(Code[0].Where, (model::SourcePoint{4, 3}));
  EXPECT_EQ(Code[1].Where, Code[0].Where);
  EXPECT_EQ(Code[1].Object, BarrierId::named(1));
}

/// What the program says of itself is what was written.
TEST(LitmusTest, KeepsEveryOperand) {
  const char *Statements[] = {
      "store atomic x, r + 1 release agent noav",
      "atomicrmw umax a[r], 1 acq_rel workgroup-one-as",
      "cmpxchg x, 1, 2 acq_rel monotonic system",
      "fence seq_cst agent local global noav",
      "store.av c[1], 1 agent",
      "barrier.init b, 3",
      "barrier.join b",
      "barrier.leave",
      "barrier.arrive b, 2",
      "barrier.wait null",
      "async.load x -> buf",
      "wait.asyncmark 2",
  };
  for (llvm::StringRef S : Statements)
    EXPECT_EQ(code(S), S.str() + "\n");
}

TEST(LitmusTest, Declarations) {
  LitmusTest T = testOf(withDeclarations(""));
  ASSERT_EQ(T.Program.Locations.size(), 4u);
  EXPECT_EQ(T.Program.Locations[1].Initial, (std::vector<int32_t>{7, 7, 7, 7}));
  EXPECT_TRUE(T.Program.Locations[2].Initial.empty());
  EXPECT_EQ(T.Program.Locations[2].Space, AddressSpace::Local);
  EXPECT_EQ(T.Program.Locations[3].Initial, (std::vector<int32_t>{1, 2}));
  EXPECT_EQ(T.Program.NamedBarriers, (std::vector<std::string>{"b"}));
}

TEST(LitmusTest, RegistersAreNumberedAsTheTextNamesThem) {
  LitmusTest T = testOf(withDeclarations("r2 = load a[r7]\nr1 = r2 + r9"));
  EXPECT_EQ(T.Program.Threads[0].Registers,
            (std::vector<std::string>{"r2", "r7", "r1", "r9"}));
}

static std::vector<model::Place> places(llvm::StringRef Threads) {
  std::vector<model::Place> All;
  for (const model::Thread &T :
       testOf("AMDGPU t\n{ }\n" + Threads.str() + "exists race")
           .Program.Threads)
    All.push_back(T.Where);
  return All;
}

TEST(LitmusTest, Placement) {
  EXPECT_EQ(places("thread P0 @ agent 1 cluster 2 workgroup 3 wavefront 4 { }\n"
                   "thread P1 { }\n"),
            (std::vector<model::Place>{{1, 2, 3, 4}, {0, 0, 0, 0}}));
  // A wavefront of its own, apart from those that are named, even later ones.
  EXPECT_EQ(places("thread P0 { }\nthread P1 @ wavefront 0 { }\n"
                   "thread P2 @ wavefront 0 { }\nthread P3 { }\n"
                   "thread P4 @ workgroup 1 { }\n"),
            (std::vector<model::Place>{{0, 0, 0, 1},
                                       {0, 0, 0, 0},
                                       {0, 0, 0, 0},
                                       {0, 0, 0, 2},
                                       {0, 0, 1, 0}}));
}

TEST(LitmusTest, ConditionsNameRegistersOfAllThreads) {
  LitmusTest T = testOf(
      "AMDGPU t\n{ global x = 0; local buf; local c[2]; }\n"
      "thread P0 @ workgroup 5 { r = 1; s = 2 }\n"
      "thread P1 @ workgroup 2 { s = 3 }\n"
      "thread P2 @ workgroup 5 { }\n"
      "exists (P1:s = 3 /\\ [x] = 1 /\\ [P1:buf] = 2 /\\ undef([P2:buf]) /\\\n"
      "        not [P1:c[1]] = 4 \\/ [x] = 5 /\\ undef(0:s))\n");
  EXPECT_EQ(T.Condition.Nodes[0].Register, 2u);
  EXPECT_EQ(
      T.Condition.Observed,
      (std::vector<model::Cell>{{0, 0, 0}, {1, 0, 1}, {1, 0, 0}, {2, 1, 1}}));
  EXPECT_EQ(model::str(T.Condition, T.Program),
            "exists (1:s=3 /\\ [x]=1 /\\ [P1:buf]=2 /\\ undef([P0:buf]) /\\ "
            "not [P1:c[1]]=4 \\/ [x]=5 /\\ undef(0:s))");
}

static void expectFault(const std::string &Text, const BadText &Case) {
  std::vector<Finding> All = problems(Text);
  ASSERT_EQ(All.size(), 1u) << Text;
  EXPECT_NE(All[0].Message.find(Case.Message), std::string::npos)
      << Case.Text << "\ngot: " << All[0].Message;
  EXPECT_EQ(All[0].Where.Line, Case.Line) << Text << All[0].Message;
  EXPECT_EQ(All[0].Where.Column, Case.Column) << Text << All[0].Message;
}

TEST(LitmusTest, FaultsInStatements) {
  const BadText Cases[] = {
      {"store y, 1", "'y' is not declared", 4, 1 + 6},
      {"store bux, 1", "did you mean 'buf'?", 4, 7},
      {"store b, 1", "'b' is a barrier, not a location", 4, 7},
      {"r = 1; store r, 1", "'r' is a register, not a location", 4, 14},
      {"r = x", "write 'r0 = load x' first", 4, 5},
      {"x = 1", "write 'store x, ...'", 4, 1},
      {"r = b", "'b' is a barrier, not a register", 4, 5},
      {"if (x == 1) { }", "write 'r0 = load x' first", 4, 5},
      {"store a, 1", "'a' is an array: write 'a[0]'", 4, 7},
      {"store x[0], 1", "is no array", 4, 7},
      {"store a[4], 1", "elements 0 to 3", 4, 9},
      {"store a[-1], 1", "has no element -1", 4, 9},
      {"r = load atomic x release", "release does not fit a load", 4, 19},
      {"r = load atomic x acq_rel", "acq_rel does not fit a load", 4, 19},
      {"store atomic x, 1 acquire", "acquire does not fit a store", 4, 19},
      {"atomicrmw add x, 1 unordered", "does not fit an atomicrmw", 4, 20},
      {"fence monotonic agent", "monotonic does not fit a fence", 4, 7},
      {"r = cmpxchg x, 0, 1 acq_rel release", "a cmpxchg failure", 4, 29},
      {"r = cmpxchg x, 0, 1 unordered acquire", "a cmpxchg success", 4, 21},
      {"barrier.wait c2", "barrier 'c2' is not declared", 4, 14},
      {"barrier.wait x", "'x' is a location, not a barrier", 4, 14},
      {"barrier.join workgroup", "barrier.join does not fit", 4, 14},
      {"barrier.init cluster, 2", "barrier.init does not fit", 4, 14},
      {"barrier.init null, 2", "barrier.init does not fit", 4, 14},
      {"barrier.arrive workgroup, 2", "set by the hardware", 4, 27},
      {"barrier.init b, -1", "0 to 65535", 4, 17},
      {"barrier.arrive b, 65536", "0 to 65535", 4, 19},
      {"wait.asyncmark -1", "cannot be negative", 4, 16},
      {"async.load x -> y", "'y' is not declared", 4, 17},
  };
  // The body is on line 4.
  for (const BadText &Case : Cases)
    expectFault(std::string(Declarations) + "thread P0 {\n" + Case.Text +
                    "\n}\nexists race",
                Case);
}

TEST(LitmusTest, FaultsElsewhere) {
  std::string Many = "AMDGPU t\n{\n";
  for (unsigned I = 0; I < 17; ++I)
    Many += "barrier b" + std::to_string(I) + "\n";
  Many += "}\nthread P0 { }\nexists race";
  std::string Elements = "AMDGPU t\n{\n";
  for (unsigned I = 0; I < 17; ++I)
    Elements += "global x" + std::to_string(I) + "[4096]\n";
  Elements += "}\nthread P0 { }\nexists race";
  const BadText Cases[] = {
      {"AMDGPU t\n{ }\nexists race", "no thread", 1, 1},
      {"AMDGPU t\n{ global x; local x; }\nthread P0 { }\nexists race",
       "declared twice", 2, 19},
      {"AMDGPU t\n{ global x; barrier x; }\nthread P0 { }\nexists race",
       "declared twice", 2, 21},
      {"AMDGPU t\n{ global x[0]; }\nthread P0 { }\nexists race",
       "at least one element", 2, 12},
      {"AMDGPU t\n{ global x[4097]; }\nthread P0 { }\nexists race",
       "at most 4096 elements", 2, 12},
      {"AMDGPU t\n{ global x = {1}; }\nthread P0 { }\nexists race",
       "is no array", 2, 14},
      {"AMDGPU t\n{ global x[3] = {1, 2}; }\nthread P0 { }\nexists race",
       "has 3 elements, but 2", 2, 17},
      {Many.c_str(), "only 16 named barriers", 19, 9},
      {Elements.c_str(), "more than 65536 elements", 19, 8},
      {"AMDGPU t\n{ }\nthread P1 { }\nexists race", "expected thread P0", 3, 8},
      {"AMDGPU t\n{ }\nthread P00 { }\nexists race", "expected thread P0", 3,
       8},
      {"AMDGPU t\n{ }\nthread P0 @ workgroup 1 workgroup 0 { }\nexists race",
       "placed in two workgroups", 3, 25},
      {"AMDGPU t\n{ }\nthread P0 @ wavefront 0 workgroup 1 workgroup 0 { }\n"
       "exists race",
       "placed in two workgroups", 3, 37},
      {"AMDGPU t\n{ }\nthread P0 @ agent 1 agent 1 { }\nexists race",
       "the agent is given twice", 3, 21},
      {"AMDGPU t\n{ }\nthread P0 @ workgroup 1 agent 0 { }\nexists race",
       "agent must be before workgroup", 3, 25},
      {"AMDGPU t\n{ }\nthread P0 @ workgroup 65536 { }\nexists race",
       "at most 65535", 3, 13},
      {"AMDGPU t\n{ }\nthread P0 { r0 = 1 }\nexists P0:r1 = 1",
       "P0 has no register 'r1', did you mean 'r0'?", 4, 11},
      {"AMDGPU t\n{ }\nthread P0 { r0 = 1 }\nexists P1:r0 = 1", "no thread P1",
       4, 8},
      {"AMDGPU t\n{ global x; }\nthread P0 { }\nexists [y] = 1",
       "'y' is not declared", 4, 9},
      {"AMDGPU t\n{ barrier b; }\nthread P0 { }\nexists [b] = 1",
       "is a barrier", 4, 9},
      {"AMDGPU t\n{ global x; }\nthread P0 { }\nexists [x[0]] = 1",
       "takes no index", 4, 9},
      {"AMDGPU t\n{ global x[2]; }\nthread P0 { }\nexists [x] = 1",
       "write [x[0]]", 4, 9},
      {"AMDGPU t\n{ global x[2]; }\nthread P0 { }\nexists [x[2]] = 1",
       "elements 0 to 1", 4, 9},
      {"AMDGPU t\n{ global x; }\nthread P0 { }\nexists [P0:x] = 1",
       "has one copy", 4, 9},
      {"AMDGPU t\n{ local x; }\nthread P0 { }\nexists [P7:x] = 1",
       "no thread P7", 4, 9},
      {"AMDGPU t\n{ local x; }\nthread P0 { }\nthread P1 @ workgroup 1 { }\n"
       "exists [x] = 1",
       "write [P0:x]", 5, 9},
  };
  for (const BadText &Case : Cases)
    expectFault(Case.Text, Case);
}

TEST(LitmusTest, AllFaultsAreReportedInOrder) {
  std::vector<Finding> All =
      problems("AMDGPU t\n{ global x; global x; }\nthread P3 {\n"
               "store atomic y, 1 acquire\n}\nexists P9:r = 1");
  ASSERT_EQ(All.size(), 4u);
  EXPECT_EQ(All[0].Where.Line, 2u);
  EXPECT_EQ(All[1].Where.Line, 3u);
  EXPECT_EQ(All[2].Where.Column, 14u);
  EXPECT_EQ(All[3].Where.Column, 19u);
  std::string Body;
  for (unsigned I = 0; I < 100; ++I)
    Body += "store y, 1\n";
  EXPECT_EQ(problems(withDeclarations(Body)).size(), 20u);
}
