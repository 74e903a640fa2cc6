//===- PlacementLayout.cpp - Where barriers may stand, and what they cost -===//
// See PlacementLayout.h. Everything is computed naively: post-dominators by
// taking a block away and looking whether an end is still reached.
//===----------------------------------------------------------------------===//
#include "fencepost/Certificate/PlacementLayout.h"
#include "fencepost/Symbolic/Regions.h"
#include "fencepost/View/ModulePlaces.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace fencepost::certificate {

using namespace view;
using view::Site;

PlacementLayout::PlacementLayout(const SyncView &View, CertifiedMode Mode)
    : View(View), Mode(Mode), Shape(View), Waits(View) {
  findUniform();
  findPending();
  findExisting();
  findPoints();
}

//===----------------------------------------------------------------------===//
// Uniform control flow
//===----------------------------------------------------------------------===//

/// Blocks from which an end of the kernel is reached without \p Without.
static std::vector<bool> reachesEnd(const SyncView &View, BlockId Without) {
  std::vector<bool> Reaches(View.Blocks.size());
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = View.Blocks.size(); B-- > 0;) {
      const Block &Block = View.Blocks[B];
      if (Reaches[B] || B == Without)
        continue;
      Reaches[B] = Block.Next.empty()
                       ? !Block.Unreachable
                       : llvm::any_of(Block.Next, [&](const Edge &E) {
                           return Reaches[E.To];
                         });
      Changed |= Reaches[B];
    }
  }
  return Reaches;
}

/// Whether threads that continue diverge here: a branch to a trap does not
/// count.
bool PlacementLayout::isBranch(BlockId Block) const {
  std::set<BlockId> Targets;
  for (const Edge &E : View.Blocks[Block].Next)
    if (Ends[E.To])
      Targets.insert(E.To);
  return Targets.size() > 1;
}

/// A divergent branch decides about every block that can be reached from it
/// before a block that all its paths reach.
void PlacementLayout::findUniform() {
  Ends = Uniform = reachesEnd(View, None);
  std::map<BlockId, std::vector<bool>> Without;
  auto IsOnAllPaths = [&](BlockId B, BlockId Branch) {
    auto [It, New] = Without.try_emplace(B);
    if (New)
      It->second = reachesEnd(View, B);
    return B != Branch && !It->second[Branch];
  };
  for (BlockId Branch = 0; Branch < View.Blocks.size(); ++Branch) {
    if (View.Blocks[Branch].UniformExit || !isBranch(Branch))
      continue;
    std::vector<bool> Seen(View.Blocks.size());
    llvm::SmallVector<BlockId, 8> Work;
    auto Add = [&](BlockId From) {
      for (const Edge &E : View.Blocks[From].Next)
        if (Ends[E.To] && !Seen[E.To]) {
          Seen[E.To] = true;
          if (!IsOnAllPaths(E.To, Branch))
            Work.push_back(E.To);
        }
    };
    Add(Branch);
    while (!Work.empty()) {
      BlockId B = Work.pop_back_val();
      Uniform[B] = false;
      Add(B);
    }
  }
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Whether a signal may have been given and not been waited for.
void PlacementLayout::findPending() {
  Pending.resize(View.Blocks.size());
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = 0; B < View.Blocks.size(); ++B) {
      bool AtEnd = pendingIn(B).back();
      for (const Edge &E : View.Blocks[B].Next)
        if (AtEnd && !Pending[E.To])
          Pending[E.To] = Changed = true;
    }
  }
}

/// The same before each event of \p Block, and at its end.
std::vector<bool> PlacementLayout::pendingIn(BlockId Block) const {
  std::vector<bool> Result{Pending[Block]};
  for (const Event &E : View.Blocks[Block].Events)
    Result.push_back(view::isWorkgroupBarrier(E) ? !waits(E.Op.Action)
                                                 : Result.back());
  return Result;
}

