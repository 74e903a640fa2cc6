//===- PlaceText.cpp - What was placed in a kernel, and why ---------------===//
#include "fencepost/Report/PlaceText.h"
#include "fencepost/Report/AccessText.h"
#include "fencepost/Report/RefusalText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace fencepost {

using placeir::KernelPlacement;
using view::AccessSite;

llvm::StringRef actionName(PlaceAction Action) {
  switch (Action) {
  case PlaceAction::Placed:
    return "placed";
  case PlaceAction::Repaired:
    return "repaired";
  case PlaceAction::Kept:
    return "kept";
  case PlaceAction::Removed:
    return "removed";
  }
  llvm_unreachable("no such action");
}

std::string shortName(const Location &Where) {
  std::string Name = Where.File;
  if (Where.Line != 0)
    Name +=
        ":" + std::to_string(Where.Line) + ":" + std::to_string(Where.Column);
  return Name;
}

std::string hazardText(const view::SyncView &View, const place::Hazard &H,
                       KernelFile &Input) {
  auto PlaceOf = [&](AccessSite Access) {
    return shortName(locationOf(Access.Site.in(View).Where, Input));
  };
  return accessText(View, H.From) + " at " + PlaceOf(H.From) + ", then " +
         accessText(View, H.To) + " by another wave at " + PlaceOf(H.To);
}

std::vector<std::string> needsOf(const KernelPlacement &Kernel,
                                 const BarrierNote &Note, KernelFile &Input) {
  std::vector<std::string> Result;
  for (size_t H : Note.Sole.Hazards) {
    std::string Text =
        hazardText(Kernel.Slotted.View, Kernel.Placement.Hazards[H], Input);
    if (!llvm::is_contained(Result, Text))
      Result.push_back(std::move(Text));
  }
  return Result;
}

std::string listText(llvm::ArrayRef<std::string> Names) {
  std::string Text;
  for (size_t I = 0; I < Names.size(); ++I)
    Text += (I == 0 ? "" : I + 1 == Names.size() ? " and " : ", ") + Names[I];
  return Text;
}

static void addWaits(const placeir::CompletionWaits &First,
                     std::vector<std::string> &Added) {
  if (First.Async != placeir::CompletionWaits::AsyncWaitKind::None)
    Added.push_back("a wait for asynchronous transfers");
  if (First.Tensor)
    Added.push_back("a wait for tensor transfers");
}

/// What barrier \p Is of the kernel gets, at all its signals and waits.
static std::vector<std::string> addedTo(const place::ExistingBarrier &Existing,
                                        const placeir::PlannedChanges &Plan) {
  bool Release = false, Acquire = false;
  std::vector<std::string> Added;
  for (const placeir::RepairedBarrier &M : Plan.Repaired) {
    if (!llvm::is_contained(Existing.Points, M.Point))
      continue;
    if (Added.empty())
      addWaits(M.First, Added);
    Release |= M.Release;
    Acquire |= M.Acquire;
  }
  if (Release)
    Added.push_back("a release fence");
  if (Acquire)
    Added.push_back("an acquire fence");
  return Added;
}

namespace {

class NoteMaker {
public:
  NoteMaker(const KernelPlacement &Kernel, KernelFile &Input)
      : Kernel(Kernel), Input(Input) {}
  BarrierNote ofNew(place::SlotId S) const;
  BarrierNote ofExisting(unsigned B, PlaceAction Action) const;

private:
  const KernelPlacement &Kernel;
  KernelFile &Input;
};

BarrierNote NoteMaker::ofNew(place::SlotId S) const {
  const place::Slot &Slot = Kernel.Slotted.slot(S);
  PointText Point =
      describePoint(Kernel.View, Kernel.Blocks, Slot.Point, Input);
  BarrierNote Note;
  Note.Where = Point.Where;
  Note.Position = Point.Position;
  Note.Line = Point.Line;
  Note.Depth = Slot.Depth;
  Note.Frequency = Slot.Frequency;
  Note.Sole = place::findSoleHazards(Kernel.Slotted, Kernel.Placement,
                                     Kernel.Slotted.candidate(S));
  return Note;
}

BarrierNote NoteMaker::ofExisting(unsigned B, PlaceAction Action) const {
  const place::ExistingBarrier &Barrier = Kernel.Slotted.Existing[B];
  BarrierNote Note;
  Note.Added = addedTo(Barrier, Kernel.Plan);
  Note.Action = Note.Added.empty() ? Action : PlaceAction::Repaired;
  Note.Where =
      describePoint(Kernel.View, Kernel.Blocks, Barrier.Points.front(), Input)
          .Where;
  Note.Line = {Note.Where, true};
  Note.Depth = Barrier.Depth;
  Note.Frequency = Barrier.Frequency;
  Note.Sole = place::findSoleHazards(Kernel.Slotted, Kernel.Placement,
                                     Kernel.Slotted.existingCandidate(B));
  return Note;
}

} // namespace

