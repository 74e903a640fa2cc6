//===- ThreadInterpreter.h - Views run with concrete threads -------------===//
// An interpreter runs one thread of a view from its entry, with given ids,
// arguments and unknown values and concrete integers. Two such runs show a race
// if they access a common byte while nothing orders them. This is how an
// assignment of the solver becomes a witness, independently of the question
// that the solver was asked. Unknown values are 0 unless given; values computed
// from them are marked. Runs stop after a number of steps.
// Tested by unittests/Simulate/ThreadInterpreterTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SIMULATE_THREADINTERPRETER_H
#define FENCEPOST_SIMULATE_THREADINTERPRETER_H

#include "fencepost/Simulate/Witness.h"
#include "fencepost/Symbolic/Regions.h"
#include "fencepost/View/Dependence.h"
#include <map>

namespace fencepost::sim {

struct Launch {
  uint64_t Group[3] = {0, 0, 0};
  unsigned Size[3] = {1, 1, 1};
  std::map<uint32_t, uint64_t> Arguments; ///< Missing: AllArguments.
  uint64_t AllArguments = DefaultArgument;
  /// Unknown values that are not given: 0, or pseudo-random for another number.
  /// Memory that is never written then has one value per address, and uniform
  /// values are equal in all threads.
  uint32_t Fill = 0;
  bool Extremes = false; ///< Half of what Fill chooses has all bits set.
  static constexpr uint64_t DefaultArgument = 16;
};

/// Unknown values of one thread, by value of the view.
using Unknowns = std::map<view::ValueId, uint64_t>;

struct ThreadId {
  uint32_t Coordinates[3] = {0, 0, 0};
  bool operator==(const ThreadId &) const = default;
};

unsigned linearId(const Launch &Launch, ThreadId Thread);
ThreadId threadAt(const Launch &Launch, unsigned Linear);

/// One access that a thread made.
struct AccessRecord {
  view::AccessSite Site;
  uint64_t Address = 0;
  /// Signals and waits before it. With Boundaries::Fenced: signals before the
  /// release fence that follows it, waits before the acquire fence before it.
  uint32_t Signals = 0, Waits = 0;
  uint32_t Passed = 0;     ///< Signals before it, whatever the fences.
  uint32_t Epoch = 0;      ///< ordersWave() events before it.
  uint32_t PathLength = 0; ///< Blocks entered so far.
  uint64_t Stored = 0;
  bool KnowsStored = false; ///< Otherwise it may have other values.
  bool FromUnknown = false; ///< The address is computed from an unknown.
  llvm::SmallVector<std::pair<view::LoopId, uint64_t>, 2> Iterations;
};

/// A transfer, an async mark, a wait or an opaque event.
struct TransferStep {
  view::Site Site;
  uint32_t Accesses = 0;   ///< Recorded before it.
  uint32_t Signals = 0;    ///< Before it.
  uint32_t PathLength = 0; ///< Blocks entered so far.
};

struct Trace {
  std::vector<AccessRecord> Accesses; ///< Of the requested sites.
  std::vector<TransferStep> Steps;
  std::vector<view::Site> Barriers; ///< All operations on barriers.
  /// By operation: the named barrier that it is on, if that is computed; null
  /// if there is none at that address.
  std::vector<BarrierId> Computed;
  std::vector<view::BlockId> Path;
  std::vector<uint32_t> SignalAt; ///< PathLength at each signal.
  std::vector<view::Site> SignalSites;
  bool Ended = false; ///< The thread reached its end.
  /// Some access, not recorded, was past the end of a variable in LDS, for all
  /// unknown values.
  bool LeavesLds = false;
};

/// The named barrier at \p Address, or null.
BarrierId namedBarrierAt(const view::SyncView &View, uint64_t Address);

/// For runs that record only barriers.
inline constexpr view::AccessSite NoAccess{{view::None, 0}, false};

/// The state of one thread: its block and its values.
struct InterpretedThread {
  const Launch &Run;
  ThreadId Thread;
  const sim::Unknowns &Unknowns;
  std::vector<uint64_t> Values;
  std::vector<bool> FromUnknown;
  IdVector<view::LoopId, uint64_t> Iterations;
  std::map<view::ValueId, uint32_t>
      TimesAsked; ///< How often unknowns were read.
};

class ThreadInterpreter {
public:
  /// With \p Depends, values of the kernel's input count as known (Fill).
  ThreadInterpreter(const view::SyncView &View, const view::Boundaries &Bounds,
                    const view::Dependence *Depends = nullptr);

