//===- CheckOptions.cpp - What the user asked of `fencepost check` --------===//
#include "CheckOptions.h"
#include "Output.h"
#include "fencepost/Lower/Mode.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Target/TargetID.h"
#include "llvm/ADT/SmallVector.h"
#include <thread>

namespace fencepost {

using llvm::StringRef;

static llvm::Error parseProcessor(const Invocation &I, CheckOptions &Options) {
  Options.Reading.View.Features = I.value("mattr").str();
  if (!I.has("mcpu"))
    return llvm::Error::success();
  llvm::Expected<TargetID> Id =
      TargetID::parse(I.value("mcpu"), CodeObjectVersion::V6);
  if (!Id)
    return Id.takeError();
  Options.Reading.View.Cpu = Id->Proc->Name.str();
  llvm::Expected<lower::Mode> M = lower::Mode::parse(
      Options.Reading.View.Cpu, Options.Reading.View.Features);
  if (!M)
    return usageError("'--mattr': " + llvm::toString(M.takeError()));
  return llvm::Error::success();
}

/// "256", "16,16" or "8,8,4"; an x may stand for the comma.
static llvm::Error parseWorkGroup(StringRef Text, CheckOptions &Options) {
  std::array<unsigned, 3> Size = {1, 1, 1};
  llvm::SmallVector<StringRef, 3> Parts;
  Text.split(Parts, Text.contains('x') ? 'x' : ',');
  uint64_t All = 1;
  bool Good = Parts.size() <= 3;
  for (size_t D = 0; Good && D < Parts.size(); ++D) {
    Good =
        !Parts[D].getAsInteger(10, Size[D]) && Size[D] >= 1 && Size[D] <= 1024;
    All *= Size[D];
  }
  if (!Good || All > 1024)
    return usageError("'--work-group=" + Text +
                      "': wanted one to three numbers, 1 to 1024 work-items "
                      "altogether");
  Options.Reading.View.WorkGroup = Size;
  return llvm::Error::success();
}

llvm::Expected<CheckOptions> CheckOptions::parse(const Invocation &I) {
  CheckOptions Options;
  if (llvm::Error E = parseProcessor(I, Options))
    return E;
  if (I.has("work-group"))
    if (llvm::Error E = parseWorkGroup(I.value("work-group"), Options))
      return E;
  Options.Reading.Clang = I.rest().vec();
  Options.DumpSync = I.has("dump-sync");
  Options.BaselineFile = I.value("baseline").str();
  Options.NewBaselineFile = I.value("write-baseline").str();
  if (I.has("write-baseline") && Options.NewBaselineFile.empty())
    return usageError("'--write-baseline' wants the name of a file");
  Options.Summary = I.has("summary");
  Options.WitnessDirectory = I.value("witness").str();
  if (I.has("witness") && Options.WitnessDirectory.empty())
    return usageError("'--witness' wants a directory");
  Options.Jobs = std::max(1u, std::thread::hardware_concurrency());
  if (I.has("j") && (I.value("j").getAsInteger(10, Options.Jobs) ||
                     Options.Jobs < 1 || Options.Jobs > 1024))
    return usageError("'-j " + I.value("j") +
                      "': wanted a number from 1 to 1024");
  return Options;
}

} // namespace fencepost
