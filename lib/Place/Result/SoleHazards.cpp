//===- SoleHazards.cpp - What a barrier of a placement alone orders -------===//
// See SoleHazards.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/SoleHazards.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace fencepost::place {

/// Barriers that are there in the end, new or existing.
static std::vector<CandidateId> stayingBarriers(const SlottedView &Slotted,
                                                const Placement &Placement) {
  auto Staying = Slotted.candidates(Placement.Slots);
  for (unsigned B : Placement.Kept)
    Staying.push_back(Slotted.existingCandidate(B));
  return Staying;
}

SoleHazards findSoleHazards(const SlottedView &Slotted,
                            const Placement &Placement, CandidateId Candidate) {
  std::vector<CandidateId> Staying = stayingBarriers(Slotted, Placement);
  SoleHazards Sole;
  std::map<CandidateId, size_t> Ordered; // How many of the hazards.
  for (size_t I = 0; I < Placement.Hazards.size(); ++I) {
    const CandidateSet &Window = Placement.Hazards[I].Slots;
    bool Alone =
        llvm::binary_search(Window, Candidate) &&
        llvm::none_of(Staying, [&](CandidateId Other) {
          return Other != Candidate && llvm::binary_search(Window, Other);
        });
    if (!Alone)
      continue;
    Sole.Hazards.push_back(I);
    for (CandidateId Other : Window)
      ++Ordered[Other];
  }
  for (auto [Other, Number] : Ordered)
    Sole.Equivalents += Other != Candidate && Number == Sole.Hazards.size();
  return Sole;
}

} // namespace fencepost::place
