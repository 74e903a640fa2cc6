//===- ExecutionSearch.cpp - Decisions before happens-before is final -----===//
#include "ExecutionSearch.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

bool ExecutionSearch::runPlan(const BarrierPlan &ThePlan) {
  Plan = &ThePlan;
  Interp.setPlan(Plan);
  State Start = Interp.start();
  bool GoOn = explore(Start, 0);
  Plan = nullptr;
  Interp.setPlan(nullptr);
  return GoOn;
}

bool ExecutionSearch::run() {
  State Start = Interp.start();
  return explore(Start, 0);
}

bool ExecutionSearch::runCutOnly() {
  CutOnly = true;
  bool GoOn = run();
  CutOnly = false;
  return GoOn;
}

State &ExecutionSearch::child(const State &S, unsigned Depth) {
  while (Pool.size() <= Depth)
    Pool.push_back(std::make_unique<State>());
  *Pool[Depth] = S;
  return *Pool[Depth];
}

static bool needsValue(ThreadStatus Status) {
  return Status == ThreadStatus::AtBranch || Status == ThreadStatus::AtIndex ||
         Status == ThreadStatus::AtCount || Status == ThreadStatus::AtCompare;
}

bool ExecutionSearch::explore(State &S, unsigned Depth) {
  if (!Out.goOn())
    return false;
  Interp.advance(S);
  if (S.TooLarge) {
    StoppedBy = "too many events";
    return true;
  }
  C.Sync.connectAll(S);
  if (S.HbHasCycle && !C.Options.Skip.has(Axiom::HappensBefore))
    return true;
  unsigned Waiting = None;
  for (unsigned T = 0; T < S.Threads.size(); ++T) {
    if (S.Threads[T].Status == ThreadStatus::AtWait)
      return decideWait(S, T, Depth);
    if (S.Threads[T].Status == ThreadStatus::AtFirst)
      return decideFirst(S, T, Depth);
    if (!needsValue(S.Threads[T].Status))
      continue;
    // A read that can only see what exists needs no promise: take it first.
    unsigned Read = openRead(S, S.Threads[T].Needed);
    if (Waiting == None || (Read != None && !mayBeWrittenLater(S, Read)))
      Waiting = T;
  }
  if (Waiting != None)
    return decideNeeded(S, Waiting, Depth);
  return followPlan(S) ? resolveReads(S, Depth) : true;
}

bool ExecutionSearch::decideWait(State &S, unsigned T, unsigned Depth) {
  State &Passed = child(S, Depth);
  Interp.passStep(Passed, T, 0);
  if (!explore(Passed, Depth + 1))
    return false;
  State &Stuck = child(S, Depth);
  Interp.stickAtWait(Stuck, T);
  return explore(Stuck, Depth + 1);
}

bool ExecutionSearch::decideFirst(State &S, unsigned T, unsigned Depth) {
  for (int First : {0, 1}) {
    State &Next = child(S, Depth);
    Interp.passStep(Next, T, First);
    if (!explore(Next, Depth + 1))
      return false;
  }
  return true;
}

/// Whether a write that does not exist yet might be what \p R reads. A write of
/// its own thread that comes later never is.
bool ExecutionSearch::mayBeWrittenLater(const State &S, unsigned R) const {
  const Event &E = S.Events[R];
  unsigned Location = C.L.Cells[E.Cell].Location;
  for (unsigned T = 0; T < S.Threads.size(); ++T) {
    const ThreadState &Th = S.Threads[T];
    bool Ended = Th.Status >= ThreadStatus::Done;
    if (T != E.Thread && !Ended && C.F.Threads[T].MayWrite[Th.Pc].has(Location))
      return true;
  }
  return false;
}

/// What \p R may turn out to return, among the writes that exist. Whether it is
/// really in the case that this needs is checked when happens-before is final;
/// what is ruled out already stays ruled out, since happens-before only grows.
std::vector<ReadState> ExecutionSearch::choices(const State &S,
                                                unsigned R) const {
  const Event &E = S.Events[R];
  const Relation &Hb = S.hb(E.Space);
  const AxiomSet &Skip = C.Options.Skip;
  bool Always = C.F.Threads[E.Thread].AlwaysFromWrite[E.Instruction];
  ReadState Choice = S.Reads[R];
  const auto &Writes = S.WritesOf[E.Cell];
  auto IsReplaced = [&](unsigned W) {
    return !C.F.UsesAvailability && !Skip.has(Axiom::Overwritten) &&
           llvm::any_of(Writes, [&](unsigned X) {
             return X != R && Hb.has(W, X) && Hb.has(X, R);
           });
  };
  // Two read-modify-writes of one write cannot both follow it directly.
  auto IsTaken = [&](unsigned W) {
    return E.Kind == EventKind::ReadModifyWrite &&
           !Skip.has(Axiom::Atomicity) && llvm::any_of(Writes, [&](unsigned X) {
             return X != R && S.Reads[X].Target == Resolution::FromWrite &&
                    S.Reads[X].Source == W && C.Sync.inclusive(S.Events[X], E);
           });
  };
  std::vector<ReadState> Found;
  for (unsigned I = Choice.FirstWrite; I < Writes.size(); ++I) {
    unsigned W = Writes[I];
    if (W == R || (Hb.has(R, W) && !Skip.has(Axiom::Future)) || IsReplaced(W) ||
        IsTaken(W))
      continue;
    const Event &Write = S.Events[W];
    bool Inclusive = Write.isAtomic() && C.Sync.inclusive(Write, E);
    bool MayCount = !Write.isAtomic() && !C.Options.Letter;
    bool FromWrite = E.isAtomic() && (Inclusive || MayCount);
    Choice.Target = FromWrite ? Resolution::FromWrite : Resolution::OnlyWrite;
    Choice.Source = W;
    Found.push_back(Choice);
  }
  if (!Always && !Choice.Promised)
    Found.push_back({Resolution::Undef});
  return Found;
}

