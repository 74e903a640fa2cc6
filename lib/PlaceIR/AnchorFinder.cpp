//===- AnchorFinder.cpp - Points of a view in its LLVM module -------------===//
// See AnchorFinder.h. An edge is known by the block of the module that ends at
// its source and the one that begins at its target; it must be one of the
// module's.
//===----------------------------------------------------------------------===//
#include "AnchorFinder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace fencepost::placeir {

using view::BlockId;
using view::None;

/// Views are made of a module that is not changed meanwhile; here it is ours.
llvm::Instruction *AnchorFinder::instruction(uint32_t Number) const {
  return Number == None
             ? nullptr
             : const_cast<llvm::Instruction *>(Origins.Instructions[Number]);
}

AnchorAnswer AnchorFinder::problem(NoPosition::Reason Why, BlockId Near) const {
  AnchorAnswer Answer;
  Answer.Problem = {Why, view::nameBlock(View, Near)};
  for (const view::Event &E : View.Blocks[Near].Events) {
    Answer.Near = E.Where;
    break;
  }
  return Answer;
}

AnchorAnswer AnchorFinder::before(llvm::Instruction *I, BlockId Near) const {
  if (!I)
    return problem(NoPosition::Reason::NoInstruction, Near);
  AnchorAnswer Answer;
  if (I->getFunction() != &Kernel)
    Answer.Inside = I->getFunction();
  Answer.Target.Before = I;
  return Answer;
}

AnchorAnswer AnchorFinder::findEvent(BlockId Block, uint32_t Event) const {
  return before(instruction(View.Blocks[Block].Events[Event].Origin), Block);
}

AnchorAnswer AnchorFinder::find(place::InsertionPoint Point) const {
  if (Point.EdgeTo != None)
    return onEdges(Point.Block, Point.EdgeTo);
  const std::vector<view::Event> &Events = View.Blocks[Point.Block].Events;
  if (Point.Event >= Events.size())
    return endOf(Point.Block);
  if (Events[Point.Event].ContinuesInstruction) {
    AnchorAnswer Answer =
        problem(NoPosition::Reason::InsideInstruction, Point.Block);
    Answer.Near = Events[Point.Event].Where;
    return Answer;
  }
  return findEvent(Point.Block, Point.Event);
}

AnchorAnswer AnchorFinder::findEarly(place::InsertionPoint Point) const {
  if (Point.EdgeTo != None || Point.Event == 0)
    return find(Point);
  AnchorAnswer Answer = findEvent(Point.Block, Point.Event - 1);
  if (Answer.isFound())
    Answer.Target.Before = Answer.Target.Before->getNextNode();
  return Answer;
}

/// Whether LLVM made \p Block on edges of the module.
bool AnchorFinder::isOnEdges(BlockId Block) const {
  const view::Block &B = View.Blocks[Block];
  return B.Start == None && B.End == None && B.Events.empty() &&
         B.Next.size() == 1;
}

AnchorAnswer AnchorFinder::endOf(BlockId Block) const {
  const view::Block &B = View.Blocks[Block];
  if (llvm::Instruction *End = instruction(B.End))
    return before(End, Block);
  if (isOnEdges(Block))
    return onEdges(B.Before, B.Next.front().To);
  // Two blocks of the module, of which the first has been one: nothing happens
  // in either.
  if (B.Events.empty() && B.Start != None)
    return before(instruction(B.Start), Block);
  if (B.Events.empty())
    return problem(NoPosition::Reason::NoEndOfBlock, Block);
  return findEarly({Block, uint32_t(B.Events.size())});
}

static bool canBeSplit(const llvm::Instruction &End) {
  return llvm::isa<llvm::BranchInst, llvm::SwitchInst>(End);
}

AnchorAnswer AnchorFinder::onEdges(llvm::ArrayRef<BlockId> From,
                                   BlockId To) const {
  BlockId Near = From.front();
  AnchorAnswer Answer;
  llvm::SmallVector<BlockId> Work(From.begin(), From.end());
  llvm::SmallVector<llvm::Instruction *> Ends;
  while (!Work.empty()) {
    BlockId B = Work.pop_back_val();
    if (llvm::Instruction *End = instruction(View.Blocks[B].End)) {
      Answer = before(End, B);
      if (!Answer.isFound())
        return Answer;
      Ends.push_back(End);
    } else if (isOnEdges(B)) {
      llvm::append_range(Work, View.Blocks[B].Before);
    } else {
      return problem(NoPosition::Reason::NoSourceOfEdge, B);
    }
  }
  while (View.Blocks[To].Start == None && isOnEdges(To))
    To = View.Blocks[To].Next.front().To;
  llvm::Instruction *Target = instruction(View.Blocks[To].Start);
  if (!Target)
    return problem(NoPosition::Reason::NoTargetOfEdge, To);
  Answer.Target.Before = nullptr;
  Answer.Target.To = Target->getParent();
  for (llvm::Instruction *End : Ends) {
    if (!canBeSplit(*End) ||
        !llvm::is_contained(llvm::successors(End), Answer.Target.To))
      return problem(NoPosition::Reason::EdgeNotSplittable, Near);
    if (!llvm::is_contained(Answer.Target.From, End->getParent()))
      Answer.Target.From.push_back(End->getParent());
  }
  return Answer;
}

} // namespace fencepost::placeir
