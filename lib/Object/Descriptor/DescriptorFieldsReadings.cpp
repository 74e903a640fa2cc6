//===- DescriptorFieldsReadings.cpp - How the values of fields read -------===//
// Granules and units as they are in spec/002, "Kernel Descriptor". Every text
// starts with the quantity a person wants and ends with how it is encoded.
// Tested by unittests/Object/KernelDescriptorTest.cpp.
//===----------------------------------------------------------------------===//
#include "DescriptorFieldsReadings.h"
#include "llvm/ADT/Twine.h"

using llvm::Twine;

namespace fencepost {

std::string counted(uint64_t Count, llvm::StringRef Noun) {
  return (Twine(Count) + " " + Noun + (Count == 1 ? "" : "s")).str();
}

/// "24 VGPRs (3 granules of 8)"
static std::string granules(uint64_t Count, uint64_t Granule,
                            llvm::StringRef Noun) {
  return counted(Count * Granule, Noun) + " (" + counted(Count, "granule") +
         " of " + std::to_string(Granule) + ")";
}

std::string readNumber(uint64_t Value, const KernelContext &) {
  return std::to_string(Value);
}

std::string readBytes(uint64_t Value, const KernelContext &) {
  return counted(Value, "byte");
}

std::string readEntryOffset(uint64_t Value, const KernelContext &) {
  bool Before = static_cast<int64_t>(Value) < 0;
  return "code starts " + counted(Before ? 0 - Value : Value, "byte") +
         (Before ? " before" : " after") + " the start of this structure";
}

unsigned vgprsAskedFor(uint64_t Blocks, const KernelContext &Context) {
  const VgprFacts *Facts = Context.Proc.vgprs(Context.WaveSize);
  if (!Facts)
    Facts = &Context.Proc.Vgprs.front();
  return (Blocks + 1) * Facts->EncodingGranule;
}

std::string readVgprBlocks(uint64_t Value, const KernelContext &Context) {
  unsigned Granule = vgprsAskedFor(0, Context);
  return granules(Value + 1, Granule, "VGPR");
}

/// The field counts in blocks of 8 on every family that has it. On GFX9 SGPRs
/// come in blocks of 16, which spec/002 writes as 2 * (blocks - 1); LLVM also
/// emits the odd values between, and the hardware rounds up.
static constexpr unsigned SgprBlock = 8;

unsigned sgprsAskedFor(uint64_t Blocks) { return (Blocks + 1) * SgprBlock; }

std::string readSgprBlocks(uint64_t Value, const KernelContext &) {
  return granules(Value + 1, SgprBlock, "SGPR");
}

std::string readUserSgprs(uint64_t Value, const KernelContext &) {
  return counted(Value, "user SGPR");
}

std::string readLdsBlocks(uint64_t Value, const KernelContext &) {
  return counted(Value, "granule") + " of LDS";
}

std::string readAccumOffset(uint64_t Value, const KernelContext &) {
  uint64_t Offset = (Value + 1) * 4;
  return "AccVGPRs follow the first " + counted(Offset, "VGPR") + " (" +
         counted(Value + 1, "granule") + " of 4)";
}

std::string readSharedVgprs(uint64_t Value, const KernelContext &) {
  return granules(Value, 8, "shared VGPR");
}

std::string readPrefetchLines(uint64_t Value, const KernelContext &) {
  return counted(Value * 128, "byte") + " (" + counted(Value, "unit") +
         " of 128)";
}

std::string readNamedBarriers(uint64_t Value, const KernelContext &) {
  return granules(Value, 4, "named barrier");
}

std::string readDwords(uint64_t Value, const KernelContext &) {
  return counted(Value, "dword") + " (" + counted(Value * 4, "byte") + ")";
}

std::string readKernargDword(uint64_t Value, const KernelContext &) {
  return "from byte " + std::to_string(Value * 4) + " of the kernarg segment";
}

} // namespace fencepost
