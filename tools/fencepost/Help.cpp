//===- Help.cpp - `fencepost help`: the help texts, from the rows ---------===//
#include "Commands.h"
#include "Output.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using llvm::raw_ostream;
using llvm::StringRef;

static constexpr unsigned Indent = 26, LineWidth = 80;

/// Prints \p Text filled to the line width, starting and continuing at Indent.
static void printFilled(raw_ostream &OS, StringRef Text) {
  unsigned Column = Indent;
  for (StringRef Word : llvm::split(Text, ' ')) {
    if (Column != Indent && Column + 1 + Word.size() > LineWidth) {
      OS << '\n';
      OS.indent(Indent);
      Column = Indent;
    } else if (Column != Indent) {
      OS << ' ';
      ++Column;
    }
    OS << Word;
    Column += Word.size();
  }
  OS << '\n';
}

static void printRow(raw_ostream &OS, StringRef Left, StringRef Right) {
  OS << "  " << Left;
  if (Left.size() + 3 > Indent)
    (OS << '\n').indent(Indent);
  else
    OS.indent(Indent - 2 - Left.size());
  printFilled(OS, Right);
}

static std::string spelling(const OptionRow &Row) {
  std::string Dashes = Row.Name.size() == 1 ? "-" : "--";
  switch (Row.Kind) {
  case OptionKind::Flag:
    return Dashes + Row.Name.str();
  case OptionKind::Value:
    return Dashes + Row.Name.str() + "=" + Row.ValueName.str();
  case OptionKind::Joined:
    return Dashes + Row.Name.str() + Row.ValueName.str();
  }
  return "";
}

void printOverview(raw_ostream &OS) {
  OS << "fencepost: the synchronization toolkit for AMD GPUs\n\n"
        "usage: fencepost COMMAND [options] inputs\n\ncommands:\n";
  for (const CommandRow &Command : commands())
    printRow(OS, Command.Name, Command.Summary);
  OS << "\noptions:\n";
  printRow(OS, "--help, -h", "print this, or with a command its help");
  printRow(OS, "--version", "print the version");
  OS << "\nexit codes: 0 holds, 1 findings, 2 bad input or usage, 3 unknown\n"
        "'-' reads standard input; '@FILE' is replaced by the words in FILE.\n";
}

void printHelp(raw_ostream &OS, const CommandRow &Command) {
  OS << "usage: fencepost " << Command.Name
     << (Command.Options.empty() ? " " : " [options] ") << Command.Operands
     << (Command.Rest.empty() ? "" : " [-- ") << Command.Rest
     << (Command.Rest.empty() ? "" : "]") << "\n\n"
     << Command.Description;
  if (!Command.Options.empty())
    OS << "\noptions:\n";
  for (llvm::ArrayRef<OptionRow> Group : Command.Options)
    for (const OptionRow &Row : Group)
      printRow(OS, spelling(Row), Row.Help);
}

int runHelp(const Invocation &I) {
  if (I.operands().empty()) {
    printOverview(llvm::outs());
    return 0;
  }
  for (StringRef Name : I.operands()) {
    const CommandRow *Command = findCommand(Name);
    if (!Command)
      return fail(unknownCommand(Name));
    printHelp(llvm::outs(), *Command);
  }
  return 0;
}

} // namespace fencepost
