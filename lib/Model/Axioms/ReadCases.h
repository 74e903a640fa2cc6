//===- ReadCases.h - What a read may see, and what it returns -------------===//
// The five cases of spec/001, "Location Order", with the exception of
// docs/model.md M15 for a plain write that is followed by atomics only, on a
// state whose happens-before is final.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_READCASES_H
#define FENCEPOST_LIB_MODEL_READCASES_H

#include "LocationOrder.h"
#include "Synchronization.h"
#include "fencepost/Model/Axiom.h"

namespace fencepost::model {

struct ReadCase {
  unsigned Case = 1; ///< 1 to 5.
  llvm::SmallVector<unsigned, 8> Sees;
  unsigned Promoted = None; ///< The plain write that counts as initial.

  Resolution how() const {
    return Case == 2   ? Resolution::FromWrite
           : Case == 4 ? Resolution::OnlyWrite
                       : Resolution::Undef;
  }
};

class ReadCases {
public:
  ReadCases(const State &S, const Synchronization &Sync,
            const LocationOrder &Order, AxiomSet Skip, bool Letter)
      : S(S), Sync(Sync), Order(Order), Skip(Skip), Letter(Letter) {}

  ReadCase classify(unsigned R) const;

private:
  llvm::SmallVector<unsigned, 8> maySee(unsigned R) const;
  bool onlyInclusiveAtomics(unsigned R, llvm::ArrayRef<unsigned> Sees,
                            unsigned Except) const;
  unsigned countsAsInitial(unsigned R, llvm::ArrayRef<unsigned> Sees) const;

  const State &S;
  const Synchronization &Sync;
  const LocationOrder &Order;
  AxiomSet Skip;
  bool Letter;
};

} // namespace fencepost::model

#endif
