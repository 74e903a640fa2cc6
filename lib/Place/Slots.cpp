//===- Slots.cpp - Where a barrier can stand ------------------------------===//
// See Slots.h. Blocks stay in reverse post-order: a block on a forward edge
// stands right before its target, one on a back edge right after its source.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Slots.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace fencepost::place {

using namespace view;
using check::Graph;

/// A divergent branch decides about everything between it and the block where
/// its ways have joined.
std::vector<bool> uniformBlocks(const SyncView &View) {
  Graph Shape(View);
  std::vector<bool> Uniform(View.Blocks.size(), true);
  for (BlockId Branch = 0; Branch < View.Blocks.size(); ++Branch) {
    if (View.Blocks[Branch].UniformExit)
      continue;
    BlockId Join = Shape.postDominator(Branch);
    llvm::BitVector Seen(View.Blocks.size());
    llvm::SmallVector<BlockId, 8> Stack;
    for (const Edge &E : View.Blocks[Branch].Next)
      Stack.push_back(E.To);
    while (!Stack.empty()) {
      BlockId B = Stack.pop_back_val();
      if (B == Join || Seen[B])
        continue;
      Seen.set(B);
      Uniform[B] = false;
      for (const Edge &E : View.Blocks[B].Next)
        Stack.push_back(E.To);
    }
  }
  return Uniform;
}

namespace {

using EdgeKey = std::pair<BlockId, BlockId>;

/// Makes the view with edges split: first the order of blocks, then the blocks
/// with new numbers.
class EdgeSplitter {
public:
  explicit EdgeSplitter(const SyncView &Old) : Old(Old), Shape(Old) {}
  SyncView run(std::vector<Point> &Origin);

private:
  bool isSplit(BlockId From, BlockId To) const;
  void order(std::vector<Point> &Origin);
  Block edgeBlock(BlockId From, BlockId To) const;
  LoopId loopOfEdge(BlockId From, BlockId To) const;

