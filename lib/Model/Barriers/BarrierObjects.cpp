//===- BarrierObjects.cpp - Barrier steps, with their objects found -------===//
// One walk over each wave that follows its joins (docs/model.md B4), then the
// drops that come with the end of waves and workgroups (B2). Operations that
// programs may not perform at all (an init of the workgroup barrier) have no
// effect: they are rejected before they get here.
//===----------------------------------------------------------------------===//
#include "BarrierObjects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <set>

namespace fencepost::model::barriers {

static std::string nameOf(const BarrierProblem &Problem, BarrierId Id) {
  if (Id == BarrierId::workgroup())
    return "the workgroup barrier";
  if (Id == BarrierId::cluster())
    return "the cluster barrier";
  auto Number = static_cast<unsigned>(Id.operand());
  return Number <= Problem.Names.size()
             ? "barrier " + Problem.Names[Number - 1]
             : "named barrier " + std::to_string(Number);
}

bool Object::isQuiet(const Resolved &Problem) const {
  return Id == BarrierId::workgroup() && Waits.empty() &&
         llvm::none_of(Operations, [&](NodeId Op) {
           const Node &N = Problem.Nodes[Op];
           return N.Op == BarrierOp::ArriveIsFirst || N.Count != 0;
         });
}

bool Resolved::programOrder(NodeId A, NodeId B) const {
  for (const ClusterDrop &Drop : ClusterDrops)
    if (Drop.Drop == B)
      return A != B && llvm::is_contained(Drop.Waves, Nodes[A].Ref.Wave);
  return Nodes[A].Ref.Wave == Nodes[B].Ref.Wave &&
         Nodes[A].Ref.Step < Nodes[B].Ref.Step;
}

namespace {

class Resolver {
public:
  explicit Resolver(const BarrierProblem &Problem) : Problem(Problem) {}

  Resolved run() {
    for (unsigned W = 0; W != Problem.Waves.size(); ++W)
      resolveWave(W);
    for (unsigned W = 0; W != Problem.Waves.size(); ++W)
      dropWorkgroupBarrier(W);
    dropClusterBarriers();
    for (NodeId Id = 0; Id != Result.Nodes.size(); ++Id)
      enterNode(Id);
    return std::move(Result);
  }

private:
  unsigned instanceOf(BarrierId Id, unsigned W) const {
    return Id.isCluster() ? Problem.Waves[W].Cluster
                          : Problem.Waves[W].Workgroup;
  }

  int32_t launchCount(BarrierId Id, unsigned Instance) const {
    if (Id.isNamed())
      return 0;
    if (!Id.isCluster())
      return static_cast<int32_t>(
          llvm::count_if(Problem.Waves, [=](const WaveSteps &W) {
            return W.Workgroup == Instance;
          }));
    std::set<unsigned> Workgroups;
    for (const WaveSteps &W : Problem.Waves)
      if (W.Cluster == Instance)
        Workgroups.insert(W.Workgroup);
    return static_cast<int32_t>(Workgroups.size());
  }

  unsigned findObject(BarrierId Id, unsigned Instance) const {
    for (unsigned O = 0; O != Result.Objects.size(); ++O)
      if (Result.Objects[O].Id == Id && Result.Objects[O].Instance == Instance)
        return O;
    return None;
  }

  unsigned objectOf(BarrierId Id, unsigned W) {
    unsigned Instance = instanceOf(Id, W);
    if (unsigned O = findObject(Id, Instance); O != None)
      return O;
    Object New;
    New.Id = Id;
    New.Name = nameOf(Problem, Id);
    New.Instance = Instance;
    New.Expected = launchCount(Id, Instance);
    Result.Objects.push_back(New);
    return Result.Objects.size() - 1;
  }

  NodeId addNode(Node New) {
    Result.Waves[New.Ref.Wave].Nodes.push_back(Result.Nodes.size());
    Result.Nodes.push_back(New);
    return Result.Nodes.size() - 1;
  }

  void resolveWave(unsigned W) {
    const WaveSteps &From = Problem.Waves[W];
    Wave &To = Result.Waves.emplace_back();
    To.Workgroup = From.Workgroup;
    Joined = std::nullopt;
    JoinNode = None;
    for (unsigned S = 0; S != From.Steps.size() && !To.Cut; ++S) {
      To.Cut = resolveStep({W, S}, From.Steps[S]);
      To.Steps = To.Cut ? S : S + 1;
    }
    To.Ends = From.Ends && !To.Cut;
  }

