//===- HittingSet.cpp - The cheapest candidates on every path -------------===//
// See HittingSet.h.
//===----------------------------------------------------------------------===//
#include "HittingSet/HittingSet.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>
#include <set>

namespace fencepost::place {

namespace {

/// How much was searched, of everything together.
struct SearchEffort {
  uint64_t MaxNodes, Nodes = 0;
  bool GaveUp = false;
};

/// Slots that are on paths are numbered anew, in their order; and again in each
/// part of what is left.
class HittingSetSearch {
public:
  HittingSetSearch(llvm::ArrayRef<CandidateSet> Paths,
                   llvm::ArrayRef<PlacementCost> Costs, unsigned MaxDepth,
                   SearchEffort &Spent);
  HittingSet run();

private:
  /// Paths that nothing chosen is on, and slots that may still be chosen.
  struct Remainder {
    llvm::BitVector Paths, Slots;
  };
  struct PartialSet {
    PlacementCost Total, LowerBound;
    std::vector<unsigned> Slots;
  };

  void choose(unsigned Slot, Remainder &Rest, PartialSet &Out) const;
  std::vector<llvm::BitVector> slotsOf(const Remainder &Rest) const;
  std::vector<llvm::BitVector> pathsOf(const Remainder &Rest) const;
  bool takeForced(Remainder &Rest, PartialSet &Out, bool &Changed) const;
  bool dropPaths(Remainder &Rest) const;
  bool dropSlots(Remainder &Rest) const;
  bool reduce(Remainder &Rest, PartialSet &Out) const;
  PlacementCost bound(const Remainder &Rest) const;
  std::vector<Remainder> partsOf(const Remainder &Rest) const;
  llvm::SmallVector<unsigned> triesFor(const Remainder &Rest) const;
  std::optional<PartialSet> solve(Remainder Rest, const PlacementCost &Sofar,
                                  const PlacementCost *Below);
  std::optional<PartialSet> solvePart(const Remainder &Part,
                                      const PlacementCost &Sofar,
                                      const PlacementCost *Below) const;
  std::optional<PartialSet> branch(const PlacementCost &Sofar,
                                   const PlacementCost *Below);
  Remainder all() const {
    return {llvm::BitVector(SlotsOnPath.size(), true),
            llvm::BitVector(Ids.size(), true)};
  }