  const SyncView &Old;
  Graph Shape;
  std::vector<BlockId> NewId;           ///< Of blocks.
  std::map<EdgeKey, BlockId> NewEdgeId; ///< Of edges that are split.
};

bool EdgeSplitter::isSplit(BlockId From, BlockId To) const {
  llvm::SmallVector<BlockId, 4> Targets, Sources;
  for (const Edge &E : Old.Blocks[From].Next)
    if (!llvm::is_contained(Targets, E.To))
      Targets.push_back(E.To);
  for (BlockId B : Old.Blocks[To].Before)
    if (!llvm::is_contained(Sources, B))
      Sources.push_back(B);
  return Targets.size() > 1 && Sources.size() > 1;
}

void EdgeSplitter::order(std::vector<Point> &Origin) {
  NewId.resize(Old.Blocks.size());
  auto AddEdge = [&](BlockId From, BlockId To) {
    if (!isSplit(From, To) || NewEdgeId.count({From, To}))
      return;
    NewEdgeId[{From, To}] = Origin.size();
    Origin.push_back({From, 0, To});
  };
  for (BlockId B = 0; B < Old.Blocks.size(); ++B) {
    for (BlockId From : Old.Blocks[B].Before)
      if (!Graph::isBack(From, B))
        AddEdge(From, B);
    NewId[B] = Origin.size();
    Origin.push_back({B, 0, None});
    for (const Edge &E : Old.Blocks[B].Next)
      if (Graph::isBack(B, E.To))
        AddEdge(B, E.To);
  }
}

/// The innermost loop around both ends.
LoopId EdgeSplitter::loopOfEdge(BlockId From, BlockId To) const {
  LoopId Loop = Old.Blocks[From].Loop;
  while (Loop != None && !Shape.contains(Loop, To))
    Loop = Old.Loops[Loop].Parent;
  return Loop;
}

Block EdgeSplitter::edgeBlock(BlockId From, BlockId To) const {
  Block B;
  B.Name = Old.Blocks[From].Name + "." + Old.Blocks[To].Name;
  B.Next.push_back({NewId[To], None, true});
  B.Before.push_back(NewId[From]);
  B.Loop = loopOfEdge(From, To);
  B.Frequency =
      std::min(Old.Blocks[From].Frequency, Old.Blocks[To].Frequency) / 2;
  return B;
}

SyncView EdgeSplitter::run(std::vector<Point> &Origin) {
  order(Origin);
  SyncView View = Old;
  View.Blocks.clear();
  auto Between = [&](BlockId From, BlockId To, BlockId Otherwise) {
    auto It = NewEdgeId.find({From, To});
    return It == NewEdgeId.end() ? NewId[Otherwise] : It->second;
  };
  for (const Point &P : Origin) {
    if (P.EdgeTo != None) {
      View.Blocks.push_back(edgeBlock(P.Block, P.EdgeTo));
      continue;
    }
    Block B = Old.Blocks[P.Block];
    for (Edge &E : B.Next)
      E.To = Between(P.Block, E.To, E.To);
    for (BlockId &From : B.Before)
      From = Between(From, P.Block, From);
    View.Blocks.push_back(std::move(B));
  }
  for (Value &V : View.Values) {
    BlockId Home = V.Block;
    if (Home == None)
      continue;
    V.Block = NewId[Home];
    for (Incoming &In : V.From)
      In.From = Between(In.From, Home, In.From);
  }
  for (Loop &L : View.Loops)
    L.Header = NewId[L.Header];
  return View;
}

bool touchesLds(const SyncView &View, const Event &E) {
  auto Touches = [&](const Touch &T) {
    if (!T.Reads && !T.Writes)
      return false;
    return T.Object == None ||
           View.Objects[T.Object].Space == AddressSpace::Local;
  };
  return E.Kind == EventKind::Opaque || Touches(E.Memory) ||
         Touches(E.Destination);
}

Event fence(Ordering Order) {
  Event E;
  E.Kind = EventKind::Fence;
  E.Op.Kind = lower::OpKind::Fence;
  E.Op.Order = Order;
  E.Op.Reach.Level = ScopeLevel::Workgroup;
  return E;
}

Event barrier() {
  Event E;
  E.Kind = EventKind::Barrier;
  E.Op.Kind = lower::OpKind::Barrier;
  E.Op.Action = BarrierOp::ArriveWait;
  E.Op.Object = BarrierId::workgroup();
  return E;
}

} // namespace

SyncView splitEdges(const SyncView &View, std::vector<Point> &Origin) {
  return EdgeSplitter(View).run(Origin);
}

SlottedView withSlots(const SyncView &View) {
  SlottedView Result;
  std::vector<Point> Origin;
  Result.View = splitEdges(View, Origin);
  std::vector<bool> Uniform = uniformBlocks(Result.View);
  for (BlockId B = 0; B < Result.View.Blocks.size(); ++B) {
    if (!Uniform[B])
      continue;
    Block &Of = Result.View.Blocks[B];
    std::vector<Event> Events;
    auto AddSlot = [&](uint32_t Before) {
      Slot S;
      S.At = Origin[B];
      S.At.Event = Before;
      S.InView = {B, uint32_t(Events.size()) + 1};
      S.Depth = Of.Loop == None ? 0 : Result.View.Loops[Of.Loop].Depth;
      S.Frequency = Of.Frequency;
      Result.Slots.push_back(S);
      Events.push_back(fence(Ordering::Release));
      Events.push_back(barrier());
      Events.push_back(fence(Ordering::Acquire));
    };
    for (uint32_t I = 0; I < Of.Events.size(); ++I) {
      if (touchesLds(View, Of.Events[I]))
        AddSlot(I);
      Events.push_back(std::move(Of.Events[I]));
    }
    if (!Of.Next.empty())
      AddSlot(Of.Events.size());
    Of.Events = std::move(Events);
  }
  return Result;
}

} // namespace fencepost::place
