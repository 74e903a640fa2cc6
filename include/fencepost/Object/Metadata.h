//===- Metadata.h - HSA metadata, one form for all versions ---------------===//
// What the runtime is told about a code object and its kernels (spec/002, "Code
// Object Metadata" of AMDHSA): YAML in V2, MessagePack since V3. The keys of
// all versions are rows of one table in lib/Object/Metadata/Metadata.cpp, and
// land in the same structs. A key the table does not know is kept as text.
// Strings point into the code object or into its Memory. Tested by
// unittests/Object/MetadataTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_OBJECT_METADATA_H
#define FENCEPOST_OBJECT_METADATA_H

#include "fencepost/Object/MetadataValue.h"
#include "fencepost/Support/Diagnostics.h"
#include "fencepost/Support/EnumTable.h"
#include "fencepost/Target/TargetID.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

/// How the runtime sets up an argument.
enum class ArgumentKind : uint8_t {
  ByValue,
  GlobalBuffer,
  DynamicSharedPointer,
  Sampler,
  Image,
  Pipe,
  Queue,
  HiddenGlobalOffsetX,
  HiddenGlobalOffsetY,
  HiddenGlobalOffsetZ,
  HiddenNone,
  HiddenPrintfBuffer,
  HiddenHostcallBuffer,
  HiddenDefaultQueue,
  HiddenCompletionAction,
  HiddenMultigridSyncArg,
  HiddenBlockCountX,
  HiddenBlockCountY,
  HiddenBlockCountZ,
  HiddenGroupSizeX,
  HiddenGroupSizeY,
  HiddenGroupSizeZ,
  HiddenRemainderX,
  HiddenRemainderY,
  HiddenRemainderZ,
  HiddenGridDims,
  HiddenHeapV1,
  HiddenDynamicLdsSize,
  HiddenPrivateBase,
  HiddenSharedBase,
  HiddenQueuePtr,
  Unknown,
};
inline constexpr unsigned NumArgumentKinds = numEnumerators<ArgumentKind>();

/// A row of the table of value kinds in spec/002, "Code Object V3 Metadata".
struct ArgumentKindFacts {
  ArgumentKind Id;
  llvm::StringLiteral Name;        ///< "hidden_heap_v1"
  llvm::StringLiteral V2Name = ""; ///< "HiddenHeapV1"; "" where V2 has none.
  CodeObjectVersion Since;
  llvm::StringLiteral Meaning; ///< A few words.
};
llvm::ArrayRef<ArgumentKindFacts> argumentKinds();
const ArgumentKindFacts &factsOf(ArgumentKind Kind);

/// A key and its value, for what the structs below have no member for.
struct MetadataExtra {
  llvm::StringRef Key;
  MetadataValue Value; ///< Value.str() prints it.
};

/// None: the metadata does not say.
enum class AddressSpaceQual : uint8_t {
  None,
  Private,
  Global,
  Constant,
  Local,
  Generic,
  Region,
};
llvm::StringRef addressSpaceName(AddressSpaceQual Space); ///< "global"; "".

enum class AccessQual : uint8_t {
  None,
  Default, ///< V2 only.
  ReadOnly,
  WriteOnly,
  ReadWrite,
};
llvm::StringRef accessName(AccessQual Access); ///< "read_only"; "" for None.

struct ArgumentMetadata {
  llvm::StringRef Name;     ///< "" if the compiler did not record it.
  llvm::StringRef TypeName; ///< Likewise.
  uint64_t Size = 0;
  uint64_t Offset = 0; ///< V2: computed from the sizes and alignments.
  std::optional<uint32_t> Alignment; ///< V2 only.
  std::optional<uint32_t> PointeeAlign;
  ArgumentKind Kind =
      ArgumentKind::Unknown; ///< Unknown: the text is in Extras.
  AddressSpaceQual AddressSpace = AddressSpaceQual::None;
  AccessQual Access = AccessQual::None;
  AccessQual ActualAccess = AccessQual::None;
  bool IsConst = false;
  bool IsRestrict = false;
  bool IsVolatile = false;
  bool IsPipe = false;
  std::vector<MetadataExtra> Extras;

  bool isHidden() const {
    return Kind >= ArgumentKind::HiddenGlobalOffsetX &&
           Kind <= ArgumentKind::HiddenQueuePtr;
  }
};

/// X, Y, Z.
using Triple3 = std::array<uint64_t, 3>;

/// An unset member means that the metadata does not say.
struct KernelMetadata {
  llvm::StringRef Name;   ///< In the source.
  llvm::StringRef Symbol; ///< Of the descriptor, "name.kd"; V2: of the kernel.
  llvm::StringRef Language;
  std::vector<uint64_t> LanguageVersion;
  std::vector<ArgumentMetadata> Arguments;
  std::optional<uint64_t> KernargSegmentSize;
  std::optional<uint64_t> KernargSegmentAlign;
  std::optional<uint64_t> GroupSegmentFixedSize;
  std::optional<uint64_t> PrivateSegmentFixedSize;
  std::optional<uint64_t> WavefrontSize;
  std::optional<uint64_t> SgprCount;
  std::optional<uint64_t> VgprCount;
  std::optional<uint64_t> AgprCount;
  std::optional<uint64_t> SgprSpillCount;
  std::optional<uint64_t> VgprSpillCount;
  std::optional<uint64_t> MaxFlatWorkgroupSize;
  std::optional<Triple3> ReqdWorkgroupSize;
  std::optional<Triple3> WorkgroupSizeHint;
  std::optional<Triple3> ClusterDims;
  std::optional<uint64_t> MaxNumWorkgroupsX;
  std::optional<uint64_t> MaxNumWorkgroupsY;
  std::optional<uint64_t> MaxNumWorkgroupsZ;
  llvm::StringRef VecTypeHint;
  llvm::StringRef DeviceEnqueueSymbol;
  llvm::StringRef Kind; ///< "normal", "init" or "fini"; "" counts as normal.
  std::optional<bool> UsesDynamicStack;
  std::optional<bool> WorkgroupProcessorMode;
  std::optional<bool> UniformWorkGroupSize;
  std::optional<bool> IsXnackEnabled; ///< V2 only.
  std::vector<MetadataExtra> Extras;
  uint64_t FileOffset = 0; ///< Of the note; for locations.
};

struct HsaMetadata {
  std::vector<uint64_t> Version; ///< Major and minor, e.g. {1, 2}.
  llvm::StringRef Target;        ///< "amdgcn-amd-amdhsa--gfx90a:xnack+"; V4+.
  std::vector<llvm::StringRef> Printf;
  std::vector<KernelMetadata> Kernels; ///< In the order of the file.
  std::vector<MetadataExtra> Extras;
};

/// Reads the document \p Root. \p Where is copied into the MetadataInvalid
/// findings that are appended to \p Findings; \p Memory holds what is not in
/// the document itself.
HsaMetadata readHsaMetadata(const MetadataValue &Root,
                            CodeObjectVersion Version, const Location &Where,
                            llvm::BumpPtrAllocator &Memory,
                            std::vector<Finding> &Findings);

} // namespace fencepost

#endif