std::vector<BarrierNote> notesOf(const KernelPlacement &Kernel,
                                 KernelFile &Input) {
  NoteMaker Maker(Kernel, Input);
  std::vector<BarrierNote> Notes;
  for (place::SlotId S : Kernel.Placement.Slots)
    Notes.push_back(Maker.ofNew(S));
  for (unsigned B : Kernel.Placement.Kept)
    Notes.push_back(Maker.ofExisting(B, PlaceAction::Kept));
  for (unsigned B : Kernel.Placement.Removed)
    Notes.push_back(Maker.ofExisting(B, PlaceAction::Removed));
  return Notes;
}

/// What is gained by signals and waits that are apart.
static void printSplit(llvm::raw_ostream &OS,
                       const place::SplitPlacement &Split) {
  if (Split.Slack > 0)
    OS << "  estimated overlap: " << llvm::formatv("{0:F1}", Split.Slack)
       << " memory accesses between signal and wait\n";
  if (!Split.IsComplete)
    OS << "  a limit was hit: signals and waits could perhaps be further "
          "apart\n";
}

/// Barriers by loop depth, the deepest first.
using DepthCounts = std::map<unsigned, uint64_t, std::greater<>>;

static std::string depthsText(const DepthCounts &Number) {
  std::string Text;
  for (auto [Depth, Times] : Number)
    if (Times != 0)
      Text += (Text.empty() ? "" : ", ") + std::to_string(Times) +
              (Depth == 0 ? " outside loops"
                          : " at loop depth " + std::to_string(Depth));
  return Text;
}

std::string depthsText(llvm::ArrayRef<BarrierNote> Notes) {
  DepthCounts Number;
  for (const BarrierNote &Note : Notes)
    if (Note.Action == PlaceAction::Placed)
      ++Number[Note.Depth];
  return depthsText(Number);
}

/// What no placement is cheaper than; empty if that may be none.
static std::string boundText(const place::PlacementCost &Bound) {
  llvm::ArrayRef<int64_t> ByDepth = Bound.byDepth();
  DepthCounts Number;
  for (unsigned Depth = 0; Depth < ByDepth.size(); ++Depth)
    Number[Depth] = ByDepth[ByDepth.size() - 1 - Depth];
  return depthsText(Number);
}

static std::string number(unsigned Number, llvm::StringRef Noun) {
  return std::to_string(Number) + " " + Noun.str() + (Number == 1 ? "" : "s");
}

static std::string namedText(const place::ProducerConsumer &Pipeline) {
  return number(2 * Pipeline.Slots, "named barrier") + " placed for " +
         number(Pipeline.Slots, "buffer slot") +
         " of LDS: " + number(Pipeline.ProducerWaves, "wave") +
         (Pipeline.ProducerWaves == 1 ? " produces, " : " produce, ") +
         std::to_string(Pipeline.ConsumerWaves) +
         (Pipeline.ConsumerWaves == 1 ? " consumes" : " consume");
}

/// "minimal", as far as that is known.
static std::string proofText(const place::Placement &Placement) {
  std::string Condition = Placement.BoundIsCertain
                              ? ""
                              : ", assuming unknown values are unconstrained";
  if (Placement.Total == Placement.LowerBound)
    return "minimal" + Condition;
  if (Placement.Total.byDepth() == Placement.LowerBound.byDepth())
    return "the number is minimal" + Condition +
           "; whether a cheaper placement of the same number exists was not "
           "decided";
  std::string Bound = boundText(Placement.LowerBound);
  std::string Text = "minimality not proved";
  return Bound.empty() ? Text : Text + ", lower bound: " + Bound + Condition;
}

std::string summaryText(const KernelPlacement &Kernel,
                        llvm::ArrayRef<BarrierNote> Notes) {
  auto Number = [&](PlaceAction Action) {
    return llvm::count_if(
        Notes, [&](const BarrierNote &Note) { return Note.Action == Action; });
  };
  if (Kernel.Plan.Named)
    return "kernel " + Kernel.View.Kernel + ": " +
           namedText(*Kernel.Plan.Named);
  int64_t Placed = Number(PlaceAction::Placed);
  std::string Text = "kernel " + Kernel.View.Kernel + ": " +
                     std::to_string(Placed) +
                     (Placed == 1 ? " barrier placed" : " barriers placed");
  if (Placed != 0)
    Text += " (" + depthsText(Notes) + ")";
  for (PlaceAction Action :
       {PlaceAction::Repaired, PlaceAction::Kept, PlaceAction::Removed})
    if (int64_t N = Number(Action))
      Text += ", " + std::to_string(N) + " " + actionName(Action).str();
  if (Placed != 0)
    Text += "; " + proofText(Kernel.Placement);
  return Text;
}

