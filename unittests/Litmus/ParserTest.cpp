//===- ParserTest.cpp - Every form of the litmus language -----------------===//
#include "fencepost/Litmus/Parser.h"
#include "BadText.h"
#include "fencepost/Litmus/Printer.h"
#include "fencepost/Model/Limits.h"
#include "fencepost/Support/InputError.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::litmus;

static ParsedTest parsed(llvm::StringRef Text) {
  llvm::Expected<ParsedTest> T = parseTest({Text, "t.litmus"});
  if (T)
    return *T;
  ADD_FAILURE() << llvm::toString(T.takeError()) << "\n" << Text.str();
  return {};
}

/// The one finding of a text that must not parse.
static Finding problem(llvm::StringRef Text) {
  llvm::Expected<ParsedTest> T = parseTest({Text, "t.litmus"});
  if (T) {
    ADD_FAILURE() << "parses: " << Text.take_front(1000).str();
    return {Diag::Usage, {}, "", {}};
  }
  std::vector<Finding> All = takeFindings(T.takeError(), Diag::Usage, "");
  EXPECT_EQ(All.size(), 1u);
  return All.front();
}

static std::string inOneThread(llvm::StringRef Body) {
  return "AMDGPU t\n{ }\nthread P0 {\n" + Body.str() + "\n}\nexists (race)\n";
}

static std::string roundTrip(llvm::StringRef Body) {
  ParsedTest T = parsed(inOneThread(Body));
  if (T.Threads.size() != 1 || T.Threads[0].Body.size() != 1)
    return "not one statement";
  return printHead(T.Threads[0].Body[0]);
}

TEST(Parser, TheExampleOfTheLanguage) {
  ParsedTest T = parsed("AMDGPU MP-agent-noav\n"
                        "\"message passing between workgroups\"\n"
                        "{ global x = 0; global flag = 0; }\n"
                        "thread P0 @ workgroup 0 {\n"
                        "  store x, 1\n"
                        "  store atomic flag, 1 release agent noav\n"
                        "}\n"
                        "thread P1 @ workgroup 1 {\n"
                        "  r0 = load atomic flag acquire agent\n"
                        "  if (r0 == 1) { r1 = load x }\n"
                        "}\n"
                        "exists (P1:r0 = 1 /\\ P1:r1 = 0)\n");
  EXPECT_EQ(T.Name, "MP-agent-noav");
  EXPECT_EQ(T.Description, "message passing between workgroups");
  ASSERT_EQ(T.Threads.size(), 2u);
  EXPECT_EQ(T.Threads[0].Body[1].Where.Line, 6u);
  EXPECT_EQ(T.Threads[0].Body[1].Where.Column, 3u);
  EXPECT_TRUE(T.Threads[0].Body[1].NoAv);
  EXPECT_EQ(T.Threads[1].Body[1].Body.size(), 1u);
  EXPECT_EQ(print(T.Final), "exists (P1:r0 = 1 /\\ P1:r1 = 0)");
}

TEST(Parser, EveryStatement) {
  const char *Statements[] = {
      "store x, 1",
      "r = load x",
      "store x[r + 1], r * 2",
      "r = load x[3]",
      "store atomic x, 1 unordered system",
      "store atomic x, 1 seq_cst agent-one-as noav",
      "r = load atomic x acquire workgroup",
      "r = load atomic x unordered singlethread-one-as",
      "r = atomicrmw xchg x, 1 acq_rel cluster",
      "atomicrmw umin x[r], r monotonic wavefront noav",
      "r = cmpxchg x, 0, 1 acq_rel acquire agent noav",
      "cmpxchg x, 0, 1 monotonic monotonic agent",
      "fence release agent",
      "fence seq_cst workgroup-one-as local",
      "fence acquire system local global noav",
      "store.av x, 1 agent",
      "r = load.vis x[0] workgroup",
      "barrier.init b, 3",
      "barrier.join b",
      "barrier.leave",
      "barrier.arrive b",
      "barrier.arrive b, 2",
      "r = barrier.arrive.isfirst cluster",
      "barrier.wait workgroup",
      "barrier b",
      "barrier cluster_trap",
      "async.load x -> y",
      "async.load x[r] -> y[r + 1]",
      "asyncmark",
      "wait.asyncmark 0",
      "r = r2",
      "r = -1",
      "r = !r || 1 && 2 | 3 ^ 4 & 5 == 6 < 7 << 8 + 9 * 10",
      "if (r != 0)",
      "while (r)",
  };
  for (llvm::StringRef S : Statements)
    EXPECT_EQ(roundTrip(S.str() + (S.starts_with("if") || S.starts_with("while")
                                       ? " { }"
                                       : "")),
              S);
}

