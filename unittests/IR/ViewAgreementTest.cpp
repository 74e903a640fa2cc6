//===- ViewAgreementTest.cpp - Views do what their LLVM IR does -----------===//
// Random kernels, as written and optimized, are run thread by thread twice:
// their LLVM IR by ReferenceRun.h and their view by ViewMachine.h. Both must do
// the same to the same addresses, in the same order, and store the same
// numbers. A load may be missing in the view (lib/IR/SinkLoads.h) if the thread
// does the same whatever it loads.
//===----------------------------------------------------------------------===//
#include "RandomKernel.h"
#include "ReferenceRun.h"
#include "fencepost/IR/BuildView.h"
#include "fencepost/View/PrintView.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::ir;

static std::unique_ptr<llvm::Module> parse(llvm::LLVMContext &Context,
                                           const std::string &Text) {
  llvm::SMDiagnostic Problem;
  auto M = llvm::parseAssemblyString(Text, Problem, Context);
  if (!M) {
    ADD_FAILURE() << Problem.getMessage().str() << " in line "
                  << Problem.getLineNo() << "\n"
                  << Text;
    return nullptr;
  }
  M->setDataLayout(M->getTargetTriple().computeDataLayout());
  EXPECT_FALSE(llvm::verifyModule(*M, &llvm::errs()));
  return M;
}

static void optimize(llvm::Module &M, llvm::OptimizationLevel Level) {
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Components;
  llvm::ModuleAnalysisManager Modules;
  llvm::PassBuilder Builder;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Components);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Components, Modules);
  Builder.buildPerModuleDefaultPipeline(Level).run(M, Modules);
}

/// Different for every thread, place and time, and often small. Time does not
/// continue by reading.
static uint64_t readValue(uint64_t Seed, llvm::ArrayRef<Step> Steps) {
  uint64_t Time =
      llvm::count_if(Steps, [](const Step &S) { return S.Kind != Step::Read; });
  uint64_t Where = Steps.back().Address.value_or(0) + 7 * Time;
  uint64_t Mixed = (Seed * 31 + Where + 1) * 0x9e3779b97f4a7c15;
  return Mixed >> 32 & (Mixed >> 20 & 3 ? 15 : 0xffffffff);
}

static std::string text(const Run &R) {
  std::string Text;
  for (const Step &S : R.Steps)
    Text += describe(S) + "\n";
  return Text;
}

namespace {
struct Tally {
  unsigned Runs = 0, Complete = 0;
  uint64_t Steps = 0, NotRead = 0;
};
} // namespace

/// Compares as far as both could go: a program without behaviour ends the one,
/// a value that the view does not know the other.
static bool agree(const Run &Reference, const Run &Viewed) {
  size_t Common = std::min(Reference.Steps.size(), Viewed.Steps.size());
  for (size_t I = 0; I != Common; ++I) {
    Step A = Reference.Steps[I], B = Viewed.Steps[I];
    if (!A.Stored || !B.Stored)
      A.Stored = B.Stored = std::nullopt;
    bool Last = I + 1 == Viewed.Steps.size() && Viewed.End == Ending::Unknown;
    if (!(A == B) && !(Last && !B.Address))
      return false;
  }
  if (Reference.End == Ending::Returned && Viewed.End == Ending::Returned)
    return Reference.Steps.size() == Viewed.Steps.size();
  // Whoever ended by himself did not stop before the other.
  if (Viewed.End == Ending::Returned)
    return Reference.Steps.size() <= Viewed.Steps.size();
  if (Reference.End == Ending::Returned)
    return Viewed.Steps.size() <= Reference.Steps.size();
  return true;
}

namespace {
/// One thread of a kernel, run as often as wanted.
struct Thread {
  const llvm::Module &M;
  const view::SyncView &View;
  const ThreadSetup &Setup;
  uint64_t Seed;

