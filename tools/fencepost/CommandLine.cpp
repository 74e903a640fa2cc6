//===- CommandLine.cpp - The parser of command lines ----------------------===//
#include "CommandLine.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Spelling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

using llvm::StringRef;

bool Invocation::has(StringRef Option) const {
  return llvm::any_of(
      Values, [&](const auto &Pair) { return Pair.first->Name == Option; });
}

StringRef Invocation::value(StringRef Option, StringRef Default) const {
  for (const auto &[Row, Value] : llvm::reverse(Values))
    if (Row->Name == Option)
      return Value;
  return Default;
}

std::vector<std::string> Invocation::values(StringRef Option) const {
  std::vector<std::string> Out;
  for (const auto &[Row, Value] : Values)
    if (Row->Name == Option)
      Out.push_back(Value);
  return Out;
}

bool isHelp(StringRef Word) {
  return Word == "-h" || Word == "-help" || Word == "--help";
}

static llvm::Error usageError(const CommandRow &Command,
                              const llvm::Twine &Message) {
  return inputError(Diag::Usage, "",
                    Message + " (see 'fencepost help " + Command.Name + "')");
}

/// One option as it stands on the command line.
struct SpelledOption {
  StringRef Name;
  std::optional<StringRef> Value; ///< What follows '='.
};

static SpelledOption spell(StringRef Word) {
  Word.consume_front("-");
  Word.consume_front("-");
  auto [Name, Value] = Word.split('=');
  if (Name.size() == Word.size())
    return {Name, std::nullopt};
  return {Name, Value};
}

static const OptionRow *findOption(const CommandRow &Command, StringRef Name) {
  for (llvm::ArrayRef<OptionRow> Group : Command.Options)
    for (const OptionRow &Row : Group)
      if (Row.Kind == OptionKind::Joined ? Name.starts_with(Row.Name)
                                         : Name == Row.Name)
        return &Row;
  return nullptr;
}

/// "-j4" is "-j=4": a number may follow an option of one letter directly.
static void splitNumber(const CommandRow &Command, SpelledOption &Spelled) {
  StringRef Number = Spelled.Name.drop_front();
  if (Spelled.Value || Number.empty() || !llvm::all_of(Number, llvm::isDigit))
    return;
  const OptionRow *Row = findOption(Command, Spelled.Name.take_front());
  if (Row && Row->Kind == OptionKind::Value)
    Spelled = {Row->Name, Number};
}

std::string quotedOption(StringRef Name) {
  return ("'" + llvm::Twine(Name.size() == 1 ? "-" : "--") + Name + "'").str();
}

static llvm::Error unknownOption(const CommandRow &Command, StringRef Word) {
  llvm::SmallVector<StringRef> Names;
  for (llvm::ArrayRef<OptionRow> Group : Command.Options)
    for (const OptionRow &Row : Group)
      Names.push_back(Row.Name);
  StringRef Nearest = nearestName(spell(Word).Name, Names);
  std::string Hint;
  if (!Nearest.empty())
    Hint = ", did you mean " + quotedOption(Nearest) + "?";
  return usageError(Command, llvm::Twine("unknown option '") + Word + "' of '" +
                                 Command.Name + "'" + Hint);
}

static llvm::Error checkChoice(const CommandRow &Command, const OptionRow &Row,
                               StringRef Value) {
  if (Row.Choices.empty() || llvm::is_contained(Row.Choices, Value))
    return llvm::Error::success();
  llvm::SmallVector<StringRef> Choices(Row.Choices.begin(), Row.Choices.end());
  return usageError(Command, llvm::Twine("'") + Value + "' is not a value of " +
                                 quotedOption(Row.Name) + " (" +
                                 llvm::join(Choices, ", ") + ")" +
                                 didYouMean(Value, Choices));
}

llvm::Expected<Invocation> parseInvocation(const CommandRow &Command,
                                           llvm::ArrayRef<std::string> Words) {
  Invocation Parsed(Command);
  bool OptionsEnded = false;
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef Word = Words[I];
    if (OptionsEnded || Word == "-" || !Word.starts_with("-")) {
      Parsed.Operands.push_back(Word.str());
      continue;
    }
    if (Word == "--") {
      if (!Command.Rest.empty()) {
        Parsed.Rest = Words.drop_front(I + 1).vec();
        break;
      }
      OptionsEnded = true;
      continue;
    }
    if (isHelp(Word)) {
      Parsed.WantsHelp = true;
      return Parsed;
    }
    SpelledOption Spelled = spell(Word);
    splitNumber(Command, Spelled);
    const OptionRow *Row = findOption(Command, Spelled.Name);
    if (!Row)
      return unknownOption(Command, Word);
    std::string Value;
    switch (Row->Kind) {
    case OptionKind::Flag:
      if (Spelled.Value)
        return usageError(Command, quotedOption(Row->Name) + " takes no value");
      break;
    case OptionKind::Joined:
      Value = Word.ltrim('-').drop_front(Row->Name.size()).str();
      break;
    case OptionKind::Value:
      if (!Spelled.Value && I + 1 == Words.size())
        return usageError(Command, quotedOption(Row->Name) +
                                       " needs a value: " + Row->ValueName);
      Value = Spelled.Value ? Spelled.Value->str() : Words[++I];
      if (llvm::Error E = checkChoice(Command, *Row, Value))
        return E;
      break;
    }
    Parsed.Values.emplace_back(Row, std::move(Value));
  }
  return Parsed;
}

} // namespace fencepost
