//===- LoopDepth.cpp - How many loops a block lies in ---------------------===//
// A loop is a strongly connected part of the graph. Its header is the block
// that is reached first; without the edges into the header, what is still
// strongly connected is a loop inside. The parts are found by Tarjan's
// algorithm, without recursion: a graph may be one long chain. Compared with
// LLVM's LoopInfo by unittests/Lower/LoopDepthTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/Code.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace fencepost::lower {

llvm::StringRef codeKindName(CodeKind K) {
  switch (K) {
  case CodeKind::Kernel:
    return "kernel";
  case CodeKind::Function:
    return "function";
  case CodeKind::Thread:
    return "thread";
  }
  return "";
}

namespace {

/// Finds loops, from the outside in. Blocks are known by their number in a
/// depth-first order from the entry, reversed: a loop with one entry then
/// begins with its header.
class LoopNest {
public:
  explicit LoopNest(const FunctionCode &F);
  void run();

  std::vector<unsigned> Depth; ///< By block number of the function.

private:
  struct Frame {
    unsigned Block, Next;
  };

  void order();
  void enter(unsigned Block);
  void leave();
  void findParts(unsigned Root);
  void keepLoop(std::vector<unsigned> Part);
  /// Whether \p To belongs to the region at hand and is no header of a loop
  /// that was found.
  bool follows(unsigned To) const { return Mark[To] == Region && !Header[To]; }

  const FunctionCode &F;
  std::vector<unsigned> Place; ///< In the order, of each block.
  std::vector<unsigned> Mark;  ///< The region a block was last put into.
  unsigned Region = 0;
  std::vector<bool> Header, Open;
  std::vector<unsigned> Number, Low;
  std::vector<unsigned> Stack;
  std::vector<Frame> Frames;
  unsigned Last = 0;
  std::vector<std::vector<unsigned>> Work; ///< Regions, each in order.
};

} // namespace

LoopNest::LoopNest(const FunctionCode &F) : Depth(F.Blocks.size(), 0), F(F) {
  size_t Count = F.Blocks.size();
  Place.resize(Count, 0);
  Mark.resize(Count, 0);
  Header.resize(Count, false);
  Open.resize(Count, false);
  Number.resize(Count, 0);
  Low.resize(Count, 0);
}

/// The first region: all blocks.
void LoopNest::order() {
  std::vector<unsigned> After; // In the order in which they are left.
  std::vector<bool> Seen(F.Blocks.size(), false);
  for (unsigned Root = 0; Root < F.Blocks.size(); ++Root) {
    size_t First = After.size();
    if (!Seen[Root]) {
      Seen[Root] = true;
      Frames.push_back({Root, 0});
    }
    while (!Frames.empty()) {
      Frame &Top = Frames.back();
      const auto &Successors = F.Blocks[Top.Block].Successors;
      if (Top.Next == Successors.size()) {
        After.push_back(Top.Block);
        Frames.pop_back();
        continue;
      }
      unsigned To = Successors[Top.Next++];
      if (!Seen[To]) {
        Seen[To] = true;
        Frames.push_back({To, 0});
      }
    }
    // What the entry reaches comes before what nothing reaches.
    std::reverse(After.begin() + First, After.end());
  }
  for (unsigned I = 0; I < After.size(); ++I)
    Place[After[I]] = I;
  Work.push_back(std::move(After));
}

void LoopNest::enter(unsigned Block) {
  Number[Block] = Low[Block] = ++Last;
  Stack.push_back(Block);
  Open[Block] = true;
  Frames.push_back({Block, 0});
}

void LoopNest::leave() {
  unsigned Block = Frames.back().Block;
  Frames.pop_back();
  if (!Frames.empty()) {
    unsigned Before = Frames.back().Block;
    Low[Before] = std::min(Low[Before], Low[Block]);
  }
  if (Low[Block] != Number[Block])
    return;
  std::vector<unsigned> Part;
  do {
    Part.push_back(Stack.back());
    Open[Stack.back()] = false;
    Stack.pop_back();
  } while (Part.back() != Block);
  keepLoop(std::move(Part));
}

void LoopNest::keepLoop(std::vector<unsigned> Part) {
  unsigned First = Part.back();
  bool IsLoop =
      Part.size() > 1 ||
      (!Header[First] && llvm::is_contained(F.Blocks[First].Successors, First));
  if (!IsLoop)
    return;
  for (unsigned Block : Part)
    ++Depth[Block];
  llvm::sort(Part, [&](unsigned A, unsigned B) { return Place[A] < Place[B]; });
  Work.push_back(std::move(Part));
}

void LoopNest::findParts(unsigned Root) {
  enter(Root);
  while (!Frames.empty()) {
    Frame &Top = Frames.back();
    const auto &Successors = F.Blocks[Top.Block].Successors;
    if (Top.Next == Successors.size()) {
      leave();
      continue;
    }
    unsigned From = Top.Block, To = Successors[Top.Next++];
    if (!follows(To))
      continue;
    if (Number[To] == 0)
      enter(To);
    else if (Open[To])
      Low[From] = std::min(Low[From], Number[To]);
  }
}

void LoopNest::run() {
  order();
  while (!Work.empty()) {
    std::vector<unsigned> Blocks = std::move(Work.back());
    Work.pop_back();
    // The first block of a loop is its header; the whole is no loop.
    if (Region != 0)
      Header[Blocks.front()] = true;
    ++Region;
    for (unsigned Block : Blocks) {
      Mark[Block] = Region;
      Number[Block] = 0;
    }
    for (unsigned Block : Blocks)
      if (Number[Block] == 0)
        findParts(Block);
  }
}

std::vector<unsigned> loopDepths(const FunctionCode &F) {
  LoopNest Nest(F);
  Nest.run();
  return std::move(Nest.Depth);
}

} // namespace fencepost::lower
