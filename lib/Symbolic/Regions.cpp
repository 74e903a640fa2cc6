//===- Regions.cpp - Code that two threads may execute at the same time --===//
// Nodes are found from the start, put into topological order with the edges
// back cut, and then get their conditions in that order. See Regions.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Regions.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::sym {

using namespace view;

RegionBuilder::RegionBuilder(Evaluator &Eval, const Boundaries &Bounds)
    : Eval(Eval), Bounds(Bounds) {
  for (LoopId L : Eval.View.Loops.ids())
    Free.push_back(findFree(L));
}

std::vector<std::optional<Site>> RegionBuilder::starts() const {
  std::vector<std::optional<Site>> Starts{std::nullopt};
  forEachEvent(Eval.View, [&](Site Site, const Event &) {
    if (Bounds.signals(Site))
      Starts.push_back(Site);
  });
  return Starts;
}

bool RegionBuilder::hasWait(BlockId Block) const {
  for (uint32_t E = 0; E < Eval.View.Blocks[Block].Events.size(); ++E)
    if (Bounds.waits({Block, E}))
      return true;
  return false;
}

bool RegionBuilder::hasFence(LoopId Loop) const {
  for (BlockId B = Eval.View.Loops[Loop].Header; B < Eval.View.Blocks.size();
       ++B)
    if (Eval.Shape.contains(Loop, B) &&
        llvm::any_of(Eval.View.Blocks[B].Events, ordersWave))
      return true;
  return false;
}

bool RegionBuilder::findFree(LoopId Loop) const {
  BlockId Header = Eval.View.Loops[Loop].Header;
  llvm::BitVector Seen(Eval.View.Blocks.size());
  llvm::SmallVector<BlockId, 8> Stack{Header};
  while (!Stack.empty()) {
    BlockId B = Stack.pop_back_val();
    if (Seen[B] || hasWait(B))
      continue;
    Seen.set(B);
    for (const Edge &E : Eval.View.Blocks[B].Next) {
      if (E.To == Header)
        return true;
      if (Eval.Shape.contains(Loop, E.To))
        Stack.push_back(E.To);
    }
  }
  return false;
}

void Region::addNode(BlockId Block, uint32_t First, bool Passed, CopyId Copy) {
  RegionNode N;
  N.Block = Block;
  N.First = First;
  N.Passed = Passed;
  N.Copy = Copy;
  Nodes.push_back(std::move(N));
}

uint32_t RegionBuilder::node(Region &R, BlockId Block, bool Passed, CopyId Copy,
                             uint32_t First) {
  auto [It, New] =
      Known.try_emplace(Key(Block, Passed, Copy, First), R.Nodes.size());
  if (New)
    R.addNode(Block, First, Passed, Copy);
  return It->second;
}

/// The copy in which an edge from \p Copy continues.
CopyId RegionBuilder::copyAcross(const Region &R, BlockId From, BlockId To,
                                 CopyId Copy) {
  LoopId Loop = Eval.Shape.headedBy(To);
  if (Loop == None)
    return Copy;
  if (!Graph::isBack(From, To))
    return Free[Loop] ? Copy : Eval.copy(Copy, Loop, Step::Enter);
  if (!Free[Loop])
    return Eval.copy(Copy, Loop, Step::Next);
  // Already in some iteration of its own: another iteration changes nothing,
  // but leaves the loops inside.
  return Eval.isInStepIn(Loop, Copy, R.Around)
             ? Eval.copy(Copy, Loop, Step::SomeLater)
             : Eval.leftInside(Copy, Loop);
}

/// Walks the events of a node and adds its successors in the region.
void RegionBuilder::follow(Region &R, uint32_t Node) {
  RegionNode N = R.Nodes[Node];
  const Block &B = Eval.View.Blocks[N.Block];
  bool Passed = N.Passed;
  for (N.End = N.First; N.End < B.Events.size(); ++N.End) {
    if (!Bounds.waits({N.Block, N.End}))
      continue;
    if (Passed)
      break;
    Passed = true;
  }
  R.Nodes[Node].End = N.End;
  if (N.End < B.Events.size())
    return;
  llvm::SmallVector<BlockId, 2> Targets;
  for (const Edge &E : B.Next)
    if (!llvm::is_contained(Targets, E.To))
      Targets.push_back(E.To);
  for (BlockId To : Targets) {
    TermId Condition = Eval.edge(N.Block, To, N.Copy);
    if (Condition == TermTable::False)
      continue;
    CopyId Copy = copyAcross(R, N.Block, To, N.Copy);
    uint32_t Next = node(R, To, Passed, Copy, 0);
    R.Nodes[Node].Next.push_back({Next, Condition});
  }
}

