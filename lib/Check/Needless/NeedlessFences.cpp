//===- NeedlessFences.cpp - Which operations a fence pairs with -----------===//
// A release fence pairs with every later signal and atomic write, an acquire
// fence with every earlier wait and atomic read, of its own thread
// (docs/model.md M6, M7). If another fence that is as strong lies between on
// every path, the first is redundant. See Needless.h.
//===----------------------------------------------------------------------===//
#include "NeedlessParts.h"

namespace fencepost::check {

using namespace view;

/// True if \p Meet fails nowhere on the paths from \p From to an end.
bool FenceUses::walk(Site From, Direction Where,
                     llvm::function_ref<Meeting(Site, const Event &)> Meet) {
  bool Ahead = Where == Direction::Forwards;
  const std::vector<Block> &Blocks = Context.View.Blocks;
  llvm::BitVector Seen(Blocks.size());
  // The events still to come: those from Event on, or those before it.
  llvm::SmallVector<Site, 8> Stack{{From.Block, From.Event + Ahead}};
  while (!Stack.empty()) {
    Site At = Stack.pop_back_val();
    const Block &B = Blocks[At.Block];
    if (++Steps > Limits.Steps)
      return false;
    Meeting Met = Meeting::Pass;
    while (Met == Meeting::Pass &&
           (Ahead ? At.Event < B.Events.size() : At.Event > 0)) {
      Site Here{At.Block, Ahead ? At.Event : At.Event - 1};
      At.Event = Ahead ? At.Event + 1 : At.Event - 1;
      if (!Removed.count(Here))
        Met = Meet(Here, Here.in(Context.View));
    }
    if (Met == Meeting::Fail)
      return false;
    if (Met == Meeting::Stop)
      continue;
    auto Go = [&](BlockId To) {
      if (!Seen[To])
        Stack.push_back({To, Ahead ? 0 : uint32_t(Blocks[To].Events.size())});
      Seen.set(To);
    };
    if (Ahead)
      for (const Edge &E : B.Next)
        Go(E.To);
    else
      for (BlockId To : B.Before)
        Go(To);
  }
  return true;
}

static AddressSpaceSet spacesOf(const Operation &Op) {
  return Op.Tags.covered({AddressSpace::Global, AddressSpace::Local});
}

/// A scope beyond the work-group has no effect on LDS (spec/002, "Memory
/// Scopes").
ScopeLevel FenceUses::neededLevel(Site Fence) const {
  const Operation &Op = Fence.in(Context.View).Op;
  bool Local = !spacesOf(Op).has(AddressSpace::Global) || isTooWide(Fence);
  return Local ? narrower(Op.Reach.Level, ScopeLevel::Workgroup)
               : Op.Reach.Level;
}

/// True if \p Other has the scope that \p Fence needs, for the same memory.
bool FenceUses::covers(Site Other, Site Fence) const {
  const Operation &A = Other.in(Context.View).Op,
                  &B = Fence.in(Context.View).Op;
  return Other != Fence && !Removed.count(Other) &&
         Other.in(Context.View).Kind == EventKind::Fence &&
         includes(neededLevel(Other), neededLevel(Fence)) &&
         (!A.Reach.OneAddressSpace || B.Reach.OneAddressSpace) &&
         (!A.Tags.NoAv || B.Tags.NoAv) && spacesOf(A).contains(spacesOf(B));
}

std::vector<Site> FenceUses::around(Site At) const {
  std::vector<Site> Result;
  auto Take = [&](Site Here) {
    bool IsFence = Here.in(Context.View).Kind == EventKind::Fence;
    if (IsFence && !Removed.count(Here))
      Result.push_back(Here);
    return IsFence || Removed.count(Here);
  };
  for (uint32_t E = At.Event; E-- > 0 && Take({At.Block, E});)
    ;
  std::reverse(Result.begin(), Result.end());
  for (uint32_t E = At.Event + 1;
       E < Context.View.Blocks[At.Block].Events.size() && Take({At.Block, E});
       ++E)
    ;
  return Result;
}

std::optional<Site> FenceUses::barrierBefore(Site At) const {
  while (At.Event > 0) {
    --At.Event;
    const Event &E = At.in(Context.View);
    if (Removed.count(At) || E.Kind == EventKind::Fence)
      continue;
    return isWorkgroupBarrier(E) ? std::optional(At) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Site> FenceUses::barrierAfter(Site At) const {
  while (++At.Event < Context.View.Blocks[At.Block].Events.size()) {
    const Event &E = At.in(Context.View);
    if (Removed.count(At) || E.Kind == EventKind::Fence)
      continue;
    return isWorkgroupBarrier(E) ? std::optional(At) : std::nullopt;
  }
  return std::nullopt;
}

bool FenceUses::releasesNothing(Site Fence) {
  return walk(Fence, Direction::Forwards, [&](Site At, const Event &E) {
    if (E.Kind == EventKind::Fence && isRelease(E.Op.Order) &&
        covers(At, Fence))
      return Meeting::Stop;
    bool Pairs = E.Kind == EventKind::Opaque || E.Kind == EventKind::Barrier ||
                 (E.Memory.Writes && Memory.isFlag(E));
    return Pairs ? Meeting::Fail : Meeting::Pass;
  });
}

bool FenceUses::acquiresNothing(Site Fence) {
  return walk(Fence, Direction::Backwards, [&](Site At, const Event &E) {
    if (E.Kind == EventKind::Fence && isAcquire(E.Op.Order) &&
        covers(At, Fence))
      return Meeting::Stop;
    bool Pairs = E.Kind == EventKind::Opaque || E.Kind == EventKind::Barrier ||
                 (E.Memory.Reads && Memory.isFlag(E));
    return Pairs ? Meeting::Fail : Meeting::Pass;
  });
}

bool FenceUses::pairsWithNothing(Site Fence) {
  Ordering Order = Fence.in(Context.View).Op.Order;
  // Release fences also complete transfers to LDS.
  if (Memory.HasTransfers)
    return false;
  bool Released = !isRelease(Order), Acquired = !isAcquire(Order);
  // Those that are sequentially consistent are ordered with each other.
  bool InOrder = Order != Ordering::SequentiallyConsistent || !Memory.HasFlags;
  for (Site Other : around(Fence)) {
    if (!covers(Other, Fence))
      continue;
    Ordering Its = Other.in(Context.View).Op.Order;
    Released |= isRelease(Its);
    Acquired |= isAcquire(Its);
    InOrder |= Its == Ordering::SequentiallyConsistent;
  }
  return InOrder && (Released || releasesNothing(Fence)) &&
         (Acquired || acquiresNothing(Fence));
}

bool FenceUses::isNotNeededInWave(Site Fence) {
  if (barrierNextTo(Fence) || llvm::any_of(around(Fence), [&](Site Other) {
        return ordersWave(Other.in(Context.View));
      }))
    return true;
  auto Meet = [&](Site, const Event &E) {
    return E.Kind == EventKind::Fence || isWorkgroupBarrier(E) ? Meeting::Pass
                                                               : Meeting::Fail;
  };
  return walk(Fence, Direction::Forwards, Meet) ||
         walk(Fence, Direction::Backwards, Meet);
}

bool FenceUses::isTooWide(Site Fence) const {
  const Operation &Op = Fence.in(Context.View).Op;
  return Op.Reach.Level > ScopeLevel::Workgroup &&
         spacesOf(Op).has(AddressSpace::Global) && !Memory.HasOut &&
         !Memory.HasOpaque && !Memory.HasOtherBarriers && !Memory.HasTransfers;
}

} // namespace fencepost::check
