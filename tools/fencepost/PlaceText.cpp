//===- PlaceText.cpp - What was placed in a kernel, and why ---------------===//
#include "PlaceText.h"
#include "fencepost/Check/Describe.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace fencepost {

using check::AccessSite;
using place::CandidateId;
using place::Point;
using placeir::KernelPlacement;
using view::None;

llvm::StringRef actionName(PlaceAction Of) {
  switch (Of) {
  case PlaceAction::Placed:
    return "placed";
  case PlaceAction::Mended:
    return "mended";
  case PlaceAction::Kept:
    return "kept";
  case PlaceAction::Removed:
    return "removed";
  }
  llvm_unreachable("no such action");
}

static Location locationOf(const view::Place &At, CheckInput &Input) {
  Location Where = check::locationOf(At);
  Input.complete(Where);
  return Where;
}

std::string shortName(const Location &Where) {
  std::string Name = Where.File;
  if (Where.Line != 0)
    Name +=
        ":" + std::to_string(Where.Line) + ":" + std::to_string(Where.Column);
  return Name;
}

static llvm::StringRef verbOf(const view::Event &E, const view::Touch &T) {
  if (E.Kind == view::EventKind::Transfer)
    return T.Writes ? "transfer to" : "transfer from";
  if (T.Reads && T.Writes)
    return "update of";
  return T.Writes ? "store to" : "load from";
}

std::string accessText(const view::SyncView &View, AccessSite At) {
  const view::Touch &T = At.in(View);
  std::string Text = verbOf(At.At.in(View), T).str();
  if (T.Object == None)
    return Text + (At.At.in(View).Op.Space == AddressSpace::Local
                       ? " LDS"
                       : " memory that is not known");
  return Text + " '" + View.Objects[T.Object].Name + "'";
}

std::string hazardText(const view::SyncView &View, const place::Hazard &H,
                       CheckInput &Input) {
  auto At = [&](AccessSite Site) {
    return shortName(locationOf(Site.At.in(View).Where, Input));
  };
  return accessText(View, H.From) + " at " + At(H.From) + ", then " +
         accessText(View, H.To) + " by another wave at " + At(H.To);
}

/// What an event that a barrier stands before is.
static std::string eventText(const view::SyncView &View, view::BlockId Block,
                             uint32_t Event) {
  const view::Event &E = View.Blocks[Block].Events[Event];
  for (bool Destination : {true, false}) {
    AccessSite At{{Block, Event}, Destination};
    if (At.in(View).Reads || At.in(View).Writes)
      return "the " + accessText(View, At);
  }
  return E.Kind == view::EventKind::Barrier ? "this barrier" : "this";
}

void describePoint(const view::SyncView &View, Point At, CheckInput &Input,
                   BarrierNote &Note) {
  auto Name = [&](view::BlockId B) { return check::blockName(View, B); };
  const std::vector<view::Event> &Events = View.Blocks[At.Block].Events;
  Note.Where = locationOf(View.Where, Input);
  if (At.EdgeTo != None) {
    Note.Position =
        "on the way from " + Name(At.Block) + " to " + Name(At.EdgeTo);
    return;
  }
  if (At.Event < Events.size()) {
    Note.Where = locationOf(Events[At.Event].Where, Input);
    Note.Position = "before " + eventText(View, At.Block, At.Event);
    return;
  }
  Note.Position = "at the end of " + Name(At.Block);
  if (Events.empty())
    return;
  Note.Where = locationOf(Events.back().Where, Input);
  Note.Position += ", behind " + eventText(View, At.Block, Events.size() - 1);
}

/// Hazards that of all candidates that stay \p Of alone meets, and how many
/// other candidates meet all of them.
static void findNeed(const KernelPlacement &Kernel, CandidateId Of,
                     llvm::ArrayRef<CandidateId> Stay, BarrierNote &Note) {
  std::map<CandidateId, size_t> Meets;
  for (size_t I = 0; I < Kernel.Found.Hazards.size(); ++I) {
    const place::Path &On = Kernel.Found.Hazards[I].Slots;
    bool Alone = llvm::binary_search(On, Of) &&
                 llvm::none_of(Stay, [&](CandidateId Other) {
                   return Other != Of && llvm::binary_search(On, Other);
                 });
    if (!Alone)
      continue;
    Note.Needed.push_back(I);
    for (CandidateId Other : On)
      ++Meets[Other];
  }
  for (auto [Other, Number] : Meets)
    Note.Elsewhere += Other != Of && Number == Note.Needed.size();
}

std::vector<BarrierNote> notesOf(const KernelPlacement &Kernel,
                                 CheckInput &Input) {
  const place::Placement &Found = Kernel.Found;
  size_t NumSlots = Kernel.In.Slots.size();
  std::vector<CandidateId> Stay(Found.Slots);
  for (unsigned B : Found.Kept)
    Stay.push_back(NumSlots + B);
  std::vector<BarrierNote> Notes;
  for (place::SlotId S : Found.Slots) {
    const place::Slot &Slot = Kernel.In.Slots[S];
    BarrierNote Note;
    describePoint(Kernel.View, Slot.At, Input, Note);
    Note.Depth = Slot.Depth;
    Note.Frequency = Slot.Frequency;
    findNeed(Kernel, S, Stay, Note);
    Notes.push_back(std::move(Note));
  }
  auto AddExisting = [&](unsigned B, PlaceAction Action) {
    const place::ExistingBarrier &Is = Kernel.In.Existing[B];
    BarrierNote Note;
    Note.Action = Action;
    describePoint(Kernel.View, Is.At.front(), Input, Note);
    Note.Position = "";
    Note.Depth = Is.Depth;
    Note.Frequency = Is.Frequency;
    findNeed(Kernel, NumSlots + B, Stay, Note);
    Notes.push_back(std::move(Note));
  };
  for (unsigned B : Found.Kept) {
    bool Lacks = llvm::any_of(
        Kernel.Plan.Mended, [&](const placeir::MendedBarrier &Mended) {
          return llvm::is_contained(Kernel.In.Existing[B].At, Mended.At);
        });
    AddExisting(B, Lacks ? PlaceAction::Mended : PlaceAction::Kept);
  }
  for (unsigned B : Found.Removed)
    AddExisting(B, PlaceAction::Removed);
  return Notes;
}

