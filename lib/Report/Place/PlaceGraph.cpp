//===- PlaceGraph.cpp - Kernels with hazards and barriers as a picture ----===//
// See PlaceGraph.h. What is drawn is the view with slots, in which edges have
// blocks of their own; those on which nothing stands are edges again. A block
// is a table of rows, so that arrows of hazards end at accesses.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/PlaceGraph.h"
#include "Picture/DrawDot.h"
#include "Picture/XmlText.h"
#include "fencepost/Report/AccessText.h"
#include "fencepost/Report/PlaceText.h"
#include "fencepost/Report/WitnessNote.h"
#include "fencepost/View/Access.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

using placeir::KernelPlacement;
using view::AccessSite;
using view::BlockId;
using view::LoopId;
using view::None;
using view::Site;

namespace {

struct RowLook {
  llvm::StringLiteral Fill, Line;
};
constexpr RowLook Plain{"#ffffff", "#57606a"}, Head{"#eaeef2", "#57606a"},
    New{"#dafbe1", "#1a7f37"}, Old{"#ddf4ff", "#0969da"},
    Gone{"#f6f8fa", "#8c959f"};
constexpr llvm::StringLiteral HazardColor = "#cf222e";

/// One kernel.
class KernelDot {
public:
  KernelDot(llvm::raw_ostream &OS, const KernelPlacement &Kernel,
            unsigned Number, KernelFile &Input)
      : OS(OS), Kernel(Kernel), View(Kernel.Slotted.View), Number(Number),
        Input(Input), Shape(View) {}
  void write();

private:
  void nameBarriers();
  void findRows();
  void addSlotOrEvent(Site Event, place::InsertionPoint &Point);
  void addParts(BlockId B, place::InsertionPoint Point);
  void addNamed(BlockId B, place::InsertionPoint Point);
  void addEvent(Site Event, place::InsertionPoint Point);
  void row(BlockId B, const RowLook &Look, const std::string &Text,
           const std::string &Port = "");
  bool isDrawn(BlockId B) const;
  std::string name(BlockId B) const {
    return "k" + std::to_string(Number) + "b" + std::to_string(B);
  }
  void writeLoop(LoopId Loop, unsigned Indent);
  void writeBlock(BlockId B, unsigned Indent);
  void writeEdges(BlockId B);
  void writeHazards();

  llvm::raw_ostream &OS;
  const KernelPlacement &Kernel;
  const view::SyncView &View;
  unsigned Number;
  KernelFile &Input;
  view::Graph Shape;
  std::vector<place::InsertionPoint> Origin;
  std::map<Site, unsigned> Slots;               ///< Chosen ones: their names.
  std::set<Site> OfSlots;                       ///< Events that slots brought.
  std::map<place::CandidateId, unsigned> Names; ///< From 1.
  std::map<place::InsertionPoint, std::pair<unsigned, bool>>
      BarrierAt;                 ///< Name; whether it
                                 ///< stays.
  std::vector<std::string> Rows; ///< By block.
};

} // namespace

void KernelDot::nameBarriers() {
  const place::Placement &Placement = Kernel.Placement;
  unsigned Next = 0;
  for (place::SlotId S : Placement.Slots) {
    Names[Kernel.Slotted.candidate(S)] = ++Next;
    Slots[Kernel.Slotted.slot(S).InView] = Next;
  }
  auto Add = [&](unsigned B, bool Stays) {
    Names[Kernel.Slotted.existingCandidate(B)] = ++Next;
    for (place::InsertionPoint Point : Kernel.Slotted.Existing[B].Points)
      BarrierAt[Point] = {Next, Stays};
  };
  for (unsigned B : Placement.Kept)
    Add(B, true);
  for (unsigned B : Placement.Removed)
    Add(B, false);
  for (const place::Slot &S : Kernel.Slotted.Slots)
    for (int E : {-1, 0, 1})
      OfSlots.insert({S.InView.Block, S.InView.Event + E});
}

void KernelDot::row(BlockId B, const RowLook &Look, const std::string &Text,
                    const std::string &Port) {
  Rows[B] += "<tr><td align=\"left\" bgcolor=\"" + Look.Fill.str() + "\"" +
             (Port.empty() ? "" : " port=\"" + Port + "\"") +
             "><font color=\"" + Look.Line.str() + "\">" + xmlText(Text) +
             "</font></td></tr>";
}