TEST(Parser, ShortForms) {
  EXPECT_EQ(roundTrip("barrier"), "barrier workgroup");
  EXPECT_EQ(roundTrip("fence release"), "fence release system");
  EXPECT_EQ(roundTrip("fence release noav local"),
            "fence release system local noav");
  EXPECT_EQ(roundTrip("store.av x, 1"), "store.av x, 1 system");
  EXPECT_EQ(roundTrip("r = 0xffffffff"), "r = -1");
  EXPECT_EQ(roundTrip("r = 4294967295"), "r = -1");
  EXPECT_EQ(roundTrip("r = -0x80000000"), "r = -2147483648");
  EXPECT_EQ(roundTrip("r = 010"), "r = 10");
  EXPECT_EQ(roundTrip("r=a-1"), "r = a - 1");
  EXPECT_EQ(roundTrip("r = (((a)))"), "r = a");
  EXPECT_EQ(roundTrip("r = a - (b - c)"), "r = a - (b - c)");
  EXPECT_EQ(roundTrip("r = (a - b) - c"), "r = a - b - c");
  EXPECT_EQ(roundTrip("r = (\n a\n +\n b)"), "r = a + b");
}

TEST(Parser, CommentsAndSeparatorsAnywhere) {
  ParsedTest Plain = parsed("AMDGPU t\n{\nglobal x = 0\nlocal a[2] = {1,2}\n}\n"
                            "thread P0 {\nr = load x\nif (r) {\nstore x, 1\n}\n"
                            "else {\nstore x, 2\n}\n}\nexists (P0:r = 1)");
  ParsedTest Strange = parsed(
      "(* a (* nested *) one *) AMDGPU t // name\n\r\n"
      "{global x=0;;local a[2]={1, // one\n2};}(**)thread P0\n{;r=load x;if(r)"
      "{store x,1}\n\n(* between\nlines *)else\n\n{store x,2};;}\n"
      "exists(P0:r=1)//end");
  EXPECT_EQ(print(Plain), print(Strange));
  EXPECT_TRUE(Plain == Strange);
}

TEST(Parser, DescriptionsKeepTheirQuotes) {
  ParsedTest T =
      parsed("AMDGPU t\n\"a \\\"b\\\" \\\\ \xC3\xA9\"\n{}\nthread P0 {}\n"
             "exists (race)");
  EXPECT_EQ(T.Description, "a \"b\" \\ \xC3\xA9");
  EXPECT_TRUE(parsed(print(T)) == T);
}

TEST(Parser, Conditions) {
  auto Condition = [](llvm::StringRef Text) {
    return print(parsed("AMDGPU t\n{ }\nthread P0 { }\n" + Text.str()).Final);
  };
  EXPECT_EQ(Condition("exists race"), "exists (race)");
  EXPECT_EQ(Condition("~exists ((race))"), "~exists (race)");
  EXPECT_EQ(Condition("~ exists race"), "~exists (race)");
  EXPECT_EQ(Condition("forall\n(0:r=1\n/\\ [x]=-2)\n"),
            "forall (P0:r = 1 /\\ [x] = -2)");
  EXPECT_EQ(Condition("exists not race /\\ ub \\/ hang"),
            "exists (not race /\\ ub \\/ hang)");
  EXPECT_EQ(Condition("exists not (race /\\ (ub \\/ hang))"),
            "exists (not (race /\\ (ub \\/ hang)))");
  EXPECT_EQ(Condition("exists race /\\ (ub /\\ hang)"),
            "exists (race /\\ (ub /\\ hang))");
  EXPECT_EQ(Condition("exists undef(P1:r) \\/ undef([P1:x[2]])"),
            "exists (undef(P1:r) \\/ undef([P1:x[2]]))");
  EXPECT_EQ(Condition("exists not not P0:r.addr = 1"),
            "exists (not not P0:r.addr = 1)");
}

