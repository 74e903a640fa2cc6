//===- Finding.h - What the checker says about a kernel -------------------===//
// Findings are values: what is wrong, between which events of the view, how
// sure it is, and the witness that shows it. An error always has a witness that
// was replayed on the view from the kernel's entry (Replay.h).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_FINDING_H
#define FENCEPOST_CHECK_FINDING_H

#include "fencepost/Check/Graph.h"
#include <array>
#include <map>

namespace fencepost::check {

enum class DefectKind : uint8_t {
  LdsRace,
  GlobalRace,
  BarrierWithoutFence, ///< The race is there because a barrier has no fence.
  FenceTooNarrow,      ///< Its fences have too small a scope or space.
  DivergentBarrier,    ///< Some threads of the work-group do not come to it.
  LoopBoundsDiffer,    ///< Threads go around a loop with a barrier differently.
  ExitBeforeBarrier,   ///< Some threads have ended when others come to it.
  SignalTwice,
  WaitWithoutSignal,
  SignalWithoutWait,
  NamedOrClusterBarrier, ///< Wrong use of named and cluster barriers.
  AsyncNotComplete, ///< LDS is used while a transfer to or from it may run.
  AsyncNeedless,    ///< A wait for nothing, or a mark that nobody waits for.
  WeakPublication,  ///< A flag is stored without releasing the data.
  WeakPoll,         ///< A flag is read without acquiring the data.
  NarrowAtomic,     ///< Its scope leaves out who accesses the memory, too.
  NeedlessBarrier,  ///< It orders nothing.
  NeedlessFence,    ///< It orders nothing, or is stronger than needed.
  NotUnderstood,    ///< Something the analysis cannot follow.
};
inline constexpr unsigned NumDefectKinds = 19;

enum class Certainty : uint8_t {
  Error,    ///< There is a witness.
  Possible, ///< Not excluded, not shown.
  Unknown,  ///< A limit was hit, or something was not understood.
};

enum class ConflictKind : uint8_t {
  WriteRead,
  ReadWrite,
  WriteWrite,
  AtomicPlain,
  Dma,
};

/// One access: an event, and which of its touches.
struct AccessSite {
  Site At;
  bool Destination = false; ///< The write of a transfer.
  auto operator<=>(const AccessSite &) const = default;
  const view::AccessRange &in(const view::SyncView &View) const {
    const view::Event &E = At.in(View);
    return Destination ? E.Destination : E.Memory;
  }
};

/// One thread of a witness.
struct Actor {
  uint32_t Id[3] = {0, 0, 0};
  /// Of the loops around its access, outermost first.
  llvm::SmallVector<std::pair<view::LoopId, uint64_t>, 2> Iterations;
  /// Blocks from the last common barrier (or the entry) to the access.
  std::vector<view::BlockId> Path;
  /// What unknown values are in its run.
  std::map<view::ValueId, uint64_t> Unknowns;
};

struct Witness {
  Actor Threads[2];
  uint64_t Group[3] = {0, 0, 0};
  /// Of the second thread, if it is of another work-group.
  std::optional<std::array<uint64_t, 3>> OtherGroup;
  unsigned Size[3] = {1, 1, 1};
  std::vector<std::pair<uint32_t, uint64_t>> Arguments; ///< By number.
  bool SameWave = false;
  /// The first barrier that only one of the threads had passed.
  std::optional<Site> Crossed;
  uint64_t Byte = 0; ///< Races: an address that both touch.
  uint32_t Fill = 0; ///< Decides about unknown values that are not given.
};

/// Something that has to do with a finding, elsewhere in the kernel.
struct DefectNote {
  Site At;
  std::string Text;
};

/// Data that one work-group hands to another by a flag (Publication.h).
struct Publication {
  AccessSite Store, Load; ///< Of the data.
  Site Write, Read;       ///< Of the flag.
  /// Other waves than the one that writes (reads) the flag store (load) it.
  bool StoredByOthers = false, LoadedByOthers = false;
};

struct Defect {
  DefectKind Kind = DefectKind::LdsRace;
  check::Certainty Certainty = check::Certainty::Error;
  ConflictKind Conflict = ConflictKind::WriteRead; ///< Races.
  AccessSite First, Second;    ///< Second: races; else equal to First.
  std::optional<Site> Barrier; ///< Fence findings: the barrier to mend.
  std::optional<Witness> Evidence;
  /// Races: an error unless named or cluster barriers order the accesses.
  bool BehindNamedOrCluster = false;
  /// Races: shown by playing the barriers of all waves (OtherOrder.h), which
  /// its two threads alone do not show.
  bool IsSimulated = false;
  std::string Reason; ///< Why it is not an error, or what a fence lacks.
  /// The sentence about it, for kinds that cannot be told from the rest (all
  /// from OtherBarrier on, but NarrowAtomic).
  std::string Text;
  std::optional<check::Publication>
      Publication;               ///< WeakPublication and WeakPoll.
  std::vector<DefectNote> Notes; ///< In the order in which they are to be read.
};

} // namespace fencepost::check

#endif
