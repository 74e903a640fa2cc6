//===- BlockLocations.cpp - Source locations of blocks -------------------===//
// See BlockLocations.h.
//===----------------------------------------------------------------------===//
#include "fencepost/PlaceIR/BlockLocations.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

namespace fencepost::placeir {

using view::SourceLocation;

static SourceLocation fromDebugInfo(const llvm::Instruction &I) {
  const llvm::DILocation *At = I.getDebugLoc();
  return At && At->getLine() != 0 ? ir::placeOf(*At) : SourceLocation();
}

static SourceLocation placeOf(const llvm::Instruction &I, ir::PlaceOf Where) {
  SourceLocation At = fromDebugInfo(I);
  return At.Line != 0 ? At : Where(I);
}

/// That of the first instruction of which it is known, from debug information
/// if there is some.
static SourceLocation startOf(const llvm::BasicBlock &B, ir::PlaceOf Where) {
  for (const llvm::Instruction &I : B)
    if (SourceLocation At = fromDebugInfo(I); At.Line != 0)
      return At;
  for (const llvm::Instruction &I : B)
    if (SourceLocation At = Where(I); At.Line != 0)
      return At;
  return SourceLocation();
}

std::vector<BlockLocations> blockLocations(const view::SyncView &View,
                                           const ir::ViewOrigins &Origins,
                                           ir::PlaceOf Where) {
  std::vector<BlockLocations> Result;
  for (const view::Block &B : View.Blocks) {
    BlockLocations &Locations = Result.emplace_back();
    if (B.Start != view::None)
      Locations.Start =
          startOf(*Origins.Instructions[B.Start]->getParent(), Where);
    if (B.End != view::None)
      Locations.Branch = placeOf(*Origins.Instructions[B.End], Where);
  }
  return Result;
}

} // namespace fencepost::placeir
