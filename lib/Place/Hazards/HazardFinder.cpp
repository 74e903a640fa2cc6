//===- HazardFinder.cpp - Pairs that chosen barriers leave unordered ------===//
// See HazardFinder.h. From every access, paths are followed to the first hazard
// on them: what lies after it is met by whatever orders that hazard, and is
// looked at again once something does.
//===----------------------------------------------------------------------===//
#include "Hazards/HazardFinder.h"

namespace fencepost::place {

using namespace view;
using namespace check;
using namespace sim;
using namespace sym;

/// Whether a path leads from the entry to \p To that does not meet \p Past.
static bool isReachedAround(const SyncView &View, BlockId Past, BlockId To) {
  std::vector<bool> Seen(View.Blocks.size());
  Seen[Past] = true;
  llvm::SmallVector<BlockId, 8> Work{0};
  while (!Work.empty()) {
    BlockId B = Work.pop_back_val();
    if (Seen[B])
      continue;
    Seen[B] = true;
    for (const Edge &E : View.Blocks[B].Next)
      Work.push_back(E.To);
  }
  return To != Past && Seen[To];
}

/// A block that an edge leads back to, and that is not the only entry of the
/// loop that is closed by it.
static BlockId findIrreducibleHeader(const SyncView &View) {
  for (BlockId From = 0; From < View.Blocks.size(); ++From)
    for (const Edge &E : View.Blocks[From].Next)
      if (Graph::isBack(From, E.To) && isReachedAround(View, E.To, From))
        return E.To;
  return None;
}

HazardFinder::HazardFinder(const SlottedView &Slotted, AllowedChanges Allowed)
    : Slotted(Slotted), Facts(Slotted.View), Overlap(Facts, Slotted.Uniform),
      Map(Slotted, std::move(Allowed)) {
  if (!Slotted.View.Reducible)
    Problems.insert({findIrreducibleHeader(Slotted.View), None,
                     PlacementProblemKind::IrreducibleControlFlow});
  for (BlockId B = 0; B < Slotted.View.Blocks.size(); ++B)
    for (const BarrierMap::BlockItem &I : Map.in(B))
      if (I.Kind == BarrierMap::ItemKind::Access)
        Accesses.push_back({{B, I.Event}, I.Destination});
  forEachEvent(Slotted.View, [&](Site Position, const Event &E) {
    if (E.Kind == EventKind::Opaque)
      Problems.insert(
          {Position.Block, Position.Event, PlacementProblemKind::OpaqueEvent});
  });
}

std::vector<Hazard> HazardFinder::find(llvm::ArrayRef<CandidateId> Chosen) {
  std::vector<Hazard> Result;
  if (!Slotted.View.Reducible)
    return Result;
  Map.choose(Chosen);
  for (AccessSite A : Accesses)
    findFrom(A, Effort::Little, Result);
  for (AccessSite A : Accesses)
    if (Result.empty())
      findFrom(A, Effort::Any, Result);
  return Result;
}

const ForwardUnfolding &HazardFinder::unfolding(BlockId Block) {
  auto [It, New] = Unfoldings.try_emplace(Block);
  if (New)
    It->second = unfoldForward(Facts.Eval, Slotted.Uniform, Block);
  return It->second;
}

void HazardFinder::findFrom(AccessSite A, Effort Worth,
                            std::vector<Hazard> &Out) {
  PathSearch From(Slotted.View, Map, unfolding(A.Site.Block), Facts.Terms,
                  A.Site);
  From.walk([&](const PathSearch::Stop &Reached) {
    return visit(A, From, Reached, Worth, Out);
  });
}

/// Whether the path continues after \p Reached.
bool HazardFinder::visit(AccessSite A, PathSearch &From,
                         const PathSearch::Stop &Reached, Effort Worth,
                         std::vector<Hazard> &Out) {
  if (Worth == Effort::Any && !Out.empty())
    return false;
  bool IsAsBefore = Slotted.GlobalAsBefore &&
                    (Slotted.isGlobal(A) || Slotted.isGlobal(Reached.Access));
  if (!conflict(Slotted.View, A, Reached.Access) ||
      (IsAsBefore && !Reached.Crossed))
    return true;
  CandidateSet Passed = From.passed();
  bool IsMet = llvm::any_of(Out, [&](const Hazard &Other) {
    return std::includes(Passed.begin(), Passed.end(), Other.Slots.begin(),
                         Other.Slots.end());
  });
  if (IsMet)
    return false;
  Moment When = Unfoldings.at(A.Site.Block)[Reached.Node].When;
  std::optional<Answer> Reply = Overlap.ask(A, Reached.Access, When, Worth);
  if (!Reply || Reply == Answer::No)
    return true;
  std::optional<Hazard> Found = certified(A, From, Reached, Worth, *Reply);
  if (!Found)
    return true;
  if (Found->Slots.empty()) {
    Unplaceable.try_emplace({A, Reached.Access}, std::move(*Found));
    return true;
  }
  Out.push_back(std::move(*Found));
  return false;
}

/// A hazard on a path that waves can take, if there is one.
std::optional<Hazard> HazardFinder::certified(AccessSite A, PathSearch &From,
                                              const PathSearch::Stop &Reached,
                                              Effort Worth, Answer Reply) {
  Moment When = Unfoldings.at(A.Site.Block)[Reached.Node].When;
  Path Taken = From.currentPath();
  TermId Condition = From.condition(Reached);
  // Paths that exclude each other may be all there are together.
  if (Condition != TermTable::True || !Taken.Conditions.empty()) {
    Assignment Values;
    std::optional<Answer> Possible =
        Overlap.ask(A, Reached.Access, When, Condition, Worth, Values);
    if (!Possible || Possible == Answer::No)
      return std::nullopt;
    auto Holds = [&](TermId Edge) {
      return Edge == TermTable::True || Overlap.holds(A, When, Edge, Values);
    };
    std::optional<Path> Better;
    if (Possible == Answer::Yes)
      Better = From.pathTo(Reached, Holds);
    // Otherwise it is unknown which path is taken.
    Reply = Better ? Answer::Yes : Answer::GaveUp;
    if (Better)
      Taken = *std::move(Better);
  }
  Hazard H;
  H.From = A;
  H.To = Reached.Access;
  H.Conflict = *conflict(Slotted.View, A, Reached.Access);
  H.IsReported = Reply == Answer::Yes;
  H.IsCertain = H.IsReported &&
                Overlap.meetByKnown(A, Reached.Access, When, Taken.Conditions);
  H.Slots = std::move(Taken.Passed);
  H.Blocks = std::move(Taken.Blocks);
  return H;
}

std::vector<Hazard> HazardFinder::unplaceable() const {
  std::vector<Hazard> Result;
  for (const auto &[Pair, H] : Unplaceable)
    Result.push_back(H);
  return Result;
}

} // namespace fencepost::place
