//===- Agreement.cpp - The explorer against the naive reference -----------===//
// See Agreement.h.
//===----------------------------------------------------------------------===//
#include "Agreement.h"
#include "fencepost/Model/ProgramText.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost::model {

namespace {

/// Far more than any program that the reference can answer should need.
constexpr double ExplorerSeconds = 20;

class Comparer {
public:
  Comparer(const Program &P, llvm::raw_ostream &OS) : P(P), OS(OS) {}

  template <typename T>
  void sets(llvm::StringRef Kind, const std::set<T> &Found,
            const std::set<T> &Expected) {
    for (const T &Each : Found)
      if (!Expected.count(Each))
        show("only the explorer: ", Kind, Each);
    for (const T &Each : Expected)
      if (!Found.count(Each))
        show("only the reference: ", Kind, Each);
  }

private:
  template <typename T>
  void show(llvm::StringRef Side, llvm::StringRef Kind, const T &Each) {
    OS << Side << Kind << ' ';
    print(Each);
    OS << '\n';
  }
  void print(Undefined Kind) { OS << undefinedName(Kind); }
  void print(const std::pair<ProgramPoint, ProgramPoint> &Race) {
    for (ProgramPoint Point : {Race.first, Race.second})
      OS << P.Threads[Point.Thread].Name << " '" << describe(P, Point) << "' ("
         << Point.Instruction << ") ";
  }
  void print(const Outcome &O);

  const Program &P;
  llvm::raw_ostream &OS;
};

} // namespace

static std::string valueText(Value V) {
  return V.IsUndef ? "undef" : std::to_string(V.Number);
}

void Comparer::print(const Outcome &O) {
  unsigned Next = 0;
  for (const Thread &T : P.Threads)
    for (const std::string &Register : T.Registers)
      if (Next < O.Registers.size())
        OS << T.Name << ':' << Register << '=' << valueText(O.Registers[Next++])
           << ' ';
  for (const Value &V : O.Locations)
    OS << "[]=" << valueText(V) << ' ';
  for (unsigned Kind = 0; Kind != NumUndefined; ++Kind)
    if (O.Undefined.has(static_cast<Undefined>(Kind)))
      OS << undefinedName(static_cast<Undefined>(Kind)) << ' ';
  if (O.Race)
    OS << "race";
}

Comparison compare(const Program &P, const std::vector<Cell> &Observed,
                   const naive::ReferenceOptions &Options) {
  Comparison Result;
  Result.Expected = naive::enumerateNaively(P, Observed, Options);
  if (Result.Expected.TooBig) {
    Result.Verdict = Agreement::TooBig;
    return Result;
  }
  ExploreOptions Explorer;
  Explorer.Unroll = Options.Unroll;
  Explorer.Letter = Options.Letter;
  Explorer.TimeLimitSeconds = ExplorerSeconds;
  Outcomes Found = explore(P, Observed, Explorer);

  llvm::raw_string_ostream OS(Result.Text);
  Comparer Compare(P, OS);
  Compare.sets("state",
               std::set<Outcome>(Found.States.begin(), Found.States.end()),
               Result.Expected.States);
  std::set<std::pair<ProgramPoint, ProgramPoint>> Races;
  for (const Race &R : Found.Races)
    Races.insert(std::minmax(R.First, R.Second));
  Compare.sets("race", Races, Result.Expected.Races);
  std::set<Undefined> Names;
  for (const UndefinedReport &U : Found.Undefined)
    Names.insert(U.Kind);
  Compare.sets("undefined behaviour", Names, Result.Expected.Names);
  if (Found.Executions != Result.Expected.Executions)
    OS << "executions: the explorer " << Found.Executions << ", the reference "
       << Result.Expected.Executions << '\n';
  if (Found.CutAtUnrollBound != Result.Expected.CutAtUnrollBound)
    OS << "the unroll bound matters: the explorer " << Found.CutAtUnrollBound
       << ", the reference " << Result.Expected.CutAtUnrollBound << '\n';
  if (!Found.StoppedBy.empty())
    OS << "the explorer was stopped by the " << Found.StoppedBy << '\n';
  if (!Result.Text.empty())
    Result.Verdict = Agreement::Different;
  return Result;
}

} // namespace fencepost::model
