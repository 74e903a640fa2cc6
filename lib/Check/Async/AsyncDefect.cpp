//===- AsyncDefect.cpp - The defect of a transfer used too early ----------===//
// See AsyncDefect.h.
//===----------------------------------------------------------------------===//
#include "AsyncDefect.h"
#include "fencepost/Check/Async.h"

namespace fencepost::check {

using namespace view;

namespace {

TransferName nameOf(const SyncView &View, AccessSite At) {
  const Event &E = At.Site.in(View);
  return {isTensorTransfer(E),
          E.Transfer.Direction == TransferDirection::FromLds, At.Destination};
}

/// Marks and waits of a transfer's thread between the transfer and the last
/// point that matters: the access, or the signal that orders the access.
struct Between {
  uint32_t Marks = 0;
  std::optional<Site> Wait; ///< The last one for async marks.
  uint32_t MarksAtWait = 0; ///< Since the transfer.
  std::optional<Site> Mark; ///< The first one.
  /// The last wait of the machine whose counter includes the transfer, and how
  /// many requests followed the transfer until then.
  std::optional<Site> Counted;
  uint32_t Newer = 0, NewerAtWait = 0;
};

/// Whether \p E waits for transfers like \p Transfer.
bool waitsFor(const Event &E, const Event &Transfer) {
  return outstandingAfter(E, Transfer.Transfer.Counted).has_value();
}

bool isBefore(const EarlyAccess &Found, const sim::TransferStep &Step,
              uint32_t WaitsBefore) {
  switch (Found.Distance) {
  case Distance::SameThread:
    return Step.Accesses <= Found.Access.Order;
  case Distance::SameWave:
    return WaitsBefore < Found.Access.WaitsBefore;
  case Distance::OtherWave:
    return Step.Signals < Found.Access.Waits;
  }
  return false;
}

Between lookBetween(const SyncView &View, const EarlyAccess &Found,
                    const sim::Trace &Run, const TransferTimes &When) {
  Between Result;
  const Event &Transfer = Found.Transfer.Site.Site.in(View);
  for (uint32_t I = Found.Transfer.Step + 1; I < Run.Steps.size(); ++I) {
    const sim::TransferStep &Step = Run.Steps[I];
    if (!isBefore(Found, Step, When.WaitsBefore[I]))
      break;
    const Event &E = Step.Site.in(View);
    if (E.Kind == EventKind::AsyncMark) {
      ++Result.Marks;
      if (!Result.Mark)
        Result.Mark = Step.Site;
    } else if (E.Kind == EventKind::AsyncWait) {
      Result.Wait = Step.Site;
      Result.MarksAtWait = Result.Marks;
    } else if (waitsFor(E, Transfer)) {
      Result.Counted = Step.Site;
      Result.NewerAtWait = Result.Newer;
    } else if (isAsyncTransfer(E)) {
      Result.Newer += isTensorTransfer(E) == isTensorTransfer(Transfer);
    }
  }
  return Result;
}

/// One number if the others are 0.
NamedWorkItem nameOf(const sim::Actor &Thread) {
  NamedWorkItem Item;
  bool IsFlat = Thread.Id[1] == 0 && Thread.Id[2] == 0;
  Item.Id.assign(Thread.Id, Thread.Id + (IsFlat ? 1 : 3));
  for (auto [Loop, Count] : Thread.Iterations)
    Item.Iterations.push_back(Count);
  return Item;
}

/// Says in \p Out why the transfer is not complete; adds notes.
void findCause(const SyncView &View, const EarlyAccess &Found,
               const sim::Trace &Run, const TransferTimes &When,
               IncompleteTransfer &Out, std::vector<DefectNote> &Notes) {
  using Cause = IncompleteTransfer::Cause;
  using Note = WaitNote::NoteKind;
  Between Seen = lookBetween(View, Found, Run, When);
  uint32_t Done = When.DoneAt[Found.Transfer.Step];
  auto Blame = [&](Cause Why, Site At, Note Kind) {
    Out.Why = Why;
    Notes.push_back({At, WaitNote{Kind, Out.Left}});
  };
  if (Seen.Wait && Seen.MarksAtWait == 0)
    return Blame(Cause::NoMark, *Seen.Wait, Note::NotCovering);
  if (Seen.Wait) {
    Out.Left = Seen.Wait->in(View).Op.Marks;
    Out.MayBeLeft = Seen.MarksAtWait - 1;
    return Blame(Cause::GroupsLeft, *Seen.Wait, Note::GroupsLeft);
  }
  Counter Counted = Found.Transfer.Site.Site.in(View).Transfer.Counted;
  std::optional<OutstandingTransfers> Left;
  if (Seen.Counted)
    Left = outstandingAfter(Seen.Counted->in(View), Counted);
  if (Left && Left->Most != OutstandingTransfers::Any) {
    Out.Left = Left->Most;
    Out.MayBeLeft = Seen.NewerAtWait;
    return Blame(Cause::TransfersLeft, *Seen.Counted, Note::TransfersLeft);
  }
  if (Done != Never)
    return Blame(Found.Distance == Distance::OtherWave ? Cause::WaitAfterBarrier
                                                       : Cause::WaitAfterAccess,
                 Run.Steps[Done].Site, Note::Completing);
  if (Seen.Mark)
    Blame(Cause::MarkNotCovered, *Seen.Mark, Note::MarkNotCovered);
}

/// Of the loops around the last block of a path.
decltype(sim::Actor::Iterations) iterationsAt(const SyncView &View,
                                              llvm::ArrayRef<BlockId> Path) {
  decltype(sim::Actor::Iterations) Result;
  for (LoopId L = View.Blocks[Path.back()].Loop; L != None;
       L = View.Loops[L].Parent) {
    uint64_t Count = 0;
    for (size_t I = 1; I < Path.size(); ++I)
      if (Path[I] == View.Loops[L].Header)
        Count = Graph::isBack(Path[I - 1], Path[I]) ? Count + 1 : 0;
    Result.insert(Result.begin(), {L, Count});
  }
  return Result;
}

sim::Actor actor(const SyncView &View, sim::ThreadId Id, const AsyncUse &Use,
                 const sim::Trace &Run, uint32_t From, uint32_t To) {
  sim::Actor Result;
  std::copy(std::begin(Id.Coordinates), std::end(Id.Coordinates), Result.Id);
  Result.Iterations =
      iterationsAt(View, llvm::ArrayRef(Run.Path).take_front(Use.PathLength));
  To = std::min<uint32_t>(To, Run.Path.size());
  From = std::min(From, To);
  Result.Path.assign(Run.Path.begin() + From, Run.Path.begin() + To);
  return Result;
}

} // namespace

/// The thread of the transfer is shown from the transfer to the access, or to
/// the barrier that is too early; the other from that barrier to the access.
static sim::Witness witnessOf(const SyncView &View, const sim::Launch &Launch,
                              const EarlyAccess &Found, const sim::Trace &First,
                              const sim::Trace &Second) {
  sim::Witness W;
  const AsyncUse &X = Found.Transfer, &B = Found.Access;
  bool Other = Found.Distance == Distance::OtherWave;
  uint32_t End = Other ? First.SignalAt[B.Waits - 1] : B.PathLength;
  uint32_t Start = Other ? Second.SignalAt[B.Waits - 1] - 1 : X.PathLength - 1;
  W.Threads[1] = actor(View, sim::threadAt(Launch, X.Thread), X, First,
                       X.PathLength - 1, End);
  W.Threads[0] = actor(View, sim::threadAt(Launch, B.Thread), B, Second, Start,
                       B.PathLength);
  std::copy(std::begin(Launch.Group), std::end(Launch.Group), W.Group);
  std::copy(std::begin(Launch.Size), std::end(Launch.Size), W.Size);
  W.Arguments.assign(Launch.Arguments.begin(), Launch.Arguments.end());
  W.SameWave = !Other;
  W.Byte = Found.Byte;
  if (Other)
    W.Crossed = First.SignalSites[B.Waits - 1];
  return W;
}

void fillIn(const AsyncPlan &Plan, const sim::Launch &Launch,
            const EarlyAccess &Found, const sim::Trace &First,
            const sim::Trace &Second, Defect &F) {
  const SyncView &View = Plan.Context.View;
  AccessSite X = Found.Transfer.Site, B = Found.Access.Site;
  TransferTimes When = completionOf(View, First);
  F.First = B;
  F.Second = X;
  F.Evidence = witnessOf(View, Launch, Found, First, Second);
  F.Conflict = ConflictKind::Dma;
  const Object &Memory = View.Objects[B.in(View).Object];
  TransferNote Note{nameOf(View, X), std::nullopt,
                    nameOf(F.Evidence->Threads[1]),
                    nameOf(F.Evidence->Threads[0])};
  if (!Note.Transfer.IsTensor)
    Note.Byte = Found.Byte - Memory.Base;
  IncompleteTransfer Detail;
  Detail.Transfer = Note.Transfer;
  Detail.IsLds = Memory.Space == AddressSpace::Local;
  Detail.Object = Memory.Name;
  Detail.Access = verbOf(View, B);
  F.Notes.push_back({X.Site, std::move(Note)});
  findCause(View, Found, First, When, Detail, F.Notes);
  F.Detail = std::move(Detail);
  if (Found.Distance == Distance::OtherWave) {
    F.Barrier = F.Evidence->Crossed;
    F.Notes.push_back({*F.Barrier, WaitNote{WaitNote::NoteKind::PassedBefore}});
  }
}

} // namespace fencepost::check
