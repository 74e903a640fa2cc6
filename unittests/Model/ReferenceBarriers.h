//===- ReferenceBarriers.h - Barrier executions, by enumeration -----------===//
// Given one path per thread, the wavefronts they make (docs/model.md B1), every
// modification order of every barrier object (B2) and every assignment of waits
// to phases (B3), each judged by the rules as they are written. Solutions with
// the same phases are one (B6). Part of the naive reference of the model
// (Reference.h).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_REFERENCEBARRIERS_H
#define FENCEPOST_UNITTESTS_MODEL_REFERENCEBARRIERS_H

#include "ReferencePaths.h"

namespace fencepost::model::naive {

/// A wavefront. Steps are the acts of its first thread; the K-th barrier
/// instructions of the other threads are the same steps.
struct Wave {
  std::vector<unsigned> Threads;
  unsigned Workgroup = 0, Cluster = 0;
  std::vector<Act> Steps;
  bool Ended = false;
  std::optional<Act> StuckAt; ///< A wait that cannot be passed.
  UndefinedSet Names;         ///< Undefined behaviour of the wavefront itself.
};

/// The wavefronts of a program when each thread takes the given path; nothing
/// if the paths do not fit together: a wavefront stops where it could continue.
std::optional<std::vector<Wave>>
mergeWaves(const Program &P, const std::vector<const Path *> &Paths);

/// A barrier operation: step Step of wave Wave, or an implicit drop.
struct Node {
  unsigned Wave = 0;
  unsigned Step = None; ///< None: the drop of an ended wave or workgroup.
  BarrierOp Op = BarrierOp::Wait;
  unsigned Object = 0; ///< A number that means the same object everywhere.
  int32_t Count = 0;
  bool IsFirst = false;
  bool WholeWorkgroup = false; ///< The drop of a cluster barrier.
};

/// What took part in each wait that was passed.
using Participation = std::map<unsigned, std::set<unsigned>>;

struct Solution {
  Participation Waits; ///< Nodes.
  UndefinedSet Names;  ///< Hang is not among them.
  /// barrier-executes-before: per node, those before it.
  std::vector<std::set<unsigned>> Before;

  auto key() const { return std::tie(Waits, Names); }
};

struct BarrierResult {
  std::vector<Node> Nodes;
  std::vector<Solution> Solutions;
};

/// Every solution; nothing if more than \p Work would be spent, which is what
/// is left of it otherwise.
std::optional<BarrierResult> solveNaively(const std::vector<Wave> &Waves,
                                          uint64_t &Work);

} // namespace fencepost::model::naive

#endif