/// A long chain is no deep nesting, where nothing recurses over it.
TEST(Parser, LongConditions) {
  std::string Text = "AMDGPU t\n{ }\nthread P0 { }\nexists (race";
  for (unsigned I = 0; I < 1000; ++I)
    Text += " /\\ hang";
  ParsedTest T = parsed(Text + ")");
  EXPECT_EQ(T.Final.Nodes.size(), 2001u);
  EXPECT_TRUE(parsed(print(T)) == T);
}

/// With the place: a message at the wrong place sends people the wrong way.
TEST(Parser, ErrorsSayWhatWasExpectedWhere) {
  const BadText Cases[] = {
      {"",
       "expected 'AMDGPU' and the name of the test, found the end of the "
       "file",
       1, 1},
      {"X86 t\n", "found 'X86'", 1, 1},
      {"AMDGPU\n", "expected the name of the test", 1, 7},
      {"AMDGPU a b\n", "end of the line after the name", 1, 10},
      {"AMDGPU t\n\"open\n{ }", "not closed by '\"'", 2, 1},
      {"AMDGPU t\n\"\x01\"\n{ }", "control characters", 2, 1},
      {"AMDGPU t\nthread P0 { }", "expected '{' and the declarations", 2, 1},
      {"AMDGPU t\n{ globl x = 0 }", "expected a declaration", 2, 3},
      {"AMDGPU t\n{ global 3 }", "expected the name of a location", 2, 10},
      {"AMDGPU t\n{ global fence }", "a keyword cannot be a name", 2, 10},
      {"AMDGPU t\n{ global P0 }", "names a thread", 2, 10},
      {"AMDGPU t\n{ global x.y }", "letters, digits and '_'", 2, 10},
      {"AMDGPU t\n{ barrier workgroup }", "a keyword cannot be a name", 2, 11},
      {"AMDGPU t\n{ global x[n] }", "the number of elements", 2, 12},
      {"AMDGPU t\n{ global x[2 }", "expected ']'", 2, 14},
      {"AMDGPU t\n{ global x = }", "expected a number", 2, 14},
      {"AMDGPU t\n{ global x = {1,} }", "expected a number", 2, 17},
      {"AMDGPU t\n{ global x = 0, y = 0 }", "end of the statement", 2, 15},
      {"AMDGPU t\n{ global x = 0", "end of the statement", 2, 15},
      {"AMDGPU t\n{ (* (* *) }", "not closed by '*)'", 2, 3},
      {"AMDGPU t\n{ }\nexists", "expected a part of the condition", 3, 7},
      {"AMDGPU t\n{ }\n", "the final condition", 3, 1},
      {"AMDGPU t\n{ }\nthread Q0 { }", "the name of a thread", 3, 8},
      {"AMDGPU t\n{ }\nthread P0 @ { }", "expected a level", 3, 13},
      {"AMDGPU t\n{ }\nthread P0 @ system 0 { }", "expected a level", 3, 13},
      {"AMDGPU t\n{ }\nthread P0 @ agent { }", "number of the agent", 3, 19},
      {"AMDGPU t\n{ }\nthread P0 @ agent -1 { }", "number of the agent", 3, 19},
      {"AMDGPU t\n{ }\nthread P0 @ agent-one-as 0 { }", "expected a level", 3,
       13},
      {"AMDGPU t\n{ }\nthread P0 store x, 1", "expected '{'", 3, 11},
      {"AMDGPU t\n{ }\nthread P0 { store x, 1", "end of the statement", 3, 23},
      {"AMDGPU t\n{ }\nthread P0 {\n", "begins here is not closed by '}'", 3,
       11},
      {"AMDGPU t\n{ }\nthread P0 { }\nexists race x", "end of the file", 4, 13},
      {"AMDGPU t\n{ }\nthread P0 { }\nexists (race", "expected ')'", 4, 13},
      {"AMDGPU t\n{ }\nthread P0 { }\nexists (race && ub)", "'/\\'", 4, 14},
      {"AMDGPU t\n{ }\nthread P0 { }\nexists (x = 1)", "written [x]", 4, 9},
      {"AMDGPU t\n{ }\nthread P0 { }\nexists (P0:r == 1)", "expected '='", 4,
       14},
      {"AMDGPU t\n{ }\nthread P0 { }\nexists (P0:r = undef)",
       "write undef(...)", 4, 16},
      {"AMDGPU t\n{ }\nthread P0 { }\nexists (P0 r)", "expected ':'", 4, 12},
      {"AMDGPU t\n{ }\nthread P0 { }\n~forall race", "expected 'exists'", 4, 2},
      {"AMDGPU t\n{ }\nthread P0 { }\nexists [x[r]] = 1",
       "number of an "
       "element",
       4, 11},
      {"AMDGPU t\n{ }\nthread P0 { }\nexists not", "part of the condition", 4,
       11},
  };
  for (const BadText &Case : Cases) {
    Finding F = problem(Case.Text);
    EXPECT_NE(F.Message.find(Case.Message), std::string::npos)
        << Case.Text << "\ngot: " << F.Message;
    EXPECT_EQ(F.Where.Line, Case.Line) << Case.Text << "\n" << F.Message;
    EXPECT_EQ(F.Where.Column, Case.Column) << Case.Text << "\n" << F.Message;
    EXPECT_EQ(F.Where.File, "t.litmus");
  }
}

