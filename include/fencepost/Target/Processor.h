//===- Processor.h - Facts about every AMDGCN processor -------------------===//
// One row a processor, from gfx600 to gfx1251 and the generic targets, and one
// row a family for what its members share. The rows are in lib/Target/*.cpp;
// code that applies them never asks which target it is on. The facts come from
// spec/002, "Processors", "Target Features", "Kernel Descriptor", "Initial
// Kernel Execution State" and "Memory Model", and, for barriers, spec/000.
// Every fact LLVM also knows is compared with LLVM's own in unittests/Target.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TARGET_PROCESSOR_H
#define FENCEPOST_TARGET_PROCESSOR_H

#include "fencepost/Support/EnumTable.h"
#include "fencepost/Sync/Counter.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace fencepost {

/// Processors that share an instruction set, caches and counters. Ordered by
/// age, so `F >= Family::GFX10` reads as the specification's "GFX10+"; the
/// GFX9 line (GFX9, GFX908, GFX90A, GFX942) is before GFX10.
enum class Family : uint8_t {
  GFX6,
  GFX7,
  GFX8,
  GFX9,
  GFX908,
  GFX90A,
  GFX942, ///< gfx942 and gfx950.
  GFX10,
  GFX11,
  GFX12,
  GFX125, ///< The specification's "GFX125x".
};

/// The major, minor and stepping digits of a processor's name.
struct IsaVersion {
  unsigned Major, Minor, Stepping;

  constexpr auto operator<=>(const IsaVersion &) const = default;
};

/// What a processor can be asked to do differently (spec/002, "Target
/// Features"). The first two are part of a target ID.
enum class Feature : uint8_t {
  SramEcc,
  Xnack,
  CuMode,
  TgSplit,
  WavefrontSize64,
  KernargPreload,
  DynamicVgpr,
};
inline constexpr unsigned NumFeatures = numEnumerators<Feature>();

class FeatureSet {
public:
  constexpr FeatureSet() = default;
  constexpr FeatureSet(std::initializer_list<Feature> List) {
    for (Feature F : List)
      Bits |= 1u << static_cast<unsigned>(F);
  }
  constexpr bool has(Feature F) const {
    return Bits >> static_cast<unsigned>(F) & 1;
  }
  constexpr bool operator==(const FeatureSet &) const = default;

private:
  uint32_t Bits = 0;
};

/// How a wavefront finds its scratch memory (spec/002, "Flat Scratch").
enum class FlatScratch : uint8_t {
  None,        ///< GFX6: no generic address space, no flat scratch.
  Offset,      ///< GFX7, GFX8: offset from a hidden base, set by the prolog.
  Absolute,    ///< GFX9, GFX10: 64-bit address, set by the prolog.
  Architected, ///< GFX942, GFX11+: read-only, set by the hardware.
};

enum class Agprs : uint8_t {
  None,
  Separate, ///< gfx908: a second file of the same size.
  Unified,  ///< GFX90A, GFX942: the upper part of one file of 512.
};

/// Which barriers the hardware has (spec/000).
struct BarrierFacts {
  /// BackOffBarrier: no waits are needed before a barrier.
  bool BackOff = false;
  /// s_barrier_signal, s_barrier_wait instead of s_barrier.
  bool Split = false;
  unsigned Named = 0;   ///< How many named barrier objects: 16 on GFX125.
  bool Cluster = false; ///< Cluster barriers, ids -3 and -4.
};

/// One hardware wait counter of a family.
struct CounterFacts {
  Counter Id;
  /// Bits of the counter: the largest useful wait is 2^Width - 1. 0 if no
  /// public source says.
  unsigned Width;
  llvm::StringLiteral Syntax; ///< Waits for zero, e.g. "s_waitcnt vmcnt(0)".
  llvm::StringLiteral Counts; ///< What increments it, in a few words.
};

/// Register file and allocation facts that depend on the wave size.
struct VgprFacts {
  unsigned WaveSize;
  unsigned Granule;         ///< VGPRs are allocated in multiples of this.
  unsigned EncodingGranule; ///< Unit of GRANULATED_WORKITEM_VGPR_COUNT.
  unsigned Addressable;     ///< The most one wave can name.
  unsigned Total;           ///< VGPRs a SIMD shares among its waves.
};

