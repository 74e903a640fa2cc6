//===- AsyncTensor.cpp - Tensor transfers that are used too early --------===//
// See Async.h. The LDS that a tensor transfer accesses is unknown; a variable
// that is read and that nothing else writes is assumed to be filled by tensor
// loads. If other accesses write it, or other operations may complete transfers
// or order waves, a finding is only possible. A descriptor may name a barrier
// in LDS that counts completed transfers, so kernels with atomics on LDS may
// need no wait.
//===----------------------------------------------------------------------===//
#include "AsyncDefect.h"
#include "AsyncLaunches.h"
#include "AsyncTensorRun.h"
#include "fencepost/Check/Async.h"
#include "fencepost/View/Access.h"

namespace fencepost::check {

using namespace view;

namespace {

bool isLdsVariable(const Object &Object) {
  return Object.Kind == ObjectKind::Lds;
}

/// The LDS accesses of the kernel besides tensor transfers.
struct TensorKernel {
  explicit TensorKernel(const SyncView &View);

  llvm::BitVector Variables; ///< In LDS, by object.
  llvm::BitVector Written;   ///< By anything but tensor loads.
  bool AnyFilled = false;    ///< One is read and not Written.
  bool AnyLoad = false, AnyTransfer = false;
  bool Opaque = false, OtherBarrier = false, LdsAtomic = false;

private:
  void write(const SyncView &View, const Event &E, const AccessRange &T);
};

void TensorKernel::write(const SyncView &View, const Event &E,
                         const AccessRange &T) {
  if (!T.Writes || isTensorTransfer(E))
    return;
  if (T.Object == None ? mayBeLds(E.Op.Space)
                       : View.Objects[T.Object].Kind == ObjectKind::Unknown &&
                             mayBeLds(View.Objects[T.Object].Space))
    Written.set(0, Written.size());
  else if (T.Object != None)
    Written.set(T.Object);
}

TensorKernel::TensorKernel(const SyncView &View)
    : Variables(View.Objects.size()), Written(View.Objects.size()) {
  for (uint32_t Id = 0; Id < View.Objects.size(); ++Id)
    if (isLdsVariable(View.Objects[Id]))
      Variables.set(Id);
  forEachEvent(View, [&](Site, const Event &E) {
    write(View, E, E.Memory);
    write(View, E, E.Destination);
    AnyTransfer |= isTensorTransfer(E);
    AnyLoad |=
        isTensorTransfer(E) && E.Transfer.Direction == TransferDirection::ToLds;
    Opaque |= E.Kind == EventKind::Opaque;
    OtherBarrier |= mayOrder(E);
    LdsAtomic |=
        E.Kind == EventKind::Access && E.Op.isAtomic() && mayBeLds(E.Op.Space);
  });
  forEachEvent(View, [&](Site, const Event &E) {
    const AccessRange &T = E.Memory;
    AnyFilled |= T.Reads && T.Object != None && Variables[T.Object] &&
                 !Written[T.Object];
  });
}

class TensorNotComplete {
public:
  explicit TensorNotComplete(sym::Analysis &Context)
      : Context(Context), Kernel(Context.View),
        Plan(Context, Kernel.Variables, isTensorTransfer) {}

  std::vector<Defect> run();

private:
  bool runAll();
  const TensorEarly *best(AccessSite At, size_t &Launch) const;
  std::optional<Reason> doubt(AccessSite At, const TensorEarly &Found) const;
  bool isShownByAll(AccessSite At) const;
  std::optional<Defect> judged(AccessSite At) const;
  Defect unclear(Reason Why) const;

