//===- Commands.cpp - The table of commands and options -------------------===//
#include "Commands.h"
#include "Options.h"
#include "fencepost/Report/Outcome.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

using llvm::StringLiteral;

static constexpr StringLiteral Formats[] = {"text", "json", "sarif"};
static constexpr StringLiteral TextOrJson[] = {"text", "json"};
static constexpr StringLiteral Strategies[] = {"minimize", "disjoint",
                                               "optimal"};
static constexpr StringLiteral ColorModes[] = {"auto", "always", "never"};
static constexpr StringLiteral Dialects[] = {"spec", "llvm22"};
static constexpr StringLiteral CodeObjectVersions[] = {"2", "3", "4", "5", "6"};
/// The command judges the values.
static constexpr llvm::ArrayRef<StringLiteral> Unchecked;

/// Shared by every command that reports findings.
static constexpr OptionRow ReportOptionRows[] = {
    {"format", OptionKind::Value, "FORMAT",
     "how to print: text, json or sarif (default text)", Formats},
    {"json", OptionKind::Flag, "", "the same as --format=json"},
    {"color", OptionKind::Value, "WHEN",
     "colour the text: auto, always or never (default auto: on a terminal)",
     ColorModes},
    {"W", OptionKind::Joined, "NAME",
     "-Wno-NAME hides a diagnostic, -WNAME shows it again, -Werror and "
     "-Werror=NAME turn warnings into errors; -Wpossible and -Wperf show what "
     "could not be ruled out, and what is slower than it needs to be",
     Unchecked, WarningOptions::arguments},
};

static constexpr OptionRow CheckOptionRows[] = {
    {"mcpu", OptionKind::Value, "PROCESSOR",
     "the processor to compile for (default: what each kernel's target-cpu "
     "says)",
     Unchecked, targetIDs},
    {"mattr", OptionKind::Value, "FEATURES",
     "how its code is run, as for LLVM: +cumode, +tgsplit, +wavefrontsize64"},
    {"work-group", OptionKind::Value, "X[,Y[,Z]]",
     "the size of the work-groups of kernels that require none"},
    {"dump-sync", OptionKind::Flag, "",
     "instead of checking, print the view of each kernel: its accesses, "
     "barriers and fences, with their addresses and conditions"},
    {"witness", OptionKind::Value, "DIR",
     "write every race as a litmus test into DIR, for 'fencepost litmus'"},
    {"baseline", OptionKind::Value, "FILE",
     "do not report the findings that FILE lists as known"},
    {"write-baseline", OptionKind::Value, "FILE",
     "write all findings to FILE, for --baseline, instead of reporting them"},
    {"summary", OptionKind::Flag, "",
     "print the number of kernels that were checked even if nothing was found"},
    {"j", OptionKind::Value, "N",
     "check N files at a time (default: one for each core)"},
};
static constexpr llvm::ArrayRef<OptionRow> CheckGroups[] = {CheckOptionRows,
                                                            ReportOptionRows};

static constexpr OptionRow ExplainOptionRows[] = {
    {"mcpu", OptionKind::Value, "PROCESSOR", "the processor to compile for",
     Unchecked, targetIDs},
    {"mattr", OptionKind::Value, "FEATURES",
     "how its code is run, as for LLVM: +cumode, +tgsplit, +wavefrontsize64"},
    {"as", OptionKind::Value, "DIALECT",
     "whose word counts: spec, the specification's (default), or llvm22, what "
     "LLVM 22.1 emits",
     Dialects},
    {"work-group", OptionKind::Value, "N",
     "work-groups have N work-items; one wave needs fewer instructions"},
    {"format", OptionKind::Value, "FORMAT",
     "how to print: text or json (default text)", TextOrJson},
    {"json", OptionKind::Flag, "", "the same as --format=json"},
    {"all-targets", OptionKind::Flag, "",
     "compare the code of all processors in all modes"},
    {"batch", OptionKind::Value, "FILE",
     "answer the questions in FILE, one JSON object per line, - for standard "
     "input"},
    {"table", OptionKind::Flag, "",
     "every operation on every processor, or on that of -mcpu, as lines that "
     "--batch takes too"},
    {"differences", OptionKind::Flag, "",
     "where LLVM 22.1 departs from the specification, as a table"},
    {"rules", OptionKind::Flag, "", "the rules behind the code, as a table"},
};
static constexpr llvm::ArrayRef<OptionRow> ExplainGroups[] = {
    ExplainOptionRows};

