//===- LowerRewrite.cpp - `fencepost lower --rewrite` ---------------------===//
// One file of LLVM IR in, one out, and nothing written unless all of it can be
// rewritten.
//===----------------------------------------------------------------------===//
#include "CallFiles.h"
#include "Commands.h"
#include "LowerOptions.h"
#include "Output.h"
#include "fencepost/Input/InputFiles.h"
#include "fencepost/Rewrite/RewriteText.h"
#include "fencepost/Support/InputError.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

static llvm::Error checkOptions(const Invocation &I) {
  for (llvm::StringRef Other : {"all", "as", "summary", "json", "format"})
    if (I.has(Other))
      return usageError("'--rewrite' prints no listing, so '--" + Other +
                        "' has no place beside it");
  if (I.operands().size() != 1)
    return usageError("'--rewrite' takes one file of LLVM IR");
  if (llvm::StringRef(I.operands().front()).ends_with(".litmus"))
    return usageError("'--rewrite' rewrites LLVM IR, not litmus tests");
  return llvm::Error::success();
}

static void printRemark(const Note &Remark) {
  llvm::raw_ostream &OS = llvm::errs();
  OS << Remark.Where.File;
  if (Remark.Where.Line)
    OS << ':' << Remark.Where.Line << ':' << Remark.Where.Column;
  OS << ": remark: " << Remark.Message << '\n';
}

static llvm::Error rewriteFile(const Invocation &I,
                               const LowerOptions &Options) {
  if (llvm::Error E = checkOptions(I))
    return E;
  CallFiles Files(I);
  Files.addInput(I.operands().front());
  if (llvm::Error E = Files.addOutput("o", I.value("o", "-")))
    return E;
  auto Buffer = readInput(I.operands().front());
  if (!Buffer)
    return Buffer.takeError();
  llvm::Expected<rewrite::RewrittenText> Result = rewrite::rewriteText(
      (*Buffer)->getBuffer(), (*Buffer)->getBufferIdentifier(), Options.Cpu,
      Options.Features);
  if (!Result)
    return Result.takeError();
  for (const Note &Remark : Result->Remarks)
    printRemark(Remark);
  return Files.write(I.value("o", "-"), Result->Text);
}

int runLowerRewrite(const Invocation &I) {
  llvm::Expected<LowerOptions> Options = LowerOptions::parse(I);
  if (!Options)
    return fail(Options.takeError());
  if (llvm::Error E = rewriteFile(I, *Options))
    return fail(std::move(E));
  return 0;
}

} // namespace fencepost
