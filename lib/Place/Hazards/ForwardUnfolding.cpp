//===- ForwardUnfolding.cpp - The code that can follow a block ------------===//
// See ForwardUnfolding.h. A copy is the last link of a chain: what was done to
// each loop since the anchor, oldest first. Links of loops that were entered
// are dropped when the loop is left; those of loops around the anchor stay,
// because the anchor's own iteration is distinguished from the one in which the
// loop was left.
//===----------------------------------------------------------------------===//
#include "Hazards/ForwardUnfolding.h"
#include <cmath>

namespace fencepost::place {

using namespace view;
using namespace sym;

namespace {

struct UnfoldingLimits {
  unsigned Chain = 0; ///< Links.
  size_t Nodes = 0;
  /// Iterations that are followed one by one.
  IdVector<LoopId, unsigned> Iterations;
};

class UnfoldingBuilder {
public:
  UnfoldingBuilder(Evaluator &Eval, const std::vector<bool> &Uniform,
                   BlockId Anchor, const UnfoldingLimits &Limits)
      : Eval(Eval), Uniform(Uniform), Anchor(Anchor), Limits(Limits) {
    Links[RootCopy] = {};
  }

  /// Nothing if there are too many nodes.
  std::optional<ForwardUnfolding> run();

private:
  struct CopyLink {
    CopyId Before = RootCopy;
    LoopId Loop = None;
    Step Entry = Step::Root;
    bool AroundAnchor = false;
    unsigned Length = 0;
  };

  uint32_t addNode(BlockId Block, Moment When);
  void addSuccessors(uint32_t Node);
  std::optional<Moment> crossEdge(BlockId From, BlockId To, Moment When);
  std::optional<Moment> nextIteration(LoopId Loop, Moment When);
  CopyId addLink(CopyLink New);
  CopyId leaveLoops(CopyId Copy, BlockId To) const;
  bool hasRoom(CopyId Copy) const {
    return Links.at(Copy).Length < Limits.Chain;
  }
  unsigned countIterations(LoopId Loop, CopyId Copy) const;
  /// Whether \p Inner is \p Outer or in it.
  bool isIn(LoopId Inner, LoopId Outer) const {
    return Eval.Shape.contains(Outer, Eval.View.Loops[Inner].Header);
  }
  void sortNodes();