static constexpr OptionRow InspectOptionRows[] = {
    {"kernel", OptionKind::Value, "NAME",
     "print only this kernel (may be repeated)"},
    {"disassemble", OptionKind::Flag, "",
     "print the instructions of each kernel, with source lines when the object "
     "has debug information"},
    {"d", OptionKind::Flag, "", "the same as --disassemble"},
};
static constexpr llvm::ArrayRef<OptionRow> InspectGroups[] = {InspectOptionRows,
                                                              ReportOptionRows};

static constexpr OptionRow LitmusOptionRows[] = {
    {"unroll", OptionKind::Value, "N",
     "the number of iterations of a loop, at most (default 4)"},
    {"time-limit", OptionKind::Value, "SECONDS",
     "stop a test after this time: its verdict is then Unknown unless an "
     "outcome that was found decides it (default: none)"},
    {"count", OptionKind::Flag, "", "print the number of executions"},
    {"explain", OptionKind::Flag, "",
     "print why the condition is allowed (an execution, and why each read may "
     "see its write) or forbidden (the axiom and the cycle it rules out)"},
    {"graph", OptionKind::Value, "FILE",
     "draw an execution that decides the condition into a .svg or .dot file"},
    {"graph-all", OptionKind::Value, "DIR",
     "draw an execution for every outcome of every test into this directory"},
    {"mcpu", OptionKind::Value, "PROCESSOR",
     "report the operations that this processor does not have", Unchecked,
     targetIDs},
    {"skip-axiom", OptionKind::Value, "NAME",
     "do not require this axiom (may be repeated): happens-before, seq-cst, "
     "coherence, atomicity, thin-air, overwritten, future",
     Unchecked, axiomNames},
    {"letter", OptionKind::Flag, "",
     "take the specification literally: a plain write before all others does "
     "not count as an initial value"},
    {"quiet", OptionKind::Flag, "", "print only the summary"},
    {"j", OptionKind::Value, "N",
     "run N tests at a time (default: one for each core)"},
};
static constexpr llvm::ArrayRef<OptionRow> LitmusGroups[] = {LitmusOptionRows,
                                                             ReportOptionRows};

static constexpr OptionRow LowerOptionRows[] = {
    {"mcpu", OptionKind::Value, "PROCESSOR",
     "the processor to compile for (default: what each function's target-cpu "
     "says)",
     Unchecked, targetIDs},
    {"mattr", OptionKind::Value, "FEATURES",
     "how its code is run, as for LLVM: +cumode, +tgsplit, +wavefrontsize64"},
    {"as", OptionKind::Value, "DIALECT",
     "whose word counts: spec, the specification's (default), or llvm22, what "
     "LLVM 22.1 emits",
     Dialects},
    {"all", OptionKind::Flag, "", "list plain accesses too"},
    {"summary", OptionKind::Flag, "",
     "print only how many waits, write-backs, invalidates, barriers and "
     "atomics "
     "each kernel has"},
    {"rewrite", OptionKind::Flag, "",
     "instead of listing, rewrite what LLVM 22 does not know into LLVM IR that "
     "it compiles to the listed code"},
    {"o", OptionKind::Value, "FILE",
     "where --rewrite writes (default: standard output)"},
};
static constexpr llvm::ArrayRef<OptionRow> LowerGroups[] = {LowerOptionRows,
                                                            ReportOptionRows};

