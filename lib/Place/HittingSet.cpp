//===- HittingSet.cpp - The cheapest slots that meet every path -----------===//
// See HittingSet.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/HittingSet.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <set>

namespace fencepost::place {

static uint64_t unitsOf(double Frequency) {
  return std::max<uint64_t>(1, std::llround(std::min(Frequency * 4096, 1e15)));
}

Price Price::of(const Slot &S, unsigned MaxDepth) {
  Price Result(MaxDepth);
  Result.Parts[MaxDepth - std::min(S.Depth, MaxDepth)] = 1;
  Result.Parts[MaxDepth + 1] = S.TransfersBefore;
  Result.Parts[MaxDepth + 2] = unitsOf(S.Frequency);
  return Result;
}

Price Price::of(const ExistingBarrier &B, unsigned MaxDepth, bool OnlyFences) {
  Price Result(MaxDepth);
  if (!OnlyFences)
    Result.Parts[MaxDepth - std::min(B.Depth, MaxDepth)] = 1;
  Result.Parts[MaxDepth + (OnlyFences ? 3 : 2)] = unitsOf(B.Frequency);
  return Result;
}

Price &Price::operator+=(const Price &Other) {
  if (Parts.size() < Other.Parts.size())
    Parts.resize(Other.Parts.size());
  for (size_t I = 0; I < Other.Parts.size(); ++I)
    Parts[I] += Other.Parts[I];
  return *this;
}

std::strong_ordering Price::operator<=>(const Price &Other) const {
  return std::lexicographical_compare_three_way(
      Parts.begin(), Parts.end(), Other.Parts.begin(), Other.Parts.end());
}

namespace {

class Search {
public:
  Search(llvm::ArrayRef<Path> Paths, llvm::ArrayRef<Price> Prices,
         unsigned MaxDepth, uint64_t MaxNodes)
      : Prices(Prices), Zero(MaxDepth), MaxNodes(MaxNodes) {
    std::set<Path> All(Paths.begin(), Paths.end());
    for (const Path &P : All)
      if (!containsOther(P, All))
        Open.push_back(P);
  }

  HittingSet run();

private:
  static bool containsOther(const Path &P, const std::set<Path> &All) {
    return llvm::any_of(All, [&](const Path &Other) {
      return Other.size() < P.size() &&
             std::includes(P.begin(), P.end(), Other.begin(), Other.end());
    });
  }
  void dropDominated();
  void branch(std::vector<uint32_t> Left, Price Sofar);
  Price bound(llvm::ArrayRef<uint32_t> Left) const;
  uint32_t shortest(llvm::ArrayRef<uint32_t> Left) const;

  llvm::ArrayRef<Price> Prices;
  Price Zero;
  uint64_t MaxNodes, Nodes = 0;
  bool GaveUp = false;
  std::vector<Path> Open;
  std::vector<SlotId> Chosen, Best;
  std::optional<Price> BestPrice;
};

/// A slot that is on no path without another one that is no dearer is not
/// needed. Of equals the later one stays.
void Search::dropDominated() {
  std::map<SlotId, std::set<uint32_t>> On;
  for (uint32_t P = 0; P < Open.size(); ++P)
    for (SlotId S : Open[P])
      On[S].insert(P);
  std::set<SlotId> Dropped;
  for (auto &[S, Mine] : On)
    for (auto &[T, Theirs] : On) {
      if (S == T || Dropped.count(T) || Prices[T] > Prices[S])
        continue;
      bool Equal = Mine == Theirs && Prices[T] == Prices[S];
      if (Equal && T < S)
        continue;
      if (std::includes(Theirs.begin(), Theirs.end(), Mine.begin(),
                        Mine.end())) {
        Dropped.insert(S);
        break;
      }
    }
  for (Path &P : Open)
    llvm::erase_if(P, [&](SlotId S) { return Dropped.count(S); });
}

/// Paths without a common slot need a slot each.
Price Search::bound(llvm::ArrayRef<uint32_t> Left) const {
  Price Sum = Zero;
  std::set<SlotId> Used;
  std::vector<uint32_t> Order(Left.begin(), Left.end());
  llvm::stable_sort(Order, [&](uint32_t A, uint32_t B) {
    return Open[A].size() < Open[B].size();
  });
  for (uint32_t P : Order) {
    if (llvm::any_of(Open[P], [&](SlotId S) { return Used.count(S); }))
      continue;
    Used.insert(Open[P].begin(), Open[P].end());
    Price Least = Prices[Open[P].front()];
    for (SlotId S : Open[P])
      Least = std::min(Least, Prices[S]);
    Sum += Least;
  }
  return Sum;
}

uint32_t Search::shortest(llvm::ArrayRef<uint32_t> Left) const {
  return *llvm::min_element(Left, [&](uint32_t A, uint32_t B) {
    return Open[A].size() < Open[B].size();
  });
}

void Search::branch(std::vector<uint32_t> Left, Price Sofar) {
  if (Left.empty()) {
    if (!BestPrice || Sofar < *BestPrice) {
      BestPrice = Sofar;
      Best = Chosen;
    }
    return;
  }
  if (++Nodes > MaxNodes) {
    GaveUp = true;
    if (BestPrice)
      return;
  }
  Price Least = Sofar;
  Least += bound(Left);
  if (BestPrice && Least >= *BestPrice)
    return;
  Path Tries = Open[shortest(Left)];
  llvm::stable_sort(Tries, [&](SlotId A, SlotId B) {
    return Prices[A] != Prices[B] ? Prices[A] < Prices[B] : A > B;
  });
  for (SlotId S : Tries) {
    std::vector<uint32_t> Rest;
    for (uint32_t P : Left)
      if (!llvm::binary_search(Open[P], S))
        Rest.push_back(P);
    Price Next = Sofar;
    Next += Prices[S];
    Chosen.push_back(S);
    branch(std::move(Rest), std::move(Next));
    Chosen.pop_back();
  }
}

HittingSet Search::run() {
  dropDominated();
  std::vector<uint32_t> All;
  for (uint32_t P = 0; P < Open.size(); ++P)
    All.push_back(P);
  branch(All, Zero);
  HittingSet Result;
  Result.Slots = Best;
  llvm::sort(Result.Slots);
  Result.Total = BestPrice.value_or(Zero);
  Result.LowerBound = GaveUp ? bound(All) : Result.Total;
  return Result;
}

} // namespace

HittingSet cheapestHittingSet(llvm::ArrayRef<Path> Paths,
                              llvm::ArrayRef<Price> Prices, unsigned MaxDepth,
                              uint64_t MaxNodes) {
  return Search(Paths, Prices, MaxDepth, MaxNodes).run();
}

} // namespace fencepost::place