TEST(Parser, ErrorsInStatements) {
  const BadText Cases[] = {
      {"stor x, 1", "did you mean 'store'?", 4, 1},
      {"load x", "needs a register: r0 = load", 4, 1},
      {"barrier.arrive.isfirst b", "needs a register", 4, 1},
      {"r = store x, 1", "'store' gives no value", 4, 5},
      {"r = barrier.wait b", "gives no value", 4, 5},
      {"fence = 1", "expected an ordering", 4, 7},
      {"P1 = 1", "names a thread", 4, 1},
      {"store x 1", "expected ','", 4, 9},
      {"store x, 1 release agent", "'store atomic' takes an ordering", 4, 12},
      {"r = load x acquire", "'load atomic' takes an ordering", 4, 12},
      {"store atomic x, 1 agent", "expected an ordering", 4, 19},
      {"store atomic x, 1 relaese", "did you mean 'release'?", 4, 19},
      {"store atomic x, 1 release agnet", "did you mean 'agent'?", 4, 27},
      {"store atomic x, 1 release agent noav noav", "given twice", 4, 38},
      {"store atomic x, 1 release agent local", "end of the statement", 4, 33},
      {"store.av x, 1 release", "this access is not atomic", 4, 15},
      {"store.av x, 1 agent noav", "does not fit", 4, 21},
      {"fence release agent local local", "given twice", 4, 27},
      {"r = cmpxchg x, 0, 1 acq_rel agent", "expected an ordering", 4, 29},
      {"atomicrmw nand x, 1 acq_rel", "an operation (xchg", 4, 11},
      {"barrier.leave b", "names no barrier", 4, 15},
      {"barrier.init b", "the number of arrivals", 4, 15},
      {"barrier.init b, r", "expected a number", 4, 17},
      {"barrier.wait", "the name of a barrier", 4, 13},
      {"barrier 3", "the name of a barrier", 4, 9},
      {"barrier.wait b, 2", "end of the statement", 4, 15},
      {"async.load x, y", "expected '->'", 4, 13},
      {"wait.asyncmark", "expected a number", 4, 15},
      {"if r { }", "expected '('", 4, 4},
      {"if (r) store x, 1", "expected '{'", 4, 8},
      {"else { }", "expected a statement", 4, 1},
      {"r = ", "expected an expression", 4, 5},
      {"r = (1 + 2", "expected ')'", 5, 1},
      {"r = 1 +\n", "expected an expression", 4, 8},
      {"r = - s", "expected a number", 4, 7},
      {"r = 4294967296", "does not fit 32 bits", 4, 5},
      {"r = -2147483649", "does not fit 32 bits", 4, 6},
      {"r = 99999999999999999999999", "does not fit 32 bits", 4, 5},
      {"r = 12ab", "is not a number", 4, 5},
      {"r = 0x", "is not a number", 4, 5},
      {"r = a % b", "unexpected '%'", 4, 7},
      {"r = a \x80", "unexpected '\\x80'", 4, 7},
      {"store x, 1 store y, 1", "end of the statement", 4, 12},
      {"42", "expected a statement", 4, 1},
  };
  for (const BadText &Case : Cases) {
    Finding F = problem(inOneThread(Case.Text));
    EXPECT_NE(F.Message.find(Case.Message), std::string::npos)
        << Case.Text << "\ngot: " << F.Message;
    EXPECT_EQ(F.Where.Line, Case.Line) << Case.Text << "\n" << F.Message;
    EXPECT_EQ(F.Where.Column, Case.Column) << Case.Text << "\n" << F.Message;
  }
}

