//===- ExplainText.cpp - The code of an operation, for people -------------===//
// Instructions stand in one column, reasons beside them. What all instructions
// have in common, such as the row of the specification they come from, is said
// once at the end.
//===----------------------------------------------------------------------===//
#include "WrappedText.h"
#include "fencepost/Lower/OperationText.h"
#include "fencepost/Report/ExplainReport.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

using namespace lower;
using llvm::raw_ostream;
using llvm::StringRef;

static constexpr size_t PartWidth = 8; ///< "before", "access", "after"

static StringRef condition(StepWhen When) {
  switch (When) {
  case StepWhen::Always:
    return "";
  case StepWhen::LdsDmaInFlight:
    return "(if LDS DMA is in flight) ";
  case StepWhen::FirstWave:
    return "(in the first wave) ";
  }
  llvm_unreachable("all cases are handled");
}

static void printHead(raw_ostream &OS, const Explanation &E) {
  const Processor &P = *E.Where.Proc;
  OS << printOperation(E.Op) << '\n'
     << "on " << P.Name << " (" << P.family().Name << ")";
  if (std::string Features = E.Where.features(); !Features.empty())
    OS << ' ' << Features;
  if (E.Where.OneWave)
    OS << ", work-groups of one wave";
  OS << ", by " << dialectTitle(E.As) << "\n\n";
}

/// Each source once, in the order of the steps.
static std::vector<std::string> sources(const Explanation &E) {
  std::vector<std::string> Found;
  for (const Step &S : E.Code.Steps)
    if (std::string Source = describeSource(S, E.Op, E.Where);
        !llvm::is_contained(Found, Source))
      Found.push_back(std::move(Source));
  return Found;
}

namespace {
class StepPrinter {
public:
  StepPrinter(raw_ostream &OS, const Explanation &E) : OS(OS), E(E) {
    for (const Step &S : E.Code.Steps)
      Width = std::max(Width, S.text().size());
    Sources = sources(E);
  }

  void part(StringRef Name, llvm::ArrayRef<Step> Steps) {
    for (const Step &S : Steps) {
      OS << "  "
         << llvm::left_justify(&S == Steps.begin() ? Name : "", PartWidth);
      OS << llvm::left_justify(S.text(), Width + 2);
      step(S);
    }
  }

private:
  void step(const Step &S) {
    size_t Indent = 2 + PartWidth + Width + 2;
    printWrapped(OS, (condition(S.When) + describeReason(S, E.Op)).str(),
                 Indent);
    OS.indent(Indent);
    printWrapped(OS, "may cross it: " + describeMotion(S, E.Op), Indent);
    if (Sources.size() < 2)
      return;
    OS.indent(Indent);
    printWrapped(OS, describeSource(S, E.Op, E.Where), Indent);
  }

  raw_ostream &OS;
  const Explanation &E;
  size_t Width = 0;
  std::vector<std::string> Sources;
};
} // namespace

static std::string joined(const Sequence &Code) {
  std::string Text;
  for (const Step &S : Code.Steps)
    Text += (Text.empty() ? "" : "; ") + condition(S.When).str() + S.text();
  return Text.empty() ? "nothing" : Text;
}

static void printDifferences(raw_ostream &OS, const Explanation &E) {
  if (!E.Other && E.OtherRefuses.empty())
    return;
  Dialect Other = E.As == Dialect::Spec ? Dialect::Llvm22 : Dialect::Spec;
  OS << "\n  note: " << dialectTitle(Other)
     << (E.Other ? " has other code:" : " refuses this:") << '\n';
  OS.indent(4);
  printWrapped(OS, E.Other ? joined(*E.Other) : E.OtherRefuses, 4);
  for (const DifferenceFacts *Row : E.Differences) {
    OS.indent(4);
    printWrapped(OS,
                 (Row->Name + ": the specification: " + Row->Spec +
                  "; LLVM 22.1: " + Row->Llvm + " (" +
                  judgementName(Row->Judged) + ": " + Row->Because + ")")
                     .str(),
                 6);
  }
}

void printExplanation(raw_ostream &OS, const Explanation &E) {
  printHead(OS, E);
  StepPrinter Printer(OS, E);
  Printer.part("before", E.Code.before());
  Printer.part("access", E.Code.access());
  Printer.part("after", E.Code.after());
  if (E.Code.Steps.empty())
    OS << "  no instructions\n";
  if (std::vector<std::string> Found = sources(E); Found.size() == 1) {
    OS << '\n';
    OS.indent(2);
    printWrapped(OS, Found.front(), 2);
  }
  printDifferences(OS, E);
}

} // namespace fencepost
