//===- Tickets.cpp - Counter values that are unique to a thread -----------===//
// See Tickets.h. A counter is an object of LDS to one address of which atomics
// add.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Tickets.h"
#include "fencepost/View/Access.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

namespace fencepost::sym {

using namespace view;

namespace {

/// The writes of an object.
struct Writers {
  std::vector<Site> Takers; ///< Atomics that add one number at one address.
  std::vector<Site> Others;
};

class TicketFinder {
public:
  explicit TicketFinder(const SyncView &View) : View(View) {}
  Tickets run();

private:
  void collect(AccessSite Access);
  bool mayTake(Site Site) const;
  bool isTakenLike(Site First, Site Other) const;
  bool precedeTickets(const Writers &Writers) const;
  llvm::BitVector blocksAfter(BlockId From) const;
  uint64_t executions(Site Site) const;
  std::optional<Ticket> ticketOf(uint32_t Object, const Writers &Writers) const;

  const SyncView &View;
  llvm::MapVector<uint32_t, Writers> ByObject;
  bool AnyMayBeWritten = false;
};

/// True if \p Site is an atomic, executed by all waves, that adds a number at a
/// constant address.
bool TicketFinder::mayTake(Site Site) const {
  const Event &E = Site.in(View);
  return E.Kind == EventKind::Access && E.Memory.Added != 0 &&
         E.Op.isAtomic() && includes(E.Op.Reach.Level, ScopeLevel::Workgroup) &&
         E.Memory.Address != None && E.Memory.Bytes != 0 &&
         View.Values[E.Memory.Address].Kind == ValueKind::Constant;
}

bool TicketFinder::isTakenLike(Site First, Site Other) const {
  const AccessRange &X = First.in(View).Memory, &Y = Other.in(View).Memory;
  return mayTake(Other) && X.Added == Y.Added && X.Bytes == Y.Bytes &&
         View.Values[X.Address].Number == View.Values[Y.Address].Number;
}

void TicketFinder::collect(AccessSite Access) {
  const AccessRange &T = Access.in(View);
  if (!T.Writes || !mayAccessLds(View, Access))
    return;
  const Object *Memory = T.Object == None ? nullptr : &View.Objects[T.Object];
  bool IsKnown = Memory && Memory->Kind != ObjectKind::Unknown;
  AnyMayBeWritten |= !IsKnown;
  if (!IsKnown)
    return;
  Writers &Writers = ByObject[T.Object];
  bool Takes = Writers.Takers.empty()
                   ? mayTake(Access.Site)
                   : isTakenLike(Writers.Takers.front(), Access.Site);
  (Takes ? Writers.Takers : Writers.Others).push_back(Access.Site);
}

llvm::BitVector TicketFinder::blocksAfter(BlockId From) const {
  llvm::BitVector Seen(View.Blocks.size());
  llvm::SmallVector<BlockId, 8> Stack{From};
  while (!Stack.empty())
    for (const Edge &E : View.Blocks[Stack.pop_back_val()].Next)
      if (!Seen[E.To]) {
        Seen.set(E.To);
        Stack.push_back(E.To);
      }
  return Seen;
}

/// True if the other writes of the counter can only precede the taking of
/// tickets, and race with it if nothing orders them.
bool TicketFinder::precedeTickets(const Writers &Writers) const {
  for (Site Other : Writers.Others)
    if (Other.in(View).Kind != EventKind::Access ||
        Other.in(View).Op.isAtomic())
      return false;
  for (Site Taker : Writers.Takers) {
    llvm::BitVector After = blocksAfter(Taker.Block);
    for (Site Other : Writers.Others)
      if (After[Other.Block] ||
          (Other.Block == Taker.Block && Other.Event > Taker.Event))
        return false;
  }
  return true;
}

/// How often the threads of a work-group execute \p Site, at most.
uint64_t TicketFinder::executions(Site Site) const {
  uint64_t Result = View.Most;
  if (View.SizeIsExact)
    Result = uint64_t(View.Size[0]) * View.Size[1] * View.Size[2];
  for (LoopId L = View.Blocks[Site.Block].Loop; L != None;
       L = View.Loops[L].Parent) {
    const Loop &Loop = View.Loops[L];
    uint64_t Trips = Loop.MostTrips;
    if (Loop.TripCount != None &&
        View.Values[Loop.TripCount].Kind == ValueKind::Constant)
      Trips = View.Values[Loop.TripCount].Number;
    Result = llvm::SaturatingMultiply(Result,
                                      llvm::SaturatingAdd(Trips, uint64_t(1)));
  }
  return Result;
}

/// The tickets of a counter, if they are all different.
std::optional<Ticket> TicketFinder::ticketOf(uint32_t Object,
                                             const Writers &Writers) const {
  // Assumed to be more than any kernel takes.
  constexpr uint64_t Many = uint64_t(1) << 28;
  if (Writers.Takers.empty() || !precedeTickets(Writers))
    return std::nullopt;
  uint64_t Count = 0;
  for (Site Taker : Writers.Takers)
    Count = llvm::SaturatingAdd(Count, executions(Taker));
  const AccessRange &T = Writers.Takers.front().in(View).Memory;
  unsigned Bits = 8 * T.Bytes;
  uint64_t Step = std::min(T.Added, 0 - T.Added);
  uint64_t Far = llvm::SaturatingMultiply(Count - 1, Step);
  if (!(Far >> (Bits - 1)))
    return Ticket{Object, Far};
  if (Bits - llvm::countr_zero(Step) < llvm::Log2_64(Many))
    return std::nullopt;
  return Ticket{Object, 0};
}

Tickets TicketFinder::run() {
  forEachEvent(View, [&](Site Site, const Event &E) {
    AnyMayBeWritten |= E.Kind == EventKind::Opaque;
    collect({Site, false});
    collect({Site, true});
  });
  Tickets Found;
  if (AnyMayBeWritten)
    return Found;
  for (const auto &[Object, Writers] : ByObject) {
    std::optional<Ticket> Ticket = ticketOf(Object, Writers);
    for (Site Taker : Writers.Takers)
      if (ValueId Result = Taker.in(View).Result; Ticket && Result != None)
        Found[Result] = *Ticket;
  }
  return Found;
}

} // namespace

Tickets findTickets(const SyncView &View) { return TicketFinder(View).run(); }

} // namespace fencepost::sym
