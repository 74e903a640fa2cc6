//===- BarrierObjects.h - Barrier steps, with their objects found ---------===//
// The first half of docs/model.md B1 to B7: which barrier object each step of
// each wavefront is about (B2, B4), where a wavefront is cut short by an
// operation that it may not perform (not-joined, leave-without-join,
// trap-barrier), and the drops that the hardware performs when wavefronts end
// (B2). Steps without effect are left out. Everything after this works on the
// nodes made here.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_BARRIEROBJECTS_H
#define FENCEPOST_LIB_MODEL_BARRIEROBJECTS_H

#include "fencepost/Model/Barriers.h"

namespace fencepost::model::barriers {

using NodeId = unsigned;

/// A barrier operation, explicit or implicit, that has an effect.
struct Node {
  StepRef Ref;
  BarrierOp Op = BarrierOp::Wait;
  unsigned Object = None; ///< None for a join: it changes no object.
  int32_t Count = 0;
  /// Modification operations: the place in Object::Operations.
  unsigned Position = None;
  NodeId Join = None; ///< Named waits: the join that lets them wait.

  bool isModification() const { return modifies(Op); }
  bool isArrive() const { return arrives(Op); }
};

struct Resolved;

struct Object {
  BarrierId Id = BarrierId::workgroup();
  std::string Name; ///< "the workgroup barrier"
  unsigned Instance = 0;
  /// The expected count that the hardware sets at launch; 0 for named barriers,
  /// which the program initialises.
  int32_t Expected = 0;
  std::vector<NodeId> Operations; ///< Init, arrive and drop, by wave and step.
  std::vector<NodeId> Waits;

  bool byHardware() const { return !Id.isNamed(); }
  /// Nobody waits on it or tells who is first, and it cannot be misused.
  bool isQuiet(const Resolved &Problem) const;
};

struct Wave {
  /// In program order; the drop of the workgroup barrier is the last one.
  std::vector<NodeId> Nodes;
  unsigned Workgroup = 0;
  bool Ends = false;  ///< Reaches its end if it passes all its waits.
  unsigned Steps = 0; ///< How many steps it executes if it passes all waits.
  std::optional<Undefined> Cut; ///< Why it is cut at step Steps.
};

/// The implicit drop of a cluster barrier: after everything of these waves.
struct ClusterDrop {
  NodeId Drop = None;
  std::vector<unsigned> Waves;
};

struct Resolved {
  std::vector<Node> Nodes;
  std::vector<Object> Objects;
  std::vector<Wave> Waves;
  std::vector<ClusterDrop> ClusterDrops;

  /// Whether \p A is before \p B in the program order of a wave, for \p B
  /// the drop of a cluster barrier of any wave of its workgroup.
  bool programOrder(NodeId A, NodeId B) const;
};

/// How many nodes of each wave are executed. Less than all of them: the wave is
/// stuck at that node, a wait.
using Ends = std::vector<unsigned>;

Resolved resolve(const BarrierProblem &Problem);

/// Per node, whether it is executed when the waves end at \p Where.
std::vector<char> presentNodes(const Resolved &Problem, const Ends &Where);

} // namespace fencepost::model::barriers

#endif
