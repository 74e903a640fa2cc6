//===- KernelDescriptor.h - The 64 bytes that describe a kernel -----------===//
// What CP reads to start a kernel (spec/002, "Kernel Descriptor"). The layout
// is a table of fields (lib/Object/Descriptor/DescriptorFields.cpp); a row says
// where a field is, on which families it exists and what its values mean, and
// decode() applies the table. Nothing here knows about ELF. Tested by
// unittests/Object/KernelDescriptorTest.cpp and AssemblerRoundTripTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_OBJECT_KERNELDESCRIPTOR_H
#define FENCEPOST_OBJECT_KERNELDESCRIPTOR_H

#include "fencepost/Support/Diagnostics.h"
#include "fencepost/Target/Processor.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

/// The words of the descriptor, uninterpreted.
struct KernelDescriptor {
  static constexpr size_t Size = 64;

  uint32_t GroupSegmentFixedSize = 0;
  uint32_t PrivateSegmentFixedSize = 0;
  uint32_t KernargSize = 0;
  std::array<uint8_t, 4> Reserved0 = {};
  int64_t EntryByteOffset = 0;
  std::array<uint8_t, 20> Reserved1 = {};
  uint32_t Rsrc3 = 0;
  uint32_t Rsrc1 = 0;
  uint32_t Rsrc2 = 0;
  uint16_t CodeProperties = 0;
  uint16_t KernargPreload = 0;
  std::array<uint8_t, 4> Reserved3 = {};

  /// \p Bytes must hold Size bytes.
  static KernelDescriptor read(llvm::ArrayRef<uint8_t> Bytes);
  std::array<uint8_t, Size> write() const;
};

/// Who may set a field.
enum class FieldRule : uint8_t {
  Value,      ///< The code object sets it.
  Reserved,   ///< Must be 0.
  FilledByCp, ///< Must be 0: CP fills it in when it dispatches the kernel.
};

/// One field as it is in one descriptor.
struct DecodedField {
  llvm::StringRef Word; ///< "compute_pgm_rsrc1"; "" for the plain words.
  llvm::StringRef Name; ///< The name in spec/002, e.g. "FLOAT_ROUND_MODE_32".
  unsigned Bit;         ///< First bit: in its word, or in all if Word is "".
  unsigned Width;
  uint64_t Value;
  FieldRule Rule;
  std::string Meaning; ///< What the value means on this processor.
};

/// Every bit of the descriptor, field by field as \p P has them, in the order
/// of the specification; reserved ranges are fields too.
std::vector<DecodedField> decode(const KernelDescriptor &D, const Processor &P);

/// What the descriptor gives a kernel, in the units a person thinks in.
struct KernelResources {
  unsigned WaveSize = 64;
  unsigned Vgprs = 0;          ///< Asked for; both kinds where unified.
  unsigned AllocatedVgprs = 0; ///< Rounded up to what the hardware hands out.
  unsigned ArchVgprs = 0; ///< Below the accumulation offset, where unified.
  unsigned Agprs = 0;     ///< The rest; on gfx908 as many as VGPRs.
  unsigned Sgprs = 0;     ///< Asked for; where all are given, all.
  unsigned AllocatedSgprs = 0; ///< Rounded up to what the hardware hands out.
  unsigned SharedVgprs = 0;
  unsigned UserSgprs = 0;
  uint32_t LdsBytes = 0;
  uint32_t ScratchBytes = 0; ///< Per work-item.
  uint64_t KernargBytes = 0;
  bool UsesDynamicStack = false;
  std::optional<bool> WgpMode; ///< Unset where the hardware has no such mode.
  std::optional<bool> TgSplit; ///< Likewise.
  std::optional<unsigned> NamedBarriers;
  std::optional<bool> DynamicVgprs;
  unsigned PreloadLength = 0, PreloadOffset = 0; ///< In dwords.
};
KernelResources resourcesOf(const KernelDescriptor &D, const Processor &P);

/// What the descriptor itself has against the specification: reserved bits,
/// counts that disagree, limits. \p Where is copied into each finding.
std::vector<Finding> checkDescriptor(const KernelDescriptor &D,
                                     const Processor &P, const Location &Where);

} // namespace fencepost

#endif
