//===- SplitOracle.cpp - Signals and waits, by trying all -----------------===//
// See SplitOracle.h.
//===----------------------------------------------------------------------===//
#include "SplitOracle.h"
#include "llvm/ADT/SmallString.h"

namespace fencepost::place {

using namespace view;

namespace {

/// What a slot can get; S is a signal, W a wait.
constexpr llvm::StringLiteral Things[] = {"",   "S",   "W",  "SW",
                                          "WS", "SWS", "WSW"};

class Trier {
public:
  Trier(const SlottedView &Slotted, const Placement &Placement, bool Around)
      : Slotted(Slotted),
        Ran(runAll(Slotted, allowedChanges(Slotted, PlaceMode::Keep))),
        Around(Around) {
    findSteps();
    Choices Placed(Slotted.Slots.size());
    for (SlotId S : Placement.Slots)
      Placed[S.index()] = 3;
    for (const std::vector<SlotId> &Path : Ran.Paths)
      Most.push_back(along(Placed, Path).count('W') + Around);
  }
  double run();

private:
  using Choices = std::vector<unsigned>; ///< Of Things, by slot.

  static llvm::SmallString<64> along(const Choices &C,
                                     const std::vector<SlotId> &Passed) {
    llvm::SmallString<64> All;
    for (SlotId S : Passed)
      All += Things[C[S.index()]];
    return All;
  }
  void findSteps();
  bool costsNoMore(const Choices &C) const;
  bool orders(const Choices &C) const;
  std::optional<double> inFlight(const Choices &C) const;

  const SlottedView &Slotted;
  OracleResult Ran;
  bool Around;
  /// By block: slots, and nothing for each access that counts.
  std::vector<std::vector<std::optional<SlotId>>> Steps;
  std::vector<size_t> Most; ///< Waits, by path.
};

bool Trier::costsNoMore(const Choices &C) const {
  size_t I = 0;
  return llvm::all_of(Ran.Paths, [&](const std::vector<SlotId> &Path) {
    return along(C, Path).count('W') <= Most[I++];
  });
}

bool Trier::orders(const Choices &C) const {
  return llvm::all_of(Ran.Between, [&](const std::vector<SlotId> &Passed) {
    llvm::SmallString<64> All = along(C, Passed);
    size_t Signal = All.find('S');
    return Signal != llvm::StringRef::npos &&
           All.find('W', Signal) != llvm::StringRef::npos;
  });
}

/// Nothing if signals and waits do not alternate.
std::optional<double> Trier::inFlight(const Choices &C) const {
  std::vector<std::optional<bool>> Start(Slotted.View.Blocks.size());
  Start[0] = false;
  double Sum = 0;
  for (BlockId B = 0; B < Start.size(); ++B) {
    const Block &Block = Slotted.View.Blocks[B];
    bool IsInFlight = Start[B].value_or(false);
    for (std::optional<SlotId> S : Steps[B]) {
      if (!S) {
        Sum += IsInFlight ? Block.Frequency : 0;
        continue;
      }
      for (char Part : Things[C[S->index()]]) {
        if (IsInFlight == (Part == 'S'))
          return std::nullopt;
        IsInFlight = !IsInFlight;
      }
    }
    if (Block.Next.empty() && IsInFlight)
      return std::nullopt;
    for (const Edge &E : Block.Next) {
      if (Start[E.To].value_or(IsInFlight) != IsInFlight)
        return std::nullopt;
      Start[E.To] = IsInFlight;
    }
  }
  return Sum;
}

void Trier::findSteps() {
  std::map<view::Site, SlotId> SlotAt;
  for (SlotId S : IdRange<SlotId>(Slotted.Slots.size()))
    SlotAt[Slotted.slot(S).InView] = S;
  Steps.resize(Slotted.View.Blocks.size());
  view::forEachEvent(Slotted.View, [&](view::Site Site, const Event &E) {
    bool Counts = !Around || Slotted.View.Blocks[Site.Block].Loop != None;
    if (auto It = SlotAt.find(Site); It != SlotAt.end())
      Steps[Site.Block].push_back(It->second);
    else if (Counts &&
             (E.Kind == EventKind::Access || E.Kind == EventKind::Transfer))
      Steps[Site.Block].push_back(std::nullopt);
  });
}

double Trier::run() {
  double Best = 0;
  Choices C(Slotted.Slots.size());
  while (true) {
    std::optional<double> Sum = inFlight(C);
    if (Sum && *Sum > Best && costsNoMore(C) && orders(C))
      Best = *Sum;
    size_t S = 0;
    while (S < C.size() && ++C[S] == std::size(Things))
      C[S++] = 0;
    if (S == C.size())
      return Best;
  }
}

} // namespace

std::optional<double> mostInFlight(const SlottedView &Slotted,
                                   const Placement &Placement, bool Around) {
  if (Slotted.Slots.size() > 6)
    return std::nullopt;
  return Trier(Slotted, Placement, Around).run();
}

std::string unorderedIn(const SyncView &View) {
  SlottedView Slotted = withSlots(View);
  AllowedChanges All{.AddSlots = true,
                     .AddInSplit = true,
                     .Existing = std::vector<BarrierRole>(
                         Slotted.Existing.size(), BarrierRole::Orders)};
  OracleResult Ran = runAll(Slotted, All);
  if (!Ran.SlotsAgree)
    return "threads pass different barriers";
  return Ran.Needs.empty() ? "" : "accesses without a barrier between them";
}

} // namespace fencepost::place
