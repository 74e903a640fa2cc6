//===- Boundaries.cpp - Which events order threads of a work-group -------===//
// See Boundaries.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/Boundaries.h"

namespace fencepost::view {

bool isWorkgroupBarrier(const Event &E) {
  return E.Kind == EventKind::Barrier && E.Target == None &&
         E.Op.Object == BarrierId::workgroup() &&
         (arrives(E.Op.Action) || waits(E.Op.Action));
}

Event workgroupBarrier(BarrierOp Action) {
  Event E;
  E.Kind = EventKind::Barrier;
  E.Op.Kind = OpKind::Barrier;
  E.Op.Action = Action;
  E.Op.Object = BarrierId::workgroup();
  return E;
}

Event plainFence(Ordering Order, ScopeLevel Reach) {
  Event E;
  E.Kind = EventKind::Fence;
  E.Op.Kind = OpKind::Fence;
  E.Op.Order = Order;
  E.Op.Reach.Level = Reach;
  return E;
}

bool ordersWave(const Event &E) {
  if (E.Kind == EventKind::Fence)
    return includes(E.Op.Reach.Level, ScopeLevel::Wavefront);
  return E.Kind == EventKind::Barrier || E.Kind == EventKind::WaveBarrier;
}

bool mayOrder(const Event &E) {
  return E.Kind == EventKind::Opaque ||
         (E.Kind == EventKind::Barrier && !isWorkgroupBarrier(E));
}

ScopeLevel reachOfWorkgroup(const SyncView &View) {
  bool OneWave =
      uint64_t(View.Size[0]) * View.Size[1] * View.Size[2] <= View.WaveSize;
  return OneWave ? ScopeLevel::Wavefront : ScopeLevel::Workgroup;
}

bool covers(const SyncView &View, const Event &E, AddressSpace Space) {
  if (E.Kind != EventKind::Fence)
    return false;
  AddressSpaceSet Both{AddressSpace::Global, AddressSpace::Local};
  return includes(E.Op.Reach.Level, reachOfWorkgroup(View)) &&
         E.Op.Tags.covered(Both).has(Space);
}

bool Boundaries::signals(Site Site) const {
  const Event &E = Site.in(*View);
  return isWorkgroupBarrier(E) && arrives(E.Op.Action) &&
         !Transparent.count(Site);
}

bool Boundaries::waits(Site Site) const {
  const Event &E = Site.in(*View);
  return isWorkgroupBarrier(E) && fencepost::waits(E.Op.Action) &&
         !Transparent.count(Site);
}

} // namespace fencepost::view
