//===- TransferText.cpp - Transfers used too early, in words --------------===//
// See DetailText.h.
//===----------------------------------------------------------------------===//
#include "Check/DetailText.h"
#include "fencepost/Report/DefectText.h"
#include "fencepost/Support/EnumTable.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

using check::AccessVerb;
using check::IncompleteTransfer;
using check::NeedlessAsync;
using check::TransferName;
using check::WaitNote;

/// "async load that fills it".
static std::string transferText(const TransferName &Name) {
  return std::string(Name.IsTensor ? "tensor " : "async ") +
         (Name.IsStore ? "store that " : "load that ") +
         (!Name.Writes   ? "reads it"
          : Name.IsStore ? "writes it"
                         : "fills it");
}

static const char *earlyText(const AccessVerb &Access) {
  if (Access.IsAsync)
    return Access.Writes ? "overwritten by another transfer"
                         : "read by another transfer";
  return Access.Writes ? Access.Reads ? "updated" : "written" : "read";
}

static std::string countText(unsigned Number, const char *What) {
  return llvm::utostr(Number) + " " + What + (Number == 1 ? "" : "s");
}

/// "the wait lets 2 groups be outstanding, 1 is allowed".
static std::string leftText(const IncompleteTransfer &Found, const char *What) {
  return "the wait lets " + countText(Found.Left, What) + " be outstanding, " +
         (Found.MayBeLeft == 0 ? "none" : llvm::utostr(Found.MayBeLeft)) +
         (Found.MayBeLeft > 1 ? " are allowed" : " is allowed");
}

static std::string causeText(const IncompleteTransfer &Found) {
  switch (Found.Why) {
  case IncompleteTransfer::Cause::NoMark:
    return "no mark is between it and the wait";
  case IncompleteTransfer::Cause::GroupsLeft:
    return leftText(Found, "group");
  case IncompleteTransfer::Cause::TransfersLeft:
    return leftText(Found, "transfer");
  case IncompleteTransfer::Cause::WaitAfterBarrier:
    return "the wait is after the barrier, where it completes only the "
           "transfers of its own wave";
  case IncompleteTransfer::Cause::WaitAfterAccess:
    return "the wait is after the access";
  case IncompleteTransfer::Cause::MarkNotCovered:
    return "no wait covers the mark after it";
  case IncompleteTransfer::Cause::NoWait:
    return "no wait covers it";
  }
  llvm_unreachable("no such cause");
}

std::string detailText(const IncompleteTransfer &Found) {
  std::string Memory = Found.IsLds ? "LDS" : "";
  if (!Found.Object.empty())
    Memory += (Memory.empty() ? "'" : " '") + Found.Object + "'";
  return (Memory.empty() ? "memory" : Memory) + " is " +
         earlyText(Found.Access) + " before the " +
         transferText(Found.Transfer) + " is complete: " + causeText(Found);
}

std::string noteText(const check::TransferNote &Note) {
  return "the " + transferText(Note.Transfer) +
         (Note.Byte ? ", byte " + llvm::utostr(*Note.Byte) : ",") + " by " +
         itemInLoops(Note.By) + "; the early access is by " +
         itemInLoops(Note.EarlyBy);
}

std::string noteText(const WaitNote &Note) {
  switch (Note.Kind) {
  case WaitNote::NoteKind::NotCovering:
    return "this wait does not cover it";
  case WaitNote::NoteKind::GroupsLeft:
    return "this wait lets " + countText(Note.Left, "group") +
           " be outstanding";
  case WaitNote::NoteKind::TransfersLeft:
    return "this wait lets " + countText(Note.Left, "transfer") +
           " be outstanding";
  case WaitNote::NoteKind::Completing:
    return "the wait that completes it";
  case WaitNote::NoteKind::MarkNotCovered:
    return "the mark that is not waited for";
  case WaitNote::NoteKind::PassedBefore:
    return "the barrier that other waves pass before it is complete";
  }
  llvm_unreachable("no such note");
}

static constexpr EnumName<NeedlessAsync> NeedlessTexts[] = {
    {NeedlessAsync::WaitWithoutTransfer,
     "the wait for async marks waits for nothing: no async transfer comes "
     "before it"},
    {NeedlessAsync::WaitForNothing,
     "the wait for async marks waits for nothing: no transfer that it would "
     "wait for can be outstanding"},
    {NeedlessAsync::MarkNotCovered, "no wait covers this async mark"},
};
static_assert(isIndexedBy(NeedlessTexts));

std::string detailText(NeedlessAsync What) {
  return rowOf(NeedlessTexts, What).Name.str();
}

} // namespace fencepost
