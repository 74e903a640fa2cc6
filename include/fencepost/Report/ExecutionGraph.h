//===- ExecutionGraph.h - Pictures of executions --------------------------===//
// One execution as a picture: a column per thread inside the boxes of the
// scopes that matter, events downwards in program order, initial writes on top,
// a band across the columns for every barrier phase, and the relations as
// coloured, labelled lines. Positions and routes are computed here, so that a
// picture needs no other program, is the same on every machine and never draws
// one thing over another; the DOT form carries the same positions for
// `neato -n2`, and plain `dot` may lay it out anew. Tested by
// unittests/Report/ExecutionGraphTest.cpp, which checks that nothing overlaps.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_EXECUTIONGRAPH_H
#define FENCEPOST_REPORT_EXECUTIONGRAPH_H

#include "fencepost/Model/Execution.h"
#include "fencepost/Model/Program.h"
#include "fencepost/Report/GraphPicture.h"

namespace fencepost {

struct GraphOptions {
  std::string Title; ///< Above the picture: the name of the test.
  /// From-reads and dependencies are drawn only where a violated axiom's cycle
  /// runs through them, unless this is set.
  bool AllRelations = false;
};

/// Where everything goes. Takes any execution: events and edges that name
/// numbers that do not exist are left out.
graph::Picture drawExecution(const model::Program &P, const model::Execution &E,
                             const GraphOptions &Options);

/// As an SVG document. It has a background of its own and follows the reader's
/// colour scheme, so that it can be read on light and dark pages alike.
std::string executionSvg(const model::Program &P, const model::Execution &E,
                         const GraphOptions &Options);

/// As a Graphviz document.
std::string executionDot(const model::Program &P, const model::Execution &E,
                         const GraphOptions &Options);

} // namespace fencepost

#endif
