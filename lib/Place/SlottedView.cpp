//===- SlottedView.cpp - Positions for barriers ---------------------------===//
// See SlottedView.h. Blocks stay in reverse post-order: a block on a forward
// edge stands right before its target, one on a back edge right after its
// source.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/SlottedView.h"
#include "Hazards/CarriedOverlap.h"
#include "fencepost/View/Boundaries.h"
#include "fencepost/View/ModulePlaces.h"
#include "fencepost/View/SpinWaits.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace fencepost::place {

using namespace view;
using view::Graph;

/// \p View without the edges from which no thread gets to an end of the kernel:
/// a branch to a trap does not make waves diverge. \p Ends: other blocks.
static SyncView withoutTraps(const SyncView &View, std::vector<bool> &Ends) {
  SyncView Result = View;
  Ends.assign(View.Blocks.size(), false);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = View.Blocks.size(); B-- > 0;) {
      const Block &Block = View.Blocks[B];
      bool Gets = Block.Next.empty()
                      ? !Block.Unreachable
                      : llvm::any_of(Block.Next,
                                     [&](const Edge &E) { return Ends[E.To]; });
      Changed |= Gets != Ends[B];
      Ends[B] = Gets;
    }
  }
  for (Block &B : Result.Blocks) {
    llvm::erase_if(B.Next, [&](const Edge &E) { return !Ends[E.To]; });
    if (!Ends[&B - Result.Blocks.data()])
      B.Before.clear();
  }
  return Result;
}

/// A divergent branch decides about everything between it and the block where
/// its paths have joined. Calls \p Visit for each of these, with the branch.
static void forEachDecided(const SyncView &View,
                           llvm::function_ref<void(BlockId, BlockId)> Visit) {
  Graph Shape(View);
  for (BlockId Branch = 0; Branch < View.Blocks.size(); ++Branch) {
    if (View.Blocks[Branch].UniformExit || View.Blocks[Branch].Next.size() < 2)
      continue;
    for (BlockId B : Shape.blocksBeforeJoin(Branch).set_bits())
      Visit(B, Branch);
  }
}

std::vector<bool> uniformBlocks(const SyncView &All) {
  std::vector<bool> Uniform;
  SyncView View = withoutTraps(All, Uniform);
  forEachDecided(View, [&](BlockId B, BlockId) { Uniform[B] = false; });
  return Uniform;
}

BlockId divergentBranch(const SyncView &All, BlockId Block) {
  std::vector<bool> Ends;
  SyncView View = withoutTraps(All, Ends);
  BlockId Last = None;
  forEachDecided(View, [&](BlockId B, BlockId Branch) {
    if (B == Block && (Last == None || Branch < Block))
      Last = Branch;
  });
  return Last;
}

namespace {

using EdgeKey = std::pair<BlockId, BlockId>;

/// Makes the view with edges split: first the order of blocks, then the blocks
/// with new numbers.
class EdgeSplitter {
public:
  explicit EdgeSplitter(const SyncView &Old) : Old(Old), Shape(Old) {}
  SyncView run(std::vector<InsertionPoint> &Origin);

private:
  bool isSplit(BlockId From, BlockId To) const;
  void order(std::vector<InsertionPoint> &Origin);
  Block edgeBlock(BlockId From, BlockId To) const;
  double frequencyOfEdge(BlockId From, BlockId To) const;
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

void EdgeSplitter::order(std::vector<InsertionPoint> &Origin) {
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

/// What reaches \p To and does not certainly come from elsewhere, but at least
/// half of what the edge can carry.
double EdgeSplitter::frequencyOfEdge(BlockId From, BlockId To) const {
  double Most = std::min(Old.Blocks[From].Frequency, Old.Blocks[To].Frequency);
  double Rest = Old.Blocks[To].Frequency;
  for (BlockId Other : Old.Blocks[To].Before)
    if (Other != From && Old.Blocks[Other].Next.size() == 1)
      Rest -= Old.Blocks[Other].Frequency;
  return std::clamp(Rest, Most / 2, Most);
}

Block EdgeSplitter::edgeBlock(BlockId From, BlockId To) const {
  Block B;
  B.Name = Old.Blocks[From].Name + "." + Old.Blocks[To].Name;
  B.Next.push_back({NewId[To], None, true});
  B.Before.push_back(NewId[From]);
  B.Loop = loopOfEdge(From, To);
  B.Frequency = frequencyOfEdge(From, To);
  return B;
}

SyncView EdgeSplitter::run(std::vector<InsertionPoint> &Origin) {
  order(Origin);
  SyncView View = Old;
  View.Blocks.clear();
  auto Between = [&](BlockId From, BlockId To, BlockId Otherwise) {
    auto It = NewEdgeId.find({From, To});
    return It == NewEdgeId.end() ? NewId[Otherwise] : It->second;
  };
  for (const InsertionPoint &P : Origin) {
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
    for (Incoming &Edge : V.From)
      Edge.From = Between(Edge.From, Home, Edge.From);
  }
  for (Loop &L : View.Loops)
    L.Header = NewId[L.Header];
  return View;
}

} // namespace

SyncView splitEdges(const SyncView &View, std::vector<InsertionPoint> &Origin) {
  return EdgeSplitter(View).run(Origin);
}

namespace {

/// Whether a signal of the work-group barrier may have been given and not been
/// waited for, at the start of every block.
std::vector<bool> findPending(const SyncView &View) {
  std::vector<bool> AtStart(View.Blocks.size());
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = 0; B < View.Blocks.size(); ++B) {
      bool Pending = AtStart[B];
      for (const Event &E : View.Blocks[B].Events)
        if (view::isWorkgroupBarrier(E))
          Pending = !waits(E.Op.Action);
      for (const Edge &E : View.Blocks[B].Next)
        if (Pending && !AtStart[E.To])
          AtStart[E.To] = Changed = true;
    }
  }
  return AtStart;
}

/// Puts slots into a view whose edges are split.
class SlotMaker {
public:
  SlotMaker(SlottedView &Out, llvm::ArrayRef<InsertionPoint> Origin)
      : Out(Out), Origin(Origin), Pending(findPending(Out.View)),
        Waits(Out.View) {}
  void run();

private:
  void fill(BlockId B);
  void addSlot(BlockId B, uint32_t Before, bool IsPending,
               std::vector<Event> &Events);
  void findExisting(const SyncView &Old);

