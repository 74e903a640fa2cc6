//===- PublicationPath.cpp - Links between data and its flag --------------===//
// See PublicationPath.h. The same walk serves both directions: the chain is the
// same seen from the flag, with release and acquire, signal and wait exchanged.
//===----------------------------------------------------------------------===//
#include "PublicationPath.h"
#include "Polls.h"

namespace fencepost::check {

using namespace view;

bool reachesGroups(const SyncView &, ScopeLevel Level) {
  return includes(Level, ScopeLevel::Agent);
}

static bool coversGlobal(const Event &E) {
  AddressSpaceSet Both{AddressSpace::Global, AddressSpace::Local};
  return E.Op.Tags.covered(Both).has(AddressSpace::Global);
}

PublicationPath::PublicationPath(const SyncView &View, Site Flag,
                                 PublicationOptions Options)
    : View(View), Flag(Flag), Object(Flag.in(View).Memory.Object),
      Options(Options) {}

/// Whether \p E releases (acquires) for other work-groups.
bool PublicationPath::isSync(const Event &E) const {
  bool Orders =
      Options.Publishes ? isRelease(E.Op.Order) : isAcquire(E.Op.Order);
  return Orders && reachesGroups(View, E.Op.Reach.Level) &&
         (E.Kind != EventKind::Fence || coversGlobal(E)) &&
         (!E.Op.Tags.NoAv || Options.MovesItself);
}

void PublicationPath::synchronize(PublicationState &S) const {
  S.Needs = Options.ToOthers ? Link::NearFence : Link::Done;
}

PublicationState PublicationPath::start() const {
  const Event &E = Flag.in(View);
  PublicationState S;
  if (E.Op.Order < Ordering::Monotonic ||
      !reachesGroups(View, E.Op.Reach.Level))
    S.Needs = Link::Flag;
  else if (isSync(E))
    synchronize(S);
  return S;
}

/// Whether an order of a fence is that of the flag's side of a barrier: an
/// acquire after the wait when publishing, a release before the signal when
/// polling.
bool PublicationPath::isNear(Ordering O) const {
  return Options.Publishes ? isAcquire(O) : isRelease(O);
}

void PublicationPath::meetFence(const Event &E, PublicationState &S) const {
  if (S.Needs == Link::Sync && isSync(E)) {
    S.EachForItself |= S.AfterBarrier;
    if (!S.AfterBarrier)
      synchronize(S);
  }
  // One fence that does both is two links.
  bool Counts = covers(View, E, AddressSpace::Global) &&
                (!E.Op.Tags.NoAv || Options.MovesItself);
  if (Counts && S.Needs == Link::NearFence && isNear(E.Op.Order))
    S.Needs = Link::NearStep;
  bool Far = Options.Publishes ? isRelease(E.Op.Order) : isAcquire(E.Op.Order);
  if (Counts && S.Needs == Link::FarFence && Far)
    S.Needs = Link::Done;
}

void PublicationPath::meetBarrier(const Event &E, PublicationState &S) const {
  bool Arrives = arrives(E.Op.Action), Waits = waits(E.Op.Action);
  if (!Arrives && !Waits)
    return;
  S.Unclear |= !isWorkgroupBarrier(E);
  bool Near = Options.Publishes ? Waits : Arrives;
  bool Far = Options.Publishes ? Arrives : Waits;
  S.AfterBarrier |= S.Needs == Link::Sync && Options.ToOthers;
  if (S.Needs == Link::NearStep && Near)
    S.Needs = Link::FarStep;
  if (S.Needs == Link::FarStep && Far)
    S.Needs = Link::FarFence;
}

void PublicationPath::meetAccess(Site At, const Event &E, PublicationState &S) {
  for (bool Destination : {false, true}) {
    const AccessRange &T = Destination ? E.Destination : E.Memory;
    bool Wanted = Options.Publishes ? T.Writes : T.Reads;
    bool MayBeShared = T.Object == None ? T.Address != None &&
                                              View.Values[T.Address].Bits == 64
                                        : isShared(View, T);
    if (Wanted && MayBeShared)
      Met[{At, Destination}] |= StateSet(1) << S.number();
  }
  // The flag read again with acquire; any other synchronization may publish the
  // data, too.
  if (!Options.Publishes && S.Needs == Link::Sync &&
      E.Memory.Object == Object && E.Memory.Reads && isSync(E))
    synchronize(S);
  else if (Options.ToOthers && E.Op.isAtomic() && E.Memory.Object != Object &&
           (isAcquire(E.Op.Order) || isRelease(E.Op.Order)))
    S.Unclear = true;
}

bool PublicationPath::meet(Site At, const Event &E, PublicationState &S) {
  switch (E.Kind) {
  case EventKind::Fence:
    meetFence(E, S);
    return true;
  case EventKind::Barrier:
    meetBarrier(E, S);
    return true;
  case EventKind::Opaque:
    S.Unclear = true;
    return true;
  case EventKind::Access:
  case EventKind::Transfer: {
    // Data before an earlier write of the flag was published by that write.
    bool Ends = Options.Publishes
                    ? E.Memory.Object == Object && E.Memory.Writes &&
                          (E.Op.isAtomic() || At == Flag)
                    : At == Flag;
    if (Ends)
      return false;
    meetAccess(At, E, S);
    return true;
  }
  default:
    return true;
  }
}

bool PublicationPath::pass(BlockId Block, uint32_t From, uint32_t To,
                           PublicationState &S) {
  const std::vector<Event> &Events = View.Blocks[Block].Events;
  if (Options.Publishes) {
    for (uint32_t I = To; I-- > From;)
      if (!meet({Block, I}, Events[I], S))
        return false;
  } else {
    for (uint32_t I = From; I < To; ++I)
      if (!meet({Block, I}, Events[I], S))
        return false;
  }
  return true;
}

/// At most \p MostAround back edges are taken; beyond one, any number.
void PublicationPath::walk(unsigned MostAround) {
  struct Item {
    BlockId At;
    unsigned State, Around;
  };
  std::vector<StateSet> Seen[2] = {std::vector<StateSet>(View.Blocks.size()),
                                   std::vector<StateSet>(View.Blocks.size())};
  std::vector<Item> List;
  auto Leave = [&](BlockId B, PublicationState S, unsigned Around) {
    auto Go = [&](BlockId To, bool IsBack) {
      StateSet Bit = StateSet(1) << S.number();
      if (IsBack && MostAround < 2 && Around == MostAround)
        return;
      unsigned Now = Around | unsigned(IsBack);
      if (Seen[Now][To] & Bit)
        return;
      Seen[Now][To] |= Bit;
      List.push_back({To, S.number(), Now});
    };
    if (Options.Publishes)
      for (BlockId P : View.Blocks[B].Before)
        Go(P, Graph::isBack(P, B));
    else
      for (const Edge &E : View.Blocks[B].Next)
        Go(E.To, Graph::isBack(B, E.To));
  };
  PublicationState S = start();
  uint32_t End = View.Blocks[Flag.Block].Events.size();
  if (Options.Publishes ? pass(Flag.Block, 0, Flag.Event, S)
                        : pass(Flag.Block, Flag.Event + 1, End, S))
    Leave(Flag.Block, S, 0);
  while (!List.empty()) {
    Item Next = List.back();
    List.pop_back();
    PublicationState Now = PublicationState::of(Next.State);
    if (pass(Next.At, 0, View.Blocks[Next.At].Events.size(), Now))
      Leave(Next.At, Now, Next.Around);
  }
}

std::map<AccessSite, StateSet> PublicationPath::run() {
  std::map<AccessSite, StateSet> Found;
  for (unsigned MostAround : {0, 1, 2}) {
    Met.clear();
    walk(MostAround);
    Found.insert(Met.begin(), Met.end());
  }
  return Found;
}

PublicationVerdict judged(StateSet States) {
  PublicationVerdict V;
  bool AnyDone = false;
  for (unsigned Number = 0; Number < 64; ++Number) {
    if (!(States >> Number & 1))
      continue;
    PublicationState S = PublicationState::of(Number);
    if (S.Needs == Link::Done) {
      AnyDone = true;
      continue;
    }
    V.Weak = true;
    V.Certain &= !S.EachForItself && !S.Unclear;
    V.EachForItself |= S.EachForItself;
    V.Misses = std::min(V.Misses, S.Needs);
  }
  V.Certain &= !AnyDone;
  return V;
}

} // namespace fencepost::check
