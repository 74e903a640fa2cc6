//===- OutputTarget.h - Where the name of an output leads -----------------===//
// A name may stand for a file, a link to one, a pipe or device, or a descriptor
// that the program was given (/dev/stdout). Links are followed to their end,
// whether something is there or not. What cannot be replaced as a whole is
// refused here, before anything is computed for it.
// Tested by test/files.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_OUTPUTTARGET_H
#define FENCEPOST_TOOLS_OUTPUTTARGET_H

#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <sys/stat.h>

namespace fencepost {

/// A file by its number on its device, or, if Base is not empty, what has that
/// name in a directory.
struct FileKey {
  dev_t Device = 0;
  ino_t Number = 0;
  std::string Base;
  auto operator<=>(const FileKey &) const = default;
};

struct OutputTarget {
  enum class FormKind {
    File,           ///< Replaced as a whole, or new.
    Stream,         ///< A pipe or a device of characters: written to.
    Descriptor,     ///< Open already: written to.
    StandardOutput, ///< "-", or a name of descriptor 1.
  };

  std::string Name; ///< As it was given.
  FormKind Form = FormKind::File;
  int Descriptor = -1;
  std::string Directory, Base;    ///< Where links end; Directory is canonical.
  std::optional<struct stat> Old; ///< Of what is there.

  std::string path() const { return Directory + "/" + Base; }
  /// What another name of the same output has too.
  std::vector<FileKey> keys() const;
  /// Of its name in its directory, for a file.
  std::optional<FileKey> nameKey() const;

  /// The error is the reason why it cannot be written.
  static llvm::Expected<OutputTarget> find(llvm::StringRef Name);
};

/// Of a file or pipe. A device may be used under several names at once.
std::optional<FileKey> keyOf(const struct stat &Status);

/// Whether \p Name is one of standard output: "-", "/dev/stdout".
bool isStandardOutput(llvm::StringRef Name);

} // namespace fencepost

#endif
