//===- AsyncText.cpp - Messages about transfers used too early ------------===//
// See AsyncText.h.
//===----------------------------------------------------------------------===//
#include "AsyncText.h"
#include "fencepost/Check/Async.h"

namespace fencepost::check {

using namespace view;

namespace {

std::string nameOf(const SyncView &View, const AccessRange &T) {
  const Object &Memory = View.Objects[T.Object];
  std::string Name = Memory.Name.empty() ? "" : "'" + Memory.Name + "'";
  if (Memory.Space != AddressSpace::Local)
    return Name.empty() ? "memory" : Name;
  return Name.empty() ? "LDS" : "LDS " + Name;
}

/// "async load that fills it".
std::string transferWords(const SyncView &View, AccessSite At) {
  const Event &E = At.Site.in(View);
  bool FromLds = E.Transfer.Direction == TransferDirection::FromLds;
  return std::string(isTensorTransfer(E) ? "tensor " : "async ") +
         (FromLds ? "store that " : "load that ") +
         (At.Destination ? FromLds ? "writes it" : "fills it" : "reads it");
}

const char *accessWords(const SyncView &View, AccessSite At) {
  const AccessRange &T = At.in(View);
  if (At.Site.in(View).Kind == EventKind::Transfer)
    return T.Writes ? "overwritten by another transfer"
                    : "read by another transfer";
  return T.Writes ? T.Reads ? "updated" : "written" : "read";
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

/// "work-item 3 in iteration 2".
std::string who(const sim::Actor &Thread) {
  std::string Text = "work-item ";
  const uint32_t *Id = Thread.Id;
  if (Id[1] || Id[2])
    Text += "(" + std::to_string(Id[0]) + ", " + std::to_string(Id[1]) + ", " +
            std::to_string(Id[2]) + ")";
  else
    Text += std::to_string(Id[0]);
  bool First = true;
  for (auto [Loop, Count] : Thread.Iterations) {
    Text += (First ? " in iteration " : ", ") + std::to_string(Count);
    First = false;
  }
  return Text;
}

std::string groups(unsigned Number) {
  return std::to_string(Number) + (Number == 1 ? " group" : " groups");
}

std::string transfers(unsigned Number) {
  return std::to_string(Number) + (Number == 1 ? " transfer" : " transfers");
}

/// "1 is allowed".
std::string allowed(unsigned Number) {
  return (Number == 0 ? "none" : std::to_string(Number)) +
         (Number > 1 ? " are" : " is") + " allowed";
}

/// Explains why the transfer is not complete; adds notes.
std::string causeOf(const SyncView &View, const EarlyAccess &Found,
                    const sim::Trace &Run, const TransferTimes &When,
                    std::vector<DefectNote> &Remarks) {
  Between Seen = lookBetween(View, Found, Run, When);
  uint32_t Done = When.DoneAt[Found.Transfer.Step];
  if (Seen.Wait && Seen.MarksAtWait == 0) {
    Remarks.push_back({*Seen.Wait, "this wait does not cover it"});
    return "no mark is between it and the wait";
  }
  if (Seen.Wait) {
    unsigned Lets = Seen.Wait->in(View).Op.Marks;
    Remarks.push_back(
        {*Seen.Wait, "this wait lets " + groups(Lets) + " be outstanding"});
    return "the wait lets " + groups(Lets) + " be outstanding, " +
           allowed(Seen.MarksAtWait - 1);
  }
  Counter Counted = Found.Transfer.Site.Site.in(View).Transfer.Counted;
  std::optional<OutstandingTransfers> Left;
  if (Seen.Counted)
    Left = outstandingAfter(Seen.Counted->in(View), Counted);
  if (Left && Left->Most != OutstandingTransfers::Any) {
    unsigned Lets = Left->Most;
    Remarks.push_back({*Seen.Counted, "this wait lets " + transfers(Lets) +
                                          " be outstanding"});
    return "the wait lets " + transfers(Lets) + " be outstanding, " +
           allowed(Seen.NewerAtWait);
  }
  if (Done != Never && Found.Distance == Distance::OtherWave) {
    Remarks.push_back({Run.Steps[Done].Site, "the wait that completes it"});
    return "the wait is after the barrier, where it completes only the "
           "transfers of its own wave";
  }
  if (Done != Never) {
    Remarks.push_back({Run.Steps[Done].Site, "the wait that completes it"});
    return "the wait is after the access";
  }
  if (Seen.Mark) {
    Remarks.push_back({*Seen.Mark, "the mark that is not waited for"});
    return "no wait covers the mark after it";
  }
  return "no wait covers it";
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

void describeTooEarly(const AsyncPlan &Plan, const sim::Launch &Launch,
                      const EarlyAccess &Found, const sim::Trace &First,
                      const sim::Trace &Second, Defect &F) {
  const SyncView &View = Plan.Context.View;
  AccessSite X = Found.Transfer.Site, B = Found.Access.Site;
  TransferTimes When = completionOf(View, First);
  F.First = B;
  F.Second = X;
  F.Evidence = witnessOf(View, Launch, Found, First, Second);
  F.Conflict = ConflictKind::Dma;
  uint64_t Byte = Found.Byte - View.Objects[B.in(View).Object].Base;
  // The bytes that a tensor transfer accesses are unknown.
  std::string What = isTensorTransfer(X.Site.in(View))
                         ? ", by "
                         : ", byte " + std::to_string(Byte) + " by ";
  F.Notes.push_back({X.Site, "the " + transferWords(View, X) + What +
                                 who(F.Evidence->Threads[1]) +
                                 "; the early access is by " +
                                 who(F.Evidence->Threads[0])});
  std::string Cause = causeOf(View, Found, First, When, F.Notes);
  F.Text = nameOf(View, B.in(View)) + " is " + accessWords(View, B) +
           " before the " + transferWords(View, X) + " is complete: " + Cause;
  if (Found.Distance == Distance::OtherWave) {
    F.Barrier = F.Evidence->Crossed;
    F.Notes.push_back(
        {*F.Barrier,
         "the barrier that other waves pass before it is complete"});
  }
}

} // namespace fencepost::check
