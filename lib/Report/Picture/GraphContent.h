//===- GraphContent.h - What a picture of an execution shows --------------===//
// The execution seen as columns, nodes, boxes and bundles of lines, before any
// of them has a position. GraphContent.cpp decides what is shown and in which
// column, GraphRows.cpp in which row.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REPORT_GRAPHCONTENT_H
#define FENCEPOST_LIB_REPORT_GRAPHCONTENT_H

#include "fencepost/Report/ExecutionGraph.h"

namespace fencepost::graph {

/// A column of events. The asynchronous operations of a thread stand in a
/// column of their own beside it, because they run beside it (docs/model.md
/// M20).
struct Column {
  unsigned Thread;
  bool Async;
};

struct ContentNode {
  unsigned Event = ~0u; ///< None for a band.
  NodeLook Look = NodeLook::Event;
  unsigned First = 0, Last = 0; ///< Columns, more than one for a whole wave.
  unsigned Row = 0;
  std::vector<std::string> Text;
  std::string Hint;

  bool isBand() const { return Look == NodeLook::Band; }
};

struct Strand {
  LineKind Kind;
  std::string Label; ///< Empty: none is shown.
};

/// All that is drawn from one node to another, side by side.
struct Bundle {
  unsigned From, To; ///< Nodes.
  std::vector<Strand> Strands;

  bool isPhase() const { return Strands.front().Kind == LineKind::Phase; }
};

struct ContentBox {
  std::string Text;
  unsigned First, Last; ///< Columns.
  unsigned Depth;
};

struct Content {
  std::vector<Column> Columns;
  std::vector<ContentNode> Nodes;
  std::vector<Bundle> Bundles;
  std::vector<ContentBox> Boxes; ///< Outer before inner.
  unsigned InitialRows = 0;      ///< Above the boxes.
  unsigned Rows = 0;             ///< In all.
  unsigned Depth = 0;            ///< How deep boxes are nested.
  std::string Title;
  std::vector<std::string> ThreadNames; ///< One per thread of the program.
  std::vector<std::string> State;       ///< Parts of the final state.
};

/// Everything but rows.
Content makeContent(const model::Program &P, const model::Execution &E,
                    const GraphOptions &Options);

/// The columns of \p C and the boxes around them (GraphScopes.cpp).
void placeThreads(Content &C, const model::Program &P,
                  const model::Execution &E);

/// Gives every node its row: program order and, as far as they can, all other
/// lines run downwards, and the arrivals of a phase stand in one row.
void assignRows(Content &C);

/// \p Text in lines of at most \p Limit characters, broken at spaces, as few
/// lines as that takes and as even as can be. A longer word stands alone.
std::vector<std::string> wrapEvenly(llvm::StringRef Text, size_t Limit);

/// The parts of an outcome, as captions: "P1:r0=1", "race".
std::vector<std::string> describeEnd(const model::Program &P,
                                     const model::Outcome &End);

/// \p C with every position decided (GraphLayout.cpp).
Picture layOut(const Content &C);

} // namespace fencepost::graph

#endif