TEST(Parser, ShownLinesAreClean) {
  Finding F = problem(inOneThread("r = \t\x01 a \x80"));
  EXPECT_EQ(F.Where.LineText, "r = \t? a ?");
  F = problem(inOneThread("r = 1 % 2 // \xC3\xA9\r"));
  EXPECT_EQ(F.Where.LineText, "r = 1 % 2 // \xC3\xA9");
  F = problem(inOneThread("r = %" + std::string(1000, 'x')));
  EXPECT_EQ(F.Where.LineText, "");
}

//===- Limits -------------------------------------------------------------===//

static std::string repeat(llvm::StringRef Text, unsigned Times) {
  std::string Result;
  for (unsigned I = 0; I < Times; ++I)
    Result += Text;
  return Result;
}

static void expectLimit(const std::string &Good, const std::string &Bad) {
  parsed(Good);
  EXPECT_EQ(problem(Bad).Id, Diag::LitmusTooLarge);
}

TEST(Parser, Limits) {
  auto Blocks = [](unsigned Depth) {
    return inOneThread(repeat("if (1) {\n", Depth) + repeat("}\n", Depth));
  };
  expectLimit(Blocks(MaxNesting - 1), Blocks(MaxNesting));
  auto Statements = [](unsigned Count) {
    return inOneThread(repeat("asyncmark;", Count));
  };
  expectLimit(Statements(MaxStatements), Statements(MaxStatements + 1));
  auto Sum = [](unsigned Depth) {
    return inOneThread("r = 1" + repeat("+1", Depth));
  };
  expectLimit(Sum(model::MaxExpressionDepth),
              Sum(model::MaxExpressionDepth + 1));
  auto Nots = [](unsigned Depth) {
    return inOneThread("r = " + repeat("!", Depth) + "1");
  };
  expectLimit(Nots(model::MaxExpressionDepth),
              Nots(model::MaxExpressionDepth + 1));
  auto Parentheses = [](unsigned Depth) {
    return inOneThread("r = " + repeat("(", Depth) + "1" + repeat(")", Depth));
  };
  expectLimit(Parentheses(200), Parentheses(100000));
  auto Threads = [](unsigned Count) {
    std::string Text = "AMDGPU t\n{ }\n";
    for (unsigned I = 0; I < Count; ++I)
      Text += "thread P" + std::to_string(I) + " { }\n";
    return Text + "exists race";
  };
  expectLimit(Threads(model::MaxThreads), Threads(model::MaxThreads + 1));
  auto Nested = [](unsigned Depth) {
    return "AMDGPU t\n{ }\nexists " + repeat("(", Depth) + "race" +
           repeat(")", Depth);
  };
  expectLimit(Nested(100), Nested(100000));
  EXPECT_EQ(problem("AMDGPU t\n{ }\nexists " + repeat("not ", 100000)).Id,
            Diag::LitmusTooLarge);
  EXPECT_EQ(problem("AMDGPU t\n{ }\nexists race" + repeat("/\\race", 5000)).Id,
            Diag::LitmusTooLarge);
  EXPECT_EQ(problem(inOneThread(repeat("// comment\n", 100000))).Id,
            Diag::LitmusTooLarge);
}

/// An expression as deep as allowed, in the shape that needs most parentheses.
TEST(Parser, WhatIsAllowedCanBePrintedAndReadAgain) {
  std::string Text = "1";
  for (unsigned I = 0; I < model::MaxExpressionDepth; ++I)
    Text = "1 - (" + Text + ")";
  ParsedTest T = parsed(inOneThread("r = " + Text));
  EXPECT_TRUE(parsed(print(T)) == T);
}
