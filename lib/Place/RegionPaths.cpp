//===- RegionPaths.cpp - How one access of a region comes after another ---===//
// See RegionPaths.h. Paths are the shortest in nodes, so that they name few
// slots.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/RegionPaths.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::place {

using namespace view;
using check::Graph;
using check::RegionEdge;
using check::RegionNode;

/// The nodes of a shortest path; empty if there is none.
std::vector<uint32_t> RegionPaths::nodes(uint32_t From, uint32_t To) const {
  std::vector<uint32_t> CameFrom(In.Nodes.size(), None);
  std::vector<uint32_t> Queue{From};
  CameFrom[From] = From;
  for (size_t I = 0; I < Queue.size() && CameFrom[To] == None; ++I)
    for (const RegionEdge &E : In.Nodes[Queue[I]].Next)
      if (CameFrom[E.To] == None) {
        CameFrom[E.To] = Queue[I];
        Queue.push_back(E.To);
      }
  if (CameFrom[To] == None)
    return {};
  std::vector<uint32_t> Path{To};
  while (Path.back() != From)
    Path.push_back(CameFrom[Path.back()]);
  std::reverse(Path.begin(), Path.end());
  return Path;
}

std::vector<Stretch> RegionPaths::stretches(llvm::ArrayRef<uint32_t> Nodes,
                                            uint32_t After,
                                            uint32_t Before) const {
  std::vector<Stretch> Result;
  for (size_t I = 0; I < Nodes.size(); ++I) {
    const RegionNode &N = In.Nodes[Nodes[I]];
    Result.push_back({N.Block, I == 0 ? After + 1 : N.First,
                      I + 1 == Nodes.size() ? Before : N.End});
  }
  return Result;
}

std::vector<Stretch> RegionPaths::forward(uint32_t From, uint32_t After,
                                          uint32_t To, uint32_t Before) const {
  if (From == To && After >= Before)
    return {};
  return stretches(nodes(From, To), After, Before);
}

/// Whether an edge back to \p Header leaves the end of this node.
bool RegionPaths::leadsTo(uint32_t Node, BlockId Header) const {
  const RegionNode &N = In.Nodes[Node];
  const Block &B = View.Blocks[N.Block];
  return Graph::isBack(N.Block, Header) && N.End == B.Events.size() &&
         llvm::any_of(B.Next, [&](const Edge &E) { return E.To == Header; });
}

std::vector<Stretch> RegionPaths::around(LoopId Loop, uint32_t From,
                                         uint32_t After, uint32_t To,
                                         uint32_t Before) const {
  BlockId Header = View.Loops[Loop].Header;
  std::vector<uint32_t> First, Second;
  auto Shorter = [](std::vector<uint32_t> New, std::vector<uint32_t> &Best) {
    if (!New.empty() && (Best.empty() || New.size() < Best.size()))
      Best = std::move(New);
  };
  for (uint32_t Node = 0; Node < In.Nodes.size(); ++Node) {
    if (leadsTo(Node, Header))
      Shorter(nodes(From, Node), First);
    if (In.Nodes[Node].Block == Header)
      Shorter(nodes(Node, To), Second);
  }
  if (First.empty() || Second.empty())
    return {};
  std::vector<Stretch> Path =
      stretches(First, After, In.Nodes[First.back()].End);
  const RegionNode &Top = In.Nodes[Second.front()];
  for (Stretch &S : stretches(Second, Top.First, Before))
    Path.push_back(S);
  Path[First.size()].First = Top.First;
  return Path;
}

std::vector<Stretch> RegionPaths::turn(LoopId Loop) const {
  BlockId Header = View.Loops[Loop].Header;
  std::vector<uint32_t> Best;
  for (uint32_t Top = 0; Top < In.Nodes.size(); ++Top) {
    if (In.Nodes[Top].Block != Header || In.Nodes[Top].First != 0)
      continue;
    for (uint32_t Latch = 0; Latch < In.Nodes.size(); ++Latch)
      if (leadsTo(Latch, Header)) {
        std::vector<uint32_t> Path = nodes(Top, Latch);
        if (!Path.empty() && (Best.empty() || Path.size() < Best.size()))
          Best = std::move(Path);
      }
  }
  if (Best.empty())
    return {};
  std::vector<Stretch> Path = stretches(Best, 0, In.Nodes[Best.back()].End);
  Path.front().First = 0;
  return Path;
}

} // namespace fencepost::place
