//===- Publication.cpp - Publication between work-groups ------------------===//
// See Publication.h. Cheap questions come first: the solver is queried only
// about data whose publication lacks something, so a correct kernel costs a few
// walks over its graph.
//===----------------------------------------------------------------------===//
#include "Publication.h"
#include "LeaderThreads.h"
#include "Polls.h"
#include "PublicationPath.h"

namespace fencepost::check {

using namespace view;

namespace {

/// Data on one side of a flag, and how it is published.
struct GuardedData {
  AccessSite At;
  PublicationVerdict Verdict;
  bool ByOthers = false; ///< Than the flag's wave.
};

/// A write of a flag with the stores before it, or a poll with the loads after
/// it.
struct End {
  Site At;
  std::vector<GuardedData> Data;
  const GuardedData *find(AccessSite A) const {
    for (const GuardedData &S : Data)
      if (S.At == A)
        return &S;
    return nullptr;
  }
};

struct Flag {
  Poll Read;
  End Reader;
  std::vector<End> Writers;
};

class PublicationFinder {
public:
  explicit PublicationFinder(sym::Analysis &Context)
      : Context(Context), View(Context.View), Ask(Context) {}
  std::vector<Defect> run();

private:
  End endOf(Site At, bool Publishes, const Poll *Read);
  Flag flagOf(Poll Read);
  void check(const Flag &F);
  void checkPair(const Flag &F, const End &Writer, const GuardedData &Store,
                 const GuardedData &Load);
  std::optional<Certainty> crosses(const Flag &F, const End &Writer,
                                   const GuardedData &Store,
                                   const GuardedData &Load,
                                   std::optional<Reason> &Why);
  bool orderedByOther(const Flag &F, AccessSite Store, AccessSite Load) const;
  void report(DefectKind Kind, const Flag &F, const End &Writer,
              const GuardedData &Store, const GuardedData &Load, Certainty Sure,
              std::optional<Reason> Why);
  WeakFlag flagOf(Site At, const PublicationVerdict &Verdict, bool Publishes,
                  AccessSite Data) const;
  void judgeFence(Site At, WeakFlag &Out) const;
  std::string nameOf(AccessSite At) const;

