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

/// Whether \p E releases (acquires, backwards) \p Data for the work-group.
bool FlagOrder::orders(const Event &E, AddressSpace Data, bool Forwards) const {
  if (!(Forwards ? isRelease(E.Op.Order) : isAcquire(E.Op.Order)))
    return false;
  if (E.Kind == EventKind::Fence)
    return covers(View, E, Data);
  bool Covers =
      !E.Op.Reach.OneAddressSpace ||
      (E.Memory.Object != None && View.Objects[E.Memory.Object].Space == Data);
  return Covers && includes(E.Op.Reach.Level, reachOfWorkgroup(View));
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
    bool Orders = orders(E, Data, Forwards);
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

FlagOrder::Flags FlagOrder::walk(AccessSite From, bool Forwards) const {
  Flags Out;
  std::vector<bool> Seen[2] = {std::vector<bool>(View.Blocks.size()),
                               std::vector<bool>(View.Blocks.size())};
  std::vector<std::pair<BlockId, bool>> Work;
  auto Leave = [&](BlockId B, bool Synchronized) {
    auto Go = [&](BlockId To) {
      if (!Seen[Synchronized][To])
        Work.push_back({To, Synchronized});
      Seen[Synchronized][To] = true;
    };
    if (Forwards)
      for (const Edge &E : View.Blocks[B].Next)
        Go(E.To);
    else
      llvm::for_each(View.Blocks[B].Before, Go);
  };
  auto PassAll = [&](BlockId B, uint32_t First, uint32_t End,
                     bool Synchronized) {
    for (uint32_t I = First; I != End; ++I) {
      uint32_t At = Forwards ? I : First + (End - 1 - I);
      if (!pass(From, View.Blocks[B].Events[At], Forwards, Synchronized, Out))
        return;
    }
    Leave(B, Synchronized);
  };
  auto [Block, Event] = From.At;
  uint32_t Size = View.Blocks[Block].Events.size();
  PassAll(Block, Forwards ? Event + 1 : 0, Forwards ? Size : Event, false);
  while (!Work.empty()) {
    auto [B, Synchronized] = Work.back();
    Work.pop_back();
    PassAll(B, 0, View.Blocks[B].Events.size(), Synchronized);
  }
  return Out;
}

const FlagOrder::Flags &FlagOrder::behind(AccessSite A) {
  auto It = Behind.find(A);
  return It != Behind.end() ? It->second : Behind[A] = walk(A, true);
}

const FlagOrder::Flags &FlagOrder::before(AccessSite B) {
  auto It = Before.find(B);
  return It != Before.end() ? It->second : Before[B] = walk(B, false);
}

bool FlagOrder::mayOrder(AccessSite A, AccessSite B) {
  if (!HasFlags)
    return false;
  auto Meet = [](const Flags &Written, const Flags &Read) {
    if (Written.empty() || Read.empty())
      return false;
    return Written.count(None) || Read.count(None) ||
           llvm::any_of(Written, [&](uint32_t Id) { return Read.count(Id); });
  };
  return Meet(behind(A), before(B)) || Meet(behind(B), before(A));
}

} // namespace fencepost::check
