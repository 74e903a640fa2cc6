//===- Completion.cpp - `fencepost completion`: scripts from the rows -----===//
// A script holds the words of the tables as they were when it was printed, in
// three functions that both shells understand: the options of a command, its
// operands, and the values of an option. Another one, also shared, says what
// the candidates for a word are; the shells differ in how the word is found and
// how its candidates are returned. What an operand is (a file, a processor,
// a command) is the command's OperandKind. Tested by
// test/cli/completion-*.test, which run the scripts in real shells.
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "Options.h"
#include "Output.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

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
    return targetIDs();
  return Out;
}

/// The values of an option; empty means file names, or nothing to offer.
static Words valueWords(const OptionRow &Row) {
  if (Row.Values)
    return Row.Values();
  return Words(Row.Choices.begin(), Row.Choices.end());
}

static bool namesFile(const OptionRow &Row) {
  return Row.ValueName == "FILE" || Row.ValueName == "DIR";
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

static std::string commandWords() {
  Words Out = {"--help", "--version"};
  for (const CommandRow &Command : commands())
    Out.push_back(Command.Name.str());
  return llvm::join(Out, " ");
}

//===-- What both shells read ---------------------------------------------===//

static void printList(raw_ostream &OS, StringRef Function, StringRef Comment,
                      Words (*List)(const CommandRow &)) {
  OS << "# " << Comment << "\n" << Function << "() {\n  case $1 in\n";
  for (const CommandRow &Command : commands())
    OS << "  " << Command.Name << ") offer=\"" << llvm::join(List(Command), " ")
       << "\" ;;\n";
  OS << "  *) offer= ;;\n  esac\n}\n";
}

/// One arm for all options that have the same values.
static void printValues(raw_ostream &OS) {
  std::map<std::string, Words> Arms;
  for (const CommandRow &Command : commands())
    for (llvm::ArrayRef<OptionRow> Group : Command.Options)
      for (const OptionRow &Row : Group) {
        std::string Offer = llvm::join(valueWords(Row), " ");
        if (Offer.empty() && !namesFile(Row))
          continue;
        Offer = "offer=\"" + Offer + "\"";
        std::string Option = Row.Name.str();
        if (Row.Kind == OptionKind::Joined) {
          Offer = "prefix=-" + Option + " " + Offer;
          Option = "-" + Option + "*";
        }
        Arms[Offer].push_back(Command.Name.str() + "/" + Option);
      }
  OS << "# The values of option $2 of command $1; fails if it has none.\n"
        "_fencepost_values() {\n  case $1/$2 in\n";
  for (const auto &[Offer, Options] : Arms)
    OS << "  " << llvm::join(Options, "|") << ")\n    " << Offer << " ;;\n";
  OS << "  *) return 1 ;;\n  esac\n}\n";
}

static constexpr StringRef OfferFunction = R"sh(
# The candidates for word $3 of command $1, which follows word $2: $prefix and a
# word of $offer or, if $offer is empty, the name of a file.
_fencepost_offer() {
  local option
  prefix=
  case $3 in
  -*)
    _fencepost_values "$1" "$3" && return
    option=${3%%=*}
    option=${option#-}
    if [[ $3 == *=* ]] && _fencepost_values "$1" "${option#-}"; then
      prefix=${3%%=*}=
      return
    fi
    _fencepost_options "$1" ;;
  *)
    option=${2#-}
    if [[ $2 == -* ]] && _fencepost_values "$1" "${option#-}"; then return; fi
    _fencepost_operands "$1" ;;
  esac
}
)sh";

static void printShared(raw_ostream &OS) {
  printList(OS, "_fencepost_options", "The options of command $1.",
            optionWords);
  printList(OS, "_fencepost_operands",
            "The operands of command $1; none: files.", operandWords);
  printValues(OS);
  OS << OfferFunction.ltrim('\n');
}

//===-- The shells --------------------------------------------------------===//

static constexpr StringRef BashFunction = R"sh(
  local line=${COMP_LINE:0:COMP_POINT} hidden= cur broken
  cur=${line##* }
  line=${line% *}
  if [ "$COMP_CWORD" -gt 1 ]; then
    _fencepost_offer "${COMP_WORDS[1]}" "${line##* }" "$cur"
  fi
  # Settings of a processor are candidates only after a colon.
  [[ $cur == *:* ]] || hidden='*:*'
  COMPREPLY=($(compgen -P "$prefix" -X "$hidden" -W "$offer" -- "${cur#"$prefix"}"))
  [ -n "$offer" ] || compopt -o default
  case ${COMPREPLY[0]-} in *=) compopt -o nospace ;; esac
  # bash breaks words at '=' and ':': it wants only what follows the last.
  broken=${cur%"${cur##*[=:]}"}
  COMPREPLY=("${COMPREPLY[@]#"$broken"}")
}
complete -F _fencepost fencepost ./fencepost
)sh";

static void printBash(raw_ostream &OS) {
  OS << "# bash completion for fencepost\n";
  printShared(OS);
  OS << "_fencepost() {\n  local prefix= offer=\"" << commandWords() << "\""
     << BashFunction;
}

static constexpr StringRef ZshFunction = R"sh(
  if (( CURRENT > 2 )); then
    _fencepost_offer "$words[2]" "$words[CURRENT-1]" "$words[CURRENT]"
  fi
  [[ -z $prefix ]] || compset -P "$prefix"
  if [[ -z $offer ]]; then
    _files
    return
  fi
  local -a all=(${=offer})
  # Settings of a processor are candidates only after a colon.
  [[ $words[CURRENT] == *:* ]] || all=(${all:#*:*})
  compadd -S '' -- ${(M)all:#*=}
  compadd -- ${all:#*=}
}
# Loaded by name from $fpath, the file is the function's first call.
if [[ $funcstack[1] == _fencepost ]]; then
  _fencepost "$@"
else
  compdef _fencepost fencepost
fi
)sh";

static void printZsh(raw_ostream &OS) {
  OS << "#compdef fencepost\n";
  printShared(OS);
  OS << "_fencepost() {\n  local prefix= offer=\"" << commandWords() << "\""
     << ZshFunction;
}

int runCompletion(const Invocation &I) {
  if (I.operands().size() == 1 && I.operands().front() == "bash")
    printBash(llvm::outs());
  else if (I.operands().size() == 1 && I.operands().front() == "zsh")
    printZsh(llvm::outs());
  else
    return fail(inputError(Diag::Usage, "",
                           "'completion' requires one shell: bash or zsh"));
  return 0;
}

} // namespace fencepost