  SlottedView &Out;
  llvm::ArrayRef<InsertionPoint> Origin;
  std::vector<bool> Pending;
  view::SpinWaits Waits;
  std::map<view::Site, uint32_t> NewEvent; ///< Numbers of barriers.
};

void SlotMaker::addSlot(BlockId B, uint32_t Before, bool IsPending,
                        std::vector<Event> &Events) {
  const Block &Block = Out.View.Blocks[B];
  Slot S;
  S.Point = Origin[B];
  S.Point.Event = Before;
  S.InView = {B, uint32_t(Events.size()) + 1};
  S.Depth = Block.Loop == None ? 0 : Out.View.Loops[Block.Loop].Depth;
  S.Frequency = Block.Frequency;
  S.IsInSplit = IsPending;
  auto IsTransfer = [](const Event &E) {
    return E.Kind == EventKind::Transfer;
  };
  S.TransfersBefore = llvm::count_if(Events, IsTransfer);
  if (S.Point.EdgeTo != None)
    S.TransfersBefore +=
        llvm::count_if(Out.View.Blocks[Block.Before[0]].Events, IsTransfer);
  Out.Slots.push_back(S);
  Events.push_back(plainFence(Ordering::Release, ScopeLevel::Workgroup));
  Events.push_back(workgroupBarrier(BarrierOp::ArriveWait));
  Events.push_back(plainFence(Ordering::Acquire, ScopeLevel::Workgroup));
}

/// Whether a signal follows directly, with its fences: after it is no place for
/// a barrier until its wait.
static bool leadsToSignal(llvm::ArrayRef<Event> Events, uint32_t I) {
  auto IsFence = [&](uint32_t Index) {
    return Events[Index].Kind == EventKind::Fence;
  };
  if (I != 0 && IsFence(I - 1))
    return false;
  while (I + 1 < Events.size() && IsFence(I))
    ++I;
  return view::isWorkgroupBarrier(Events[I]) && !waits(Events[I].Op.Action);
}

void SlotMaker::fill(BlockId B) {
  Block &Block = Out.View.Blocks[B];
  std::vector<Event> Events;
  bool IsPending = Pending[B];
  for (uint32_t I = 0; I < Block.Events.size(); ++I) {
    const Event &E = Block.Events[I];
    view::Site Position{B, I};
    bool Touches = E.Kind == EventKind::Opaque ||
                   mayAccessLds(Out.View, {Position, false}) ||
                   mayAccessLds(Out.View, {Position, true}) ||
                   leadsToSignal(Block.Events, I);
    if (Touches && !E.ContinuesInstruction && Out.Uniform[B] &&
        !Waits.mayHang(B, I))
      addSlot(B, I, IsPending, Events);
    if (view::isWorkgroupBarrier(E)) {
      NewEvent[Position] = Events.size();
      IsPending = !waits(E.Op.Action);
    }
    Events.push_back(E);
  }
  if (!Block.Next.empty() && Out.Uniform[B] &&
      !Waits.mayHang(B, Block.Events.size()))
    addSlot(B, Block.Events.size(), IsPending, Events);
  Block.Events = std::move(Events);
}

void SlotMaker::findExisting(const SyncView &Old) {
  std::map<view::Site, check::BarrierFences> Fences =
      check::findFences(Old, AddressSpace::Local);
  for (const std::set<view::Site> &Group : check::findBarrierGroups(Old)) {
    ExistingBarrier Barrier;
    Barrier.Fences = Fences[*Group.begin()];
    for (view::Site Position : Group) {
      const Block &B = Old.Blocks[Position.Block];
      Barrier.Parts.insert({Position.Block, NewEvent.at(Position)});
      InsertionPoint P = Origin[Position.Block];
      P.Event = Position.Event;
      Barrier.Points.push_back(P);
      if (B.Loop != None)
        Barrier.Depth = std::max(Barrier.Depth, Old.Loops[B.Loop].Depth);
      Barrier.Frequency = std::max(
          Position == *Group.begin() ? 0 : Barrier.Frequency, B.Frequency);
      Barrier.IsUniform &= Out.Uniform[Position.Block];
    }
    Out.Existing.push_back(std::move(Barrier));
  }
}

void SlotMaker::run() {
  SyncView Old = Out.View;
  for (BlockId B = 0; B < Out.View.Blocks.size(); ++B)
    fill(B);
  findExisting(Old);
}

} // namespace

SlottedView withSlots(const SyncView &View) {
  SlottedView Result;
  std::vector<InsertionPoint> Origin;
  Result.View = splitEdges(View, Origin);
  Result.Uniform = uniformBlocks(Result.View);
  for (BlockId B = 0; B < Result.View.Blocks.size(); ++B)
    if (!hasPlaces(Result.View, B))
      Result.Uniform[B] = false;
  SlotMaker(Result, Origin).run();
  return Result;
}

} // namespace fencepost::place
