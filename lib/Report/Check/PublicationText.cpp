//===- PublicationText.cpp - Flags that do not publish, in words ----------===//
// See DetailText.h.
//===----------------------------------------------------------------------===//
#include "Check/DetailText.h"

namespace fencepost {

using check::PublicationNote;
using check::WeakFlag;

static std::string memoryText(const std::string &Name) {
  return Name.empty() ? "global memory" : "'" + Name + "'";
}

/// "; the release fence before it has workgroup scope".
static std::string besideText(const WeakFlag &Weak) {
  std::string Fence = Weak.Publishes ? "; the release fence before it "
                                     : "; the acquire fence after it ";
  switch (Weak.Fence) {
  case WeakFlag::FenceFault::NoFence:
    return "";
  case WeakFlag::FenceFault::NarrowScope:
    return Fence + "has " +
           scopeName({Weak.Reach, Weak.ReachesOneSpace}).str() + " scope";
  case WeakFlag::FenceFault::MovesNothing:
    return Fence + "makes nothing " +
           (Weak.Publishes ? "available" : "visible");
  case WeakFlag::FenceFault::OtherMemory:
    return Fence + "excludes global memory";
  }
  llvm_unreachable("no such fault");
}

static std::string faultText(const WeakFlag &Weak) {
  const char *Order = Weak.Publishes ? "release" : "acquire";
  std::string Data = Weak.Publishes ? "the stores of other work-items"
                                    : "the reads of other work-items";
  auto WithoutFence = [&](const char *Kind) {
    return std::string("with ") + Order + ", but the barrier has no " + Kind +
           " fence for global memory that orders " + Data;
  };
  switch (Weak.Fault) {
  case WeakFlag::FlagFault::NotAtomic:
    return "by an access that is not atomic";
  case WeakFlag::FlagFault::NarrowScope:
    return "at " + scopeName({Weak.Reach, Weak.ReachesOneSpace}).str() +
           " scope, which excludes other work-groups";
  case WeakFlag::FlagFault::NotSynchronized:
    return std::string("without ") + Order + besideText(Weak);
  case WeakFlag::FlagFault::NoBarrier:
    return std::string("with ") + Order + ", but no barrier orders " + Data;
  case WeakFlag::FlagFault::NoBarrierRelease:
    return WithoutFence("release");
  case WeakFlag::FlagFault::NoBarrierAcquire:
    return WithoutFence("acquire");
  }
  llvm_unreachable("no such fault");
}

std::string detailText(const WeakFlag &Weak) {
  std::string Text = "flag " + memoryText(Weak.Flag) +
                     (Weak.IsUpdate    ? " is changed "
                      : Weak.Publishes ? " is stored "
                                       : " is read ") +
                     faultText(Weak);
  return Weak.Publishes
             ? Text +
                   ": another work-group that reads it may not see the data "
                   "stored to " +
                   memoryText(Weak.Data)
             : Text + ": the data that another work-group stored to " +
                   memoryText(Weak.Data) + " may not be visible after it";
}

std::string noteText(const PublicationNote &Note) {
  switch (Note.Access) {
  case PublicationNote::AccessKind::Stored:
    return memoryText(Note.Data) + " is stored here";
  case PublicationNote::AccessKind::FlagWritten:
    return "the flag is written here";
  case PublicationNote::AccessKind::FlagRead:
    return "the flag is read here";
  case PublicationNote::AccessKind::Read:
    return memoryText(Note.Data) + " is read here, after the flag";
  }
  llvm_unreachable("no such access");
}

} // namespace fencepost
