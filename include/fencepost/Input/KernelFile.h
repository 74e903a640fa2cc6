//===- KernelFile.h - A file of kernels, as views and as text -------------===//
// LLVM IR is read, sources are compiled by clang first. The lines that findings
// point to are looked up in the file itself, or in the source that its debug
// information names, if that is there.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_INPUT_KERNELFILE_H
#define FENCEPOST_INPUT_KERNELFILE_H

#include "fencepost/IR/BuildView.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/Input/InputFiles.h"
#include "fencepost/Input/SuppressionComments.h"
#include "fencepost/Support/Diagnostics.h"
#include <map>

namespace fencepost {

/// How a file is made into views.
struct KernelFileOptions {
  ir::ViewOptions View;
  std::vector<std::string> Clang; ///< Options for sources.
};

class KernelFile {
public:
  /// \p File is one of LLVM IR or of a source.
  static llvm::Expected<KernelFile> read(InputFile File,
                                         const KernelFileOptions &Options);
  /// Without the views: a source is compiled.
  static llvm::Expected<KernelFile> open(InputFile File,
                                         const KernelFileOptions &Options);
  /// A module that was read from \p Name by someone else: for its places.
  static KernelFile ofModule(llvm::StringRef Name);
  /// How the module is read unless a command wants something else.
  static IRSourceOptions parsing();
  /// The module, which must not outlive the input; its sources become known.
  llvm::Expected<std::unique_ptr<IRSource>>
  parse(const IRSourceOptions &Options = parsing());

  std::vector<view::SyncView> Kernels;
  const std::string &file() const { return File; }
  llvm::StringRef bytes() const { return Buffer->getBuffer(); } ///< As read.
  bool isText() const { return IsText; } ///< Not bitcode.
  bool isCompiled() const { return Compiled != nullptr; }

  /// Fills in what \p Where lacks: the name of the file and the text of the
  /// line.
  void complete(Location &Where);
  /// Of a file that a place names; none if it cannot be read.
  llvm::ArrayRef<std::string> linesOf(const std::string &File) {
    return sourceOf(File).Lines;
  }
  /// Calls the files of all places of \p Kernel as findings do.
  void nameFiles(view::SyncView &Kernel);
  /// Whether a comment suppresses \p Id at \p Where, which is complete.
  bool isSuppressed(const Location &Where, Diag Id);
  /// The same for a kernel whose name is at \p Where: its declaration may begin
  /// on a line before.
  bool isSuppressedInKernel(Location Where, Diag Id);

  /// What is read beside the file: names in its debug information, which are
  /// those of files or not, and what clang included.
  std::vector<std::string> SourceNames;
  /// What is wrong with comments that were seen.
  std::vector<Finding> Problems;

private:
  llvm::Error makeViews(const KernelFileOptions &Options);
  const std::string &nameOf(const std::string &Path);
  struct SourceText {
    std::vector<std::string> Lines;
    SuppressionComments Comments;
  };
  const SourceText &sourceOf(const std::string &File);

  std::string File;
  bool IsText = false;
  std::unique_ptr<llvm::MemoryBuffer> Buffer;
  std::unique_ptr<std::string> Compiled;     ///< What clang made of a source.
  std::map<std::string, std::string> Names;  ///< By path: what it is called.
  std::map<std::string, SourceText> Sources; ///< By file.
};

} // namespace fencepost

#endif
