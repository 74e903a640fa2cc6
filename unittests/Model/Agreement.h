//===- Agreement.h - The explorer against the naive reference -------------===//
// Both answer the same program; states, races, names of undefined behaviour,
// the number of executions and whether the unroll bound matters must be the
// same. Used by AgreementTest.cpp and by model-fuzz (AgreementMain.cpp).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_AGREEMENT_H
#define FENCEPOST_UNITTESTS_MODEL_AGREEMENT_H

#include "Reference.h"
#include "fencepost/Model/Explore.h"

namespace fencepost::model {

enum class Agreement : uint8_t { Same, Different, TooBig };

struct Comparison {
  Agreement Verdict = Agreement::Same;
  std::string Text; ///< Different: what differs, one line each.
  naive::ReferenceAnswer Expected;
};

Comparison compare(const Program &P, const std::vector<Cell> &Observed,
                   const naive::ReferenceOptions &Options);

} // namespace fencepost::model

#endif
