//===- TransferWaits.cpp - Transfers to complete at a barrier -------------===//
// See TransferWaits.h. States are followed in the order of barriers passed, so
// that the first barrier at which a transfer is needed is found before those
// after it; then the search starts again.
//===----------------------------------------------------------------------===//
#include "Hazards/TransferWaits.h"
#include "fencepost/Check/Async.h"
#include <queue>

namespace fencepost::place {

using namespace view;
using namespace check;
using namespace sim;
using namespace sym;

namespace {

/// Marks and iterations beyond this are not distinguished.
constexpr uint8_t MaxMarks = 64, MaxIterations = 2;

/// Where a path from a transfer is, and what happened on it.
struct TransferState {
  uint32_t Node = 0;
  uint32_t Barriers = 0;        ///< Passed.
  CandidateId Last{None};       ///< Of these.
  uint8_t LastIterations = 0;   ///< Iterations when it was signalled.
  bool Signalled = false;       ///< A split barrier, not waited for yet.
  uint8_t SignalIterations = 0; ///< Iterations when that was.
  uint8_t Iterations = 0;       ///< Of the transfer's loop.
  bool IsOutside = false;       ///< That loop was left.
  uint8_t Marks = 0;            ///< After the transfer.
  bool IsComplete = false;      ///< For its own wave.
  bool WasComplete = false;     ///< When the split barrier was signalled.
  auto operator<=>(const TransferState &) const = default;
};

/// Whose uses of what was transferred are looked for.
enum class Waves : uint8_t { Others, Own };

/// The needs of one transfer.
class TransferSearch {
public:
  TransferSearch(HazardFinder &Finder, AccessSite From)
      : Finder(Finder), View(Finder.view()), From(From),
        After(Finder.unfolding(From.Site.Block)) {
    LoopId Loop = View.Blocks[From.Site.Block].Loop;
    Header = Loop == None ? None : View.Loops[Loop].Header;
  }
  void run(TransferWaits &Out);

private:
  bool follow(Waves Uses, TransferWaits &Out);
  bool pass(TransferState &S, Waves Uses, TransferWaits &Out);
  bool barrier(const BarrierMap::BlockItem &I, BarrierOp Action,
               TransferState &S) const;
  void wait(const Event &E, TransferState &S) const;
  void use(AccessSite Access, const TransferState &S, Waves Uses,
           TransferWaits &Out);
  TransferState across(const TransferState &S, const UnfoldingEdge &E) const;
  bool isCompleteAt(CandidateId Barrier, unsigned Iterations) const {
    auto It = Known.find(Barrier);
    return It != Known.end() && It->second <= Iterations;
  }

