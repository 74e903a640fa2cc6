//===- Ways.cpp - Ways from an access that no chosen barrier lies on ------===//
// See Ways.h. The search is Dijkstra's, by the number of candidates passed.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/Ways.h"
#include "llvm/ADT/STLExtras.h"
#include <queue>

namespace fencepost::place {

using namespace view;
using namespace check;

BarrierMap::BarrierMap(const SlottedView &In, Choice May)
    : Items(In.View.Blocks.size()) {
  std::map<Site, CandidateId> Numbers;
  for (const Slot &S : In.Slots) {
    Numbers[S.InView] = AtFirst.size();
    bool MayBe = May.MayAdd && (May.MayAddInSplit || !S.IsInSplit);
    AtFirst.push_back(MayBe ? Standing::Candidate : Standing::Ignored);
  }
  for (size_t I = 0; I < In.Existing.size(); ++I) {
    for (Site Part : In.Existing[I].Parts)
      Numbers[Part] = AtFirst.size();
    AtFirst.push_back(May.Existing[I]);
  }
  Now = AtFirst;
  forEachEvent(In.View, [&](Site At, const Event &) {
    std::vector<Item> &Of = Items[At.Block];
    if (auto It = Numbers.find(At); It != Numbers.end())
      Of.push_back({It->second < In.Slots.size() ? Kind::Slot : Kind::Barrier,
                    At.Event, It->second, false});
    for (bool Destination : {false, true})
      if (mayTouchLds(In.View, {At, Destination}))
        Of.push_back({Kind::Access, At.Event, 0, Destination});
  });
}

void BarrierMap::choose(llvm::ArrayRef<CandidateId> Chosen) {
  Now = AtFirst;
  for (CandidateId C : Chosen)
    Now[C] = Standing::Orders;
}

/// Walks through a node, from behind the first access if it is the anchor.
/// False if the way ends in it.
bool Ways::pass(uint32_t Node, Position &At,
                llvm::function_ref<bool(AccessSite)> Visit) const {
  BlockId Block = After[Node].Block;
  for (const BarrierMap::Item &I : Map.in(Block)) {
    if (Node == 0 && I.Event <= From.Event)
      continue;
    if (I.Is == BarrierMap::Kind::Access) {
      if (!Visit({{Block, I.Event}, I.Destination}))
        return false;
      continue;
    }
    bool Orders = true;
    if (I.Is == BarrierMap::Kind::Barrier) {
      BarrierOp Action = View.Blocks[Block].Events[I.Event].Op.Action;
      At.Signalled |= arrives(Action);
      Orders = At.Signalled && waits(Action);
    }
    Standing Is = Map.standing(I.Number);
    if (Orders && Is == Standing::Orders)
      return false;
    At.Crossed |= Orders && I.Is == BarrierMap::Kind::Barrier;
    if (Orders && Is == Standing::Candidate)
      At.Passed.push_back(I.Number);
  }
  return true;
}

void Ways::search(llvm::function_ref<bool(TermId)> Holds,
                  llvm::function_ref<bool(const Stop &)> Visit) {
  using Entry = std::pair<size_t, uint32_t>; // Candidates passed, visit.
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> Queue;
  std::vector<bool> Done(4 * After.size());
  Seen.clear();
  Seen.push_back({0, false, false, None, {}});
  Queue.push({0, 0});
  while (!Queue.empty()) {
    Current = Queue.top().second;
    Queue.pop();
    uint32_t Node = Seen[Current].Node;
    bool Signalled = Seen[Current].Signalled, Crossed = Seen[Current].Crossed;
    size_t State = stateOf(Node, Signalled, Crossed);
    if (Done[State])
      continue;
    Done[State] = true;
    Here = {Signalled, Crossed, Seen[Current].Passed};
    bool GoesOn = pass(Node, Here, [&](AccessSite At) {
      return Visit({At, Node, Signalled, Here.Crossed, Crossed});
    });
    if (!GoesOn)
      continue;
    for (const SequelEdge &E : After[Node].Next) {
      if (Done[stateOf(E.To, Here.Signalled, Here.Crossed)] ||
          !Holds(E.Condition))
        continue;
      Queue.push({Here.Passed.size(), uint32_t(Seen.size())});
      Seen.push_back(
          {E.To, Here.Signalled, Here.Crossed, Current, Here.Passed});
    }
  }
}

void Ways::walk(llvm::function_ref<bool(const Stop &)> Visit) {
  search([](TermId) { return true; }, Visit);
}

std::vector<CandidateId> Ways::passed() const {
  std::vector<CandidateId> Result = Here.Passed;
  llvm::sort(Result);
  Result.erase(std::unique(Result.begin(), Result.end()), Result.end());
  return Result;
}

Way Ways::taken() const {
  Way Result;
  Result.Passed = passed();
  for (uint32_t V = Current; V != None; V = Seen[V].Before)
    Result.Blocks.push_back(After[Seen[V].Node].Block);
  std::reverse(Result.Blocks.begin(), Result.Blocks.end());
  for (uint32_t V = Current; Seen[V].Before != None; V = Seen[V].Before)
    for (const SequelEdge &E : After[Seen[Seen[V].Before].Node].Next)
      if (E.To == Seen[V].Node && E.Condition != TermTable::True)
        Result.Conditions.push_back(E.Condition);
  return Result;
}

void Ways::findConditions() {
  Conditions.assign(4 * After.size(), TermTable::False);
  Conditions[0] = TermTable::True;
  for (uint32_t Node = 0; Node < After.size(); ++Node)
    for (unsigned State = 0; State < 4; ++State) {
      TermId Reach = Conditions[4 * size_t(Node) + State];
      Position At{State / 2 == 1, State % 2 == 1, {}};
      if (Reach == TermTable::False ||
          !pass(Node, At, [](AccessSite) { return true; }))
        continue;
      for (const SequelEdge &E : After[Node].Next) {
        TermId &To = Conditions[stateOf(E.To, At.Signalled, At.Crossed)];
        To = Terms.either(To, Terms.both(Reach, E.Condition));
      }
    }
}

TermId Ways::condition(const Stop &At) {
  if (Conditions.empty())
    findConditions();
  return Conditions[stateOf(At.Node, At.Signalled, At.CrossedAtNode)];
}

std::optional<Way> Ways::wayTo(const Stop &To,
                               llvm::function_ref<bool(TermId)> Holds) const {
  Ways Again(View, Map, After, Terms, From);
  std::optional<Way> Found;
  Again.search(Holds, [&](const Stop &At) {
    if (!Found && At.At == To.At && At.Node == To.Node &&
        At.Signalled == To.Signalled && At.CrossedAtNode == To.CrossedAtNode)
      Found = Again.taken();
    return !Found;
  });
  return Found;
}

} // namespace fencepost::place
