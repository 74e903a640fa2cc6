//===- CertifiedView.cpp - A view with the barriers of a certificate ------===//
// See CertifiedView.h. A block on an edge stands before the block that it leads
// to, or, on a back edge, after the one that it comes from, so that blocks stay
// in reverse post-order.
//===----------------------------------------------------------------------===//
#include "CertifiedView.h"
#include "fencepost/View/Boundaries.h"
#include "fencepost/View/FlowGraph.h"

namespace fencepost::certificate {

using namespace view;
using view::Site;

/// A mark, and a wait for all marks.
static void complete(std::vector<Event> &Events) {
  Event E;
  E.Kind = EventKind::AsyncMark;
  E.Op.Kind = OpKind::AsyncMark;
  Events.push_back(E);
  E.Kind = EventKind::AsyncWait;
  E.Op.Kind = OpKind::WaitAsyncMark;
  Events.push_back(E);
}

void CertifiedView::order(const SyncView &Old, const Changes &Changes) {
  NewId.resize(Old.Blocks.size());
  auto Add = [&](BlockId From, BlockId To) {
    if (!Changes.changes({From, 0, To}) || EdgeId.count({From, To}))
      return;
    EdgeId[{From, To}] = Order.size();
    Order.push_back({From, 0, To});
  };
  for (BlockId B = 0; B < Old.Blocks.size(); ++B) {
    for (BlockId From : Old.Blocks[B].Before)
      if (From < B)
        Add(From, B);
    NewId[B] = Order.size();
    Order.push_back({B, 0, None});
    for (const Edge &E : Old.Blocks[B].Next)
      if (E.To <= B)
        Add(B, E.To);
  }
}

BlockId CertifiedView::onEdge(BlockId From, BlockId To,
                              BlockId Otherwise) const {
  auto It = EdgeId.find({From, To});
  return It == EdgeId.end() ? NewId[Otherwise] : It->second;
}

void CertifiedView::addBarrier(const Changes &Changes, BarrierPoint Point) {
  if (!Changes.Barriers.count(Point))
    return;
  std::vector<Event> &Events = View.Blocks.back().Events;
  if (Changes.Completed.count(Point))
    complete(Events);
  Events.push_back(plainFence(Ordering::Release, ScopeLevel::Workgroup));
  New[Point] = {BlockId(View.Blocks.size() - 1), uint32_t(Events.size())};
  Events.push_back(workgroupBarrier(BarrierOp::ArriveWait));
  Events.push_back(plainFence(Ordering::Acquire, ScopeLevel::Workgroup));
}

void CertifiedView::addParts(const Changes &Changes, BarrierPoint Point) {
  auto It = Changes.Parts.find(Point);
  if (It == Changes.Parts.end())
    return;
  std::vector<Event> &Events = View.Blocks.back().Events;
  for (const CertifiedPart &P : It->second) {
    if (P.Completes)
      complete(Events);
    if (P.IsSignal)
      Events.push_back(plainFence(Ordering::Release, ScopeLevel::Workgroup));
    Events.push_back(
        workgroupBarrier(P.IsSignal ? BarrierOp::Arrive : BarrierOp::Wait));
    if (!P.IsSignal)
      Events.push_back(plainFence(Ordering::Acquire, ScopeLevel::Workgroup));
  }
}

void CertifiedView::fill(const SyncView &Old, const Changes &Changes,
                         BarrierPoint Point) {
  const Block &Was = Old.Blocks[Point.Block];
  Block &Filled = View.Blocks.emplace_back();
  if (Point.EdgeTo != None) {
    Filled.Name = Was.Name + "." + Old.Blocks[Point.EdgeTo].Name;
    Filled.Next.push_back({NewId[Point.EdgeTo], None, true});
    Filled.Before.push_back(NewId[Point.Block]);
    view::Graph Shape(Old);
    Filled.Loop = Was.Loop;
    while (Filled.Loop != None && !Shape.contains(Filled.Loop, Point.EdgeTo))
      Filled.Loop = Old.Loops[Filled.Loop].Parent;
    addBarrier(Changes, Point);
    return addParts(Changes, Point);
  }
  Filled = Was;
  Filled.Events.clear();
  for (Edge &E : Filled.Next)
    E.To = onEdge(Point.Block, E.To, E.To);
  for (BlockId &From : Filled.Before)
    From = onEdge(From, Point.Block, From);
  for (uint32_t E = 0; E <= Was.Events.size(); ++E) {
    Site Position{Point.Block, E};
    addBarrier(Changes, {Point.Block, E, None});
    addParts(Changes, {Point.Block, E, None});
    if (Changes.CompletedBy.count(Position))
      complete(Filled.Events);
    if (E == Was.Events.size() || Changes.Gone.count(Position))
      continue;
    Site NewSite{BlockId(View.Blocks.size() - 1),
                 uint32_t(Filled.Events.size())};
    NewSiteOf[Position] = NewSite;
    this->Was[NewSite] = Position;
    Filled.Events.push_back(Was.Events[E]);
  }
}

void CertifiedView::rename(const SyncView &Old) {
  for (ValueId V = 0; V < View.Values.size(); ++V) {
    BlockId Home = Old.Values[V].Block;
    if (Home == None)
      continue;
    View.Values[V].Block = NewId[Home];
    for (Incoming &Edge : View.Values[V].From)
      Edge.From = onEdge(Edge.From, Home, Edge.From);
  }
  for (Loop &L : View.Loops)
    L.Header = NewId[L.Header];
}

CertifiedView::CertifiedView(const SyncView &Old, const Changes &Changes)
    : View(Old) {
  order(Old, Changes);
  View.Blocks.clear();
  for (const BarrierPoint &Point : Order)
    fill(Old, Changes, Point);
  rename(Old);
}

} // namespace fencepost::certificate
