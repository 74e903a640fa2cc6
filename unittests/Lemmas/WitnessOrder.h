//===- WitnessOrder.h - spec/001 once more, on one shown execution --------===//
// Availability, visibility, location order and the five cases of a read, worked
// out from the events, program order and synchronizes-with edges of a witness,
// word for word as spec/001 defines them. Programs with async operations or
// more than one happens-before (tags, -one-as) are not handled.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_LEMMAS_WITNESSORDER_H
#define FENCEPOST_UNITTESTS_LEMMAS_WITNESSORDER_H

#include "fencepost/Model/Execution.h"
#include <map>
#include <set>

namespace fencepost::model::lemmas {

class WitnessOrder {
public:
  WitnessOrder(const Program &P, const Execution &X, bool Letter);

  unsigned size() const { return X.Events.size(); }
  bool isRead(unsigned E) const;
  bool isWrite(unsigned E) const;
  bool isInitial(unsigned E) const;
  bool sameCell(unsigned A, unsigned B) const;
  bool happensBefore(unsigned A, unsigned B) const { return Hb[A][B]; }
  bool programOrdered(unsigned A, unsigned B) const;
  ScopeLevel level(unsigned E) const;
  /// Whether the scope instance of \p A includes \p B.
  bool includes(unsigned A, unsigned B) const;
  bool includes(ScopeLevel Level, unsigned A, unsigned B) const;
  bool inclusive(unsigned A, unsigned B) const;

  std::set<unsigned> availability(unsigned W) const;
  /// Each visibility operation on \p W, and the widest level of its own
  /// instances in which it makes \p W visible.
  std::map<unsigned, ScopeLevel> visibility(unsigned W) const;
  bool beforeWrite(unsigned W, unsigned To) const;
  bool beforeRead(unsigned W, unsigned R) const;

  std::vector<unsigned> maySee(unsigned R) const;
  unsigned caseOf(unsigned R) const;
  /// The value in cases other than 2.
  Value valueOf(unsigned R) const;

private:
  const Instruction &instruction(unsigned E) const;
  Ordering order(unsigned E) const;
  bool isAtomicAccess(unsigned E) const;
  bool makesAvailable(unsigned E) const;
  bool makesVisible(unsigned E) const;
  bool allInclusive(const std::vector<unsigned> &Set) const;
  bool countsAsInitial(unsigned W, unsigned R,
                       const std::vector<unsigned> &Sees) const;
  bool isCase2(unsigned R, const std::vector<unsigned> &Sees) const;
  void close();

  const Program &P;
  const Execution &X;
  bool Letter;
  std::vector<std::vector<bool>> Hb, LoWrite, LoRead;
};

} // namespace fencepost::model::lemmas

#endif