static constexpr OptionRow PlaceOptionRows[] = {
    {"o", OptionKind::Value, "FILE",
     "where to write the module: bitcode if the name ends in .bc, otherwise "
     "text; - is standard output (default: nothing is written)"},
    {"S", OptionKind::Flag, "",
     "write text whatever the name; without -o to standard output"},
    {"in-place", OptionKind::Flag, "", "write the module to the file it is in"},
    {"mcpu", OptionKind::Value, "PROCESSOR",
     "the processor to compile for (default: what each kernel's target-cpu "
     "says)",
     Unchecked, targetIDs},
    {"mattr", OptionKind::Value, "FEATURES",
     "how its code is run, as for LLVM: +cumode, +tgsplit, +wavefrontsize64"},
    {"work-group", OptionKind::Value, "X[,Y[,Z]]",
     "the size of the work-groups of kernels that require none"},
    {"replace", OptionKind::Flag, "",
     "remove all existing barriers, and place those that are needed"},
    {"remove-needless", OptionKind::Flag, "",
     "place nothing, but remove as many existing barriers as possible"},
    {"strategy", OptionKind::Value, "NAME",
     "optimal (the default); with minimize or disjoint, nothing is placed but "
     "their result is reported",
     Strategies},
    {"explain", OptionKind::Flag, "",
     "print for each barrier the hazards that need it, and its alternatives"},
    {"diff", OptionKind::Flag, "",
     "print the changes of the module, as a unified diff"},
    {"source-diff", OptionKind::Flag, "",
     "print where barriers belong in the source, as a unified diff that adds "
     "comments"},
    {"remarks", OptionKind::Value, "FILE",
     "write the placement as remarks in LLVM's YAML format"},
    {"graph", OptionKind::Value, "FILE",
     "draw the kernels with their hazards and barriers, as .svg or .dot"},
    {"certificate", OptionKind::Value, "FILE",
     "write the proof that the barriers suffice and that nothing cheaper does, "
     "as JSON"},
    {"verify", OptionKind::Value, "FILE",
     "place nothing, but verify this certificate against the kernels"},
    {"format", OptionKind::Value, "FORMAT",
     "how to print: text or json (default text)", TextOrJson},
    {"json", OptionKind::Flag, "", "the same as --format=json"},
};
static constexpr llvm::ArrayRef<OptionRow> PlaceGroups[] = {PlaceOptionRows};

static constexpr OptionRow TargetsOptionRows[] = {
    {"format", OptionKind::Value, "FORMAT",
     "how to print: text or json (default text)", TextOrJson},
    {"json", OptionKind::Flag, "", "the same as --format=json"},
    {"runs", OptionKind::Value, "TARGET-ID",
     "report whether a code object for this target ID runs on the processor",
     Unchecked, targetIDs},
    {"code-object-version", OptionKind::Value, "N",
     "the version of that code object, 2 to 6 (default 6)", CodeObjectVersions},
    {"generic-version", OptionKind::Value, "N",
     "the generic version of that code object (default: the newest known)"},
};
static constexpr llvm::ArrayRef<OptionRow> TargetsGroups[] = {
    TargetsOptionRows};

