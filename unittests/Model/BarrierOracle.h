//===- BarrierOracle.h - Barrier executions by brute force ----------------===//
// An independent restatement of spec/000 and docs/model.md B1 to B7: every
// vector of ends, every total order of the operations of every object, every
// assignment of waits to phases; the rules are checked as they are written.
// Only for small problems.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_BARRIERORACLE_H
#define FENCEPOST_UNITTESTS_MODEL_BARRIERORACLE_H

#include "fencepost/Model/Barriers.h"
#include <map>
#include <set>

namespace fencepost::model {

/// What tells solutions apart.
struct OracleSolution {
  std::vector<unsigned> Passed;
  std::map<StepRef, std::set<StepRef>> Waits;
  std::set<StepRef> FirstArrivals;
  std::set<Undefined> Names;

  auto operator<=>(const OracleSolution &) const = default;
};

std::set<OracleSolution> bruteForce(const BarrierProblem &Problem);

/// \p Solution as the oracle would say it.
OracleSolution inOracleWords(const BarrierSolution &Solution);

/// For messages.
std::string print(const BarrierProblem &Problem);
std::string print(const std::set<OracleSolution> &Solutions);

} // namespace fencepost::model

#endif
