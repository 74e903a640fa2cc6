//===- AssemblesTest.cpp - Every sequence is machine code -----------------===//
// Everything lower() gives, in both dialects, for every operation on every
// processor in every mode, is taken by LLVM's assembler for that processor.
// Sequences are made of few distinct lines, so each line is assembled once.
//===----------------------------------------------------------------------===//
#include "../Target/LlvmOracle.h"
#include "AllOperations.h"
#include "fencepost/Lower/OperationText.h"
#include "gtest/gtest.h"
#include <map>

using namespace fencepost;
using namespace fencepost::lower;
using namespace fencepost::lower::test;

/// A line and an operation that has it.
using Lines = std::map<std::string, Operation>;

static void collect(const Mode &M, Dialect D, const std::vector<Operation> &Ops,
                    Lines &All, size_t &Sequences) {
  for (const Operation &Op : Ops) {
    llvm::Expected<Sequence> S = lower::lower(Op, M, D);
    if (!S) {
      llvm::consumeError(S.takeError());
      continue;
    }
    ++Sequences;
    for (std::string &Line : assembly(*S, Op, M))
      All.try_emplace(std::move(Line), Op);
  }
}

TEST(Assembles, EverySequence) {
  const std::vector<Operation> Memory = memoryOperations(),
                               Other = otherMnemonics(),
                               Execution = executionOperations();
  std::map<std::pair<const Processor *, unsigned>, Lines> PerProcessor;
  size_t Sequences = 0, NumLines = 0;
  for (const Mode &M : allModes(/*WaveSizes=*/true))
    for (Dialect D : {Dialect::Spec, Dialect::Llvm22}) {
      Lines &All = PerProcessor[{M.Proc, M.WaveSize}];
      collect(M, D, Memory, All, Sequences);
      collect(M, D, Other, All, Sequences);
      collect(M, D, Execution, All, Sequences);
    }
  for (const auto &[Key, All] : PerProcessor) {
    auto [Proc, WaveSize] = Key;
    const std::string Features = oracle::waveSizeFeature(WaveSize);
    std::string Text;
    for (const auto &[Line, Op] : All)
      Text += Line + "\n";
    NumLines += All.size();
    if (oracle::assemble(Proc->Name, Features, Text).Ok)
      continue;
    for (const auto &[Line, Op] : All) {
      oracle::Assembled One = oracle::assemble(Proc->Name, Features, Line);
      EXPECT_TRUE(One.Ok) << Proc->Name.str() << ": " << Line << ": "
                          << One.Message << " in " << printOperation(Op);
    }
  }
  EXPECT_GE(Sequences, 3000000u);
  EXPECT_GE(NumLines, 20000u);
}