/// What the sides of an exchange do at named barriers.
void KernelDot::addNamed(BlockId B, place::InsertionPoint Point) {
  const place::ProducerConsumer &Pipeline = *Kernel.Plan.Named;
  auto Add = [&](const place::PipelineStage &Stage, const char *Wait,
                 const char *Signal) {
    if (Stage.Before == Point && Wait)
      row(B, New, Wait);
    if (llvm::is_contained(Stage.After, Point))
      row(B, New, Signal);
  };
  if (Pipeline.ProducerStages.size() > 1)
    Add(Pipeline.ProducerStages.front(), nullptr, "signal that it is full");
  Add(Pipeline.ProducerStages.back(), "wait until it is empty",
      "signal that it is full");
  Add(Pipeline.ConsumerStage, "wait until it is full",
      "signal that it is empty");
}

/// Signals and waits that stand apart.
void KernelDot::addParts(BlockId B, place::InsertionPoint Point) {
  if (Kernel.Plan.Named)
    return addNamed(B, Point);
  if (!Kernel.Split)
    return;
  for (const place::SplitGap &Gap : Kernel.Split->Gaps)
    if (Gap.Point == Point)
      for (const place::SplitPart &Part : Gap.Parts)
        row(B, New, Part.IsSignal ? "signal" : "wait");
}

static std::string lineOf(const view::Event &E) {
  return E.Where.Line == 0 ? "" : ", line " + std::to_string(E.Where.Line);
}

/// An event of the original, if it is an access of LDS or a barrier.
void KernelDot::addEvent(Site Event, place::InsertionPoint Point) {
  const view::Event &E = Event.in(View);
  if (auto It = BarrierAt.find(Point); It != BarrierAt.end())
    return row(Event.Block, It->second.second ? Old : Gone,
               "barrier " + std::to_string(It->second.first) +
                   (It->second.second ? "" : ", removed") + lineOf(E));
  for (bool Destination : {false, true}) {
    AccessSite Access{Event, Destination};
    if (view::mayAccessLds(View, Access))
      row(Event.Block, Plain, accessText(View, Access) + lineOf(E),
          "e" + std::to_string(Event.Event) + (Destination ? "d" : ""));
  }
}

void KernelDot::addSlotOrEvent(Site Event, place::InsertionPoint &Point) {
  if (!OfSlots.count(Event)) {
    addParts(Event.Block, Point);
    addEvent(Event, Point);
    ++Point.Event;
    return;
  }
  auto Chosen = Slots.find(Event);
  if (Chosen != Slots.end() && !Kernel.Split)
    row(Event.Block, New, "barrier " + std::to_string(Chosen->second));
  else if (Chosen != Slots.end())
    row(Event.Block, Head,
        "place of barrier " + std::to_string(Chosen->second));
}

void KernelDot::findRows() {
  place::splitEdges(Kernel.View, Origin);
  Rows.resize(View.Blocks.size());
  for (BlockId B = 0; B < View.Blocks.size(); ++B) {
    place::InsertionPoint Point = Origin[B];
    Point.Event = 0;
    for (uint32_t E = 0; E < View.Blocks[B].Events.size(); ++E)
      addSlotOrEvent({B, E}, Point);
    addParts(B, Point);
  }
}

/// Not so edges on which nothing stands.
bool KernelDot::isDrawn(BlockId B) const {
  return Origin[B].EdgeTo == None || !Rows[B].empty();
}

void KernelDot::writeBlock(BlockId B, unsigned Indent) {
  OS.indent(Indent) << name(B)
                    << " [label=<<table border=\"0\" cellborder=\"1\" "
                       "cellspacing=\"0\" cellpadding=\"4\">";
  if (Origin[B].EdgeTo == None)
    OS << "<tr><td bgcolor=\"" << Head.Fill << "\">"
       << xmlText(blockText(view::nameBlock(View, B))) << "</td></tr>";
  OS << Rows[B] << "</table>>];\n";
}

