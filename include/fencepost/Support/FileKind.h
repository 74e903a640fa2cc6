//===- FileKind.h - What a file is, by its content ------------------------===//
// The one list of the kinds of files that anything here reads or refuses, and
// the one function that distinguishes them. Content decides; the name of the
// file is a hint where content cannot tell: which dialect of C, or what text
// without a sign of its own is meant to be.
//
// Detection looks, it does not parse: a file of a kind can still be wrong.
// Tested by unittests/Support/FileKindTest.cpp and test/inputs.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SUPPORT_FILEKIND_H
#define FENCEPOST_SUPPORT_FILEKIND_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace fencepost {

enum class FileKind : uint8_t {
  Empty, ///< Nothing but white space counts, too.
  // Text.
  LlvmIR,
  OpenCL,
  Hip,
  Cuda,
  C,
  Litmus,
  Mlir,
  Assembly,
  Json,
  Yaml,
  TextBundle, ///< The form of clang's bundles for assembly and IR.
  Utf16,
  Text,
  // Bytes.
  Bitcode,
  CodeObject, ///< An ELF file for AMDGPU.
  HostObject, ///< An ELF file for another machine, COFF or Mach-O.
  Bundle,
  CompressedBundle,
  OffloadBinary,
  Archive,
  ThinArchive,
  Spirv,
  Binary,
};

struct FileKindFacts {
  FileKind Kind;
  llvm::StringLiteral Name; ///< "HIP source"; with an article if it needs one.
  llvm::StringLiteral Plural;
  /// What to do with a file that nothing here reads; empty if nothing helps.
  llvm::StringLiteral Advice;
};

const FileKindFacts &factsOf(FileKind Kind);
/// Whether clang compiles it to LLVM IR before anything else is done.
bool isSource(FileKind Kind);
bool isText(FileKind Kind);

/// What a file is, and where that shows.
struct DetectedKind {
  FileKind Kind = FileKind::Empty;
  /// Of the text that decided, from 0; for bytes and blank text 0.
  size_t Offset = 0;
};

/// \p Name is that of the file, for its ending; it may be empty.
DetectedKind detectFileKind(llvm::StringRef Bytes, llvm::StringRef Name = "");

/// What the ending of \p Name promises; Text if that is nothing.
FileKind kindOfName(llvm::StringRef Name);

/// \p Text without the mark of UTF-8 that some editors put in front.
llvm::StringRef withoutByteOrderMark(llvm::StringRef Text);

} // namespace fencepost

#endif
