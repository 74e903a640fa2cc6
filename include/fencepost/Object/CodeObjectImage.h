//===- CodeObjectImage.h - Finding the code objects in a file -------------===//
// A user has a file; it may be an AMDGPU ELF, a clang offload bundle (plain or
// compressed), an LLVM offload binary, an archive, or a host object or program
// that embeds any of these. openContainer() finds every AMDGPU code object in
// it without copying what is not compressed. Tested by
// unittests/Object/CodeObjectImageTest.cpp, test/inspect and fuzz/.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_OBJECT_CODEOBJECTIMAGE_H
#define FENCEPOST_OBJECT_CODEOBJECTIMAGE_H

#include "fencepost/Support/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace fencepost {

/// The bytes of one AMDGPU ELF and where they were found.
struct CodeObjectImage {
  llvm::StringRef Bytes;
  uint64_t Offset = 0; ///< In the file, or in the decompressed bundle.
  bool Decompressed = false;
  /// How it is embedded, outermost first, e.g. {"section .hip_fatbin",
  /// "bundle entry hipv4-amdgcn-amd-amdhsa--gfx942"}; empty for a plain ELF.
  std::vector<std::string> Path;
  /// The target part of the innermost bundle entry, e.g. "gfx90a:xnack+"; may
  /// be empty.
  std::string EntryTarget;
};

struct Container {
  std::vector<CodeObjectImage> Images;
  /// Entries that are not AMDGPU code objects (the host's, empty ones, SPIR-V),
  /// by name.
  std::vector<std::string> Others;
  /// The errors of parts that could not be read.
  std::vector<Finding> Problems;
  /// Owns what was decompressed.
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> Storage;
};

/// Finds the code objects in \p File. An InputError if there are none; then the
/// first problem, if there is one.
llvm::Expected<Container> openContainer(llvm::MemoryBufferRef File);

} // namespace fencepost

#endif
