//===- BarrierExecution.h - A barrier execution in the making -------------===//
// A barrier execution has, for each object, an order of its operations, and for
// each passed wait a phase. What both must satisfy is written here once, for
// the simulation and for the search: barrier-executes-before has no cycle and
// agrees with every order, and phases are separated (spec/000; docs/model.md
// B3). All of these can only be broken, never repaired, by giving phases to
// more waits, so they are checked after each.
//
// An order is kept as a sequence of groups, since most operations of a phase
// may change places without anybody noticing (B6). The operations since the
// last init or completion form a segment; a phase is a complete segment.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_BARRIEREXECUTION_H
#define FENCEPOST_LIB_MODEL_BARRIEREXECUTION_H

#include "BarrierObjects.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace fencepost::model::barriers {

/// A transitive relation over nodes: row B holds the nodes before B, as bits.
class Precedence {
public:
  using Mask = llvm::SmallVector<uint64_t, 8>; ///< A set of nodes.

  explicit Precedence(unsigned Size)
      : Size(Size), Words((Size + 63) / 64), Rows(Size * Words) {}

  bool before(NodeId A, NodeId B) const {
    return Rows[B * Words + A / 64] >> (A % 64) & 1;
  }
  Mask maskOf(llvm::ArrayRef<NodeId> Set) const;
  /// Whether one of \p Set is before \p B.
  bool anyBefore(const Mask &Set, NodeId B) const {
    const uint64_t *Row = Rows.data() + B * Words;
    uint64_t Both = 0;
    for (unsigned I = 0; I != Words; ++I)
      Both |= Row[I] & Set[I];
    return Both != 0;
  }
  /// Adds \p From and all before it to the row of \p To, and of no other node.
  void append(NodeId From, NodeId To);
  /// Adds an edge from each of \p From to \p To and closes the relation again.
  /// False if that makes a cycle; the relation is then unusable.
  bool addEdges(llvm::ArrayRef<NodeId> From, NodeId To);

private:
  uint64_t *rowOf(NodeId B) { return Rows.data() + B * Words; }

  unsigned Size, Words;
  std::vector<uint64_t> Rows;
};

/// The operations since the previous completion or init.
struct Segment {
  std::vector<NodeId> Members; ///< Arrives and drops.
  bool Complete = false;       ///< It is a phase.
};

/// Something undefined about the order of an object's operations.
struct OrderFault {
  Undefined Kind;
  NodeId Where;
};

/// The order of an object's operations, as a sequence of groups, and what
/// walking it with the two counts gives (docs/model.md B3).
struct ObjectOrder {
  bool Chosen = false;
  std::vector<unsigned> Group;   ///< By position; None if not executed.
  std::vector<unsigned> Segment; ///< By position, for arrives and drops.
  std::vector<barriers::Segment> Segments;
  std::vector<OrderFault> Faults;
  unsigned NumGroups = 0;
  unsigned NumComplete = 0;
  int32_t Expected = 0;
  int32_t Arrived = 0;
  bool Initialised = false;
  /// Undefined behaviour has broken the object: it completes no more phases.
  bool Broken = false;

  explicit ObjectOrder(const Object &Object);
  /// How many arrives and drops complete the running phase; 0 if none ever do.
  unsigned missing() const {
    return !Broken && Initialised && Expected > Arrived ? Expected - Arrived
                                                        : 0;
  }
  enum class Into : uint8_t { NewGroup, LastGroup };
  /// Puts \p Id after everything else, and counts it.
  void place(NodeId Id, const Node &N, Into Where);
  unsigned phaseNumber(unsigned Segment) const; ///< From 1.

private:
  void init(const Node &N, NodeId Id);
  void breakAt(NodeId Id, Undefined Kind);
};

/// Which phases waits have been given, and what follows from it.
struct BarrierExecution {
  Precedence Before;
  std::vector<unsigned> Takes; ///< By node; waits: the segment, or None.

  explicit BarrierExecution(const Resolved &Problem) ///< Nothing is executed.
      : Before(Problem.Nodes.size()), Takes(Problem.Nodes.size(), None) {}
  /// Program order alone, of the nodes that are executed.
  BarrierExecution(const Resolved &Problem, const Ends &Where);
};

using Orders = std::vector<ObjectOrder>; ///< By object.

/// Whether barrier-executes-before agrees with the order of \p Object, and its
/// phases are separated as far as they are taken.
bool isConsistent(const Resolved &Problem, const Orders &Objects,
                  const BarrierExecution &State, unsigned Object);

/// Gives \p Wait the phase \p Segment of its object. False if that breaks a
/// rule; \p State is then unusable.
bool assignPhase(const Resolved &Problem, const Orders &Objects,
                 BarrierExecution &State, NodeId Wait, unsigned Segment);

/// Whether no stuck wait can be given a phase, each tried alone (docs/model.md
/// B5).
bool isStuckForGood(const Resolved &Problem, const Orders &Objects,
                    const BarrierExecution &State, const Ends &Where);

} // namespace fencepost::model::barriers

#endif