bool ExecutionSearch::decideNeeded(State &S, unsigned T, unsigned Depth) {
  unsigned Read = openRead(S, S.Threads[T].Needed);
  if (Read == None) {
    // Either everything is known by now, or the value depends on itself.
    if (!evaluate(S, S.Threads[T].Needed))
      return true;
    State &Next = child(S, Depth);
    Next.Threads[T].Status = ThreadStatus::Running;
    return explore(Next, Depth + 1);
  }
  for (const ReadState &Choice : choices(S, Read)) {
    State &Next = child(S, Depth);
    Next.Reads[Read] = Choice;
    for (ThreadState &Th : Next.Threads)
      if (needsValue(Th.Status) && evaluate(Next, Th.Needed))
        Th.Status = ThreadStatus::Running;
    if (!explore(Next, Depth + 1))
      return false;
  }
  return !mayBeWrittenLater(S, Read) || assumeNeeded(S, T, Read, Depth);
}

/// Leaves \p Read for later: it will read from a write that does not exist yet.
/// The thread continues with each possible answer to what it needs now.
bool ExecutionSearch::assumeNeeded(State &S, unsigned T, unsigned Read,
                                   unsigned Depth) {
  const ThreadState &Th = S.Threads[T];
  auto Assume = [&](Assumption::Kind Predicate, int32_t Other,
                    llvm::function_ref<void(State &)> GoOn) {
    State &Next = child(S, Depth);
    Next.Reads[Read].Promised = true;
    Next.Reads[Read].FirstWrite = S.WritesOf[S.Events[Read].Cell].size();
    Next.Assumptions.push_back(
        {Predicate, Th.Needed, Next.Numbers.number(Other)});
    GoOn(Next);
    return explore(Next, Depth + 1);
  };
  auto Cut = [&](Undefined Reason) {
    return [this, T, Reason](State &Next) { Interp.cutShort(Next, T, Reason); };
  };
  if (!Assume(Assumption::IsUndef, 0, Cut(Undefined::UndefBranch)))
    return false;
  switch (Th.Status) {
  case ThreadStatus::AtBranch:
  case ThreadStatus::AtCompare:
    for (bool Truth : {true, false})
      if (!Assume(Assumption::Truth, Truth, [&](State &Next) {
            if (Th.Status == ThreadStatus::AtBranch)
              Interp.takeBranch(Next, T, Truth);
            else
              Interp.finishCompare(Next, T, Truth);
          }))
        return false;
    return true;
  case ThreadStatus::AtIndex:
    return assumeIndex(S, T, Assume, Cut(Undefined::OutOfBounds));
  default:
    // A count could be any number.
    StoppedBy = "a barrier count that a later write decides";
    return true;
  }
}

bool ExecutionSearch::assumeIndex(
    State &S, unsigned T,
    llvm::function_ref<bool(Assumption::Kind, int32_t,
                            llvm::function_ref<void(State &)>)>
        Assume,
    llvm::function_ref<void(State &)> CutOutOfBounds) {
  const Instruction &I = C.P.Threads[T].Code[S.Threads[T].Pc];
  unsigned Operand = S.Threads[T].NeededFor;
  const Address &A = Operand == 0 ? I.Memory : I.Destination;
  unsigned Size = C.P.Locations[A.Location].Size;
  for (unsigned E = 0; E < Size; ++E)
    if (!Assume(Assumption::Equals, E, [&](State &Next) {
          Next.Threads[T].AssumedIndex[Operand] = E;
          Next.Threads[T].Status = ThreadStatus::Running;
        }))
      return false;
  return Assume(Assumption::NotBelow, Size, CutOutOfBounds);
}

/// Does not run to its end, nor to a wait that it is stuck at.
static bool isCut(const ThreadState &Th) {
  return Th.Status == ThreadStatus::Cut || Th.Status == ThreadStatus::Unrolled;
}