  sym::Analysis &Context;
  const SyncView &View;
  LeaderThreads Ask;
  std::vector<Flag> Flags;
  std::map<std::pair<DefectKind, Site>, Defect> Found;
};

bool movesItself(const Event &E) {
  return E.Op.Kind == OpKind::StoreAvailable ||
         E.Op.Kind == OpKind::LoadVisible || E.Op.isAtomic();
}

End PublicationFinder::endOf(Site At, bool Publishes, const Poll *Read) {
  std::map<AccessSite, StateSet> Walks[2][2];
  for (bool ToOthers : {false, true})
    for (bool Moves : {false, true})
      Walks[ToOthers][Moves] =
          PublicationPath(View, At, {Publishes, ToOthers, Moves}).run();
  End Result{At, {}};
  for (auto &[Access, States] : Walks[0][0]) {
    if (Read && !Read->Guarded[Access.Site.Block])
      continue;
    bool ToOthers = Ask.actsForOthers(At.Block, Access.Site.Block);
    bool Moves = movesItself(Access.Site.in(View));
    Result.Data.push_back(
        {Access, judged(Walks[ToOthers][Moves][Access]), ToOthers});
  }
  return Result;
}

Flag PublicationFinder::flagOf(Poll Read) {
  Flag F;
  F.Reader = endOf(Read.At, false, &Read);
  uint32_t Object = Read.At.in(View).Memory.Object;
  if (!F.Reader.Data.empty())
    forEachEvent(View, [&](Site At, const Event &E) {
      if (E.Kind == EventKind::Access && E.Memory.Writes &&
          E.Memory.Object == Object)
        F.Writers.push_back(endOf(At, true, nullptr));
    });
  F.Read = std::move(Read);
  return F;
}

/// True if another flag publishes \p Store to \p Load correctly.
bool PublicationFinder::orderedByOther(const Flag &F, AccessSite Store,
                                       AccessSite Load) const {
  return llvm::any_of(Flags, [&](const Flag &Other) {
    if (Other.Read.At.in(View).Memory.Object ==
        F.Read.At.in(View).Memory.Object)
      return false;
    const GuardedData *Read = Other.Reader.find(Load);
    return Read && !Read->Verdict.Weak &&
           llvm::any_of(Other.Writers, [&](const End &W) {
             const GuardedData *Stored = W.find(Store);
             return Stored && !Stored->Verdict.Weak;
           });
  });
}

/// The certainty that this flag publishes the data to another work-group; none
/// if it does not.
std::optional<Certainty>
PublicationFinder::crosses(const Flag &F, const End &Writer,
                           const GuardedData &Store, const GuardedData &Load,
                           std::optional<Reason> &Why) {
  const Event &Read = F.Read.At.in(View), &Write = Writer.At.in(View);
  sym::Answer Flags = Ask.canMeet({Writer.At, false}, {F.Read.At, false});
  sym::Answer Data =
      Flags == sym::Answer::No ? Flags : Ask.canMeet(Store.At, Load.At);
  if (Data == sym::Answer::No)
    return std::nullopt;
  std::vector<std::pair<BlockId, BlockId>> Exits;
  for (const ExitEdge &E : F.Read.Exits)
    Exits.push_back({E.From, E.To});
  if (!Exits.empty() &&
      Ask.canPass(Writer.At, F.Read.At, Exits) == sym::Answer::No)
    return std::nullopt;
  auto Say = [&](bool If, Reason First) {
    if (If && !Why)
      Why = First;
  };
  auto IsSure = [&](AccessSite A) {
    uint32_t Object = A.in(View).Object;
    return Object == None || View.Objects[Object].Kind != ObjectKind::Unknown;
  };
  bool Known = Ask.isKnown(Store.At) && Ask.isKnown(Load.At);
  auto Near = [](const Event &E) {
    return E.Op.isAtomic() && E.Op.Reach.Level == ScopeLevel::Workgroup;
  };
  Say(Flags == sym::Answer::GaveUp || Data == sym::Answer::GaveUp,
      Reason::UnknownOverlap);
  Say(!F.Read.Spins && Read.Op.Kind == OpKind::Load, Reason::FlagReadOnce);
  Say(!F.Read.Spins && !Known, Reason::UnknownAddress);
  Say(!IsSure({F.Read.At, false}) || !IsSure(Store.At) || !IsSure(Load.At),
      Reason::UnknownMemory);
  Say(movesItself(Store.At.Site.in(View)) && movesItself(Load.At.Site.in(View)),
      Reason::AtomicData);
  Say(Near(Read) && Near(Write) && !Ask.knowsGroup(Store.At) &&
          !Ask.knowsGroup(Load.At) &&
          Ask.canShareGroup(Writer.At, F.Read.At) != sym::Answer::No,
      Reason::MayBeOneGroup);
  Say(Read.Op.Reach.Level == ScopeLevel::Cluster ||
          Write.Op.Reach.Level == ScopeLevel::Cluster,
      Reason::MayBeOneCluster);
  return Why ? Certainty::Possible : Certainty::Error;
}

void PublicationFinder::checkPair(const Flag &F, const End &Writer,
                                  const GuardedData &Store,
                                  const GuardedData &Load) {
  if (!Store.Verdict.Weak && !Load.Verdict.Weak)
    return;
  const AccessRange &S = Store.At.in(View), &L = Load.At.in(View);
  if (S.Object != None && L.Object != None && S.Object != L.Object)
    return;
  auto IsFlag = [&](AccessSite A) {
    return A.Site == F.Read.At || A.Site == Writer.At;
  };
  if (IsFlag(Store.At) || IsFlag(Load.At))
    return;
  // Atomics do not race; what they read is data only after a loop that waits.
  const Event &Reads = Load.At.Site.in(View);
  if (Reads.Op.isAtomic() && (Reads.Result == None || !F.Read.Spins) &&
      Store.At.Site.in(View).Op.isAtomic())
    return;
  // Data indexed by the result of a counter belongs to the thread that got it.
  auto FromResult = [&](const AccessRange &T) {
    return T.Address != None && F.Read.FromResult[T.Address];
  };
  if (!F.Read.Spins && (FromResult(S) || FromResult(L)))
    return;
  auto Done = [&](DefectKind Kind, Site At, const GuardedData &Data) {
    auto It = Found.find({Kind, At});
    return !Data.Verdict.Weak ||
           (It != Found.end() && It->second.Certainty == Certainty::Error);
  };
  if (Done(DefectKind::WeakPublication, Writer.At, Store) &&
      Done(DefectKind::WeakPoll, F.Read.At, Load))
    return;
  if (orderedByOther(F, Store.At, Load.At))
    return;
  std::optional<Reason> Why;
  std::optional<Certainty> Sure = crosses(F, Writer, Store, Load, Why);
  if (!Sure)
    return;
  if (Store.Verdict.Weak)
    report(DefectKind::WeakPublication, F, Writer, Store, Load, *Sure, Why);
  if (Load.Verdict.Weak)
    report(DefectKind::WeakPoll, F, Writer, Store, Load, *Sure, Why);
}

void PublicationFinder::report(DefectKind Kind, const Flag &F,
                               const End &Writer, const GuardedData &Store,
                               const GuardedData &Load, Certainty Sure,
                               std::optional<Reason> Why) {
  bool Publishes = Kind == DefectKind::WeakPublication;
  const PublicationVerdict &Verdict = Publishes ? Store.Verdict : Load.Verdict;
  if (!Verdict.Certain) {
    Sure = Certainty::Possible;
    if (!Why)
      Why = Verdict.EachForItself ? Reason::FenceOfEachItem
                                  : Reason::RightOnSomePaths;
  }
  Defect New;
  New.Kind = Kind;
  New.Certainty = Sure;
  New.First = New.Second = {Publishes ? Writer.At : F.Read.At, false};
  New.Reason = Why;
  New.Detail = Publishes ? flagOf(Writer.At, Verdict, true, Store.At)
                         : flagOf(F.Read.At, Verdict, false, Load.At);
  New.Publication = {Store.At,  Load.At,        Writer.At,
                     F.Read.At, Store.ByOthers, Load.ByOthers};
  using Access = PublicationNote::AccessKind;
  auto Note = [&](Site At, Access Access, std::string Data) {
    New.Notes.push_back({At, PublicationNote{Access, std::move(Data)}});
  };
  Note(Store.At.Site, Access::Stored, nameOf(Store.At));
  if (!Publishes)
    Note(Writer.At, Access::FlagWritten, "");
  else
    Note(F.Read.At, Access::FlagRead, "");
  Note(Load.At.Site, Access::Read, nameOf(Load.At));
  auto [It, IsNew] = Found.try_emplace({Kind, New.First.Site}, New);
  if (!IsNew && New.Certainty < It->second.Certainty)
    It->second = std::move(New);
}

/// Empty if it is unknown.
std::string PublicationFinder::nameOf(AccessSite At) const {
  uint32_t Object = At.in(View).Object;
  return Object == None ? "" : View.Objects[Object].Name;
}

/// Says in \p Out what is wrong with the fence next to the flag in its block.
void PublicationFinder::judgeFence(Site At, WeakFlag &Out) const {
  const std::vector<Event> &Events = View.Blocks[At.Block].Events;
  for (uint32_t I = At.Event; Out.Publishes ? I-- > 0 : ++I < Events.size();) {
    const Event &E = Events[I];
    bool Fits = Out.Publishes ? isRelease(E.Op.Order) : isAcquire(E.Op.Order);
    if (E.Kind != EventKind::Fence || !Fits)
      continue;
    Out.Reach = E.Op.Reach.Level;
    Out.ReachesOneSpace = E.Op.Reach.OneAddressSpace;
    Out.Fence = !reachesGroups(View, Out.Reach)
                    ? WeakFlag::FenceFault::NarrowScope
                : E.Op.Tags.NoAv ? WeakFlag::FenceFault::MovesNothing
                                 : WeakFlag::FenceFault::OtherMemory;
    return;
  }
}

/// What is wrong with the access \p At of the flag of \p Data.
WeakFlag PublicationFinder::flagOf(Site At, const PublicationVerdict &Verdict,
                                   bool Publishes, AccessSite Data) const {
  using Fault = WeakFlag::FlagFault;
  const Event &E = At.in(View);
  WeakFlag Out;
  Out.Publishes = Publishes;
  Out.IsUpdate = E.Memory.Reads && E.Memory.Writes;
  Out.Flag = nameOf({At, false});
  Out.Data = nameOf(Data);
  if (E.Op.Order < Ordering::Monotonic) {
    Out.Fault = Fault::NotAtomic;
  } else if (!reachesGroups(View, E.Op.Reach.Level)) {
    Out.Fault = Fault::NarrowScope;
    Out.Reach = E.Op.Reach.Level;
    Out.ReachesOneSpace = E.Op.Reach.OneAddressSpace;
  } else if (Verdict.Misses <= Link::Sync) {
    Out.Fault = Fault::NotSynchronized;
    judgeFence(At, Out);
  } else if (Verdict.Misses == Link::NearStep ||
             Verdict.Misses == Link::FarStep) {
    Out.Fault = Fault::NoBarrier;
  } else {
    bool Release = Publishes == (Verdict.Misses == Link::FarFence);
    Out.Fault = Release ? Fault::NoBarrierRelease : Fault::NoBarrierAcquire;
  }
  return Out;
}

void PublicationFinder::check(const Flag &F) {
  for (const End &Writer : F.Writers)
    for (const GuardedData &Store : Writer.Data)
      for (const GuardedData &Load : F.Reader.Data) {
        if (++Context.Counts.Pairs > Context.Limits.Pairs)
          return;
        checkPair(F, Writer, Store, Load);
      }
}

std::vector<Defect> PublicationFinder::run() {
  bool Complete = true;
  std::vector<Defect> Result;
  if (!View.Reducible)
    return Result;
  for (Poll &P : PollFinder(View, Context.Shape).run(Complete))
    Flags.push_back(flagOf(std::move(P)));
  for (const Flag &F : Flags)
    check(F);
  for (auto &[Key, F] : Found)
    Result.push_back(std::move(F));
  if (!Complete) {
    Defect F;
    F.Kind = DefectKind::NotUnderstood;
    F.Certainty = Certainty::Unknown;
    F.Reason = Reason::TooManyPolls;
    Result.push_back(std::move(F));
  }
  return Result;
}

} // namespace

std::vector<Defect> findPublication(sym::Analysis &Context) {
  return PublicationFinder(Context).run();
}

} // namespace fencepost::check
