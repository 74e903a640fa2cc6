//===- CodeObjectV2.cpp - Processors and settings of code object V2 -------===//
#include "CodeObjectV2.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace fencepost {

using enum FeatureSetting;

static constexpr V2Row V2Rows[] = {
    // clang-format off
    {{6, 0, 0},  "gfx600", Unsupported, Unsupported},
    {{6, 0, 1},  "gfx601", Unsupported, Unsupported},
    {{6, 0, 2},  "gfx602", Unsupported, Unsupported},
    {{7, 0, 0},  "gfx700", Unsupported, Unsupported},
    {{7, 0, 1},  "gfx701", Unsupported, Unsupported},
    {{7, 0, 2},  "gfx702", Unsupported, Unsupported},
    {{7, 0, 3},  "gfx703", Unsupported, Unsupported},
    {{7, 0, 4},  "gfx704", Unsupported, Unsupported},
    {{7, 0, 5},  "gfx705", Unsupported, Unsupported},
    {{8, 0, 0},  "gfx802", Unsupported, Unsupported},
    {{8, 0, 1},  "gfx801", Unsupported, On},
    {{8, 0, 2},  "gfx802", Unsupported, Unsupported},
    {{8, 0, 3},  "gfx803", Unsupported, Unsupported},
    {{8, 0, 4},  "gfx803", Unsupported, Unsupported},
    {{8, 0, 5},  "gfx805", Unsupported, Unsupported},
    {{8, 1, 0},  "gfx810", Unsupported, On},
    {{9, 0, 0},  "gfx900", Unsupported, Off},
    {{9, 0, 1},  "gfx900", Unsupported, On},
    {{9, 0, 2},  "gfx902", Unsupported, Off},
    {{9, 0, 3},  "gfx902", Unsupported, On},
    {{9, 0, 4},  "gfx904", Unsupported, Off},
    {{9, 0, 5},  "gfx904", Unsupported, On},
    {{9, 0, 6},  "gfx906", Off,         Off},
    {{9, 0, 7},  "gfx906", Off,         On},
    {{9, 0, 12}, "gfx90c", Unsupported, Off},
    // clang-format on
};
static_assert(std::ranges::is_sorted(V2Rows, std::ranges::less_equal(),
                                     &V2Row::Note),
              "rows are by version");

llvm::ArrayRef<V2Row> v2Rows() { return V2Rows; }

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
