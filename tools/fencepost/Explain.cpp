//===- Explain.cpp - `fencepost explain` ----------------------------------===//
#include "Commands.h"
#include "ExplainBatch.h"
#include "Output.h"
#include "fencepost/Lower/OperationText.h"
#include "fencepost/Report/ExplainReport.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Target/TargetID.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using namespace lower;
using llvm::StringRef;

static bool wantsJson(const Invocation &I) {
  return I.value("format", I.has("json") ? "json" : "text") == "json";
}

static llvm::Error usage(const llvm::Twine &Message) {
  return inputError(Diag::Usage, "",
                    Message + " (see 'fencepost help explain')");
}

/// The work-items of a work-group, 0 if it may have any number.
static llvm::Expected<unsigned> workGroup(const Invocation &I) {
  unsigned Size = 0;
  if (I.has("work-group") && (I.value("work-group").getAsInteger(10, Size) ||
                              Size == 0 || Size > 1024))
    return usage("'--work-group' wants a number from 1 to 1024");
  return Size;
}

static llvm::Expected<Mode> mode(const Invocation &I) {
  if (I.value("mcpu").empty())
    return usage("which processor? '-mcpu=gfx942' says it, '--all-targets' "
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
    return usage("'--mattr': " + llvm::toString(Where.takeError()));
  Where->OneWave = *Size != 0 && *Size <= Where->WaveSize;
  return *Where;
}

static llvm::Expected<Operation> operation(const Invocation &I) {
  if (I.operands().size() != 1)
    return usage("'explain' wants one operation, in quotes");
  return parseOperation(I.operands().front());
}

static llvm::Error explainOne(const Invocation &I, Dialect As) {
  llvm::Expected<Operation> Op = operation(I);
  if (!Op)
    return Op.takeError();
  llvm::Expected<Mode> Where = mode(I);
  if (!Where)
    return Where.takeError();
  llvm::Expected<Explanation> E = explain(*Op, *Where, As);
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

int runExplain(const Invocation &I) {
  Dialect As = *parseDialect(I.value("as", "spec"));
  if (I.has("batch"))
    return explainBatch(I.value("batch"), As);
  if (llvm::Error E = explainOne(I, As))
    return fail(std::move(E));
  return ExitHolds;
}

} // namespace fencepost
