//===- ProcessorShapes.h - What processors of one build share -------------===//
// A shape is a processor without a name: registers, LDS and features of one
// build of the hardware. They follow spec/002, "Processors" (features, flat
// scratch, work-item ids) and "Kernel Descriptor" (register and LDS granules);
// register file sizes, and gfx125x, whose row that table lacks, follow LLVM.
// Only Processors.cpp includes this file. Tested with the rows, by
// unittests/Target.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_TARGET_PROCESSORSHAPES_H
#define FENCEPOST_LIB_TARGET_PROCESSORSHAPES_H

#include "fencepost/Target/Processor.h"

namespace fencepost::shapes {

//===- Register files -----------------------------------------------------===//

inline constexpr VgprFacts Vgprs256[] = {{.WaveSize = 64,
                                          .Granule = 4,
                                          .EncodingGranule = 4,
                                          .Addressable = 256,
                                          .Total = 256}};
inline constexpr VgprFacts Vgprs512[] = {{.WaveSize = 64,
                                          .Granule = 8,
                                          .EncodingGranule = 8,
                                          .Addressable = 512,
                                          .Total = 512}};
inline constexpr VgprFacts VgprsGfx101[] = {{.WaveSize = 32,
                                             .Granule = 8,
                                             .EncodingGranule = 8,
                                             .Addressable = 256,
                                             .Total = 1024},
                                            {.WaveSize = 64,
                                             .Granule = 4,
                                             .EncodingGranule = 4,
                                             .Addressable = 256,
                                             .Total = 512}};
inline constexpr VgprFacts VgprsGfx103[] = {{.WaveSize = 32,
                                             .Granule = 16,
                                             .EncodingGranule = 8,
                                             .Addressable = 256,
                                             .Total = 1024},
                                            {.WaveSize = 64,
                                             .Granule = 8,
                                             .EncodingGranule = 4,
                                             .Addressable = 256,
                                             .Total = 512}};
/// Half as many again: LLVM's feature allocate1_5xvgprs.
inline constexpr VgprFacts VgprsLarge[] = {{.WaveSize = 32,
                                            .Granule = 24,
                                            .EncodingGranule = 8,
                                            .Addressable = 256,
                                            .Total = 1536},
                                           {.WaveSize = 64,
                                            .Granule = 12,
                                            .EncodingGranule = 4,
                                            .Addressable = 256,
                                            .Total = 768}};
inline constexpr VgprFacts Vgprs1024[] = {{.WaveSize = 32,
                                           .Granule = 16,
                                           .EncodingGranule = 16,
                                           .Addressable = 1024,
                                           .Total = 1024}};

//===- Shapes -------------------------------------------------------------===//

inline constexpr unsigned KiB = 1024;
using enum Feature;

inline constexpr Processor Gfx6 = {
    .FamilyId = Family::GFX6,
    .GenericAddressSpace = false,
    .LdsSize = 32 * KiB,
    .LdsGranule = 64 * 4,
    .Vgprs = Vgprs256,
    .MaxWavesPerSimd = 10,
    .SgprAddressable = 104,
    .SgprGranule = 8,
    .SgprTotal = 512,
};
inline constexpr Processor Gfx7 = {
    .FamilyId = Family::GFX7,
    .Scratch = FlatScratch::Offset,
    .LdsSize = 64 * KiB,
    .LdsGranule = 128 * 4,
    .Vgprs = Vgprs256,
    .MaxWavesPerSimd = 10,
    .SgprAddressable = 104,
    .SgprGranule = 8,
    .SgprTotal = 512,
};
inline constexpr Processor Gfx8 = {
    .FamilyId = Family::GFX8,
    .Scratch = FlatScratch::Offset,
    .LdsSize = 64 * KiB,
    .LdsGranule = 128 * 4,
    .Vgprs = Vgprs256,
    .MaxWavesPerSimd = 10,
    .SgprAddressable = 102,
    .SgprGranule = 16,
    .SgprTotal = 800,
};
inline constexpr Processor Gfx9 = {
    .FamilyId = Family::GFX9,
    .Features = {Xnack},
    .Scratch = FlatScratch::Absolute,
    .LdsSize = 64 * KiB,
    .LdsGranule = 128 * 4,
    .Vgprs = Vgprs256,
    .MaxWavesPerSimd = 10,
    .SgprAddressable = 102,
    .SgprGranule = 16,
    .SgprTotal = 800,
};
inline constexpr Processor Gfx908 = {
    .FamilyId = Family::GFX908,
    .Features = {SramEcc, Xnack},
    .Scratch = FlatScratch::Absolute,
    .LdsSize = 64 * KiB,
    .LdsGranule = 128 * 4,
    .Accumulators = Agprs::Separate,
    .Vgprs = Vgprs256,
    .MaxWavesPerSimd = 10,
    .SgprAddressable = 102,
    .SgprGranule = 16,
    .SgprTotal = 800,
};
inline constexpr Processor Gfx90a = {
    .FamilyId = Family::GFX90A,
    .Features = {SramEcc, Xnack, TgSplit, KernargPreload},
    .Scratch = FlatScratch::Absolute,
    .PackedWorkItemIds = true,
    .LdsSize = 64 * KiB,
    .LdsGranule = 128 * 4,
    .Accumulators = Agprs::Unified,
    .Vgprs = Vgprs512,
    .MaxWavesPerSimd = 8,
    .SgprAddressable = 102,
    .SgprGranule = 16,
    .SgprTotal = 800,
};
inline constexpr Processor Gfx942 = {
    .FamilyId = Family::GFX942,
    .Features = {SramEcc, Xnack, TgSplit, KernargPreload},
    .Scratch = FlatScratch::Architected,
    .PackedWorkItemIds = true,
    .LdsSize = 64 * KiB,
    .LdsGranule = 128 * 4,
    .Accumulators = Agprs::Unified,
    .Vgprs = Vgprs512,
    .MaxWavesPerSimd = 8,
    .SgprAddressable = 102,
    .SgprGranule = 16,
    .SgprTotal = 800,
};
inline constexpr Processor Gfx101 = {
    .FamilyId = Family::GFX10,
    .Features = {Xnack, CuMode, WavefrontSize64},
    .Scratch = FlatScratch::Absolute,
    .LdsSize = 64 * KiB,
    .LdsGranule = 128 * 4,
    .Vgprs = VgprsGfx101,
    .MaxWavesPerSimd = 20,
    .SgprAddressable = 106,
};
inline constexpr Processor Gfx103 = {
    .FamilyId = Family::GFX10,
    .Features = {CuMode, WavefrontSize64},
    .Scratch = FlatScratch::Absolute,
    .LdsSize = 64 * KiB,
    .LdsGranule = 128 * 4,
    .Vgprs = VgprsGfx103,
    .MaxWavesPerSimd = 16,
    .SgprAddressable = 106,
};
inline constexpr Processor Gfx11 = {
    .FamilyId = Family::GFX11,
    .Features = {CuMode, WavefrontSize64},
    .Scratch = FlatScratch::Architected,
    .PackedWorkItemIds = true,
    .LdsSize = 64 * KiB,
    .LdsGranule = 128 * 4,
    .Vgprs = VgprsGfx103,
    .MaxWavesPerSimd = 16,
    .SgprAddressable = 106,
};
inline constexpr Processor Gfx12 = {
    .FamilyId = Family::GFX12,
    .Features = {CuMode, WavefrontSize64, DynamicVgpr},
    .Scratch = FlatScratch::Architected,
    .PackedWorkItemIds = true,
    .LdsSize = 64 * KiB,
    .LdsGranule = 128 * 4,
    .Vgprs = VgprsLarge,
    .MaxWavesPerSimd = 16,
    .SgprAddressable = 106,
};
inline constexpr Processor Gfx125 = {
    .FamilyId = Family::GFX125,
    .Features = {SramEcc, Xnack, KernargPreload, DynamicVgpr},
    .Scratch = FlatScratch::Architected,
    .PackedWorkItemIds = true,
    .LdsSize = 320 * KiB,
    .LdsGranule = 512 * 4,
    .Vgprs = Vgprs1024,
    .MaxWavesPerSimd = 16,
    .SgprAddressable = 106,
};

//===- Shapes that differ from another in one thing -----------------------===//

constexpr Processor with(Processor Shape, FeatureSet Features) {
  Shape.Features = Features;
  return Shape;
}

constexpr Processor withSgprInitBug(Processor Shape) {
  Shape.SgprInitBug = true;
  return Shape;
}

constexpr Processor withLds(Processor Shape, unsigned Size, unsigned Granule) {
  Shape.LdsSize = Size;
  Shape.LdsGranule = Granule;
  return Shape;
}

constexpr Processor with(Processor Shape, std::span<const VgprFacts> Vgprs) {
  Shape.Vgprs = Vgprs;
  return Shape;
}

inline constexpr Processor Gfx8Xnack = with(Gfx8, FeatureSet{Xnack});
inline constexpr Processor Gfx8Bug = withSgprInitBug(Gfx8);
inline constexpr Processor Gfx906 = with(Gfx9, FeatureSet{SramEcc, Xnack});
inline constexpr Processor Gfx950 = withLds(Gfx942, 160 * KiB, 320 * 4);
inline constexpr Processor Gfx11Large = with(Gfx11, VgprsLarge);

} // namespace fencepost::shapes

#endif
