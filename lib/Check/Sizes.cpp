//===- Sizes.cpp - Work-groups whose size the kernel does not say ---------===//
// See Sizes.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Sizes.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace fencepost::check {

using namespace view;

/// By the number of dimensions: 256 work-items in the usual shapes.
static constexpr GroupSize Usual[3][2] = {
    {{256, 1, 1}, {128, 1, 1}},
    {{16, 16, 1}, {32, 8, 1}},
    {{8, 8, 4}, {16, 4, 4}},
};

/// \p Size, halved along its longest side until it has at most \p Most items.
static GroupSize shrunk(GroupSize Size, unsigned Most) {
  while (Size[0] * Size[1] * Size[2] > Most)
    *llvm::max_element(Size) /= 2;
  return Size;
}

llvm::SmallVector<GroupSize, 2> likelySizes(const SyncView &View) {
  if (View.SizeIsExact)
    return {GroupSize{View.Size[0], View.Size[1], View.Size[2]}};
  unsigned Dimensions = View.Size[2] > 1 ? 3 : View.Size[1] > 1 ? 2 : 1;
  llvm::SmallVector<GroupSize, 2> Result;
  for (const GroupSize &Size : Usual[Dimensions - 1]) {
    GroupSize Fits = shrunk(Size, std::max(View.Most, 1u));
    if (!llvm::is_contained(Result, Fits))
      Result.push_back(Fits);
  }
  // A limit that is no power of two was chosen on purpose.
  if (Dimensions == 1 && View.Most > View.WaveSize && View.Most < 256)
    Result.front() = {View.Most, 1, 1};
  return Result;
}

SyncView withSize(const SyncView &View, GroupSize Size) {
  SyncView Result = View;
  llvm::copy(Size, Result.Size);
  Result.SizeIsExact = true;
  Result.Most = Size[0] * Size[1] * Size[2];
  return Result;
}

static bool isAdvice(FindingKind Kind) {
  return Kind == FindingKind::AsyncNeedless ||
         Kind == FindingKind::NeedlessBarrier ||
         Kind == FindingKind::NeedlessFence;
}

std::vector<Finding> merged(std::vector<std::vector<Finding>> BySize) {
  if (BySize.size() == 1)
    return std::move(BySize.front());
  using Key = std::tuple<FindingKind, AccessSite, AccessSite>;
  struct Seen {
    size_t Times = 0, Errors = 0;
    bool Added = false;
  };
  auto KeyOf = [](const Finding &F) { return Key(F.Kind, F.First, F.Second); };
  std::map<Key, Seen> All;
  for (const std::vector<Finding> &Found : BySize) {
    std::map<Key, bool> Here; // Whether one of them is an error.
    for (const Finding &F : Found)
      Here[KeyOf(F)] |= F.Sure == Certainty::Error;
    for (auto [K, IsError] : Here) {
      ++All[K].Times;
      All[K].Errors += IsError;
    }
  }
  std::vector<Finding> Result;
  for (std::vector<Finding> &Found : BySize)
    for (Finding &F : Found) {
      Seen &S = All[KeyOf(F)];
      bool Everywhere = S.Errors == BySize.size();
      if (S.Added || (isAdvice(F.Kind) && !Everywhere))
        continue;
      if (Everywhere && F.Sure != Certainty::Error)
        continue;
      S.Added = true;
      if (!Everywhere && F.Sure == Certainty::Error) {
        F.Sure = Certainty::Possible;
        F.Reason = "it depends on the size of the work-group, which is not "
                   "known";
      }
      Result.push_back(std::move(F));
    }
  return Result;
}

} // namespace fencepost::check
