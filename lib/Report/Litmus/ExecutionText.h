//===- ExecutionText.h - One execution in words ---------------------------===//
// The witness of an answer as lines of text, for explanations. Tested by
// unittests/Report/ExecutionTextTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REPORT_EXECUTIONTEXT_H
#define FENCEPOST_LIB_REPORT_EXECUTIONTEXT_H

#include "fencepost/Model/Execution.h"

namespace fencepost {

/// Every event of an execution in its thread's order, under each one what leads
/// to it from other threads, and for reads the case that gave the value.
std::vector<std::string> describeExecution(const model::Program &P,
                                           const model::Execution &E);

/// The cycle of a violation, one step a line.
std::vector<std::string> describeViolation(const model::Program &P,
                                           const model::Execution &E,
                                           const model::Violation &V);

} // namespace fencepost

#endif
