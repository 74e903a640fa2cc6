//===- EquivalenceTest.cpp - Both forms of a test have the same answers ---===//
// Every test of the collection, and random ones, are written as LLVM IR and
// read again: final states, races, undefined behaviour, the number of
// executions and whether a loop was cut must be those of the original.
//===----------------------------------------------------------------------===//
#include "../Litmus/RandomTest.h"
#include "WriteIR.h"
#include "fencepost/Litmus/Parser.h"
#include "fencepost/Litmus/Printer.h"
#include "fencepost/LitmusIR/LitmusIR.h"
#include "fencepost/Model/Explore.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

namespace fencepost::litmus {
namespace {

struct Answer {
  std::vector<model::Outcome> States;
  size_t Races = 0;
  std::vector<std::pair<model::Undefined, size_t>> Undefined;
  uint64_t Executions = 0;
  bool Cut = false;

  bool operator==(const Answer &) const = default;
};

void PrintTo(const Answer &A, std::ostream *OS) {
  *OS << A.States.size() << " states, " << A.Races << " races, "
      << A.Undefined.size() << " undefined, " << A.Executions << " executions, "
      << (A.Cut ? "cut" : "not cut");
  for (const model::Outcome &O : A.States) {
    *OS << "\n ";
    for (const model::Value &V : O.Registers)
      *OS << " " << (V.IsUndef ? "undef" : std::to_string(V.Number));
    *OS << " |";
    for (const model::Value &V : O.Locations)
      *OS << " " << (V.IsUndef ? "undef" : std::to_string(V.Number));
    *OS << (O.Race ? " race" : "") << (O.Undefined.empty() ? "" : " ub");
  }
}

/// The places, in the registers of \p P, of the registers called as
/// \p Original's with \p Suffix after.
std::vector<size_t> registersOf(const model::Program &P,
                                const model::Program &Original,
                                llvm::StringRef Suffix) {
  std::vector<size_t> Places;
  for (size_t T = 0; T < Original.Threads.size(); ++T)
    for (const std::string &Name : Original.Threads[T].Registers) {
      const std::vector<std::string> &All = P.Threads[T].Registers;
      auto It = llvm::find(All, Name + Suffix.str());
      EXPECT_NE(It, All.end());
      Places.push_back(
          model::registerIndex(P, T, static_cast<unsigned>(It - All.begin())));
    }
  return Places;
}

/// What \p P does, as seen through the registers \p Places.
std::optional<Answer> answerOf(const model::Program &P,
                               llvm::ArrayRef<size_t> Places,
                               llvm::ArrayRef<model::Cell> Observed) {
  model::ExploreOptions Options;
  Options.TimeLimitSeconds = 2;
  model::Outcomes Found = model::explore(P, Observed, Options);
  if (!Found.StoppedBy.empty())
    return std::nullopt;
  Answer A;
  for (model::Outcome &O : Found.States) {
    std::vector<model::Value> Kept;
    if (!O.Registers.empty())
      for (size_t Place : Places)
        Kept.push_back(O.Registers[Place]);
    O.Registers = std::move(Kept);
    A.States.push_back(std::move(O));
  }
  llvm::sort(A.States);
  A.States.erase(llvm::unique(A.States), A.States.end());
  A.Races = Found.Races.size();
  for (const model::UndefinedReport &R : Found.Undefined)
    A.Undefined.push_back({R.Kind, R.Where.size()});
  A.Executions = Found.Executions;
  A.Cut = Found.CutAtUnrollBound;
  return A;
}

/// Whether there was something to compare.
bool compare(llvm::StringRef Text, llvm::StringRef Name) {
  Source S{Text, Name};
  llvm::Expected<ParsedTest> Parsed = parseTest(S);
  if (!Parsed) {
    ADD_FAILURE() << llvm::toString(Parsed.takeError());
    return false;
  }
  llvm::Expected<LitmusTest> Original = makeTest(*Parsed, S);
  if (!Original) {
    ADD_FAILURE() << llvm::toString(Original.takeError());
    return false;
  }
  std::optional<std::string> IR = writeIR(*Parsed, Original->Program);
  if (!IR)
    return false;
  llvm::Expected<LitmusTest> Again = parseLitmusIR(*IR, Name);
  if (!Again) {
    ADD_FAILURE() << Name.str() << ": " << llvm::toString(Again.takeError())
                  << "\n"
                  << *IR;
    return false;
  }
  llvm::ArrayRef<model::Cell> Observed = Original->Condition.Observed;
  std::optional<Answer> Expected =
      answerOf(Original->Program,
               registersOf(Original->Program, Original->Program, ""), Observed);
  if (!Expected)
    return false;
  std::optional<Answer> Found = answerOf(
      Again->Program, registersOf(Again->Program, Original->Program, ".final"),
      Observed);
  if (!Found)
    return false;
  EXPECT_EQ(Found, Expected) << Name.str() << "\n" << Text.str() << "\n" << *IR;
  return true;
}

TEST(LitmusIREquivalence, TheCollection) {
  std::error_code Error;
  unsigned Files = 0, Compared = 0;
  std::vector<std::string> Names;
  for (llvm::sys::fs::directory_iterator It(FENCEPOST_LITMUS_DIR, Error), End;
       It != End && !Error; It.increment(Error))
    if (llvm::StringRef(It->path()).ends_with(".litmus"))
      Names.push_back(It->path());
  ASSERT_FALSE(Error) << Error.message();
  for (const std::string &Name : Names) {
    auto Buffer = llvm::MemoryBuffer::getFile(Name);
    ASSERT_TRUE(static_cast<bool>(Buffer)) << Name;
    ++Files;
    Compared += compare((*Buffer)->getBuffer(), Name);
  }
  EXPECT_GT(Compared, 150u);
  EXPECT_GT(Compared, Files * 9 / 10);
}

TEST(LitmusIREquivalence, RandomTests) {
  unsigned Compared = 0;
  for (uint64_t Seed = 0; Seed < 200; ++Seed)
    Compared +=
        compare(print(randomTest(Seed)), "seed " + std::to_string(Seed));
  EXPECT_GT(Compared, 100u);
}

} // namespace
} // namespace fencepost::litmus
