//===- Describe.cpp - Defects as printed findings -------------------------===//
// See Describe.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Describe.h"
#include "fencepost/Check/DefectStatement.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost::check {

using namespace view;

Diag diagnosticOf(DefectKind Kind) {
  switch (Kind) {
  case DefectKind::LdsRace:
    return Diag::LdsRace;
  case DefectKind::GlobalRace:
    return Diag::GlobalRace;
  case DefectKind::BarrierWithoutFence:
    return Diag::BarrierWithoutFence;
  case DefectKind::FenceTooNarrow:
    return Diag::FenceTooNarrow;
  case DefectKind::DivergentBarrier:
  case DefectKind::LoopBoundsDiffer:
  case DefectKind::ExitBeforeBarrier:
    return Diag::DivergentBarrier;
  case DefectKind::SignalTwice:
  case DefectKind::WaitWithoutSignal:
  case DefectKind::SignalWithoutWait:
    return Diag::BarrierMismatch;
  case DefectKind::NamedOrClusterBarrier:
    return Diag::NamedBarrier;
  case DefectKind::AsyncNotComplete:
    return Diag::AsyncNotComplete;
  case DefectKind::AsyncNeedless:
    return Diag::AsyncNeedless;
  case DefectKind::WeakPublication:
    return Diag::WeakPublication;
  case DefectKind::WeakPoll:
    return Diag::WeakPoll;
  case DefectKind::NarrowAtomic:
    return Diag::NarrowAtomic;
  case DefectKind::NeedlessBarrier:
    return Diag::NeedlessBarrier;
  case DefectKind::NeedlessFence:
    return Diag::NeedlessFence;
  case DefectKind::NotUnderstood:
    return Diag::NotUnderstood;
  }
  llvm_unreachable("no such kind");
}

Diag diagnosticOf(const Defect &F) {
  return F.Certainty == Certainty::Unknown ? Diag::NotUnderstood
                                           : diagnosticOf(F.Kind);
}

