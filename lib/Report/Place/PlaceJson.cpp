//===- PlaceJson.cpp - Placements as data ---------------------------------===//
#include "fencepost/Report/PlaceJson.h"
#include "fencepost/Report/FindingText.h"
#include "fencepost/Report/JsonReport.h"
#include "fencepost/Report/RefusalText.h"
#include "fencepost/Target/Processor.h"

namespace fencepost {

namespace json = llvm::json;
using placeir::KernelPlacement;

json::Object placeJson(const Location &Where) {
  json::Object Out{{"file", jsonText(Where.File)}};
  if (Where.Line != 0) {
    Out["line"] = Where.Line;
    Out["column"] = Where.Column;
  }
  return Out;
}

static json::Object hazardAccessJson(const view::SyncView &View,
                                     view::AccessSite Access,
                                     KernelFile &Input) {
  const view::AccessRange &T = Access.in(View);
  Location Where = locationOf(Access.Site.in(View).Where);
  Input.complete(Where);
  json::Object Out{
      {"location", placeJson(Where)},
      {"does", T.Writes ? T.Reads ? "updates" : "writes" : "reads"}};
  if (T.Object != view::None && !View.Objects[T.Object].Name.empty())
    Out["object"] = jsonText(View.Objects[T.Object].Name);
  return Out;
}

json::Object hazardJson(const view::SyncView &View, const place::Hazard &H,
                        KernelFile &Input) {
  return json::Object{{"from", hazardAccessJson(View, H.From, Input)},
                      {"to", hazardAccessJson(View, H.To, Input)},
                      {"certain", H.IsCertain}};
}

static json::Object noteJson(const BarrierNote &Note) {
  json::Array Needed;
  for (size_t H : Note.Sole.Hazards)
    Needed.push_back(int64_t(H));
  json::Object Out{{"action", actionName(Note.Action)},
                   {"location", placeJson(Note.Where)},
                   {"depth", Note.Depth},
                   {"frequency", Note.Frequency},
                   {"hazards", std::move(Needed)},
                   {"alternatives", Note.Sole.Equivalents}};
  if (!Note.Position.empty())
    Out["position"] = jsonText(Note.Position);
  if (!Note.Added.empty())
    Out["added"] = json::Array(Note.Added);
  return Out;
}

/// Barriers by loop depth, the deepest first; then the rest of
/// place::PlacementCost.
static json::Array costJson(const place::PlacementCost &Cost) {
  json::Array Out;
  for (int64_t Part : Cost.parts())
    Out.push_back(int64_t(Part));
  return Out;
}

json::Object placementJson(const KernelPlacement &Kernel, KernelFile &Input) {
  json::Array Barriers, Hazards;
  for (const BarrierNote &Note : notesOf(Kernel, Input))
    Barriers.push_back(noteJson(Note));
  for (const place::Hazard &H : Kernel.Placement.Hazards)
    Hazards.push_back(hazardJson(Kernel.Slotted.View, H, Input));
  Location Where = locationOf(Kernel.View.Where);
  Input.complete(Where);
  json::Object Out{
      {"name", jsonText(Kernel.View.Kernel)},
      {"location", placeJson(Where)},
      {"waveSize", Kernel.View.WaveSize},
      {"barriers", std::move(Barriers)},
      {"hazards", std::move(Hazards)},
      {"cost", costJson(Kernel.Placement.Total)},
      {"lowerBound", costJson(Kernel.Placement.LowerBound)},
      {"optimal", !Kernel.Plan.Named &&
                      Kernel.Placement.Total == Kernel.Placement.LowerBound},
      {"certain", Kernel.Placement.BoundIsCertain}};
  if (!Kernel.Notes.empty()) {
    json::Array Notes;
    for (const placeir::PlacementNote &Note : Kernel.Notes)
      Notes.push_back(
          json::Object{{"location", placeJson(locationOf(Note.Where, Input))},
                       {"text", jsonText(noteText(Note))}});
    Out["notes"] = std::move(Notes);
  }
  if (Kernel.Split)
    Out["split"] = json::Object{{"overlap", Kernel.Split->Slack},
                                {"loops", Kernel.Split->Loops},
                                {"complete", Kernel.Split->IsComplete}};
  if (const std::optional<place::ProducerConsumer> &Named = Kernel.Plan.Named)
    Out["named"] = json::Object{{"slots", Named->Slots},
                                {"producerWaves", Named->ProducerWaves},
                                {"consumerWaves", Named->ConsumerWaves}};
  if (Kernel.View.Proc)
    Out["processor"] = Kernel.View.Proc->Name;
  return Out;
}

} // namespace fencepost