  Evaluator &Eval;
  const std::vector<bool> &Uniform;
  BlockId Anchor;
  const UnfoldingLimits &Limits;
  std::map<CopyId, CopyLink> Links;
  std::map<std::pair<BlockId, Moment>, uint32_t> Known;
  ForwardUnfolding Nodes;
};

/// Whether a uniform branch of \p Loop, not of one inside it, has two paths
/// that stay in it: then what is done can differ between iterations, and a
/// barrier may stand in every other one. After the anchor's, three are
/// distinguished.
bool branchesInside(const Evaluator &Eval, LoopId Loop) {
  for (const Block &B : Eval.View.Blocks) {
    if (B.Loop != Loop || !B.UniformExit)
      continue;
    std::set<BlockId> Inside;
    for (const Edge &E : B.Next)
      if (Eval.Shape.contains(Loop, E.To))
        Inside.insert(E.To);
    if (Inside.size() > 1)
      return true;
  }
  return false;
}

uint32_t UnfoldingBuilder::addNode(BlockId Block, Moment When) {
  auto [It, New] = Known.try_emplace({Block, When}, Nodes.size());
  if (New)
    Nodes.push_back({Block, When, {}});
  return It->second;
}

CopyId UnfoldingBuilder::addLink(CopyLink New) {
  CopyId Copy = Eval.copy(New.Before, New.Loop, New.Entry);
  New.Length = Links.at(New.Before).Length + 1;
  Links[Copy] = New;
  return Copy;
}

/// \p Copy without the loops that were entered and that \p To is not in.
CopyId UnfoldingBuilder::leaveLoops(CopyId Copy, BlockId To) const {
  while (Copy != RootCopy) {
    const CopyLink &Last = Links.at(Copy);
    if (Last.AroundAnchor || Eval.Shape.contains(Last.Loop, To))
      break;
    Copy = Last.Before;
  }
  return Copy;
}

/// How often \p Copy has gone around \p Loop, one by one.
unsigned UnfoldingBuilder::countIterations(LoopId Loop, CopyId Copy) const {
  unsigned Iterations = 0;
  for (; Copy != RootCopy; Copy = Links.at(Copy).Before)
    Iterations +=
        Links.at(Copy).Loop == Loop && Links.at(Copy).Entry == Step::Next;
  return Iterations;
}

/// One iteration around \p Loop, whose header is next.
std::optional<Moment> UnfoldingBuilder::nextIteration(LoopId Loop,
                                                      Moment When) {
  for (CopyId Copy = When.Copy; Copy != RootCopy;
       Copy = Links.at(Copy).Before) {
    const CopyLink &Link = Links.at(Copy);
    if (Link.Loop != Loop) {
      if (isIn(Loop, Link.Loop))
        return std::nullopt; // Entered after it, in some iteration already.
      continue;
    }
    if (Link.Entry == Step::SomeLater)
      return std::nullopt; // Nothing new.
    bool IsExact = Link.AroundAnchor &&
                   countIterations(Loop, When.Copy) < Limits.Iterations[Loop];
    if (hasRoom(When.Copy))
      return Moment{addLink({.Before = When.Copy,
                             .Loop = Loop,
                             .Entry = IsExact ? Step::Next : Step::SomeLater,
                             .AroundAnchor = Link.AroundAnchor}),
                    When.Free};
    if (!Link.AroundAnchor)
      return std::nullopt;
    break;
  }
  bool IsAnchors = Eval.Shape.contains(Loop, Anchor) &&
                   !(When.Free != None && isIn(Loop, When.Free));
  if (!IsAnchors)
    return std::nullopt;
  // Where waves part, the others go around by themselves, or not at all.
  bool IsFirst = Uniform[Eval.View.Loops[Loop].Header];
  for (CopyId Copy = When.Copy; Copy != RootCopy; Copy = Links.at(Copy).Before)
    IsFirst &= Links.at(Copy).Loop != Loop;
  if (IsFirst && hasRoom(When.Copy))
    return Moment{addLink({.Before = When.Copy,
                           .Loop = Loop,
                           .Entry = Step::Next,
                           .AroundAnchor = true}),
                  When.Free};
  CopyId Copy = When.Copy;
  while (Copy != RootCopy && isIn(Links.at(Copy).Loop, Loop))
    Copy = Links.at(Copy).Before;
  return Moment{Copy, Loop};
}

std::optional<Moment> UnfoldingBuilder::crossEdge(BlockId From, BlockId To,
                                                  Moment When) {
  When.Copy = leaveLoops(When.Copy, To);
  LoopId Loop = Eval.Shape.headedBy(To);
  if (Loop == None)
    return When;
  if (Graph::isBack(From, To))
    return nextIteration(Loop, When);
  if (hasRoom(When.Copy))
    When.Copy =
        addLink({.Before = When.Copy, .Loop = Loop, .Entry = Step::Enter});
  return When;
}

void UnfoldingBuilder::addSuccessors(uint32_t Node) {
  UnfoldingNode N = Nodes[Node];
  const Block &B = Eval.View.Blocks[N.Block];
  bool Together = Uniform[N.Block] && B.UniformExit;
  llvm::SmallVector<BlockId, 2> Targets;
  for (const Edge &E : B.Next)
    if (!llvm::is_contained(Targets, E.To))
      Targets.push_back(E.To);
  for (BlockId To : Targets) {
    TermId Condition = Eval.edge(N.Block, To, N.When.Copy);
    std::optional<Moment> When = crossEdge(N.Block, To, N.When);
    if (Condition == TermTable::False || !When)
      continue;
    uint32_t Next = addNode(To, *When);
    Nodes[Node].Next.push_back({Next, Together ? Condition : TermTable::True});
  }
}

void UnfoldingBuilder::sortNodes() {
  std::vector<uint32_t> Order;
  std::vector<bool> Seen(Nodes.size());
  std::vector<std::pair<uint32_t, unsigned>> Stack{{0, 0}};
  Seen[0] = true;
  while (!Stack.empty()) {
    auto &[Id, Edge] = Stack.back();
    if (Edge == Nodes[Id].Next.size()) {
      Order.push_back(Id);
      Stack.pop_back();
      continue;
    }
    uint32_t To = Nodes[Id].Next[Edge++].To;
    if (!Seen[To]) {
      Seen[To] = true;
      Stack.push_back({To, 0});
    }
  }
  std::reverse(Order.begin(), Order.end());
  std::vector<uint32_t> NewIndex(Nodes.size());
  for (uint32_t I = 0; I < Order.size(); ++I)
    NewIndex[Order[I]] = I;
  ForwardUnfolding Sorted;
  for (uint32_t Id : Order) {
    Sorted.push_back(std::move(Nodes[Id]));
    for (UnfoldingEdge &E : Sorted.back().Next)
      E.To = NewIndex[E.To];
  }
  Nodes = std::move(Sorted);
}

std::optional<ForwardUnfolding> UnfoldingBuilder::run() {
  addNode(Anchor, {});
  for (uint32_t Node = 0; Node < Nodes.size(); ++Node) {
    if (Nodes.size() > Limits.Nodes)
      return std::nullopt;
    addSuccessors(Node);
  }
  sortNodes();
  return std::move(Nodes);
}

} // namespace

ForwardUnfolding unfoldForward(Evaluator &Eval,
                               const std::vector<bool> &Uniform, BlockId Anchor,
                               size_t MaxNodes) {
  unsigned Depth = 0;
  for (const Loop &L : Eval.View.Loops)
    Depth = std::max(Depth, L.Depth);
  UnfoldingLimits Limits{8, MaxNodes,
                         IdVector<LoopId, unsigned>(Eval.View.Loops.size(), 1)};
  bool Branches = false;
  for (LoopId L : Eval.View.Loops.ids())
    if (Eval.Shape.contains(L, Anchor) && branchesInside(Eval, L)) {
      Branches = true;
      Limits.Iterations[L] = 3;
    }
  for (unsigned Chain : {8, 6, 4, 2, 1}) {
    Limits.Chain = Chain;
    if (Chain < 8)
      Limits.Iterations.assign(Eval.View.Loops.size(), 1);
    // That many copies of the innermost loop are certain to be too many.
    bool IsTried =
        std::pow(Depth, Chain) <= MaxNodes && (Branches || Chain < 8);
    if (!IsTried)
      continue;
    if (std::optional<ForwardUnfolding> Found =
            UnfoldingBuilder(Eval, Uniform, Anchor, Limits).run())
      return *std::move(Found);
  }
  // Without copies there are as many nodes as blocks, for each free loop.
  Limits = {0, ~size_t(0),
            IdVector<LoopId, unsigned>(Eval.View.Loops.size(), 1)};
  return *UnfoldingBuilder(Eval, Uniform, Anchor, Limits).run();
}

} // namespace fencepost::place
