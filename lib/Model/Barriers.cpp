//===- Barriers.cpp - Every way the barriers of a program can play out ----===//
// See Barriers.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Model/Barriers.h"
#include "BarrierSearch.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

BarrierAnswer solveBarriers(const BarrierProblem &Problem, Deadline Until) {
  barriers::Resolved Objects = barriers::resolve(Problem);
  barriers::Solutions Found(Problem, Objects);
  barriers::Budget Work(Until);
  barriers::search(Problem, Objects, barriers::CommonPart(Objects), Work,
                   Found);
  return {Found.take(), Work.stoppedBy()};
}

} // namespace fencepost::model
