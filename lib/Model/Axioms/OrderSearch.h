//===- OrderSearch.h - Is there a modification order? ---------------------===//
// Looks for total orders of the writes of each cell that satisfy what forced
// edges cannot express: psc (docs/model.md M9), and coherence and atomicity
// where not all scopes are inclusive (M10). Orders grow pair by pair; every
// check is monotone, so a violation ends a branch at once. One order is enough.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_ORDERSEARCH_H
#define FENCEPOST_LIB_MODEL_ORDERSEARCH_H

#include "SeqCst.h"
#include "fencepost/Model/Axiom.h"
#include <optional>

namespace fencepost::model {

/// The writes of one cell that take part in modification order.
struct OrderedCell {
  std::vector<unsigned> Writes;
  bool Regular = true; ///< Pairwise inclusive.
};

inline bool isPast(const Deadline &Until) {
  return Until && std::chrono::steady_clock::now() >= *Until;
}

class OrderSearch {
public:
  /// Past \p Until it finds nothing more; the caller's sink notices the time.
  OrderSearch(const State &S, const Synchronization &Sync, const SeqCst &Sc,
              AxiomSet Skip, Deadline Until)
      : S(S), Sync(Sync), Sc(Sc), Skip(Skip), Until(Until) {}

  /// Completes \p Order, a transitively closed relation over the writes of
  /// \p Cells, to total orders; nothing if that cannot be done. \p First lists
  /// plain writes that count as initial: they come before whatever \p Order
  /// puts after them, and are in modification order with nothing else.
  std::optional<Communication> find(const std::vector<OrderedCell> &Cells,
                                    const Relation &Order,
                                    const EventSet &First) const;
  /// The communication that \p Order stands for, complete or not.
  Communication communication(const std::vector<OrderedCell> &Cells,
                              const Relation &Order) const;

private:
  bool violates(const std::vector<OrderedCell> &Cells,
                const Communication &C) const;
  bool isIncoherent(const Communication &C) const;
  bool breaksAtomicity(const OrderedCell &Cell, const Communication &C) const;

  const State &S;
  const Synchronization &Sync;
  const SeqCst &Sc;
  AxiomSet Skip;
  Deadline Until;
};

} // namespace fencepost::model

#endif
