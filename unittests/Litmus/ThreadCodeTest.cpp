//===- ThreadCodeTest.cpp - Threads of litmus tests as code ---------------===//
#include "fencepost/Litmus/ThreadCode.h"
#include "fencepost/Litmus/LitmusTest.h"
#include "fencepost/Lower/OperationText.h"
#include "gtest/gtest.h"

using namespace fencepost;

/// The only thread: a line a block, "operations -> successors".
static std::string codeOf(llvm::StringRef Body) {
  std::string Text =
      ("AMDGPU T\n{ global x = 0; global f[2] = {0, 0}; local l[2] = {0, 0}; "
       "barrier b; }\nthread P0 {\n" +
       Body + "}\nexists ([x] = 0)\n")
          .str();
  llvm::Expected<litmus::LitmusTest> Test = litmus::parseLitmus(Text, "t");
  if (!Test)
    return llvm::toString(Test.takeError());
  lower::Mode M = llvm::cantFail(lower::Mode::parse("gfx1250", ""));
  std::string Out;
  std::vector<lower::FunctionCode> Threads =
      litmus::threadCode(Test->Program, M, "t");
  for (const lower::CodeBlock &B : Threads.front().Blocks) {
    for (const lower::CodeSite &S : B.Sites)
      Out += printOperation(S.Meaning.Op) + "; ";
    Out += "->";
    for (unsigned Next : B.Successors)
      Out += " " + std::to_string(Next);
    Out += "\n";
  }
  return Out;
}

TEST(ThreadCode, OperationsKeepWhatDecidesTheirCode) {
  EXPECT_EQ(codeOf("store x, 1\n"
                   "r0 = load atomic x acquire agent\n"
                   "atomicrmw umax l[0], 1 seq_cst workgroup\n"
                   "r1 = cmpxchg x, 0, 1 acq_rel monotonic system-one-as\n"
                   "fence release agent\n"
                   "async.load f[0] -> l[0]\n"
                   "asyncmark\n"
                   "wait.asyncmark 3\n"),
            "store global; load atomic acquire agent global; "
            "atomicrmw umax seq_cst workgroup local noret; "
            "cmpxchg acq_rel monotonic system-one-as global; "
            "fence release agent; async.load; asyncmark; wait.asyncmark 3; "
            "-> 1\n->\n");
}

TEST(ThreadCode, ABarrierIsOneOperationAndItsHalvesAreTwo) {
  EXPECT_EQ(
      codeOf("barrier\nbarrier.arrive workgroup\nbarrier.wait workgroup\n"),
      "barrier; barrier.arrive workgroup; barrier.wait workgroup; -> "
      "1\n->\n");
}

TEST(ThreadCode, BranchesAndLoopsAreEdges) {
  EXPECT_EQ(codeOf("r0 = load x\nif (r0 == 1) { store x, 2 }\nfence acquire "
                   "agent\n"),
            "load global; -> 1 2\n"
            "store global; -> 2\n"
            "fence acquire agent; -> 3\n->\n");
  std::string Loop = codeOf("r0 = 0\nwhile (r0 == 0) { r0 = load atomic x "
                            "acquire agent }\nstore x, 3\n");
  EXPECT_NE(Loop.find("load atomic acquire agent global; ->"),
            std::string::npos)
      << Loop;
}