bool PlacementLayout::isSplitEdge(BlockId From, BlockId To) const {
  std::set<BlockId> Targets;
  for (const Edge &E : View.Blocks[From].Next)
    Targets.insert(E.To);
  std::set<BlockId> Sources(View.Blocks[To].Before.begin(),
                            View.Blocks[To].Before.end());
  return Targets.count(To) && Targets.size() > 1 && Sources.size() > 1;
}

std::optional<std::string>
PlacementLayout::objectionTo(BarrierPoint Point) const {
  if (Mode == CertifiedMode::RemoveNeedless)
    return "no barrier may be added";
  if (Point.Block >= View.Blocks.size())
    return "there is no such block";
  const Block &B = View.Blocks[Point.Block];
  bool IsEdge = Point.EdgeTo != None;
  if (IsEdge && (Point.EdgeTo >= View.Blocks.size() || Point.Event != 0 ||
                 !isSplitEdge(Point.Block, Point.EdgeTo)))
    return "there is no such edge";
  if (Point.Event > B.Events.size())
    return "the block has no such event";
  bool Parts = IsEdge && !B.UniformExit && isBranch(Point.Block);
  if (!Uniform[Point.Block] || Parts || (IsEdge && !Ends[Point.EdgeTo]))
    return "it is in non-uniform control flow";
  std::vector<bool> Open = pendingIn(Point.Block);
  if (Mode == CertifiedMode::Keep && (IsEdge ? Open.back() : Open[Point.Event]))
    return "it lies between a signal and its wait";
  if (IsEdge ? !hasPlaceOn(View, Point.Block, Point.EdgeTo)
             : !hasPlaces(View, Point.Block))
    return "the module has no such position";
  if (!IsEdge && Point.Event < B.Events.size() &&
      B.Events[Point.Event].ContinuesInstruction)
    return "it lies inside an instruction";
  if (IsEdge ? Waits.mayHangBetween(Point.Block, Point.EdgeTo)
             : Waits.mayHang(Point.Block, Point.Event))
    return "possible deadlock: a wave spins on a later write";
  return std::nullopt;
}

