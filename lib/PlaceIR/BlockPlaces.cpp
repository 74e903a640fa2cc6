//===- BlockPlaces.cpp - Where blocks of a view stand in the source -------===//
// See BlockPlaces.h.
//===----------------------------------------------------------------------===//
#include "fencepost/PlaceIR/BlockPlaces.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

namespace fencepost::placeir {

using view::Place;

static Place fromDebugInfo(const llvm::Instruction &I) {
  const llvm::DILocation *At = I.getDebugLoc();
  return At && At->getLine() != 0 ? ir::placeOf(*At) : Place();
}

static Place placeOf(const llvm::Instruction &I, ir::PlaceOf Where) {
  Place At = fromDebugInfo(I);
  return At.Line != 0 ? At : Where(I);
}

/// That of the first instruction of which it is known, from debug information
/// if there is some.
static Place startOf(const llvm::BasicBlock &B, ir::PlaceOf Where) {
  for (const llvm::Instruction &I : B)
    if (Place At = fromDebugInfo(I); At.Line != 0)
      return At;
  for (const llvm::Instruction &I : B)
    if (Place At = Where(I); At.Line != 0)
      return At;
  return Place();
}

std::vector<BlockPlaces> blockPlaces(const view::SyncView &View,
                                     const ir::ViewOrigins &Origins,
                                     ir::PlaceOf Where) {
  std::vector<BlockPlaces> Result;
  for (const view::Block &B : View.Blocks) {
    BlockPlaces &Of = Result.emplace_back();
    if (B.Start != view::None)
      Of.Start = startOf(*Origins.Instructions[B.Start]->getParent(), Where);
    if (B.End != view::None)
      Of.Branch = placeOf(*Origins.Instructions[B.End], Where);
  }
  return Result;
}

} // namespace fencepost::placeir