/// Reverse post-order; edges to a node that is still open are cut.
void RegionBuilder::sortNodes(Region &R) {
  enum State : uint8_t { New, Open, Done };
  std::vector<State> States(R.Nodes.size(), New);
  std::vector<uint32_t> Order;
  std::vector<std::pair<uint32_t, unsigned>> Stack{{0, 0}};
  States[0] = Open;
  while (!Stack.empty()) {
    auto &[Id, Edge] = Stack.back();
    RegionNode &N = R.Nodes[Id];
    if (Edge == N.Next.size()) {
      States[Id] = Done;
      Order.push_back(Id);
      Stack.pop_back();
      continue;
    }
    uint32_t To = N.Next[Edge].To;
    if (States[To] == Open) {
      R.Nodes[To].IsHeader = true;
      N.Next.erase(N.Next.begin() + Edge);
      continue;
    }
    ++Edge;
    if (States[To] == New) {
      States[To] = Open;
      Stack.push_back({To, 0});
    }
  }
  std::reverse(Order.begin(), Order.end());
  std::vector<uint32_t> Place(R.Nodes.size());
  std::vector<RegionNode> Sorted;
  for (uint32_t I = 0; I < Order.size(); ++I)
    Place[Order[I]] = I;
  for (uint32_t Id : Order) {
    Sorted.push_back(std::move(R.Nodes[Id]));
    for (RegionEdge &E : Sorted.back().Next)
      E.To = Place[E.To];
  }
  R.Nodes = std::move(Sorted);
}

/// Events [First, End) of a block that order the lanes of a wave.
static uint64_t countFences(const Block &B, uint32_t First, uint32_t End) {
  uint64_t Count = 0;
  for (uint32_t E = First; E < End; ++E)
    Count += ordersWave(B.Events[E]);
  return Count;
}

/// The newest conditions of a long conjunction: code after a thousand loops is
/// reached after all of them have ended. Dropping conditions allows more; an
/// error has been replayed, so it stays exact.
static TermId newestOf(TermTable &Terms, TermId Reach) {
  constexpr unsigned MostTerms = 200;
  llvm::DenseMap<TermId, bool> Seen;
  llvm::SmallVector<TermId, 16> Conjuncts{Reach}, Stack;
  TermId Kept = TermTable::True;
  while (!Conjuncts.empty()) {
    TermId Id = Conjuncts.pop_back_val();
    const Term &T = Terms[Id];
    if (T.Form == TermForm::Operator && T.Op == ValueKind::And && T.Bits == 1) {
      Conjuncts.append({std::min(T.A, T.B), std::max(T.A, T.B)});
      continue;
    }
    Stack.push_back(Id);
    while (!Stack.empty() && Seen.size() <= MostTerms) {
      TermId Below = Stack.pop_back_val();
      if (Seen.try_emplace(Below, true).second)
        llvm::append_range(Stack, Terms.operands(Below));
    }
    if (Seen.size() > MostTerms)
      return Kept;
    Kept = Terms.both(Kept, Id);
  }
  return Reach;
}

void RegionBuilder::evaluate(Region &R) {
  TermTable &Terms = Eval.Terms;
  std::vector<bool> Entered(R.Nodes.size());
  R.Nodes[0].Reach = newestOf(Terms, Eval.reach(R.Nodes[0].Block, RootCopy));
  R.Nodes[0].Epoch = Terms.constant(0, 8);
  Entered[0] = true;
  for (RegionNode &N : R.Nodes) {
    // In a loop, any number of fences may have been passed.
    if (N.IsHeader && hasFence(Eval.Shape.headedBy(N.Block)))
      N.Epoch = Terms.symbol({SymbolKind::Epoch, N.Block, N.Copy}, 8, {0, 255});
    const Block &B = Eval.View.Blocks[N.Block];
    TermId Epoch =
        Terms.add(N.Epoch, Terms.constant(countFences(B, N.First, N.End), 8));
    bool After = N.AfterNamedOrCluster;
    for (uint32_t E = N.First; E < N.End; ++E)
      After |= mayOrder(B.Events[E]);
    for (const RegionEdge &E : N.Next) {
      RegionNode &To = R.Nodes[E.To];
      TermId Condition = Terms.both(N.Reach, E.Condition);
      To.Epoch =
          Entered[E.To] ? Terms.select(Condition, Epoch, To.Epoch) : Epoch;
      Entered[E.To] = true;
      To.Reach = Terms.either(To.Reach, Condition);
      To.AfterNamedOrCluster |= After;
    }
  }
}

Region RegionBuilder::build(std::optional<Site> Start) {
  Region R;
  R.Start = Start;
  Known.clear();
  BlockId Block = Start ? Start->Block : 0;
  bool Passed = !Start || Bounds.waits(*Start);
  for (LoopId L = Eval.View.Blocks[Block].Loop; L != None && Start;
       L = Eval.View.Loops[L].Parent)
    R.Around.push_back(L);
  node(R, Block, Passed, RootCopy, Start ? Start->Event + 1 : 0);
  for (uint32_t Node = 0; Node < R.Nodes.size(); ++Node) {
    if (R.Nodes.size() > MostNodes) {
      R.IsComplete = false;
      break;
    }
    follow(R, Node);
  }
  sortNodes(R);
  evaluate(R);
  return R;
}

} // namespace fencepost::sym
