//===- Targets.cpp - `fencepost targets` ----------------------------------===//
#include "Commands.h"
#include "Output.h"
#include "fencepost/Report/TargetReport.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/Spelling.h"
#include "fencepost/Target/TargetID.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using llvm::StringRef;

/// The processor of that name, which may also be an alias.
static llvm::Expected<const Processor *> processorNamed(StringRef Name) {
  llvm::Expected<TargetID> Id = TargetID::parse(Name, CodeObjectVersion::V6);
  if (!Id)
    return Id.takeError();
  return Id->Proc;
}

static int showProcessors(const Invocation &I) {
  llvm::SmallVector<const Processor *> Wanted;
  for (StringRef Name : I.operands()) {
    llvm::Expected<const Processor *> Proc = processorNamed(Name);
    if (!Proc)
      return fail(Proc.takeError());
    Wanted.push_back(*Proc);
  }
  if (wantsJson(I)) {
    printJson(Wanted.empty() ? targetsJson() : targetsJson(Wanted));
    return 0;
  }
  if (Wanted.empty())
    printTargetTable(llvm::outs());
  for (const Processor *P : Wanted) {
    if (P != Wanted.front())
      llvm::outs() << '\n';
    printTarget(llvm::outs(), *P);
  }
  return 0;
}

/// The number after --generic-version, or the newest version of the target.
static llvm::Expected<unsigned> genericVersion(const Invocation &I,
                                               const Processor &P) {
  unsigned Version = P.GenericVersion;
  StringRef Text = I.value("generic-version");
  if (!Text.empty() && (Text.getAsInteger(10, Version) || Version > 255))
    return inputError(Diag::Usage, "",
                      "'--generic-version' requires a number from 0 to 255");
  return Version;
}

/// A device is named like a target ID; a setting left out is off.
static llvm::Expected<Device> deviceNamed(StringRef Name) {
  llvm::Expected<TargetID> Id = TargetID::parse(Name, CodeObjectVersion::V6);
  if (!Id)
    return Id.takeError();
  return Device{Id->Proc, Id->SramEcc == FeatureSetting::On,
                Id->Xnack == FeatureSetting::On};
}

static llvm::Expected<int> decideRuns(const Invocation &I) {
  auto Version = static_cast<CodeObjectVersion>(
      I.value("code-object-version", "6").front() - '0');
  llvm::Expected<TargetID> Code = TargetID::parse(I.value("runs"), Version);
  if (!Code)
    return Code.takeError();
  llvm::Expected<unsigned> Generic = genericVersion(I, *Code->Proc);
  if (!Generic)
    return Generic.takeError();
  if (I.operands().size() != 1)
    return inputError(Diag::Usage, "",
                      "'--runs' requires one processor to run on");
  llvm::Expected<Device> Device = deviceNamed(I.operands().front());
  if (!Device)
    return Device.takeError();
  Compatibility Answer = canRun(*Code, Version, *Generic, *Device);
  if (wantsJson(I))
    printJson(llvm::json::Object{
        {"version", 1}, {"runs", Answer.CanRun}, {"reason", Answer.Reason}});
  else
    llvm::outs() << (Answer.CanRun ? "yes" : "no: " + Answer.Reason) << '\n';
  return Answer.CanRun ? ExitHolds : ExitFindings;
}

int runTargets(const Invocation &I) {
  for (StringRef Option : {"code-object-version", "generic-version"})
    if (I.has(Option) && !I.has("runs"))
      return fail(
          inputError(Diag::Usage, "", "'--" + Option + "' requires '--runs'"));
  if (!I.has("runs"))
    return showProcessors(I);
  llvm::Expected<int> Code = decideRuns(I);
  return Code ? *Code : fail(Code.takeError());
}

} // namespace fencepost