  PlacementCost Zero;
  SearchEffort &Spent;
  unsigned MaxDepth;
  std::vector<CandidateId> Ids;     ///< By slot.
  std::vector<PlacementCost> Costs; ///< By slot.
  std::vector<unsigned> Rank;       ///< By slot: of its cost.
  std::vector<llvm::BitVector> SlotsOnPath,
      PathsOfSlot; ///< By path, and by slot.
};

HittingSetSearch::HittingSetSearch(llvm::ArrayRef<CandidateSet> Paths,
                                   llvm::ArrayRef<PlacementCost> AllCosts,
                                   unsigned MaxDepth, SearchEffort &Spent)
    : Zero(MaxDepth), Spent(Spent), MaxDepth(MaxDepth) {
  for (const CandidateSet &P : Paths)
    llvm::append_range(Ids, P);
  llvm::sort(Ids);
  Ids.erase(llvm::unique(Ids), Ids.end());
  std::set<PlacementCost> Sorted;
  for (CandidateId S : Ids) {
    Costs.push_back(AllCosts[S.index()]);
    Sorted.insert(AllCosts[S.index()]);
  }
  for (const PlacementCost &P : Costs)
    Rank.push_back(std::distance(Sorted.begin(), Sorted.find(P)));
  PathsOfSlot.assign(Ids.size(), llvm::BitVector(Paths.size()));
  SlotsOnPath.assign(Paths.size(), llvm::BitVector(Ids.size()));
  for (unsigned P = 0; P < Paths.size(); ++P)
    for (CandidateId Id : Paths[P]) {
      unsigned Slot = llvm::lower_bound(Ids, Id) - Ids.begin();
      SlotsOnPath[P].set(Slot);
      PathsOfSlot[Slot].set(P);
    }
}

void HittingSetSearch::choose(unsigned Slot, Remainder &Rest,
                              PartialSet &Out) const {
  Rest.Paths.reset(PathsOfSlot[Slot]);
  Rest.Slots.reset(Slot);
  Out.Total += Costs[Slot];
  Out.Slots.push_back(Slot);
}

std::vector<llvm::BitVector>
HittingSetSearch::slotsOf(const Remainder &Rest) const {
  std::vector<llvm::BitVector> Result(SlotsOnPath.size());
  for (unsigned P : Rest.Paths.set_bits()) {
    Result[P] = SlotsOnPath[P];
    Result[P] &= Rest.Slots;
  }
  return Result;
}

std::vector<llvm::BitVector>
HittingSetSearch::pathsOf(const Remainder &Rest) const {
  std::vector<llvm::BitVector> Result(PathsOfSlot.size());
  for (unsigned S : Rest.Slots.set_bits()) {
    Result[S] = PathsOfSlot[S];
    Result[S] &= Rest.Paths;
  }
  return Result;
}

/// A path with one slot needs it. False if a path has none.
bool HittingSetSearch::takeForced(Remainder &Rest, PartialSet &Out,
                                  bool &Changed) const {
  const llvm::BitVector Before = Rest.Paths;
  for (unsigned P : Before.set_bits()) {
    if (!Rest.Paths[P])
      continue;
    llvm::BitVector Slots = SlotsOnPath[P];
    Slots &= Rest.Slots;
    int First = Slots.find_first();
    if (First < 0)
      return false;
    if (Slots.find_next(First) >= 0)
      continue;
    choose(First, Rest, Out);
    Changed = true;
  }
  return true;
}

/// The first of the smallest of those that \p Indices names.
template <typename T>
unsigned smallest(const llvm::BitVector &Indices, const std::vector<T> &Sizes) {
  unsigned Best = Indices.find_first();
  for (unsigned I : Indices.set_bits())
    if (Sizes[I] < Sizes[Best])
      Best = I;
  return Best;
}

static std::vector<unsigned> sizesOf(llvm::ArrayRef<llvm::BitVector> Sets) {
  std::vector<unsigned> Result;
  for (const llvm::BitVector &Set : Sets)
    Result.push_back(Set.count());
  return Result;
}

/// What meets a path meets those that contain it.
bool HittingSetSearch::dropPaths(Remainder &Rest) const {
  std::vector<llvm::BitVector> Slots = slotsOf(Rest), Paths = pathsOf(Rest);
  std::vector<unsigned> Sizes = sizesOf(Paths);
  bool Changed = false;
  const llvm::BitVector Before = Rest.Paths;
  for (unsigned P : Before.set_bits()) {
    if (!Rest.Paths[P])
      continue;
    for (unsigned Other : Paths[smallest(Slots[P], Sizes)].set_bits())
      if (Other != P && Rest.Paths[Other] && !Slots[P].test(Slots[Other])) {
        Rest.Paths.reset(Other);
        Changed = true;
      }
  }
  return Changed;
}

/// A slot that is on no path without another one that costs no more is not
/// needed. Of equals the later one stays.
bool HittingSetSearch::dropSlots(Remainder &Rest) const {
  std::vector<llvm::BitVector> Slots = slotsOf(Rest), Paths = pathsOf(Rest);
  std::vector<unsigned> Sizes = sizesOf(Slots);
  bool Changed = false;
  const llvm::BitVector Before = Rest.Slots;
  for (unsigned S : Before.set_bits()) {
    bool IsNeeded = Paths[S].any();
    if (IsNeeded)
      for (unsigned T : Slots[smallest(Paths[S], Sizes)].set_bits()) {
        bool MayBe = T != S && Rest.Slots[T] && Rank[T] <= Rank[S] &&
                     !Paths[S].test(Paths[T]);
        bool IsEqual = MayBe && Rank[T] == Rank[S] && Paths[S] == Paths[T];
        IsNeeded &= !MayBe || (IsEqual && T < S);
      }
    if (!IsNeeded) {
      Rest.Slots.reset(S);
      Changed = true;
    }
  }
  return Changed;
}

bool HittingSetSearch::reduce(Remainder &Rest, PartialSet &Out) const {
  for (bool Changed = true; Changed;) {
    Changed = false;
    if (!takeForced(Rest, Out, Changed))
      return false;
    Changed |= dropPaths(Rest);
    Changed |= dropSlots(Rest);
  }
  return true;
}

/// Each path pays as much as all its slots can still take, so that no slot is
/// paid more than its cost: then every set costs what was paid, or more.
PlacementCost HittingSetSearch::bound(const Remainder &Rest) const {
  std::vector<llvm::BitVector> Slots = slotsOf(Rest);
  std::vector<unsigned> Sizes = sizesOf(Slots), Order;
  llvm::append_range(Order, Rest.Paths.set_bits());
  llvm::stable_sort(
      Order, [&](unsigned A, unsigned B) { return Sizes[A] < Sizes[B]; });
  PlacementCost Sum = Zero;
  std::vector<PlacementCost> Unpaid = Costs;
  for (unsigned P : Order) {
    PlacementCost Share = Unpaid[smallest(Slots[P], Unpaid)];
    if (Share == Zero)
      continue;
    Sum += Share;
    for (unsigned S : Slots[P].set_bits())
      Unpaid[S] -= Share;
  }
  return Sum;
}

/// Paths that have slots in common, also through others, belong together.
std::vector<HittingSetSearch::Remainder>
HittingSetSearch::partsOf(const Remainder &Rest) const {
  std::vector<llvm::BitVector> Slots = slotsOf(Rest), Paths = pathsOf(Rest);
  std::vector<Remainder> Result;
  llvm::BitVector Open = Rest.Paths;
  for (int First = Open.find_first(); First >= 0; First = Open.find_first()) {
    Remainder Part{llvm::BitVector(SlotsOnPath.size()),
                   llvm::BitVector(Ids.size())};
    llvm::SmallVector<unsigned> Stack{unsigned(First)};
    Open.reset(First);
    while (!Stack.empty()) {
      unsigned P = Stack.pop_back_val();
      Part.Paths.set(P);
      for (unsigned S : Slots[P].set_bits()) {
        Part.Slots.set(S);
        for (unsigned Other : Paths[S].set_bits())
          if (Open[Other]) {
            Open.reset(Other);
            Stack.push_back(Other);
          }
      }
    }
    Result.push_back(std::move(Part));
  }
  return Result;
}

/// Those of the shortest path, the cheapest and of these the last first.
llvm::SmallVector<unsigned>
HittingSetSearch::triesFor(const Remainder &Rest) const {
  std::vector<llvm::BitVector> Slots = slotsOf(Rest);
  std::vector<unsigned> Sizes = sizesOf(Slots);
  llvm::SmallVector<unsigned> Tries;
  llvm::append_range(Tries, Slots[smallest(Rest.Paths, Sizes)].set_bits());
  llvm::sort(Tries, [&](unsigned A, unsigned B) {
    return Rank[A] != Rank[B] ? Rank[A] < Rank[B] : A > B;
  });
  return Tries;
}

/// The cheapest choice for \p Rest that, with \p Sofar, costs less than
/// \p Below; nothing if there is none.
std::optional<HittingSetSearch::PartialSet>
HittingSetSearch::solve(Remainder Rest, const PlacementCost &Sofar,
                        const PlacementCost *Below) {
  PartialSet Result{Zero, Zero, {}};
  if (!reduce(Rest, Result))
    return std::nullopt;
  PlacementCost Least = Sofar;
  Least += Result.Total;
  Least += bound(Rest);
  if (Below && Least >= *Below)
    return std::nullopt;
  Result.LowerBound = Result.Total;
  std::vector<Remainder> Parts = partsOf(Rest);
  PlacementCost Before = Sofar;
  Before += Result.Total;
  for (const Remainder &Part : Parts) {
    std::optional<PartialSet> Reply = Parts.size() == 1
                                          ? solvePart(Part, Before, Below)
                                          : solvePart(Part, Zero, nullptr);
    if (!Reply)
      return std::nullopt;
    Result.Total += Reply->Total;
    Result.LowerBound += Reply->LowerBound;
    llvm::append_range(Result.Slots, Reply->Slots);
  }
  return Result;
}

std::optional<HittingSetSearch::PartialSet>
HittingSetSearch::solvePart(const Remainder &Part, const PlacementCost &Sofar,
                            const PlacementCost *Below) const {
  std::vector<CandidateSet> Paths;
  for (unsigned P : Part.Paths.set_bits()) {
    llvm::BitVector Slots = SlotsOnPath[P];
    Slots &= Part.Slots;
    Paths.emplace_back(Slots.set_bits_begin(), Slots.set_bits_end());
  }
  HittingSetSearch Nested(Paths, Costs, MaxDepth, Spent);
  std::optional<PartialSet> Found = Nested.branch(Sofar, Below);
  if (Found)
    for (unsigned &S : Found->Slots)
      S = Nested.Ids[S].index();
  return Found;
}

/// One path is met by each of its slots in turn. Sets with those that were
/// tried are done.
std::optional<HittingSetSearch::PartialSet>
HittingSetSearch::branch(const PlacementCost &Sofar,
                         const PlacementCost *Below) {
  Remainder Rest = all();
  std::optional<PartialSet> Best;
  std::optional<PlacementCost> Most;
  if (Below)
    Most = *Below;
  PlacementCost Least = bound(Rest);
  for (unsigned S : triesFor(Rest)) {
    if (++Spent.Nodes > Spent.MaxNodes) {
      Spent.GaveUp = true;
      if (Best)
        break;
    }
    PartialSet WithSlot{Zero, Zero, {}};
    Remainder Next = Rest;
    choose(S, Next, WithSlot);
    Rest.Slots.reset(S);
    PlacementCost Before = Sofar;
    Before += WithSlot.Total;
    std::optional<PartialSet> Reply =
        solve(std::move(Next), Before, Most ? &*Most : nullptr);
    if (!Reply)
      continue;
    WithSlot.Total += Reply->Total;
    llvm::append_range(WithSlot.Slots, Reply->Slots);
    PlacementCost All = Sofar;
    All += WithSlot.Total;
    if (Most && All >= *Most)
      continue;
    Most = std::move(All);
    Best = std::move(WithSlot);
  }
  if (Best)
    Best->LowerBound = Spent.GaveUp ? std::move(Least) : Best->Total;
  return Best;
}

HittingSet HittingSetSearch::run() {
  PartialSet Found = *solve(all(), Zero, nullptr);
  HittingSet Result;
  for (unsigned S : Found.Slots)
    Result.Candidates.push_back(Ids[S]);
  llvm::sort(Result.Candidates);
  Result.Total = std::move(Found.Total);
  Result.LowerBound = std::move(Found.LowerBound);
  return Result;
}

} // namespace

HittingSet cheapestHittingSet(llvm::ArrayRef<CandidateSet> Paths,
                              llvm::ArrayRef<PlacementCost> Costs,
                              unsigned MaxDepth, uint64_t MaxNodes) {
  SearchEffort Spent{MaxNodes};
  return HittingSetSearch(Paths, Costs, MaxDepth, Spent).run();
}

} // namespace fencepost::place
