//===- KernelPlanner.cpp - The plan for one kernel ------------------------===//
// See KernelPlanner.h.
//===----------------------------------------------------------------------===//
#include "KernelPlanner.h"
#include "fencepost/Check/Async.h"
#include "fencepost/Place/PlacementCheck.h"
#include "fencepost/Place/RemovalSafety.h"
#include "fencepost/Target/Processor.h"
#include "fencepost/View/Alike.h"
#include "fencepost/View/MergeLdsObjects.h"
#include "fencepost/View/SpinWaits.h"

namespace fencepost::placeir {

namespace {

class KernelPlanner {
public:
  KernelPlanner(KernelPlacement &Kernel, const place::PlaceOptions &Options,
                TryPlan Try, std::vector<Refusal> &Refusals)
      : Kernel(Kernel), View(Kernel.View), ThePlacement(Kernel.Placement),
        Plan(Kernel.Plan), Options(Options), Try(Try), Refusals(Refusals) {}
  void run();

private:
  void findSlots();
  bool needsNothing();
  bool planNamed();
  bool mayUseNamed();
  void refuseUnsolved();
  void refuseUnplaceable(const place::Hazard &H);
  UnplaceablePair::Reason whyNoBarrier(const place::Hazard &H) const;
  view::BlockId originalBlock(view::BlockId Block) const;
  view::SourceLocation placeOf(const place::PlacementProblem &P) const;
  void splitBarriers();
  void planBarriers(const place::PlacementExtras &Extras);
  void planSplitBarriers();
  void planChanges(const place::PlacementExtras &Extras);
  bool hasWaveFence(place::InsertionPoint Point) const;
  void planRepairs(const place::PlacementExtras &Extras);
  void checkResult();
  Refusal &refuse(const view::SourceLocation &Location, RefusalReason Why) {
    Refusals.push_back(refusal(Kernel, Location, std::move(Why)));
    IsRefused = true;
    return Refusals.back();
  }

