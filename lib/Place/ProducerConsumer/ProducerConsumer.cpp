//===- ProducerConsumer.cpp - Producer and consumer waves -----------------===//
// See ProducerConsumer.h. The two sides are found by who writes (WaveRoles.h),
// then the loop in which each takes its stages, then for each stage the
// narrowest part of an iteration that no path goes around (PipelineStages.h),
// and last, by the addresses, how many stages are apart from each other.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/ProducerConsumer.h"
#include "Hazards/CarriedOverlap.h"
#include "ProducerConsumer/PipelineStages.h"
#include "ProducerConsumer/StageOverlap.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::place {

using namespace view;
using namespace check;
using namespace sim;
using namespace sym;

namespace {

/// The waves of one side, and what they access.
struct PipelineSide {
  WaveRole Role, Others; ///< Others: all waves that are not of this side.
  std::vector<AccessSite> First, InLoop; ///< Before the loop, and in it.
  LoopId Loop = None;
  bool IsShared = false; ///< The loop is the other side's, too.
  LoopStage StageInLoop;
};

class ProducerConsumerFinder {
public:
  ProducerConsumerFinder(const SyncView &View, unsigned MaxSlots)
      : View(View), MaxSlots(MaxSlots), Roles(findWaveRoles(View)) {}
  ProducerConsumerAnswer run();

private:
  bool fail(NoPipeline Reason) {
    Why = Reason;
    return false;
  }
  bool findAccesses();
  bool findSides();
  bool findLoop(PipelineSide &S);
  bool findStages();
  bool findFirstFill();
  bool runEquallyOften();
  bool fillsOnce();
  bool findSlots();
  bool areMatched();
  bool mayCollideAfter(int Delta);
  bool belongsToStage(AccessSite Use);
  bool mayFollowUse() const;
  /// By how many iterations a stage is filled before the one it is used in.
  int ahead() const { return Result.ProducerStages.size() > 1; }

