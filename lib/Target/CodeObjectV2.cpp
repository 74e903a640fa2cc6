//===- CodeObjectV2.cpp - Processors and settings of code object V2 -------===//
#include "CodeObjectV2.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace fencepost {

using enum FeatureSetting;

static constexpr V2Row V2Rows[] = {
    {.Note = {6, 0, 0}, .Name = "gfx600"},
    {.Note = {6, 0, 1}, .Name = "gfx601"},
    {.Note = {6, 0, 2}, .Name = "gfx602"},
    {.Note = {7, 0, 0}, .Name = "gfx700"},
    {.Note = {7, 0, 1}, .Name = "gfx701"},
    {.Note = {7, 0, 2}, .Name = "gfx702"},
    {.Note = {7, 0, 3}, .Name = "gfx703"},
    {.Note = {7, 0, 4}, .Name = "gfx704"},
    {.Note = {7, 0, 5}, .Name = "gfx705"},
    {.Note = {8, 0, 0}, .Name = "gfx802"},
    {.Note = {8, 0, 1}, .Name = "gfx801", .Xnack = On},
    {.Note = {8, 0, 2}, .Name = "gfx802"},
    {.Note = {8, 0, 3}, .Name = "gfx803"},
    {.Note = {8, 0, 4}, .Name = "gfx803"},
    {.Note = {8, 0, 5}, .Name = "gfx805"},
    {.Note = {8, 1, 0}, .Name = "gfx810", .Xnack = On},
    {.Note = {9, 0, 0}, .Name = "gfx900", .Xnack = Off},
    {.Note = {9, 0, 1}, .Name = "gfx900", .Xnack = On},
    {.Note = {9, 0, 2}, .Name = "gfx902", .Xnack = Off},
    {.Note = {9, 0, 3}, .Name = "gfx902", .Xnack = On},
    {.Note = {9, 0, 4}, .Name = "gfx904", .Xnack = Off},
    {.Note = {9, 0, 5}, .Name = "gfx904", .Xnack = On},
    {.Note = {9, 0, 6}, .Name = "gfx906", .SramEcc = Off, .Xnack = Off},
    {.Note = {9, 0, 7}, .Name = "gfx906", .SramEcc = Off, .Xnack = On},
    {.Note = {9, 0, 12}, .Name = "gfx90c", .Xnack = Off},
};
static_assert(std::ranges::is_sorted(V2Rows, std::ranges::less_equal(),
                                     &V2Row::Note),
              "rows are by version");

bool isInV2(const Processor &P) {
  return llvm::any_of(V2Rows, [&](const V2Row &R) { return R.Name == P.Name; });
}

std::optional<FeatureSetting> fixedV2Setting(const Processor &P, Feature F) {
  std::optional<FeatureSetting> Only;
  for (const V2Row &R : V2Rows) {
    if (R.Name != P.Name)
      continue;
    if (Only && *Only != R.setting(F))
      return std::nullopt;
    Only = R.setting(F);
  }
  return Only;
}

std::optional<TargetID> TargetID::fromV2IsaVersion(IsaVersion Isa) {
  const auto *It =
      llvm::find_if(V2Rows, [=](const V2Row &R) { return R.Note == Isa; });
  if (It == std::end(V2Rows))
    return std::nullopt;
  return TargetID{findProcessor(It->Name), It->SramEcc, It->Xnack};
}

} // namespace fencepost
