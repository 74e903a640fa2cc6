//===- KernelFacts.cpp - All that is known of one kernel ------------------===//
#include "KernelFacts.h"
#include "fencepost/Object/AmdKernelCode.h"
#include "fencepost/Report/InspectReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

namespace fencepost {

std::vector<const Kernel *>
InspectOptions::kernelsOf(const CodeObject &Object) const {
  llvm::SmallPtrSet<const Kernel *, 8> Named;
  for (llvm::StringRef Name : Kernels)
    Named.insert(Object.findKernel(Name));
  std::vector<const Kernel *> Out;
  for (const Kernel &K : Object.Kernels)
    if (Kernels.empty() || Named.contains(&K))
      Out.push_back(&K);
  return Out;
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

static std::string sgprs(unsigned First, unsigned Last) {
  std::string From = llvm::utostr(First);
  return First == Last ? "s" + From
                       : "s[" + From + ":" + llvm::utostr(Last) + "]";
}

/// Preloaded arguments arrive as one run of registers, dword by dword; the
/// metadata says which argument each dword belongs to. Two small arguments may
/// share a register.
static std::vector<InitialRegister> nameArguments(const InitialRegister &Run,
                                                  const KernelMetadata &M) {
  std::vector<InitialRegister> Out;
  unsigned Base = 0;
  llvm::StringRef(Run.Register)
      .drop_front()
      .ltrim('[')
      .consumeInteger(10, Base);
  uint64_t End = uint64_t(Run.KernargOffset) + Run.KernargBytes;
  for (size_t I = 0; I < M.Arguments.size(); ++I) {
    const ArgumentMetadata &A = M.Arguments[I];
    if (A.Size == 0 || A.Offset < Run.KernargOffset || A.Offset >= End)
      continue;
    uint64_t Last = A.Offset + std::min(A.Size, End - A.Offset) - 1;
    InitialRegister Part = Run;
    Part.Register = sgprs(Base + (A.Offset - Run.KernargOffset) / 4,
                          Base + (Last - Run.KernargOffset) / 4);
    Part.Holds = "kernel argument " + llvm::utostr(I);
    if (!A.Name.empty())
      Part.Holds += " (" + A.Name.str() + ")";
    if (Last + 1 != A.Offset + A.Size)
      Part.Holds +=
          ", its first " + llvm::utostr(Last + 1 - A.Offset) + " bytes";
    Part.KernargOffset = A.Offset;
    Part.KernargBytes = Last + 1 - A.Offset;
    Out.push_back(std::move(Part));
  }
  return Out;
}

/// Splits what is preloaded by argument where the metadata knows them.
static std::vector<InitialRegister>
withArguments(std::vector<InitialRegister> Registers, const KernelMetadata *M) {
  if (!M)
    return Registers;
  std::vector<InitialRegister> Out;
  for (InitialRegister &R : Registers) {
    std::vector<InitialRegister> Parts;
    if (R.KernargBytes != 0)
      Parts = nameArguments(R, *M);
    if (Parts.empty())
      Out.push_back(std::move(R));
    else
      llvm::append_range(Out, std::move(Parts));
  }
  return Out;
}

/// Both forms of descriptor answer the same questions.
template <typename Descriptor>
static KernelFacts factsFrom(const Descriptor &D, const Processor &P,
                             const KernelMetadata *M) {
  unsigned WorkgroupSize = workgroupSize(M, P);
  KernelResources Resources = resourcesOf(D, P);
  Occupancy Waves = occupancyOf(Resources, P, WorkgroupSize);
  return {decode(D, P), withArguments(initialRegisters(D, P), M), Resources,
          std::move(Waves), WorkgroupSize};
}

std::string entryMeaning(const Kernel &K) {
  if (!K.EntryRelocation.empty())
    return "relocated: " + K.EntryRelocation;
  int64_t Offset = K.Descriptor->EntryByteOffset;
  return "code starts " + llvm::utostr(llvm::AbsoluteValue(Offset)) +
         " bytes " + (Offset < 0 ? "before" : "after") + " the descriptor";
}

std::string factsKey(const CodeObject &Object, const Kernel &K) {
  // Preloaded arguments are named by the metadata.
  if (!K.Descriptor || K.Descriptor->KernargPreload != 0 || !Object.Target.Proc)
    return "";
  KernelDescriptor Rest = *K.Descriptor;
  Rest.EntryByteOffset = 0;
  std::array<uint8_t, KernelDescriptor::Size> Bytes = Rest.write();
  return std::string(Bytes.begin(), Bytes.end()) +
         llvm::utostr(workgroupSize(Object.metadataOf(K), *Object.Target.Proc));
}

std::optional<KernelFacts> gatherFacts(const CodeObject &Object,
                                       const Kernel &K) {
  const Processor *P = Object.Target.Proc;
  if (!P)
    return std::nullopt;
  const KernelMetadata *M = Object.metadataOf(K);
  if (K.Descriptor) {
    KernelFacts Facts = factsFrom(*K.Descriptor, *P, M);
    for (DecodedField &Field : Facts.Fields)
      if (Field.Name == EntryField)
        Field.Meaning = entryMeaning(K);
    return Facts;
  }
  if (K.DescriptorBytes.size() == AmdKernelCode::Size)
    return factsFrom(AmdKernelCode::read(K.DescriptorBytes), *P, M);
  return std::nullopt;
}

} // namespace fencepost
