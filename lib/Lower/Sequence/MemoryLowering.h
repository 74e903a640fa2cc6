//===- MemoryLowering.h - Loads, stores, atomics and fences ---------------===//
// One function a kind of operation; each says which parts stand before and
// after the access: release() before, waitFor() for earlier accesses, and
// invalidate() after. Tested by unittests/Lower and, against llc and the
// specification, by test/lower.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LOWER_MEMORYLOWERING_H
#define FENCEPOST_LIB_LOWER_MEMORYLOWERING_H

#include "SequenceBuilder.h"

namespace fencepost::lower {

/// Which accesses a wait concerns; read-modify-writes count as both.
struct AccessKinds {
  bool Loads = false, Stores = false;
};
inline constexpr AccessKinds AllAccesses = {.Loads = true, .Stores = true};
inline constexpr AccessKinds LoadsOnly = {.Loads = true};
inline constexpr AccessKinds StoresOnly = {.Stores = true};

class MemoryLowering : SequenceBuilder {
public:
  using SequenceBuilder::SequenceBuilder;
  Sequence lower();

private:
  void lowerLoad();
  void lowerStore();
  void lowerModify();
  void lowerFence();
  void lowerPlain();
  void lowerAvailable();
  CachePolicy atomicPolicy(CachePolicy ScopeRow::*Bits) const;
  bool acquires() const;
  bool releases() const;

  void release(Rule WaitRule);
  void waitFor(AddressSpaceSet Spaces, AccessKinds Kinds, Rule Why);
  bool waitsForGlobal(Rule Why) const;
  bool waitsForLds(Rule Why) const;
  void writeBack();
  void invalidate();
  void translationWait();
  CounterSet globalCounters(AccessKinds Kinds, Rule Why) const;
  bool isGeneric() const { return Op.Space == AddressSpace::Generic; }
  bool isPrivate() const { return Op.Space == AddressSpace::Private; }
  bool isCuMode() const;
};

} // namespace fencepost::lower

#endif
