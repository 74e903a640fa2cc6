//===- FieldReadings.h - How the values of fields read --------------------===//
// Functions and lists of phrases for the rows in DescriptorFields.cpp and
// AmdKernelCode.cpp. Private to lib/Object.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_OBJECT_FIELDREADINGS_H
#define FENCEPOST_LIB_OBJECT_FIELDREADINGS_H

#include "DescriptorFields.h"

namespace fencepost {

std::string readBytes(uint64_t Value, const KernelContext &);
std::string readEntryOffset(uint64_t Value, const KernelContext &);
std::string readVgprBlocks(uint64_t Value, const KernelContext &Context);
std::string readSgprBlocks(uint64_t Value, const KernelContext &Context);
std::string readUserSgprs(uint64_t Value, const KernelContext &);
std::string readLdsBlocks(uint64_t Value, const KernelContext &);
std::string readAccumOffset(uint64_t Value, const KernelContext &);
std::string readSharedVgprs(uint64_t Value, const KernelContext &);
std::string readPrefetchLines(uint64_t Value, const KernelContext &);
std::string readNamedBarriers(uint64_t Value, const KernelContext &);
std::string readDwords(uint64_t Value, const KernelContext &);
std::string readKernargDword(uint64_t Value, const KernelContext &);

/// What the block counts in compute_pgm_rsrc1 come to.
unsigned vgprsAskedFor(uint64_t Blocks, const KernelContext &Context);
unsigned sgprsAskedFor(uint64_t Blocks);

/// "1 byte", "3 bytes".
std::string counted(uint64_t Count, llvm::StringRef Noun);

inline constexpr llvm::StringLiteral NoYes[] = {"no", "yes"};
inline constexpr llvm::StringLiteral WaveSizePhrases[] = {"wavefront size 64",
                                                          "wavefront size 32"};
inline constexpr Reading Bytes = {readBytes};
inline constexpr Reading Flag = {.Choices = NoYes};
inline constexpr Reading WaveSize = {.Choices = WaveSizePhrases};

inline constexpr When All = {};
inline constexpr When UpToGfx9 = {Family::GFX6, Family::GFX942};
inline constexpr When Gfx10On = {Family::GFX10, Family::GFX125};

} // namespace fencepost

#endif
