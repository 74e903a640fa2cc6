//===- SequenceBuilder.h - Puts the steps of one operation together -------===//
// Holds what the rules of one lowering share: the operation, the rows that
// apply and the differences, and the sequence made so far. The rules are those
// of MemoryLowering and ExecutionLowering. Tested by unittests/Lower.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LOWER_SEQUENCEBUILDER_H
#define FENCEPOST_LIB_LOWER_SEQUENCEBUILDER_H

#include "Tables/FamilyTable.h"
#include "Tables/Mnemonics.h"
#include "fencepost/Lower/Lower.h"

namespace fencepost::lower {

struct WaitOptions {
  bool LdsDma = false; ///< Waits for LDS DMA in flight as well.
  uint8_t Value = 0;   ///< To which the counters have to fall.
};

class SequenceBuilder {
public:
  SequenceBuilder(const Operation &Op, const Mode &M,
                  const DifferenceSet &Applied);

protected:
  bool text(Difference D) const { return Applied.has(D); }
  bool isLds() const { return Op.Space == AddressSpace::Local; }

  void beginAccess() { S.AccessBegin = S.Steps.size(); }
  void endAccess() { S.AccessEnd = S.Steps.size(); }
  void access(Mnemonic Name, CachePolicy Policy);
  /// Emits waits for \p Counters.
  void wait(CounterSet Counters, Rule Why, Concern Accesses,
            WaitOptions Options);
  void wait(CounterSet Counters, Rule Why, Concern Accesses) {
    wait(Counters, Why, Accesses, WaitOptions());
  }
  Step &add(StepKind Kind, llvm::StringRef Mnemonic, Rule Why);

  const Operation &Op;
  const Mode &M;
  const DifferenceSet &Applied;
  const FamilyRow &F;
  ScopeLevel Level;             ///< What the operation's scope comes down to.
  const ScopeRow *Row;          ///< Null below workgroup: nothing is needed.
  bool Cross;                   ///< Orders all address spaces.
  AddressSpaceSet Own, Ordered; ///< What it accesses, and what it orders.
  Sequence S;
};

} // namespace fencepost::lower

#endif
