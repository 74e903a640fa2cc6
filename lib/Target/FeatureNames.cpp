//===- FeatureNames.cpp - How target facts are spelled --------------------===//
// The names that users see.
//===----------------------------------------------------------------------===//
#include "fencepost/Target/Processor.h"

namespace fencepost {

static constexpr EnumName<Feature> FeatureNames[] = {
    {Feature::SramEcc, "sramecc"},
    {Feature::Xnack, "xnack"},
    {Feature::CuMode, "cumode"},
    {Feature::TgSplit, "tgsplit"},
    {Feature::WavefrontSize64, "wavefrontsize64"},
    {Feature::KernargPreload, "kernarg-preload"},
    {Feature::DynamicVgpr, "dynamic-vgpr"},
};
static_assert(isIndexedBy(FeatureNames), "a feature without a name");

llvm::StringRef featureName(Feature F) { return rowOf(FeatureNames, F).Name; }

static constexpr EnumName<FlatScratch> FlatScratchNames[] = {
    {FlatScratch::None, "none"},
    {FlatScratch::Offset, "offset"},
    {FlatScratch::Absolute, "absolute"},
    {FlatScratch::Architected, "architected"},
};
static_assert(isIndexedBy(FlatScratchNames), "a form without a name");

llvm::StringRef flatScratchName(FlatScratch Kind) {
  return rowOf(FlatScratchNames, Kind).Name;
}

static constexpr EnumName<Agprs> AgprsNames[] = {
    {Agprs::None, "none"},
    {Agprs::Separate, "separate"},
    {Agprs::Unified, "unified"},
};
static_assert(isIndexedBy(AgprsNames), "a form without a name");

llvm::StringRef agprsName(Agprs Kind) { return rowOf(AgprsNames, Kind).Name; }

} // namespace fencepost
