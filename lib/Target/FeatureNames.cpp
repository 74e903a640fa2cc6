//===- FeatureNames.cpp - How target facts are spelled --------------------===//
// The names users see, in the order of the enumerations.
//===----------------------------------------------------------------------===//
#include "fencepost/Target/Processor.h"

namespace fencepost {

static constexpr llvm::StringLiteral FeatureNames[] = {
    "sramecc",         "xnack",           "cumode",      "tgsplit",
    "wavefrontsize64", "kernarg-preload", "dynamic-vgpr"};
static_assert(std::size(FeatureNames) == NumFeatures,
              "a feature without a name");

llvm::StringRef featureName(Feature F) {
  return FeatureNames[static_cast<size_t>(F)];
}

static constexpr llvm::StringLiteral FlatScratchNames[] = {
    "none", "offset", "absolute", "architected"};

llvm::StringRef flatScratchName(FlatScratch Kind) {
  return FlatScratchNames[static_cast<size_t>(Kind)];
}

static constexpr llvm::StringLiteral AgprsNames[] = {"none", "separate",
                                                     "unified"};

llvm::StringRef agprsName(Agprs Kind) {
  return AgprsNames[static_cast<size_t>(Kind)];
}

} // namespace fencepost