  const SyncView &View;
  unsigned MaxSlots;
  std::vector<WaveRole> Roles;
  std::vector<AccessSite> Accesses;
  bool HasBarriers = false;
  PipelineSide Producers, Consumers;
  std::optional<StageOverlap> Overlap;
  ProducerConsumer Result;
  NoPipeline Why = NoPipeline::NoRoles;
};

bool ProducerConsumerFinder::findAccesses() {
  std::optional<NoPipeline> Problem;
  std::vector<bool> Uniform = uniformBlocks(View);
  forEachEvent(View, [&](Site Position, const Event &E) {
    if (E.Kind == EventKind::Opaque)
      Problem = NoPipeline::OpaqueEvent;
    if (E.Kind == EventKind::Barrier && !isWorkgroupBarrier(E))
      Problem = NoPipeline::NamedOrClusterBarriers;
    else if (E.Kind == EventKind::Barrier)
      HasBarriers = true;
    if (E.Kind == EventKind::Barrier && !Uniform[Position.Block])
      Problem = NoPipeline::NonUniformBarrier;
    for (bool Destination : {false, true}) {
      AccessSite Access{Position, Destination};
      if (!mayAccessLds(View, Access))
        continue;
      Accesses.push_back(Access);
      if (!hasKnownBytes(View, Access))
        Problem = NoPipeline::UnknownAddress;
      if (E.Kind == EventKind::Transfer)
        Problem = NoPipeline::Transfers;
      else if (E.Op.isAtomic())
        Problem = NoPipeline::Atomics;
    }
  });
  return !Problem || fail(*Problem);
}

/// Waves that can reach a store fill, other waves that can reach a load use.
bool ProducerConsumerFinder::findSides() {
  for (const WaveRole &R : Roles) {
    bool Fill = false, Use = false;
    for (AccessSite Access : Accesses) {
      Use |= R.Blocks[Access.Site.Block];
      Fill |= R.Blocks[Access.Site.Block] && Access.in(View).Writes;
    }
    join(Fill ? Producers.Role : Producers.Others, R);
    join(Use && !Fill ? Consumers.Role : Consumers.Others, R);
  }
  if (Producers.Role.Waves == 0 || Consumers.Role.Waves == 0)
    return fail(NoPipeline::NoProducers);
  for (AccessSite Access : Accesses) {
    bool ByProducers = Producers.Role.Blocks[Access.Site.Block],
         ByConsumers = Consumers.Role.Blocks[Access.Site.Block];
    if (ByProducers && ByConsumers)
      return fail(NoPipeline::SharedCode);
    if (ByProducers || ByConsumers)
      (ByProducers ? Producers : Consumers).InLoop.push_back(Access);
  }
  return true;
}

/// The loop of both sides around the accesses, or else the outermost one.
bool ProducerConsumerFinder::findLoop(PipelineSide &S) {
  std::vector<AccessSite> All;
  std::swap(All, S.InLoop);
  for (AccessSite Access : All) {
    LoopId Outer = None;
    for (LoopId L = View.Blocks[Access.Site.Block].Loop; L != None;
         L = View.Loops[L].Parent)
      Outer = L;
    if (Outer == None) {
      S.First.push_back(Access);
      continue;
    }
    if (S.Loop != None && S.Loop != Outer)
      return fail(NoPipeline::SeveralLoops);
    S.Loop = Outer;
    S.InLoop.push_back(Access);
    // Loops of both sides inside would make stages of other lengths.
    for (LoopId L = View.Blocks[Access.Site.Block].Loop; L != Outer;
         L = View.Loops[L].Parent)
      if (S.Others.Blocks[View.Loops[L].Header])
        return fail(NoPipeline::NestedLoops);
  }
  if (S.Loop == None)
    return fail(NoPipeline::NoLoop);
  S.IsShared = S.Others.Blocks[View.Loops[S.Loop].Header];
  return true;
}

bool ProducerConsumerFinder::findStages() {
  for (PipelineSide *S : {&Producers, &Consumers}) {
    std::optional<LoopStage> Found =
        findStage(View, {S->Role, S->Others}, S->Loop, S->InLoop);
    if (!Found)
      return fail(NoPipeline::NoStage);
    S->StageInLoop = std::move(*Found);
  }
  Result.ProducerStages = {Producers.StageInLoop.Stage};
  Result.ConsumerStage = Consumers.StageInLoop.Stage;
  return true;
}

bool ProducerConsumerFinder::findFirstFill() {
  if (!Consumers.First.empty())
    return fail(NoPipeline::ReadOutsideLoop);
  if (Producers.First.empty())
    return true;
  if (!Producers.IsShared)
    return fail(NoPipeline::FillBeforeOwnLoop);
  std::optional<PipelineStage> First =
      findStageBefore(View, {Producers.Role, Producers.Others},
                      View.Loops[Producers.Loop].Header, Producers.First);
  if (!First)
    return fail(NoPipeline::NoFirstStage);
  Result.ProducerStages.insert(Result.ProducerStages.begin(), *First);
  return true;
}

bool ProducerConsumerFinder::runEquallyOften() {
  if (Producers.StageInLoop.LeavesBefore != Consumers.StageInLoop.LeavesBefore)
    return fail(NoPipeline::ExitBetweenSides);
  if (Producers.IsShared && Producers.Loop == Consumers.Loop)
    return uniformBlocks(View)[View.Loops[Producers.Loop].Header] ||
           fail(NoPipeline::NonUniformLoop);
  if (HasBarriers)
    return fail(NoPipeline::BarriersInOwnLoops);
  if (Producers.IsShared || Consumers.IsShared ||
      !Overlap->runEquallyOften(Producers.Loop, Consumers.Loop) ||
      !divergeAtOneBranch(View, Producers.Role,
                          View.Loops[Producers.Loop].Header, Consumers.Role,
                          View.Loops[Consumers.Loop].Header))
    return fail(NoPipeline::IterationsMayDiffer);
  return true;
}

/// A stage in which bytes are filled twice may be meant to be two.
bool ProducerConsumerFinder::fillsOnce() {
  auto Once = [&](llvm::ArrayRef<AccessSite> All, LoopId Loop) {
    for (AccessSite A : All)
      for (AccessSite B : All)
        if (A.in(View).Writes && B.in(View).Writes &&
            Overlap->askInStage(A, B, Loop) != Answer::No)
          return false;
    return true;
  };
  if (!Once(Producers.First, None) || !Once(Producers.InLoop, Producers.Loop))
    return fail(NoPipeline::FilledTwice);
  std::vector<AccessSite> All = Producers.First;
  llvm::append_range(All, Producers.InLoop);
  for (AccessSite A : All)
    for (AccessSite B : All)
      if (Overlap->meet(A, B) != Answer::No)
        return fail(NoPipeline::ProducersOverlap);
  return true;
}

/// Whether a fill may access what a use does, \p Delta iterations earlier.
bool ProducerConsumerFinder::mayCollideAfter(int Delta) {
  return llvm::any_of(Producers.InLoop, [&](AccessSite A) {
    return llvm::any_of(Consumers.InLoop, [&](AccessSite B) {
      return Overlap->meet(A, Producers.Loop, B, Consumers.Loop, Delta) !=
             Answer::No;
    });
  });
}

/// Whether a fill can follow a use in the same iteration.
bool ProducerConsumerFinder::mayFollowUse() const {
  Graph Shape(View);
  return llvm::any_of(Consumers.InLoop, [&](AccessSite A) {
    return llvm::any_of(Producers.InLoop, [&](AccessSite B) {
      return Shape.cone(A.Site.Block)[B.Site.Block];
    });
  });
}

bool ProducerConsumerFinder::findSlots() {
  bool UseFirst = Producers.IsShared && mayFollowUse();
  if ((ahead() || UseFirst) && mayCollideAfter(0))
    return fail(NoPipeline::OrderConflict);
  while (Result.Slots < MaxSlots &&
         !mayCollideAfter(int(Result.Slots) - ahead()))
    ++Result.Slots;
  return true;
}

/// Whether some of what \p Use accesses is filled in its stage, or in one that
/// may still be there.
bool ProducerConsumerFinder::belongsToStage(AccessSite Use) {
  for (int Before = 0; Before < int(Result.Slots); ++Before)
    for (AccessSite A : Producers.InLoop)
      if (Overlap->meet(A, Producers.Loop, Use, Consumers.Loop,
                        -Before - ahead()) == Answer::Yes)
        return true;
  return false;
}

bool ProducerConsumerFinder::areMatched() {
  return llvm::all_of(Consumers.InLoop,
                      [&](AccessSite B) { return belongsToStage(B); }) ||
         fail(NoPipeline::StageMismatch);
}

ProducerConsumerAnswer ProducerConsumerFinder::run() {
  auto Answer = [&]() -> bool {
    if (!View.SizeIsExact)
      return fail(NoPipeline::UnknownSize);
    if (Roles.size() < 2)
      return false;
    if (!View.Reducible)
      return fail(NoPipeline::Irreducible);
    if (!findAccesses() || !findSides() || !findLoop(Producers) ||
        !findLoop(Consumers) || !findStages() || !findFirstFill())
      return false;
    Overlap.emplace(View);
    return runEquallyOften() && fillsOnce() && findSlots() && areMatched();
  };
  if (!Answer())
    return {std::nullopt, Why};
  Result.ProducerWaves = Producers.Role.Waves;
  Result.ConsumerWaves = Consumers.Role.Waves;
  Result.Dimensions = View.Size[2] > 1 ? 3 : View.Size[1] > 1 ? 2 : 1;
  return {std::move(Result)};
}

} // namespace

ProducerConsumerAnswer findProducerConsumer(const SyncView &View,
                                            unsigned MaxSlots) {
  return ProducerConsumerFinder(View, MaxSlots).run();
}

} // namespace fencepost::place
