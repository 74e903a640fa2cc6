//===- LitmusText.cpp - Litmus results in herd's shape --------------------===//
// The lines of docs/litmus.md, "What is printed", in its order. "States" counts
// the lines that follow it, for scripts that read herd's output: the final
// states, then a pseudo-state such as "ub(hang);" for executions with undefined
// behaviour.
//===----------------------------------------------------------------------===//
#include "Findings/Printable.h"
#include "fencepost/Model/ProgramText.h"
#include "fencepost/Report/LitmusReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>

namespace fencepost {

using llvm::raw_ostream;
using model::Opcode;

/// What herd calls a condition of that kind.
static llvm::StringRef kindWord(model::Quantifier Kind) {
  switch (Kind) {
  case model::Quantifier::Exists:
    return "Allowed";
  case model::Quantifier::NotExists:
    return "Forbidden";
  case model::Quantifier::Forall:
    return "Required";
  }
  llvm_unreachable("a quantifier without a word");
}

/// "load x (P1, line 10)"
static std::string pointText(const model::Program &P,
                             model::ProgramPoint Point) {
  return describeBriefly(P, Point) + " (" + describePlace(P, Point) + ")";
}

/// Whether the second access of a race only reads what the first one writes.
static bool secondReads(const model::Program &P, const model::Race &R) {
  auto InstructionAt =
      [&](model::ProgramPoint Point) -> const model::Instruction & {
    return P.Threads[Point.Thread].Code[Point.Instruction];
  };
  const model::Instruction &First = InstructionAt(R.First),
                           &Second = InstructionAt(R.Second);
  if (Second.Op != Opcode::AsyncLoad)
    return Second.Op == Opcode::Load;
  unsigned Written = First.Op == Opcode::AsyncLoad ? First.Destination.Location
                                                   : First.Memory.Location;
  return Second.Destination.Location != Written;
}

std::string raceText(const model::Program &P, const model::Race &R) {
  std::string Points =
      secondReads(P, R)
          ? pointText(P, R.Second) + " may see " + pointText(P, R.First)
          : pointText(P, R.First) + " and " + pointText(P, R.Second);
  return "Race " + Points + ": " + R.Why;
}

std::string undefinedText(const model::Program &P,
                          const model::UndefinedReport &R) {
  llvm::SmallVector<std::string> Points;
  for (model::ProgramPoint Point : R.Where)
    Points.push_back(pointText(P, Point));
  std::string Text = "Undefined " + undefinedName(R.Kind).str();
  if (!Points.empty())
    Text += " at " + llvm::join(Points, ", ");
  return R.Why.empty() ? Text : Text + ": " + R.Why;
}

namespace {

/// The distinct final states and pseudo-states of a result, as lines. States
/// that differ only in having a race are one line.
class StateLines {
public:
  explicit StateLines(const LitmusResult &R);
  void print(raw_ostream &OS) const;

private:
  void addName(llvm::StringRef Name);
  void printState(raw_ostream &OS, const model::Outcome &O) const;

  /// "1:r0=", " [x]=": what stands before each value.
  std::vector<std::string> Names;
  std::vector<const model::Outcome *> States, Pseudo;
};

} // namespace

static bool sameValues(const model::Outcome &A, const model::Outcome &B) {
  return A.Registers == B.Registers && A.Locations == B.Locations;
}

void StateLines::addName(llvm::StringRef Name) {
  std::string Text;
  llvm::raw_string_ostream(Text)
      << (Names.empty() ? "" : " ") << Printable{Name} << '=';
  Names.push_back(std::move(Text));
}

StateLines::StateLines(const LitmusResult &R) {
  for (const auto &[Number, Thread] : llvm::enumerate(R.Program.Threads))
    for (const std::string &Register : Thread.Registers)
      addName(llvm::utostr(Number) + ":" + Register);
  for (const model::Cell &C : R.Condition.Observed)
    addName("[" + cellName(R.Program, C) + "]");
  // Sorted, so that equal ones are neighbours.
  for (const model::Outcome &O : R.Outcomes.States) {
    if (O.Undefined.empty()) {
      if (States.empty() || !sameValues(*States.back(), O))
        States.push_back(&O);
    } else if (Pseudo.empty() || Pseudo.back()->Undefined != O.Undefined) {
      Pseudo.push_back(&O);
    }
  }
}

/// Tests with many states are printed a line at a time: writing their parts
/// one by one would take longer than finding them.
void StateLines::printState(raw_ostream &OS, const model::Outcome &O) const {
  llvm::SmallString<256> Line;
  auto Append = [&](llvm::StringRef Name, model::Value V) {
    char Digits[12];
    char *End =
        std::to_chars(std::begin(Digits), std::end(Digits), V.Number).ptr;
    Line += Name;
    Line += V.IsUndef ? "undef" : llvm::StringRef(Digits, End - Digits);
    Line += ';';
  };
  for (size_t I = 0; I < O.Registers.size(); ++I)
    Append(Names[I], O.Registers[I]);
  for (size_t I = 0; I < O.Locations.size(); ++I)
    Append(Names[O.Registers.size() + I], O.Locations[I]);
  Line += '\n';
  OS << Line;
}

void StateLines::print(raw_ostream &OS) const {
  OS << "States " << States.size() + Pseudo.size() << '\n';
  for (const model::Outcome *O : States)
    printState(OS, *O);
  for (const model::Outcome *O : Pseudo)
    OS << "ub(" << llvm::join(undefinedNames(O->Undefined), ", ") << ");\n";
}

static void printVerdict(raw_ostream &OS, const LitmusVerdict &V) {
  static constexpr raw_ostream::Colors Colors[] = {
      raw_ostream::GREEN, raw_ostream::RED, raw_ostream::YELLOW};
  OS.changeColor(Colors[static_cast<size_t>(V.Answer)], true)
      << litmusAnswerName(V.Answer);
  OS.resetColor();
  if (!V.Reason.empty())
    OS << " (" << V.Reason << ')';
  OS << '\n';
}

void printLitmus(raw_ostream &OS, const LitmusResult &R,
                 const LitmusPrintOptions &Options) {
  const LitmusVerdict &V = R.Verdict;
  Printable Name{R.Name};
  OS << "Test " << Name << ' ' << kindWord(R.Condition.Kind) << '\n';
  StateLines(R).print(OS);
  printVerdict(OS, V);
  OS << "Witnesses\nPositive: " << V.Positive << " Negative: " << V.Negative
     << "\nCondition " << Printable{str(R.Condition, R.Program)}
     << "\nObservation " << Name << ' ' << V.observation() << ' ' << V.Positive
     << ' ' << V.Negative << '\n';
  for (const model::Race &Race : R.Outcomes.Races)
    OS << Printable{raceText(R.Program, Race)} << '\n';
  for (const model::UndefinedReport &U : R.Outcomes.Undefined)
    OS << Printable{undefinedText(R.Program, U)} << '\n';
  for (const std::string &Line : R.Explanation)
    OS << Printable{Line} << '\n';
  if (Options.Count)
    OS << "Executions " << R.Outcomes.Executions << '\n';
  OS << "Time " << Name << ' ' << llvm::format("%.2f", R.Seconds) << '\n';
}

} // namespace fencepost
