//===- Synchronization.h - Edges between threads --------------------------===//
// synchronizes-with through reads (docs/model.md M5, M6) and fence to fence
// through barriers (M7), each carrying the address spaces that both ends cover
// (M4), as additions to a state's happens-before.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_SYNCHRONIZATION_H
#define FENCEPOST_LIB_MODEL_SYNCHRONIZATION_H

#include "Execution/State.h"
#include "Program/Layout.h"

namespace fencepost::model {

class Synchronization {
public:
  explicit Synchronization(const Layout &L) : L(L) {}

  bool inclusive(const Event &A, const Event &B) const {
    return A.isInitial() || B.isInitial() ||
           L.inclusive(A.Thread, A.Level, B.Thread, B.Level);
  }

  /// The edges that the resolved read \p R brings about, as its own end or as a
  /// link of a release sequence.
  void connect(State &S, unsigned R) const;
  /// The same for every resolved read, from scratch: there may be new fences.
  void connectAll(State &S) const;
  /// The edges through barriers.
  void connectThroughBarriers(State &S, const BarrierProblem &Problem,
                              const BarrierSolution &Solution) const;

private:
  using Points = llvm::SmallVector<unsigned, 4>;
  /// The edges that end at the read \p R or at a fence after it.
  void connectEnd(State &S, unsigned R) const;
  Points releasePoints(const State &S, unsigned Write) const;
  Points acquirePoints(const State &S, unsigned Read) const;
  void addEdge(State &S, SyncEdge Edge) const;

  const Layout &L;
};

} // namespace fencepost::model

#endif