/// Where the sides of an exchange wait for each other.
std::vector<NamedWait> namedWaits(const KernelPlacement &Kernel,
                                  KernelFile &Input) {
  const place::ProducerConsumer &Pipeline = *Kernel.Plan.Named;
  auto Wait = [&](const place::PipelineStage &Stage, llvm::StringRef Name,
                  llvm::StringRef Why) {
    PointText Point =
        describePoint(Kernel.View, Kernel.Blocks, Stage.Before, Input);
    return NamedWait{Point.Where, (Name + " wait ").str() + Point.Position,
                     Why};
  };
  return {Wait(Pipeline.ProducerStages.back(), "producers",
               "the slot's previous data has been used by then; not in the "
               "first stage"),
          Wait(Pipeline.ConsumerStage, "consumers",
               "the slot has been filled by then")};
}

static void printNamed(llvm::raw_ostream &OS, const KernelPlacement &Kernel,
                       KernelFile &Input, bool Explain) {
  OS << summaryText(Kernel, {}) << '\n';
  for (const NamedWait &Wait : namedWaits(Kernel, Input)) {
    OS << "  " << shortName(Wait.Where) << ": " << Wait.Text << '\n';
    if (Explain)
      OS << "    needed: " << Wait.Why << '\n';
  }
  if (size_t Gone = Kernel.Placement.Removed.size())
    OS << "  " << number(Gone, "barrier") << " of the work-group removed\n";
}

std::string actionText(const BarrierNote &Note) {
  switch (Note.Action) {
  case PlaceAction::Placed:
    return "barrier " + Note.Position;
  case PlaceAction::Repaired:
    return "this barrier gets " + listText(Note.Added);
  case PlaceAction::Kept:
  case PlaceAction::Removed:
    return "this barrier is " + actionName(Note.Action).str();
  }
  llvm_unreachable("no such action");
}

static void explain(llvm::raw_ostream &OS, const KernelPlacement &Kernel,
                    const BarrierNote &Note, KernelFile &Input) {
  for (const std::string &Need : needsOf(Kernel, Note, Input))
    OS << "    needed: " << Need << '\n';
  if (Note.Sole.Hazards.empty())
    return;
  if (Note.Sole.Equivalents == 0)
    OS << "    alternatives: none\n";
  else
    OS << "    alternatives: "
       << number(Note.Sole.Equivalents, "equivalent position") << '\n';
}

std::vector<Finding> refusalFindings(const placeir::ModulePlacement &Placement,
                                     KernelFile &Input) {
  std::vector<Finding> Findings;
  for (const placeir::Refusal &R : Placement.Refusals) {
    Finding F;
    F.Id = Diag::NotUnderstood;
    F.Where = locationOf(R.Where, Input);
    F.Message =
        "kernel " + R.Kernel + ": no barriers placed: " + refusalText(R);
    for (const placeir::PlacementNote &N : R.Notes)
      F.Notes.push_back({locationOf(N.Where, Input), noteText(N)});
    Findings.push_back(std::move(F));
  }
  return Findings;
}

void printPlacement(llvm::raw_ostream &OS, const KernelPlacement &Kernel,
                    KernelFile &Input, bool Explain) {
  if (Kernel.Plan.Named)
    return printNamed(OS, Kernel, Input, Explain);
  std::vector<BarrierNote> Notes = notesOf(Kernel, Input);
  OS << summaryText(Kernel, Notes) << '\n';
  if (Kernel.Split)
    printSplit(OS, *Kernel.Split);
  if (Explain && Kernel.WhyNoNamedBarriers)
    OS << "  no named barriers: " << noNamedText(*Kernel.WhyNoNamedBarriers)
       << '\n';
  for (const BarrierNote &Note : Notes) {
    if (Note.Action == PlaceAction::Kept && !Explain)
      continue;
    OS << "  " << shortName(Note.Where) << ": " << actionText(Note) << '\n';
    if (Explain)
      explain(OS, Kernel, Note, Input);
  }
  for (const placeir::PlacementNote &Note : Kernel.Notes)
    OS << "  " << shortName(locationOf(Note.Where, Input)) << ": "
       << noteText(Note) << '\n';
}

} // namespace fencepost
