//===- Skeleton.h - The barrier instructions of a program, beforehand -----===//
// Most programs execute the same barrier instructions whatever their reads
// return. Then the barriers can be solved once, before anything else. This
// follows each thread without knowing any read; it gives up where a barrier
// instruction, or its operand, depends on one.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_SKELETON_H
#define FENCEPOST_LIB_MODEL_SKELETON_H

#include "Program/ProgramFacts.h"
#include "fencepost/Model/Barriers.h"
#include <optional>

namespace fencepost::model {

std::optional<BarrierProblem> barrierSkeleton(const Program &P, const Layout &L,
                                              const ProgramFacts &F,
                                              unsigned Unroll);

} // namespace fencepost::model

#endif
