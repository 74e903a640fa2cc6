//===- Explain.cpp - `fencepost explain` ----------------------------------===//
#include "Commands.h"
#include "Output.h"
#include "fencepost/Lower/OperationText.h"
#include "fencepost/Report/ExplainBatch.h"
#include "fencepost/Report/ExplainReport.h"
#include "fencepost/Report/ExplainTables.h"
#include "fencepost/Report/ExplainTargets.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Target/TargetID.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using llvm::StringRef;
using lower::Dialect;
using lower::Mode;

static llvm::Error explainUsage(const llvm::Twine &Message) {
  return usageError(Message + " (see 'fencepost help explain')");
}

/// The work-items of a work-group, 0 if it may have any number.
static llvm::Expected<unsigned> workGroup(const Invocation &I) {
  unsigned Size = 0;
  if (I.has("work-group") && (I.value("work-group").getAsInteger(10, Size) ||
                              Size == 0 || Size > 1024))
    return explainUsage("'--work-group' requires a number from 1 to 1024");
  return Size;
}

static llvm::Expected<Mode> mode(const Invocation &I) {
  if (I.value("mcpu").empty())
    return explainUsage("which processor? '-mcpu=gfx942' names one, "
                        "'--all-targets' compares all");
  llvm::Expected<TargetID> Id =
      TargetID::parse(I.value("mcpu"), CodeObjectVersion::V6);
  if (!Id)
    return Id.takeError();
  llvm::Expected<unsigned> Size = workGroup(I);
  if (!Size)
    return Size.takeError();
  llvm::Expected<Mode> Where = Mode::parse(Id->Proc->Name, I.value("mattr"));
  if (!Where)
    return explainUsage("'--mattr': " + llvm::toString(Where.takeError()));
  Where->OneWave = *Size != 0 && *Size <= Where->WaveSize;
  return *Where;
}

static llvm::Expected<Operation> operation(const Invocation &I) {
  if (I.operands().size() != 1)
    return explainUsage("'explain' requires one operation, in quotes");
  return lower::parseOperation(I.operands().front());
}

static llvm::Error explainOne(const Invocation &I, Dialect As) {
  llvm::Expected<Operation> Op = operation(I);
  if (!Op)
    return Op.takeError();
  llvm::Expected<Mode> Where = mode(I);
  if (!Where)
    return Where.takeError();
  llvm::Expected<lower::Explanation> E = lower::explain(*Op, *Where, As);
  if (!E) {
    Location Place;
    Place.Entity = printOperation(*Op);
    return inputError(Diag::OperationIllegal, Place,
                      llvm::toString(E.takeError()));
  }
  if (wantsJson(I))
    printJson(explanationJson(*E));
  else
    printExplanation(llvm::outs(), *E);
  return llvm::Error::success();
}

static llvm::Error compareTargets(const Invocation &I, Dialect As) {
  llvm::Expected<Operation> Op = operation(I);
  if (!Op)
    return Op.takeError();
  llvm::Expected<unsigned> Size = workGroup(I);
  if (!Size)
    return Size.takeError();
  std::vector<lower::TargetGroup> Groups =
      lower::explainTargets(*Op, As, *Size);
  if (wantsJson(I))
    printJson(targetGroupsJson(*Op, As, Groups));
  else
    printTargetGroups(llvm::outs(), *Op, As, Groups);
  return llvm::Error::success();
}

static llvm::Error printTable(const Invocation &I, Dialect As) {
  std::vector<Mode> Modes = lower::allModes();
  if (I.has("mcpu")) {
    llvm::Expected<Mode> Where = mode(I);
    if (!Where)
      return Where.takeError();
    if (I.has("mattr"))
      Modes = {*Where};
    else
      llvm::erase_if(Modes,
                     [&](const Mode &M) { return M.Proc != Where->Proc; });
  }
  printOperationTable(llvm::outs(), Modes, As);
  return llvm::Error::success();
}

static llvm::Error printDifferences(const Invocation &I, Dialect) {
  if (wantsJson(I))
    printJson(differencesJson());
  else
    printDifferences(llvm::outs());
  return llvm::Error::success();
}

static llvm::Error printRules(const Invocation &I, Dialect) {
  if (wantsJson(I))
    printJson(rulesJson());
  else
    printRules(llvm::outs());
  return llvm::Error::success();
}

// `--batch` reads a block at a time and answers the lines that are complete.
// What was answered is written before more is asked for, so that the program
// can also be talked to line by line over a pipe. Tested by
// test/explain/batch-*.test.

static constexpr size_t BlockSize = 1 << 18;

namespace {
class BatchRun {
public:
  explicit BatchRun(lower::Dialect Default) : Default(Default) {}

  /// Takes the next bytes of the input.
  void take(StringRef Block);
  /// Answers a last line that no new line ends, and writes everything.
  int finish();

private:
  void answer(StringRef Line);
  void write();

  lower::Dialect Default;
  uint64_t Lines = 0;
  bool AllUnderstood = true;
  std::string Partial; ///< The beginning of a line whose end is to come.
  llvm::SmallVector<char, 0> Out;
};
} // namespace

void BatchRun::answer(StringRef Line) {
  AllUnderstood &= answerBatchLine(Line, ++Lines, Default, Out);
}

void BatchRun::write() {
  llvm::outs() << StringRef(Out.data(), Out.size());
  llvm::outs().flush();
  Out.clear();
}

