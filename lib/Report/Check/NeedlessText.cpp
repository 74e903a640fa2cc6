//===- NeedlessText.cpp - Needless barriers and fences, in words ----------===//
// See DetailText.h.
//===----------------------------------------------------------------------===//
#include "Check/DetailText.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

using check::FenceNote;
using check::NeedlessSync;

/// "fence (s_waitcnt lgkmcnt(0))".
static std::string codeText(const check::FenceCode &Code) {
  if (!Code)
    return "fence";
  return "fence (" +
         (Code->empty() ? "no instruction" : llvm::join(*Code, "; ")) + ")";
}

std::string detailText(const NeedlessSync &Needless) {
  switch (Needless.Why) {
  case NeedlessSync::Reason::BarrierFollows:
    return "the barrier orders nothing: another barrier follows, with no "
           "access to memory in between";
  case NeedlessSync::Reason::BarrierPrecedes:
    return "the barrier orders nothing: another barrier is right before it";
  case NeedlessSync::Reason::NothingCrosses:
    return "the barrier orders nothing: nothing that a work-item writes on one "
           "side of it is accessed by another on the other side";
  case NeedlessSync::Reason::OneWave:
    return "the barrier is not needed: the work-group is one wave, and a wave "
           "barrier between its fences is sufficient";
  case NeedlessSync::Reason::OrdersNothing:
    return "the " + codeText(Needless.Code) +
           " orders nothing that is not ordered without it";
  case NeedlessSync::Reason::TooWide:
    return "the " + codeText(Needless.Code) +
           " is wider than needed: nothing in the kernel synchronizes with "
           "other work-groups, and workgroup scope is sufficient";
  case NeedlessSync::Reason::Undecided:
    return "from this one on, it is undecided which barriers and fences are "
           "needed";
  }
  llvm_unreachable("no such reason");
}

static const char *roleText(FenceNote::FenceRole Role) {
  switch (Role) {
  case FenceNote::FenceRole::Removable:
    return " can be removed with it";
  case FenceNote::FenceRole::OrdersOthers:
    return " must stay: its waits order accesses for another barrier, an "
           "atomic or a transfer";
  case FenceNote::FenceRole::OrdersLanes:
    return " must stay: its waits order the lanes of a wave";
  case FenceNote::FenceRole::OrdersOneWave:
    return " must stay: its waits order the lanes of the wave; wavefront scope "
           "is sufficient for that";
  }
  llvm_unreachable("no such role");
}

std::string noteText(const FenceNote &Note) {
  return "this " + orderingName(Note.Order).str() + " " + codeText(Note.Code) +
         roleText(Note.Role);
}

std::string noteText(check::OperationNote) {
  return "this operation of the barrier can be removed with it";
}

} // namespace fencepost
