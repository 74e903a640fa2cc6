//===- BarrierFreePaths.cpp - Paths that cross no chosen barrier ----------===//
// See BarrierFreePaths.h. The search is Dijkstra's, by the number of candidates
// passed.
//===----------------------------------------------------------------------===//
#include "Hazards/BarrierFreePaths.h"
#include "llvm/ADT/STLExtras.h"
#include <queue>

namespace fencepost::place {

using namespace view;
using namespace check;
using namespace sim;
using namespace sym;

BarrierMap::BarrierMap(const SlottedView &Slotted, AllowedChanges Allowed)
    : Items(Slotted.View.Blocks.size()) {
  std::map<Site, CandidateId> Numbers;
  for (const Slot &S : Slotted.Slots) {
    Numbers[S.InView] = CandidateId(InitialRoles.size());
    bool MayBe = Allowed.AddSlots && (Allowed.AddInSplit || !S.IsInSplit);
    InitialRoles.push_back(MayBe ? BarrierRole::Candidate
                                 : BarrierRole::Ignored);
  }
  for (size_t I = 0; I < Slotted.Existing.size(); ++I) {
    for (Site Part : Slotted.Existing[I].Parts)
      Numbers[Part] = CandidateId(InitialRoles.size());
    InitialRoles.push_back(Allowed.Existing[I]);
  }
  Roles = InitialRoles;
  forEachEvent(Slotted.View, [&](Site Position, const Event &) {
    std::vector<BlockItem> &BlockItems = Items[Position.Block];
    if (auto It = Numbers.find(Position); It != Numbers.end())
      BlockItems.push_back(
          {Slotted.slotOf(It->second) ? ItemKind::Slot : ItemKind::Barrier,
           Position.Event, It->second, false});
    for (bool Destination : {false, true})
      if (mayAccessLds(Slotted.View, {Position, Destination}))
        BlockItems.push_back(
            {ItemKind::Access, Position.Event, {}, Destination});
  });
}

void BarrierMap::choose(llvm::ArrayRef<CandidateId> Chosen) {
  Roles = InitialRoles;
  for (CandidateId C : Chosen)
    Roles[C.index()] = BarrierRole::Orders;
}

/// Walks through a node, from after the first access if it is the anchor. False
/// if the path ends in it.
bool PathSearch::pass(uint32_t Node, SearchState &State,
                      llvm::function_ref<bool(AccessSite)> Visit) const {
  BlockId Block = After[Node].Block;
  for (const BarrierMap::BlockItem &I : Map.in(Block)) {
    if (Node == 0 && I.Event <= From.Event)
      continue;
    if (I.Kind == BarrierMap::ItemKind::Access) {
      if (!Visit({{Block, I.Event}, I.Destination}))
        return false;
      continue;
    }
    bool Orders = true;
    if (I.Kind == BarrierMap::ItemKind::Barrier) {
      BarrierOp Action = View.Blocks[Block].Events[I.Event].Op.Action;
      State.Signalled |= arrives(Action);
      Orders = State.Signalled && waits(Action);
    }
    BarrierRole Role = Map.roleOf(I.Number);
    if (Orders && Role == BarrierRole::Orders)
      return false;
    State.Crossed |= Orders && I.Kind == BarrierMap::ItemKind::Barrier;
    if (Orders && Role == BarrierRole::Candidate)
      State.Passed.push_back(I.Number);
  }
  return true;
}

void PathSearch::search(llvm::function_ref<bool(sym::TermId)> Holds,
                        llvm::function_ref<bool(const Stop &)> Visit) {
  using QueueEntry = std::pair<size_t, uint32_t>; // Candidates passed, visit.
  std::priority_queue<QueueEntry, std::vector<QueueEntry>, std::greater<>>
      Queue;
  std::vector<bool> Done(4 * After.size());
  Visits.clear();
  Visits.push_back({.Node = 0, .Before = None, .Passed = {}});
  Queue.push({0, 0});
  while (!Queue.empty()) {
    Current = Queue.top().second;
    Queue.pop();
    uint32_t Node = Visits[Current].Node;
    bool Signalled = Visits[Current].Signalled,
         Crossed = Visits[Current].Crossed;
    size_t State = stateOf(Node, Signalled, Crossed);
    if (Done[State])
      continue;
    Done[State] = true;
    CurrentState = {Signalled, Crossed, Visits[Current].Passed};
    bool Continues = pass(Node, CurrentState, [&](AccessSite Access) {
      return Visit({Access, Node, Signalled, CurrentState.Crossed, Crossed});
    });
    if (!Continues)
      continue;
    for (const UnfoldingEdge &E : After[Node].Next) {
      if (Done[stateOf(E.To, CurrentState.Signalled, CurrentState.Crossed)] ||
          !Holds(E.Condition))
        continue;
      Queue.push({CurrentState.Passed.size(), uint32_t(Visits.size())});
      Visits.push_back({E.To, CurrentState.Signalled, CurrentState.Crossed,
                        Current, CurrentState.Passed});
    }
  }
}

void PathSearch::walk(llvm::function_ref<bool(const Stop &)> Visit) {
  search([](sym::TermId) { return true; }, Visit);
}

std::vector<CandidateId> PathSearch::passed() const {
  std::vector<CandidateId> Result = CurrentState.Passed;
  llvm::sort(Result);
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}

Path PathSearch::currentPath() const {
  Path Result;
  Result.Passed = passed();
  for (uint32_t V = Current; V != None; V = Visits[V].Before)
    Result.Blocks.push_back(After[Visits[V].Node].Block);
  std::reverse(Result.Blocks.begin(), Result.Blocks.end());
  for (uint32_t V = Current; Visits[V].Before != None; V = Visits[V].Before)
    for (const UnfoldingEdge &E : After[Visits[Visits[V].Before].Node].Next)
      if (E.To == Visits[V].Node && E.Condition != sym::TermTable::True)
        Result.Conditions.push_back(E.Condition);
  return Result;
}

void PathSearch::findConditions() {
  Conditions.assign(4 * After.size(), sym::TermTable::False);
  Conditions[0] = sym::TermTable::True;
  for (uint32_t Node = 0; Node < After.size(); ++Node)
    for (unsigned State = 0; State < 4; ++State) {
      TermId Reach = Conditions[4 * size_t(Node) + State];
      SearchState Reached{State / 2 == 1, State % 2 == 1, {}};
      if (Reach == TermTable::False ||
          !pass(Node, Reached, [](AccessSite) { return true; }))
        continue;
      for (const UnfoldingEdge &E : After[Node].Next) {
        TermId &To =
            Conditions[stateOf(E.To, Reached.Signalled, Reached.Crossed)];
        To = Terms.either(To, Terms.both(Reach, E.Condition));
      }
    }
}

TermId PathSearch::condition(const Stop &Reached) {
  if (Conditions.empty())
    findConditions();
  return Conditions[stateOf(Reached.Node, Reached.Signalled,
                            Reached.CrossedAtNode)];
}

std::optional<Path>
PathSearch::pathTo(const Stop &To,
                   llvm::function_ref<bool(sym::TermId)> Holds) const {
  PathSearch Again(View, Map, After, Terms, From);
  std::optional<Path> Found;
  Again.search(Holds, [&](const Stop &Reached) {
    if (!Found && Reached.Access == To.Access && Reached.Node == To.Node &&
        Reached.Signalled == To.Signalled &&
        Reached.CrossedAtNode == To.CrossedAtNode)
      Found = Again.currentPath();
    return !Found;
  });
  return Found;
}

} // namespace fencepost::place