  /// Runs \p Thread for at most \p Steps blocks. Accesses of \p Sites are
  /// recorded; all of them if it is empty.
  Trace run(const Launch &Launch, ThreadId Thread, const Unknowns &Unknowns,
            llvm::ArrayRef<view::AccessSite> Sites, unsigned Steps) const;

  /// Steps, for simulations that interleave threads: put \p S before its entry;
  /// compute the values of a block, after its phis; compute the values of the
  /// block that depend on \p V, which is now known; move from one block to the
  /// next; find the next block, if any.
  void start(InterpretedThread &S) const;
  void computeBlock(InterpretedThread &S, view::BlockId Block) const;
  void learn(InterpretedThread &S, view::ValueId V, uint64_t Number) const;
  void enter(InterpretedThread &S, view::BlockId From, view::BlockId To) const;
  const view::Edge *next(const InterpretedThread &S, view::BlockId From) const;
  /// An access outside its object is disregarded.
  bool isInside(const InterpretedThread &S, const view::AccessRange &T) const;

private:
  struct State;
  void compute(InterpretedThread &S,
               llvm::ArrayRef<view::ValueId> Values) const;
  void computeOperator(InterpretedThread &S, view::ValueId V) const;
  uint64_t leaf(InterpretedThread &S, view::ValueId V) const;
  uint64_t filled(InterpretedThread &S, view::ValueId V) const;
  void passEvent(State &S, view::Site Site,
                 llvm::ArrayRef<view::AccessSite> Sites) const;
  void passFence(State &S, Ordering Order) const;
  void record(State &S, view::AccessSite Access) const;

  const view::SyncView &View;
  const view::Boundaries &Bounds;
  const view::Dependence *Depends;
  /// The address of the plain load that an input of the kernel comes from.
  llvm::DenseMap<view::ValueId, view::ValueId> InputAt;
  std::vector<llvm::SmallVector<view::ValueId, 4>> ByBlock, PhisByBlock;
  llvm::SmallVector<view::ValueId, 8> Everywhere;
};

/// True if nothing orders \p A of one thread and \p B of another.
bool isUnordered(const AccessRecord &A, const AccessRecord &B, bool SameWave);

/// A byte that both access; \p BytesA and \p BytesB are their widths.
std::optional<uint64_t> commonByte(uint64_t A, uint32_t BytesA, uint64_t B,
                                   uint32_t BytesB);

/// Whether both store the same known value to the same bytes.
bool storeTheSame(const view::SyncView &View, const AccessRecord &A,
                  const AccessRecord &B);

/// \p X of the first thread and \p Y of the second; without SameWave and Byte.
Witness witnessOf(const Launch &Launch, ThreadId FirstId, const Trace &First,
                  const AccessRecord &X, ThreadId SecondId, const Trace &Second,
                  const AccessRecord &Y);

/// A pair in \p First and \p Second, made by different threads, that is
/// unordered, overlaps and (two stores) may store different values.
std::optional<Witness> findCollision(const view::SyncView &View,
                                     const Launch &Launch, ThreadId FirstId,
                                     const Trace &First, view::AccessSite A,
                                     ThreadId SecondId, const Trace &Second,
                                     view::AccessSite B, bool &FromUnknown);

} // namespace fencepost::sim

#endif