/// What all members of a family share.
struct FamilyFacts {
  Family Id;
  llvm::StringLiteral Name;        ///< "GFX942": the heading in spec/002.
  llvm::StringLiteral MemoryModel; ///< Which code-sequence table applies.
  std::span<const CounterFacts> Counters;
  BarrierFacts Barriers;
  /// LDS DMA, by which memory is loaded to LDS past the registers (spec/003).
  bool LdsDma = false;
  /// Work-group ids arrive in trap temporaries.
  bool ArchitectedSgprs = false;
  unsigned MaxUserSgprs; ///< 16, or 32 on GFX125.
  /// SGPRs a wave gets on top when a trap handler is enabled; 0 where the
  /// allocation is fixed.
  unsigned TrapHandlerSgprs = 0;
  /// Block sizes of dynamic VGPR mode; empty if there is no such mode.
  std::span<const unsigned> DynamicVgprBlocks = {};
  unsigned SimdsPerCu;
  /// CUs whose SIMDs and LDS a work-group in WGP mode shares; 1: no WGP mode.
  unsigned CusPerWgp = 1;
  unsigned MaxWorkgroupSize; ///< Work-items.
  /// Work-groups resident on a CU at once if each has more than one wave; a
  /// single wave needs no barrier resource.
  unsigned MaxWorkgroupsPerCu;

  /// The counter's row, or null if the family has no such counter.
  const CounterFacts *counter(Counter Id) const;
  /// The counter that async loads to LDS increment: asynccnt where there is
  /// one.
  Counter asyncLoadCounter() const {
    return counter(Counter::Async) ? Counter::Async : Counter::Vm;
  }
};

/// A processor that a generic target covers, and the version of the generic
/// target that first covered it.
struct GenericMember {
  llvm::StringLiteral Name;
  unsigned Since;
};

struct Processor {
  llvm::StringLiteral Name = "";
  std::span<const llvm::StringLiteral> Aliases = {}; ///< "fiji", "polaris10"
  Family FamilyId = Family::GFX6;
  IsaVersion Isa = {};      ///< For a generic target, what LLVM gives it.
  unsigned ElfMachine = 0;  ///< EF_AMDGPU_MACH_AMDGCN_*.
  FeatureSet Features = {}; ///< What it supports, not what is on.
  FlatScratch Scratch = FlatScratch::None;
  bool GenericAddressSpace = true;
  bool PackedWorkItemIds = false;
  unsigned LdsSize = 0;    ///< Bytes one work-group may use.
  unsigned LdsGranule = 0; ///< Bytes; allocations are rounded up to this.
  Agprs Accumulators = Agprs::None;
  std::span<const VgprFacts> Vgprs = {}; ///< One a wave size, native first.
  unsigned MaxWavesPerSimd = 0;
  unsigned SgprAddressable = 0; ///< s0 .. s[N-1] that code may name.
  unsigned SgprGranule = 0;     ///< Allocation granule; 0: always all of them.
  unsigned SgprTotal = 0;       ///< Per SIMD; 0: SGPRs do not limit occupancy.
  bool SgprInitBug = false;     ///< Always allocates 96 SGPRs.
  unsigned GenericVersion = 0;  ///< Newest version of a generic target, or 0.
  std::span<const GenericMember> Members = {}; ///< Of a generic target.

  constexpr bool isGeneric() const { return GenericVersion != 0; }
  const FamilyFacts &family() const;
  /// Whether there is a row for \p Size in Vgprs.
  bool supportsWaveSize(unsigned Size) const { return vgprs(Size); }
  unsigned nativeWaveSize() const { return Vgprs.front().WaveSize; }
  /// The row for \p WaveSize, or null when the processor has no such mode.
  const VgprFacts *vgprs(unsigned WaveSize) const;
  /// The member row of \p Name, or null: only generic targets have members.
  const GenericMember *member(llvm::StringRef Name) const;
};

/// All rows, oldest first, generic targets last.
llvm::ArrayRef<Processor> processors();
/// All rows, in the order of the enumeration.
llvm::ArrayRef<FamilyFacts> families();

/// By primary name or alias; null if there is none.
const Processor *findProcessor(llvm::StringRef Name);
const Processor *findProcessorByElfMachine(unsigned Machine);

llvm::StringRef featureName(Feature F);            ///< "xnack"
llvm::StringRef flatScratchName(FlatScratch Kind); ///< "architected"
llvm::StringRef agprsName(Agprs Kind);             ///< "unified"

} // namespace fencepost

#endif
