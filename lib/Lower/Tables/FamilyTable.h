//===- FamilyTable.h - What a family needs for each scope -----------------===//
// The rows of facts that the engine applies: which counters say that an access
// has completed, what invalidates and writes back the caches below a scope, and
// which cache bits an access carries. From spec/002, "Memory Model" of each
// family, as LLVM 22.1 also reads it; where the two differ is Differences.def.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_LOWER_FAMILYTABLE_H
#define FENCEPOST_LIB_LOWER_FAMILYTABLE_H

#include "fencepost/Lower/Sequence.h"
#include <array>
#include <span>

namespace fencepost::lower {

/// A set of counters.
class CounterSet {
public:
  constexpr CounterSet() = default;
  constexpr CounterSet(std::initializer_list<Counter> List) {
    for (Counter C : List)
      Bits |= 1u << static_cast<unsigned>(C);
  }
  constexpr bool has(Counter C) const {
    return Bits >> static_cast<unsigned>(C) & 1;
  }
  constexpr bool empty() const { return Bits == 0; }
  constexpr CounterSet &operator|=(CounterSet Other) {
    Bits |= Other.Bits;
    return *this;
  }

private:
  uint16_t Bits = 0;
};

/// An instruction that acts on a cache as a whole.
struct CacheAction {
  llvm::StringLiteral Mnemonic = ""; ///< "": none is needed.
  CachePolicy Policy = {};
};

/// When global and scratch accesses must be waited for at a scope.
enum class GlobalWait : uint8_t {
  Never, ///< They are seen in order by everyone in the scope.
  Always,
  IfRelease, ///< Only by operations that are at least release.
};

struct ScopeRow {
  GlobalWait Global = GlobalWait::Never;
  /// Of an acquire: first to last.
  std::array<CacheAction, 2> Invalidate = {};
  CacheAction WriteBack = {};
  CachePolicy Load = {}, Store = {}, Modify = {};
};

/// How waits are written.
enum class WaitSyntax : uint8_t {
  Joint,    ///< One s_waitcnt, and s_waitcnt_vscnt where there is a vscnt.
  Separate, ///< One instruction a counter (GFX12 and later).
};

/// The cache bits of accesses that are not atomic.
struct PlainRow {
  CachePolicy NonTemporalLoad = {}, NonTemporalStore = {};
  CachePolicy VolatileLoad = {}, VolatileStore = {};
  /// A volatile access is non-temporal as well.
  bool KeepsNonTemporal = false;
  CachePolicy LastUse = {}, VolatileLastUse = {};
  CounterSet WaitBeforeStore = {}; ///< Of volatile stores.
};

struct FamilyRow {
  Family Id;
  WaitSyntax Syntax;
  CounterSet Loads;      ///< Count global and scratch loads.
  CounterSet ValueLoads; ///< Those of them that return atomics' values.
  CounterSet Stores;     ///< Count global and scratch stores.
  CounterSet Lds;        ///< Counts LDS accesses.
  /// GDS is waited for by the same counter.
  bool GdsSharesLdsCounter = false;
  bool TranslationWait = false; ///< s_wait_xcnt before writes (GFX125).
  bool SharedPrivate = false;   ///< Private memory is reached by other threads.
  bool LdsDmaPending = false;   ///< LDS DMA in flight must be waited for.
  CachePolicy Returns;          ///< A read-modify-write that returns a value.
  ScopeRow System, Agent, Cluster, Workgroup;
  /// Workgroup scope in CU mode (GFX10-GFX12) or tgsplit mode (GFX90A, GFX942).
  ScopeRow OtherWorkgroup;
  PlainRow Plain;
};

const FamilyRow &familyRow(Family Id);

} // namespace fencepost::lower

#endif
