//===- DefectStatement.cpp - The message of a defect, as a value ----------===//
// See DefectStatement.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/DefectStatement.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::check {

using namespace view;

/// Whether \p F is a race that a barrier should have prevented.
static bool isFenceDefect(const Defect &F) {
  return F.Kind == DefectKind::BarrierWithoutFence ||
         F.Kind == DefectKind::FenceTooNarrow;
}

static StatementForm formOf(const Defect &F) {
  if (F.Detail.index() != 0)
    return StatementForm::Detailed;
  switch (F.Kind) {
  case DefectKind::LdsRace:
  case DefectKind::GlobalRace:
    return StatementForm::Race;
  case DefectKind::BarrierWithoutFence:
  case DefectKind::FenceTooNarrow:
    return StatementForm::UnorderedRace;
  case DefectKind::NarrowAtomic:
    return StatementForm::NarrowScope;
  case DefectKind::DivergentBarrier:
    return StatementForm::NotReached;
  case DefectKind::LoopBoundsDiffer:
    return StatementForm::LoopLeft;
  case DefectKind::ExitBeforeBarrier:
    return StatementForm::EndedBefore;
  case DefectKind::SignalTwice:
    return StatementForm::SignalTwice;
  case DefectKind::WaitWithoutSignal:
    return StatementForm::WaitWithoutSignal;
  case DefectKind::SignalWithoutWait:
    return StatementForm::SignalWithoutWait;
  default:
    return StatementForm::NotChecked;
  }
}

NamedWorkItem nameWorkItem(const sim::Witness &W, unsigned Thread) {
  NamedWorkItem Item;
  const sim::Actor &Actor = W.Threads[Thread];
  bool IsFlat = W.Size[1] == 1 && W.Size[2] == 1;
  Item.Id.assign(Actor.Id, Actor.Id + (IsFlat ? 1 : 3));
  if (W.OtherGroup && Thread == 0)
    Item.Group.assign(std::begin(W.Group), std::end(W.Group));
  else if (W.OtherGroup)
    Item.Group.assign(W.OtherGroup->begin(), W.OtherGroup->end());
  for (auto [Loop, Count] : Actor.Iterations)
    Item.Iterations.push_back(Count);
  return Item;
}

AccessVerb verbOf(const SyncView &View, AccessSite At) {
  const Event &E = At.Site.in(View);
  const AccessRange &Range = At.in(View);
  AccessVerb Verb;
  Verb.Reads = Range.Reads || !Range.Writes;
  Verb.Writes = Range.Writes;
  Verb.IsAsync = E.Kind == EventKind::Transfer;
  Verb.IsAtomic = !Verb.IsAsync && E.Op.isAtomic();
  return Verb;
}

/// None if an unknown pointer points to no known object.
static std::optional<uint64_t> byteIn(const Object &Object,
                                      const sim::Witness &W) {
  uint64_t Byte = W.Byte - Object.Base;
  return Object.Size == 0 || Byte < Object.Size ? std::optional(Byte)
                                                : std::nullopt;
}

static void stateMemory(const SyncView &View, const Defect &F,
                        DefectStatement &Out) {
  uint32_t Id = racedObject(View, F);
  if (Id == None) {
    Out.Memory =
        F.Kind == DefectKind::LdsRace ? MemoryKind::Lds : MemoryKind::Unknown;
    return;
  }
  const Object &Object = View.Objects[Id];
  Out.Memory = Object.Space == AddressSpace::Local ? MemoryKind::Lds
                                                   : MemoryKind::Global;
  if (F.Evidence)
    Out.Byte = byteIn(Object, *F.Evidence);
  if (!F.Evidence || Out.Byte)
    Out.Object = Object.Name;
}

static void stateRace(const SyncView &View, const Defect &F,
                      DefectStatement &Out) {
  stateMemory(View, F, Out);
  Out.Verbs[0] = verbOf(View, F.First);
  Out.Verbs[1] = verbOf(View, F.Second);
  Out.MayWrite = !F.Evidence && F.First == F.Second && !F.First.in(View).Writes;
  if (F.Kind == DefectKind::NarrowAtomic) {
    Out.Reach = F.First.Site.in(View).Op.Reach.Level;
    Out.ReachesOneSpace = F.First.Site.in(View).Op.Reach.OneAddressSpace;
  }
  for (unsigned Thread = 0; F.Evidence && Thread < 2; ++Thread)
    Out.WorkItems.push_back(nameWorkItem(*F.Evidence, Thread));
}

