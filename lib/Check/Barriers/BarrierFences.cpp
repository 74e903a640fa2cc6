//===- BarrierFences.cpp - Races caused by missing fences of barriers -----===//
// Two facts per program point, true on every path: no access of the space has
// happened since the last release fence (forwards), and none happens before
// the next acquire fence (backwards). See BarrierFences.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/BarrierFences.h"
#include "Races/Races.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace fencepost::check {

using namespace view;

namespace {

/// Which fences count: those that cover the space, or all of them.
enum class FenceKind : uint8_t { Covering, Any };

class FenceFlow {
public:
  FenceFlow(const SyncView &View, AddressSpace Space, FenceKind Kind)
      : View(View), Space(Space), Kind(Kind) {}

  /// For every barrier: whether accesses before it are released.
  std::map<Site, bool> released() const;
  /// For every barrier: whether accesses after it are acquired.
  std::map<Site, bool> acquired() const;

private:
  bool isFence(const Event &E) const {
    return E.Kind == EventKind::Fence &&
           (Kind == FenceKind::Any || covers(View, E, Space));
  }
  bool accesses(const AccessRange &T) const;
  bool accesses(const Event &E) const {
    return accesses(E.Memory) || accesses(E.Destination);
  }
  bool forwards(BlockId B, bool Covered, std::map<Site, bool> *Out) const;
  bool backwards(BlockId B, bool Covered, std::map<Site, bool> *Out) const;

  const SyncView &View;
  AddressSpace Space;
  FenceKind Kind;
};

bool FenceFlow::accesses(const AccessRange &T) const {
  if (!T.Reads && !T.Writes)
    return false;
  if (T.Object == None)
    return true;
  const Object &Memory = View.Objects[T.Object];
  return Memory.Kind != ObjectKind::Private && Memory.Space == Space;
}

bool FenceFlow::forwards(BlockId B, bool Covered,
                         std::map<Site, bool> *Out) const {
  const std::vector<Event> &Events = View.Blocks[B].Events;
  for (uint32_t I = 0; I < Events.size(); ++I) {
    if (Out && isWorkgroupBarrier(Events[I]))
      (*Out)[{B, I}] = Covered;
    if (isFence(Events[I]) && isRelease(Events[I].Op.Order))
      Covered = true;
    else if (accesses(Events[I]))
      Covered = false;
  }
  return Covered;
}

bool FenceFlow::backwards(BlockId B, bool Covered,
                          std::map<Site, bool> *Out) const {
  const std::vector<Event> &Events = View.Blocks[B].Events;
  for (uint32_t I = Events.size(); I-- > 0;) {
    if (Out && isWorkgroupBarrier(Events[I]))
      (*Out)[{B, I}] = Covered;
    if (isFence(Events[I]) && isAcquire(Events[I].Op.Order))
      Covered = true;
    else if (accesses(Events[I]))
      Covered = false;
  }
  return Covered;
}

std::map<Site, bool> FenceFlow::released() const {
  std::vector<bool> AtEnd(View.Blocks.size(), true);
  std::map<Site, bool> Result;
  auto AtStart = [&](BlockId B) {
    return llvm::all_of(View.Blocks[B].Before,
                        [&](BlockId P) { return AtEnd[P]; });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = 0; B < View.Blocks.size(); ++B) {
      bool Covered = forwards(B, AtStart(B), nullptr);
      Changed |= Covered != AtEnd[B];
      AtEnd[B] = Covered;
    }
  }
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    forwards(B, AtStart(B), &Result);
  return Result;
}

std::map<Site, bool> FenceFlow::acquired() const {
  std::vector<bool> AtStart(View.Blocks.size(), true);
  std::map<Site, bool> Result;
  auto AtEnd = [&](BlockId B) {
    return llvm::all_of(View.Blocks[B].Next,
                        [&](const Edge &E) { return AtStart[E.To]; });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BlockId B = View.Blocks.size(); B-- > 0;) {
      bool Covered = backwards(B, AtEnd(B), nullptr);
      Changed |= Covered != AtStart[B];
      AtStart[B] = Covered;
    }
  }
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    backwards(B, AtEnd(B), &Result);
  return Result;
}

using SiteNumbers = std::pair<BlockId, uint32_t>; ///< A site that hashes.

SiteNumbers numbersOf(Site At) { return {At.Block, At.Event}; }

