//===- FlagOrder.cpp - Accesses that atomics may order --------------------===//
// See FlagOrder.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/FlagOrder.h"
#include "fencepost/Check/Regions.h"
#include "fencepost/View/Arithmetic.h"

namespace fencepost::check {

using namespace view;

FlagOrder::FlagOrder(const SyncView &View) : View(View) {
  bool Writes = false, Reads = false;
  forEachEvent(View, [&](Site, const Event &E) {
    bool Opaque = E.Kind == EventKind::Opaque;
    bool Atomic = E.Kind == EventKind::Access && E.Op.isAtomic();
    Writes |= Opaque || (Atomic && E.Memory.Writes);
    Reads |= Opaque || (Atomic && E.Memory.Reads);
  });
  HasFlags = Writes && Reads;
  if (HasFlags)
    findDeciding();
}

void FlagOrder::findDeciding() {
  Deciding.resize(View.Values.size());
  llvm::SmallVector<ValueId, 16> Work;
  for (const Block &B : View.Blocks)
    for (const Edge &E : B.Next)
      Work.push_back(E.Condition);
  while (!Work.empty()) {
    ValueId Id = Work.pop_back_val();
    if (Id == None || Deciding[Id])
      continue;
    Deciding.set(Id);
    const Value &V = View.Values[Id];
    if (isOperator(V.Kind))
      Work.append({V.A, V.B, V.C});
    for (const Incoming &In : V.From)
      Work.push_back(In.Value);
  }
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
                     bool &Synchronized, Flags &Out) const {
  switch (E.Kind) {
  case EventKind::Barrier:
    return !isWorkgroupBarrier(E) ||
           !(Forwards ? waits(E.Op.Action) : arrives(E.Op.Action));
  case EventKind::Opaque:
    Out.insert(None);
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
    bool IsFlag =
        Forwards ? E.Memory.Writes
                 : E.Memory.Reads && E.Result != None && Deciding[E.Result];
    if (E.Op.isAtomic() && IsFlag && (Orders || Synchronized))
      Out.insert(E.Memory.Object);
    return true;
  }
  default:
    return true;
  }
}

/// Flags that are written on ways from \p A.
const FlagOrder::Flags &FlagOrder::behind(AccessSite A) {
  auto [It, New] = Behind.try_emplace(A);
  Flags &Out = It->second;
  if (!New)
    return Out;
  std::vector<bool> Seen[2] = {std::vector<bool>(View.Blocks.size()),
                               std::vector<bool>(View.Blocks.size())};
  std::vector<std::pair<BlockId, bool>> Work;
  auto Go = [&](BlockId B, uint32_t First, bool Synchronized) {
    llvm::ArrayRef<Event> Events = View.Blocks[B].Events;
    for (const Event &E : Events.drop_front(First))
      if (!pass(A, E, /*Forwards=*/true, Synchronized, Out))
        return;
    for (const Edge &E : View.Blocks[B].Next) {
      if (!Seen[Synchronized][E.To])
        Work.push_back({E.To, Synchronized});
      Seen[Synchronized][E.To] = true;
    }
  };
  Go(A.At.Block, A.At.Event + 1, false);
  while (!Work.empty()) {
    auto [B, Synchronized] = Work.back();
    Work.pop_back();
    Go(B, 0, Synchronized);
  }
  return Out;
}

/// Flags that are read on \p Path to \p B, or beside it by lanes that left it
/// and are ordered with the thread later: one may wait for all of its wave.
FlagOrder::Flags FlagOrder::before(AccessSite B,
                                   llvm::ArrayRef<BlockId> Path) const {
  Flags Out;
  bool Synchronized = false, Together = false;
  llvm::BitVector Walked(View.Blocks.size());
  for (size_t I = Path.size(); I-- > 0;) {
    llvm::ArrayRef<Event> Events = View.Blocks[Path[I]].Events;
    if (I + 1 == Path.size())
      Events = Events.take_front(B.At.Event);
    for (const Event &E : llvm::reverse(Events)) {
      if (!pass(B, E, /*Forwards=*/false, Synchronized, Out))
        return Out;
      Together |= ordersWave(E);
    }
    Walked.set(Path[I]);
    if (I > 0 && Together && !View.Blocks[Path[I - 1]].UniformExit)
      beside(B, Path[I - 1], Walked, Synchronized, Out);
  }
  return Out;
}

/// Adds flags that are read on ways from \p Branch, until they are \p Walked
/// ones again.
void FlagOrder::beside(AccessSite B, BlockId Branch, llvm::BitVector Walked,
                       bool Synchronized, Flags &Out) const {
  llvm::SmallVector<BlockId, 8> Stack{Branch};
  while (!Stack.empty())
    for (const Edge &E : View.Blocks[Stack.pop_back_val()].Next) {
      if (Walked[E.To])
        continue;
      Walked.set(E.To);
      bool GoesOn = true;
      for (const Event &Passed : llvm::reverse(View.Blocks[E.To].Events))
        GoesOn &= pass(B, Passed, /*Forwards=*/false, Synchronized, Out);
      if (GoesOn)
        Stack.push_back(E.To);
    }
}

bool FlagOrder::mayOrder(AccessSite A, AccessSite B,
                         std::array<llvm::ArrayRef<BlockId>, 2> Paths) {
  if (!HasFlags)
    return false;
  auto Meet = [](const Flags &Written, const Flags &Read) {
    if (Written.empty() || Read.empty())
      return false;
    return Written.count(None) || Read.count(None) ||
           llvm::any_of(Written, [&](uint32_t Id) { return Read.count(Id); });
  };
  return Meet(behind(A), before(B, Paths[1])) ||
         Meet(behind(B), before(A, Paths[0]));
}

} // namespace fencepost::check
