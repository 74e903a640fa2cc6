//===- FlagOrder.cpp - Accesses that atomics may order --------------------===//
// See FlagOrder.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/FlagOrder.h"
#include "fencepost/Check/Regions.h"
#include "fencepost/View/Arithmetic.h"

namespace fencepost::check {

using namespace view;

/// Whether a branch depends on a value that is not known: on what was read, or
/// on something that may be computed from it.
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
    for (const Incoming &In : V.From)
      Work.push_back(In.Value);
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

/// False if the walk ends at \p E.
bool FlagOrder::pass(AccessSite From, const Event &E, bool Forwards,
                     bool &Synchronized, bool &Found) const {
  switch (E.Kind) {
  case EventKind::Barrier:
    return !isWorkgroupBarrier(E) ||
           !(Forwards ? waits(E.Op.Action) : arrives(E.Op.Action));
  case EventKind::Opaque:
    Found = true;
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
    Found |= E.Op.isAtomic() && IsFlag && (Orders || Synchronized);
    return true;
  }
  default:
    return true;
  }
}

/// Whether a flag is written on some way from \p A.
bool FlagOrder::writesBehind(AccessSite A) {
  auto [It, New] = Behind.try_emplace(A);
  bool &Found = It->second;
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
  Go(A.At.Block, A.At.Event + 1, false);
  while (!Work.empty() && !Found) {
    auto [B, Synchronized] = Work.back();
    Work.pop_back();
    Go(B, 0, Synchronized);
  }
  return Found;
}

/// Whether a flag is read on \p Path to \p B, or beside it by lanes that left
/// it and are ordered with the thread later: one may wait for all of its wave.
bool FlagOrder::readsBefore(AccessSite B, llvm::ArrayRef<BlockId> Path) const {
  bool Found = false, Synchronized = false, Together = false;
  llvm::BitVector Walked(View.Blocks.size());
  for (size_t I = Path.size(); I-- > 0 && !Found;) {
    llvm::ArrayRef<Event> Events = View.Blocks[Path[I]].Events;
    if (I + 1 == Path.size())
      Events = Events.take_front(B.At.Event);
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

/// The same on ways from \p Branch, until they are \p Walked ones again. An
/// acquire fence anywhere there is taken to be behind all reads.
bool FlagOrder::readsBeside(AccessSite B, BlockId Branch,
                            const llvm::BitVector &Walked,
                            bool Synchronized) const {
  bool Found = false;
  for (unsigned Round = 0; Round < 2; ++Round) {
    llvm::BitVector Seen = Walked;
    llvm::SmallVector<BlockId, 8> Stack{Branch};
    while (!Stack.empty())
      for (const Edge &E : View.Blocks[Stack.pop_back_val()].Next) {
        if (Seen[E.To])
          continue;
        Seen.set(E.To);
        bool GoesOn = true;
        for (const Event &Passed : llvm::reverse(View.Blocks[E.To].Events))
          GoesOn &= pass(B, Passed, /*Forwards=*/false, Synchronized, Found);
        if (GoesOn)
          Stack.push_back(E.To);
      }
  }
  return Found;
}

bool FlagOrder::mayOrder(AccessSite A, AccessSite B,
                         std::array<llvm::ArrayRef<BlockId>, 2> Paths) {
  return HasFlags && ((writesBehind(A) && readsBefore(B, Paths[1])) ||
                      (writesBehind(B) && readsBefore(A, Paths[0])));
}

} // namespace fencepost::check
