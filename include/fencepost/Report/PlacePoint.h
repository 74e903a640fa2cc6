//===- PlacePoint.h - Positions of barriers in words ----------------------===//
// Points of a view as readers of the source know them: beside an access, before
// a branch, on an edge from one line to another. Blocks are called by their
// lines where there is debug information, otherwise by their names. Tested by
// test/place/points.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_PLACEPOINT_H
#define FENCEPOST_REPORT_PLACEPOINT_H

#include "fencepost/Input/KernelFile.h"
#include "fencepost/PlaceIR/ModulePlacement.h"

namespace fencepost {

/// A line of the source that a point is right before or right after.
struct SourceLine {
  Location Where;
  bool IsBefore = true; ///< The point is before it.
};

struct PointText {
  Location Where;       ///< Of what is beside it; the kernel's if nothing is.
  std::string Position; ///< "before the load from 'tile'".
  /// Where it would be written. The branch back of a loop often has the line
  /// that the loop begins with: the last line of the loop is better then.
  SourceLine Line;
};

/// \p Blocks are those of \p View, or none if they are not known.
PointText describePoint(const view::SyncView &View,
                        llvm::ArrayRef<placeir::BlockLocations> Blocks,
                        place::InsertionPoint Point, KernelFile &Input);

/// With the file and the line of the source.
Location locationOf(const view::SourceLocation &Source, KernelFile &Input);

} // namespace fencepost

#endif
