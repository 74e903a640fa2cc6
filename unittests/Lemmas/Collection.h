//===- Collection.h - The litmus collection, for the lemmas ---------------===//
// Every test under test/litmus as a program, with the options it names, and the
// questions that say to which of them a lemma of docs/model.md, "Lemmas"
// applies. A lemma over the whole collection must say how many tests it was
// tried on: one that applies to nothing proves nothing.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_LEMMAS_COLLECTION_H
#define FENCEPOST_UNITTESTS_LEMMAS_COLLECTION_H

#include "fencepost/Model/Explore.h"
#include <functional>

namespace fencepost::model::lemmas {

struct CollectedTest {
  std::string Name;
  Program P;
  std::vector<Cell> Observed;
  ExploreOptions Options;

  Outcomes Found; ///< What explore() says about it.

  Outcomes explore(const Program &Changed) const;
};

/// Sorted by name.
const std::vector<CollectedTest> &collection();

using Predicate = std::function<bool(const Instruction &)>;
bool uses(const Program &P, const Predicate &Wanted);
bool usesBarriers(const Program &P);
bool usesAsync(const Program &P);
/// `noav`, `store.av`, `load.vis`.
bool usesAvailability(const Program &P);
/// Tags or a -one-as scope: more than one happens-before.
bool usesAddressSpaces(const Program &P);

bool isRaceFree(const Outcomes &Found);
bool isDefined(const Outcomes &Found); ///< No undefined behaviour.

/// Whether \p Old allows \p New: the same values, where undef allows any.
bool allows(const Outcome &Old, const Outcome &New);
/// Whether every outcome of \p New is allowed by one of \p Old.
bool allowsAll(const Outcomes &Old, const Outcomes &New);
/// The registers and locations of all outcomes, for messages.
std::string text(llvm::ArrayRef<Outcome> States);

} // namespace fencepost::model::lemmas

#endif
