//===- PrintOperation.cpp - Operations in words ---------------------------===//
// The names of kinds and cooperative groups, and an operation put together of
// its parts' names. Read again by the parser of
// lib/Lower/Parse/OperationText.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Sync/Operation.h"

namespace fencepost {

static constexpr EnumName<OpKind> KindNames[] = {
    {OpKind::Load, "load"},
    {OpKind::Store, "store"},
    {OpKind::ReadModifyWrite, "atomicrmw"},
    {OpKind::CmpXchg, "cmpxchg"},
    {OpKind::Fence, "fence"},
    {OpKind::LoadVisible, "load.vis"},
    {OpKind::StoreAvailable, "store.av"},
    {OpKind::Barrier, "barrier"},
    {OpKind::LdsDma, "lds.dma"},
    {OpKind::AsyncLoad, "async.load"},
    {OpKind::AsyncMark, "asyncmark"},
    {OpKind::WaitAsyncMark, "wait.asyncmark"},
};
static_assert(isIndexedBy(KindNames), "a kind without a name");

llvm::StringRef opKindName(OpKind Kind) { return rowOf(KindNames, Kind).Name; }

static constexpr CooperativeFacts Groups[] = {
    {.Id = Cooperative::No, .Name = "", .Bits = 32},
    {.Id = Cooperative::Lanes32x4, .Name = "cooperative-32x4B", .Bits = 32},
    {.Id = Cooperative::Lanes16x8, .Name = "cooperative-16x8B", .Bits = 64},
    {.Id = Cooperative::Lanes8x16, .Name = "cooperative-8x16B", .Bits = 128},
};
static_assert(isIndexedBy(Groups, &CooperativeFacts::Id),
              "one row a group, in order");

llvm::ArrayRef<CooperativeFacts> cooperativeGroups() {
  return llvm::ArrayRef(Groups).drop_front();
}

static void append(std::string &Text, llvm::StringRef Word) {
  Text += " ";
  Text += Word;
}

static void appendFlags(std::string &Text, const Operation &Op) {
  if (Op.Volatile)
    append(Text, "volatile");
  if (Op.NonTemporal)
    append(Text, "nontemporal");
  if (Op.LastUse)
    append(Text, "last-use");
  if (Op.Group != Cooperative::No)
    append(Text, rowOf(Groups, Op.Group).Name);
}

static void appendSynchronization(std::string &Text, const Operation &Op) {
  if (Op.isAtomic())
    append(Text, orderingName(Op.Order));
  if (Op.Kind == OpKind::CmpXchg)
    append(Text, orderingName(Op.FailureOrder));
  bool HasScope = Op.isAtomic() || Op.Kind == OpKind::LoadVisible ||
                  Op.Kind == OpKind::StoreAvailable;
  if (HasScope)
    append(Text, scopeName(Op.Reach));
}

/// After the name of a memory operation.
static void appendMemory(std::string &Text, const Operation &Op) {
  bool MayBeAtomic = Op.Kind == OpKind::Load || Op.Kind == OpKind::Store;
  if (MayBeAtomic && Op.isAtomic())
    append(Text, "atomic");
  if (Op.Kind == OpKind::ReadModifyWrite)
    append(Text, modifyOpName(Op.Modify));
  appendFlags(Text, Op);
  appendSynchronization(Text, Op);
  if (Op.Kind == OpKind::Fence) {
    for (AddressSpace Space : {AddressSpace::Local, AddressSpace::Global})
      if (Op.Tags.Synchronize.has(Space))
        append(Text, addressSpaceName(Space));
  } else if (Op.Kind != OpKind::LdsDma && Op.Kind != OpKind::AsyncLoad) {
    append(Text, addressSpaceName(Op.Space));
  }
  if (Op.Kind != OpKind::Fence && Op.Group == Cooperative::No && Op.Bits != 32)
    append(Text, "i" + std::to_string(Op.Bits));
  if (!Op.HasResult)
    append(Text, "noret");
  if (Op.Tags.NoAv)
    append(Text, "noav");
}

static std::string printBarrier(const Operation &Op) {
  std::string Text = barrierOpName(Op.Action).str();
  bool IsShort =
      Op.Action == BarrierOp::Drop || (Op.Action == BarrierOp::ArriveWait &&
                                       Op.Object == BarrierId::workgroup());
  if (!IsShort)
    append(Text, Op.Object.str());
  if (Op.Members)
    Text += ", " + std::to_string(Op.Members);
  return Text;
}

std::string printOperation(const Operation &Op) {
  if (Op.Kind == OpKind::Barrier)
    return printBarrier(Op);
  std::string Text = opKindName(Op.Kind).str();
  if (Op.Kind == OpKind::WaitAsyncMark)
    append(Text, std::to_string(Op.Marks));
  else if (Op.Kind != OpKind::AsyncMark)
    appendMemory(Text, Op);
  return Text;
}

} // namespace fencepost