  KernelPlacement &Kernel;
  const view::SyncView &View;
  place::Placement &ThePlacement;
  PlannedChanges &Plan;
  const place::PlaceOptions &Options;
  TryPlan Try;
  std::vector<Refusal> &Refusals;
  bool OnlyLds = true; ///< Nothing but LDS crosses new barriers.
  bool IsRefused = false;
};

} // namespace

Refusal refusal(const KernelPlacement &Kernel,
                const view::SourceLocation &Location, RefusalReason Why) {
  bool Known = Location.Line != 0 || !Location.File.empty();
  return {Kernel.View.Kernel, Known ? Location : Kernel.View.Where,
          std::move(Why)};
}

/// Marks if the kernel has some, for they are counted; or else the counter of
/// processors that have one. The tensor data mover has a counter of its own.
static CompletionWaits completionOf(const view::SyncView &View) {
  bool HasMarks = false, HasAsync = false;
  CompletionWaits Result;
  view::forEachEvent(View, [&](view::Site, const view::Event &E) {
    HasMarks |= E.Kind == view::EventKind::AsyncMark ||
                E.Kind == view::EventKind::AsyncWait;
    Result.Tensor |= view::isTensorTransfer(E);
    HasAsync |= view::isAsyncTransfer(E) && !view::isTensorTransfer(E);
  });
  bool HasCounter =
      View.Proc && View.Proc->family().counter(Counter::Async) != nullptr;
  if (HasAsync)
    Result.Async = HasCounter && !HasMarks
                       ? CompletionWaits::AsyncWaitKind::Counter
                       : CompletionWaits::AsyncWaitKind::Marks;
  return Result;
}

/// llvm.amdgcn.s.cluster.barrier lets the waves of a work-group meet before one
/// of them arrives for it: to them it is a barrier of the work-group.
static view::SyncView withClusterBarriersAsWorkgroup(view::SyncView View) {
  for (view::Block &B : View.Blocks)
    for (view::Event &E : B.Events)
      if (E.Kind == view::EventKind::Barrier && E.Op.Object.isCluster() &&
          E.Op.Action == BarrierOp::ArriveWait)
        E.Op.Object = BarrierId::workgroup();
  return View;
}

view::SyncView viewToPlaceIn(const view::SyncView &View,
                             place::PlaceMode Mode) {
  if (Mode == place::PlaceMode::Keep)
    return withClusterBarriersAsWorkgroup(
        view::withMergedLds(View).value_or(View));
  return place::withAllMemoryInLds(View);
}

static place::SlottedView slotsIn(const view::SyncView &View,
                                  const place::PlaceOptions &Options) {
  place::SlottedView Slotted =
      place::withSlots(viewToPlaceIn(View, Options.Mode));
  if (Options.Mode != place::PlaceMode::Keep) {
    Slotted.Global = place::findGlobalObjects(View);
    Slotted.GlobalAsBefore = !Options.AllGlobal;
  }
  return Slotted;
}

void KernelPlanner::findSlots() {
  Kernel.Slotted = slotsIn(View, Options);
  if (Options.Mode == place::PlaceMode::Keep)
    return;
  if (auto Position = place::findInterGroupSync(View))
    refuse(Position->in(View).Where, PlainRefusal::SynchronizesGroups);
  OnlyLds = !place::mayOrderGlobalMemory(View);
}

/// The block of the original view that \p Block, of the view with slots, was,
/// or that its edge leaves.
view::BlockId KernelPlanner::originalBlock(view::BlockId Id) const {
  std::vector<place::InsertionPoint> Origin;
  place::splitEdges(View, Origin);
  return Origin[Id].Block;
}

view::SourceLocation
KernelPlanner::placeOf(const place::PlacementProblem &P) const {
  if (P.Block == view::None)
    return View.Where;
  if (P.Event != view::None)
    return Kernel.Slotted.View.Blocks[P.Block].Events[P.Event].Where;
  return Kernel.Blocks[originalBlock(P.Block)].Start;
}

static bool isOneInstruction(const view::SyncView &View, view::Site A,
                             view::Site B) {
  const std::vector<view::Event> &Events = View.Blocks[A.Block].Events;
  auto [First, Last] = std::minmax(A.Event, B.Event);
  return A.Block == B.Block &&
         std::all_of(
             Events.begin() + First + 1, Events.begin() + Last + 1,
             [](const view::Event &E) { return E.ContinuesInstruction; });
}

/// Places are before all accesses in code that all waves reach uniformly,
/// unless a signal has been given or a wave waits for what others do after.
UnplaceablePair::Reason
KernelPlanner::whyNoBarrier(const place::Hazard &H) const {
  const view::SyncView &Slotted = Kernel.Slotted.View;
  if (Options.Mode == place::PlaceMode::RemoveNeedless)
    return UnplaceablePair::Reason::NoneMayBeAdded;
  if (!view::SpinWaits(Slotted).empty())
    return UnplaceablePair::Reason::WaveSpins;
  if (!Kernel.Slotted.Uniform[H.From.Site.Block])
    return UnplaceablePair::Reason::NonUniform;
  if (isOneInstruction(Slotted, H.From.Site, H.To.Site))
    return UnplaceablePair::Reason::OneInstruction;
  return UnplaceablePair::Reason::InsidePhase;
}

void KernelPlanner::refuseUnplaceable(const place::Hazard &H) {
  const view::SyncView &Slotted = Kernel.Slotted.View;
  UnplaceablePair Pair;
  Pair.Why = whyNoBarrier(H);
  Pair.From = nameAccess(Slotted, H.From);
  Pair.To = nameAccess(Slotted, H.To);
  bool IsGlobal =
      Kernel.Slotted.isGlobal(H.From) || Kernel.Slotted.isGlobal(H.To);
  Pair.OnlyForCertificate = IsGlobal && Options.AllGlobal;
  Refusal &R = refuse(H.To.Site.in(Slotted).Where, Pair);
  R.WhyNoNamed = Kernel.WhyNoNamedBarriers;
  R.Notes.push_back({H.From.Site.in(Slotted).Where,
                     PlacementNote::NoteKind::FirstAccess, Pair.From});
  view::BlockId Parts =
      place::divergentBranch(View, originalBlock(H.From.Site.Block));
  if (Parts != view::None && Kernel.Blocks[Parts].Branch.Line != 0)
    R.Notes.push_back(
        {Kernel.Blocks[Parts].Branch, PlacementNote::NoteKind::Divergence});
}

void KernelPlanner::refuseUnsolved() {
  for (const place::PlacementProblem &P : ThePlacement.Problems) {
    UnhandledEvent Why{P.Kind, ""};
    if (P.Kind == place::PlacementProblemKind::OpaqueEvent)
      Why.Event = Kernel.Slotted.View.Blocks[P.Block].Events[P.Event].Text;
    refuse(placeOf(P), std::move(Why));
  }
  for (const place::Hazard &H : ThePlacement.Unplaceable)
    refuseUnplaceable(H);
  if (!ThePlacement.IsSufficient && ThePlacement.Problems.empty())
    refuse({}, PlainRefusal::LimitHit);
}

void KernelPlanner::planBarriers(const place::PlacementExtras &Extras) {
  for (place::SlotId S : ThePlacement.Slots) {
    PlannedBarrier B;
    B.Point = Kernel.Slotted.slot(S).Point;
    B.OnlyLds = OnlyLds;
    if (Extras.CompleteAt.count(Kernel.Slotted.candidate(S)))
      B.First = Plan.Resolution;
    Plan.Added.push_back(B);
  }
}

void KernelPlanner::planSplitBarriers() {
  for (const place::SplitGap &Gap : Kernel.Split->Gaps)
    for (const place::SplitPart &Part : Gap.Parts) {
      PlannedBarrier B;
      B.Point = Gap.Point;
      B.Signals = Part.IsSignal;
      B.Waits = !Part.IsSignal;
      B.Early = Part.Early;
      B.OnlyLds = OnlyLds;
      if (Part.Completes)
        B.First = Plan.Resolution;
      Plan.Added.push_back(B);
    }
}

static bool isAccess(const view::Event &E) {
  return E.Kind == view::EventKind::Access ||
         E.Kind == view::EventKind::Transfer ||
         E.Kind == view::EventKind::Opaque;
}

/// Whether fences that stay between the access before \p Point and it order the
/// lanes of a wave already: the checker asks for one also where it is not
/// satisfied by it.
bool KernelPlanner::hasWaveFence(place::InsertionPoint Point) const {
  bool Acquires = false;
  const std::vector<view::Event> &Events = View.Blocks[Point.Block].Events;
  for (uint32_t I = Point.Event; I-- > 0 && !isAccess(Events[I]);) {
    const view::Event &E = Events[I];
    if (llvm::is_contained(Plan.Removed, place::InsertionPoint{Point.Block, I}))
      return false; // Its fences go as well.
    if (E.Kind != view::EventKind::Fence || !view::ordersWave(E) ||
        !E.Op.Tags.covered({AddressSpace::Local}).has(AddressSpace::Local))
      continue;
    Acquires |= isAcquire(E.Op.Order);
    if (Acquires && isRelease(E.Op.Order))
      return true;
  }
  return false;
}

/// New barriers, and what waves need by themselves.
void KernelPlanner::planChanges(const place::PlacementExtras &Extras) {
  Plan.Resolution = completionOf(View);
  if (Kernel.Split)
    planSplitBarriers();
  else
    planBarriers(Extras);
  Plan.Completions.assign(Extras.Completions.begin(), Extras.Completions.end());
  for (unsigned Barrier : ThePlacement.Removed)
    llvm::append_range(Plan.Removed, Kernel.Slotted.Existing[Barrier].Points);
  llvm::copy_if(
      Extras.WaveFences, std::back_inserter(Plan.WaveFences),
      [&](place::InsertionPoint Point) { return !hasWaveFence(Point); });
}

/// What existing barriers lack, at each signal and each wait.
void KernelPlanner::planRepairs(const place::PlacementExtras &Extras) {
  for (unsigned Barrier : ThePlacement.Kept) {
    place::MissingFences Need;
    for (const place::MissingFences &N : ThePlacement.Repairs)
      if (N.Barrier == Barrier)
        Need = N;
    bool Completes =
        Extras.CompleteAt.count(Kernel.Slotted.existingCandidate(Barrier)) != 0;
    for (place::InsertionPoint Point :
         Kernel.Slotted.Existing[Barrier].Points) {
      BarrierOp Op = View.Blocks[Point.Block].Events[Point.Event].Op.Action;
      RepairedBarrier B;
      B.Point = Point;
      B.Release = Need.Release && arrives(Op);
      B.Acquire = Need.Acquire && waits(Op);
      B.OnlyLds = OnlyLds;
      if (Completes && arrives(Op))
        B.First = Plan.Resolution;
      if (B.Release || B.Acquire || B.First.any())
        Plan.Repaired.push_back(B);
    }
  }
}

/// Signals and waits stand apart where the processor has them.
void KernelPlanner::splitBarriers() {
  bool HasSplit = View.Proc && View.Proc->family().Barriers.Split;
  if (!HasSplit || ThePlacement.Slots.empty())
    return;
  place::PlacementExtras Extras =
      place::findExtras(View, Kernel.Slotted, ThePlacement);
  Kernel.Split = place::splitBarriers(View, Kernel.Slotted, ThePlacement,
                                      Extras.CompleteAt);
}

/// What the checker still finds is refused.
void KernelPlanner::checkResult() {
  place::CheckedPlacement Checked =
      place::checkPlacement(View, Kernel.Slotted, ThePlacement,
                            Kernel.Split ? &*Kernel.Split : nullptr);
  for (const check::Defect &F : Checked.Defects) {
    view::Site Subject = check::subjectOf(F);
    Refusal &R = refuse(check::isEventOf(Checked.Placed.View, Subject)
                            ? Subject.in(Checked.Placed.View).Where
                            : View.Where,
                        check::stateDefect(Checked.Placed.View, F));
    R.WhyNoNamed = Kernel.WhyNoNamedBarriers;
  }
  if (std::optional<place::LocatedPhaseFault> Fault =
          place::findPhaseFault(Checked.Placed.View))
    refuse({}, Fault->Fault);
  for (view::AccessSite Access : Checked.WithThemselves)
    Kernel.Notes.push_back({Access.Site.in(Checked.Placed.View).Where,
                            PlacementNote::NoteKind::WithItself,
                            nameAccess(Checked.Placed.View, Access)});
  planChanges(Checked.Extras);
  planRepairs(Checked.Extras);
}

/// Not where barriers of the work-group stay or order other memory.
bool KernelPlanner::mayUseNamed() {
  bool Has = View.Proc && View.Proc->family().Barriers.Named >= 2;
  if (!Has || Options.Mode == place::PlaceMode::RemoveNeedless)
    return false;
  if (Options.Mode == place::PlaceMode::Keep &&
      !Kernel.Slotted.Existing.empty())
    Kernel.WhyNoNamedBarriers = NamedObstacle::WorkGroupBarriers;
  else if (!OnlyLds)
    Kernel.WhyNoNamedBarriers = NamedObstacle::GlobalMemory;
  return !Kernel.WhyNoNamedBarriers;
}

/// Waves that fill LDS for others meet at barriers of their own.
bool KernelPlanner::planNamed() {
  if (!mayUseNamed())
    return false;
  place::ProducerConsumerAnswer Answer =
      place::findProducerConsumer(view::withMergedLds(View).value_or(View),
                                  View.Proc->family().Barriers.Named / 2);
  if (!Answer.Result) {
    // Without roles, nobody expects named barriers.
    if (Answer.Why != place::NoPipeline::NoRoles)
      Kernel.WhyNoNamedBarriers = Answer.Why;
    return false;
  }
  PlannedChanges Instead;
  Instead.Named = std::move(Answer.Result);
  for (const place::ExistingBarrier &B : Kernel.Slotted.Existing)
    llvm::append_range(Instead.Removed, B.Points);
  Kernel.WhyNoNamedBarriers = Try(Instead);
  if (Kernel.WhyNoNamedBarriers)
    return false;
  Plan = std::move(Instead);
  for (unsigned B = 0; B < Kernel.Slotted.Existing.size(); ++B)
    ThePlacement.Removed.push_back(B);
  ThePlacement.IsSufficient = true;
  return true;
}

/// Waves that wait for one another otherwise order accesses by means that
/// placements do not know.
bool KernelPlanner::needsNothing() {
  std::optional<view::Site> Other = place::findNamedOrClusterBarrier(View);
  bool HasOthers = Other || !view::SpinWaits(View).empty();
  if (Options.Mode != place::PlaceMode::Keep || !HasOthers)
    return false;
  place::UnmodifiedVerdict Verdict = place::judgeUnmodified(View);
  if (Verdict == place::UnmodifiedVerdict::Defective)
    return false;
  if (Verdict == place::UnmodifiedVerdict::NoDefectSimulated && Other)
    Kernel.Notes.push_back(
        {Other->in(View).Where, PlacementNote::NoteKind::OnlySimulated});
  for (unsigned B = 0; B < Kernel.Slotted.Existing.size(); ++B)
    ThePlacement.Kept.push_back(B);
  ThePlacement.IsSufficient = true;
  Kernel.LeftUnchanged = true;
  return true;
}

void KernelPlanner::run() {
  findSlots();
  if (IsRefused || needsNothing() || planNamed())
    return;
  ThePlacement = place::cheapestPlacement(Kernel.Slotted, Options);
  refuseUnsolved();
  if (IsRefused)
    return;
  splitBarriers();
  checkResult();
}

void planKernel(KernelPlacement &Kernel, const place::PlaceOptions &Options,
                TryPlan Try, std::vector<Refusal> &Refusals) {
  KernelPlanner(Kernel, Options, Try, Refusals).run();
}

/// What was inlined has no places of its own, unless debug information tells.
static void takePlaces(view::SyncView &To, const view::SyncView &From) {
  for (size_t B = 0; B != To.Blocks.size(); ++B)
    for (size_t E = 0; E != To.Blocks[B].Events.size(); ++E)
      To.Blocks[B].Events[E].Where = From.Blocks[B].Events[E].Where;
}

/// Named barriers were not tried if they belong into functions that are called.
bool reusePlan(KernelPlacement &Kernel, KernelPlacement &&Before,
               const place::PlaceOptions &Options) {
  if (Before.Plan.Named || !view::areEquivalent(Before.View, Kernel.View))
    return false;
  takePlaces(Kernel.View, Before.View);
  place::SlottedView Slotted = slotsIn(Kernel.View, Options);
  bool HasSamePlaces =
      llvm::equal(Slotted.Slots, Before.Slotted.Slots,
                  [](const place::Slot &A, const place::Slot &B) {
                    return A.Point == B.Point && A.InView == B.InView;
                  });
  if (!HasSamePlaces || Slotted.Uniform != Before.Slotted.Uniform)
    return false; // The module has other places now.
  Before.View = std::move(Kernel.View);
  Before.Blocks = std::move(Kernel.Blocks);
  Before.Slotted = std::move(Slotted);
  Kernel = std::move(Before);
  return true;
}

} // namespace fencepost::placeir
