//===- LineTableUnit.h - The header of a DWARF line table -----------------===//
#ifndef FENCEPOST_LIB_OBJECT_LINETABLEUNIT_H
#define FENCEPOST_LIB_OBJECT_LINETABLEUNIT_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace fencepost {

/// What a relocation puts at an offset of .debug_line.
struct LineRelocation {
  uint32_t Section = 0; ///< Of the symbol.
  uint64_t Value = 0;   ///< Its offset there plus the addend.
};

struct LineSections {
  llvm::StringRef Lines;       ///< .debug_line
  llvm::StringRef LineStrings; ///< .debug_line_str
  llvm::StringRef Strings;     ///< .debug_str
  /// By offset in .debug_line; empty in linked objects.
  llvm::DenseMap<uint64_t, LineRelocation> Relocations;
};

/// The header of one table.
struct LineUnit {
  uint64_t Offset = 0; ///< Where the unit starts, in .debug_line.
  uint64_t End = 0;    ///< Where the next one does.
  uint64_t Program = 0;
  unsigned Version = 0;
  unsigned OffsetSize = 4; ///< 8 in the 64-bit format.
  unsigned MinInstruction = 1;
  int LineBase = 0;
  unsigned LineRange = 1;
  unsigned OpcodeBase = 1;
  llvm::StringRef OpcodeLengths;
  std::vector<llvm::StringRef> Directories;
  struct File {
    llvm::StringRef Name;
    uint64_t Directory = 0;
  };
  std::vector<File> Files;

  /// The path of a file of the table, "" if there is none.
  std::string path(uint64_t FileIndex) const;
};

/// Reads the header at \p Offset of .debug_line. End is set whenever the length
/// can be read; false if the rest cannot.
bool readLineUnit(const LineSections &Sections, uint64_t Offset, LineUnit &Out);

} // namespace fencepost

#endif
