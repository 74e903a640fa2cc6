//===- CommandLine.h - Commands and options as rows, and their parser -----===//
// A command is a row; so is an option. The parser, the help texts and the shell
// completions all read the same rows, so they cannot disagree. LLVM's cl
// library is not used because its options are global: every option of every
// LLVM backend would be accepted, listed and completed here.
//
// Options are LLVM-style: one or two dashes, `-name=value` or `-name value`, a
// number directly after one letter (`-j4`); `--` ends them, `-` is standard
// input, `@file` is replaced by its words. Tested by test/cli.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_COMMANDLINE_H
#define FENCEPOST_TOOLS_COMMANDLINE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace fencepost {

enum class OptionKind : uint8_t {
  Flag,   ///< -json
  Value,  ///< -kernel=NAME or -kernel NAME
  Joined, ///< -Wno-foo: what follows the name directly is the value
};

struct OptionRow {
  llvm::StringLiteral Name;
  OptionKind Kind;
  llvm::StringLiteral ValueName; ///< For the help; "" for a flag.
  llvm::StringLiteral Help;
  llvm::ArrayRef<llvm::StringLiteral> Choices = {}; ///< Empty: anything goes.
  /// For completion, the values that another table holds; null: none does.
  std::vector<std::string> (*Values)() = nullptr;
};

class Invocation;

struct CommandRow {
  llvm::StringLiteral Name;
  llvm::StringLiteral Operands; ///< "FILE...", for the usage line.
  llvm::StringLiteral Summary;  ///< One line.
  llvm::StringLiteral
      Description; ///< Paragraphs, for `fencepost help COMMAND`.
  /// Groups of options: the command's own, then those it shares with others.
  llvm::ArrayRef<llvm::ArrayRef<OptionRow>> Options;
  /// What the operands are, for completion: "files", "processors", "commands",
  /// ...
  llvm::StringLiteral OperandKind;
  int (*Run)(const Invocation &);
  /// What the words after `--` are, "CLANG-OPTION..."; "": operands.
  llvm::StringLiteral Rest = "";
};

/// A command line that has been understood.
class Invocation {
public:
  explicit Invocation(const CommandRow &Command) : Command(&Command) {}

  const CommandRow &command() const { return *Command; }
  /// -h or --help stood among the options.
  bool wantsHelp() const { return WantsHelp; }
  llvm::ArrayRef<std::string> operands() const { return Operands; }
  /// The words after `--`, if the command has a use for them.
  llvm::ArrayRef<std::string> rest() const { return Rest; }
  /// The files whose words replaced an '@file'.
  llvm::ArrayRef<std::string> responseFiles() const { return ResponseFiles; }
  void setResponseFiles(std::vector<std::string> Files) {
    ResponseFiles = std::move(Files);
  }
  bool has(llvm::StringRef Option) const;
  /// The last value given, or \p Default.
  llvm::StringRef value(llvm::StringRef Option,
                        llvm::StringRef Default = "") const;
  /// All values given, in order.
  std::vector<std::string> values(llvm::StringRef Option) const;

private:
  friend llvm::Expected<Invocation>
  parseInvocation(const CommandRow &, llvm::ArrayRef<std::string>);

  const CommandRow *Command;
  bool WantsHelp = false;
  std::vector<std::string> Operands, Rest, ResponseFiles;
  std::vector<std::pair<const OptionRow *, std::string>> Values;
};

/// "'-o'", "'--graph'": an option as messages call it.
std::string quotedOption(llvm::StringRef Name);

/// "-h", "-help" or "--help".
bool isHelp(llvm::StringRef Word);

/// Parses \p Words, what follows the command's name. Errors are InputErrors of
/// kind Usage and suggest the nearest option.
llvm::Expected<Invocation> parseInvocation(const CommandRow &Command,
                                           llvm::ArrayRef<std::string> Words);

} // namespace fencepost

#endif
