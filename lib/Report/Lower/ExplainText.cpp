//===- ExplainText.cpp - The code of an operation, for people -------------===//
// Instructions stand in one column, reasons beside them. Instructions next to
// each other that are there for the same reason share it; where the
// specification says so stands at the end, numbered if there are several
// places.
//===----------------------------------------------------------------------===//
#include "Findings/WrappedText.h"
#include "fencepost/Lower/OperationText.h"
#include "fencepost/Report/ExplainReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using namespace lower;
using llvm::raw_ostream;
using llvm::StringRef;

static constexpr size_t PageWidth = 100;
static constexpr size_t PartWidth = 8; ///< "before", "access", "after"
static constexpr size_t MaxCodeWidth = 32;

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

//===-- The instructions --------------------------------------------------===//

namespace {
class StepPrinter {
public:
  StepPrinter(raw_ostream &OS, const Explanation &E) : OS(OS), E(E) {
    for (const Step &S : E.Code.Steps) {
      if (S.text().size() <= MaxCodeWidth)
        Width = std::max(Width, S.text().size());
      if (!llvm::is_contained(Sources, source(S)))
        Sources.push_back(source(S));
    }
  }

  void printPart(StringRef Name, llvm::ArrayRef<Step> Steps);
  void printSources() const;

private:
  std::string source(const Step &S) const {
    return describeSource(S, E.Op, E.Where);
  }
  std::string reason(const Step &S) const;
  std::string motion(const Step &S) const {
    return "may cross it: " + describeMotion(S, E.Op);
  }
  void printGroup(StringRef Name, llvm::ArrayRef<Step> Group) const;

  raw_ostream &OS;
  const Explanation &E;
  size_t Width = 0;
  std::vector<std::string> Sources; ///< Each once, by first use.
};
} // namespace

std::string StepPrinter::reason(const Step &S) const {
  std::string Text = condition(S.When).str() + describeReason(S, E.Op);
  if (Sources.size() > 1)
    Text += " [" +
            llvm::utostr(llvm::find(Sources, source(S)) - Sources.begin() + 1) +
            "]";
  return Text;
}

/// The instructions on the left, what they have in common on the right. An
/// instruction that is wider than its column has a line of its own.
void StepPrinter::printGroup(StringRef Name, llvm::ArrayRef<Step> Group) const {
  size_t Indent = 2 + PartWidth + Width + 2;
  std::vector<std::string> Reasons =
      wrapped(reason(Group.front()), PageWidth - Indent);
  llvm::append_range(Reasons,
                     wrapped(motion(Group.front()), PageWidth - Indent, 2));
  llvm::ArrayRef<std::string> Rest = Reasons;
  while (!Group.empty() || !Rest.empty()) {
    std::string Code = Group.empty() ? "" : Group.front().text();
    OS << "  " << llvm::left_justify(std::exchange(Name, ""), PartWidth);
    if (Code.size() > Width || Rest.empty())
      OS << Code;
    else
      OS << llvm::left_justify(Code, Width + 2) << Rest.consume_front();
    OS << '\n';
    Group = Group.drop_front(Group.empty() ? 0 : 1);
  }
}

void StepPrinter::printPart(StringRef Name, llvm::ArrayRef<Step> Steps) {
  while (!Steps.empty()) {
    size_t Count = 1;
    while (Count < Steps.size() &&
           reason(Steps[Count]) == reason(Steps.front()) &&
           motion(Steps[Count]) == motion(Steps.front()))
      ++Count;
    printGroup(Name, Steps.take_front(Count));
    Steps = Steps.drop_front(Count);
    Name = "";
  }
}

void StepPrinter::printSources() const {
  if (!Sources.empty())
    OS << '\n';
  for (size_t I = 0; I < Sources.size(); ++I) {
    std::string Number =
        Sources.size() > 1 ? "[" + llvm::utostr(I + 1) + "] " : "";
    for (StringRef Line :
         wrapped(Number + Sources[I], PageWidth - 2, Number.size()))
      OS << "  " << Line << '\n';
  }
}

//===-- The other dialect -------------------------------------------------===//

static std::string joined(const Sequence &Code) {
  std::string Text;
  for (const Step &S : Code.Steps)
    Text += (Text.empty() ? "" : "; ") + condition(S.When).str() + S.text();
  return Text.empty() ? "no instructions" : Text;
}

static void printDifferences(raw_ostream &OS, const Explanation &E) {
  if (!E.Other && E.OtherRefuses.empty())
    return;
  Dialect Other = E.As == Dialect::Spec ? Dialect::Llvm22 : Dialect::Spec;
  OS << "\n  note: " << dialectTitle(Other)
     << (E.Other ? " has other code" : " refuses this") << '\n';
  for (StringRef Line :
       wrapped(E.Other ? joined(*E.Other) : E.OtherRefuses, PageWidth - 4))
    OS << "    " << Line << '\n';
  for (const DifferenceFacts *Row : E.Differences) {
    std::string Text = (Row->Name + ": the specification: " + Row->Spec +
                        "; LLVM 22.1: " + Row->Llvm + " (" +
                        judgementName(Row->Judged) + ": " + Row->Because + ")")
                           .str();
    llvm::erase(Text, '`'); // The rows are also printed as Markdown.
    for (StringRef Line : wrapped(Text, PageWidth - 4, 2))
      OS << "    " << Line << '\n';
  }
}

llvm::StringRef dialectTitle(Dialect As) {
  return As == Dialect::Spec ? "the specification" : "LLVM 22.1";
}

void printExplanation(raw_ostream &OS, const Explanation &E) {
  printHead(OS, E);
  StepPrinter Printer(OS, E);
  Printer.printPart(E.Op.Kind == OpKind::Fence ? "fence" : "before",
                    E.Code.before());
  Printer.printPart("access", E.Code.access());
  Printer.printPart("after", E.Code.after());
  if (E.Code.Steps.empty())
    OS << "  no instructions\n";
  Printer.printSources();
  printDifferences(OS, E);
}

} // namespace fencepost
