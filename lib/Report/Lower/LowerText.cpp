//===- LowerText.cpp - A listing of machine code as text ------------------===//
#include "Findings/Printable.h"
#include "LowerTitles.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

namespace fencepost {

using llvm::raw_ostream;
using lower::ListedFunction;
using lower::ListedSite;
using lower::SourcePlace;
using lower::StepCounts;

static void printPlace(raw_ostream &OS, const SourcePlace &P) {
  OS << Printable{P.File};
  if (P.Line)
    OS << ':' << P.Line;
  if (P.Line && P.Column)
    OS << ':' << P.Column;
}

/// By debug information if there is any, else in the input itself.
static void printPlace(raw_ostream &OS, const lower::CodeSite &S) {
  if (S.Source.empty()) {
    printPlace(OS, S.Where);
    return;
  }
  printPlace(OS, S.Source.front());
  if (S.Source.size() == 1)
    return;
  OS << ", inlined at ";
  printPlace(OS, S.Source.back());
}

/// A line of machine code and what is remarked about it.
static void printCode(raw_ostream &OS, llvm::StringRef Code,
                      const llvm::Twine &Remark) {
  llvm::SmallString<64> Text;
  Remark.toVector(Text);
  OS << "    ";
  if (Text.empty())
    OS << Printable{Code} << '\n';
  else
    OS << llvm::left_justify(Code, 36) << ' ' << Text << '\n';
}

static void printSteps(raw_ostream &OS, const ListedSite &S) {
  for (const lower::Step &Each : S.Code.Steps) {
    llvm::StringRef Rule = factsOf(Each.Why).Name;
    llvm::StringRef When = whenText(Each.When);
    printCode(OS, Each.text(), Rule + (When.empty() ? "" : ", ") + When);
  }
  for (llvm::StringRef Line : S.Lines)
    printCode(OS, Line, "");
  bool Silent = S.Site->Meaning.Role == lower::Role::Operation;
  if (Silent && S.Code.Steps.empty())
    OS << "    (no instruction)\n";
}

static void printHead(raw_ostream &OS, const ListedFunction &F,
                      const LowerReport &R) {
  const lower::FunctionCode &Code = *F.Code;
  OS << Printable{R.File} << ": " << codeKindName(Code.Kind) << ' '
     << Printable{Code.Name} << ", " << Code.Machine.Proc->Name;
  if (std::string Features = Code.Machine.features(); !Features.empty())
    OS << ' ' << Features;
  if (Code.Machine.OneWave || Code.OneWaveByMetadata)
    OS << ", one wave a work-group";
  if (R.As == lower::Dialect::Llvm22)
    OS << ", as LLVM 22";
  OS << '\n';
}

static void printListing(raw_ostream &OS, const LowerReport &R) {
  bool First = true;
  for (const ListedFunction &F : R.Functions) {
    if (!isShown(F))
      continue;
    if (!First)
      OS << '\n';
    First = false;
    printHead(OS, F, R);
    for (const ListedSite &S : F.Sites) {
      OS << "  ";
      printPlace(OS, *S.Site);
      OS << ": " << Printable{titleOf(S.Site->Meaning)} << '\n';
      printSteps(OS, S);
    }
    if (F.Sites.empty())
      OS << "  (nothing synchronizes)\n";
  }
}

namespace {
using Cells = std::array<std::string, 7>;
} // namespace

static Cells countCells(std::string Name, llvm::StringRef Kind,
                        const StepCounts &C) {
  return {std::move(Name),
          Kind.str(),
          llvm::utostr(C.Waits),
          llvm::utostr(C.WriteBacks),
          llvm::utostr(C.Invalidates),
          llvm::utostr(C.Barriers),
          llvm::utostr(C.Atomics)};
}

static void addRows(std::vector<Cells> &Rows, std::string Name,
                    const StepCounts &Static, const StepCounts &Weighted) {
  Rows.push_back(countCells(std::move(Name), "static", Static));
  Rows.push_back(countCells("", "weighted", Weighted));
}

static std::string printable(llvm::StringRef Text) {
  std::string Out;
  llvm::raw_string_ostream(Out) << Printable{Text};
  return Out;
}

/// Names and kinds to the left, numbers to the right.
static void printTable(raw_ostream &OS, llvm::ArrayRef<Cells> Rows) {
  std::array<size_t, std::tuple_size_v<Cells>> Widths = {};
  for (const Cells &Row : Rows)
    for (size_t I = 0; I < Row.size(); ++I)
      Widths[I] = std::max(Widths[I], Row[I].size());
  for (const Cells &Row : Rows) {
    for (size_t I = 0; I < Row.size(); ++I) {
      OS << (I ? "  " : "");
      if (I < 2)
        OS << llvm::left_justify(Row[I], Widths[I]);
      else
        OS << llvm::right_justify(Row[I], Widths[I]);
    }
    OS << '\n';
  }
}

static void printSummary(raw_ostream &OS, const LowerReport &R) {
  std::vector<Cells> Rows = {{printable(R.File), "count", "waits",
                              "write-backs", "invalidates", "barriers",
                              "atomics"}};
  StepCounts Static, Weighted;
  unsigned Shown = 0;
  for (const ListedFunction &F : R.Functions) {
    if (!isShown(F))
      continue;
    ++Shown;
    addRows(Rows,
            codeKindName(F.Code->Kind).str() + " " + printable(F.Code->Name) +
                ", " + F.Code->Machine.Proc->Name.str(),
            F.Static, F.Weighted);
    Static.add(F.Static);
    Weighted.add(F.Weighted);
  }
  if (Shown > 1)
    addRows(Rows, "all", Static, Weighted);
  printTable(OS, Rows);
  OS << "weighted: times " << lower::LoopWeight << " for every loop around\n";
}

void printLowering(raw_ostream &OS, const LowerReport &R) {
  if (R.Summary)
    printSummary(OS, R);
  else
    printListing(OS, R);
}

} // namespace fencepost
