//===- ReferenceAxioms.h - The axioms of memory, as they are written ------===//
// Given the accesses and fences of one candidate (values guessed, barriers
// decided), every reads-from and every modification order, and which of them
// the model allows: happens-before (docs/model.md M4 to M8), availability and
// visibility (M12, M13), the value of each read (M15), coherence and atomicity
// (M10), seq_cst (M9), thin air (M11), races (M16) and final values. Part of
// the naive reference of the model (Reference.h).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_REFERENCEAXIOMS_H
#define FENCEPOST_UNITTESTS_MODEL_REFERENCEAXIOMS_H

#include "ReferencePaths.h"

namespace fencepost::model::naive {

/// A relation between at most 64 events: bit B of row A.
class Relation {
public:
  explicit Relation(unsigned Size) : Rows(Size) {}

  unsigned size() const { return Rows.size(); }
  bool has(unsigned A, unsigned B) const { return Rows[A] >> B & 1; }
  void add(unsigned A, unsigned B) { Rows[A] |= uint64_t(1) << B; }
  void add(const Relation &Other);
  Relation then(const Relation &Next) const; ///< r ; s
  Relation closure() const;                  ///< r+
  Relation orSame() const;                   ///< r?
  bool irreflexive() const;

private:
  std::vector<uint64_t> Rows;
};

/// An act of a thread, or the initial write of a cell.
struct Event {
  Act Action;
  unsigned Thread = None; ///< None: an initial write.
  bool initial() const { return Thread == None; }
};

/// A synchronizes-with edge and the spaces it carries.
struct SpacedEdge {
  unsigned From, To;
  AddressSpaceSet Spaces;
};

struct Candidate {
  std::vector<Event> Events; ///< At most 64; no barrier instructions.
  std::vector<std::pair<unsigned, unsigned>> ProgramOrder;
  std::vector<SpacedEdge> ThroughBarriers; ///< docs/model.md M7.
  /// Pairs (A, B): B depends on A. Numbers above the events are barrier
  /// operations.
  std::vector<std::pair<unsigned, unsigned>> Dependencies;
  std::vector<Cell> Observed;
};

/// One allowed reads-from with all the finals that some mo gives it.
struct Allowed {
  std::vector<unsigned> Source; ///< Per event; None: not a case-2 read.
  /// Per observed cell the last write, or None: undef.
  std::set<std::vector<unsigned>> Finals;
  std::set<std::pair<unsigned, unsigned>> Races; ///< Events.
};

/// Everything allowed; nothing if \p Work does not suffice.
std::optional<std::vector<Allowed>> allowedExecutions(const Candidate &C,
                                                      const Places &Where,
                                                      bool Letter,
                                                      uint64_t &Work);

} // namespace fencepost::model::naive

#endif