/// Adds the edges through the barriers when they are planned; false if the plan
/// does not fit, because a thread was cut short.
bool ExecutionSearch::followPlan(State &S) {
  if (!Plan)
    return true;
  if (llvm::any_of(S.Threads, isCut)) {
    PlanBroken = true;
    return false;
  }
  C.Sync.connectThroughBarriers(S, *Plan->Problem, *Plan->Solution);
  return true;
}

/// An open read whose source can add to happens-before, as the end of a
/// synchronization or as a link of a release sequence.
unsigned ExecutionSearch::nextSynchronizing(const State &S) const {
  if (!C.F.HasRelease)
    return None;
  for (unsigned R = 0; R < S.Events.size(); ++R) {
    const Event &E = S.Events[R];
    if (!E.reads() || !E.isOrdered() || S.Reads[R].Target != Resolution::Open)
      continue;
    if (isAcquire(E.Order) || E.Kind == EventKind::ReadModifyWrite)
      return R;
    for (unsigned Id : S.Threads[E.Thread].Events)
      if (S.Events[Id].Kind == EventKind::Fence &&
          isAcquire(S.Events[Id].Order) && programOrdered(E, S.Events[Id]))
        return R;
  }
  return None;
}

bool ExecutionSearch::resolveReads(State &S, unsigned Depth) {
  if (S.HbHasCycle && !C.Options.Skip.has(Axiom::HappensBefore))
    return true;
  unsigned R = nextSynchronizing(S);
  if (R == None)
    return complete(S, Depth);
  if (!Out.goOn())
    return false;
  std::vector<Relation> Hb = S.Hb;
  ReadState Before = S.Reads[R];
  size_t NumSync = S.Sync.size();
  for (const ReadState &Choice : choices(S, R)) {
    S.Reads[R] = Choice;
    C.Sync.connect(S, R);
    bool GoOn = resolveReads(S, Depth);
    S.Hb = Hb;
    S.HbHasCycle = false;
    S.Sync.resize(NumSync);
    S.Reads[R] = Before;
    if (!GoOn)
      return false;
  }
  return true;
}

/// The barrier instructions that the wavefronts executed.
BarrierProblem ExecutionSearch::problemOf(const State &S) const {
  BarrierProblem Problem;
  Problem.EndsDecided = true;
  Problem.Names = C.P.NamedBarriers;
  for (unsigned W = 0; W < S.Waves.size(); ++W) {
    WaveSteps Steps;
    Steps.Workgroup = C.L.Waves[W].Workgroup;
    Steps.Cluster = C.L.Waves[W].Cluster;
    Steps.Steps = S.Waves[W].Steps;
    Steps.StuckAtLast = S.Waves[W].StuckAtLast;
    Steps.Ends = !S.Waves[W].Diverged;
    for (unsigned T : C.L.Waves[W].Threads)
      Steps.Ends &= S.Threads[T].Status != ThreadStatus::Cut &&
                    S.Threads[T].Status != ThreadStatus::Unrolled;
    Problem.Waves.push_back(std::move(Steps));
  }
  return Problem;
}

/// Whether every isfirst gives what was decided for it.
static bool firstsAgree(const State &S, const BarrierSolution &Solution) {
  for (unsigned W = 0; W < S.Waves.size(); ++W)
    for (unsigned Step = 0; Step < S.Waves[W].Steps.size(); ++Step)
      if (S.Waves[W].Steps[Step].Op == BarrierOp::ArriveIsFirst &&
          (S.Waves[W].First[Step] != 0) !=
              llvm::is_contained(Solution.FirstArrivals, StepRef{W, Step}))
        return false;
  return true;
}

/// psc composes relations over all events, which takes their number cubed.
static bool isTooLargeForSeqCst(const State &S) {
  constexpr unsigned MaxEvents = 1024;
  return S.Events.size() > MaxEvents &&
         llvm::count_if(S.Events, [](const Event &E) { return E.isSeqCst(); }) >
             1;
}

bool ExecutionSearch::complete(State &S, unsigned Depth) {
  if (isTooLargeForSeqCst(S)) {
    StoppedBy = "too many events for seq_cst";
    return true;
  }
  if (CutOnly && llvm::none_of(S.Threads, isCut))
    return true;
  if (Plan || !C.F.HasBarriers)
    return ExecutionCompletion(C, S, Plan ? Plan->Solution : nullptr, Out)
        .run();
  BarrierProblem Problem = problemOf(S);
  BarrierAnswer Answer = solveBarriers(Problem, C.Until);
  if (!Answer.StoppedBy.empty())
    StoppedBy = Answer.StoppedBy;
  for (const BarrierSolution &Solution : Answer.Solutions) {
    if (!firstsAgree(S, Solution))
      continue;
    State &Next = child(S, Depth);
    C.Sync.connectThroughBarriers(Next, Problem, Solution);
    if (!ExecutionCompletion(C, Next, &Solution, Out).run())
      return false;
  }
  return true;
}

} // namespace fencepost::model
