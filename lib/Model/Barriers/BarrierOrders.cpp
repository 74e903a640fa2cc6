//===- BarrierOrders.cpp - The orders that an object's operations can have ===//
// Depth first, one group after the other. Two things keep the number small: an
// operation is only placed after what executes before it, and only when as
// many phases are complete as its wave has waited for before it.
//===----------------------------------------------------------------------===//
#include "BarrierOrders.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model::barriers {

OrderEnumerator::OrderEnumerator(const Resolved &Problem, unsigned Object,
                                 llvm::ArrayRef<char> Present,
                                 const Precedence &Before, Budget &Work)
    : Problem(Problem), Memory(Problem.Objects[Object]), Before(Before),
      Work(Work), WaitsBefore(Memory.Operations.size(), 0) {
  for (NodeId Id : Memory.Operations) {
    if (!Present[Id])
      continue;
    All.push_back(Id);
    std::vector<unsigned> PerWave(Problem.Waves.size(), 0);
    for (NodeId Wait : Memory.Waits)
      if (Problem.programOrder(Wait, Id))
        ++PerWave[Problem.Nodes[Wait].Ref.Wave];
    WaitsBefore[Problem.Nodes[Id].Position] =
        *std::max_element(PerWave.begin(), PerWave.end());
  }
  std::vector<unsigned> Depth(Problem.Nodes.size(), 0);
  for (NodeId A : All)
    for (NodeId B : All)
      Depth[B] += Before.before(A, B);
  llvm::stable_sort(All,
                    [&](NodeId A, NodeId B) { return Depth[A] < Depth[B]; });
}

void OrderEnumerator::run(const ObjectOrder &Begin, User Use) {
  extend(Begin, After::Other, Use);
}

/// Whether \p Id makes a group of its own if it comes next.
bool OrderEnumerator::standsAlone(const ObjectOrder &Order, NodeId Id) const {
  const Node &N = Problem.Nodes[Id];
  return N.Op == BarrierOp::Init || !Order.Initialised || N.Count != 0 ||
         (N.Op == BarrierOp::Drop && Order.Expected == 0);
}

/// Whether everything that executes before \p Id is placed or \p Chosen.
bool OrderEnumerator::isNext(llvm::ArrayRef<NodeId> Rest,
                             llvm::ArrayRef<NodeId> Chosen, NodeId Id) const {
  return llvm::all_of(Rest, [&](NodeId Other) {
    return !Before.before(Other, Id) || llvm::is_contained(Chosen, Other);
  });
}

/// \p AfterBlock: the last group did not complete a phase, and what may join it
/// is in it.
void OrderEnumerator::extend(const ObjectOrder &Order, After Last, User Use) {
  if (!Work.spend())
    return;
  NodeList Rest;
  for (NodeId Id : All)
    if (Order.Group[Problem.Nodes[Id].Position] == None)
      Rest.push_back(Id);
  if (Rest.empty())
    return Use(Order);
  if (Order.Broken) {
    if (llvm::all_of(Rest, [&](NodeId Id) { return mayFollow(Order, Id); }))
      placeBlock(Order, Rest, Extent::Rest, Use);
    return;
  }
  placeAlone(Order, Rest, Use);
  if (Last == After::OpenBlock)
    return;
  Block From = blockFor(Order, Rest);
  NodeList Chosen;
  chooseBlock(Order, From, 0, Chosen, Rest, Use);
}

void OrderEnumerator::placeAlone(const ObjectOrder &Order,
                                 llvm::ArrayRef<NodeId> Rest, User Use) {
  for (NodeId Id : Rest) {
    if (!standsAlone(Order, Id) || !mayFollow(Order, Id) ||
        !isNext(Rest, {}, Id))
      continue;
    ObjectOrder Longer = Order;
    Longer.place(Id, Problem.Nodes[Id], ObjectOrder::Into::NewGroup);
    extend(Longer, After::Other, Use);
  }
}

OrderEnumerator::Block
OrderEnumerator::blockFor(const ObjectOrder &Order,
                          llvm::ArrayRef<NodeId> Rest) const {
  Block From;
  bool AnyAlone = false;
  for (NodeId Id : Rest) {
    if (standsAlone(Order, Id))
      AnyAlone = true;
    else if (mayFollow(Order, Id))
      From.Candidates.push_back(Id);
  }
  unsigned Missing = Order.missing();
  unsigned Most = Missing ? Missing : Rest.size();
  From.Exactly = std::min<unsigned>(Most, Rest.size());
  // A block that completes nothing is followed by an operation of its own
  // group, or by nothing.
  if (AnyAlone)
    From.Below = From.Exactly;
  return From;
}

void OrderEnumerator::chooseBlock(const ObjectOrder &Order, const Block &From,
                                  unsigned Next, NodeList &Chosen,
                                  llvm::ArrayRef<NodeId> Rest, User Use) {
  unsigned Remaining = From.Candidates.size() - Next;
  unsigned Least = From.Below > 1 ? 1 : From.Exactly;
  if (Chosen.size() + Remaining < Least || !Work.spend())
    return;
  if (Chosen.size() == From.Exactly || Remaining == 0) {
    if (!Chosen.empty() &&
        (Chosen.size() == From.Exactly || Chosen.size() < From.Below))
      placeBlock(Order, Chosen,
                 Chosen.size() == Rest.size() ? Extent::Rest : Extent::Part,
                 Use);
    return;
  }
  NodeId Id = From.Candidates[Next];
  if (isNext(Rest, Chosen, Id)) {
    Chosen.push_back(Id);
    chooseBlock(Order, From, Next + 1, Chosen, Rest, Use);
    Chosen.pop_back();
  }
  chooseBlock(Order, From, Next + 1, Chosen, Rest, Use);
}

void OrderEnumerator::placeBlock(const ObjectOrder &Order,
                                 llvm::ArrayRef<NodeId> Members, Extent Size,
                                 User Use) {
  ObjectOrder Longer = Order;
  for (NodeId Id : Members)
    Longer.place(Id, Problem.Nodes[Id],
                 Id == Members.front() ? ObjectOrder::Into::NewGroup
                                       : ObjectOrder::Into::LastGroup);
  bool Completed = Longer.NumComplete != Order.NumComplete;
  bool IsOpen = Size == Extent::Part && !Completed;
  extend(Longer, IsOpen ? After::OpenBlock : After::Other, Use);
}

} // namespace fencepost::model::barriers
