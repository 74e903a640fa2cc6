//===- FindingText.cpp - Defects as printed findings ----------------------===//
// See FindingText.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/FindingText.h"
#include "fencepost/Report/DefectText.h"
#include "fencepost/Report/WitnessNote.h"

namespace fencepost {

using check::Certainty;
using check::Defect;
using check::DefectKind;
using check::DefectMention;
using view::SyncView;

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

Location locationOf(const view::SourceLocation &Where) {
  Location L;
  L.File = Where.File;
  L.Line = Where.Line;
  L.Column = Where.Column;
  return L;
}

namespace {

/// Makes the finding of one defect.
class FindingMaker {
public:
  FindingMaker(const SyncView &View, const Defect &F) : View(View), F(F) {}
  Finding finding() const;

private:
  std::string accessText(unsigned Number) const;
  std::string mentionText(const DefectMention &Mention) const;
  Location at(const view::SourceLocation &Where) const;
  Location at(view::Site Where) const;
  void note(Finding &Out, Location Where, std::string Text) const {
    Where.Entity.clear();
    Out.Notes.push_back({std::move(Where), std::move(Text)});
  }
  void noteCalls(Finding &Out, view::Site Where) const;
  void addNotes(Finding &Out) const;

  const SyncView &View;
  const Defect &F;
};

Location FindingMaker::at(const view::SourceLocation &Where) const {
  Location L = locationOf(Where);
  L.Entity = "kernel " + View.Kernel;
  return L;
}

Location FindingMaker::at(view::Site Where) const {
  return at(check::isEventOf(View, Where) ? Where.in(View).Where : View.Where);
}

/// "work-item 3 writes it here".
std::string FindingMaker::accessText(unsigned Number) const {
  std::string Item = F.Evidence
                         ? itemInLoops(check::nameWorkItem(*F.Evidence, Number))
                         : (Number ? "another work-item" : "one work-item");
  check::AccessVerb Verb = check::verbOf(View, Number ? F.Second : F.First);
  return Item + " " + verbText(Verb) + " it here";
}

void FindingMaker::noteCalls(Finding &Out, view::Site Where) const {
  for (const view::SourceLocation &Call : check::callsAround(View, Where))
    note(Out, at(Call), "called from here");
}

std::string FindingMaker::mentionText(const DefectMention &Mention) const {
  switch (Mention.Role) {
  case DefectMention::RoleKind::Subject:
    return "";
  case DefectMention::RoleKind::FirstAccess:
    return accessText(0);
  case DefectMention::RoleKind::SecondAccess:
    return accessText(1);
  case DefectMention::RoleKind::Note:
    return noteText(F.Notes[Mention.Note]);
  }
  llvm_unreachable("no such role");
}

void FindingMaker::addNotes(Finding &Out) const {
  for (const DefectMention &Mention : check::mentionsOf(F)) {
    if (Mention.Role != DefectMention::RoleKind::Subject)
      note(Out, at(Mention.At), mentionText(Mention));
    noteCalls(Out, Mention.At);
  }
  if (F.Evidence)
    note(Out, at(View.Where), witnessText(View, *F.Evidence));
}

Finding FindingMaker::finding() const {
  Finding Out;
  Out.Id = diagnosticOf(F);
  Out.Where = at(check::subjectOf(F));
  Out.Message = statementText(check::stateDefect(View, F));
  if (F.Kind != DefectKind::NotUnderstood &&
      F.Certainty == Certainty::Possible) {
    Out.Promoted = Severity::Warning;
    Out.Possible = true;
  }
  addNotes(Out);
  return Out;
}

} // namespace

Finding describeDefect(const SyncView &View, const Defect &F) {
  return FindingMaker(View, F).finding();
}

} // namespace fencepost
