//===- PalMetadata.h - What a PAL pipeline is told about its shaders ------===//
// spec/002, "Code Object Metadata" of AMDPAL: a MessagePack map of pipelines,
// each with shaders, hardware stages and registers; and the older flat list of
// register and value pairs. The well-known pieces are named here; the whole
// document stays available as a tree, so nothing is hidden. Tested by
// unittests/Object/PalMetadataTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_OBJECT_PALMETADATA_H
#define FENCEPOST_OBJECT_PALMETADATA_H

#include "fencepost/Object/MetadataValue.h"
#include "fencepost/Support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace fencepost {

/// A hardware register the driver programs, or one of the pseudo registers.
struct PalRegister {
  uint32_t Number = 0;
  uint32_t Value = 0;
  std::string Name;    ///< "COMPUTE_PGM_RSRC1", or "" if it is unknown.
  std::string Meaning; ///< Of a user data register: what is loaded; else "".
};

/// One of .ls .hs .es .gs .vs .ps .cs.
struct PalHardwareStage {
  llvm::StringRef Name;       ///< "cs"
  llvm::StringRef EntryPoint; ///< The ELF symbol; "" if absent.
  std::optional<uint64_t> ScratchMemorySize;
  std::optional<uint64_t> LdsSize;
  std::optional<uint64_t> VgprCount;
  std::optional<uint64_t> AgprCount;
  std::optional<uint64_t> SgprCount;
  std::optional<uint64_t> WavefrontSize;
  MetadataValue All; ///< Every key of the stage.
};

/// An API shader and the hardware stages it became.
struct PalShader {
  llvm::StringRef Name; ///< "compute", "vertex", ...
  std::vector<uint64_t> ApiHash;
  std::vector<llvm::StringRef> HardwareStages; ///< "cs", "vs", ...
  MetadataValue All;
};

/// A function that is called by shaders, with its own resources.
struct PalShaderFunction {
  llvm::StringRef Name;
  MetadataValue All;
};

struct PalPipeline {
  llvm::StringRef Name; ///< "" if absent.
  llvm::StringRef Type; ///< "VsPs", "Gs", "Cs", "Ngg", ...
  std::optional<uint64_t> UserDataLimit;
  std::optional<uint64_t> SpillThreshold;
  std::vector<uint64_t> InternalHash;
  std::vector<PalShader> Shaders;
  std::vector<PalHardwareStage> HardwareStages;
  std::vector<PalShaderFunction> ShaderFunctions;
  std::vector<PalRegister> Registers; ///< By number.
  MetadataValue All;
};

struct PalMetadata {
  bool Legacy = false; ///< From NT_AMD_PAL_METADATA: one pipeline of registers.
  std::vector<uint64_t> Version;
  std::vector<PalPipeline> Pipelines;
  MetadataValue Root; ///< Nil for legacy metadata.
};

PalMetadata readPalMetadata(const MetadataValue &Root, const Location &Where,
                            std::vector<Finding> &Findings);
/// \p Bytes is the description of an NT_AMD_PAL_METADATA note.
PalMetadata readLegacyPalMetadata(llvm::StringRef Bytes, const Location &Where,
                                  std::vector<Finding> &Findings);

/// Pairs of little-endian words as in .AMDGPU.config; an odd tail is ignored.
std::vector<PalRegister> readRegisterPairs(llvm::StringRef Bytes);

/// The name of a register or pseudo register, or "".
std::string palRegisterName(uint32_t Number);

} // namespace fencepost

#endif