/// Blocks of \p Loop, or of none, and the loops in it.
void KernelDot::writeLoop(LoopId Loop, unsigned Indent) {
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    if (View.Blocks[B].Loop == Loop && isDrawn(B))
      writeBlock(B, Indent);
  for (LoopId L : View.Loops.ids()) {
    if (View.Loops[L].Parent != Loop)
      continue;
    OS.indent(Indent) << "subgraph cluster_k" << Number << "l" << L << " {\n";
    OS.indent(Indent + 2) << "label=\"loop, depth " << View.Loops[L].Depth
                          << "\"; style=rounded;\n";
    writeLoop(L, Indent + 2);
    OS.indent(Indent) << "}\n";
  }
}

void KernelDot::writeEdges(BlockId B) {
  std::set<BlockId> Targets;
  for (const view::Edge &E : View.Blocks[B].Next)
    Targets.insert(isDrawn(E.To) ? E.To : View.Blocks[E.To].Next.front().To);
  bool Parts = Targets.size() > 1 && !View.Blocks[B].UniformExit;
  for (BlockId To : Targets)
    OS << "    " << name(B) << " -> " << name(To)
       << (Parts ? " [style=dashed, tooltip=\"differs between waves\"]" : "")
       << ";\n";
}

/// One arrow for each two accesses, with the barriers in the windows.
void KernelDot::writeHazards() {
  std::map<std::pair<AccessSite, AccessSite>, std::set<unsigned>> ByPair;
  for (const place::Hazard &H : Kernel.Placement.Hazards)
    for (place::CandidateId C : H.Slots) {
      std::optional<place::SlotId> Slot = Kernel.Slotted.slotOf(C);
      bool Stays = Slot ? llvm::is_contained(Kernel.Placement.Slots, *Slot)
                        : llvm::is_contained(Kernel.Placement.Kept,
                                             *Kernel.Slotted.existingOf(C));
      if (Stays)
        ByPair[{H.From, H.To}].insert(Names.at(C));
    }
  auto Port = [&](AccessSite Access) {
    return name(Access.Site.Block) + ":e" + std::to_string(Access.Site.Event) +
           (Access.Destination ? "d" : "");
  };
  for (const auto &[Pair, Barriers] : ByPair) {
    std::string Label;
    for (unsigned B : Barriers)
      Label += (Label.empty() ? "" : ", ") + std::to_string(B);
    OS << "    " << Port(Pair.first) << " -> " << Port(Pair.second)
       << " [color=\"" << HazardColor << "\", fontcolor=\"" << HazardColor
       << "\", constraint=false, label=\"" << Label << "\"];\n";
  }
}

void KernelDot::write() {
  nameBarriers();
  findRows();
  std::vector<BarrierNote> Notes = notesOf(Kernel, Input);
  OS << "  subgraph cluster_k" << Number << " {\n    label=<"
     << xmlText(summaryText(Kernel, Notes)) << ">; style=solid;\n";
  writeLoop(None, 4);
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    if (isDrawn(B))
      writeEdges(B);
  writeHazards();
  OS << "  }\n";
}

std::string placementDot(llvm::ArrayRef<KernelPlacement> Kernels,
                         KernelFile &Input) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "digraph placement {\n"
     << "  graph [fontname=\"DejaVu Sans Mono\", fontsize=11, labeljust=l, "
        "color=\""
     << Gone.Line << "\"];\n"
     << "  node [shape=plaintext, margin=0, fontname=\"DejaVu Sans Mono\", "
        "fontsize=11];\n"
     << "  edge [fontname=\"DejaVu Sans Mono\", fontsize=11, color=\""
     << Plain.Line << "\"];\n";
  for (auto [Number, Kernel] : llvm::enumerate(Kernels))
    KernelDot(OS, Kernel, Number, Input).write();
  OS << "}\n";
  return Text;
}

llvm::Expected<std::string>
placementPicture(llvm::StringRef File, llvm::ArrayRef<KernelPlacement> Kernels,
                 KernelFile &Input, llvm::raw_ostream &Messages) {
  std::string Document = placementDot(Kernels, Input);
  return File.ends_with(".dot") ? Document : drawDot(Document, Messages);
}

} // namespace fencepost
