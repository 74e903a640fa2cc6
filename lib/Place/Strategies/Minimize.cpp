//===- Minimize.cpp - minimize_placement_strategy of spec/004 ------------===//
// Windows are taken by their ends; one that no barrier lies in gets one before
// its consumer. A window that a loop carries lies from its producer to the end
// of the loop, and from the start of the loop to its consumer. See
// Strategies.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Strategies.h"

namespace fencepost::place {

std::vector<uint32_t> minimizedPositions(llvm::ArrayRef<Window> All) {
  std::vector<Window> Sorted(All.begin(), All.end());
  llvm::stable_sort(Sorted, [](const Window &A, const Window &B) {
    return A.Consumer < B.Consumer;
  });
  std::vector<uint32_t> Result;
  auto HasBarrier = [&](uint32_t First, uint32_t Last) {
    return llvm::any_of(Result,
                        [&](uint32_t P) { return First <= P && P <= Last; });
  };
  for (const Window &W : Sorted)
    if (!W.IsLoopCarried && !HasBarrier(W.Producer + 1, W.Consumer))
      Result.push_back(W.Consumer);
  for (const Window &W : Sorted)
    if (W.IsLoopCarried && !HasBarrier(W.Producer + 1, W.LoopEnd) &&
        !HasBarrier(W.LoopStart, W.Consumer))
      Result.push_back(W.Consumer);
  return Result;
}

StrategyResult placeMinimized(const view::SyncView &View) {
  StrategyResult Result;
  Windows Windows = findWindows(View);
  for (uint32_t Position : minimizedPositions(Windows.All)) {
    view::Site At = Windows.Accesses[Position].At;
    Result.Barriers.push_back({At.Block, At.Event});
  }
  evaluateStrategy(View, Result);
  return Result;
}

} // namespace fencepost::place
