//===- DrawDot.cpp - Pictures by Graphviz ---------------------------------===//
// See DrawDot.h.
//===----------------------------------------------------------------------===//
#include "DrawDot.h"
#include "WriteFile.h"
#include "fencepost/Support/InputError.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

namespace fencepost {

llvm::Expected<std::string> svgOf(llvm::StringRef Document) {
  auto Error = [](const llvm::Twine &What) {
    return inputError(Diag::Usage, "", What);
  };
  llvm::ErrorOr<std::string> Program = llvm::sys::findProgramByName("dot");
  if (!Program)
    return Error("a picture needs the program dot, which is not installed "
                 "(Debian's package graphviz); a name that ends in .dot needs "
                 "nothing");
  llvm::SmallString<128> From, To;
  if (std::error_code Why =
          llvm::sys::fs::createTemporaryFile("fencepost", "dot", From))
    return Error("cannot make a temporary file: " + Why.message());
  llvm::FileRemover RemoveFrom(From);
  if (std::error_code Why =
          llvm::sys::fs::createTemporaryFile("fencepost", "svg", To))
    return Error("cannot make a temporary file: " + Why.message());
  llvm::FileRemover RemoveTo(To);
  if (llvm::Error E = writeOutput(From, Document))
    return E;
  llvm::StringRef Arguments[] = {*Program, "-Tsvg", "-o", To, From};
  std::string Why;
  int Code = llvm::sys::ExecuteAndWait(*Program, Arguments, std::nullopt, {}, 0,
                                       0, &Why);
  if (Code != 0)
    return Error("cannot draw: dot failed" + (Why.empty() ? "" : ": " + Why));
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> Made =
      llvm::MemoryBuffer::getFile(To);
  if (!Made)
    return Error("cannot draw: " + Made.getError().message());
  return (*Made)->getBuffer().str();
}

} // namespace fencepost
