//===- AsyncText.cpp - Words for transfers that come too late -------------===//
// See AsyncText.h.
//===----------------------------------------------------------------------===//
#include "AsyncText.h"
#include "fencepost/Check/Async.h"

namespace fencepost::check {

using namespace view;

namespace {

std::string nameOf(const SyncView &View, const Touch &T) {
  const Object &Of = View.Objects[T.Object];
  std::string Name = Of.Name.empty() ? "" : "'" + Of.Name + "'";
  if (Of.Space != AddressSpace::Local)
    return Name.empty() ? "memory" : Name;
  return Name.empty() ? "LDS" : "LDS " + Name;
}

/// "async load that fills it".
std::string transferWords(const SyncView &View, AccessSite At) {
  bool FromLds = At.At.in(View).Op.Space == AddressSpace::Local;
  return std::string(FromLds ? "async store that " : "async load that ") +
         (At.Destination ? FromLds ? "writes it" : "fills it" : "reads it");
}

const char *accessWords(const SyncView &View, AccessSite At) {
  const Touch &T = At.in(View);
  if (At.At.in(View).Kind == EventKind::Transfer)
    return T.Writes ? "overwritten by another transfer"
                    : "read by another transfer";
  return T.Writes ? T.Reads ? "updated" : "written" : "read";
}

/// What the thread of a transfer did between the transfer and the last point
/// that can help: the access, or the signal that the access relies on.
struct Between {
  uint32_t Marks = 0;
  std::optional<Site> Wait; ///< The last one for async marks.
  uint32_t MarksAtWait = 0; ///< Since the transfer.
  std::optional<Site> Mark; ///< The first one.
};

bool isBefore(const TooEarly &Found, const TransferStep &Step,
              uint32_t WaitsBefore) {
  switch (Found.How) {
  case Distance::SameThread:
    return Step.Accesses <= Found.Access.Order;
  case Distance::SameWave:
    return WaitsBefore < Found.Access.WaitsBefore;
  case Distance::OtherWave:
    return Step.Signals < Found.Access.Waits;
  }
  return false;
}

Between lookBetween(const SyncView &View, const TooEarly &Found,
                    const Trace &Run, const Completion &When) {
  Between Result;
  for (uint32_t I = Found.Transfer.Step + 1; I < Run.Steps.size(); ++I) {
    const TransferStep &Step = Run.Steps[I];
    if (!isBefore(Found, Step, When.WaitsBefore[I]))
      break;
    const Event &E = Step.At.in(View);
    if (E.Kind == EventKind::AsyncMark) {
      ++Result.Marks;
      if (!Result.Mark)
        Result.Mark = Step.At;
    } else if (E.Kind == EventKind::AsyncWait) {
      Result.Wait = Step.At;
      Result.MarksAtWait = Result.Marks;
    }
  }
  return Result;
}

/// "work-item 3 in iteration 2".
std::string who(const Actor &Thread) {
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

/// Why the transfer is not complete; adds what is to be read with it.
std::string causeOf(const SyncView &View, const TooEarly &Found,
                    const Trace &Run, const Completion &When,
                    std::vector<Remark> &Remarks) {
  Between Seen = lookBetween(View, Found, Run, When);
  uint32_t Done = When.DoneAt[Found.Transfer.Step];
  if (Seen.Wait && Seen.MarksAtWait == 0) {
    Remarks.push_back({*Seen.Wait, "this wait does not cover it"});
    return "no mark stands between it and the wait";
  }
  if (Seen.Wait) {
    unsigned Lets = Seen.Wait->in(View).Op.Marks;
    Remarks.push_back(
        {*Seen.Wait, "this wait lets " + groups(Lets) + " be outstanding"});
    return "the wait lets " + groups(Lets) + " be outstanding, " +
           (Seen.MarksAtWait == 1 ? "none"
                                  : std::to_string(Seen.MarksAtWait - 1)) +
           (Seen.MarksAtWait > 2 ? " are" : " is") + " allowed";
  }
  if (Done != Never && Found.How == Distance::OtherWave) {
    Remarks.push_back({Run.Steps[Done].At, "the wait that completes it"});
    return "the wait stands behind the barrier, where it completes only what "
           "its own wave requested";
  }
  if (Done != Never) {
    Remarks.push_back({Run.Steps[Done].At, "the wait that completes it"});
    return "the wait comes later";
  }
  if (Seen.Mark) {
    Remarks.push_back({*Seen.Mark, "the mark that is not waited for"});
    return "nobody waits for the mark behind it";
  }
  return "nothing waits for it";
}

Actor actor(ThreadId Id, const Happened &H, const Trace &Run, uint32_t From,
            uint32_t To) {
  Actor Result;
  std::copy(std::begin(Id.At), std::end(Id.At), Result.Id);
  Result.Iterations = H.Iterations;
  To = std::min<uint32_t>(To, Run.Path.size());
  From = std::min(From, To);
  Result.Path.assign(Run.Path.begin() + From, Run.Path.begin() + To);
  return Result;
}

} // namespace

/// The thread of the transfer is shown from there on, to the access or to the
/// barrier that comes too soon; the other from that barrier to the access.
static Witness witnessOf(const Launch &On, const TooEarly &Found,
                         const Trace &First, const Trace &Second) {
  Witness W;
  const AsyncUse &X = Found.Transfer, &B = Found.Access;
  bool Other = Found.How == Distance::OtherWave;
  uint32_t End = Other ? First.SignalAt[B.Waits - 1] : B.PathLength;
  uint32_t Start = Other ? Second.SignalAt[B.Waits - 1] - 1 : X.PathLength - 1;
  W.Threads[1] = actor(threadAt(On, X.Thread), First.Accesses[X.Order], First,
                       X.PathLength - 1, End);
  W.Threads[0] = actor(threadAt(On, B.Thread), Second.Accesses[B.Order], Second,
                       Start, B.PathLength);
  std::copy(std::begin(On.Group), std::end(On.Group), W.Group);
  std::copy(std::begin(On.Size), std::end(On.Size), W.Size);
  W.Arguments.assign(On.Arguments.begin(), On.Arguments.end());
  W.SameWave = !Other;
  W.Byte = Found.Byte;
  if (Other)
    W.Crossed = First.SignalSites[B.Waits - 1];
  return W;
}

void describeTooEarly(const AsyncPlan &Plan, const Launch &On,
                      const TooEarly &Found, const Trace &First,
                      const Trace &Second, Finding &F) {
  const SyncView &View = Plan.In.View;
  AccessSite X = Found.Transfer.Site, B = Found.Access.Site;
  Completion When = completionOf(View, First);
  F.First = B;
  F.Second = X;
  F.Shown = witnessOf(On, Found, First, Second);
  F.Conflict = ConflictKind::Dma;
  uint64_t Byte = Found.Byte - View.Objects[B.in(View).Object].Base;
  F.Remarks.push_back({X.At, "the " + transferWords(View, X) + ", byte " +
                                 std::to_string(Byte) + " by " +
                                 who(F.Shown->Threads[1]) + "; too early is " +
                                 who(F.Shown->Threads[0])});
  std::string Cause = causeOf(View, Found, First, When, F.Remarks);
  F.Text = nameOf(View, B.in(View)) + " is " + accessWords(View, B) +
           " before the " + transferWords(View, X) + " is complete: " + Cause;
  if (Found.How == Distance::OtherWave) {
    F.Barrier = F.Shown->Crossed;
    F.Remarks.push_back(
        {*F.Barrier,
         "the barrier that other waves pass before it is complete"});
  }
}

} // namespace fencepost::check
