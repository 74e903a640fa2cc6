//===- State.h - A partly built execution ---------------------------------===//
// What the search grows and copies: the events so far, how far each thread has
// come, which write each read was resolved to, and happens-before, closed, per
// address space. Barrier instructions are steps of their wavefront and no
// events: they order memory only through fences (docs/model.md M7).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_STATE_H
#define FENCEPOST_LIB_MODEL_STATE_H

#include "Relation.h"
#include "Values.h"
#include "fencepost/Model/Barriers.h"
#include "fencepost/Model/Execution.h"

namespace fencepost::model {

/// The two address spaces of the model, as bits of a set.
enum SpaceBits : uint8_t { GlobalBit = 1, LocalBit = 2, BothSpaces = 3 };

struct Event {
  EventKind Kind = EventKind::Read;
  Ordering Order = Ordering::NotAtomic;
  ScopeLevel Level = ScopeLevel::System; ///< See docs/model.md M3.
  uint8_t Space = GlobalBit;             ///< Accesses: the location's.
  uint8_t Covers = BothSpaces;           ///< docs/model.md M4.
  bool CoversPaired = false; ///< Untagged -one-as fence: the paired atomic's.
  bool Async = false;
  bool Pending = false;        ///< A cmpxchg whose ordering is unknown yet.
  bool StoreAvailable = false; ///< These four: docs/model.md M13.
  bool LoadVisible = false;
  bool MakesAvailable = false;
  bool MakesVisible = false;
  unsigned Thread = None; ///< None: an initial write.
  unsigned Instruction = None;
  unsigned Cell = None;
  ValueId Written = 0;
  DependencyId Depends = Dependencies::Empty;
  unsigned Position = 0; ///< Among the events of its thread.
  /// Events of the thread from this position on are program-ordered after it
  /// (docs/model.md M20).
  unsigned OrderedFrom = 0;
  unsigned StepsBefore = 0; ///< Barrier steps of its wavefront before it.

