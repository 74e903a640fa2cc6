//===- CompileOpenCL.cpp - OpenCL C to LLVM IR, by clang ------------------===//
// The built-ins, the module and clang's messages go through memory.
//===----------------------------------------------------------------------===//
#include "fencepost/OpenCL/CompileOpenCL.h"
#include "ClangMessages.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/RunProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

namespace fencepost {

using llvm::StringRef;

namespace {
/// Features that code is compiled for, and clang's options for them.
struct FeatureRow {
  llvm::StringLiteral Name, With, Without;
};
constexpr FeatureRow FeatureRows[] = {
    {.Name = "cumode", .With = "-mcumode", .Without = "-mno-cumode"},
    {.Name = "tgsplit", .With = "-mtgsplit", .Without = "-mno-tgsplit"},
    {.Name = "wavefrontsize32",
     .With = "-mno-wavefrontsize64",
     .Without = "-mwavefrontsize64"},
    {.Name = "wavefrontsize64",
     .With = "-mwavefrontsize64",
     .Without = "-mno-wavefrontsize64"},
};
} // namespace

static void addFeatures(StringRef Features, std::vector<std::string> &Words) {
  for (StringRef Feature : llvm::split(Features, ',')) {
    StringRef Name = Feature.trim();
    bool IsOn = Name.consume_front("+");
    if (!IsOn && !Name.consume_front("-"))
      continue;
    for (const FeatureRow &Row : FeatureRows)
      if (Name == Row.Name)
        Words.push_back((IsOn ? Row.With : Row.Without).str());
  }
}

std::vector<std::string> openCLArguments(StringRef File,
                                         const OpenCLOptions &Options,
                                         StringRef Builtins, StringRef Output) {
  std::vector<std::string> Words = {
      "-x", "cl", "-cl-std=CL2.0", "-Xclang", "-cl-ext=+all", "-target",
      "amdgcn-amd-amdhsa", "-mcpu=" + Options.Processor, "-nogpulib",
      // Messages are for readClangErrors(), and warnings are not its matter.
      "-w", "-fno-color-diagnostics", "-fno-caret-diagnostics",
      "-fno-diagnostics-show-option", "-gline-tables-only", "-O1",
      // Findings name arguments.
      "-cl-kernel-arg-info", "-include", Builtins.str()};
  Words.insert(Words.end(), Options.Extra.begin(), Options.Extra.end());
  addFeatures(Options.Features, Words);
  for (StringRef Last : {StringRef("-c"), StringRef("-emit-llvm"),
                         StringRef("-o"), Output, StringRef("--"), File})
    Words.push_back(Last.str());
  return Words;
}

/// The names of the macros that \p Options define on the command line.
static std::vector<std::string> definedMacros(const OpenCLOptions &Options) {
  std::vector<std::string> Names;
  for (size_t I = 0; I < Options.Extra.size(); ++I) {
    StringRef Word = Options.Extra[I];
    if (!Word.consume_front("-D"))
      continue;
    if (Word.empty() && I + 1 < Options.Extra.size())
      Word = Options.Extra[++I];
    StringRef Name = Word.take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_' || C == '$'; });
    if (!Name.empty())
      Names.push_back(Name.str());
  }
  return Names;
}

/// The built-ins, in which the macros of the user mean nothing.
static std::string headerFor(const OpenCLOptions &Options) {
  std::string Text = "#line 1 \"opencl-builtins.h\"\n";
  std::vector<std::string> Names = definedMacros(Options);
  for (const std::string &Name : Names)
    Text += "#pragma push_macro(\"" + Name + "\")\n#undef " + Name + "\n";
  Text += openCLBuiltins();
  for (const std::string &Name : llvm::reverse(Names))
    Text += "#pragma pop_macro(\"" + Name + "\")\n";
  return Text;
}

namespace {
class Compilation {
public:
  Compilation(StringRef File, const OpenCLOptions &Options,
              std::vector<std::string> *Read)
      : File(File), Options(Options), Read(Read) {}
  llvm::Expected<std::string> run();

private:
  llvm::Expected<std::string> findCompiler() const;
  llvm::Error failed(const ProgramResult &Run) const;
  llvm::Error error(const llvm::Twine &Message) const {
    return inputError(Options.Problem, name(), Message);
  }
  /// As clang calls it, too.
  StringRef name() const { return isStandardInput() ? "<stdin>" : File; }
  bool isStandardInput() const { return File == "-"; }