/// Work-items are those of a cluster; how they access the byte is not said.
static void stateClusterRace(const SyncView &View, const Defect &F,
                             DefectStatement &Out) {
  const Object &Object = View.Objects[F.First.in(View).Object];
  Out.Memory = MemoryKind::Global;
  Out.Object = Object.Name;
  Out.Byte = F.Evidence->Byte - Object.Base;
  for (unsigned Thread = 0; Thread < 2; ++Thread) {
    AccessVerb Verb = verbOf(View, Thread ? F.Second : F.First);
    Out.Verbs[Thread] = {Verb.Reads, Verb.Writes};
    NamedWorkItem Item = nameWorkItem(*F.Evidence, Thread);
    Item.Group.clear();
    Item.ClusterGroup = (*F.ClusterGroups)[Thread];
    Item.Iterations.clear();
    Out.WorkItems.push_back(std::move(Item));
  }
}

/// Adds the first \p Number work-items of the witness, without iterations.
static void stateWorkItems(const Defect &F, unsigned Number,
                           DefectStatement &Out) {
  for (unsigned Thread = 0; F.Evidence && Thread < Number; ++Thread) {
    Out.WorkItems.push_back(nameWorkItem(*F.Evidence, Thread));
    Out.WorkItems.back().Iterations.clear();
  }
}

DefectStatement stateDefect(const SyncView &View, const Defect &F) {
  DefectStatement Out;
  Out.Form = formOf(F);
  Out.Detail = F.Detail;
  Out.Reason = F.Reason;
  Out.Fences = F.Fences;
  if (F.Reason == Reason::OpaqueEvent)
    Out.OpaqueEvent = F.First.Site.in(View).Text;
  if (F.Kind != DefectKind::NotUnderstood)
    Out.Certainty = F.Certainty;
  switch (Out.Form) {
  case StatementForm::Detailed:
  case StatementForm::NotChecked:
    break;
  case StatementForm::Race:
  case StatementForm::UnorderedRace:
  case StatementForm::NarrowScope:
    F.ClusterGroups ? stateClusterRace(View, F, Out) : stateRace(View, F, Out);
    break;
  case StatementForm::NotReached:
  case StatementForm::LoopLeft:
  case StatementForm::EndedBefore:
    stateWorkItems(F, 2, Out);
    break;
  case StatementForm::SignalTwice:
  case StatementForm::WaitWithoutSignal:
  case StatementForm::SignalWithoutWait:
    stateWorkItems(F, 1, Out);
    break;
  }
  return Out;
}

Site subjectOf(const Defect &F) {
  return isFenceDefect(F) && F.Barrier ? *F.Barrier : F.First.Site;
}

std::vector<DefectMention> mentionsOf(const Defect &F) {
  using Role = DefectMention::RoleKind;
  bool IsFence = isFenceDefect(F);
  std::vector<DefectMention> Mentions{{subjectOf(F)}};
  if (IsFence)
    Mentions.push_back({F.First.Site, Role::FirstAccess});
  bool IsRace = F.Kind == DefectKind::LdsRace ||
                F.Kind == DefectKind::GlobalRace ||
                F.Kind == DefectKind::NarrowAtomic || IsFence;
  if (IsRace && (IsFence || F.First.Site != F.Second.Site))
    Mentions.push_back({F.Second.Site, Role::SecondAccess});
  for (unsigned I = 0; I < F.Notes.size(); ++I)
    Mentions.push_back({F.Notes[I].At, Role::Note, I});
  return Mentions;
}

bool isEventOf(const SyncView &View, Site At) {
  return At.Block < View.Blocks.size() &&
         At.Event < View.Blocks[At.Block].Events.size();
}

std::vector<Site> sitesOf(const SyncView &View, const Defect &F) {
  std::vector<Site> Sites;
  auto Add = [&](Site At) {
    if (isEventOf(View, At) && !llvm::is_contained(Sites, At))
      Sites.push_back(At);
  };
  if (F.Barrier)
    Add(*F.Barrier);
  Add(F.First.Site);
  Add(F.Second.Site);
  for (const DefectNote &R : F.Notes)
    Add(R.At);
  return Sites;
}

llvm::ArrayRef<SourceLocation> callsAround(const SyncView &View, Site At) {
  constexpr size_t MaxCalls = 4;
  if (!isEventOf(View, At))
    return {};
  return llvm::ArrayRef(At.in(View).Calls).take_front(MaxCalls);
}

std::vector<SourceLocation> locationsOf(const SyncView &View, const Defect &F) {
  std::vector<SourceLocation> Locations;
  for (const DefectMention &Mention : mentionsOf(F)) {
    Locations.push_back(isEventOf(View, Mention.At) ? Mention.At.in(View).Where
                                                    : View.Where);
    llvm::append_range(Locations, callsAround(View, Mention.At));
  }
  if (F.Evidence)
    Locations.push_back(View.Where);
  return Locations;
}

} // namespace fencepost::check
