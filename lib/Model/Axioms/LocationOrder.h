//===- LocationOrder.h - Availability, visibility, location order ---------===//
// The definitions of spec/001, "Ordering", on a state whose happens-before is
// final (docs/model.md M12). Where a program uses no noav, store.av, load.vis
// or async operation, a write is location-ordered before an access exactly if
// it happens before it (docs/model.md, "Lemmas", lemma 1), and nothing is
// computed. Tested against the literal definitions of the naive reference.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_LOCATIONORDER_H
#define FENCEPOST_LIB_MODEL_LOCATIONORDER_H

#include "Execution/State.h"
#include "Program/Layout.h"

namespace fencepost::model {

/// An availability or visibility operation on a write, with how far it reaches.
struct Propagation {
  unsigned Operation;
  ScopeLevel Level; ///< The instance of this level that contains it.
  unsigned Because; ///< The operation it builds on; None if on the write.
};

class LocationOrder {
public:
  /// \p ByHappensBefore: the lemma applies.
  LocationOrder(const State &S, const Layout &L, bool ByHappensBefore);

  /// Whether write \p W is location-ordered before \p X, seen as a write.
  bool beforeWrite(unsigned W, unsigned X) const {
    return Simple ? ordered(W, X) : ToWrite.has(W, X);
  }
  /// Whether write \p W is location-ordered before \p R, seen as a read.
  bool beforeRead(unsigned W, unsigned R) const {
    return Simple ? ordered(W, R) : ToRead.has(W, R);
  }

  /// Every availability operation on \p W.
  std::vector<Propagation> availability(unsigned W) const;
  /// Every visibility operation on \p W; of several reaches the widest.
  std::vector<Propagation>
  visibility(unsigned W, const std::vector<Propagation> &Available) const;

private:
  bool ordered(unsigned W, unsigned X) const {
    return S.hb(S.Events[W].Space).has(W, X);
  }
  void orderFrom(unsigned W);

  const State &S;
  const Layout &L;
  bool Simple;
  Relation ToWrite, ToRead;
};

} // namespace fencepost::model

#endif