  /// With another value at step \p Changed.
  Run run(size_t Changed = ~size_t(0)) const {
    return runKernel(M, View, Setup, [&](llvm::ArrayRef<Step> Steps) {
      uint64_t Value = readValue(Seed, Steps);
      return Steps.size() == Changed + 1 ? ~Value : Value;
    });
  }
};
} // namespace

/// \p Whole without the reads that \p Viewed leaves out, if their values do not
/// matter for anything.
static Run withoutNeedless(const Thread &T, const Run &Whole, const Run &Viewed,
                           uint64_t &NumKept) {
  Run Result;
  Result.End = Whole.End;
  for (size_t I = 0; I != Whole.Steps.size(); ++I) {
    const Step &S = Whole.Steps[I];
    size_t Next = Result.Steps.size();
    bool IsThere = Next < Viewed.Steps.size() && Viewed.Steps[Next] == S;
    if (S.Kind == Step::Read && !IsThere) {
      Run Other = T.run(I);
      if (Other.Steps == Whole.Steps && Other.End == Whole.End) {
        ++NumKept;
        continue;
      }
    }
    Result.Steps.push_back(S);
  }
  return Result;
}

static void compare(const llvm::Module &M, uint64_t Seed, Tally &Count) {
  auto Views = buildSyncViews(M, ViewOptions());
  ASSERT_TRUE(bool(Views)) << llvm::toString(Views.takeError());
  ASSERT_EQ(Views->size(), 1u);
  const view::SyncView &View = Views->front();
  for (uint64_t Number : {0, 1, 5, 33, 63}) {
    ThreadSetup Setup;
    Setup.Id[0] = Number;
    Setup.Group[0] = Seed % 3;
    Setup.Arguments = {Seed % 7, Seed * 1234567 % 1000, 0, 0};
    auto Read = [&](llvm::ArrayRef<Step> Steps) {
      return readValue(Seed + Number, Steps);
    };
    Run Viewed = runView(View, Setup, Read);
    Thread Original{M, View, Setup, Seed + Number};
    Run Reference =
        withoutNeedless(Original, Original.run(), Viewed, Count.NotRead);
    ++Count.Runs;
    Count.Complete +=
        Reference.End == Ending::Returned && Viewed.End == Ending::Returned;
    Count.Steps += Viewed.Steps.size();
    if (agree(Reference, Viewed))
      continue;
    std::string Shown;
    llvm::raw_string_ostream OS(Shown);
    OS << M;
    view::printSyncView(OS, View);
    ADD_FAILURE() << "seed " << Seed << ", thread " << Number
                  << "\nthe IR does:\n"
                  << text(Reference) << "(end " << int(Reference.End)
                  << ")\nthe view does:\n"
                  << text(Viewed) << "(end " << int(Viewed.End) << ")\n"
                  << Shown;
    return;
  }
}

static void compareMany(uint64_t From, uint64_t To,
                        llvm::OptimizationLevel Level) {
  Tally Count;
  for (uint64_t Seed = From; Seed != To && !testing::Test::HasFailure();
       ++Seed) {
    llvm::LLVMContext Context;
    auto M = parse(Context, randomKernel(Seed));
    ASSERT_TRUE(M);
    if (Level != llvm::OptimizationLevel::O0)
      optimize(*M, Level);
    compare(*M, Seed, Count);
  }
  // Most runs must be whole ones, or this compares nothing.
  EXPECT_GE(Count.Complete * 10, Count.Runs * 9)
      << Count.Complete << " of " << Count.Runs;
  EXPECT_GE(Count.Steps, Count.Runs * 5u);
  EXPECT_GT(Count.NotRead, 0u);
}

TEST(ViewAgreement, AsWritten) {
  compareMany(0, 400, llvm::OptimizationLevel::O0);
}
TEST(ViewAgreement, OptimizedLittle) {
  compareMany(1000, 1200, llvm::OptimizationLevel::O1);
}
TEST(ViewAgreement, Optimized) {
  compareMany(2000, 2300, llvm::OptimizationLevel::O2);
}
TEST(ViewAgreement, OptimizedMuch) {
  compareMany(3000, 3200, llvm::OptimizationLevel::O3);
}