  /// The reason if the wave is cut at this step (docs/model.md B5).
  std::optional<Undefined> resolveStep(StepRef Ref, const BarrierStep &Step) {
    if (Step.Object.isTrap())
      return Undefined::TrapBarrier;
    switch (Step.Op) {
    case BarrierOp::Join:
      if (Step.Object.isNamed()) {
        Joined = Step.Object;
        JoinNode = addNode({Ref, BarrierOp::Join});
      }
      return std::nullopt;
    case BarrierOp::Drop:
      return resolveLeave(Ref);
    case BarrierOp::Wait:
      return resolveWait(Ref, Step);
    case BarrierOp::ArriveWait:
      llvm_unreachable("an arrive-wait is two steps, an arrive and a wait");
    case BarrierOp::Init:
      if (!Step.Object.isNamed())
        return std::nullopt;
      [[fallthrough]];
    case BarrierOp::Arrive:
    case BarrierOp::ArriveIsFirst:
      if (!Step.Object.isNull())
        addNode({Ref, Step.Op, objectOf(Step.Object, Ref.Wave), Step.Count});
      return std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<Undefined> resolveLeave(StepRef Ref) {
    if (!Joined)
      return Undefined::LeaveWithoutJoin;
    if (!Joined->isNull()) {
      addNode({Ref, BarrierOp::Drop, objectOf(*Joined, Ref.Wave)});
      Joined = std::nullopt;
    }
    return std::nullopt;
  }

  /// A wait on a named barrier concerns the last one joined, whatever its
  /// operand says (docs/model.md B4).
  std::optional<Undefined> resolveWait(StepRef Ref, const BarrierStep &Step) {
    Node New{Ref, BarrierOp::Wait};
    if (!Step.Object.isNamed()) {
      New.Object = objectOf(Step.Object, Ref.Wave);
    } else if (Joined) {
      if (Joined->isNull())
        return std::nullopt;
      New.Object = objectOf(*Joined, Ref.Wave);
      New.Join = JoinNode;
    } else {
      if (!Step.Object.isNull())
        return Undefined::NotJoined;
      return std::nullopt;
    }
    addNode(New);
    return std::nullopt;
  }

  void dropWorkgroupBarrier(unsigned W) {
    unsigned O = findObject(BarrierId::workgroup(), Problem.Waves[W].Workgroup);
    unsigned Steps = Problem.Waves[W].Steps.size();
    if (O != None && Result.Waves[W].Ends)
      addNode({{W, Steps}, BarrierOp::Drop, O});
  }

  /// One per workgroup, written under its first wave, if all its waves can
  /// reach their end (docs/model.md B2).
  void dropClusterBarriers() {
    std::set<unsigned> Seen;
    for (unsigned W = 0; W != Problem.Waves.size(); ++W) {
      unsigned O = findObject(BarrierId::cluster(), Problem.Waves[W].Cluster);
      unsigned Workgroup = Problem.Waves[W].Workgroup;
      if (O == None || !Seen.insert(Workgroup).second)
        continue;
      ClusterDrop Drop;
      bool AllEnd = true;
      for (unsigned V = W; V != Problem.Waves.size(); ++V)
        if (Problem.Waves[V].Workgroup == Workgroup) {
          Drop.Waves.push_back(V);
          AllEnd &= Result.Waves[V].Ends;
        }
      if (!AllEnd)
        continue;
      Drop.Drop = Result.Nodes.size();
      unsigned Steps = Problem.Waves[W].Steps.size();
      Result.Nodes.push_back({{W, Steps + 1}, BarrierOp::Drop, O});
      Result.ClusterDrops.push_back(Drop);
    }
  }

  void enterNode(NodeId Id) {
    Node &N = Result.Nodes[Id];
    if (N.Object == None)
      return;
    Object &O = Result.Objects[N.Object];
    if (!N.isModification()) {
      O.Waits.push_back(Id);
      return;
    }
    N.Position = O.Operations.size();
    O.Operations.push_back(Id);
  }

  const BarrierProblem &Problem;
  Resolved Result;
  std::optional<BarrierId> Joined; ///< Of the wave that is walked.
  NodeId JoinNode = None;
};

} // namespace

Resolved resolve(const BarrierProblem &Problem) {
  return Resolver(Problem).run();
}

std::vector<char> presentNodes(const Resolved &Problem, const Ends &Where) {
  std::vector<char> Present(Problem.Nodes.size(), false);
  for (unsigned W = 0; W != Problem.Waves.size(); ++W)
    for (unsigned I = 0; I != Where[W]; ++I)
      Present[Problem.Waves[W].Nodes[I]] = true;
  for (const ClusterDrop &Drop : Problem.ClusterDrops)
    Present[Drop.Drop] = llvm::all_of(Drop.Waves, [&](unsigned W) {
      return Where[W] == Problem.Waves[W].Nodes.size();
    });
  return Present;
}

} // namespace fencepost::model::barriers
