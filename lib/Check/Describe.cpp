//===- Describe.cpp - Findings of the checker in words -------------------===//
// See Describe.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Describe.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

namespace fencepost::check {

using namespace view;

Diag diagnosticOf(DefectKind Kind) {
  static constexpr Diag Rows[NumDefectKinds] = {
      Diag::LdsRace,          Diag::GlobalRace,       Diag::BarrierWithoutFence,
      Diag::FenceTooNarrow,   Diag::DivergentBarrier, Diag::DivergentBarrier,
      Diag::DivergentBarrier, Diag::BarrierMismatch,  Diag::BarrierMismatch,
      Diag::BarrierMismatch,  Diag::NamedBarrier,     Diag::AsyncNotComplete,
      Diag::AsyncNeedless,    Diag::WeakPublication,  Diag::WeakPoll,
      Diag::NarrowAtomic,     Diag::NeedlessBarrier,  Diag::NeedlessFence,
      Diag::NotUnderstood};
  return Rows[unsigned(Kind)];
}

Location locationOf(const SourceLocation &Where) {
  Location L;
  L.File = Where.File;
  L.Line = Where.Line;
  L.Column = Where.Column;
  return L;
}

static bool isIn(const SyncView &View, Site At) {
  return At.Block < View.Blocks.size() &&
         At.Event < View.Blocks[At.Block].Events.size();
}

std::vector<Site> sitesOf(const SyncView &View, const Defect &F) {
  std::vector<Site> Sites;
  auto Add = [&](Site At) {
    if (isIn(View, At) && !llvm::is_contained(Sites, At))
      Sites.push_back(At);
  };
  if (F.Barrier)
    Add(*F.Barrier);
  Add(F.First.At);
  Add(F.Second.At);
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

namespace {

/// At most so many calls around an event are told.
constexpr size_t MaxCalls = 4;

class Words {
public:
  Words(const SyncView &View, const check::Defect &F) : View(View), F(F) {}
  fencepost::Finding said() const;

private:
  std::string message() const;
  std::string race() const;
  std::string divergence() const;
  std::string mismatch() const;
  std::optional<uint64_t> byte() const;
  std::string object() const;
  std::string verb(AccessSite At) const;
  std::string who(unsigned Thread) const;
  std::string item(unsigned Thread) const;
  std::string path(unsigned Thread) const;
  std::string launch() const;
  Location at(const SourceLocation &Where) const;
  Location at(Site Where) const;
  bool isFenceFault() const {
    return F.Kind == DefectKind::BarrierWithoutFence ||
           F.Kind == DefectKind::FenceTooNarrow;
  }
  bool isRace() const {
    return F.Kind == DefectKind::LdsRace || F.Kind == DefectKind::GlobalRace ||
           F.Kind == DefectKind::NarrowAtomic || isFenceFault();
  }
  void note(fencepost::Finding &Out, Location Where, std::string Text) const {
    Where.Entity.clear();
    Out.Notes.push_back({std::move(Where), std::move(Text)});
  }
  void noteAt(fencepost::Finding &Out, Site Where, std::string Text) const {
    note(Out, at(Where), std::move(Text));
    noteCalls(Out, Where);
  }
  void noteCalls(fencepost::Finding &Out, Site Where) const;
  Site mainSite() const {
    return isFenceFault() && F.Barrier ? *F.Barrier : F.First.At;
  }
  void addNotes(fencepost::Finding &Out) const;

  const SyncView &View;
  const check::Defect &F;
};

Location Words::at(const SourceLocation &Where) const {
  Location L = locationOf(Where);
  L.Entity = "kernel " + View.Kernel;
  return L;
}

Location Words::at(Site Where) const {
  return at(isIn(View, Where) ? Where.in(View).Where : View.Where);
}

/// None if an unknown pointer leads to no object that is known.
std::optional<uint64_t> Words::byte() const {
  uint32_t Id = racedObject(View, F);
  if (Id == None)
    return std::nullopt;
  const Object &Object = View.Objects[Id];
  uint64_t Byte = F.Evidence->Byte - Object.Base;
  return Object.Size == 0 || Byte < Object.Size ? std::optional(Byte)
                                                : std::nullopt;
}

/// "LDS 'tile'".
std::string Words::object() const {
  uint32_t Id = racedObject(View, F);
  if (Id == None)
    return F.Kind == DefectKind::LdsRace ? "LDS" : "memory";
  const Object &Object = View.Objects[Id];
  std::string Space =
      Object.Space == AddressSpace::Local ? "LDS" : "global memory";
  bool IsKnown = !Object.Name.empty() && (!F.Evidence || byte());
  return !IsKnown ? Space : Space + " '" + Object.Name + "'";
}

std::string Words::verb(AccessSite At) const {
  const Event &E = At.At.in(View);
  const AccessRange &T = At.in(View);
  std::string Verb = T.Writes ? T.Reads ? "updates" : "writes" : "reads";
  if (E.Kind == EventKind::Transfer)
    return "asynchronously " + Verb;
  return E.Op.isAtomic() ? "atomically " + Verb : Verb;
}

static std::string triple(llvm::ArrayRef<uint64_t> Numbers) {
  return "(" + llvm::utostr(Numbers[0]) + ", " + llvm::utostr(Numbers[1]) +
         ", " + llvm::utostr(Numbers[2]) + ")";
}

/// "work-item 64", or with three numbers if the work-group has more than one
/// dimension; and its work-group, if the other's is another.
std::string Words::item(unsigned Thread) const {
  const sim::Witness &W = *F.Evidence;
  const uint32_t *Id = W.Threads[Thread].Id;
  std::string Group;
  if (W.OtherGroup)
    Group =
        " of work-group " + (Thread ? triple(*W.OtherGroup) : triple(W.Group));
  if (W.Size[1] == 1 && W.Size[2] == 1)
    return "work-item " + llvm::utostr(Id[0]) + Group;
  return "work-item " + triple({Id[0], Id[1], Id[2]}) + Group;
}

std::string Words::who(unsigned Thread) const {
  std::string Result = item(Thread);
  bool First = true;
  for (auto [Loop, Count] : F.Evidence->Threads[Thread].Iterations) {
    Result += First ? " in iteration " : ", ";
    Result += llvm::utostr(Count);
    First = false;
  }
  return Result;
}

std::string Words::race() const {
  std::string About = object();
  // A read of which too little is known stands for all that may write.
  bool MayWrite = F.First == F.Second && !F.First.in(View).Writes;
  if (!F.Evidence)
    return About + ": one work-item " + verb(F.First) + " it and another " +
           (MayWrite ? "may write" : verb(F.Second)) + " it";
  std::optional<uint64_t> Byte = byte();
  return About + ": " + who(0) + " " + verb(F.First) +
         (Byte ? " byte " + llvm::utostr(*Byte) : " a byte") + ", and " +
         who(1) + " " + verb(F.Second) + " it";
}

std::string Words::divergence() const {
  std::string Name = F.Evidence ? item(0) : "one work-item";
  std::string Other = F.Evidence ? item(1) : "another";
  if (F.Kind == DefectKind::ExitBeforeBarrier)
    return Name + " reaches this barrier, and " + Other +
           " has ended before it";
  if (F.Kind == DefectKind::LoopBoundsDiffer)
    return Name + " reaches this barrier in an iteration in which " + Other +
           " has left the loop";
  return Name + " reaches this barrier, and " + Other + " does not";
}

std::string Words::mismatch() const {
  std::string Name = F.Evidence ? item(0) : "a work-item";
  if (F.Kind == DefectKind::SignalTwice)
    return Name + " arrives at the barrier again before it has waited for it";
  if (F.Kind == DefectKind::WaitWithoutSignal)
    return Name + " waits for the barrier and has not arrived at it";
  return Name + " arrives at the barrier and ends without waiting for it";
}

std::string Words::message() const {
  if (!F.Text.empty())
    return F.Text;
  switch (F.Kind) {
  case DefectKind::LdsRace:
  case DefectKind::GlobalRace:
    return "race on " + race() +
           (F.Evidence ? "; no barrier or fence orders them" : "");
  case DefectKind::BarrierWithoutFence:
  case DefectKind::FenceTooNarrow:
    return "this barrier does not order " + race();
  case DefectKind::NarrowAtomic:
    return "race on " + race() + ": " +
           scopeName(F.First.At.in(View).Op.Reach).str() +
           " scope excludes other work-groups";
  case DefectKind::DivergentBarrier:
  case DefectKind::LoopBoundsDiffer:
  case DefectKind::ExitBeforeBarrier:
    return divergence();
  case DefectKind::SignalTwice:
  case DefectKind::WaitWithoutSignal:
  case DefectKind::SignalWithoutWait:
    return mismatch();
  default:
    return "not fully checked: " + F.Reason;
  }
}

/// Names in which a sequence that is repeated stands once: "a -> (b -> c) (16
/// times)".
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

std::string Words::path(unsigned Thread) const {
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
std::string Words::launch() const {
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

void Words::noteCalls(fencepost::Finding &Out, Site Where) const {
  if (!isIn(View, Where))
    return;
  llvm::ArrayRef<SourceLocation> Calls = Where.in(View).Calls;
  for (const SourceLocation &P : Calls.take_front(MaxCalls))
    note(Out, at(P), "called from here");
}

void Words::addNotes(fencepost::Finding &Out) const {
  bool Known = F.Evidence.has_value();
  noteCalls(Out, mainSite());
  if (isFenceFault())
    noteAt(Out, F.First.At,
           (Known ? who(0) : "one work-item") + " " + verb(F.First) +
               " it here");
  if (isRace() && (isFenceFault() || F.First.At != F.Second.At))
    noteAt(Out, F.Second.At,
           (Known ? who(1) : "another work-item") + " " + verb(F.Second) +
               " it here");
  for (const DefectNote &R : F.Notes)
    noteAt(Out, R.At, R.Text);
  if (!Known)
    return;
  std::string Story = launch();
  bool SameThread =
      !F.Evidence->OtherGroup &&
      llvm::equal(F.Evidence->Threads[0].Id, F.Evidence->Threads[1].Id);
  for (unsigned Thread = 0; Thread < (SameThread ? 1 : 2); ++Thread)
    if (!F.Evidence->Threads[Thread].Path.empty())
      Story += "; path of " + item(Thread) + ": " + path(Thread);
  note(Out, at(View.Where), Story);
}

fencepost::Finding Words::said() const {
  fencepost::Finding Out;
  Out.Id = diagnosticOf(F.Kind);
  Out.Where = at(mainSite());
  Out.Message = message();
  if (F.Kind != DefectKind::NotUnderstood) {
    if (F.Certainty == Certainty::Possible) {
      Out.Message = "possible: " + Out.Message;
      Out.Promoted = Severity::Warning;
      Out.Possible = true;
    } else if (F.Certainty == Certainty::Unknown) {
      Out.Id = Diag::NotUnderstood;
      Out.Message = "not decided: " + Out.Message;
    }
    if (!F.Reason.empty())
      Out.Message += " (" + F.Reason + ")";
  }
  addNotes(Out);
  return Out;
}

} // namespace

fencepost::Finding describe(const SyncView &View, const check::Defect &F) {
  return Words(View, F).said();
}

std::vector<size_t> distinct(llvm::ArrayRef<fencepost::Finding> Findings) {
  using Where = std::tuple<std::string, unsigned, unsigned>;
  auto WhereOf = [](const Location &L) {
    return Where(L.File, L.Line, L.Column);
  };
  std::set<std::tuple<Diag, std::string, std::vector<Where>>> Seen;
  std::vector<size_t> Result;
  for (size_t I = 0; I < Findings.size(); ++I) {
    const fencepost::Finding &F = Findings[I];
    std::vector<Where> Places{WhereOf(F.Where)};
    for (const Note &N : F.Notes)
      Places.push_back(WhereOf(N.Where));
    // Without places, only equal words are the same.
    bool HasPlaces = F.Where.Line != 0;
    if (Seen.insert({F.Id, HasPlaces ? F.Where.Entity : F.Message, Places})
            .second)
      Result.push_back(I);
  }
  return Result;
}

} // namespace fencepost::check
