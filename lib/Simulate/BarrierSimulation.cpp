//===- BarrierSimulation.cpp - Barrier objects, simulated -----------------===//
// See BarrierSimulation.h. A wait takes the phase of the wave's last arrival
// since its last wait on the object; without one, the first phase that it has
// not waited for and that was not complete when it joined (docs/model.md B3).
//===----------------------------------------------------------------------===//
#include "fencepost/Simulate/BarrierSimulation.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace fencepost::sim {

namespace {

struct Participant {
  StepRef Step;
  Clock Known; ///< After its step.
};

struct Phase {
  std::vector<Participant> Took;
  bool Complete = false;
  bool Waited = false;
  Clock Known; ///< All participants'.
};

struct BarrierObject {
  BarrierId Id = BarrierId::workgroup();
  unsigned Expected = 0, Arrived = 0;
  std::vector<StepRef> Inits;
  std::vector<Phase> Phases{1}; ///< The last one is open.
};

/// The state of one wave at one object.
struct Relation {
  std::optional<size_t> ArrivedIn; ///< Phase, since the last wait.
  std::optional<size_t> LastArrival;
  size_t Next = 0; ///< The first phase that it has not waited for.
};

struct WaveState {
  size_t Next = 0; ///< Step.
  bool Ended = false, WasFirst = false;
  std::optional<BarrierId> Joined;
  unsigned JoinStep = 0;
  Clock Known;
  std::map<BarrierObject *, Relation> To;
};

/// A wave that left after its arrival in an open phase: wrong if the phase is
/// waited for.
struct EarlyLeave {
  BarrierFaultSite Fault;
  BarrierObject *Object;
  size_t Phase;
};

class BarrierRunner {
public:
  explicit BarrierRunner(llvm::ArrayRef<WaveProgram> Waves);
  BarrierSimulation run(llvm::ArrayRef<unsigned> Order);

private:
  using Key = std::pair<int, unsigned>; ///< Id and work-group.

  BarrierObject &object(BarrierId Id, unsigned Wave);
  bool advance(unsigned Wave);
  bool step(unsigned Wave, const WaveStep &S);
  void init(unsigned Wave, const WaveStep &S);
  void arrive(unsigned Wave, const WaveStep &S);
  void leave(unsigned Wave);
  bool wait(unsigned Wave, const WaveStep &S);
  bool pass(unsigned Wave, BarrierObject &O, bool Named);
  void end(unsigned Wave);
  void drop(BarrierObject &O, unsigned Wave);
  void takePart(BarrierObject &O, unsigned Wave);
  void completeIfDue(BarrierObject &O);
  bool isInitialised(unsigned Wave, BarrierObject &O);
  size_t phaseFor(unsigned Wave, BarrierObject &O);
  bool hasEarlierPhase(unsigned Wave, BarrierObject &O);
  void stuck();
  void tick(unsigned Wave) { ++States[Wave].Known[Wave]; }
  BarrierFaultSite &fault(BarrierFault Kind, unsigned Wave, BarrierId Id);

