//===- StrategyReport.cpp - Other strategies beside the cheapest ----------===//
// See StrategyReport.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/StrategyReport.h"
#include "fencepost/Report/JsonReport.h"
#include "fencepost/Report/PlaceJson.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace fencepost {

namespace json = llvm::json;

static BarrierNote strategyNote(const view::SyncView &View,
                                place::InsertionPoint Point,
                                KernelFile &Input) {
  PointText Text = describePoint(View, {}, Point, Input);
  BarrierNote Note;
  Note.Where = Text.Where;
  Note.Position = Text.Position;
  view::LoopId Loop = View.Blocks[Point.Block].Loop;
  Note.Depth = Loop == view::None ? 0 : View.Loops[Loop].Depth;
  return Note;
}

static std::vector<BarrierNote> notesOf(const StrategyComparison &Comparison,
                                        KernelFile &Input) {
  std::vector<BarrierNote> Notes;
  for (place::InsertionPoint Point : Comparison.Result.Barriers)
    Notes.push_back(strategyNote(Comparison.View, Point, Input));
  return Notes;
}

/// Of the fewest barriers that are enough.
static std::vector<BarrierNote> fewestOf(const StrategyComparison &Comparison,
                                         KernelFile &Input) {
  std::vector<BarrierNote> Notes;
  for (place::SlotId S : Comparison.Cheapest.Slots) {
    const place::Slot &Slot = Comparison.Slotted.slot(S);
    Notes.push_back(strategyNote(Comparison.View, Slot.Point, Input));
    Notes.back().Depth = Slot.Depth;
  }
  return Notes;
}

/// "2 barriers (2 at loop depth 1)".
static std::string countText(llvm::ArrayRef<BarrierNote> Notes) {
  std::string Text = std::to_string(Notes.size()) +
                     (Notes.size() == 1 ? " barrier" : " barriers");
  return Notes.empty() ? Text : Text + " (" + depthsText(Notes) + ")";
}

std::vector<Finding> strategyFindings(const StrategyComparison &Comparison,
                                      KernelFile &Input) {
  const place::StrategyResult &Result = Comparison.Result;
  std::vector<Finding> Findings;
  auto Add = [&](Diag Id, const view::SourceLocation &Source,
                 const std::string &What) {
    Finding F;
    F.Id = Id;
    F.Where = locationOf(Source, Input);
    F.Message = ("kernel " + llvm::Twine(Comparison.View.Kernel) + ": " +
                 Comparison.Strategy + " " + What)
                    .str();
    Findings.push_back(std::move(F));
  };
  std::set<std::string> Reported;
  for (const place::Hazard &H : Result.Hazards) {
    std::string Text = hazardText(Result.Placed, H, Input);
    if (!Reported.insert(Text).second)
      continue;
    Add(Diag::LdsRace, H.To.Site.in(Result.Placed).Where,
        "does not order: " + Text);
    if (!H.IsReported)
      Findings.back().Promoted = Severity::Warning;
  }
  if (Result.Divergent != 0)
    Add(Diag::DivergentBarrier, Comparison.View.Where,
        "puts barriers in non-uniform control flow: " +
            std::to_string(Result.Divergent));
  return Findings;
}

void printStrategy(llvm::raw_ostream &OS, const StrategyComparison &Comparison,
                   KernelFile &Input) {
  std::vector<BarrierNote> Notes = notesOf(Comparison, Input);
  size_t NumHazards = Comparison.Result.Hazards.size();
  OS << "kernel " << Comparison.View.Kernel << ": " << Comparison.Strategy
     << " places " << countText(Notes) << " and leaves " << NumHazards
     << (NumHazards == 1 ? " hazard" : " hazards") << "; optimal places "
     << countText(fewestOf(Comparison, Input)) << '\n';
  for (const BarrierNote &Note : Notes)
    OS << "  " << shortName(Note.Where) << ": barrier " << Note.Position
       << '\n';
}

json::Object strategyJson(const StrategyComparison &Comparison,
                          KernelFile &Input) {
  const place::StrategyResult &Result = Comparison.Result;
  json::Array Barriers, Hazards, Depths;
  for (const BarrierNote &Note : notesOf(Comparison, Input))
    Barriers.push_back(json::Object{{"location", placeJson(Note.Where)},
                                    {"position", jsonText(Note.Position)},
                                    {"depth", Note.Depth}});
  for (const place::Hazard &H : Result.Hazards)
    Hazards.push_back(hazardJson(Result.Placed, H, Input));
  for (const BarrierNote &Note : fewestOf(Comparison, Input))
    Depths.push_back(Note.Depth);
  return json::Object{{"name", jsonText(Comparison.View.Kernel)},
                      {"strategy", Comparison.Strategy},
                      {"barriers", std::move(Barriers)},
                      {"divergent", Result.Divergent},
                      {"unordered", std::move(Hazards)},
                      {"fewest", std::move(Depths)}};
}

} // namespace fencepost
