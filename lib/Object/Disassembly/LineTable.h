//===- LineTable.h - DWARF line tables ------------------------------------===//
// Maps addresses to source lines by .debug_line alone, versions 2 to 5 (DWARF
// 5, section 6.2). The programs are run once to index their sequences, which
// are mostly functions; the rows of a sequence are made when one of its
// addresses is asked for, so memory follows the number of functions and not of
// lines. Nothing in a damaged table can do more than hide lines. Before version
// 5 the table does not have the compilation directory, and relative paths stay
// relative. Tested by unittests/Object/LineTableTest.cpp, against LLVM's
// reader.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_OBJECT_LINETABLE_H
#define FENCEPOST_LIB_OBJECT_LINETABLE_H

#include "LineTableUnit.h"
#include "fencepost/Object/Disassembly.h"
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

class LineTable {
public:
  explicit LineTable(LineSections Sections);

  /// The line of the code at \p Address, or none. \p Section is 0 in linked
  /// objects.
  std::optional<SourceLine> find(uint32_t Section, uint64_t Address);

  struct Row {
    uint32_t Section = 0;
    uint64_t Address = 0;
    uint64_t File = 1;
    uint64_t Line = 1;
    uint64_t Column = 0;
    bool EndsSequence = false;
  };

private:
  /// The rows from Low up to High, made by the program from Start on.
  struct Sequence {
    uint32_t Section;
    uint64_t Low, High;
    uint64_t Unit; ///< Offset of the unit.
    uint64_t Start;
  };

  void index();
  const Sequence *findSequence(uint32_t Section, uint64_t Address) const;
  void load(const Sequence &S);

  LineSections Sections;
  std::vector<Sequence> Sequences; ///< Sorted by section and Low.
  // The sequence that was asked for last.
  const Sequence *Current = nullptr;
  std::optional<LineUnit> CurrentUnit;
  std::vector<Row> Rows;
};

} // namespace fencepost

#endif