  llvm::ArrayRef<WaveProgram> Waves;
  std::vector<WaveState> States;
  std::map<Key, BarrierObject> Objects;
  std::vector<unsigned> Running; ///< By work-group, waves not ended.
  std::vector<EarlyLeave> Early;
  BarrierSimulation Result;
};

BarrierRunner::BarrierRunner(llvm::ArrayRef<WaveProgram> Waves)
    : Waves(Waves), States(Waves.size()) {
  Result.Clocks.resize(Waves.size());
  for (unsigned W = 0; W < Waves.size(); ++W) {
    States[W].Known.resize(Waves.size());
    Running.resize(std::max<size_t>(Running.size(), Waves[W].Group + 1));
    ++Running[Waves[W].Group];
  }
}

/// Hardware initialises the barriers of work-groups and of clusters.
BarrierObject &BarrierRunner::object(BarrierId Id, unsigned Wave) {
  unsigned Group = Id.isCluster() ? 0 : Waves[Wave].Group;
  auto [It, New] = Objects.try_emplace(Key(Id.operand(), Group));
  BarrierObject &O = It->second;
  if (New) {
    O.Id = Id;
    if (Id.isCluster())
      O.Expected = Running.size();
    else if (!Id.isNamed())
      O.Expected = llvm::count_if(
          Waves, [&](const WaveProgram &W) { return W.Group == Group; });
  }
  return O;
}

BarrierFaultSite &BarrierRunner::fault(BarrierFault Kind, unsigned Wave,
                                       BarrierId Id) {
  BarrierFaultSite F{Kind, {Wave, unsigned(States[Wave].Next)}, {}, Id};
  Result.Faults.push_back(F);
  return Result.Faults.back();
}

/// "The first element in barrier-modification-order is always an init": some
/// init must come before the operation in every execution.
bool BarrierRunner::isInitialised(unsigned Wave, BarrierObject &O) {
  if (!O.Id.isNamed())
    return true;
  for (StepRef Init : O.Inits)
    if (States[Wave].Known[Init.Wave] > Init.Step)
      return true;
  bool Any = false;
  for (unsigned W = 0; W < Waves.size() && !Any; ++W)
    for (unsigned S = 0; S < Waves[W].Steps.size(); ++S) {
      const WaveStep &Step = Waves[W].Steps[S];
      if (Step.Op != BarrierOp::Init || !(Step.Object == O.Id) ||
          Waves[W].Group != Waves[Wave].Group)
        continue;
      fault(BarrierFault::InitNotBefore, Wave, O.Id).Other = StepRef{W, S};
      Any = true;
      break;
    }
  if (!Any)
    fault(BarrierFault::NeverInitialised, Wave, O.Id);
  return false;
}

void BarrierRunner::completeIfDue(BarrierObject &O) {
  if (O.Arrived != O.Expected)
    return;
  Phase &Completed = O.Phases.back();
  Completed.Complete = true;
  Completed.Known.assign(Waves.size(), 0);
  for (const Participant &P : Completed.Took)
    for (unsigned W = 0; W < Waves.size(); ++W)
      Completed.Known[W] = std::max(Completed.Known[W], P.Known[W]);
  O.Arrived = 0;
  O.Phases.emplace_back();
}

void BarrierRunner::takePart(BarrierObject &O, unsigned Wave) {
  Clock Known = States[Wave].Known;
  ++Known[Wave]; // This step.
  O.Phases.back().Took.push_back(
      {{Wave, unsigned(States[Wave].Next)}, std::move(Known)});
}

void BarrierRunner::init(unsigned Wave, const WaveStep &S) {
  if (!S.Object.isNamed() || S.Object.isNull())
    return;
  BarrierObject &O = object(S.Object, Wave);
  if (S.Count == 0) {
    fault(BarrierFault::CountIsZero, Wave, S.Object);
    return;
  }
  O.Inits.push_back({Wave, unsigned(States[Wave].Next)});
  O.Expected = S.Count;
  O.Arrived = 0;
  // The arrivals so far are lost: that phase never completes.
  if (!O.Phases.back().Took.empty())
    O.Phases.emplace_back();
}

void BarrierRunner::arrive(unsigned Wave, const WaveStep &S) {
  WaveState &State = States[Wave];
  if (S.Object.isNull())
    return;
  BarrierObject &O = object(S.Object, Wave);
  if (!isInitialised(Wave, O))
    return;
  if (S.Count != 0 && S.Object.isNamed()) {
    if (S.Count <= O.Arrived) {
      fault(BarrierFault::CountTooSmall, Wave, S.Object);
      return;
    }
    O.Expected = S.Count;
  }
  if (S.Object.isCluster())
    for (const Participant &P : O.Phases.back().Took)
      if (P.Step.Wave != Wave &&
          Waves[P.Step.Wave].Group == Waves[Wave].Group) {
        fault(BarrierFault::ClusterTwice, Wave, S.Object).Other = P.Step;
        return;
      }
  State.WasFirst = O.Arrived == 0;
  if (S.Op == BarrierOp::ArriveIsFirst && S.Answer)
    Result.Fits &= *S.Answer == State.WasFirst;
  Relation &Mine = State.To[&O];
  Mine.ArrivedIn = Mine.LastArrival = O.Phases.size() - 1;
  takePart(O, Wave);
  ++O.Arrived;
  completeIfDue(O);
}

void BarrierRunner::drop(BarrierObject &O, unsigned Wave) {
  takePart(O, Wave);
  --O.Expected;
  completeIfDue(O);
}

void BarrierRunner::leave(unsigned Wave) {
  WaveState &State = States[Wave];
  if (!State.Joined) {
    fault(BarrierFault::LeaveWithoutJoin, Wave, BarrierId::null());
    return;
  }
  BarrierId Id = *State.Joined;
  if (Id.isNull())
    return;
  State.Joined.reset();
  BarrierObject &O = object(Id, Wave);
  if (!isInitialised(Wave, O))
    return;
  if (O.Expected == 0) {
    fault(BarrierFault::TooManyLeave, Wave, Id);
    return;
  }
  std::optional<size_t> Last = State.To[&O].LastArrival;
  if (Last && !O.Phases[*Last].Complete) {
    BarrierFaultSite F{
        BarrierFault::LeaveInPhase, {Wave, unsigned(State.Next)}, {}, Id};
    Early.push_back({F, &O, *Last});
  }
  drop(O, Wave);
}

size_t BarrierRunner::phaseFor(unsigned Wave, BarrierObject &O) {
  Relation &Mine = States[Wave].To[&O];
  return Mine.ArrivedIn.value_or(Mine.Next);
}

/// False if the phase is not complete.
bool BarrierRunner::pass(unsigned Wave, BarrierObject &O, bool Named) {
  WaveState &State = States[Wave];
  size_t Number = phaseFor(Wave, O);
  if (Number >= O.Phases.size() || !O.Phases[Number].Complete)
    return false;
  Phase &P = O.Phases[Number];
  // "J must barrier-executes-before at least one operation X that
  // barrier-participates-in W."
  if (Named && llvm::none_of(P.Took, [&](const Participant &Took) {
        return Took.Known[Wave] > State.JoinStep;
      })) {
    fault(BarrierFault::JoinedTooLate, Wave, O.Id).Other =
        StepRef{Wave, State.JoinStep};
    return true;
  }
  P.Waited = true;
  Relation &Mine = State.To[&O];
  Mine.ArrivedIn.reset();
  Mine.Next = Number + 1;
  for (unsigned W = 0; W < Waves.size(); ++W)
    State.Known[W] = std::max(State.Known[W], P.Known[W]);
  return true;
}

bool BarrierRunner::wait(unsigned Wave, const WaveStep &S) {
  WaveState &State = States[Wave];
  if (!S.Object.isNamed())
    return pass(Wave, object(S.Object, Wave), false);
  if (!State.Joined) {
    if (!S.Object.isNull())
      fault(BarrierFault::NotJoined, Wave, S.Object);
    return true;
  }
  return State.Joined->isNull() ||
         pass(Wave, object(*State.Joined, Wave), true);
}

/// False if the wave has to wait.
bool BarrierRunner::step(unsigned Wave, const WaveStep &S) {
  WaveState &State = States[Wave];
  if (S.IfFirst && !State.WasFirst)
    return true;
  if (S.Object.isTrap()) {
    fault(BarrierFault::TrapBarrier, Wave, S.Object);
    return true;
  }
  switch (S.Op) {
  case BarrierOp::Init:
    init(Wave, S);
    return true;
  case BarrierOp::Join:
    if (S.Object.isNamed()) {
      State.Joined = S.Object;
      State.JoinStep = State.Next;
      if (!S.Object.isNull()) {
        BarrierObject &O = object(S.Object, Wave);
        Relation &Mine = State.To[&O];
        Mine.Next = std::max(Mine.Next, O.Phases.size() - 1);
      }
    }
    return true;
  case BarrierOp::Drop:
    leave(Wave);
    return true;
  case BarrierOp::Arrive:
  case BarrierOp::ArriveIsFirst:
    arrive(Wave, S);
    return true;
  case BarrierOp::Wait:
    return wait(Wave, S);
  case BarrierOp::ArriveWait:
    break;
  }
  llvm_unreachable("an arrive-wait is two steps");
}

/// A wave that ends drops the barrier of its work-group, the last one of a
/// work-group that of the cluster (docs/model.md B2).
void BarrierRunner::end(unsigned Wave) {
  States[Wave].Ended = true;
  drop(object(BarrierId::workgroup(), Wave), Wave);
  if (--Running[Waves[Wave].Group] == 0)
    drop(object(BarrierId::cluster(), Wave), Wave);
}

/// Executes one step; false if none can be executed.
bool BarrierRunner::advance(unsigned Wave) {
  WaveState &State = States[Wave];
  if (State.Ended)
    return false;
  if (State.Next == Waves[Wave].Steps.size()) {
    end(Wave);
    return true;
  }
  if (!step(Wave, Waves[Wave].Steps[State.Next]))
    return false;
  tick(Wave);
  Result.Clocks[Wave].push_back(State.Known);
  ++State.Next;
  return true;
}

/// Whether a wait could also take a phase before that of the wave's last
/// arrival, which it then never waits for.
bool BarrierRunner::hasEarlierPhase(unsigned Wave, BarrierObject &O) {
  WaveState &State = States[Wave];
  for (size_t P = State.To[&O].Next; P < phaseFor(Wave, O); ++P) {
    bool Knows = !O.Id.isNamed();
    for (const Participant &Took : O.Phases[P].Took)
      Knows |= Took.Known[Wave] > State.JoinStep;
    if (O.Phases[P].Complete && Knows)
      return true;
  }
  return false;
}

void BarrierRunner::stuck() {
  for (unsigned W = 0; W < Waves.size(); ++W) {
    if (States[W].Ended)
      continue;
    BarrierId Id = Waves[W].Steps[States[W].Next].Object;
    if (Id.isNamed())
      Id = *States[W].Joined;
    BarrierObject &O = object(Id, W);
    Result.Fits &= !hasEarlierPhase(W, O);
    BarrierFaultSite &F = fault(BarrierFault::Hang, W, Id);
    F.Expected = O.Expected;
    F.Arrived = phaseFor(W, O) + 1 == O.Phases.size() ? O.Arrived : 0;
  }
  if (!Result.Fits)
    Result.Faults.clear();
}

BarrierSimulation BarrierRunner::run(llvm::ArrayRef<unsigned> Order) {
  for (bool Any = true; Any && Result.isRight();) {
    Any = false;
    for (unsigned Wave : Order) {
      if (!advance(Wave))
        continue;
      Any = true;
      break;
    }
  }
  if (!Result.isRight())
    return std::move(Result);
  stuck();
  if (!Result.Fits)
    return std::move(Result);
  for (const EarlyLeave &E : Early)
    if (E.Object->Phases[E.Phase].Waited)
      Result.Faults.push_back(E.Fault);
  return std::move(Result);
}

} // namespace

BarrierSimulation simulateBarriers(llvm::ArrayRef<WaveProgram> Waves,
                                   llvm::ArrayRef<unsigned> Order) {
  return BarrierRunner(Waves).run(Order);
}

} // namespace fencepost::sim
