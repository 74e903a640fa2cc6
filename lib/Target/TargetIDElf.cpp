//===- TargetIDElf.cpp - Target IDs in the e_flags of a code object -------===//
// spec/002, "AMDGPU ELF Header e_flags": V2 has one bit a feature and no
// processor, V3 one bit a feature, V4 and later two bits a feature, and V6 a
// generic version in the top byte. The numbers are LLVM's constants.
//===----------------------------------------------------------------------===//
#include "fencepost/Target/TargetID.h"
#include "llvm/BinaryFormat/ELF.h"

namespace fencepost {

using namespace llvm::ELF;

static constexpr unsigned XnackShift = 8;    // Of EF_AMDGPU_FEATURE_XNACK_V4.
static constexpr unsigned SramEccShift = 10; // Of EF_AMDGPU_FEATURE_SRAMECC_V4.
static_assert(3u << XnackShift == EF_AMDGPU_FEATURE_XNACK_V4);
static_assert(3u << SramEccShift == EF_AMDGPU_FEATURE_SRAMECC_V4);

/// V2 and V3: a bit that counts only if the processor has the feature.
static FeatureSetting fromBit(const Processor *Proc, Feature F, bool Set) {
  if (!Proc || !Proc->Features.has(F))
    return FeatureSetting::Unsupported;
  return Set ? FeatureSetting::On : FeatureSetting::Off;
}

static TargetID fromV2Flags(uint32_t Flags, const Processor *Proc) {
  bool Xnack = Flags & EF_AMDGPU_FEATURE_XNACK_V2;
  bool SramEcc = false; // V2 has no bit for it.
  return {Proc, fromBit(Proc, Feature::SramEcc, SramEcc),
          fromBit(Proc, Feature::Xnack, Xnack)};
}

static TargetID fromV3Flags(uint32_t Flags, const Processor *Proc) {
  bool Xnack = Flags & EF_AMDGPU_FEATURE_XNACK_V3;
  bool SramEcc = Flags & EF_AMDGPU_FEATURE_SRAMECC_V3;
  return {Proc, fromBit(Proc, Feature::SramEcc, SramEcc),
          fromBit(Proc, Feature::Xnack, Xnack)};
}

TargetID TargetID::fromElfFlags(uint32_t Flags, CodeObjectVersion Version,
                                const Processor *V2Processor) {
  if (Version == CodeObjectVersion::V2)
    return fromV2Flags(Flags, V2Processor);
  const Processor *Proc = findProcessorByElfMachine(Flags & EF_AMDGPU_MACH);
  if (Version == CodeObjectVersion::V3)
    return fromV3Flags(Flags, Proc);
  return {Proc, static_cast<FeatureSetting>(Flags >> SramEccShift & 3),
          static_cast<FeatureSetting>(Flags >> XnackShift & 3)};
}

unsigned genericVersion(uint32_t Flags, CodeObjectVersion Version) {
  return Version >= CodeObjectVersion::V6
             ? Flags >> EF_AMDGPU_GENERIC_VERSION_OFFSET
             : 0;
}

} // namespace fencepost
