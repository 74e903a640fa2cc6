//===- Collection.cpp - The litmus collection, for the lemmas -------------===//
#include "Collection.h"
#include "fencepost/Litmus/LitmusTest.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace fencepost::model::lemmas {

/// The line `// options: ...`; the tests use these two.
static ExploreOptions optionsOf(llvm::StringRef Text) {
  ExploreOptions Options;
  llvm::StringRef Line =
      Text.split("\n// options: ").second.split('\n').first.trim();
  Options.Letter = Line.contains("--letter");
  if (Line.consume_front("--unroll "))
    Line.getAsInteger(10, Options.Unroll);
  return Options;
}

static CollectedTest read(const std::string &Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  assert(Buffer && "a file that was listed");
  llvm::StringRef Text = (*Buffer)->getBuffer();
  auto Test = litmus::parseLitmus(Text, Path);
  if (!Test)
    llvm::report_fatal_error(Test.takeError());
  CollectedTest Read{llvm::sys::path::stem(Path).str(),
                     std::move(Test->Program),
                     std::move(Test->Condition.Observed),
                     optionsOf(Text),
                     {}};
  Read.Found = Read.explore(Read.P);
  return Read;
}

static std::vector<CollectedTest> readAll() {
  std::vector<std::string> Paths;
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator It(LITMUS_COLLECTION, Error), End;
       It != End && !Error; It.increment(Error))
    if (llvm::StringRef(It->path()).ends_with(".litmus"))
      Paths.push_back(It->path());
  llvm::sort(Paths);
  std::vector<CollectedTest> Tests;
  for (const std::string &Path : Paths)
    Tests.push_back(read(Path));
  return Tests;
}

const std::vector<CollectedTest> &collection() {
  static const std::vector<CollectedTest> Tests = readAll();
  return Tests;
}

Outcomes CollectedTest::explore(const Program &Changed) const {
  return model::explore(Changed, Observed, Options);
}

bool uses(const Program &P, const Predicate &Wanted) {
  return llvm::any_of(
      P.Threads, [&](const Thread &T) { return llvm::any_of(T.Code, Wanted); });
}

bool usesBarriers(const Program &P) {
  return uses(P, [](const Instruction &I) { return I.Op == Opcode::Barrier; });
}

bool usesAsync(const Program &P) {
  return uses(P,
              [](const Instruction &I) { return I.Op == Opcode::AsyncLoad; });
}

bool usesAvailability(const Program &P) {
  return uses(P, [](const Instruction &I) { return I.NoAv || I.Available; });
}

bool usesAddressSpaces(const Program &P) {
  return uses(P, [](const Instruction &I) {
    return I.Reach.OneAddressSpace || !I.Tags.empty();
  });
}

bool isRaceFree(const Outcomes &Found) { return Found.Races.empty(); }

bool isDefined(const Outcomes &Found) { return Found.Undefined.empty(); }

static bool allows(llvm::ArrayRef<Value> Old, llvm::ArrayRef<Value> New) {
  return llvm::all_of_zip(Old, New,
                          [](Value O, Value N) { return O.IsUndef || O == N; });
}

bool allows(const Outcome &Old, const Outcome &New) {
  return Old.Undefined == New.Undefined &&
         allows(Old.Registers, New.Registers) &&
         allows(Old.Locations, New.Locations);
}

bool allowsAll(const Outcomes &Old, const Outcomes &New) {
  return llvm::all_of(New.States, [&](const Outcome &N) {
    return llvm::any_of(Old.States,
                        [&](const Outcome &O) { return allows(O, N); });
  });
}

static std::string valuesText(llvm::ArrayRef<Value> Values) {
  std::string Text;
  for (Value V : Values)
    Text += (V.IsUndef ? std::string("undef") : std::to_string(V.Number)) + " ";
  return Text;
}

std::string text(llvm::ArrayRef<Outcome> States) {
  std::string Text;
  for (const Outcome &O : States) {
    Text += valuesText(O.Registers) + "| " + valuesText(O.Locations);
    if (O.Race)
      Text += "race";
    if (!O.Undefined.empty())
      Text += "ub";
    Text += "\n";
  }
  return Text;
}

} // namespace fencepost::model::lemmas
