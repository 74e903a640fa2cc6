//===- FlagOrder.cpp - Accesses that atomics may order -------------------===//
// See FlagOrder.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/FlagOrder.h"
#include "fencepost/View/Arithmetic.h"
#include "fencepost/View/Boundaries.h"

namespace fencepost::view {

/// True if a branch depends on an unknown value: on a loaded value, or on one
/// that may be computed from it.
static bool decidesByUnknown(const SyncView &View) {
  llvm::BitVector Seen(View.Values.size());
  llvm::SmallVector<ValueId, 16> Work;
  for (const Block &B : View.Blocks)
    for (const Edge &E : B.Next)
      Work.push_back(E.Condition);
  while (!Work.empty()) {
    ValueId Id = Work.pop_back_val();
    if (Id == None || Seen[Id])
      continue;
    Seen.set(Id);
    const Value &V = View.Values[Id];
    if (V.Kind == ValueKind::Unknown)
      return true;
    if (isOperator(V.Kind))
      Work.append({V.A, V.B, V.C});
    for (const Incoming &Edge : V.From)
      Work.push_back(Edge.Value);
  }
  return false;
}

FlagOrder::FlagOrder(const SyncView &View) : View(View) {
  bool Writes = false, Reads = false, Opaque = false;
  forEachEvent(View, [&](Site, const Event &E) {
    bool Atomic = E.Kind == EventKind::Access && E.Op.isAtomic();
    Opaque |= E.Kind == EventKind::Opaque;
    Writes |= Atomic && E.Memory.Writes;
    Reads |= Atomic && E.Memory.Reads;
  });
  HasFlags = Opaque || (Writes && Reads && decidesByUnknown(View));
}

static bool reaches(const SyncView &View, const Event &E, AddressSpace Data) {
  if (E.Kind == EventKind::Fence)
    return covers(View, E, Data);
  bool Covers =
      !E.Op.Reach.OneAddressSpace ||
      (E.Memory.Object != None && View.Objects[E.Memory.Object].Space == Data);
  return Covers && includes(E.Op.Reach.Level, reachOfWorkgroup(View));
}

bool releases(const SyncView &View, const Event &E, AddressSpace Data) {
  return isRelease(E.Op.Order) && reaches(View, E, Data);
}

bool acquires(const SyncView &View, const Event &E, AddressSpace Data) {
  return isAcquire(E.Op.Order) && reaches(View, E, Data);
}

FlagOrder::Places FlagOrder::placesOf(const Event &E) const {
  if (E.Kind == EventKind::Opaque)
    return Anywhere;
  if (E.Kind != EventKind::Access || !E.Op.isAtomic())
    return 0;
  AddressSpace Space = E.Memory.Object == None
                           ? AddressSpace::Generic
                           : View.Objects[E.Memory.Object].Space;
  if (Space == AddressSpace::Generic)
    return Anywhere;
  return Space == AddressSpace::Local ? InLds : Elsewhere;
}

/// Where flags are written after a flag in \p Flags was read.
FlagOrder::Places FlagOrder::writtenAfterReads(Places Flags) const {
  Places Written = 0;
  llvm::BitVector Seen(View.Blocks.size());
  llvm::SmallVector<BlockId, 8> Work;
  auto Go = [&](BlockId B, bool Read) {
    for (const Event &E : View.Blocks[B].Events) {
      Places Accessed = placesOf(E);
      Read |=
          (Accessed & Flags) && (E.Memory.Reads || E.Kind == EventKind::Opaque);
      if (Read && (E.Memory.Writes || E.Kind == EventKind::Opaque))
        Written |= Accessed;
    }
    for (const Edge &E : View.Blocks[B].Next)
      if (Read && !Seen[E.To]) {
        Seen.set(E.To);
        Work.push_back(E.To);
      }
  };
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    Go(B, false);
  while (!Work.empty())
    Go(Work.pop_back_val(), true);
  return Written;
}

/// Where flags may be written once flags in \p Written are, by waves that
/// forward what they read.
FlagOrder::Places FlagOrder::forwarded(Places Written) {
  if (!Links)
    Links = {writtenAfterReads(InLds), writtenAfterReads(Elsewhere)};
  for (unsigned Round = 0; Round < 2; ++Round)
    for (unsigned Place : {0, 1})
      if (Written & (1 << Place))
        Written |= (*Links)[Place];
  return Written;
}

/// False if the walk ends at \p E.
bool FlagOrder::pass(AccessSite From, const Event &E, bool Forwards,
                     bool &Synchronized, Places &FlagPlaces) const {
  switch (E.Kind) {
  case EventKind::Barrier:
    return !isWorkgroupBarrier(E) ||
           !(Forwards ? waits(E.Op.Action) : arrives(E.Op.Action));
  case EventKind::Opaque:
    FlagPlaces = Anywhere;
    return true;
  case EventKind::Fence:
  case EventKind::Access: {
    uint32_t Object = From.in(View).Object;
    AddressSpace Data =
        Object == None ? AddressSpace::Global : View.Objects[Object].Space;
    bool Orders = Forwards ? releases(View, E, Data) : acquires(View, E, Data);
    if (E.Kind == EventKind::Fence) {
      Synchronized |= Orders;
      return true;
    }
    bool IsFlag = Forwards ? E.Memory.Writes : E.Memory.Reads;
    if (IsFlag && (Orders || Synchronized))
      FlagPlaces |= placesOf(E);
    return true;
  }
  default:
    return true;
  }
}

/// Where flags are written on some path from \p A.
FlagOrder::Places FlagOrder::writesAfter(AccessSite A) {
  auto [It, New] = WritesByAccess.try_emplace(A);
  Places &Found = It->second;
  if (!New)
    return Found;
  std::vector<bool> Seen[2] = {std::vector<bool>(View.Blocks.size()),
                               std::vector<bool>(View.Blocks.size())};
  std::vector<std::pair<BlockId, bool>> Work;
  auto Go = [&](BlockId B, uint32_t First, bool Synchronized) {
    llvm::ArrayRef<Event> Events = View.Blocks[B].Events;
    for (const Event &E : Events.drop_front(First))
      if (!pass(A, E, /*Forwards=*/true, Synchronized, Found))
        return;
    for (const Edge &E : View.Blocks[B].Next) {
      if (!Seen[Synchronized][E.To])
        Work.push_back({E.To, Synchronized});
      Seen[Synchronized][E.To] = true;
    }
  };
  Go(A.Site.Block, A.Site.Event + 1, false);
  while (!Work.empty()) {
    auto [B, Synchronized] = Work.back();
    Work.pop_back();
    Go(B, 0, Synchronized);
  }
  return Found;
}

/// Where flags are read on \p Path to \p B, or beside it by lanes that left
/// it and are ordered with the thread later: one may wait for all of its wave.
FlagOrder::Places FlagOrder::readsBefore(AccessSite B,
                                         llvm::ArrayRef<BlockId> Path) const {
  Places Found = 0;
  bool Synchronized = false, Together = false;
  llvm::BitVector Walked(View.Blocks.size());
  for (size_t I = Path.size(); I-- > 0 && Found != Anywhere;) {
    llvm::ArrayRef<Event> Events = View.Blocks[Path[I]].Events;
    if (I + 1 == Path.size())
      Events = Events.take_front(B.Site.Event);
    for (const Event &E : llvm::reverse(Events)) {
      if (!pass(B, E, /*Forwards=*/false, Synchronized, Found))
        return Found;
      Together |= ordersWave(E);
    }
    Walked.set(Path[I]);
    if (I > 0 && Together && !View.Blocks[Path[I - 1]].UniformExit)
      Found |= readsBeside(B, Path[I - 1], Walked, Synchronized);
  }
  return Found;
}

/// The same on paths from \p Branch, until they reach \p Walked blocks again.
/// An acquire fence anywhere on them is assumed to follow all reads.
FlagOrder::Places FlagOrder::readsBeside(AccessSite B, BlockId Branch,
                                         const llvm::BitVector &Walked,
                                         bool Synchronized) const {
  Places Found = 0;
  for (unsigned Round = 0; Round < 2; ++Round) {
    llvm::BitVector Seen = Walked;
    llvm::SmallVector<BlockId, 8> Stack{Branch};
    while (!Stack.empty())
      for (const Edge &E : View.Blocks[Stack.pop_back_val()].Next) {
        if (Seen[E.To])
          continue;
        Seen.set(E.To);
        bool Continues = true;
        for (const Event &Passed : llvm::reverse(View.Blocks[E.To].Events))
          Continues &= pass(B, Passed, /*Forwards=*/false, Synchronized, Found);
        if (Continues)
          Stack.push_back(E.To);
      }
  }
  return Found;
}

bool FlagOrder::mayOrder(AccessSite A, AccessSite B,
                         std::array<llvm::ArrayRef<BlockId>, 2> Paths) {
  return HasFlags && ((forwarded(writesAfter(A)) & readsBefore(B, Paths[1])) ||
                      (forwarded(writesAfter(B)) & readsBefore(A, Paths[0])));
}

} // namespace fencepost::view
