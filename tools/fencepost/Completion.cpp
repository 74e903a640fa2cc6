//===- Completion.cpp - `fencepost completion`: scripts from the rows -----===//
// Both scripts hold the words of the table as they were when printed; what an
// operand is (a file, a processor, a command) is the command's OperandKind.
// Tested by test/cli/completion-*.test, which run them in real shells.
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "Output.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Target/Processor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using llvm::raw_ostream;
using llvm::StringRef;

using Words = std::vector<std::string>;

/// The words an operand of \p Command can be; empty means file names.
static Words operandWords(const CommandRow &Command) {
  Words Out;
  if (Command.OperandKind == "shells")
    return {"bash", "zsh"};
  if (Command.OperandKind == "commands")
    for (const CommandRow &Other : commands())
      Out.push_back(Other.Name.str());
  if (Command.OperandKind == "processors")
    for (const Processor &P : processors())
      Out.push_back(P.Name.str());
  return Out;
}

/// "--json" or, for an option with a value, "--format=".
static std::string optionWord(const OptionRow &Row) {
  std::string Word = (Row.Name.size() == 1 ? "-" : "--") + Row.Name.str();
  return Row.Kind == OptionKind::Value ? Word + "=" : Word;
}

/// Every option, and every option with each of its choices.
static Words optionWords(const CommandRow &Command) {
  Words Out = {"--help"};
  for (llvm::ArrayRef<OptionRow> Group : Command.Options)
    for (const OptionRow &Row : Group) {
      if (Row.Choices.empty())
        Out.push_back(optionWord(Row));
      for (StringRef Choice : Row.Choices)
        Out.push_back(optionWord(Row) + Choice.str());
    }
  return Out;
}

static Words commandWords() {
  Words Out = {"--help", "--version"};
  for (const CommandRow &Command : commands())
    Out.push_back(Command.Name.str());
  return Out;
}

static void printBash(raw_ostream &OS) {
  OS << "# bash completion for fencepost\n"
        "_fencepost() {\n"
        "  local words= cur=${COMP_LINE:0:COMP_POINT}\n"
        "  cur=${cur##* }\n"
        "  if [ \"$COMP_CWORD\" -le 1 ]; then\n"
        "    words=\""
     << llvm::join(commandWords(), " ")
     << "\"\n"
        "  else\n"
        "    case ${COMP_WORDS[1]} in\n";
  for (const CommandRow &Command : commands())
    OS << "    " << Command.Name << ") words=\""
       << llvm::join(optionWords(Command), " ") << "\"\n"
       << "      case $cur in -*) ;; *) words=\""
       << llvm::join(operandWords(Command), " ") << "\" ;; esac ;;\n";
  OS << "    esac\n"
        "  fi\n"
        "  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
        "  [ -n \"$words\" ] || compopt -o default\n"
        "  case ${COMPREPLY[0]-} in *=) compopt -o nospace ;; esac\n"
        "  # bash breaks words at '=': it wants only what follows it.\n"
        "  case $cur in *=*) COMPREPLY=(\"${COMPREPLY[@]#*=}\") ;; esac\n"
        "}\n"
        "complete -F _fencepost fencepost ./fencepost\n";
}

static void printZsh(raw_ostream &OS) {
  OS << "#compdef fencepost\n"
        "_fencepost() {\n"
        "  if (( CURRENT == 2 )); then\n"
        "    compadd -- "
     << llvm::join(commandWords(), " ")
     << "\n"
        "    return\n"
        "  fi\n"
        "  case $words[2] in\n";
  for (const CommandRow &Command : commands()) {
    Words Operands = operandWords(Command);
    OS << "    " << Command.Name << ")\n"
       << "      if [[ $words[CURRENT] == -* ]]; then\n"
       << "        compadd -- " << llvm::join(optionWords(Command), " ") << "\n"
       << "      else\n        "
       << (Operands.empty() ? std::string("_files")
                            : "compadd -- " + llvm::join(Operands, " "))
       << "\n      fi ;;\n";
  }
  OS << "  esac\n"
        "}\n"
        "# Loaded by name from $fpath, the file is the function's first call.\n"
        "if [[ $funcstack[1] == _fencepost ]]; then\n"
        "  _fencepost \"$@\"\n"
        "else\n"
        "  compdef _fencepost fencepost\n"
        "fi\n";
}

int runCompletion(const Invocation &I) {
  if (I.operands().size() == 1 && I.operands().front() == "bash")
    printBash(llvm::outs());
  else if (I.operands().size() == 1 && I.operands().front() == "zsh")
    printZsh(llvm::outs());
  else
    return fail(inputError(Diag::Usage, "",
                           "'completion' wants one shell: bash or zsh"));
  return 0;
}

} // namespace fencepost
