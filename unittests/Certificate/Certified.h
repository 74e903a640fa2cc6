//===- Certified.h - A kernel in the short notation, and its certificate --===//
#ifndef FENCEPOST_UNITTESTS_CERTIFICATE_CERTIFIED_H
#define FENCEPOST_UNITTESTS_CERTIFICATE_CERTIFIED_H

#include "Shapes.h"
#include "fencepost/Place/Certify.h"
#include "fencepost/Place/Recheck.h"

namespace fencepost::certificate {

struct Certified {
  explicit Certified(llvm::StringRef Text,
                     place::PlaceMode Mode = place::PlaceMode::Keep,
                     unsigned WaveSize = 4)
      : View(place::shape(Text, 4, WaveSize)), In(place::withSlots(View)),
        Found(place::cheapestPlacement(In, {Mode, {}})),
        Of(place::certify(View, In, Found, Mode)) {}

  /// The certificate of the same barriers as signals and waits that stand
  /// apart.
  Certificate split() const {
    place::SplitPlacement Split = place::stretchBarriers(
        View, In, Found, place::extrasOf(View, In, Found).CompleteAt);
    return place::certify(View, In, Found, place::PlaceMode(Of.How), &Split);
  }

  view::SyncView View;
  place::SlottedView In;
  place::Placement Found;
  Certificate Of;
};

} // namespace fencepost::certificate

#endif
