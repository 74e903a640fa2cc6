//===- Explain.cpp - `fencepost explain` ----------------------------------===//
#include "Commands.h"
#include "ExplainBatch.h"
#include "Output.h"
#include "fencepost/Lower/OperationText.h"
#include "fencepost/Report/ExplainReport.h"
#include "fencepost/Report/ExplainTables.h"
#include "fencepost/Report/ExplainTargets.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Target/TargetID.h"
#include "llvm/ADT/STLExtras.h"
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
    return explainUsage("'--work-group' wants a number from 1 to 1024");
  return Size;
}

static llvm::Expected<Mode> mode(const Invocation &I) {
  if (I.value("mcpu").empty())
    return explainUsage(
        "which processor? '-mcpu=gfx942' says it, '--all-targets' "
        "compares all");
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
    return explainUsage("'explain' wants one operation, in quotes");
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

namespace {
enum class TaskOperands : uint8_t { None, Operation };

/// What `explain` does beside explaining one operation on one processor.
struct ExplainTask {
  StringRef Option;
  TaskOperands Operands = TaskOperands::None;
  /// The options that say something to it; others are a mistake.
  llvm::ArrayRef<StringRef> Takes;
  llvm::Error (*Run)(const Invocation &, Dialect);
};
} // namespace

static constexpr StringRef TargetsOptions[] = {"as", "work-group", "format",
                                               "json"};
static constexpr StringRef TableOptions[] = {"as", "mcpu", "mattr"};
static constexpr StringRef ListOptions[] = {"format", "json"};
static constexpr ExplainTask Tasks[] = {
    {.Option = "all-targets",
     .Operands = TaskOperands::Operation,
     .Takes = TargetsOptions,
     .Run = compareTargets},
    {.Option = "table", .Takes = TableOptions, .Run = printTable},
    {.Option = "differences", .Takes = ListOptions, .Run = printDifferences},
    {.Option = "rules", .Takes = ListOptions, .Run = printRules},
};

/// Rejects options that this mode would ignore.
static llvm::Error checkOptions(const Invocation &I, StringRef Task,
                                TaskOperands Operands,
                                llvm::ArrayRef<StringRef> Takes) {
  if (Operands == TaskOperands::None && !I.operands().empty())
    return explainUsage("'--" + Task + "' takes no operation");
  for (const OptionRow &Row : I.command().Options.front())
    if (I.has(Row.Name) && Row.Name != Task &&
        !llvm::is_contained(Takes, StringRef(Row.Name)))
      return explainUsage("'--" + Task + "' does not go with '--" + Row.Name +
                          "'");
  return llvm::Error::success();
}

static llvm::Error runTask(const Invocation &I, const ExplainTask &Task,
                           Dialect As) {
  if (llvm::Error E = checkOptions(I, Task.Option, Task.Operands, Task.Takes))
    return E;
  return Task.Run(I, As);
}

int runExplain(const Invocation &I) {
  Dialect As = *lower::parseDialect(I.value("as", "spec"));
  if (I.has("batch")) {
    if (llvm::Error E = checkOptions(I, "batch", TaskOperands::None, {"as"}))
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
