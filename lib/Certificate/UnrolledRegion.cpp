//===- UnrolledRegion.cpp - Regions with unrolled loops -------------------===//
// See UnrolledRegion.h. A node is a block in a copy of the code
// (Symbolic/Evaluator.h) before or after the wait. A copy says, as a chain of
// links, which loops were entered and gone around since the start; links of a
// loop that was entered go when it is left.
//===----------------------------------------------------------------------===//
#include "UnrolledRegion.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::certificate {

using namespace view;
using namespace sym;

namespace {

class RegionUnroller {
public:
  RegionUnroller(Evaluator &Eval, const Boundaries &Bounds, UnrollLimits Limits)
      : Eval(Eval), Bounds(Bounds), Limits(Limits) {
    Links[RootCopy] = {};
  }
  Region run(std::optional<Site> Start);

private:
  struct UnrolledLink {
    CopyId Before = RootCopy;
    LoopId Loop = None;
    Step Entry = Step::Root;
    bool WasEntered = false; ///< Since the start.
  };

  uint32_t addNode(BlockId Block, bool Passed, CopyId Copy, uint32_t First);
  void addSuccessors(uint32_t Node);
  CopyId crossEdge(BlockId From, BlockId To, CopyId Copy);
  CopyId nextIteration(LoopId Loop, CopyId Copy);
  TermId isLaterIteration(BlockId Header, CopyId Copy);
  CopyId addLink(const UnrolledLink &New);
  void sortNodes(uint32_t Node);
  void findReach();

