//===- ThinAir.h - No value depends on itself -----------------------------===//
// docs/model.md M11: reads-from together with dependencies is acyclic. Walks
// backwards from a write to the reads and barrier steps its existence and value
// depend on.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_THINAIR_H
#define FENCEPOST_LIB_MODEL_THINAIR_H

#include "Execution/State.h"
#include "Program/Layout.h"

namespace fencepost::model {

class ThinAir {
public:
  /// \p Solution may be null while the barrier execution is unknown.
  ThinAir(const State &S, const Layout &L, const BarrierSolution *Solution);

  /// Whether anything depends on a read at all.
  bool isNeeded() const { return Needed; }
  /// Events and steps form no cycle.
  bool holds() const { return findCycle().empty(); }
  /// The events of a cycle, steps left out; empty if there is none.
  std::vector<unsigned> findCycle() const;

private:
  void forEachSource(unsigned Node,
                     llvm::function_ref<void(unsigned)> Do) const;
  unsigned stepNode(unsigned Wave, unsigned Step) const {
    return S.Events.size() + FirstStep[Wave] + Step;
  }

  const State &S;
  const Layout &L;
  const BarrierSolution *Solution;
  bool Needed = false;
  std::vector<unsigned> FirstStep; ///< Per wave; one more at the end.
  std::vector<unsigned> WaveOfStep;
  std::vector<unsigned> PhaseOfStep; ///< Into Solution->Waits, or None.
};

} // namespace fencepost::model

#endif
