//===- ModulePlaces.cpp - Points of a view that its module has ------------===//
// See ModulePlaces.h. A block without a start, an end and events of the module
// is on an edge, or is a hub.
//===----------------------------------------------------------------------===//
#include "fencepost/View/ModulePlaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

namespace fencepost::view {

/// The entry of a module's kernel is always known.
static bool isOfModule(const SyncView &View) {
  return View.Blocks.front().Start != None;
}

static bool isMade(const Block &B) {
  return B.Start == None && B.End == None && B.Events.empty();
}

/// True if the branch at the end of \p B guards a load that has no branch in
/// the module.
static bool guardsLoad(const SyncView &View, const Block &B) {
  return B.End != None && llvm::any_of(B.Next, [&](const Edge &E) {
           const std::vector<Event> &Events = View.Blocks[E.To].Events;
           return !Events.empty() && Events.front().Origin == B.End;
         });
}

/// True if the module does not have the branch at the end of \p B.
static bool hasMadeBranch(const SyncView &View, const Block &B) {
  return guardsLoad(View, B) || (B.End == None && B.Next.size() > 1);
}

/// True if \p Id is a hub, or on an edge to one.
static bool leadsToHub(const SyncView &View, BlockId Id) {
  for (size_t Steps = 0; Steps != View.Blocks.size(); ++Steps) {
    const Block &B = View.Blocks[Id];
    if (!isMade(B) || B.Next.empty())
      return false;
    if (B.Next.size() > 1)
      return true;
    Id = B.Next.front().To;
  }
  return false;
}

/// True if \p Id follows a branch that the module does not have.
static bool comesFromMade(const SyncView &View, BlockId Id) {
  llvm::SmallSetVector<BlockId, 8> Work;
  Work.insert(Id);
  for (unsigned I = 0; I != Work.size(); ++I)
    for (BlockId From : View.Blocks[Work[I]].Before) {
      if (hasMadeBranch(View, View.Blocks[From]))
        return true;
      if (isMade(View.Blocks[From]))
        Work.insert(From);
    }
  return false;
}

bool hasPlaces(const SyncView &View, BlockId Id) {
  const Block &B = View.Blocks[Id];
  if (!isOfModule(View))
    return true;
  // The guarded load is alone in its block.
  bool IsGuarded = B.Before.size() == 1 && B.Start == None && B.End == None &&
                   guardsLoad(View, View.Blocks[B.Before.front()]);
  if (IsGuarded || !isMade(B))
    return !IsGuarded;
  return !leadsToHub(View, Id) && !comesFromMade(View, Id);
}

bool hasPlaceOn(const SyncView &View, BlockId From, BlockId To) {
  if (!isOfModule(View))
    return true;
  const Block &Block = View.Blocks[From];
  return !hasMadeBranch(View, Block) && !leadsToHub(View, To) &&
         !(isMade(Block) && comesFromMade(View, From));
}

} // namespace fencepost::view