void BatchRun::take(StringRef Block) {
  while (true) {
    size_t End = Block.find('\n');
    StringRef Line = Block.take_front(End);
    if (End == StringRef::npos) {
      // Of a line that is too long, only that it is has to be kept.
      if (Partial.size() <= MaxBatchLine)
        Partial += Line;
      break;
    }
    if (Partial.empty()) {
      answer(Line);
    } else {
      if (Partial.size() <= MaxBatchLine)
        Partial += Line;
      answer(Partial);
      Partial.clear();
    }
    Block = Block.drop_front(End + 1);
  }
  write();
}

int BatchRun::finish() {
  if (!Partial.empty())
    answer(Partial);
  write();
  return AllUnderstood ? ExitHolds : ExitBadInput;
}

static llvm::Error unreadable(StringRef Name, const llvm::Twine &Why) {
  return inputError(Diag::UnreadableInput, Name == "-" ? "<stdin>" : Name, Why);
}

static llvm::Expected<llvm::sys::fs::file_t> openQuestions(StringRef Name) {
  if (Name == "-")
    return llvm::sys::fs::getStdinHandle();
  llvm::sys::fs::file_type Type = llvm::sys::fs::get_file_type(Name);
  if (Type == llvm::sys::fs::file_type::directory_file)
    return unreadable(Name, "is a directory");
  if (Type == llvm::sys::fs::file_type::block_file)
    return unreadable(Name, "is a device");
  llvm::Expected<llvm::sys::fs::file_t> File =
      llvm::sys::fs::openNativeFileForRead(Name);
  if (!File)
    return unreadable(Name, llvm::toString(File.takeError()));
  return *File;
}

/// Answers every line of the file \p Name, or of standard input for "-", in
/// order; memory does not grow with the input. Returns the exit code.
static int explainBatch(StringRef Name, lower::Dialect Default) {
  llvm::Expected<llvm::sys::fs::file_t> File = openQuestions(Name);
  if (!File)
    return fail(File.takeError());
  BatchRun Run(Default);
  std::vector<char> Block(BlockSize);
  while (true) {
    llvm::Expected<size_t> Read =
        llvm::sys::fs::readNativeFile(*File, llvm::MutableArrayRef(Block));
    if (!Read)
      return fail(unreadable(Name, llvm::toString(Read.takeError())));
    if (*Read == 0 || llvm::outs().has_error())
      break;
    Run.take(StringRef(Block.data(), *Read));
  }
  return Run.finish();
}

namespace {
/// What `explain` does beside explaining one operation on one processor.
struct ExplainTask {
  StringRef Option;
  bool TakesOperation;
  /// The options that say something to it; others are a mistake.
  llvm::ArrayRef<StringRef> Takes;
  llvm::Error (*Run)(const Invocation &, Dialect);
};
} // namespace

static constexpr StringRef TargetsOptions[] = {"as", "work-group", "format",
                                               "json"};
static constexpr StringRef TableOptions[] = {"as", "mcpu", "mattr"};
static constexpr StringRef ListOptions[] = {"format", "json"};
static constexpr StringRef BatchOptions[] = {"as"};
static constexpr ExplainTask Tasks[] = {
    {.Option = "all-targets",
     .TakesOperation = true,
     .Takes = TargetsOptions,
     .Run = compareTargets},
    {.Option = "table",
     .TakesOperation = false,
     .Takes = TableOptions,
     .Run = printTable},
    {.Option = "differences",
     .TakesOperation = false,
     .Takes = ListOptions,
     .Run = printDifferences},
    {.Option = "rules",
     .TakesOperation = false,
     .Takes = ListOptions,
     .Run = printRules},
};
static constexpr ExplainTask BatchTask{.Option = "batch",
                                       .TakesOperation = false,
                                       .Takes = BatchOptions,
                                       .Run = nullptr};

/// Rejects options that this mode would ignore.
static llvm::Error checkOptions(const Invocation &I, const ExplainTask &Task) {
  if (!Task.TakesOperation && !I.operands().empty())
    return explainUsage("'--" + Task.Option + "' takes no operation");
  for (const OptionRow &Row : I.command().Options.front())
    if (I.has(Row.Name) && Row.Name != Task.Option &&
        !llvm::is_contained(Task.Takes, StringRef(Row.Name)))
      return explainUsage("'--" + Task.Option + "' does not go with '--" +
                          Row.Name + "'");
  return llvm::Error::success();
}

static llvm::Error runTask(const Invocation &I, const ExplainTask &Task,
                           Dialect As) {
  if (llvm::Error E = checkOptions(I, Task))
    return E;
  return Task.Run(I, As);
}

int runExplain(const Invocation &I) {
  Dialect As = *lower::parseDialect(I.value("as", "spec"));
  if (I.has("batch")) {
    if (llvm::Error E = checkOptions(I, BatchTask))
      return fail(std::move(E));
    return explainBatch(I.value("batch"), As);
  }
  const ExplainTask *Task = llvm::find_if(
      Tasks, [&](const ExplainTask &T) { return I.has(T.Option); });
  llvm::Error E =
      Task == std::end(Tasks) ? explainOne(I, As) : runTask(I, *Task, As);
  return E ? fail(std::move(E)) : ExitHolds;
}

} // namespace fencepost
