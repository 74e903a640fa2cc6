//===- SourceLines.h - Source lines of addresses, from DWARF --------------===//
#ifndef FENCEPOST_LIB_OBJECT_SOURCELINES_H
#define FENCEPOST_LIB_OBJECT_SOURCELINES_H

#include "LineTable.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>

namespace fencepost {

class SourceLines {
public:
  explicit SourceLines(const CodeObject &Object);

  /// The line of the code at \p Address of section \p ElfSection, or null. The
  /// result is valid until the next call.
  const SourceLine *find(uint32_t ElfSection, uint64_t Address);

private:
  llvm::StringRef contents(const Section &S);
  void readRelocations(const Section &S, LineSections &Out) const;

  const CodeObject &Object;
  std::deque<llvm::SmallVector<uint8_t, 0>> Decompressed;
  std::optional<LineTable> Lines; ///< Unset without debug information.
  std::optional<SourceLine> Current;
};

} // namespace fencepost

#endif
