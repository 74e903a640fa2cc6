//===- GraphRoutes.h - Which way the lines of a picture take --------------===//
// Columns have gutters between them and rows have gaps between them; nothing
// but lines and their labels is in either. A line runs straight down a column,
// or leaves its node sideways into the gutter, runs along a lane of the gutter,
// and, if its end is farther off, along a track of a gap to another gutter.
// Within a gutter, the lines that leave or enter nodes of one row each have a
// height of their own ("port"). So no two lines ever run on top of each other,
// and lines meet labels and nodes nowhere; they only cross each other.
// Gutter I is left of column I, gap I above row I.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REPORT_GRAPHROUTES_H
#define FENCEPOST_LIB_REPORT_GRAPHROUTES_H

#include "GraphContent.h"
#include <map>

namespace fencepost::graph {

enum class RouteShape : uint8_t {
  Straight, ///< Down a column.
  Gutter,   ///< Through one gutter.
  Track,    ///< Gutter, gap, gutter.
};

/// One end of a line that is not straight.
struct RouteEnd {
  unsigned Gutter = 0;
  bool Right = false;  ///< Which side of the node it touches.
  bool OnBand = false; ///< It touches the top or bottom of a band instead.
};

struct Route {
  RouteShape Shape = RouteShape::Straight;
  unsigned Column = 0; ///< Straight.
  RouteEnd From, To;
  unsigned Gap = 0, Track = 0; ///< Track.
};

/// The place of one row in one gutter, and the lines that have a port there,
/// from the top. A line that passes from a node to its neighbour in the same
/// row has one port for both ends.
using PortKey = std::pair<unsigned, unsigned>; ///< (row, gutter)
struct Port {
  unsigned Bundle;
  bool Leaves = false, Enters = false;
};

struct Routes {
  std::vector<Route> Routes; ///< By bundle.
  std::map<PortKey, std::vector<Port>> Ports;
  /// For each gap, the bundles that use each of its tracks.
  std::vector<std::vector<std::vector<unsigned>>> Tracks;
};

Routes findRoutes(const Content &C);

} // namespace fencepost::graph

#endif
