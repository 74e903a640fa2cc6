//===- PlaceText.h - What was placed in a kernel, and why -----------------===//
// One note a barrier, made from the placement, which text, JSON and remarks are
// made from: what was done, where, and which hazards need it. Tested by
// test/place and unittests/Report/PlaceTextTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_PLACETEXT_H
#define FENCEPOST_REPORT_PLACETEXT_H

#include "fencepost/Place/SoleHazards.h"
#include "fencepost/Report/PlacePoint.h"

namespace fencepost {

enum class PlaceAction : uint8_t { Placed, Repaired, Kept, Removed };
llvm::StringRef actionName(PlaceAction Action);

struct BarrierNote {
  PlaceAction Action = PlaceAction::Placed;
  Location Where;
  std::string Position; ///< Of new ones.
  SourceLine Line;      ///< Where it belongs, or is.
  /// What comes to it: "a release fence".
  std::vector<std::string> Added;
  unsigned Depth = 0;
  double Frequency = 1;
  place::SoleHazards Sole;
};

/// "barrier before the load from 'tile'".
std::string actionText(const BarrierNote &Note);

/// Where a side of an exchange waits for the other.
struct NamedWait {
  Location Where;
  std::string Text;
  llvm::StringRef Why;
};
std::vector<NamedWait> namedWaits(const placeir::KernelPlacement &Kernel,
                                  KernelFile &Input);

/// What hazards \p Note names, in words, each once.
std::vector<std::string> needsOf(const placeir::KernelPlacement &Kernel,
                                 const BarrierNote &Note, KernelFile &Input);

/// Each barrier of the result, then those that are gone.
std::vector<BarrierNote> notesOf(const placeir::KernelPlacement &Kernel,
                                 KernelFile &Input);

/// "store to 'tile' at a.cl:6:12, then load from it by another wave at ...".
std::string hazardText(const view::SyncView &View, const place::Hazard &H,
                       KernelFile &Input);
/// "2 at loop depth 1, 1 outside loops", of those that are placed.
std::string depthsText(llvm::ArrayRef<BarrierNote> Notes);
std::string shortName(const Location &Where);
/// "a, b and c".
std::string listText(llvm::ArrayRef<std::string> Names);

/// "kernel k: 2 barriers placed (2 at loop depth 1), 1 kept; fewer are not
/// enough".
std::string summaryText(const placeir::KernelPlacement &Kernel,
                        llvm::ArrayRef<BarrierNote> Notes);

/// Why nothing was placed.
std::vector<Finding> refusalFindings(const placeir::ModulePlacement &Placement,
                                     KernelFile &Input);

void printPlacement(llvm::raw_ostream &OS,
                    const placeir::KernelPlacement &Kernel, KernelFile &Input,
                    bool Explain);

} // namespace fencepost

#endif
