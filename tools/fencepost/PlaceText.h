//===- PlaceText.h - What was placed in a kernel, and why -----------------===//
// One note a barrier, made from the placement, which text, JSON and remarks are
// made from: what was done, where, and which hazards need it. Tested by
// test/place.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_PLACETEXT_H
#define FENCEPOST_TOOLS_PLACETEXT_H

#include "CheckInput.h"
#include "fencepost/PlaceIR/PlaceModule.h"

namespace fencepost {

enum class PlaceAction : uint8_t { Placed, Mended, Kept, Removed };
llvm::StringRef actionName(PlaceAction Of);

struct BarrierNote {
  PlaceAction Action = PlaceAction::Placed;
  Location Where;       ///< Of the event beside it; the kernel's if none is.
  std::string Position; ///< "before the load of 'tile'", "at the end of b".
  unsigned Depth = 0;
  double Frequency = 1;
  std::vector<size_t> Needed; ///< Hazards that no other barrier meets.
  unsigned Elsewhere = 0;     ///< Other candidates that meet all of these.
};

/// Each barrier of the result, then those that are gone.
std::vector<BarrierNote> notesOf(const placeir::KernelPlacement &Kernel,
                                 CheckInput &Input);

/// "store to 'tile' at a.cl:6:12, then load from it by another wave at ...".
std::string hazardText(const view::SyncView &View, const place::Hazard &H,
                       CheckInput &Input);
/// "load from 'tile'".
std::string accessText(const view::SyncView &View, check::AccessSite At);
/// Where \p At is, in words, and the event beside it.
void describePoint(const view::SyncView &View, place::Point At,
                   CheckInput &Input, BarrierNote &Note);
/// "2 at loop depth 1, 1 outside loops", of those that are placed.
std::string depthsText(llvm::ArrayRef<BarrierNote> Notes);
std::string shortName(const Location &Where);

/// "kernel k: 2 barriers placed (2 at loop depth 1), 1 kept; fewer are not
/// enough".
std::string summaryText(const placeir::KernelPlacement &Kernel,
                        llvm::ArrayRef<BarrierNote> Notes);

void printPlacement(llvm::raw_ostream &OS,
                    const placeir::KernelPlacement &Kernel, CheckInput &Input,
                    bool Explain);

} // namespace fencepost

#endif
