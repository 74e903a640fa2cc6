//===- ContainerReader.h - Walking what is packed into what ---------------===//
// The state of openContainer(): bytes of some kind are visited, and may hold
// bytes of another kind. Each kind of container is read by a function in a file
// of its own, which calls back into visitInside() for what it holds. Depth and
// decompressed size are bounded here, so no container needs to care.
// Tested by unittests/Object/CodeObjectImageTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_OBJECT_CONTAINERREADER_H
#define FENCEPOST_LIB_OBJECT_CONTAINERREADER_H

#include "fencepost/Object/CodeObjectImage.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/Twine.h"

namespace fencepost {

class ContainerReader {
public:
  explicit ContainerReader(llvm::MemoryBufferRef File)
      : File(File), Root(File.getBuffer()) {}

  llvm::Expected<Container> read();

  /// Finds the code objects in \p Bytes, one level down, with \p Step added to
  /// the path. What is wrong there is noted in Problems, so that the parts
  /// after it are visited too.
  llvm::Error visitInside(const llvm::Twine &Step, llvm::StringRef Bytes);
  /// The same for what is said to be for \p Target.
  llvm::Error visitEntry(const llvm::Twine &Step, llvm::StringRef Target,
                         llvm::StringRef Bytes);
  /// The same for a buffer that keepDecompressed() has kept.
  llvm::Error visitDecompressed(const llvm::Twine &Step, llvm::StringRef Bytes);
  llvm::StringRef
  keepDecompressed(std::unique_ptr<llvm::WritableMemoryBuffer> Buffer);
  uint64_t numDecompressedBytes() const { return DecompressedBytes; }

  llvm::StringRef fileName() const { return File.getBufferIdentifier(); }

  /// An error of kind \p Id at the start of \p Bytes.
  llvm::Error error(Diag Id, llvm::StringRef Bytes,
                    const llvm::Twine &Message) const;
  llvm::Error malformed(llvm::StringRef Bytes,
                        const llvm::Twine &Message) const {
    return error(Diag::MalformedObject, Bytes, Message);
  }
  /// An entry of the container being read that is not looked into.
  void addOtherEntry(const llvm::Twine &Name);
  /// What the bytes being visited are, in words, if not code objects.
  void addOther(const llvm::Twine &Description);

private:
  /// What is of no known kind, or a host object without any code object, is
  /// noted in Others.
  llvm::Error visit(llvm::StringRef Bytes);

  llvm::Error visitElf(llvm::StringRef Bytes);
  llvm::Error addCodeObject(llvm::StringRef Bytes);
  /// Notes \p E and continues; gives it back if there are too many already.
  llvm::Error keepProblem(llvm::Error E);
  uint64_t offsetOf(llvm::StringRef Bytes) const {
    return Bytes.data() - Root.data();
  }

  llvm::MemoryBufferRef File;
  llvm::StringRef Root; ///< The file, or the decompressed buffer being walked.
  bool InDecompressed = false;
  std::vector<std::string> Path;
  std::string EntryTarget;
  uint64_t DecompressedBytes = 0; ///< In all.
  uint64_t VisitedBytes = 0; ///< Counted again for each container around them.
  std::string WhatTheFileIs; ///< If it holds nothing to walk into.
  Container Result;
};

// OffloadBundle.cpp
llvm::Error readBundles(ContainerReader &Reader, llvm::StringRef Bytes);
llvm::Error readBundleEntry(ContainerReader &Reader, llvm::StringRef Id,
                            llvm::StringRef Content);
/// "gfx90a:xnack+" of "hipv4-amdgcn-amd-amdhsa--gfx90a:xnack+"; "" if none.
llvm::StringRef targetOfEntryId(llvm::StringRef Id);

// OffloadBinary.cpp
llvm::Error readOffloadBinaries(ContainerReader &Reader, llvm::StringRef Bytes);

// HostObject.cpp
llvm::Error readHostObject(ContainerReader &Reader, llvm::StringRef Bytes);
llvm::Error readArchive(ContainerReader &Reader, llvm::StringRef Bytes);

} // namespace fencepost

#endif
