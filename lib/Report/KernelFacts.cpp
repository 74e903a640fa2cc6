//===- KernelFacts.cpp - All that is known of one kernel ------------------===//
#include "KernelFacts.h"
#include "fencepost/Object/AmdKernelCode.h"
#include "fencepost/Report/InspectReport.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace fencepost {

bool InspectOptions::wants(const CodeObject &Object, const Kernel &K) const {
  return Kernels.empty() || llvm::any_of(Kernels, [&](llvm::StringRef Name) {
           return Object.findKernel(Name) == &K;
         });
}

/// The size a launch must or may have: the required one, else the largest
/// allowed, else the largest of the hardware. A damaged object may say
/// anything.
static unsigned workgroupSize(const KernelMetadata *M, const Processor &P) {
  uint64_t Largest = P.family().MaxWorkgroupSize;
  uint64_t Size = Largest;
  if (M && M->MaxFlatWorkgroupSize)
    Size = *M->MaxFlatWorkgroupSize;
  if (M && M->ReqdWorkgroupSize) {
    Size = 1;
    for (uint64_t Extent : *M->ReqdWorkgroupSize)
      Size *= std::clamp<uint64_t>(Extent, 1, Largest);
  }
  return std::clamp<uint64_t>(Size, 1, Largest);
}

/// Both forms of descriptor answer the same questions.
template <typename Descriptor>
static KernelFacts factsFrom(const Descriptor &D, const Processor &P,
                             unsigned WorkgroupSize) {
  KernelResources Resources = resourcesOf(D, P);
  Occupancy Waves = occupancyOf(Resources, P, WorkgroupSize);
  return {decode(D, P), initialRegisters(D, P), Resources, std::move(Waves),
          WorkgroupSize};
}

std::optional<KernelFacts> gatherFacts(const CodeObject &Object,
                                       const Kernel &K) {
  const Processor *P = Object.Target.Proc;
  if (!P)
    return std::nullopt;
  unsigned Size = workgroupSize(Object.metadataOf(K), *P);
  if (K.Descriptor)
    return factsFrom(*K.Descriptor, *P, Size);
  if (K.DescriptorBytes.size() == AmdKernelCode::Size)
    return factsFrom(AmdKernelCode::read(K.DescriptorBytes), *P, Size);
  return std::nullopt;
}

} // namespace fencepost
