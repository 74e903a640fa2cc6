//===- ReferenceValues.h - What each read of a candidate returns ----------===//
// Happens-before, availability, visibility, location order and the five cases
// of spec/001, for one choice of what the case-2 reads read. None of it needs a
// modification order. Part of the naive reference of the model (Reference.h).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_REFERENCEVALUES_H
#define FENCEPOST_UNITTESTS_MODEL_REFERENCEVALUES_H

#include "ReferenceAxioms.h"

namespace fencepost::model::naive {

class Values {
public:
  /// \p Source is the write each case-2 read reads, None for all other events.
  Values(const Candidate &C, const Places &Where, bool Letter,
         const std::vector<unsigned> &Source);

  /// Whether happens-before is irreflexive, every read that has a source is in
  /// case 2 and may see it, and every other read returns the guessed value.
  bool consistent() const { return Consistent; }

  bool inclusive(unsigned A, unsigned B) const; ///< docs/model.md M2.
  const Relation &happensBefore(AddressSpace Space) const {
    return Space == AddressSpace::Local ? HbLocal : HbGlobal;
  }
  const Relation &programOrder() const { return Po; }
  /// W is location-ordered before the write \p To.
  bool beforeWrite(unsigned W, unsigned To) const { return LoWrite.has(W, To); }
  /// What case-2 and case-4 reads read.
  const std::vector<unsigned> &readsFrom() const { return ReadsFrom; }
  std::set<std::pair<unsigned, unsigned>> races() const;

private:
  const Act &act(unsigned E) const { return C.Events[E].Action; }
  bool isWrite(unsigned E) const { return act(E).writes(); }
  bool sameCell(unsigned A, unsigned B) const {
    return act(A).Where == act(B).Where;
  }
  /// Whether the scope instance of \p X includes \p E.
  bool reaches(unsigned X, unsigned E) const;
  bool covers(unsigned X, AddressSpace Space) const;

  void orderByProgram();
  void synchronize();
  void synchronizeFrom(unsigned X);
  std::set<unsigned> releaseSequence(unsigned X) const;
  void addEdge(unsigned From, unsigned To, AddressSpaceSet Spaces);
  void close();

  std::set<unsigned> availabilityOperations(unsigned W) const;
  std::map<unsigned, ScopeLevel>
  visibilityOperations(unsigned W, const std::set<unsigned> &Available) const;
  void orderLocations();

  std::vector<unsigned> maySee(unsigned R) const;
  bool allInclusive(const std::vector<unsigned> &Set) const;
  bool countsAsInitial(unsigned W, const std::vector<unsigned> &Seen) const;
  unsigned classify(unsigned R);
  bool returnsGuess(unsigned R);

  const Candidate &C;
  const Places &Where;
  bool Letter;
  const std::vector<unsigned> &Source;
  bool Consistent = true;
  Relation Po, HbGlobal, HbLocal, LoWrite, LoRead;
  std::vector<unsigned> ReadsFrom, Case;
};

} // namespace fencepost::model::naive

#endif
