//===- Needless.cpp - Barriers and fences that a kernel does not need ----===//
// Barriers first, one after the other, then the fences that remain. See
// Needless.h.
//===----------------------------------------------------------------------===//
#include "Needless.h"
#include "NeedlessParts.h"
#include "fencepost/Check/BarrierFences.h"
#include "fencepost/Lower/Lower.h"

namespace fencepost::check {

using namespace view;

namespace {

class NeedlessFinder {
public:
  NeedlessFinder(sym::Analysis &Context, NeedlessLimits Limits)
      : Context(Context), View(Context.View), Limits(Limits),
        Memory(View, Context.Shape), Crossings(Context, Memory, Limits),
        Fences(Context, Memory, Limits) {}
  std::vector<Defect> run();

private:
  bool barriersAreUniform();
  void checkBarrier(const BarrierGroup &Group);
  void checkFence(Site At);
  Defect &report(DefectKind Kind, Site At, NeedlessSync Detail);
  void reportLimit(Site At);
  NeedlessSync::Reason whyNothing(Site At) const;
  void noteFences(Defect &F, Site At, bool MayGo, FenceNote::FenceRole Role);
  FenceCode machineCode(Site Fence) const;

  sym::Analysis &Context;
  const SyncView &View;
  NeedlessLimits Limits;
  MemoryFacts Memory;
  CrossingFinder Crossings;
  FenceUses Fences;
  std::vector<Defect> Found;
  bool HitLimit = false, TooManyBranches = false;
};

bool isOneWave(const SyncView &View) {
  uint64_t Size = uint64_t(View.Size[0]) * View.Size[1] * View.Size[2];
  return std::min<uint64_t>(Size, View.Most) <= View.WaveSize;
}

/// True if no barrier lies between a divergent branch and the block where its
/// paths join.
bool NeedlessFinder::barriersAreUniform() {
  llvm::BitVector HasBarrier(View.Blocks.size());
  forEachEvent(View, [&](Site At, const Event &E) {
    if (isWorkgroupBarrier(E))
      HasBarrier.set(At.Block);
  });
  uint64_t Steps = 0;
  for (BlockId Branch = 0; Branch < View.Blocks.size(); ++Branch) {
    if (View.Blocks[Branch].UniformExit)
      continue;
    BlockId Join = Context.Shape.postDominator(Branch);
    llvm::SmallVector<BlockId, 8> Stack{Branch};
    std::set<BlockId> Seen;
    while (!Stack.empty()) {
      for (const Edge &E : View.Blocks[Stack.pop_back_val()].Next) {
        if (E.To == Join || !Seen.insert(E.To).second)
          continue;
        TooManyBranches |= ++Steps > Limits.Steps;
        if (HasBarrier[E.To] || TooManyBranches)
          return false;
        Stack.push_back(E.To);
      }
    }
  }
  return true;
}

Defect &NeedlessFinder::report(DefectKind Kind, Site At, NeedlessSync Detail) {
  Defect F;
  F.Kind = Kind;
  F.First = F.Second = {At, false};
  F.Detail = std::move(Detail);
  Found.push_back(std::move(F));
  return Found.back();
}

/// Reported once.
void NeedlessFinder::reportLimit(Site At) {
  if (std::exchange(HitLimit, true))
    return;
  Defect &F = report(DefectKind::NeedlessBarrier, At,
                     {NeedlessSync::Reason::Undecided, std::nullopt});
  F.Certainty = Certainty::Unknown;
  F.Reason = Reason::ComparisonTooLarge;
}

NeedlessSync::Reason NeedlessFinder::whyNothing(Site At) const {
  if (Fences.barrierAfter(At))
    return NeedlessSync::Reason::BarrierFollows;
  if (Fences.barrierBefore(At))
    return NeedlessSync::Reason::BarrierPrecedes;
  return NeedlessSync::Reason::NothingCrosses;
}

FenceCode NeedlessFinder::machineCode(Site Fence) const {
  if (!View.Proc)
    return std::nullopt;
  lower::Mode M = lower::Mode::of(*View.Proc);
  M.WaveSize = View.WaveSize;
  M.OneWave = isOneWave(View);
  auto Code = lower::lower(Fence.in(View).Op, M, lower::Dialect::Llvm22);
  if (!Code) {
    llvm::consumeError(Code.takeError());
    return std::nullopt;
  }
  std::vector<std::string> Result;
  for (const lower::Step &S : Code->Steps)
    if (S.When == lower::StepWhen::Always || Memory.HasTransfers)
      Result.push_back(S.text());
  return Result;
}

/// Adds to \p F the fences next to the removable barrier \p At: they can be
/// removed, too, or have \p Role.
void NeedlessFinder::noteFences(Defect &F, Site At, bool MayGo,
                                FenceNote::FenceRole Role) {
  for (Site Fence : Fences.around(At)) {
    FenceNote Note{Role, Fence.in(View).Op.Order, machineCode(Fence)};
    if (MayGo && Fences.pairsWithNothing(Fence)) {
      Fences.Removed.insert(Fence);
      Note.Role = FenceNote::FenceRole::Removable;
    }
    F.Notes.push_back({Fence, std::move(Note)});
  }
}

void NeedlessFinder::checkBarrier(const BarrierGroup &Group) {
  Site At = *Group.begin();
  bool IsJoint = At.in(View).Op.Action == BarrierOp::ArriveWait;
  // The result of isfirst may be used; and a lone signal is another finding.
  if (IsJoint != (Group.size() == 1) || llvm::any_of(Group, [&](Site S) {
        return S.in(View).Op.Action == BarrierOp::ArriveIsFirst;
      }))
    return;
  CrossingAnswer Answer = Crossings.find(Group, Fences.Removed);
  if (Answer == CrossingAnswer::Limit)
    return reportLimit(At);
  if (Answer == CrossingAnswer::Nothing) {
    NeedlessSync::Reason Why = whyNothing(At);
    Fences.Removed.insert(Group.begin(), Group.end());
    Defect &F = report(DefectKind::NeedlessBarrier, At, {Why, std::nullopt});
    F.Barrier = At;
    for (Site Part : Group)
      if (Part != At)
        F.Notes.push_back({Part, OperationNote()});
    for (Site Part : Group)
      noteFences(F, Part, IsJoint,
                 IsJoint ? FenceNote::FenceRole::OrdersOthers
                         : FenceNote::FenceRole::OrdersLanes);
    return;
  }
  if (!IsJoint || !isOneWave(View))
    return;
  Defect &F = report(DefectKind::NeedlessBarrier, At,
                     {NeedlessSync::Reason::OneWave, std::nullopt});
  F.Barrier = At;
  noteFences(F, At, false, FenceNote::FenceRole::OrdersOneWave);
}

void NeedlessFinder::checkFence(Site At) {
  const Event &E = At.in(View);
  if (E.Kind != EventKind::Fence || Fences.Removed.count(At) ||
      E.Op.Reach.Level < ScopeLevel::Workgroup)
    return;
  std::optional<Site> Before = Fences.barrierBefore(At),
                      After = Fences.barrierAfter(At);
  // Fences that belong to barriers are kept.
  bool OfBarrier = E.Op.Reach.Level == ScopeLevel::Workgroup &&
                   ((After && E.Op.Order == Ordering::Release) ||
                    (Before && E.Op.Order == Ordering::Acquire));
  if (OfBarrier)
    return;
  if (Fences.isNotNeededInWave(At) && Fences.pairsWithNothing(At)) {
    report(DefectKind::NeedlessFence, At,
           {NeedlessSync::Reason::OrdersNothing, machineCode(At)});
    Fences.Removed.insert(At);
    return;
  }
  if (!(Before || After) || !Fences.isTooWide(At))
    return;
  Defect &F = report(DefectKind::NeedlessFence, At,
                     {NeedlessSync::Reason::TooWide, machineCode(At)});
  F.Barrier = Before ? Before : After;
}

std::vector<Defect> NeedlessFinder::run() {
  if (barriersAreUniform())
    for (const BarrierGroup &Group : findBarrierGroups(View))
      if (!Crossings.isExhausted())
        checkBarrier(Group);
  forEachEvent(View, [&](Site At, const Event &) { checkFence(At); });
  if (Fences.hitLimit() || TooManyBranches)
    reportLimit({0, 0});
  llvm::stable_sort(Found, [](const Defect &A, const Defect &B) {
    return A.First < B.First;
  });
  return std::move(Found);
}

/// Errors of synchronization have to be repaired first: an operation that looks
/// needless may only be misplaced. Barriers that not all threads pass, or whose
/// signals and waits do not alternate, break the assumptions made here.
bool isInTheWay(const Defect &F) {
  switch (F.Kind) {
  case DefectKind::LdsRace:
  case DefectKind::GlobalRace:
  case DefectKind::BarrierWithoutFence:
  case DefectKind::FenceTooNarrow:
    return F.Certainty == Certainty::Error;
  case DefectKind::AsyncNeedless:
  case DefectKind::NeedlessBarrier:
  case DefectKind::NeedlessFence:
  case DefectKind::NotUnderstood:
    return false;
  default:
    return true;
  }
}

} // namespace

std::vector<Defect> findNeedless(sym::Analysis &Context,
                                 llvm::ArrayRef<Defect> Known,
                                 NeedlessLimits Limits) {
  if (!Context.View.Reducible || llvm::any_of(Known, isInTheWay))
    return {};
  return NeedlessFinder(Context, Limits).run();
}

} // namespace fencepost::check
