//===- LowerOptions.cpp - What the user asked of `fencepost lower` --------===//
#include "LowerOptions.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Target/TargetID.h"

namespace fencepost {

llvm::Expected<LowerOptions> LowerOptions::parse(const Invocation &I) {
  LowerOptions Options;
  if (I.has("mcpu")) {
    llvm::Expected<TargetID> Id =
        TargetID::parse(I.value("mcpu"), CodeObjectVersion::V6);
    if (!Id)
      return Id.takeError();
    Options.Cpu = Id->Proc->Name.str();
    llvm::Expected<lower::Mode> M =
        lower::Mode::parse(Options.Cpu, I.value("mattr"));
    if (!M)
      return inputError(Diag::Usage, "",
                        "'--mattr': " + llvm::toString(M.takeError()));
  }
  Options.Features = I.value("mattr").str();
  Options.Listing.As = *lower::parseDialect(I.value("as", "spec"));
  Options.Listing.All = I.has("all");
  Options.Summary = I.has("summary");
  return Options;
}

} // namespace fencepost
