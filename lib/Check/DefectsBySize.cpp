//===- DefectsBySize.cpp - Defects of several work-group sizes, merged ----===//
// See DefectsBySize.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/DefectsBySize.h"
#include <map>

namespace fencepost::check {

static bool isAdvice(DefectKind Kind) {
  return Kind == DefectKind::AsyncNeedless ||
         Kind == DefectKind::NeedlessBarrier ||
         Kind == DefectKind::NeedlessFence;
}

std::vector<Defect> mergeBySize(std::vector<std::vector<Defect>> BySize) {
  if (BySize.size() == 1)
    return std::move(BySize.front());
  using Key = std::tuple<DefectKind, view::AccessSite, view::AccessSite>;
  struct Seen {
    size_t Times = 0, Errors = 0;
    bool Added = false;
  };
  auto KeyOf = [](const Defect &F) { return Key(F.Kind, F.First, F.Second); };
  std::map<Key, Seen> All;
  for (const std::vector<Defect> &Found : BySize) {
    std::map<Key, bool> Here; // Whether one of them is an error.
    for (const Defect &F : Found)
      Here[KeyOf(F)] |= F.Certainty == Certainty::Error;
    for (auto [K, IsError] : Here) {
      ++All[K].Times;
      All[K].Errors += IsError;
    }
  }
  std::vector<Defect> Result;
  for (std::vector<Defect> &Found : BySize)
    for (Defect &F : Found) {
      Seen &S = All[KeyOf(F)];
      bool Everywhere = S.Errors == BySize.size();
      if (S.Added || (isAdvice(F.Kind) && !Everywhere))
        continue;
      if (Everywhere && F.Certainty != Certainty::Error)
        continue;
      S.Added = true;
      if (!Everywhere && F.Certainty == Certainty::Error) {
        F.Certainty = Certainty::Possible;
        F.Reason = Reason::DependsOnSize;
        F.Fences = {};
      }
      Result.push_back(std::move(F));
    }
  return Result;
}

} // namespace fencepost::check
