//===- BlockLocations.cpp - Source locations of blocks --------------------===//
// See BlockLocations.h.
//===----------------------------------------------------------------------===//
#include "fencepost/PlaceIR/BlockLocations.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

namespace fencepost::placeir {

using view::SourceLocation;

static SourceLocation fromDebugInfo(const llvm::Instruction &I) {
  const llvm::DILocation *Location = I.getDebugLoc();
  return Location && Location->getLine() != 0 ? ir::placeOf(*Location)
                                              : SourceLocation();
}

static SourceLocation placeOf(const llvm::Instruction &I, ir::PlaceOf Where) {
  SourceLocation Location = fromDebugInfo(I);
  return Location.Line != 0 ? Location : Where(I);
}

/// That of the first instruction of which it is known, from debug information
/// if there is some.
static SourceLocation startOf(const llvm::BasicBlock &B, ir::PlaceOf Where) {
  for (const llvm::Instruction &I : B)
    if (SourceLocation Location = fromDebugInfo(I); Location.Line != 0)
      return Location;
  for (const llvm::Instruction &I : B)
    if (SourceLocation Location = Where(I); Location.Line != 0)
      return Location;
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
