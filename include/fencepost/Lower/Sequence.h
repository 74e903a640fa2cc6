//===- Sequence.h - The machine code of one operation, with reasons -------===//
// A sequence is a list of steps. A step is one machine instruction as data: its
// mnemonic, the counters it waits for, its cache policy, and why it is there.
// Text is made from it: in short (registers and addresses left out, what
// `explain` prints) or in full (a line that an assembler takes). Tested by
// unittests/Lower/SequenceTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LOWER_SEQUENCE_H
#define FENCEPOST_LOWER_SEQUENCE_H

#include "fencepost/Lower/Mode.h"
#include "fencepost/Lower/Rules.h"
#include "fencepost/Sync/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace fencepost::lower {

/// Whose word decides: the specification's, or what LLVM 22.1 emits.
enum class Dialect : uint8_t { Spec, Llvm22 };
llvm::StringRef dialectName(Dialect D); ///< "spec", "llvm22"
std::optional<Dialect> parseDialect(llvm::StringRef Name);

enum class StepKind : uint8_t {
  Wait,
  WriteBack,
  Invalidate,
  Access,
  Barrier,
};

/// When a step is needed. Most always are.
enum class StepWhen : uint8_t {
  Always,
  LdsDmaInFlight, ///< A compiler that sees no LDS DMA in flight leaves it out.
  FirstWave,      ///< Only in the wave that was first at the barrier.
};

/// The bits of an instruction that say which caches it bypasses. Which of them
/// exist differs by family; a family's rows only use its own.
struct CachePolicy {
  bool Glc : 1 = false, Slc : 1 = false, Dlc : 1 = false; ///< To GFX11.
  bool Sc0 : 1 = false, Sc1 : 1 = false, Nt : 1 = false;  ///< GFX942.
  uint8_t CacheScope : 2 = 0; ///< GFX12: SCOPE_CU 0, SE 1, DEV 2, SYS 3.
  uint8_t Temporal : 3 = 0;   ///< GFX12: the th: operand, a TemporalHint.

  constexpr bool operator==(const CachePolicy &) const = default;
  void append(llvm::SmallVectorImpl<char> &Out) const; ///< " sc0 sc1"
};

/// The th: operand of GFX12, whose spelling depends on the kind of access.
enum TemporalHint : uint8_t {
  TemporalNone,
  LoadNT,       ///< TH_LOAD_NT
  StoreNT,      ///< TH_STORE_NT
  LoadLU,       ///< TH_LOAD_LU
  LoadBypass,   ///< TH_LOAD_BYPASS
  AtomicReturn, ///< TH_ATOMIC_RETURN
};

/// What a wait, write-back or invalidate concerns.
struct Concern {
  bool Loads = false, Stores = false; ///< Read-modify-writes count as both.
  AddressSpaceSet Spaces = {};

  bool operator==(const Concern &) const = default;
};

struct Step {
  StepKind Kind = StepKind::Access;
  StepWhen When = StepWhen::Always;
  /// The mnemonic in two parts, both static: "global_" and "load_dword"; Unit
  /// is empty where nothing is composed.
  llvm::StringRef Unit, Mnemonic;
  llvm::SmallVector<CounterWait, 3> Waits; ///< In the order they are written.
  CachePolicy Policy;
  /// What else is written: "-1", "null, ", or "lds" after the cache bits.
  llvm::StringRef Operand;
  Rule Why = Rule::Access;
  Concern Accesses;

  /// "s_waitcnt vmcnt(0) lgkmcnt(0)", "global_load_dword sc1",
  /// "s_wait_loadcnt 0x0", "global_inv scope:SCOPE_DEV".
  std::string text() const;
  void appendText(llvm::SmallVectorImpl<char> &Out) const;
};

/// Steps before, of and after the operation itself. A fence has no access: all
/// its steps are before. An operation can take several access steps (an arrive
/// and a wait; a load and a store where an atomic on private memory needs no
/// atomicity).
struct Sequence {
  llvm::SmallVector<Step, 8> Steps;
  uint8_t AccessBegin = 0, AccessEnd = 0;

  llvm::ArrayRef<Step> before() const {
    return llvm::ArrayRef(Steps).take_front(AccessBegin);
  }
  llvm::ArrayRef<Step> access() const {
    return llvm::ArrayRef(Steps).slice(AccessBegin, AccessEnd - AccessBegin);
  }
  llvm::ArrayRef<Step> after() const {
    return llvm::ArrayRef(Steps).drop_front(AccessEnd);
  }
};

/// \p S as lines of assembly with example registers, which llvm-mc takes for
/// \p M's processor. Steps for LDS DMA in flight are written too.
llvm::SmallVector<std::string> assembly(const Sequence &S, const Operation &Op,
                                        const Mode &M);

/// Why \p S holds \p TheStep: what it orders, in one sentence made from the
/// step's rule and concern, without a full stop.
std::string describeReason(const Step &TheStep, const Operation &Op);
/// What may be moved across it, likewise.
std::string describeMotion(const Step &TheStep, const Operation &Op);
/// Where the specification says so: "spec/002, Memory Model Code Sequences
/// GFX942: store atomic, release, agent, global".
std::string describeSource(const Step &TheStep, const Operation &Op,
                           const Mode &M);

} // namespace fencepost::lower

#endif