Location locationOf(const SourceLocation &Where) {
  Location L;
  L.File = Where.File;
  L.Line = Where.Line;
  L.Column = Where.Column;
  return L;
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

std::string blockName(const SyncView &View, BlockId Id) {
  const Block &B = View.Blocks[Id];
  if (!B.Name.empty())
    return B.Name;
  for (const Event &E : B.Events)
    if (E.Where.Line != 0)
      return "line " + llvm::utostr(E.Where.Line);
  return "block " + llvm::utostr(Id);
}

std::string argumentName(const SyncView &View, uint32_t Number) {
  for (const Value &V : View.Values)
    if (V.Kind == ValueKind::Argument && V.Number == Number && !V.Name.empty())
      return V.Name;
  return "";
}

static std::string triple(llvm::ArrayRef<uint64_t> Numbers) {
  return "(" + llvm::utostr(Numbers[0]) + ", " + llvm::utostr(Numbers[1]) +
         ", " + llvm::utostr(Numbers[2]) + ")";
}

/// "work-item 64", or with three numbers if the work-group has more than one
/// dimension; and its work-group, if the two differ in it.
static std::string itemText(const NamedWorkItem &Item) {
  std::string Id =
      Item.Id.size() == 1 ? llvm::utostr(Item.Id[0]) : triple(Item.Id);
  return "work-item " + Id +
         (Item.Group.empty() ? "" : " of work-group " + triple(Item.Group));
}

static std::string itemInLoops(const NamedWorkItem &Item) {
  std::string Result = itemText(Item);
  bool First = true;
  for (uint64_t Count : Item.Iterations) {
    Result += First ? " in iteration " : ", ";
    Result += llvm::utostr(Count);
    First = false;
  }
  return Result;
}

static std::string verbText(const AccessVerb &Verb) {
  std::string Text = Verb.Writes ? Verb.Reads ? "updates" : "writes" : "reads";
  if (Verb.IsAsync)
    return "asynchronously " + Text;
  return Verb.IsAtomic ? "atomically " + Text : Text;
}

/// "LDS 'tile'".
static std::string objectText(const DefectStatement &S) {
  static constexpr llvm::StringLiteral Memories[] = {"LDS", "global memory",
                                                     "memory"};
  static_assert(std::size(Memories) == NumMemoryKinds);
  std::string Memory = Memories[unsigned(S.Memory)].str();
  return S.Object.empty() ? Memory : Memory + " '" + S.Object + "'";
}

static std::string raceText(const DefectStatement &S) {
  std::string About = objectText(S);
  std::string First = verbText(S.Verbs[0]), Second = verbText(S.Verbs[1]);
  if (S.WorkItems.empty())
    return About + ": one work-item " + First + " it and another " +
           (S.MayWrite ? "may write" : Second) + " it";
  return About + ": " + itemInLoops(S.WorkItems[0]) + " " + First +
         (S.Byte ? " byte " + llvm::utostr(*S.Byte) : " a byte") + ", and " +
         itemInLoops(S.WorkItems[1]) + " " + Second + " it";
}

/// Without its certainty and its reason.
static std::string plainText(const DefectStatement &S) {
  auto Item = [&](unsigned Number, const char *Otherwise) {
    return S.WorkItems.empty() ? Otherwise : itemText(S.WorkItems[Number]);
  };
  switch (S.Form) {
  case StatementForm::Told:
    return S.Text;
  case StatementForm::Race:
    return "race on " + raceText(S) +
           (S.WorkItems.empty() ? "" : "; no barrier or fence orders them");
  case StatementForm::UnorderedRace:
    return "this barrier does not order " + raceText(S);
  case StatementForm::NarrowScope:
    return "race on " + raceText(S) + ": " +
           scopeName({S.Reach, S.ReachesOneSpace}).str() +
           " scope excludes other work-groups";
  case StatementForm::EndedBefore:
    return Item(0, "one work-item") + " reaches this barrier, and " +
           Item(1, "another") + " has ended before it";
  case StatementForm::LoopLeft:
    return Item(0, "one work-item") +
           " reaches this barrier in an iteration in which " +
           Item(1, "another") + " has left the loop";
  case StatementForm::NotReached:
    return Item(0, "one work-item") + " reaches this barrier, and " +
           Item(1, "another") + " does not";
  case StatementForm::SignalTwice:
    return Item(0, "a work-item") +
           " arrives at the barrier again before it has waited for it";
  case StatementForm::WaitWithoutSignal:
    return Item(0, "a work-item") +
           " waits for the barrier and has not arrived at it";
  case StatementForm::SignalWithoutWait:
    return Item(0, "a work-item") +
           " arrives at the barrier and ends without waiting for it";
  case StatementForm::NotChecked:
    return "not fully checked: " + S.Reason;
  }
  llvm_unreachable("no such form");
}

std::string statementText(const DefectStatement &S) {
  static constexpr llvm::StringLiteral Prefixes[] = {
      "", "possible: ", "not decided: "};
  static_assert(std::size(Prefixes) == NumCertainties);
  std::string Text = Prefixes[unsigned(S.Certainty)].str() + plainText(S);
  if (S.Form != StatementForm::NotChecked && !S.Reason.empty())
    Text += " (" + S.Reason + ")";
  return Text;
}

namespace {

/// Makes the finding of one defect.
class FindingText {
public:
  FindingText(const SyncView &View, const check::Defect &F)
      : View(View), F(F) {}
  fencepost::Finding finding() const;

private:
  std::string accessText(unsigned Number) const;
  std::string path(unsigned Thread) const;
  std::string launch() const;
  std::string mentionText(const DefectMention &Mention) const;
  Location at(const SourceLocation &Where) const;
  Location at(Site Where) const;
  void note(fencepost::Finding &Out, Location Where, std::string Text) const {
    Where.Entity.clear();
    Out.Notes.push_back({std::move(Where), std::move(Text)});
  }
  void noteCalls(fencepost::Finding &Out, Site Where) const;
  void noteWitness(fencepost::Finding &Out) const;
  void addNotes(fencepost::Finding &Out) const;

  const SyncView &View;
  const check::Defect &F;
};

Location FindingText::at(const SourceLocation &Where) const {
  Location L = locationOf(Where);
  L.Entity = "kernel " + View.Kernel;
  return L;
}

Location FindingText::at(Site Where) const {
  return at(isEventOf(View, Where) ? Where.in(View).Where : View.Where);
}

/// "work-item 3 writes it here".
std::string FindingText::accessText(unsigned Number) const {
  std::string Item = F.Evidence
                         ? itemInLoops(nameWorkItem(*F.Evidence, Number))
                         : (Number ? "another work-item" : "one work-item");
  AccessVerb Verb = verbOf(View, Number ? F.Second : F.First);
  return Item + " " + verbText(Verb) + " it here";
}

/// Folds a repeated sequence of names into one: "a -> (b -> c) (16 times)".
static llvm::SmallVector<std::string, 8>
withoutRepeats(llvm::ArrayRef<std::string> Names) {
  constexpr size_t MaxPeriod = 8;
  llvm::SmallVector<std::string, 8> Result;
  for (size_t I = 0; I < Names.size();) {
    size_t Period = 1, Times = 1;
    for (; Period <= MaxPeriod; ++Period) {
      auto Next = [&](size_t N) {
        return Names.slice(std::min(I + N * Period, Names.size()))
            .take_front(Period);
      };
      for (Times = 1; Next(Times) == Next(0);)
        ++Times;
      if (Times > 1)
        break;
    }
    if (Times == 1)
      Period = 1;
    std::string Text = llvm::join(Names.slice(I, Period), " -> ");
    if (Times > 1)
      Text = (Period > 1 ? "(" + Text + ")" : Text) + " (" +
             llvm::utostr(Times) + " times)";
    Result.push_back(std::move(Text));
    I += Times * Period;
  }
  return Result;
}

std::string FindingText::path(unsigned Thread) const {
  std::vector<std::string> Blocks;
  for (BlockId Block : F.Evidence->Threads[Thread].Path)
    Blocks.push_back(blockName(View, Block));
  llvm::SmallVector<std::string, 8> Names = withoutRepeats(Blocks);
  constexpr size_t Ends = 6;
  if (Names.size() > 2 * Ends) {
    std::string More =
        "... " + llvm::utostr(Names.size() - 2 * Ends) + " more ...";
    Names.erase(Names.begin() + Ends, Names.end() - Ends);
    Names.insert(Names.begin() + Ends, std::move(More));
  }
  return llvm::join(Names, " -> ");
}

/// "in a work-group of 256 work-items, waves of 64, argument 'n' = 17".
std::string FindingText::launch() const {
  const sim::Witness &W = *F.Evidence;
  std::string Result = "in a work-group of ";
  if (!W.OtherGroup && (W.Group[0] || W.Group[1] || W.Group[2]))
    Result = "in work-group " + triple(W.Group) + " of ";
  Result += llvm::utostr(W.Size[0]);
  if (W.Size[1] != 1 || W.Size[2] != 1)
    Result += " x " + llvm::utostr(W.Size[1]) + " x " + llvm::utostr(W.Size[2]);
  Result += " work-items, waves of " + llvm::utostr(View.WaveSize);
  for (auto [Number, Value] : W.Arguments) {
    std::string Name = argumentName(View, Number);
    Result += ", argument " +
              (Name.empty() ? llvm::utostr(Number) : "'" + Name + "'") + " = " +
              llvm::utostr(Value);
  }
  return Result;
}

void FindingText::noteCalls(fencepost::Finding &Out, Site Where) const {
  for (const SourceLocation &Call : callsAround(View, Where))
    note(Out, at(Call), "called from here");
}

void FindingText::noteWitness(fencepost::Finding &Out) const {
  std::string Story = launch();
  bool SameThread =
      !F.Evidence->OtherGroup &&
      llvm::equal(F.Evidence->Threads[0].Id, F.Evidence->Threads[1].Id);
  for (unsigned Thread = 0; Thread < (SameThread ? 1 : 2); ++Thread)
    if (!F.Evidence->Threads[Thread].Path.empty())
      Story += "; path of " + itemText(nameWorkItem(*F.Evidence, Thread)) +
               ": " + path(Thread);
  note(Out, at(View.Where), Story);
}

std::string FindingText::mentionText(const DefectMention &Mention) const {
  switch (Mention.Role) {
  case DefectMention::RoleKind::Subject:
    return "";
  case DefectMention::RoleKind::FirstAccess:
    return accessText(0);
  case DefectMention::RoleKind::SecondAccess:
    return accessText(1);
  case DefectMention::RoleKind::Note:
    return F.Notes[Mention.Note].Text;
  }
  llvm_unreachable("no such role");
}

void FindingText::addNotes(fencepost::Finding &Out) const {
  for (const DefectMention &Mention : mentionsOf(F)) {
    if (Mention.Role != DefectMention::RoleKind::Subject)
      note(Out, at(Mention.At), mentionText(Mention));
    noteCalls(Out, Mention.At);
  }
  if (F.Evidence)
    noteWitness(Out);
}

fencepost::Finding FindingText::finding() const {
  fencepost::Finding Out;
  Out.Id = diagnosticOf(F);
  Out.Where = at(subjectOf(F));
  Out.Message = statementText(stateDefect(View, F));
  if (F.Kind != DefectKind::NotUnderstood &&
      F.Certainty == Certainty::Possible) {
    Out.Promoted = Severity::Warning;
    Out.Possible = true;
  }
  addNotes(Out);
  return Out;
}

} // namespace

fencepost::Finding describe(const SyncView &View, const check::Defect &F) {
  return FindingText(View, F).finding();
}

} // namespace fencepost::check
