//===- AnchorFinder.h - Points of a view in its LLVM module ---------------===//
// A placement names points of a view: before an event, at the end of a block,
// on an edge. Here they become positions in the module: before an instruction,
// or on edges of the control-flow graph. Blocks that the view has on edges of
// the module (LLVM's preheaders, latches and exits) stand for these edges. A
// point inside a function that the view has inlined names that function, so
// that the caller can inline it and ask again. Points between two events of one
// instruction, and ends of blocks that were folded into one, have no position.
// Tested by unittests/PlaceIR/AnchorFinderTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACEIR_ANCHORFINDER_H
#define FENCEPOST_LIB_PLACEIR_ANCHORFINDER_H

#include "fencepost/IR/BuildView.h"
#include "fencepost/PlaceIR/Refusal.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace fencepost::placeir {

/// A place of a module: before an instruction, or on all edges from some blocks
/// to another.
struct Anchor {
  llvm::Instruction *Before = nullptr;
  llvm::BasicBlock *To = nullptr;
  llvm::SmallVector<llvm::BasicBlock *, 2> From; ///< Each once.
  bool operator==(const Anchor &) const = default;
};

struct AnchorAnswer {
  Anchor Target;
  llvm::Function *Inside = nullptr;  ///< To be inlined before it can be said.
  std::optional<NoPosition> Problem; ///< Why there is none.
  view::SourceLocation Near; ///< Where the problem is, if that is known.
  bool isFound() const { return !Inside && !Problem; }
};

class AnchorFinder {
public:
  /// \p Kernel is the function of the module that \p View was made from.
  AnchorFinder(const view::SyncView &View, const ir::ViewOrigins &Origins,
               llvm::Function &Kernel)
      : View(View), Origins(Origins), Kernel(Kernel) {}

  AnchorAnswer find(place::InsertionPoint Point) const;
  /// Directly after the event before \p Point, if there is one in its block.
  AnchorAnswer findEarly(place::InsertionPoint Point) const;
  /// The instruction that event \p Event of \p Block was made from.
  AnchorAnswer findEvent(view::BlockId Block, uint32_t Event) const;

private:
  llvm::Instruction *instruction(uint32_t Number) const;
  AnchorAnswer before(llvm::Instruction *I, view::BlockId Near) const;
  AnchorAnswer problem(NoPosition::Reason Why, view::BlockId Near) const;
  AnchorAnswer endOf(view::BlockId Block) const;
  AnchorAnswer onEdges(llvm::ArrayRef<view::BlockId> From,
                       view::BlockId To) const;
  bool isOnEdges(view::BlockId Block) const;

  const view::SyncView &View;
  const ir::ViewOrigins &Origins;
  llvm::Function &Kernel;
};

} // namespace fencepost::placeir

#endif
