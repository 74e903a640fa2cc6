//===- SeqCst.h - The order of seq_cst operations -------------------------===//
// RC11's psc, per address space, restricted to pairs with inclusive scopes and
// united (docs/model.md M9). The part that does not depend on modification
// order is computed once per happens-before.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_SEQCST_H
#define FENCEPOST_LIB_MODEL_SEQCST_H

#include "Synchronization.h"

namespace fencepost::model {

/// What reads, writes and their orders relate.
struct Communication {
  Relation Rf, Mo, Fr;

  explicit Communication(unsigned Size) : Rf(Size), Mo(Size), Fr(Size) {}
  Relation eco() const { return (Rf | Mo | Fr).closure(); }
};

class SeqCst {
public:
  SeqCst(const State &S, const Synchronization &Sync);

  /// Whether there is anything to order.
  bool isNeeded() const { return Events.size() > 1; }
  Relation psc(const Communication &C) const;

private:
  const State &S;
  const Synchronization &Sync;
  std::vector<unsigned> Events;   ///< The seq_cst events.
  std::vector<Relation> HbOrSame; ///< hb?, per address space.
  std::vector<Relation> Base;     ///< scb without mo and fr.
};

} // namespace fencepost::model

#endif
