//===- LowerIR.cpp - `fencepost lower` on LLVM IR -------------------------===//
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "LowerOptions.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/IR/ReadModule.h"

namespace fencepost {

static llvm::Expected<std::vector<lower::FunctionCode>>
readIR(llvm::StringRef Text, llvm::StringRef File,
       const LowerOptions &Options) {
  IRSourceOptions Reading;
  Reading.Syntax = Diag::IRSyntax;
  Reading.Semantics = Diag::IRTarget;
  Reading.Modules = true;
  Reading.Places = false;
  llvm::Expected<std::unique_ptr<IRSource>> Source =
      IRSource::parse(Text, File, Reading);
  if (!Source)
    return Source.takeError();
  return ir::readModule(**Source,
                        {Options.Cpu, Options.Features, Options.Listing.All});
}

int runLowerOnIR(const Invocation &I) { return runLowerFiles(I, readIR); }

} // namespace fencepost