/// Joins every signal with the waits that may belong to it.
llvm::EquivalenceClasses<SiteNumbers> barrierGroups(const SyncView &View) {
  llvm::EquivalenceClasses<SiteNumbers> Groups;
  forEachEvent(View, [&](Site Start, const Event &E) {
    if (!isWorkgroupBarrier(E))
      return;
    Groups.insert(numbersOf(Start));
    if (E.Op.Action == BarrierOp::ArriveWait || !arrives(E.Op.Action))
      return;
    llvm::SmallVector<Site, 8> Stack{{Start.Block, Start.Event + 1}};
    llvm::BitVector Seen(View.Blocks.size());
    while (!Stack.empty()) {
      Site At = Stack.pop_back_val();
      const Block &B = View.Blocks[At.Block];
      while (At.Event < B.Events.size() &&
             !(isWorkgroupBarrier(B.Events[At.Event]) &&
               waits(B.Events[At.Event].Op.Action)))
        ++At.Event;
      if (At.Event < B.Events.size()) {
        Groups.unionSets(numbersOf(Start), numbersOf(At));
        continue;
      }
      for (const Edge &E : B.Next)
        if (!Seen[E.To]) {
          Seen.set(E.To);
          Stack.push_back({E.To, 0});
        }
    }
  });
  return Groups;
}

} // namespace

std::vector<std::set<Site>> findBarrierGroups(const SyncView &View) {
  llvm::EquivalenceClasses<SiteNumbers> Groups = barrierGroups(View);
  std::map<SiteNumbers, size_t> Places;
  std::vector<std::set<Site>> Result;
  forEachEvent(View, [&](Site At, const Event &E) {
    if (!isWorkgroupBarrier(E))
      return;
    auto [It, New] =
        Places.try_emplace(Groups.getLeaderValue(numbersOf(At)), Result.size());
    if (New)
      Result.emplace_back();
    Result[It->second].insert(At);
  });
  return Result;
}

std::map<Site, BarrierFences> findFences(const SyncView &View,
                                         AddressSpace Space) {
  FenceFlow Exact(View, Space, FenceKind::Covering),
      Any(View, Space, FenceKind::Any);
  std::map<Site, bool> Released = Exact.released(), Acquired = Exact.acquired(),
                       AnyRelease = Any.released(), AnyAcquire = Any.acquired();
  llvm::EquivalenceClasses<SiteNumbers> Groups = barrierGroups(View);
  std::map<SiteNumbers, BarrierFences> ByLeader;
  std::map<Site, BarrierFences> Result;
  forEachEvent(View, [&](Site At, const Event &E) {
    if (!isWorkgroupBarrier(E))
      return;
    BarrierFences &F = ByLeader[Groups.getLeaderValue(numbersOf(At))];
    if (arrives(E.Op.Action)) {
      F.Released &= Released[At];
      F.AnyRelease &= AnyRelease[At];
    }
    if (waits(E.Op.Action)) {
      F.Acquired &= Acquired[At];
      F.AnyAcquire &= AnyAcquire[At];
    }
  });
  forEachEvent(View, [&](Site At, const Event &E) {
    if (isWorkgroupBarrier(E))
      Result[At] = ByLeader[Groups.getLeaderValue(numbersOf(At))];
  });
  return Result;
}

/// Adds races in the space that are not \p Known, with the barrier that lacks
/// fences.
static void
findInSpace(sym::Analysis &Context, AddressSpace Space,
            const std::set<std::pair<AccessSite, AccessSite>> &Known,
            std::vector<Defect> &Out) {
  std::map<Site, BarrierFences> Fences = findFences(Context.View, Space);
  Boundaries Bounds{&Context.View, {}, Space};
  for (auto &[At, F] : Fences)
    if (!F.complete())
      Bounds.Transparent.insert(At);
  if (Bounds.Transparent.empty())
    return;
  for (Defect &F : findRaces(Context, Bounds)) {
    if (F.Kind == DefectKind::NotUnderstood ||
        Known.count(std::minmax(F.First, F.Second)))
      continue;
    F.Barrier = *Bounds.Transparent.begin();
    if (F.Evidence && F.Evidence->Crossed)
      F.Barrier = F.Evidence->Crossed;
    F.Fences = faultsOf(Fences[*F.Barrier], Space);
    F.Kind = F.Fences.areTooNarrow() ? DefectKind::FenceTooNarrow
                                     : DefectKind::BarrierWithoutFence;
    Out.push_back(std::move(F));
  }
}

std::vector<Defect> findFenceFaults(sym::Analysis &Context,
                                    llvm::ArrayRef<Defect> Known) {
  std::set<std::pair<AccessSite, AccessSite>> Pairs;
  for (const Defect &F : Known)
    Pairs.insert(std::minmax(F.First, F.Second));
  std::vector<Defect> Result;
  if (!Context.View.Reducible)
    return Result;
  findInSpace(Context, AddressSpace::Local, Pairs, Result);
  if (!Context.Limits.OnlyLds)
    findInSpace(Context, AddressSpace::Global, Pairs, Result);
  return Result;
}

} // namespace fencepost::check
