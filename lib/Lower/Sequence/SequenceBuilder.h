//===- SequenceBuilder.h - Puts the steps of one operation together -------===//
// Holds what the rules of one lowering share: the operation, the rows that
// apply and the differences, and the sequence made so far. Memory operations
// (LowerMemory.cpp) and barriers and asynchronous operations
// (LowerExecution.cpp) are its members.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LOWER_SEQUENCEBUILDER_H
#define FENCEPOST_LIB_LOWER_SEQUENCEBUILDER_H

#include "Tables/FamilyTable.h"
#include "Tables/Mnemonics.h"
#include "fencepost/Lower/Lower.h"

namespace fencepost::lower {

/// Which accesses a wait concerns; read-modify-writes count as both.
struct AccessKinds {
  bool Loads = false, Stores = false;
};
inline constexpr AccessKinds AllAccesses = {.Loads = true, .Stores = true};
inline constexpr AccessKinds LoadsOnly = {.Loads = true};
inline constexpr AccessKinds StoresOnly = {.Stores = true};

struct WaitOptions {
  bool LdsDma = false; ///< Waits for LDS DMA in flight as well.
  uint8_t Value = 0;   ///< To which the counters have to fall.
};

class SequenceBuilder {
public:
  SequenceBuilder(const Operation &Op, const Mode &M,
                  const DifferenceSet &Applied);

  /// Why there is no sequence; "" if there is one.
  std::string problem() const;
  /// The sequence; only where there is no problem.
  Sequence build();

private:
  bool text(Difference D) const { return Applied.has(D); }
  bool isLds() const { return Op.Space == AddressSpace::Local; }
  bool isPrivate() const { return Op.Space == AddressSpace::Private; }
  bool isGeneric() const { return Op.Space == AddressSpace::Generic; }
  bool isCuMode() const;

  // What the processor cannot do; "" if it can. LowerChecks.cpp.
  std::string lacking() const;
  bool isNew() const;
  std::string lackingForMemory() const;
  std::string lackingForBarrier() const;
  std::string lackingForAsync() const;

  // Memory: LowerMemory.cpp.
  void lowerLoad();
  void lowerStore();
  void lowerModify();
  void lowerFence();
  void lowerPlain();
  void lowerAvailable();
  CachePolicy atomicPolicy(CachePolicy ScopeRow::*Bits) const;
  bool acquires() const;
  bool releases() const;

  // Steps of memory operations: MemorySteps.cpp.
  void release(Rule WaitRule);
  void waitFor(AddressSpaceSet Spaces, AccessKinds Kinds, Rule Why);
  bool waitsForGlobal(Rule Why) const;
  bool waitsForLds(Rule Why) const;
  void writeBack();
  void invalidate();
  void translationWait();
  CounterSet globalCounters(AccessKinds Kinds, Rule Why) const;

  // Barriers, async operations: LowerExecution.cpp.
  void lowerBarrier();
  void lowerJointBarrier();
  void lowerClusterBarrier();
  void barrierStep(llvm::StringRef Mnemonic, llvm::StringRef Operand,
                   StepWhen When = StepWhen::Always);
  void lowerLdsDma();
  void lowerAsyncWait();

  void beginAccess() { S.AccessBegin = S.Steps.size(); }
  void endAccess() { S.AccessEnd = S.Steps.size(); }
  void access(Mnemonic Name, CachePolicy Policy);
  /// Emits waits for \p Counters.
  void wait(CounterSet Counters, Rule Why, Concern What, WaitOptions Options);
  void wait(CounterSet Counters, Rule Why, Concern What) {
    wait(Counters, Why, What, WaitOptions());
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
