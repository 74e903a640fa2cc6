//===- SpinWaits.cpp - Loops in which waves wait for each other by LDS ----===//
// See SpinWaits.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/SpinWaits.h"
#include "fencepost/View/Access.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace fencepost::view {

SpinWaits::SpinWaits(const SyncView &View) : View(View), Shape(View) {
  for (LoopId L : View.Loops.ids())
    find(L);
}

/// True if \p Condition depends on \p Read.
bool SpinWaits::dependsOn(ValueId Condition, ValueId Read) const {
  std::set<ValueId> Seen;
  llvm::SmallVector<ValueId, 8> Work{Condition};
  while (!Work.empty()) {
    ValueId Id = Work.pop_back_val();
    if (Id == None || !Seen.insert(Id).second)
      continue;
    if (Id == Read)
      return true;
    const Value &V = View.Values[Id];
    Work.append({V.A, V.B, V.C});
    for (const Incoming &I : V.From)
      Work.push_back(I.Value);
  }
  return false;
}

/// The exit conditions of \p Loop.
std::vector<ValueId> SpinWaits::exitsOf(LoopId Loop) const {
  std::vector<ValueId> Result;
  for (BlockId B = 0; B < View.Blocks.size(); ++B) {
    bool Leaves = Shape.contains(Loop, B) &&
                  llvm::any_of(View.Blocks[B].Next, [&](const Edge &E) {
                    return !Shape.contains(Loop, E.To);
                  });
    for (const Edge &E : View.Blocks[B].Next)
      if (Leaves && E.Condition != None)
        Result.push_back(E.Condition);
  }
  return Result;
}

void SpinWaits::find(LoopId Loop) {
  std::vector<ValueId> Exits = exitsOf(Loop);
  std::set<uint32_t> Objects;
  forEachEvent(View, [&](Site Site, const Event &E) {
    bool Reads = E.Kind == EventKind::Access && E.Memory.Reads &&
                 (E.Op.isAtomic() || E.Op.Volatile) &&
                 mayAccessLds(View, {Site, false}) &&
                 Shape.contains(Loop, Site.Block);
    if (Reads && E.Result != None && llvm::any_of(Exits, [&](ValueId Exit) {
          return dependsOn(Exit, E.Result);
        }))
      Objects.insert(E.Memory.Object);
  });
  for (uint32_t Object : Objects)
    add(Loop, Object);
}

void SpinWaits::add(LoopId Loop, uint32_t Object) {
  Spin S;
  S.After.resize(View.Blocks.size());
  S.Releases.resize(View.Blocks.size());
  llvm::SmallVector<BlockId, 8> Work{View.Loops[Loop].Header};
  while (!Work.empty()) {
    BlockId B = Work.pop_back_val();
    if (S.After[B])
      continue;
    S.After.set(B);
    for (const Edge &E : View.Blocks[B].Next)
      Work.push_back(E.To);
  }
  forEachEvent(View, [&](Site Site, const Event &E) {
    bool MayBe =
        Object == None || E.Memory.Object == None || E.Memory.Object == Object;
    if (E.Kind == EventKind::Access && E.Memory.Writes && MayBe &&
        mayAccessLds(View, {Site, false}) &&
        !Shape.contains(Loop, Site.Block)) {
      S.Writes.push_back(Site);
      Work.push_back(Site.Block);
    }
  });
  while (!Work.empty()) {
    BlockId B = Work.pop_back_val();
    if (S.Releases[B])
      continue;
    S.Releases.set(B);
    Work.append(View.Blocks[B].Before.begin(), View.Blocks[B].Before.end());
  }
  All.push_back(std::move(S));
}

/// True if a write that releases the loop can follow.
bool SpinWaits::reaches(const Spin &S, BlockId Block, uint32_t Event) const {
  bool IsHere = llvm::any_of(
      S.Writes, [&](Site W) { return W.Block == Block && W.Event >= Event; });
  return IsHere || llvm::any_of(View.Blocks[Block].Next, [&](const Edge &E) {
           return S.Releases[E.To];
         });
}

bool SpinWaits::mayHang(BlockId Block, uint32_t Event) const {
  return llvm::any_of(All, [&](const Spin &S) {
    return S.After[Block] && reaches(S, Block, Event);
  });
}

bool SpinWaits::mayHangBetween(BlockId From, BlockId To) const {
  return llvm::any_of(
      All, [&](const Spin &S) { return S.After[From] && S.Releases[To]; });
}

} // namespace fencepost::view
