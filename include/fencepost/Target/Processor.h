//===- Processor.h - Facts about every AMDGCN processor -------------------===//
// One row a processor, from gfx600 to gfx1251 and the generic targets, and one
// row a family for what its members share. The rows are in lib/Target/*.cpp;
// code that applies them never asks which target it is on. The facts come from
// spec/002 ("Processors", "Target Features", "Kernel Descriptor", "Initial
// Kernel Execution State", "Memory Model") and, for barriers, spec/000. Every
// fact LLVM also knows is compared with LLVM's own in unittests/Target.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TARGET_PROCESSOR_H
#define FENCEPOST_TARGET_PROCESSOR_H

#include "fencepost/Sync/Counter.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace fencepost {

/// Processors that share an instruction set, caches and counters. Ordered by
/// age, so `F >= Family::GFX10` reads as the specification's "GFX10+"; the
/// GFX9 line (GFX9, GFX908, GFX90A, GFX940) stands before GFX10.
enum class Family : uint8_t {
  GFX6,
  GFX7,
  GFX8,
  GFX9,
  GFX908,
  GFX90A,
  GFX940, ///< gfx942 and gfx950; the specification's "GFX942".
  GFX10,
  GFX11,
  GFX12,
  GFX125, ///< The specification's "GFX125x".
};

/// The major, minor and stepping digits of a processor's name.
struct IsaVersion {
  unsigned Major, Minor, Stepping;
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
inline constexpr unsigned NumFeatures = 7;

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
  Architected, ///< GFX940, GFX11+: read-only, set by the hardware.
};

enum class Agprs : uint8_t {
  None,
  Separate, ///< gfx908: a second file of the same size.
  Unified,  ///< GFX90A, GFX940: the upper part of one file of 512.
};

/// Which barriers the hardware has (spec/000).
struct BarrierFacts {
  bool BackOff;   ///< BackOffBarrier: s_barrier needs no waits before it.
  bool Split;     ///< s_barrier_signal / s_barrier_wait (GFX12+).
  unsigned Named; ///< How many named barrier objects: 16 on GFX125, else 0.
  bool Cluster;   ///< Cluster barriers, ids -3 and -4.
};

/// One hardware wait counter of a family.
struct CounterFacts {
  Counter Id;
  unsigned Width; ///< Bits in the encoding: the largest wait is 2^Width - 1.
  llvm::StringLiteral
      Syntax; ///< How assembly waits for zero, e.g. "s_waitcnt vmcnt(0)".
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
  llvm::StringLiteral Name; ///< "GFX942": the heading in spec/002.
  llvm::StringLiteral
      MemoryModel; ///< Which code-sequence table of spec/002 applies.
  llvm::ArrayRef<CounterFacts> Counters;
  BarrierFacts Barriers;
  bool
      ArchitectedSgprs; ///< Work-group ids arrive in trap temporaries (GFX12+).
  unsigned MaxUserSgprs; ///< 16, or 32 on GFX125.
  unsigned SimdsPerCu;   ///< SIMDs that share one LDS allocation domain.
  unsigned MaxWavesPerSimd;
  unsigned MaxWorkgroupSize;
  unsigned MaxWorkgroupsPerCu; ///< Work-groups resident at once with more than
                               ///< one wave each.
};

/// A processor that a generic target covers, and the version of the generic
/// target that first covered it.
struct GenericMember {
  llvm::StringLiteral Name;
  unsigned Since;
};

struct Processor {
  llvm::StringLiteral Name;
  llvm::ArrayRef<llvm::StringLiteral> Aliases; ///< "fiji", "polaris10", ...
  Family FamilyId;
  IsaVersion Isa;      ///< Zero stepping for generic targets.
  unsigned ElfMachine; ///< EF_AMDGPU_MACH_AMDGCN_*.
  FeatureSet Features; ///< What it supports, not what is on.
  FlatScratch Scratch;
  bool GenericAddressSpace;
  bool PackedWorkItemIds;
  unsigned LdsSize;    ///< Bytes one work-group may use.
  unsigned LdsGranule; ///< Bytes; allocations are rounded up to this.
  Agprs Accumulators;
  llvm::ArrayRef<VgprFacts> Vgprs; ///< One entry per wave size, native first.
  unsigned SgprAddressable;        ///< s0 .. s[N-1] that code may name.
  unsigned SgprGranule;    ///< Allocation granule; 0: always all of them.
  unsigned SgprTotal;      ///< Per SIMD; 0 when SGPRs do not limit occupancy.
  bool SgprInitBug;        ///< Always allocates 96 SGPRs.
  unsigned GenericVersion; ///< Newest version of a generic target; 0 otherwise.
  llvm::ArrayRef<GenericMember> Members; ///< Of a generic target.

  bool isGeneric() const { return GenericVersion != 0; }
  const FamilyFacts &family() const;
  /// Native first. The sizes are those of Vgprs.
  bool supportsWaveSize(unsigned Size) const;
  unsigned nativeWaveSize() const { return Vgprs.front().WaveSize; }
  /// The row for \p WaveSize, or null when the processor has no such mode.
  const VgprFacts *vgprs(unsigned WaveSize) const;
};

/// All rows, oldest first, generic targets last.
llvm::ArrayRef<Processor> processors();
llvm::ArrayRef<FamilyFacts> families();

/// By primary name or alias; null if there is none.
const Processor *findProcessor(llvm::StringRef Name);
const Processor *findProcessorByElfMachine(unsigned Machine);

llvm::StringRef featureName(Feature F);
llvm::StringRef flatScratchName(FlatScratch Kind);

} // namespace fencepost

#endif