static constexpr CommandRow Commands[] = {
    {"check", "FILE|DIRECTORY...",
     "find wrong and needless synchronization in kernels",
     "Reads LLVM IR (.ll, .bc) and OpenCL C (.cl, compiled by clang-22), and "
     "reports\n"
     "races on LDS and global memory, barriers in non-uniform control flow or "
     "without\n"
     "their fences, asynchronous transfers that are not waited for, and flags "
     "that\n"
     "publish nothing. An error names two work-items that reproduce it. A "
     "directory\n"
     "means all the .ll, .bc and .cl files in it, - means standard input. "
     "Words after\n"
     "-- are options for clang. Exit code: 0 if nothing was found, 1 if "
     "something was,\n"
     "3 if something was not understood, 2 for bad input.\n",
     CheckGroups, "files", runCheck, "CLANG-OPTION..."},
    {"completion",
     "bash|zsh",
     "print a completion script for a shell",
     "Prints a script that completes commands, options and their values,\n"
     "processors and file names. For bash:\n"
     "  source <(fencepost completion bash)\n"
     "For zsh, in a directory of $fpath:\n"
     "  fencepost completion zsh > _fencepost\n",
     {},
     "shells",
     runCompletion},
    {"explain", "OPERATION", "show the machine code of an operation, and why",
     "Prints the instructions that perform an atomic, a fence, a barrier or "
     "another\n"
     "operation of the memory model on a processor, and why each is there. "
     "The\n"
     "operation is spelled in words, as in a litmus test or as in LLVM IR:\n"
     "  fencepost explain 'store atomic release agent global' -mcpu=gfx942\n"
     "  fencepost explain 'r0 = load atomic flag acquire agent' -mcpu=gfx942\n"
     "  fencepost explain 'fence syncscope(\"workgroup\") release' "
     "-mcpu=gfx942\n"
     "docs/lowering.md has all words, and those of --batch.\n",
     ExplainGroups, "nothing", runExplain},
    {"help",
     "[COMMAND]",
     "explain fencepost or one of its commands",
     "Prints the list of commands, or all about one of them.\n",
     {},
     "commands",
     runHelp},
    {"inspect", "FILE...", "show what is in a code object",
     "Reads AMDGPU code objects: ELF relocatable or shared objects, clang "
     "offload\n"
     "bundles (plain and compressed), and host objects, programs and archives "
     "that\n"
     "embed them. Prints, for each: its target, sections, symbols and notes, "
     "and\n"
     "for each kernel the decoded descriptor, resources and occupancy, "
     "arguments,\n"
     "and what every register holds when the kernel starts. Whatever "
     "contradicts\n"
     "the specification or itself is reported as a finding.\n",
     InspectGroups, "files", runInspect},
    {"litmus", "FILE|DIRECTORY...", "run litmus tests on AMD's memory model",
     "Prints every outcome that each small GPU program may have by the "
     "barrier,\n"
     "memory and async model, every race, every undefined behaviour and every "
     "hang,\n"
     "and whether the test's final condition holds. A directory means all the "
     ".litmus\n"
     "and .ll files in it, - means standard input, @LIST a file that names "
     "tests.\n"
     "Exit code: 0 if all conditions hold, 1 if some do not, 3 if some could "
     "not be\n"
     "decided, 2 for bad input.\n",
     LitmusGroups, "files", runLitmus},
    {"lower", "FILE|DIRECTORY...",
     "list the machine code of a program's synchronization",
     "Reads LLVM IR (.ll, .bc) and litmus tests, and prints for each kernel, "
     "function\n"
     "or thread every operation that synchronizes: its position, and the "
     "machine\n"
     "instructions that it becomes on the processor. A directory means all the "
     ".ll,\n"
     ".bc and .litmus files in it, - means standard input. Exit code: 0, or 3 "
     "if\n"
     "something is not understood or calls code that is not in the input, 2 "
     "for bad\n"
     "input and for operations that the processor does not have.\n",
     LowerGroups, "files", runLower},
    {"place", "FILE", "insert the barriers that kernels need",
     "Reads LLVM IR (.ll, .bc) or OpenCL C (.cl, compiled by clang-22; words "
     "after --\n"
     "are options for clang) and inserts barriers with their fences where "
     "waves share\n"
     "LDS: as few as possible, deepest loops first, with a proof that the "
     "number is\n"
     "minimal. Existing barriers are kept and used. Exit code: 0 if the "
     "kernels have\n"
     "what they need, 3 if that is unknown (nothing is written then), 1 if a\n"
     "certificate does not hold or another strategy is not sufficient, 2 for "
     "bad\n"
     "input.\n",
     PlaceGroups, "files", runPlace, "CLANG-OPTION..."},
    {"targets", "[PROCESSOR...]", "show what is known about processors",
     "Without operands a table of all processors; with names, all facts of "
     "each.\n"
     "With --runs, the operand is a device (a processor, with its settings as "
     "in\n"
     "gfx90a:sramecc+:xnack-) and the answer is whether the code object runs "
     "there:\n"
     "exit code 0 if it does, 1 if not.\n",
     TargetsGroups, "processors", runTargets},
};

llvm::ArrayRef<CommandRow> commands() { return Commands; }

const CommandRow *findCommand(llvm::StringRef Name) {
  const auto *It = llvm::find_if(
      Commands, [&](const CommandRow &Row) { return Row.Name == Name; });
  return It == std::end(Commands) ? nullptr : It;
}

} // namespace fencepost
