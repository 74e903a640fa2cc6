//===- GraphLanes.h - The lanes of one gutter -----------------------------===//
// Lines run up and down a gutter side by side. Two may use one lane if they are
// at different heights. Which lane is left of which is chosen so that few lines
// cross. Tested by unittests/Report/ExecutionGraphTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REPORT_GRAPHLANES_H
#define FENCEPOST_LIB_REPORT_GRAPHLANES_H

#include <vector>

namespace fencepost::graph {

/// Where a line enters or leaves the gutter.
struct LaneEnd {
  int Y = 0;
  bool FromLeft = false;
};

struct LaneUse {
  LaneEnd A, B;
  int Spread = 0;    ///< How wide the bundle is.
  unsigned Lane = 0; ///< Chosen by assignLanes().

  int top() const { return A.Y < B.Y ? A.Y : B.Y; }
  int bottom() const { return A.Y < B.Y ? B.Y : A.Y; }
};

/// Chooses the lane of each of \p Uses; \returns the lanes' spreads from the
/// left.
std::vector<int> assignLanes(std::vector<LaneUse> &Uses);

} // namespace fencepost::graph

#endif
