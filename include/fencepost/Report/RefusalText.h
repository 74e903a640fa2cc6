//===- RefusalText.h - Why nothing is placed in a kernel, in words --------===//
// The sentences of PlaceIR's refusals and notes. Tested by test/place-errors,
// test/place and unittests/PlaceIR/ProducerConsumerTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_REFUSALTEXT_H
#define FENCEPOST_REPORT_REFUSALTEXT_H

#include "fencepost/PlaceIR/Refusal.h"

namespace fencepost {

/// A sentence without a full stop.
std::string refusalText(const placeir::Refusal &Refusal);

/// Why named barriers are not used, a clause.
std::string noNamedText(const placeir::NoNamedReason &Reason);

std::string noteText(const placeir::PlacementNote &Note);

} // namespace fencepost

#endif
