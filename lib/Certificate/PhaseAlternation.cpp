//===- PhaseAlternation.cpp - Signals and waits alternate -----------------===//
// See PhaseAlternation.h.
//===----------------------------------------------------------------------===//
#include "PhaseAlternation.h"
#include "fencepost/Symbolic/Regions.h"

namespace fencepost::certificate {

using namespace view;

/// Goes through \p Block with a phase \p InFlight or not.
static std::optional<llvm::StringRef> go(const Block &Block, bool &InFlight) {
  for (const Event &E : Block.Events) {
    if (!view::isWorkgroupBarrier(E))
      continue;
    if (arrives(E.Op.Action) && InFlight)
      return "a signal comes while a phase is in flight";
    InFlight |= arrives(E.Op.Action);
    if (waits(E.Op.Action) && !InFlight)
      return "a wait comes with no phase in flight";
    InFlight &= !waits(E.Op.Action);
  }
  if (InFlight && Block.Next.empty() && !Block.Unreachable)
    return "the kernel can end with a phase in flight";
  return std::nullopt;
}

std::optional<llvm::StringRef> findAlternationFault(const SyncView &View) {
  std::set<std::pair<BlockId, bool>> Seen{{0, false}};
  std::vector<std::pair<BlockId, bool>> Work{{0, false}};
  while (!Work.empty()) {
    auto [Position, InFlight] = Work.back();
    Work.pop_back();
    if (std::optional<llvm::StringRef> Fault =
            go(View.Blocks[Position], InFlight))
      return Fault;
    for (const Edge &E : View.Blocks[Position].Next)
      if (Seen.insert({E.To, InFlight}).second)
        Work.push_back({E.To, InFlight});
  }
  return std::nullopt;
}

} // namespace fencepost::certificate
