//===- Parts.h - A question asked in parts --------------------------------===//
// A conjunction holds for some values if each of its parts does, where parts
// have no symbol in common. Conditions about loops and arguments then are asked
// apart from those about addresses, so that each is asked once. Values are
// tried (Check/TryValues.h) before the solver is asked.
// Tested by unittests/Place/PartsTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_PLACE_PARTS_H
#define FENCEPOST_PLACE_PARTS_H

#include "fencepost/Check/Races.h"
#include "fencepost/Check/TryValues.h"

namespace fencepost::place {

/// Whether \p Condition can hold; on Yes, \p Found is how.
check::Answer askParts(check::Analysis &Facts, check::TermId Condition,
                       check::Model &Found);
/// The same by trying alone.
check::Answer tryParts(check::Analysis &Facts, check::TermId Condition,
                       check::Model &Found, check::TryLimits Limits);

} // namespace fencepost::place

#endif