void PlacementLayout::findPoints() {
  auto Try = [&](BarrierPoint Point) {
    if (!objectionTo(Point))
      Points.insert(Point);
  };
  for (BlockId B = 0; B < View.Blocks.size(); ++B) {
    for (uint32_t E = 0; E <= View.Blocks[B].Events.size(); ++E)
      Try({B, E, None});
    for (const Edge &E : View.Blocks[B].Next)
      Try({B, 0, E.To});
  }
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// The innermost loop around a block, or around both ends of an edge.
LoopId PlacementLayout::loopOf(BarrierPoint Point) const {
  LoopId Loop = View.Blocks[Point.Block].Loop;
  while (Point.EdgeTo != None && Loop != None &&
         !Shape.contains(Loop, Point.EdgeTo))
    Loop = View.Loops[Loop].Parent;
  return Loop;
}

/// Of an edge: what its end does not have from elsewhere, but at least half of
/// what both ends allow.
double PlacementLayout::frequencyOf(BarrierPoint Point) const {
  double From = View.Blocks[Point.Block].Frequency;
  if (Point.EdgeTo == None)
    return From;
  double Rest = View.Blocks[Point.EdgeTo].Frequency;
  double Most = std::min(From, Rest);
  for (BlockId Other : View.Blocks[Point.EdgeTo].Before)
    if (Other != Point.Block && View.Blocks[Other].Next.size() == 1)
      Rest -= View.Blocks[Other].Frequency;
  return std::clamp(Rest, Most / 2, Most);
}

static uint64_t unitsOf(double Frequency) {
  return std::max<uint64_t>(1, std::llround(std::min(Frequency * 4096, 1e15)));
}

static Cost oneBarrier(unsigned Depth, double Frequency) {
  Cost Result;
  Result.ByDepth.resize(Depth + 1);
  Result.ByDepth[Depth] = 1;
  Result.Executions = unitsOf(Frequency);
  return Result;
}

Cost PlacementLayout::costOf(BarrierPoint Point) const {
  LoopId Loop = loopOf(Point);
  Cost Result =
      oneBarrier(Loop == None ? 0 : View.Loops[Loop].Depth, frequencyOf(Point));
  const std::vector<Event> &Events = View.Blocks[Point.Block].Events;
  size_t Before = Point.EdgeTo == None ? Point.Event : Events.size();
  for (size_t E = 0; E < Before; ++E)
    Result.Transfers += Events[E].Kind == EventKind::Transfer;
  return Result;
}

void PlacementLayout::findExisting() {
  std::map<Site, check::BarrierFences> Fences =
      check::findFences(View, AddressSpace::Local);
  for (const std::set<Site> &Parts : check::findBarrierGroups(View)) {
    Existing Existing;
    Existing.Parts = Parts;
    Existing.IsFenced = Fences[*Parts.begin()].complete();
    Existing.IsUniform = true;
    unsigned Depth = 0;
    double Frequency = 0;
    for (Site Position : Parts) {
      const Block &B = View.Blocks[Position.Block];
      Existing.IsUniform &= Uniform[Position.Block];
      if (B.Loop != None)
        Depth = std::max(Depth, View.Loops[B.Loop].Depth);
      Frequency = std::max(Frequency, B.Frequency);
    }
    Existing.Stays = oneBarrier(Depth, Frequency);
    Existing.Repair.Fences = unitsOf(Frequency);
    ExistingBarriers.push_back(std::move(Existing));
  }
}

const Existing *PlacementLayout::existingAt(Site Position) const {
  for (const Existing &E : ExistingBarriers)
    if (E.Parts.count(Position))
      return &E;
  return nullptr;
}

Cost PlacementLayout::costOf(const CandidateSlot &C) const {
  if (!C.Exists)
    return costOf(C.Point);
  const Existing *Existing = existingAt({C.Point.Block, C.Point.Event});
  Cost Result;
  if (Mode != CertifiedMode::Keep)
    Result += Existing->Stays;
  if (!Existing->IsFenced)
    Result += Existing->Repair;
  return Result;
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

void PlacementLayout::passPoint(BarrierPoint Point, Crossing &Out) const {
  if (Points.count(Point))
    Out.Candidates.insert({false, Point});
}

/// An operation on the work-group's barrier, if it is one.
void PlacementLayout::pass(Site Position, bool &Signalled,
                           Crossing &Out) const {
  const Event &E = Position.in(View);
  if (Mode == CertifiedMode::Replace || !view::isWorkgroupBarrier(E))
    return;
  Signalled |= arrives(E.Op.Action);
  const Existing *Existing = existingAt(Position);
  if (!Signalled || !waits(E.Op.Action) || !Existing->IsUniform)
    return;
  if (Mode == CertifiedMode::Keep && Existing->IsFenced)
    Out.IsOrdered = true;
  Site First = *Existing->Parts.begin();
  Out.Candidates.insert({true, {First.Block, First.Event, None}});
}

Crossing PlacementLayout::crossed(const CodeSpan &Span) const {
  Crossing Result;
  bool Signalled = false;
  for (size_t I = 0; I < Span.Blocks.size(); ++I) {
    BlockId B = Span.Blocks[I];
    bool IsLast = I + 1 == Span.Blocks.size();
    uint32_t Size = View.Blocks[B].Events.size();
    uint32_t End = IsLast ? std::min(Span.End, Size) : Size;
    for (uint32_t E = I == 0 ? Span.First : 0; E <= End; ++E) {
      passPoint({B, E, None}, Result);
      if (E < End)
        pass({B, E}, Signalled, Result);
    }
    if (!IsLast)
      passPoint({B, 0, Span.Blocks[I + 1]}, Result);
  }
  return Result;
}

} // namespace fencepost::certificate
