//===- LowerRewrite.cpp - `fencepost lower --rewrite` ---------------------===//
// One file of LLVM IR in, one out, and nothing written unless all of it can be
// rewritten. Only in the large program; see HandOver.cpp.
//===----------------------------------------------------------------------===//
#include "Commands.h"
#include "LowerOptions.h"
#include "Output.h"
#include "fencepost/Rewrite/RewriteText.h"
#include "fencepost/Support/InputError.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

static llvm::Error usage(const llvm::Twine &Message) {
  return inputError(Diag::Usage, "", Message);
}

static llvm::Error checkOptions(const Invocation &I) {
  for (llvm::StringRef Other : {"all", "as", "summary", "json", "format"})
    if (I.has(Other))
      return usage("'--rewrite' prints no listing, so '--" + Other +
                   "' has no place beside it");
  if (I.operands().size() != 1)
    return usage("'--rewrite' takes one file of LLVM IR");
  if (llvm::StringRef(I.operands().front()).ends_with(".litmus"))
    return usage("'--rewrite' rewrites LLVM IR, not litmus tests");
  return llvm::Error::success();
}

static void printRemark(const Note &Remark) {
  llvm::raw_ostream &OS = llvm::errs();
  OS << Remark.Where.File;
  if (Remark.Where.Line)
    OS << ':' << Remark.Where.Line << ':' << Remark.Where.Column;
  OS << ": remark: " << Remark.Message << '\n';
}

/// A device or pipe is written to; a regular file is replaced when all of it is
/// there.
static llvm::Error writeFile(llvm::StringRef File, llvm::StringRef Text) {
  if (llvm::sys::fs::exists(File) && !llvm::sys::fs::is_regular_file(File)) {
    std::error_code Why;
    llvm::raw_fd_ostream OS(File, Why);
    if (Why)
      return llvm::errorCodeToError(Why);
    OS << Text;
    OS.close();
    Why = OS.error();
    OS.clear_error();
    return llvm::errorCodeToError(Why);
  }
  return llvm::writeToOutput(File, [&](llvm::raw_ostream &OS) {
    OS << Text;
    return llvm::Error::success();
  });
}

static llvm::Error write(llvm::StringRef File, llvm::StringRef Text) {
  if (File == "-") {
    llvm::outs() << Text;
    return llvm::Error::success();
  }
  llvm::Error Problem = writeFile(File, Text);
  if (!Problem)
    return llvm::Error::success();
  return usage("cannot write " + File + ": " +
               llvm::toString(std::move(Problem)));
}

static llvm::Error rewriteFile(const Invocation &I,
                               const LowerOptions &Options) {
  if (llvm::Error E = checkOptions(I))
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
  return write(I.value("o", "-"), Result->Text);
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
