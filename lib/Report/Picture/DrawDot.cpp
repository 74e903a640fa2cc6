//===- DrawDot.cpp - Pictures by Graphviz ---------------------------------===//
// See DrawDot.h.
//===----------------------------------------------------------------------===//
#include "DrawDot.h"
#include "fencepost/Support/InputError.h"
#include "fencepost/Support/RunProgram.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

llvm::Expected<std::string> drawDot(llvm::StringRef Document,
                                    llvm::raw_ostream &Messages) {
  auto Error = [](const llvm::Twine &Message) {
    return inputError(Diag::Usage, "", Message);
  };
  llvm::ErrorOr<std::string> Program = llvm::sys::findProgramByName("dot");
  if (!Program)
    return Error("a picture needs the program dot, which is not installed "
                 "(Debian's package graphviz); a name that ends in .dot needs "
                 "nothing");
  ProgramInput Input;
  Input.Text = Document;
  ProgramResult Run = runProgram({*Program, "-Tsvg"}, Input);
  Messages << Run.Messages;
  if (Run.ExitCode != 0)
    return Error("cannot draw: dot failed" +
                 (Run.Why.empty() ? "" : ": " + Run.Why));
  return std::move(Run.Output);
}

} // namespace fencepost