  Evaluator &Eval;
  const Boundaries &Bounds;
  UnrollLimits Limits;
  std::map<CopyId, UnrolledLink> Links;
  std::map<std::tuple<BlockId, bool, CopyId, uint32_t>, uint32_t> Known;
  Region R;
  std::vector<uint8_t> States; ///< Of sortNodes(), by node.
  std::vector<uint32_t> Order; ///< In reverse.
};

uint32_t RegionUnroller::addNode(BlockId Block, bool Passed, CopyId Copy,
                                 uint32_t First) {
  auto [It, New] =
      Known.try_emplace({Block, Passed, Copy, First}, R.Nodes.size());
  if (New)
    R.addNode(Block, First, Passed, Copy);
  return It->second;
}

CopyId RegionUnroller::addLink(const UnrolledLink &New) {
  CopyId Copy = Eval.copy(New.Before, New.Loop, New.Entry);
  Links[Copy] = New;
  return Copy;
}

/// One more iteration of \p Loop.
CopyId RegionUnroller::nextIteration(LoopId Loop, CopyId Copy) {
  unsigned Iterations = 0;
  bool WasEntered = false;
  for (CopyId C = Copy; C != RootCopy; C = Links.at(C).Before) {
    const UnrolledLink &Link = Links.at(C);
    if (Link.Loop != Loop)
      continue;
    if (Link.Entry == Step::SomeLater)
      return C; // In some iteration already.
    WasEntered |= Link.WasEntered;
    Iterations += Link.Entry == Step::Next;
    if (Link.Entry == Step::Enter)
      break;
  }
  return addLink(
      {.Before = Copy,
       .Loop = Loop,
       .Entry = Iterations < Limits.Iterations ? Step::Next : Step::SomeLater,
       .WasEntered = WasEntered});
}

/// The copy in which an edge continues.
CopyId RegionUnroller::crossEdge(BlockId From, BlockId To, CopyId Copy) {
  while (Copy != RootCopy && Links.at(Copy).WasEntered &&
         !Eval.Shape.contains(Links.at(Copy).Loop, To))
    Copy = Links.at(Copy).Before;
  LoopId Loop = Eval.Shape.headedBy(To);
  if (Loop == None)
    return Copy;
  return Graph::isBack(From, To) ? nextIteration(Loop, Copy)
                                 : addLink({.Before = Copy,
                                            .Loop = Loop,
                                            .Entry = Step::Enter,
                                            .WasEntered = true});
}

/// An iteration of \p Copy that is reached around its loop is a later one.
TermId RegionUnroller::isLaterIteration(BlockId Header, CopyId Copy) {
  LoopId Loop = Eval.Shape.headedBy(Header);
  const UnrolledLink &Last = Links.at(Copy);
  if (Loop == None || Last.Loop != Loop || Last.Entry != Step::SomeLater)
    return TermTable::True;
  return Eval.Terms.less(Eval.iteration(Loop, Last.Before),
                         Eval.iteration(Loop, Copy));
}

/// Walks the events of a node and finds where the region continues.
void RegionUnroller::addSuccessors(uint32_t Node) {
  BlockId Block = R.Nodes[Node].Block;
  CopyId Copy = R.Nodes[Node].Copy;
  bool Passed = R.Nodes[Node].Passed;
  const view::Block &B = Eval.View.Blocks[Block];
  uint32_t End = R.Nodes[Node].First;
  for (; End < B.Events.size(); ++End) {
    if (!Bounds.waits({Block, End}))
      continue;
    if (Passed)
      break;
    Passed = true;
  }
  R.Nodes[Node].End = End;
  if (End < B.Events.size())
    return;
  std::set<BlockId> Targets;
  for (const Edge &E : B.Next)
    Targets.insert(E.To);
  for (BlockId To : Targets) {
    TermId Condition = Eval.edge(Block, To, Copy);
    if (Condition == TermTable::False)
      continue;
    CopyId Then = crossEdge(Block, To, Copy);
    Condition = Eval.Terms.both(Condition, isLaterIteration(To, Then));
    uint32_t Next = addNode(To, Passed, Then, 0);
    R.Nodes[Node].Next.push_back({Next, Condition});
  }
}

/// Depth first; edges to nodes that are not done yet lead around, and go.
void RegionUnroller::sortNodes(uint32_t First) {
  enum : uint8_t { New, Open, Done };
  std::vector<uint32_t> Stack{First};
  States[First] = Open;
  while (!Stack.empty()) {
    uint32_t Node = Stack.back();
    llvm::SmallVectorImpl<RegionEdge> &Next = R.Nodes[Node].Next;
    auto *Unvisited = llvm::find_if(
        Next, [&](const RegionEdge &E) { return States[E.To] == New; });
    if (Unvisited != Next.end()) {
      States[Unvisited->To] = Open;
      Stack.push_back(Unvisited->To);
      continue;
    }
    llvm::erase_if(Next,
                   [&](const RegionEdge &E) { return States[E.To] == Open; });
    States[Node] = Done;
    Order.push_back(Node);
    Stack.pop_back();
  }
}

void RegionUnroller::findReach() {
  R.Nodes[0].Reach = Eval.reach(R.Nodes[0].Block, RootCopy);
  for (uint32_t Node : llvm::reverse(Order))
    for (const RegionEdge &E : R.Nodes[Node].Next) {
      TermId &To = R.Nodes[E.To].Reach;
      To = Eval.Terms.either(To,
                             Eval.Terms.both(R.Nodes[Node].Reach, E.Condition));
    }
}

Region RegionUnroller::run(std::optional<Site> Start) {
  R.Start = Start;
  BlockId Block = Start ? Start->Block : 0;
  for (LoopId L = Eval.View.Blocks[Block].Loop; L != None && Start;
       L = Eval.View.Loops[L].Parent)
    R.Around.push_back(L);
  addNode(Block, !Start || Bounds.waits(*Start), RootCopy,
          Start ? Start->Event + 1 : 0);
  for (uint32_t Node = 0; Node < R.Nodes.size() && R.IsComplete; ++Node) {
    R.IsComplete = R.Nodes.size() <= Limits.Nodes;
    addSuccessors(Node);
  }
  States.resize(R.Nodes.size());
  sortNodes(0);
  findReach();
  return std::move(R);
}

} // namespace

Region buildUnrolledRegion(Evaluator &Eval, const Boundaries &Bounds,
                           std::optional<Site> Start, UnrollLimits Limits) {
  return RegionUnroller(Eval, Bounds, Limits).run(Start);
}

} // namespace fencepost::certificate
