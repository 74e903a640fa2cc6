//===- ForwardUnfolding.h - The code that can follow a block --------------===//
// All waves of a work-group take one path through uniform control flow. From a
// block in any iteration of the loops around it (the *anchor*), the code that
// can follow is a directed acyclic graph of nodes (block, moment): the moment
// says of each loop whether it is in the anchor's iteration, the next one or a
// later one, or has been entered since, and is in its first iteration or a
// later one. Each of these is a copy of the Evaluator, so values and conditions
// after the anchor have exact terms.
//
// Copies multiply with the depth of loops. Beyond a number of nodes the graph
// is made again with shorter chains of copies: iterations of outer loops are
// then not followed (Moment::Free), and loops that are entered are in some
// iteration. That allows more paths than there are, never fewer.
// Tested by unittests/Place/ForwardUnfoldingTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_HAZARDS_FORWARDUNFOLDING_H
#define FENCEPOST_LIB_PLACE_HAZARDS_FORWARDUNFOLDING_H

#include "Hazards/CarriedOverlap.h"

namespace fencepost::place {

struct UnfoldingEdge {
  uint32_t To; ///< Node.
  /// Of the waves together: True where lanes or waves part.
  sym::TermId Condition;
};

struct UnfoldingNode {
  view::BlockId Block = 0;
  Moment When;
  llvm::SmallVector<UnfoldingEdge, 2> Next;
};

/// Node 0 is the anchor; the others are in topological order after it.
using ForwardUnfolding = std::vector<UnfoldingNode>;

/// Above this many nodes, chains of copies are made shorter.
inline constexpr size_t MaxUnfoldingNodes = 2000;

ForwardUnfolding unfoldForward(sym::Evaluator &Eval,
                               const std::vector<bool> &Uniform,
                               view::BlockId Anchor,
                               size_t MaxNodes = MaxUnfoldingNodes);

} // namespace fencepost::place

#endif
