//===- OperationTextPrint.cpp - Operations printed in words ---------------===//
#include "OperationTextVocabulary.h"
#include "fencepost/Lower/OperationText.h"

namespace fencepost::lower {

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
    append(Text, groupWord(Op.Group));
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

/// Behind the name of a memory operation.
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
  std::string Text = operationName(Op.Kind).str();
  if (Op.Kind == OpKind::WaitAsyncMark)
    append(Text, std::to_string(Op.Marks));
  else if (Op.Kind != OpKind::AsyncMark)
    appendMemory(Text, Op);
  return Text;
}

} // namespace fencepost::lower
