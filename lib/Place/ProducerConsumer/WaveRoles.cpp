//===- WaveRoles.cpp - Waves that can take the same edges -----------------===//
// See WaveRoles.h.
//===----------------------------------------------------------------------===//
#include "ProducerConsumer/WaveRoles.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace fencepost::place {

using namespace view;

namespace {

/// Values of one work-item, as far as they follow from its id.
class ItemValues {
public:
  ItemValues(const SyncView &View, unsigned Number)
      : View(View), Number(Number) {}
  std::optional<uint64_t> get(ValueId Id);

private:
  std::optional<uint64_t> leaf(const Value &V) const;
  std::optional<uint64_t> computed(const Value &V);

  const SyncView &View;
  unsigned Number;
  std::map<ValueId, std::optional<uint64_t>> Known;
};

std::optional<uint64_t> ItemValues::leaf(const Value &V) const {
  const unsigned *Size = View.Size;
  unsigned Ids[] = {Number % Size[0], Number / Size[0] % Size[1],
                    Number / Size[0] / Size[1]};
  switch (V.Kind) {
  case ValueKind::Constant:
    return V.Number;
  case ValueKind::WorkItem:
    return Ids[V.Number];
  case ValueKind::Size:
    return Size[V.Number];
  case ValueKind::Lane:
    return Number % View.WaveSize;
  default:
    return std::nullopt;
  }
}

std::optional<uint64_t> ItemValues::computed(const Value &V) {
  uint64_t Operands[3] = {0, 0, 0};
  ValueId Ids[] = {V.A, V.B, V.C};
  for (unsigned I = 0; I < numOperands(V.Kind); ++I) {
    std::optional<uint64_t> Value = get(Ids[I]);
    if (!Value)
      return std::nullopt;
    Operands[I] = *Value;
  }
  return compute(V.Kind, V.Bits, View.Values[V.A].Bits, Operands[0],
                 Operands[1], Operands[2]);
}

std::optional<uint64_t> ItemValues::get(ValueId Id) {
  if (auto It = Known.find(Id); It != Known.end())
    return It->second;
  const Value &V = View.Values[Id];
  std::optional<uint64_t> Value = isOperator(V.Kind) ? computed(V) : leaf(V);
  return Known[Id] = Value;
}

void addTarget(llvm::SmallVector<BlockId, 2> &Next, BlockId To) {
  if (!llvm::is_contained(Next, To))
    Next.push_back(To);
}

/// The edges that a work-item can take from \p From.
void addEdges(const Block &From, ItemValues &Item,
              llvm::SmallVector<BlockId, 2> &Next) {
  for (const Edge &E : From.Next) {
    if (E.Condition == None)
      return addTarget(Next, E.To);
    std::optional<uint64_t> Number = Item.get(E.Condition);
    if (!Number || (*Number != 0) == E.Value)
      addTarget(Next, E.To);
    if (Number && (*Number != 0) == E.Value)
      return;
  }
}

llvm::BitVector reached(const WaveRole &Role) {
  llvm::BitVector Seen(Role.Next.size());
  llvm::SmallVector<BlockId, 8> Work{0};
  Seen.set(0);
  while (!Work.empty())
    for (BlockId To : Role.Next[Work.pop_back_val()])
      if (!Seen[To]) {
        Seen.set(To);
        Work.push_back(To);
      }
  return Seen;
}

} // namespace

std::vector<WaveRole> findWaveRoles(const SyncView &View) {
  std::vector<WaveRole> Roles;
  if (!View.SizeIsExact)
    return Roles;
  unsigned Items = View.Size[0] * View.Size[1] * View.Size[2];
  for (unsigned First = 0; First < Items; First += View.WaveSize) {
    WaveRole Wave;
    Wave.Next.resize(View.Blocks.size());
    for (unsigned I = First; I < std::min(Items, First + View.WaveSize); ++I) {
      ItemValues Item(View, I);
      for (BlockId B = 0; B < View.Blocks.size(); ++B)
        addEdges(View.Blocks[B], Item, Wave.Next[B]);
    }
    Wave.Blocks = reached(Wave);
    for (BlockId B = 0; B < View.Blocks.size(); ++B)
      if (!Wave.Blocks[B])
        Wave.Next[B].clear();
    for (auto &Next : Wave.Next)
      llvm::sort(Next);
    auto Same = llvm::find(Roles, Wave);
    if (Same == Roles.end())
      Same = Roles.insert(Same, std::move(Wave));
    ++Same->Waves;
  }
  return Roles;
}

void join(WaveRole &To, const WaveRole &Other) {
  if (To.Waves == 0) {
    To = Other;
    return;
  }
  To.Waves += Other.Waves;
  To.Blocks |= Other.Blocks;
  for (BlockId B = 0; B < To.Next.size(); ++B) {
    for (BlockId Next : Other.Next[B])
      addTarget(To.Next[B], Next);
    llvm::sort(To.Next[B]);
  }
}

bool allPathsMeet(const WaveRole &Role, BlockId From, BlockId To,
                  llvm::ArrayRef<BlockId> Through, BlockId Border) {
  if (llvm::is_contained(Through, From))
    return true;
  llvm::BitVector Seen(Role.Next.size());
  llvm::SmallVector<BlockId, 8> Work{From};
  Seen.set(From);
  while (!Work.empty()) {
    BlockId B = Work.pop_back_val();
    if (B == To)
      return false;
    for (BlockId Next : Role.Next[B])
      if (Next != Border && !Seen[Next] && !llvm::is_contained(Through, Next)) {
        Seen.set(Next);
        Work.push_back(Next);
      }
  }
  return true;
}

} // namespace fencepost::place