  bool isInitial() const { return Kind == EventKind::Initial; }
  bool reads() const {
    return Kind == EventKind::Read || Kind == EventKind::ReadModifyWrite;
  }
  bool writes() const {
    return Kind == EventKind::Initial || Kind == EventKind::Write ||
           Kind == EventKind::ReadModifyWrite;
  }
  bool isAtomic() const { return Order != Ordering::NotAtomic; }
  /// Takes part in modification order, coherence and synchronization: not
  /// plain and not `unordered` (docs/model.md M10).
  bool isOrdered() const { return Order >= Ordering::Monotonic; }
  bool isSeqCst() const { return Order == Ordering::SequentiallyConsistent; }
};

/// Program order within one thread as docs/model.md M20 changes it.
inline bool programOrdered(const Event &A, const Event &B) {
  if (A.Thread != B.Thread || A.Thread == None || A.Position >= B.Position)
    return false;
  bool SameAsyncLoad = A.Async && B.Position == A.Position + 1 &&
                       A.Instruction == B.Instruction && B.Async &&
                       B.Kind == EventKind::Write && A.Kind == EventKind::Read;
  return B.Position >= A.OrderedFrom || SameAsyncLoad;
}

enum class Resolution : uint8_t {
  Open,      ///< Not decided yet.
  FromWrite, ///< Case 2: reads from Source; it may synchronize.
  OnlyWrite, ///< Case 4: the only write it may see.
  Undef,     ///< Cases 1, 3 and 5.
};

/// How a read was resolved.
struct ReadState {
  Resolution Target = Resolution::Open;
  unsigned Source = None;
  /// Its source must be one of the cell's writes from this one on: the others
  /// were turned down when the read was left for later.
  unsigned FirstWrite = 0;
  bool Promised = false; ///< It was left for later.
};

enum class ThreadStatus : uint8_t {
  Running,
  AtBranch, ///< Needs Needed to continue, like the next three.
  AtIndex,
  AtCount,
  AtCompare,
  AtStep,  ///< Waits for the other threads of its wavefront (docs/model.md B1).
  AtWait,  ///< A decision is needed whether the wait is passed.
  AtFirst, ///< A decision is needed what an isfirst returns.
  Done,
  Stopped,  ///< Stuck at a wait.
  Cut,      ///< By undefined behaviour; see CutBy.
  Unrolled, ///< At the unroll bound.
};

struct LoopState {
  unsigned Iterations = 0;
  unsigned FirstEvent = 0;        ///< Of the current iteration, in the thread.
  unsigned FirstStep = 0;         ///< Barrier steps likewise.
  std::vector<ValueId> Registers; ///< At the start of the current iteration.
};

struct ControlRegion {
  unsigned Join;
  DependencyId Outside; ///< The control dependency to go back to.
};

struct ThreadState {
  ThreadStatus Status = ThreadStatus::Running;
  Undefined CutBy = Undefined::UndefBranch;
  unsigned Pc = 0;
  ValueId Needed = 0;
  unsigned NeededFor = 0;         ///< AtIndex: which of the two addresses.
  unsigned PendingCompare = None; ///< AtCompare: the cmpxchg's event.
  int AssumedIndex[2] = {-1, -1}; ///< Of the two addresses of an instruction.
  std::vector<ValueId> Registers;
  std::vector<DependencyId> RegisterDepends;
  DependencyId Control = Dependencies::Empty;
  std::vector<ControlRegion> Regions;
  std::vector<LoopState> Loops;
  std::vector<unsigned> Events; ///< In program order.
  unsigned Steps = 0;           ///< Barrier steps executed.
  BarrierStep Step;             ///< The one it is at.
  BarrierId Joined = BarrierId::null();
  bool HasJoined = false;
  /// Per function body, the marks not yet completed, oldest first: how many
  /// events of the thread came before each (docs/model.md M19).
  std::vector<std::vector<unsigned>> Marks{{}};
  /// The harmless part of docs/model.md, "Limits": if Status is Unrolled,
  /// whether the last iteration might have left everything as it was.
  bool CutMayBeHarmless = false;
  std::vector<std::pair<ValueId, ValueId>> MustBeEqual; ///< For it to be so.
};

struct WaveState {
  std::vector<BarrierStep> Steps;
  std::vector<DependencyId> Depends; ///< Per step.
  std::vector<int> First;            ///< Per step: what isfirst gave, or -1.
  bool Diverged = false;             ///< docs/model.md B1: non-convergent.
  bool StuckAtLast = false;
};

/// A value that was assumed before it was known.
struct Assumption {
  enum Kind : uint8_t { Truth, Equals, NotBelow, IsUndef } Predicate;
  ValueId Value;
  /// Truth: Zero for false, anything else for true. NotBelow: the size of an
  /// array that has no such element.
  ValueId Other;
};

enum class SwKind : uint8_t { Atomic, ThroughBarrier };

struct SyncEdge {
  unsigned From, To;
  uint8_t Spaces;
  SwKind Kind;
};

struct State {
  std::vector<Event> Events; ///< The initial writes come first.
  unsigned NumInitial = 0;
  Values Numbers;
  Dependencies Depends;
  std::vector<ThreadState> Threads;
  std::vector<WaveState> Waves;
  std::vector<ReadState> Reads;                                  ///< By event.
  std::vector<llvm::SmallVector<unsigned, 8>> WritesOf, ReadsOf; ///< By cell.
  /// One relation when everything covers both spaces, else global and local.
  std::vector<Relation> Hb;
  bool HbHasCycle = false;
  bool TooLarge = false; ///< More events than anybody will wait for.
  std::vector<SyncEdge> Sync;
  std::vector<Assumption> Assumptions;

  const Relation &hb(uint8_t Space) const {
    return Hb[Hb.size() == 1 ? 0 : Space - 1];
  }
};

} // namespace fencepost::model

#endif
