//===- ReasonText.h - Why kernels are not placed in, as sentences ---------===//
// Place gives reasons as enumerators and positions; refusals and reports show
// these texts. Tested by test/place-errors, test/place/named.test and
// unittests/PlaceIR/ProducerConsumerTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACEIR_REASONTEXT_H
#define FENCEPOST_LIB_PLACEIR_REASONTEXT_H

#include "fencepost/Place/Hazard.h"
#include "fencepost/Place/ProducerConsumer.h"

namespace fencepost::placeir {

/// A clause; empty for NoRoles, where nobody expects named barriers.
llvm::StringRef reasonText(place::NoPipeline Reason);

/// A sentence without a full stop; \p View is the one with slots.
std::string problemText(const view::SyncView &View,
                        const place::PlacementProblem &Problem);

} // namespace fencepost::placeir

#endif