  sym::Analysis &Context;
  TensorKernel Kernel;
  AsyncPlan Plan;
  std::vector<AsyncLaunch> Launches;
  std::vector<TensorOutcome> Outcomes; ///< By launch.
};

/// False if a limit was hit.
bool TensorNotComplete::runAll() {
  bool Complete = true;
  for (const AsyncLaunch &L : Launches) {
    unsigned Steps = stepsFor(Context, L.Run);
    if (Steps == 0)
      return false;
    Outcomes.push_back(runTensor(Plan, L.Run, L.Unknowns, Steps));
    Complete &= Outcomes.back().Complete;
  }
  return Complete;
}

const TensorEarly *TensorNotComplete::best(AccessSite At,
                                           size_t &Launch) const {
  const TensorEarly *Best = nullptr;
  for (size_t I = 0; I < Outcomes.size(); ++I) {
    auto It = Outcomes[I].Found.find(At);
    if (It == Outcomes[I].Found.end())
      continue;
    if (!Best || (Best->What.Tainted && !It->second.What.Tainted)) {
      Best = &It->second;
      Launch = I;
    }
  }
  return Best;
}

bool TensorNotComplete::isShownByAll(AccessSite At) const {
  for (size_t I = 0; I < Launches.size(); ++I)
    if (Launches[I].IsWide && Outcomes[I].Reached.count(At) &&
        !Outcomes[I].Found.count(At))
      return false;
  return true;
}

/// Why it is not certain; nothing if it is.
std::optional<Reason> TensorNotComplete::doubt(AccessSite At,
                                               const TensorEarly &Found) const {
  bool IsRead = !At.in(Context.View).Writes;
  if (IsRead && Kernel.Written[At.in(Context.View).Object])
    return Reason::UnknownFill;
  if (!IsRead && (Kernel.AnyLoad || !Found.Covered))
    return Reason::UnknownTransferBytes;
  if (Kernel.LdsAtomic)
    return Reason::AtomicMaySignal;
  if (Kernel.Opaque ||
      (Kernel.OtherBarrier && Found.What.Distance != Distance::SameThread))
    return Reason::BarrierMayOrder;
  if (Found.What.Tainted)
    return Reason::UnknownConditionOrWait;
  if (!isShownByAll(At))
    return Reason::DependsOnArguments;
  return std::nullopt;
}

std::optional<Defect> TensorNotComplete::judged(AccessSite At) const {
  // Tensor loads fill only LDS that nothing else writes.
  const AccessRange &T = At.in(Context.View);
  if (!T.Writes && Kernel.Written[T.Object] && Kernel.AnyFilled)
    return std::nullopt;
  size_t Number = 0;
  const TensorEarly *Found = best(At, Number);
  if (!Found)
    return std::nullopt;
  const AsyncLaunch &L = Launches[Number];
  auto Run = [&](const AsyncUse &Use) {
    return Plan.Runs.run(L.Run, sim::threadAt(L.Run, Use.Thread), L.Unknowns,
                         Plan.recorded(), stepsFor(Context, L.Run));
  };
  Defect F;
  F.Kind = DefectKind::AsyncNotComplete;
  F.Reason = doubt(At, *Found);
  F.Certainty = F.Reason ? Certainty::Possible : Certainty::Error;
  fillIn(Plan, L.Run, Found->What, Run(Found->What.Transfer),
         Run(Found->What.Access), F);
  return F;
}

Defect TensorNotComplete::unclear(Reason Why) const {
  Defect F;
  F.Kind = DefectKind::NotUnderstood;
  F.Certainty = Certainty::Unknown;
  F.First = F.Second = {Plan.Transfers.front(), false};
  F.Reason = Why;
  return F;
}

std::vector<Defect> TensorNotComplete::run() {
  if (Plan.Transfers.empty() || Plan.Sites.empty())
    return {};
  Launches = launchesOf(Context);
  if (!runAll())
    return {unclear(Reason::TensorKernelTooLarge)};
  std::vector<Defect> Result;
  for (AccessSite At : Plan.Sites)
    if (std::optional<Defect> F = judged(At))
      Result.push_back(std::move(*F));
  return Result;
}

} // namespace

std::vector<Defect> findTensorNotComplete(sym::Analysis &Context) {
  if (!TensorKernel(Context.View).AnyTransfer)
    return {};
  return TensorNotComplete(Context).run();
}

} // namespace fencepost::check
