//===- Defect.h - A defect that the checker finds -------------------------===//
// Defects are values: what is wrong, between which events of the view, with
// what certainty, and the witness that shows it. An error always has a witness
// that was replayed on the view from the kernel's entry (ThreadInterpreter.h).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_DEFECT_H
#define FENCEPOST_CHECK_DEFECT_H

#include "fencepost/Check/DefectDetail.h"
#include "fencepost/Check/FenceFaults.h"
#include "fencepost/Check/Reason.h"
#include "fencepost/Simulate/Witness.h"
#include "fencepost/View/Conflict.h"

namespace fencepost::check {

enum class DefectKind : uint8_t {
  LdsRace,
  GlobalRace,
  BarrierWithoutFence, ///< The race exists because a barrier has no fence.
  FenceTooNarrow,      ///< Its fences have too small a scope or space.
  DivergentBarrier,    ///< Some threads of the work-group do not reach it.
  LoopBoundsDiffer,    ///< Threads iterate a loop with a barrier a different
                       ///< number of times.
  ExitBeforeBarrier,   ///< Some threads have ended when others reach it.
  SignalTwice,
  WaitWithoutSignal,
  SignalWithoutWait,
  NamedOrClusterBarrier, ///< Wrong use of named and cluster barriers.
  AsyncNotComplete, ///< LDS is used while a transfer to or from it may run.
  AsyncNeedless,    ///< A wait for nothing, or a mark that no wait uses.
  WeakPublication,  ///< A flag is stored without releasing the data.
  WeakPoll,         ///< A flag is read without acquiring the data.
  NarrowAtomic,    ///< Its scope excludes other threads that access the memory.
  NeedlessBarrier, ///< It orders nothing.
  NeedlessFence,   ///< It orders nothing, or is stronger than needed.
  NotUnderstood,   ///< Something the analysis cannot follow.
};
inline constexpr unsigned NumDefectKinds = 19;

enum class Certainty : uint8_t {
  Error,    ///< There is a witness.
  Possible, ///< Could not be ruled out, not shown.
  Unknown,  ///< A limit was hit, or something was not understood.
};

inline constexpr unsigned NumCertainties = 3;

/// A related event elsewhere in the kernel.
struct DefectNote {
  view::Site At;
  NoteDetail Detail;
};

/// Data that one work-group publishes to another by a flag (Publication.h).
struct Publication {
  view::AccessSite Store, Load; ///< Of the data.
  view::Site Write, Read;       ///< Of the flag.
  /// True if waves other than that of the flag's write (read) store (load) the
  /// data.
  bool StoredByOthers = false, LoadedByOthers = false;
};

struct Defect {
  DefectKind Kind = DefectKind::LdsRace;
  check::Certainty Certainty = check::Certainty::Error;
  view::ConflictKind Conflict = view::ConflictKind::WriteRead; ///< Races.
  view::AccessSite First, Second; ///< Second: races; else equal to First.
  std::optional<view::Site>
      Barrier; ///< Fence findings: the barrier that lacks them.
  std::optional<sim::Witness> Evidence;
  /// Races: an error unless named or cluster barriers order the accesses.
  bool AfterNamedOrCluster = false;
  /// Races: shown by simulating the barriers of all waves
  /// (NamedBarrierRaces.h), not by its two threads alone.
  bool IsSimulated = false;
  /// Races of work-groups of one cluster: their numbers in it.
  std::optional<std::array<unsigned, 2>> ClusterGroups;
  std::optional<check::Reason> Reason; ///< Why it is not an error.
  FenceFaults Fences;                  ///< Fence findings: what it lacks.
  DefectDetail Detail; ///< What does not follow from the other members.
  std::optional<check::Publication>
      Publication;               ///< WeakPublication and WeakPoll.
  std::vector<DefectNote> Notes; ///< In the order in which they are to be read.
};

/// The object that a race is on: that of its accesses, or of the byte of its
/// witness; None if it is unknown.
uint32_t racedObject(const view::SyncView &View, const Defect &F);

} // namespace fencepost::check

#endif
