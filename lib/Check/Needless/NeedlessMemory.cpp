//===- NeedlessMemory.cpp - Facts about all memory accesses of a kernel ---===//
// See NeedlessParts.h. More conservative about aliasing than Races.h, since
// here a doubt keeps a barrier.
//===----------------------------------------------------------------------===//
#include "NeedlessParts.h"

namespace fencepost::check {

using namespace view;

MemoryFacts::MemoryFacts(const SyncView &View, const Graph &Shape)
    : View(View), Polled(View.Objects.size()) {
  findPolled(Shape);
  forEachEvent(View, [&](Site, const Event &E) {
    HasTransfers |= E.Kind == EventKind::Transfer;
    HasOpaque |= E.Kind == EventKind::Opaque;
    HasOtherBarriers |= E.Kind == EventKind::Barrier && !isWorkgroupBarrier(E);
    HasFlags |= isFlag(E);
    HasOut |= reachesOut(E);
  });
}

bool MemoryFacts::isIn(const AccessRange &T, AddressSpace Space) const {
  if (!T.Reads && !T.Writes)
    return false;
  if (T.Object == None)
    return true;
  const Object &Memory = View.Objects[T.Object];
  if (Memory.Kind == ObjectKind::Private ||
      Memory.Kind == ObjectKind::NamedBarrier)
    return false;
  switch (Memory.Space) {
  case AddressSpace::Local:
    return Space == AddressSpace::Local;
  case AddressSpace::Private:
  case AddressSpace::Constant:
    return false;
  case AddressSpace::Generic:
    return true;
  default:
    return Space == AddressSpace::Global;
  }
}

/// LDS variables, LDS arguments and noalias arguments alias nothing else.
bool MemoryFacts::mayAlias(const AccessRange &A, const AccessRange &B) const {
  if (A.Object == B.Object || A.Object == None || B.Object == None)
    return true;
  auto IsApart = [&](const AccessRange &T) {
    const Object &Memory = View.Objects[T.Object];
    return Memory.Kind == ObjectKind::Lds ||
           Memory.Kind == ObjectKind::LdsArgument ||
           (Memory.Kind == ObjectKind::Argument && Memory.NoAlias);
  };
  auto IsUnknown = [&](const AccessRange &T) {
    return View.Objects[T.Object].Kind == ObjectKind::Unknown;
  };
  if (IsUnknown(A) || IsUnknown(B))
    return true;
  return !IsApart(A) && !IsApart(B);
}

/// Finds loops whose exit depends on a value that they read.
void MemoryFacts::findPolled(const Graph &Shape) {
  llvm::DenseMap<ValueId, const AccessRange *> ReadBy;
  forEachEvent(View, [&](Site At, const Event &E) {
    if (E.Result != None && View.Blocks[At.Block].Loop != None)
      ReadBy[E.Result] = &E.Memory;
  });
  if (ReadBy.empty())
    return;
  std::vector<bool> Seen(View.Values.size());
  llvm::SmallVector<ValueId, 16> Stack;
  for (const Block &B : View.Blocks)
    if (llvm::any_of(B.Next, [&](const Edge &E) {
          return B.Loop != None && !Shape.contains(B.Loop, E.To);
        }))
      for (const Edge &E : B.Next)
        Stack.push_back(E.Condition);
  while (!Stack.empty()) {
    ValueId Id = Stack.pop_back_val();
    if (Id == None || Seen[Id])
      continue;
    Seen[Id] = true;
    if (const AccessRange *T = ReadBy.lookup(Id)) {
      if (T->Object == None)
        AnyPolled = true;
      else
        Polled[T->Object] = true;
    }
    const Value &V = View.Values[Id];
    Stack.append({V.A, V.B, V.C});
    for (const Incoming &Edge : V.From)
      Stack.push_back(Edge.Value);
  }
  std::vector<bool> Named = Polled;
  for (uint32_t Id = 0; Id < Named.size(); ++Id)
    for (uint32_t Other = 0; Named[Id] && Other < Named.size(); ++Other)
      if (mayAlias({.Object = Id}, {.Object = Other}))
        Polled[Other] = true;
}

bool MemoryFacts::reachesOut(const Event &E) const {
  if (E.Kind != EventKind::Access || !isIn(E.Memory, AddressSpace::Global))
    return false;
  if (E.Op.Volatile ||
      (E.Op.isAtomic() && !includes(ScopeLevel::Workgroup, E.Op.Reach.Level)))
    return true;
  if (AnyPolled || E.Memory.Object == None || Polled[E.Memory.Object])
    return true;
  // A write to one address by the whole work-group may be a flag.
  return E.Memory.Writes &&
         (E.Memory.Address == None || View.Values[E.Memory.Address].Uniform);
}

bool MemoryFacts::isFlag(const Event &E) const {
  return E.Kind == EventKind::Access &&
         (E.Op.isAtomic() || E.Op.Volatile || reachesOut(E));
}

} // namespace fencepost::check
