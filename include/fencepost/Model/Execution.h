//===- Execution.h - One execution as a value that can be shown -----------===//
// Events and labelled edges, made from the explorer's state for the witness of
// an answer: pictures, explanations and tests read it, the search does not.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_MODEL_EXECUTION_H
#define FENCEPOST_MODEL_EXECUTION_H

#include "fencepost/Model/Axiom.h"
#include "fencepost/Model/Outcome.h"

namespace fencepost::model {

enum class EventKind : uint8_t {
  Initial, ///< The initial write of a cell.
  Read,
  Write,
  ReadModifyWrite,
  Fence,
  Barrier,
};

/// An event; its number is its place in Execution::Events. The barrier event of
/// a wavefront belongs to all its threads (docs/model.md B1) and names the
/// first.
struct ShownEvent {
  EventKind Kind = EventKind::Read;
  unsigned Thread = None;      ///< None for an initial write.
  unsigned Instruction = None; ///< None for initial writes and implicit drops.
  std::vector<unsigned> OtherThreads; ///< Barrier: the rest of the wavefront.
  Cell Where;                         ///< Accesses only.
  Value Read, Written;                ///< Accesses only.
  bool Async = false;
  /// Reads: which of the five cases of spec/001 gave the value (docs/model.md
  /// M15).
  unsigned Case = 0;
  /// A barrier wait that never completed, or the place a thread was cut at.
  bool Stuck = false;
  std::string Label; ///< "load atomic flag acquire agent = 1"
};

enum class EdgeKind : uint8_t {
  ProgramOrder, ///< Between neighbours of one thread.
  ReadsFrom,
  Synchronizes, ///< synchronizes-with, fence-to-fence through barriers too.
  ModificationOrder, ///< Between neighbours.
  FromRead,
  Phase, ///< An arrive or drop to a wait that depends on it; Label "phase 2".
  Available,  ///< A write to an availability operation on it; Label the scope.
  Visible,    ///< An availability operation to a visibility operation.
  Dependency, ///< Data, address or control.
  Race,
};

struct ShownEdge {
  EdgeKind Kind;
  unsigned From, To;
  std::string Label;
};

/// Why an execution is not allowed: the axiom and the events of the cycle.
struct Violation {
  model::Axiom Axiom;
  std::vector<unsigned>
      Cycle; ///< Events, in order; the last leads to the first.
  std::vector<std::string> Steps; ///< The relation between each and the next.
};

struct Execution {
  std::vector<ShownEvent> Events; ///< Initial writes first, then by thread.
  std::vector<ShownEdge> Edges;
  Outcome End;
  std::vector<Violation> Violations; ///< Of axioms that were skipped.
};

} // namespace fencepost::model

#endif
