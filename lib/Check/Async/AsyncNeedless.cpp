//===- AsyncNeedless.cpp - Waits and marks without a use -----------------===//
// spec/003, "Optimization": a wait before which no async operation can be
// outstanding with so many marks after it never blocks; a mark from which no
// wait that blocks can be reached is not waited for. The data flow is that of
// the lowering (AsyncMarks.h). Marks that keep counts in step around a loop
// reach the loop's wait, so they are not reported. Waits of the machine are
// ignored: they never make a wait necessary. See Async.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Async.h"
#include "fencepost/Lower/AsyncMarks.h"

namespace fencepost::check {

using namespace view;
using lower::AsyncEvent;

namespace {

/// Neither the kind of an event (transfer, mark or wait) nor whether a wait
/// blocks depends on the target, so one counter represents all.
struct MarkGraph {
  explicit MarkGraph(const SyncView &View);

  lower::AsyncGraph Graph;
  std::vector<std::vector<Site>> Sites; ///< Of the events of each block.
};

MarkGraph::MarkGraph(const SyncView &View) {
  Graph.Blocks.resize(View.Blocks.size());
  Sites.resize(View.Blocks.size());
  forEachEvent(View, [&](Site At, const Event &E) {
    auto Add = [&](AsyncEvent Async) {
      Graph.Blocks[At.Block].Events.push_back(Async);
      Sites[At.Block].push_back(At);
    };
    if (isAsyncTransfer(E))
      Add(AsyncEvent::operation(Counter::Vm));
    else if (E.Kind == EventKind::AsyncMark)
      Add(AsyncEvent::mark());
    else if (E.Kind == EventKind::AsyncWait)
      Add(AsyncEvent::wait(E.Op.Marks));
    else if (E.Kind == EventKind::Opaque)
      Add(AsyncEvent::unknown(Counter::Vm));
  });
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    for (const Edge &E : View.Blocks[B].Next)
      Graph.Blocks[B].Successors.push_back(E.To);
}

const FamilyFacts &familyWithVmcnt() {
  for (const FamilyFacts &Family : families())
    if (Family.counter(Counter::Vm))
      return Family;
  llvm_unreachable("every family before GFX12 has vmcnt");
}

Defect needless(Site At, NeedlessAsync What) {
  Defect F;
  F.Kind = DefectKind::AsyncNeedless;
  F.First = F.Second = {At, false};
  F.Detail = What;
  return F;
}

} // namespace

std::vector<Defect> findNeedlessAsync(const SyncView &View) {
  bool AnyMark = false, AnyTransfer = false;
  forEachEvent(View, [&](Site, const Event &E) {
    AnyMark |= E.Kind == EventKind::AsyncMark || E.Kind == EventKind::AsyncWait;
    AnyTransfer |= isAsyncTransfer(E) || E.Kind == EventKind::Opaque;
  });
  if (!AnyMark)
    return {};
  MarkGraph Marks(View);
  lower::AsyncAnswer Answer =
      lower::analyzeAsyncMarks(Marks.Graph, familyWithVmcnt());
  std::vector<Defect> Result;
  for (const lower::AsyncWaitAnswer &Wait : Answer.Waits)
    if (Wait.Values.empty()) {
      Site At = Marks.Sites[Wait.Block][Wait.Event];
      Result.push_back(needless(At, AnyTransfer
                                        ? NeedlessAsync::WaitForNothing
                                        : NeedlessAsync::WaitWithoutTransfer));
    }
  for (auto [Block, Event] : Answer.UselessMarks)
    Result.push_back(
        needless(Marks.Sites[Block][Event], NeedlessAsync::MarkNotCovered));
  llvm::sort(Result, [](const Defect &A, const Defect &B) {
    return A.First < B.First;
  });
  return Result;
}

} // namespace fencepost::check
