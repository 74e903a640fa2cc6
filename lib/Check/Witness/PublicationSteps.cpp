//===- PublicationSteps.cpp - Fences and barriers of a publication --------===//
// See WitnessSteps.h. A wait whose signal is not on the path orders nothing.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/WitnessSteps.h"

namespace fencepost::check {

using namespace view;

/// Blocks after that of \p From up to that of \p To; none if there is no path.
/// Paths around no loop come first, as in PublicationPath.h.
static std::optional<std::vector<BlockId>>
blocksBetween(const SyncView &View, BlockId From, BlockId To, bool Around) {
  std::vector<BlockId> Parent(View.Blocks.size(), None), Queue{From};
  for (size_t I = 0; I < Queue.size() && Parent[To] == None; ++I)
    for (const Edge &E : View.Blocks[Queue[I]].Next)
      if (Parent[E.To] == None && (Around || !Graph::isBack(Queue[I], E.To))) {
        Parent[E.To] = Queue[I];
        Queue.push_back(E.To);
      }
  if (Parent[To] == None)
    return Around ? std::nullopt : blocksBetween(View, From, To, true);
  std::vector<BlockId> Path{To};
  for (BlockId B = Parent[To]; B != From; B = Parent[B])
    Path.push_back(B);
  std::reverse(Path.begin(), Path.end());
  return Path;
}

std::optional<std::vector<Site>> syncBetween(const SyncView &View, Site From,
                                             Site To) {
  std::vector<Site> Result;
  bool Signalled = false, Clear = true;
  auto Take = [&](BlockId B, uint32_t Begin, uint32_t End) {
    for (uint32_t I = Begin; I < End; ++I) {
      const Event &E = View.Blocks[B].Events[I];
      bool IsBarrier = E.Kind == EventKind::Barrier;
      Clear &=
          E.Kind != EventKind::Opaque && (!IsBarrier || isWorkgroupBarrier(E));
      Signalled |= IsBarrier && arrives(E.Op.Action);
      if (E.Kind == EventKind::Fence || (IsBarrier && Signalled))
        Result.push_back({B, I});
    }
  };
  if (From.Block == To.Block && From.Event < To.Event) {
    Take(From.Block, From.Event + 1, To.Event);
  } else {
    auto Path = blocksBetween(View, From.Block, To.Block, false);
    if (!Path)
      return std::nullopt;
    Take(From.Block, From.Event + 1, View.Blocks[From.Block].Events.size());
    for (BlockId B : llvm::ArrayRef(*Path).drop_back())
      Take(B, 0, View.Blocks[B].Events.size());
    Take(To.Block, 0, To.Event);
  }
  if (!Clear || Result.size() > MaxWitnessSteps)
    return std::nullopt;
  return Result;
}

} // namespace fencepost::check