  HazardFinder &Finder;
  const SyncView &View;
  AccessSite From;
  const ForwardUnfolding &After;
  BlockId Header = None; ///< Of the innermost loop around the transfer.
  /// Barriers at which it is complete, and how many iterations later.
  std::map<CandidateId, unsigned> Known;
  uint32_t Level = ~0u; ///< Barriers passed where the first need was found.
};

/// Whether the path continues after an existing barrier.
bool TransferSearch::barrier(const BarrierMap::BlockItem &I, BarrierOp Action,
                             TransferState &S) const {
  if (arrives(Action)) {
    S.Signalled = true;
    S.SignalIterations = S.IsOutside ? 0 : S.Iterations;
    S.WasComplete = S.IsComplete || isCompleteAt(I.Number, S.SignalIterations);
  }
  if (!waits(Action) || !S.Signalled)
    return true;
  if (S.WasComplete)
    return false;
  S.Signalled = false;
  S.Last = I.Number;
  S.LastIterations = S.SignalIterations;
  ++S.Barriers;
  return true;
}

void TransferSearch::wait(const Event &E, TransferState &S) const {
  const Event &T = From.Site.in(View);
  if (E.Kind == EventKind::AsyncMark)
    S.Marks = std::min<uint8_t>(S.Marks + 1, MaxMarks);
  if (E.Kind == EventKind::AsyncWait && isAsyncTransfer(T))
    S.IsComplete |= S.Marks > E.Op.Marks;
  auto After = outstandingAfter(E, T.Transfer.Counted);
  S.IsComplete |= After && After->Most == 0 && !After->InDoubt;
}

void TransferSearch::use(AccessSite Access, const TransferState &S, Waves Uses,
                         TransferWaits &Out) {
  if (!conflict(View, From, Access))
    return;
  Moment When = After[S.Node].When;
  if (Uses == Waves::Own) {
    TransferUse Use{From.Site, Access};
    if (!S.IsComplete && !llvm::is_contained(Out.InWave, Use) &&
        Finder.overlaps().askInWave(From, Access, When, LanePair::Any) !=
            Answer::No)
      Out.InWave.push_back(Use);
    return;
  }
  if (S.Last == CandidateId(None) || S.Barriers > Level ||
      Finder.overlaps().ask(From, Access, When) == Answer::No)
    return;
  Level = S.Barriers;
  auto [It, New] = Known.try_emplace(S.Last, S.LastIterations);
  It->second = std::min<unsigned>(It->second, S.LastIterations);
}

/// Whether the path continues after the node of \p S.
bool TransferSearch::pass(TransferState &S, Waves Uses, TransferWaits &Out) {
  BlockId Block = After[S.Node].Block;
  llvm::ArrayRef<BarrierMap::BlockItem> Items = Finder.map().in(Block);
  const std::vector<Event> &Events = View.Blocks[Block].Events;
  uint32_t First = S.Node == 0 ? From.Site.Event + 1 : 0;
  for (uint32_t I = First; I < Events.size(); ++I) {
    wait(Events[I], S);
    Items = Items.drop_while(
        [&](const BarrierMap::BlockItem &Item) { return Item.Event < I; });
    for (; !Items.empty() && Items.front().Event == I;
         Items = Items.drop_front()) {
      const BarrierMap::BlockItem &Item = Items.front();
      if (Item.Kind == BarrierMap::ItemKind::Access)
        use({{Block, I}, Item.Destination}, S, Uses, Out);
      else if (Finder.map().roleOf(Item.Number) == BarrierRole::Orders &&
               !barrier(Item, Events[I].Op.Action, S))
        return false;
    }
  }
  return true;
}

TransferState TransferSearch::across(const TransferState &S,
                                     const UnfoldingEdge &E) const {
  TransferState Next = S;
  Next.Node = E.To;
  BlockId To = After[E.To].Block;
  if (Header == None)
    return Next;
  LoopId Loop = View.Blocks[Header].Loop;
  if (To == Header && Graph::isBack(After[S.Node].Block, To))
    Next.Iterations = std::min<uint8_t>(S.Iterations + 1, MaxIterations);
  Next.IsOutside |= !Finder.facts().Shape.contains(Loop, To);
  return Next;
}

/// Follows all paths; whether something was found.
bool TransferSearch::follow(Waves Uses, TransferWaits &Out) {
  std::map<CandidateId, unsigned> Before = Known;
  Level = ~0u;
  using QueueEntry = std::pair<uint32_t, TransferState>; // By barriers passed.
  std::priority_queue<QueueEntry, std::vector<QueueEntry>, std::greater<>>
      Queue;
  std::set<TransferState> Seen;
  Queue.push({0, TransferState()});
  while (!Queue.empty() && Queue.top().first <= Level) {
    TransferState S = Queue.top().second;
    Queue.pop();
    TransferState Key = S;
    Key.Barriers = 0; // How many were passed does not change what follows.
    if (!Seen.insert(Key).second || !pass(S, Uses, Out))
      continue;
    for (const UnfoldingEdge &E : After[S.Node].Next)
      Queue.push({S.Barriers, across(S, E)});
  }
  return Known != Before;
}

void TransferSearch::run(TransferWaits &Out) {
  while (follow(Waves::Others, Out)) {
  }
  for (auto [Barrier, Iterations] : Known)
    Out.AtBarriers.push_back({From.Site, Barrier, Iterations});
  follow(Waves::Own, Out);
}

} // namespace

TransferWaits findTransferWaits(HazardFinder &Finder) {
  TransferWaits Result;
  for (AccessSite A : Finder.accesses())
    if (A.Site.in(Finder.view()).Kind == EventKind::Transfer)
      TransferSearch(Finder, A).run(Result);
  return Result;
}

} // namespace fencepost::place
