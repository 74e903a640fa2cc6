//===- PlacePoint.cpp - Where a barrier stands, in words ------------------===//
// See PlacePoint.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/PlacePoint.h"
#include "fencepost/Report/AccessText.h"
#include "fencepost/Report/FindingText.h"
#include "fencepost/View/FlowGraph.h"

namespace fencepost {

using place::InsertionPoint;
using placeir::BlockLocations;
using view::AccessSite;
using view::BlockId;
using view::None;

Location locationOf(const view::SourceLocation &Source, KernelFile &Input) {
  Location Where = locationOf(Source);
  Input.complete(Where);
  return Where;
}

namespace {

class PointDescriber {
public:
  PointDescriber(const view::SyncView &View,
                 llvm::ArrayRef<BlockLocations> Blocks, KernelFile &Input)
      : View(View), Blocks(Blocks), Input(Input) {}
  PointText before(BlockId Block, uint32_t Event) const;
  PointText atEnd(BlockId Block) const;
  PointText onEdge(BlockId From, BlockId To) const;

private:
  bool isOnEdges(BlockId Block) const;
  std::string event(BlockId Block, uint32_t Event) const;
  std::string block(BlockId Block, const view::SourceLocation &Source) const;
  std::string endOf(BlockId Block) const;
  bool isOnlyBackEdge(BlockId To) const;
  SourceLine lineBefore(BlockId From,
                        const view::SourceLocation &Otherwise) const;
  BlockLocations placesOf(BlockId Block) const {
    return Block < Blocks.size() ? Blocks[Block] : BlockLocations();
  }
  Location at(const view::SourceLocation &Where) const {
    return locationOf(Where.Line != 0 ? Where : View.Where, Input);
  }

  const view::SyncView &View;
  llvm::ArrayRef<BlockLocations> Blocks;
  KernelFile &Input;
};

/// Whether the view has it on edges of the module: readers do not know it.
bool PointDescriber::isOnEdges(BlockId Block) const {
  const view::Block &B = View.Blocks[Block];
  return !Blocks.empty() && B.Start == None && B.End == None &&
         B.Events.empty() && B.Next.size() == 1 && !B.Before.empty();
}

std::string PointDescriber::event(BlockId Block, uint32_t Event) const {
  for (bool Destination : {true, false}) {
    AccessSite Access{{Block, Event}, Destination};
    if (Access.in(View).Reads || Access.in(View).Writes)
      return "the " + accessText(View, Access);
  }
  switch (View.Blocks[Block].Events[Event].Kind) {
  case view::EventKind::Barrier:
    return "this barrier";
  case view::EventKind::Fence:
    return "this fence";
  default:
    return "this instruction";
  }
}

/// \p At, a place in it, is from debug information if it names a file.
std::string PointDescriber::block(BlockId Block,
                                  const view::SourceLocation &Source) const {
  llvm::StringRef Name = View.Blocks[Block].Name;
  if (Source.Line != 0 && (!Source.File.empty() || Name.empty()))
    return "line " + std::to_string(Source.Line);
  return Name.empty() ? "block " + std::to_string(Block)
                      : ("block '" + Name + "'").str();
}

std::string PointDescriber::endOf(BlockId Block) const {
  std::string Name = block(Block, placesOf(Block).Branch);
  return (llvm::StringRef(Name).starts_with("line") ? "before the branch of "
                                                    : "at the end of ") +
         Name;
}

/// Whether the loop with this header has one back edge.
bool PointDescriber::isOnlyBackEdge(BlockId To) const {
  return llvm::count_if(View.Blocks[To].Before, [&](BlockId From) {
           return view::Graph::isBack(From, To);
         }) == 1;
}

/// The last line of an access in the loop that an edge leads back to from
/// \p From, or else \p Otherwise.
SourceLine
PointDescriber::lineBefore(BlockId From,
                           const view::SourceLocation &Otherwise) const {
  SourceLine Result{at(Otherwise), true};
  view::Graph Shape(View);
  for (view::LoopId L : View.Loops.ids()) {
    bool IsBack = llvm::any_of(View.Blocks[From].Next, [&](const auto &E) {
      return E.To == View.Loops[L].Header && view::Graph::isBack(From, E.To);
    });
    for (BlockId B = 0; IsBack && B != View.Blocks.size(); ++B)
      for (const view::Event &E : View.Blocks[B].Events) {
        const view::SourceLocation &Location =
            E.Calls.empty() ? E.Where : E.Calls.back();
        if (Shape.contains(L, B) && Location.File == Otherwise.File &&
            Location.Line > Result.Where.Line)
          Result = {at(Location), false};
      }
  }
  return Result;
}

PointText PointDescriber::before(BlockId Block, uint32_t Event) const {
  Location Where = at(View.Blocks[Block].Events[Event].Where);
  return {Where, "before " + event(Block, Event), {Where, true}};
}

PointText PointDescriber::atEnd(BlockId Block) const {
  const std::vector<view::Event> &Events = View.Blocks[Block].Events;
  if (isOnEdges(Block))
    return onEdge(View.Blocks[Block].Before.front(),
                  View.Blocks[Block].Next.front().To);
  const view::SourceLocation &Branch = placesOf(Block).Branch;
  if (Events.empty())
    return {at(Branch), endOf(Block), lineBefore(Block, Branch)};
  Location Where = at(Events.back().Where);
  return {Where,
          "after " + event(Block, Events.size() - 1) + ", " + endOf(Block),
          {Where, false}};
}

PointText PointDescriber::onEdge(BlockId From, BlockId To) const {
  while (isOnEdges(From))
    From = View.Blocks[From].Before.front();
  while (isOnEdges(To))
    To = View.Blocks[To].Next.front().To;
  view::SourceLocation Leaves = placesOf(From).Branch;
  if (!view::Graph::isBack(From, To))
    return {at(Leaves),
            "on the edge from " + block(From, Leaves) + " to " +
                block(To, placesOf(To).Start),
            SourceLine{at(Leaves), true}};
  SourceLine Line = lineBefore(From, Leaves);
  return {at(Leaves),
          Line.IsBefore || !isOnlyBackEdge(To)
              ? "on the back edge from " + block(From, Leaves) + " to " +
                    block(To, placesOf(To).Start)
              : "at the end of the loop body, after line " +
                    std::to_string(Line.Where.Line),
          Line};
}

} // namespace

PointText describePoint(const view::SyncView &View,
                        llvm::ArrayRef<BlockLocations> Blocks,
                        InsertionPoint Point, KernelFile &Input) {
  PointDescriber Words(View, Blocks, Input);
  if (Point.EdgeTo != None)
    return Words.onEdge(Point.Block, Point.EdgeTo);
  if (Point.Event < View.Blocks[Point.Block].Events.size())
    return Words.before(Point.Block, Point.Event);
  return Words.atEnd(Point.Block);
}

} // namespace fencepost
