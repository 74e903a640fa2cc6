//===- InputFiles.cpp - The files that a call names, found and read -------===//
#include "fencepost/Input/InputFiles.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fencepost {

namespace fs = llvm::sys::fs;

std::vector<std::string> InputFiles::stems() const {
  std::vector<std::string> Stems;
  llvm::StringMap<unsigned> Used; // How often each was wanted.
  for (llvm::StringRef File : Files) {
    std::string First =
        File == "-" ? "stdin" : llvm::sys::path::stem(File).str();
    std::string Stem = First;
    for (unsigned &Times = Used[First]; Times != 0;) {
      Stem = First + "." + std::to_string(++Times);
      if (!Used.contains(Stem))
        break;
    }
    Used[Stem] = 1;
    Stems.push_back(std::move(Stem));
  }
  return Stems;
}

FileKind fileKindAt(llvm::StringRef Path) {
  // What a pipe holds can be read only once.
  if (!fs::is_regular_file(Path))
    return kindOfName(Path);
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  return Buffer ? detectFileKind((*Buffer)->getBuffer(), Path).Kind
                : kindOfName(Path);
}

static std::error_code findFiles(llvm::StringRef Directory,
                                 const FileReader &Reader,
                                 std::vector<std::string> &Files) {
  std::error_code Problem;
  // Links to directories are not followed: they may lead back.
  fs::recursive_directory_iterator It(Directory, Problem, false), End;
  for (; !Problem && It != End; It.increment(Problem))
    if (fs::is_regular_file(It->path()) && Reader.reads(fileKindAt(It->path())))
      Files.push_back(It->path());
  return Problem;
}

InputFiles findInputFiles(llvm::ArrayRef<std::string> Operands,
                          const FileReader &Reader) {
  InputFiles Inputs;
  for (const std::string &Operand : Operands) {
    if (Operand == "-" || !fs::is_directory(Operand)) {
      Inputs.Files.push_back(Operand);
      continue;
    }
    std::vector<std::string> Found;
    std::error_code Problem = findFiles(Operand, Reader, Found);
    std::string Why = Problem         ? Problem.message()
                      : Found.empty() ? "no file in it that 'fencepost " +
                                            Reader.Command.str() + "' reads (" +
                                            Reader.kinds() + ")"
                                      : "";
    if (!Why.empty())
      Inputs.Errors.push_back(
          {Diag::UnreadableInput, {Operand, 0, 0, {}, "", ""}, Why, {}});
    llvm::sort(Found);
    llvm::append_range(Inputs.Files, Found);
  }
  return Inputs;
}

/// Standard input: mapped if it is a file, read to its end otherwise.
static llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> readStandardInput() {
  fs::file_t Input = fs::getStdinHandle();
  fs::file_status Status;
  if (!fs::status(Input, Status) &&
      Status.type() == fs::file_type::regular_file)
    return llvm::MemoryBuffer::getOpenFile(Input, "<stdin>", Status.getSize(),
                                           /*RequiresNullTerminator=*/false);
  return llvm::MemoryBuffer::getSTDIN();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readBytes(llvm::StringRef Name) {
  if (Name.empty())
    return inputError(Diag::Usage, "", "the name of an input is empty");
  // A device may have no end.
  fs::file_type Type = fs::get_file_type(Name);
  if (Type == fs::file_type::character_file ||
      Type == fs::file_type::block_file)
    return inputError(Diag::UnreadableInput, Name, "is a device");
  auto Buffer =
      Name == "-"
          ? readStandardInput()
          : llvm::MemoryBuffer::getFile(Name, /*IsText=*/false,
                                        /*RequiresNullTerminator=*/false);
  if (!Buffer && Buffer.getError() == std::errc::is_a_directory)
    return inputError(Diag::UnreadableInput, Name, "is a directory");
  if (!Buffer)
    return inputError(Diag::UnreadableInput, Name == "-" ? "<stdin>" : Name,
                      Buffer.getError().message());
  return std::move(*Buffer);
}

llvm::Expected<InputFile> readInputFile(llvm::StringRef Name,
                                        const FileReader &Reader) {
  InputFile File;
  File.Name = Name.str();
  if (llvm::Error E = readBytes(Name).moveInto(File.Buffer))
    return E;
  DetectedKind Found = detectFileKind(File.bytes(), Name);
  File.Kind = Found.Kind;
  if (!Reader.reads(Found.Kind))
    return refuseKind(Reader, Found, File.bytes(), File.name());
  return File;
}

} // namespace fencepost
