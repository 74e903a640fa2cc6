//===- RandomProgram.h - Small random programs worth exploring ------------===//
// Programs of two to four threads with few names and few values, so that they
// communicate, over everything the model has: placements, scopes, orderings,
// availability, local memory, arrays, control flow, barriers of all kinds and
// async operations. The same seed gives the same program everywhere. Tested by
// RandomProgramTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_RANDOMPROGRAM_H
#define FENCEPOST_UNITTESTS_MODEL_RANDOMPROGRAM_H

#include "SmallProgram.h"

namespace fencepost::model {

SmallProgram randomProgram(uint64_t Seed);

} // namespace fencepost::model

#endif