  StringRef File;
  const OpenCLOptions &Options;
  std::vector<std::string> *Read;
};
} // namespace

llvm::Expected<std::string> Compilation::findCompiler() const {
  llvm::ErrorOr<std::string> Found =
      llvm::sys::findProgramByName(Options.Compiler);
  if (Found)
    return *Found;
  return error("OpenCL C needs the compiler " + Options.Compiler +
               ", which is not installed (Debian's package clang-22)");
}

llvm::Error Compilation::failed(const ProgramResult &Run) const {
  llvm::Error All = llvm::Error::success();
  for (Finding &F :
       readClangErrors(Run.Messages, name(), Options.Problem, Options.Text))
    All = llvm::joinErrors(std::move(All),
                           llvm::make_error<InputError>(std::move(F)));
  if (All)
    return All;
  if (!Run.Why.empty())
    return error("cannot run " + Options.Compiler + ": " + Run.Why);
  return error(Options.Compiler + " failed with exit code " +
               llvm::Twine(Run.ExitCode));
}

/// Options of the user may have clang print something else.
static bool isBitcode(StringRef Text) { return Text.starts_with("BC\xC0\xDE"); }

/// The files that "x: FILE...", a rule of make that clang wrote, depends on.
static std::vector<std::string> filesOfRule(StringRef Rule) {
  Rule.consume_front("x:");
  std::vector<std::string> Files;
  std::string Name;
  while (!Rule.empty()) {
    bool Ends = Rule.consume_front("\\\n") || Rule.consume_front("\n") ||
                Rule.consume_front(" ");
    if (!Ends) {
      // What stands for a character with a meaning of its own.
      if (Rule.starts_with("\\ ") || Rule.starts_with("\\#") ||
          Rule.starts_with("$$"))
        Rule = Rule.drop_front();
      Name += Rule.front();
      Rule = Rule.drop_front();
    }
    if ((Ends || Rule.empty()) && !Name.empty())
      Files.push_back(std::exchange(Name, ""));
  }
  // The built-ins; the name is clang's.
  llvm::erase(Files, ProgramInput::FileName);
  return Files;
}

llvm::Expected<std::string> Compilation::run() {
  llvm::Expected<std::string> Compiler = findCompiler();
  if (!Compiler)
    return Compiler.takeError();
  std::vector<std::string> Words = {*Compiler};
  if (Read)
    llvm::append_range(
        Words, std::initializer_list<StringRef>{"-MD", "-MT", "x", "-MF",
                                                ProgramInput::OtherName});
  llvm::append_range(
      Words, openCLArguments(File, Options, ProgramInput::FileName, "-"));
  std::string Header = headerFor(Options);
  ProgramInput Input;
  Input.File = Header;
  Input.Text = Options.Text;
  ProgramResult Run = runProgram(Words, Input);
  if (Run.ExitCode != 0)
    return failed(Run);
  if (!isBitcode(Run.Output))
    return error(Options.Compiler + " wrote no module with these options");
  if (Read)
    *Read = filesOfRule(Run.Other);
  return std::move(Run.Output);
}

llvm::Expected<std::string> compileOpenCL(StringRef File,
                                          const OpenCLOptions &Options,
                                          std::vector<std::string> *Read) {
  // Clang's own message for this does not say where it looked.
  if (File != "-" && !llvm::sys::fs::exists(File))
    return inputError(Options.Problem, File, "no such file");
  return Compilation(File, Options, Read).run();
}

} // namespace fencepost
