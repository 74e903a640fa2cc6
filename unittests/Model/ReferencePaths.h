//===- ReferencePaths.h - Every way one thread can go, values guessed -----===//
// A path is what one thread does if its reads return the guessed values: its
// accesses, fences and barrier instructions with their values, what each of
// them depends on (docs/model.md M11) and which of them are program-ordered
// (M20). A path may also stop in front of a barrier instruction, because its
// wavefront gets no further. Whether the guesses can come true is decided
// later. Part of the naive reference of the model (Reference.h).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_REFERENCEPATHS_H
#define FENCEPOST_UNITTESTS_MODEL_REFERENCEPATHS_H

#include "ReferencePlaces.h"
#include <map>
#include <optional>
#include <set>

namespace fencepost::model::naive {

/// The numbers that a read of each cell may return; undef is always possible.
using Domain = std::map<Cell, std::set<Value>>;

enum class ActKind : uint8_t { Read, Write, Update, Fence, Barrier };

/// What a thread does. An atomicrmw and a successful cmpxchg are one Update; a
/// failed cmpxchg is a Read with its failure ordering (docs/model.md M13); an
/// async load is a Read and a Write (M18).
struct Act {
  ActKind Kind = ActKind::Read;
  unsigned Instruction = 0;
  uint64_t DependsOn = 0; ///< Earlier acts of the thread, as bits.

  // Accesses.
  Cell Where;
  AddressSpace Space = AddressSpace::Global;
  Value Read, Written;
  bool Async = false;
  bool StoreAvailable = false, LoadVisible = false;

  // Accesses and fences.
  Ordering Order = Ordering::NotAtomic;
  ScopeLevel Level = ScopeLevel::System; ///< See docs/model.md M3.
  bool MakesAvailable = false, MakesVisible = false;
  AddressSpaceSet Covers; ///< docs/model.md M4.
  /// An untagged `-one-as` fence: it covers the space of the paired atomic.
  bool CoversPaired = false;

  // Barrier instructions.
  BarrierOp Op = BarrierOp::Wait;
  BarrierId Object = BarrierId::null(); ///< As written.
  int32_t Count = 0;
  /// The object it acts on; null if it does nothing (docs/model.md B4).
  BarrierId ActsOn = BarrierId::null();
  bool IsFirst = false; ///< The guessed result of an isfirst.

  bool reads() const {
    return Kind == ActKind::Read || Kind == ActKind::Update;
  }
  bool writes() const {
    return Kind == ActKind::Write || Kind == ActKind::Update;
  }
  bool isAccess() const { return reads() || writes(); }
  bool atomic() const { return isAtomic(Order); }
  /// Takes part in mo, coherence, release sequences and fence pairing
  /// (docs/model.md M10).
  bool ordered() const { return Order >= Ordering::Monotonic; }
};

enum class PathEnd : uint8_t {
  Ended,
  Stopped,        ///< In front of the barrier instruction Path::Next.
  CutByUndefined, ///< For example undef-branch, or a wait without a join.
  CutAtBound,     ///< More iterations than the unroll bound.
};

struct Path {
  std::vector<Act> Acts;
  std::vector<uint64_t> Before; ///< Per act, those program-ordered before it.
  std::vector<Value> Registers;
  PathEnd End = PathEnd::Ended;
  Act Next;                               ///< Stopped only.
  Undefined Why = Undefined::UndefBranch; ///< CutByUndefined only.
  bool CutMatters = false;   ///< CutAtBound only (docs/model.md, "Limits").
  uint64_t EndDependsOn = 0; ///< What everything after the end depends on.
};

struct PathLimits {
  unsigned Unroll = 4;
  unsigned MaxPaths = 4000;
  unsigned MaxSteps = 400; ///< Instructions on one path.
};

/// All paths of thread \p T, or none at all if there are too many.
std::optional<std::vector<Path>> enumeratePaths(const Program &P, unsigned T,
                                                const Domain &Values,
                                                const PathLimits &Limits);

} // namespace fencepost::model::naive

#endif
