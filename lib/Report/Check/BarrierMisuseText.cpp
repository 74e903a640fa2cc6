//===- BarrierMisuseText.cpp - Misuse of barriers, in words ---------------===//
// See DetailText.h. Named barriers and those of clusters.
//===----------------------------------------------------------------------===//
#include "Check/DetailText.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

using check::BarrierMisuse;
using check::BarrierName;
using check::BarrierUse;
using check::UnusableBarrier;
using check::WaveName;

/// "named barrier 'full'", "the cluster's barrier".
static std::string barrierText(const BarrierName &Name) {
  BarrierId Id = *BarrierId::fromOperand(Name.Operand);
  if (Id.isCluster())
    return "the cluster's barrier";
  if (!Id.isNamed())
    return "the work-group's barrier";
  if (Id.isNull())
    return "the null barrier";
  return "named barrier " + (Name.Variable.empty() ? llvm::itostr(Name.Operand)
                                                   : "'" + Name.Variable + "'");
}

std::string detailText(const UnusableBarrier &Barrier) {
  std::string Name =
      Barrier.Barrier ? barrierText(*Barrier.Barrier) : "a named barrier";
  std::string Without =
      Name + " is used, and " + Barrier.Processor + " has no ";
  switch (Barrier.Why) {
  case UnusableBarrier::Reason::OnlyForTraps:
    return "barrier " + llvm::itostr(Barrier.Barrier->Operand) +
           " is for the trap handler alone";
  case UnusableBarrier::Reason::NoClusterBarriers:
    return Without + "cluster barriers";
  case UnusableBarrier::Reason::NoNamedBarriers:
    return Without + "named barriers";
  case UnusableBarrier::Reason::TooMany:
    return "the kernel has " + llvm::utostr(Barrier.Used) +
           " named barriers, and there are " + llvm::utostr(Barrier.Available);
  }
  llvm_unreachable("no such reason");
}

/// "wave 2 of work-group 1".
static std::string waveText(const WaveName &Name) {
  std::string Text = "wave " + llvm::utostr(Name.Wave);
  return Name.Group ? Text + " of work-group " + llvm::utostr(*Name.Group)
                    : Text;
}

/// What is expected of the barrier that a wave waits for forever.
static std::string expectedText(const BarrierMisuse &Misuse) {
  if (Misuse.Expected == 0)
    return "it is not initialised";
  bool IsOne = Misuse.Expected == 1;
  std::string Text = "it expects " + llvm::utostr(Misuse.Expected) +
                     (IsOne ? " arrival" : " arrivals");
  if (BarrierId::fromOperand(Misuse.Barrier.Operand)->isCluster())
    Text += IsOne ? " (of the work-group)" : " (one per work-group)";
  if (Misuse.Arrived == 0)
    return Text + ", and none arrives";
  return Text + ", and " + llvm::utostr(Misuse.Arrived) +
         (Misuse.Arrived == 1 ? " arrives" : " arrive");
}

std::string detailText(const BarrierMisuse &Misuse) {
  std::string Wave = waveText(Misuse.Wave), Name = barrierText(Misuse.Barrier);
  std::string Other = Misuse.Other ? waveText(*Misuse.Other) : "";
  switch (Misuse.Fault) {
  case sim::BarrierFault::NeverInitialised:
    return Name + " is used by " + Wave + ", and no wave initialises it";
  case sim::BarrierFault::InitNotBefore:
    return Name + " is used by " + Wave +
           (Misuse.Other == Misuse.Wave
                ? " before it initialises it"
                : " and initialised by " + Other +
                      ", and no barrier orders the use after it");
  case sim::BarrierFault::NotJoined:
    return Wave + " waits for a named barrier and has joined none";
  case sim::BarrierFault::JoinedTooLate:
    return Wave + " waits for " + Name +
           ", which it joined when all may have arrived already";
  case sim::BarrierFault::LeaveWithoutJoin:
    return Wave + " leaves a named barrier and has joined none";
  case sim::BarrierFault::LeaveInPhase:
    return Wave + " arrives at " + Name +
           " and leaves it before all others have arrived";
  case sim::BarrierFault::CountIsZero:
    return Name + " is initialised for no arrivals";
  case sim::BarrierFault::CountTooSmall:
    return Wave + " sets " + Name +
           " to fewer arrivals than it has had already";
  case sim::BarrierFault::TooManyLeave:
    return Wave + " leaves " + Name + ", and it expects no more arrivals";
  case sim::BarrierFault::ClusterTwice:
    return Wave + " arrives at the cluster's barrier, and so does " + Other +
           "; only one wave of a work-group may";
  case sim::BarrierFault::TrapBarrier:
    return Name + " is for the trap handler alone";
  case sim::BarrierFault::Hang:
    return Wave + " waits for " + Name + " forever: " + expectedText(Misuse);
  }
  llvm_unreachable("no such fault");
}

std::string noteText(const BarrierUse &Use) {
  switch (Use.Use) {
  case BarrierUse::UseKind::Init:
    return waveText(Use.Wave) + " initialises it here";
  case BarrierUse::UseKind::Join:
    return waveText(Use.Wave) + " joins it here";
  case BarrierUse::UseKind::Arrive:
    return waveText(Use.Wave) + " arrives here";
  }
  llvm_unreachable("no such use");
}

} // namespace fencepost
