//===- ExplainTargetsText.cpp - One operation on every target, as a table -===//
// A row a group of targets: their names, and before, of and after the access
// one instruction a line. A family whose processors all belong to a group in
// all modes is named by itself, otherwise with the mode, otherwise by its
// processors.
//===----------------------------------------------------------------------===//
#include "Findings/WrappedText.h"
#include "fencepost/Lower/OperationText.h"
#include "fencepost/Report/ExplainReport.h"
#include "fencepost/Report/ExplainTargets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

namespace fencepost {

using namespace lower;
using llvm::raw_ostream;
using llvm::StringRef;

static constexpr size_t LabelWidth = 24;

//===-- Names of groups ---------------------------------------------------===//

/// A space at which no line is broken, until the label is.
static constexpr char NoBreak = '~';

static bool isOtherMode(const Mode &M) { return M.CuMode || M.TgSplit; }

static StringRef modeFeature(const Mode &M) {
  return M.Proc->Features.has(Feature::TgSplit) ? "tgsplit" : "cumode";
}

enum class ModeKind : uint8_t { Default, Other };

/// The modes of \p F in \p Modes that are of \p Kind.
static std::vector<const Mode *> modesOf(llvm::ArrayRef<Mode> Modes, Family F,
                                         ModeKind Kind) {
  std::vector<const Mode *> Found;
  for (const Mode &M : Modes)
    if (M.Proc->FamilyId == F && isOtherMode(M) == (Kind == ModeKind::Other))
      Found.push_back(&M);
  return Found;
}

/// "gfx942 -tgsplit, gfx950 -tgsplit": each with \p Suffix.
static std::string names(llvm::ArrayRef<const Mode *> Modes, StringRef Suffix) {
  std::string Text;
  for (const Mode *M : Modes)
    Text += (Text.empty() ? "" : ", ") + M->Proc->Name.str() + Suffix.str();
  return Text;
}

/// What of the family \p F is in \p Modes; "" if nothing is.
static std::string familyLabel(llvm::ArrayRef<Mode> Modes,
                               llvm::ArrayRef<Mode> All, Family F) {
  std::string Name = families()[static_cast<size_t>(F)].Name.str();
  std::vector<const Mode *> Default = modesOf(Modes, F, ModeKind::Default);
  std::vector<const Mode *> Other = modesOf(Modes, F, ModeKind::Other);
  bool AllDefault = Default.size() == modesOf(All, F, ModeKind::Default).size();
  bool AllOther = Other.size() == modesOf(All, F, ModeKind::Other).size();
  bool HasModes = !modesOf(All, F, ModeKind::Other).empty();
  if (AllDefault && AllOther)
    return Name;
  if (!HasModes || names(Default, "") == names(Other, ""))
    return names(Default, "");
  std::string Text;
  for (bool IsOther : {false, true}) {
    const auto &Mine = IsOther ? Other : Default;
    if (Mine.empty())
      continue;
    std::string Suffix = std::string({NoBreak, IsOther ? '+' : '-'}) +
                         modeFeature(*Mine.front()).str();
    Text += Text.empty() ? "" : ", ";
    Text +=
        (IsOther ? AllOther : AllDefault) ? Name + Suffix : names(Mine, Suffix);
  }
  return Text;
}

static std::vector<std::string> label(llvm::ArrayRef<Mode> Modes,
                                      llvm::ArrayRef<Mode> All) {
  std::string Text;
  for (const FamilyFacts &F : families())
    if (std::string Part = familyLabel(Modes, All, F.Id); !Part.empty())
      Text += (Text.empty() ? "" : ", ") + Part;
  std::vector<std::string> Lines = wrapped(Text, LabelWidth);
  for (std::string &Line : Lines)
    llvm::replace(Line, NoBreak, ' ');
  return Lines;
}

//===-- The table ---------------------------------------------------------===//

using CellLines = std::vector<std::string>;
static constexpr size_t CodeWidth = 29, Gap = 2;

static CellLines cell(llvm::ArrayRef<Step> Steps) {
  CellLines Cell;
  for (const Step &S : Steps) {
    StringRef Mark = S.When == StepWhen::LdsDmaInFlight ? " (DMA)"
                     : S.When == StepWhen::FirstWave    ? " (first)"
                                                        : "";
    llvm::append_range(Cell, wrapped(S.text() + Mark.str(), CodeWidth, 2));
  }
  return Cell;
}

/// Columns of no width are left out.
static void printRow(raw_ostream &OS, llvm::ArrayRef<CellLines> Cells,
                     llvm::ArrayRef<size_t> Widths) {
  size_t Height = 0;
  for (const CellLines &Cell : Cells)
    Height = std::max(Height, Cell.size());
  for (size_t I = 0; I < Height; ++I) {
    std::string Text;
    for (auto [Cell, Width] : llvm::zip(Cells, Widths)) {
      if (Width == 0)
        continue;
      std::string Part = I < Cell.size() ? Cell[I] : "";
      Text += Part;
      Text.append(Width + Gap - std::min(Width, Part.size()), ' ');
    }
    OS << StringRef(Text).rtrim() << '\n';
  }
}

using TargetsRow = std::array<CellLines, 4>;

/// As wide as what stands in it and its title; 0 if nothing does.
static std::array<size_t, 4> widths(const TargetsRow &Titles,
                                    llvm::ArrayRef<TargetsRow> Rows) {
  std::array<size_t, 4> Widths = {};
  for (const TargetsRow &R : Rows)
    for (size_t I = 0; I < R.size(); ++I)
      for (const std::string &Line : R[I])
        Widths[I] = std::max({Widths[I], Line.size(), Titles[I][0].size()});
  return Widths;
}

static void printLegend(raw_ostream &OS, llvm::ArrayRef<TargetGroup> Groups) {
  auto Has = [&](StepWhen When) {
    return llvm::any_of(Groups, [&](const TargetGroup &G) {
      return llvm::any_of(G.Code.Steps,
                          [&](const Step &S) { return S.When == When; });
    });
  };
  if (Has(StepWhen::LdsDmaInFlight))
    OS << "\n(DMA): if LDS DMA is in flight\n";
  if (Has(StepWhen::FirstWave))
    OS << "\n(first): only in the wave that was first\n";
}

void printTargetGroups(raw_ostream &OS, const Operation &Op, Dialect As,
                       llvm::ArrayRef<TargetGroup> Groups) {
  OS << printOperation(Op) << ", by " << dialectTitle(As) << "\n\n";
  StringRef First = Op.Kind == OpKind::Fence ? "FENCE" : "BEFORE";
  TargetsRow Titles = {CellLines{"TARGETS"}, CellLines{First.str()},
                       CellLines{"ACCESS"}, CellLines{"AFTER"}};
  std::vector<Mode> All = allModes();
  std::vector<TargetsRow> Rows;
  for (const TargetGroup &G : Groups)
    Rows.push_back({label(G.Modes, All), cell(G.Code.before()),
                    cell(G.Code.access()), cell(G.Code.after())});
  std::array<size_t, 4> Widths = widths(Titles, Rows);
  printRow(OS, Titles, Widths);
  for (auto [R, G] : llvm::zip(Rows, Groups)) {
    if (!G.Refused.empty())
      printRow(OS, {R[0], wrapped("refused: " + G.Refused, 90)},
               {Widths[0], size_t(90)});
    else if (G.Code.Steps.empty())
      printRow(OS, {R[0], CellLines{"no instructions"}},
               {Widths[0], size_t(90)});
    else
      printRow(OS, R, Widths);
  }
  printLegend(OS, Groups);
}

} // namespace fencepost
