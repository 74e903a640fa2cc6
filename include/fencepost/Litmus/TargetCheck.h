//===- TargetCheck.h - What a test needs and a processor lacks ------------===//
// The model allows what some processor has; this says which operations of a
// test a given one does not have, from its row in Target. Availability and
// visibility (`noav`, `store.av`, `load.vis`) can be had everywhere. Tested by
// unittests/Litmus/TargetCheckTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LITMUS_TARGETCHECK_H
#define FENCEPOST_LITMUS_TARGETCHECK_H

#include "fencepost/Litmus/Source.h"
#include "fencepost/Model/Program.h"
#include "fencepost/Target/Processor.h"

namespace fencepost::litmus {

/// One finding of kind target-lacks for each place in \p P, in its order. \p S
/// is the text that the program's source points refer to.
std::vector<Finding> lackingOn(const Processor &Target, const model::Program &P,
                               const Source &S);

} // namespace fencepost::litmus

#endif