/// What is gained by signals and waits that stand apart.
static void printSplit(llvm::raw_ostream &OS,
                       const place::SplitPlacement &Split) {
  if (Split.Slack > 0)
    OS << "  between signals and waits: "
       << llvm::formatv("{0:F1}", Split.Slack)
       << " accesses of LDS and global memory, as expected\n";
  if (!Split.IsComplete)
    OS << "  a limit was hit: signals and waits could perhaps stand further "
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

/// What no placement is cheaper than.
static std::string boundText(const place::Price &Bound) {
  llvm::ArrayRef<int64_t> ByDepth = Bound.byDepth();
  DepthCounts Number;
  for (unsigned Depth = 0; Depth < ByDepth.size(); ++Depth)
    Number[Depth] = ByDepth[ByDepth.size() - 1 - Depth];
  std::string Text = depthsText(Number);
  return Text.empty() ? "none" : Text;
}

static std::string number(unsigned Of, llvm::StringRef What) {
  return std::to_string(Of) + " " + What.str() + (Of == 1 ? "" : "s");
}

static std::string namedText(const place::Exchange &Is) {
  return number(2 * Is.Slots, "named barrier") + " placed for " +
         number(Is.Slots, "slot") + " of LDS: " + number(Is.FillWaves, "wave") +
         " fill, " + std::to_string(Is.UseWaves) + " use";
}

/// "fewer are not enough", as far as that is known.
static std::string proofText(const place::Placement &Found) {
  std::string Text =
      Found.Total == Found.LowerBound
          ? "fewer are not enough"
          : "whether fewer are enough was not decided, but nothing cheaper "
            "than " +
                boundText(Found.LowerBound) + " is";
  if (!Found.BoundIsCertain)
    Text += ", if values that are not known may be any";
  return Text;
}

std::string summaryText(const KernelPlacement &Kernel,
                        llvm::ArrayRef<BarrierNote> Notes) {
  auto Number = [&](PlaceAction Of) {
    return llvm::count_if(
        Notes, [&](const BarrierNote &Note) { return Note.Action == Of; });
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
  for (PlaceAction Of :
       {PlaceAction::Mended, PlaceAction::Kept, PlaceAction::Removed})
    if (int64_t N = Number(Of))
      Text += ", " + std::to_string(N) + " " + actionName(Of).str();
  if (Placed != 0)
    Text += "; " + proofText(Kernel.Found);
  return Text;
}

/// Where the sides of an exchange wait for each other.
static void printNamed(llvm::raw_ostream &OS, const KernelPlacement &Kernel,
                       CheckInput &Input, bool Explain) {
  const place::Exchange &Is = *Kernel.Plan.Named;
  OS << summaryText(Kernel, {}) << '\n';
  auto Print = [&](const place::Turn &At, llvm::StringRef Who,
                   llvm::StringRef Why) {
    BarrierNote Note;
    describePoint(Kernel.View, At.Before, Input, Note);
    OS << "  " << shortName(Note.Where) << ": waves that " << Who << " wait "
       << Note.Position << '\n';
    if (Explain)
      OS << "    needed: " << Why << '\n';
  };
  Print(Is.Fills.back(), "fill",
        "what was in the slot has been used by then; not the first time");
  Print(Is.Uses, "use", "what is used has been filled by then");
  if (size_t Gone = Kernel.Found.Removed.size())
    OS << "  " << number(Gone, "barrier") << " of the work-group removed\n";
}

void printPlacement(llvm::raw_ostream &OS, const KernelPlacement &Kernel,
                    CheckInput &Input, bool Explain) {
  if (Kernel.Plan.Named)
    return printNamed(OS, Kernel, Input, Explain);
  std::vector<BarrierNote> Notes = notesOf(Kernel, Input);
  OS << summaryText(Kernel, Notes) << '\n';
  if (Kernel.Split)
    printSplit(OS, *Kernel.Split);
  if (Explain && !Kernel.NotNamed.empty())
    OS << "  no named barriers: " << Kernel.NotNamed << '\n';
  for (const BarrierNote &Note : Notes) {
    if (Note.Action == PlaceAction::Kept && !Explain)
      continue;
    OS << "  " << shortName(Note.Where) << ": "
       << (Note.Action == PlaceAction::Placed ? "barrier " + Note.Position
           : Note.Action == PlaceAction::Mended
               ? "what this barrier lacks"
               : "this barrier is " + actionName(Note.Action).str())
       << '\n';
    if (!Explain)
      continue;
    for (size_t H : Note.Needed)
      OS << "    needed: "
         << hazardText(Kernel.In.View, Kernel.Found.Hazards[H], Input) << '\n';
    if (Note.Needed.empty())
      continue;
    if (Note.Elsewhere == 0)
      OS << "    elsewhere: no other place is on the way of all of these\n";
    else
      OS << "    elsewhere: " << Note.Elsewhere
         << (Note.Elsewhere == 1 ? " other place" : " other places")
         << " would do, not cheaper\n";
  }
}

} // namespace fencepost
