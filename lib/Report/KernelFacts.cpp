//===- KernelFacts.cpp - All that is known of one kernel ------------------===//
#include "KernelFacts.h"
#include "fencepost/Object/AmdKernelCode.h"
#include "fencepost/Report/InspectReport.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost {

bool InspectOptions::wants(const CodeObject &Object, const Kernel &K) const {
  return Kernels.empty() || llvm::any_of(Kernels, [&](llvm::StringRef Name) {
           return Object.findKernel(Name) == &K;
         });
}

/// Both forms of descriptor answer the same questions.
template <typename Descriptor>
static KernelFacts factsFrom(const Descriptor &D, const Processor &P) {
  return {decode(D, P), initialRegisters(D, P), resourcesOf(D, P)};
}

std::optional<KernelFacts> gatherFacts(const CodeObject &Object,
                                       const Kernel &K) {
  const Processor *P = Object.Target.Proc;
  if (!P)
    return std::nullopt;
  if (K.Descriptor)
    return factsFrom(*K.Descriptor, *P);
  if (K.DescriptorBytes.size() == AmdKernelCode::Size)
    return factsFrom(AmdKernelCode::read(K.DescriptorBytes), *P);
  return std::nullopt;
}

} // namespace fencepost
