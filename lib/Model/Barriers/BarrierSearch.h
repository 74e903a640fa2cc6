//===- BarrierSearch.h - All barrier executions, searched -----------------===//
// Exhaustive search, for problems in which something is left to choose. What is
// known to be the same in every barrier execution is given as the start.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_BARRIERSEARCH_H
#define FENCEPOST_LIB_MODEL_BARRIERSEARCH_H

#include "BarrierSolutions.h"

namespace fencepost::model::barriers {

/// What all barrier executions of a problem share.
struct CommonPart {
  Ends Least;                  ///< How far each wave gets at least.
  Orders Objects;              ///< How each order begins.
  std::vector<unsigned> Takes; ///< As in BarrierExecution.

  explicit CommonPart(const Resolved &Problem);
};

void search(const BarrierProblem &Question, const Resolved &Problem,
            const CommonPart &Common, Budget &Work, Solutions &Result);

} // namespace fencepost::model::barriers

#endif
