//===- ExecutionGraph.cpp - Pictures of executions ------------------------===//
// What is shown, then in which rows, then where, then in which format.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/ExecutionGraph.h"
#include "GraphContent.h"

namespace fencepost {

graph::Picture drawExecution(const model::Program &P, const model::Execution &E,
                             const GraphOptions &Options) {
  graph::Content C = graph::makeContent(P, E, Options);
  graph::assignRows(C);
  return graph::layOut(C);
}

std::string executionSvg(const model::Program &P, const model::Execution &E,
                         const GraphOptions &Options) {
  return graph::svg(drawExecution(P, E, Options));
}

std::string executionDot(const model::Program &P, const model::Execution &E,
                         const GraphOptions &Options) {
  return graph::dot(drawExecution(P, E, Options), Options.Title);
}

} // namespace fencepost
