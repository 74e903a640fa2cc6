//===- Certified.h - A kernel in the short notation, and its certificate --===//
#ifndef FENCEPOST_UNITTESTS_CERTIFICATE_CERTIFIED_H
#define FENCEPOST_UNITTESTS_CERTIFICATE_CERTIFIED_H

#include "RandomShape.h"
#include "Shapes.h"
#include "fencepost/Place/Certify.h"
#include "fencepost/Place/PlacementCheck.h"

namespace fencepost::certificate {

struct Certified {
  explicit Certified(llvm::StringRef Text,
                     place::PlaceMode Mode = place::PlaceMode::Keep,
                     unsigned WaveSize = 4)
      : View(place::shape(Text, 4, WaveSize)), Slotted(place::withSlots(View)),
        Plan(place::cheapestPlacement(Slotted, {Mode, {}, false})),
        Cert(place::certify(View, Slotted, Plan, Mode)) {}

  /// The certificate of the same barriers as signals and waits that stand
  /// apart.
  Certificate split() const {
    place::SplitPlacement Split = place::splitBarriers(
        View, Slotted, Plan, place::findExtras(View, Slotted, Plan).CompleteAt);
    return place::certify(View, Slotted, Plan, place::PlaceMode(Cert.Mode),
                          &Split);
  }

  view::SyncView View;
  place::SlottedView Slotted;
  place::Placement Plan;
  Certificate Cert;
};

/// Calls \p Visit with \p Count random kernels, placed in all modes, whose
/// hazards all can be ordered, and what to say when one fails.
inline void forRandomKernels(
    unsigned Count,
    llvm::function_ref<void(const Certified &, const std::string &)> Visit) {
  static const place::PlaceMode Modes[] = {place::PlaceMode::Keep,
                                           place::PlaceMode::Replace,
                                           place::PlaceMode::RemoveNeedless};
  for (unsigned Seed = 1; Seed <= Count; ++Seed) {
    std::string Text = place::randomShape(Seed, 3 + Seed % 10);
    Certified C(Text, Modes[Seed % 3], 1);
    if (C.Plan.Problems.empty() && C.Plan.Unplaceable.empty())
      Visit(C, std::to_string(Seed) + ": " + Text);
  }
}

} // namespace fencepost::certificate

#endif
