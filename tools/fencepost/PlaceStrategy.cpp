//===- PlaceStrategy.cpp - Other strategies beside the cheapest -----------===//
// What the strategies of spec/004 would place, what they leave, and how many
// barriers are enough. Hazards that are left and barriers to which not all
// waves come are findings.
//===----------------------------------------------------------------------===//
#include "PlaceStrategy.h"
#include "PlaceJson.h"
#include "fencepost/Check/Describe.h"
#include "fencepost/Place/Strategies.h"
#include "fencepost/Report/JsonReport.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

namespace fencepost {

namespace json = llvm::json;

namespace {

class StrategyCommand {
public:
  StrategyCommand(const Invocation &I, const PlaceCommandOptions &Options,
                  KernelFile &Input)
      : I(I), Options(Options), Input(Input) {}
  int run();

private:
  void compare(const view::SyncView &View);
  BarrierNote noteOf(const view::SyncView &View, place::InsertionPoint At);
  void findLeft(const view::SyncView &View,
                const place::StrategyResult &Result);
  void print(const view::SyncView &View, const place::StrategyResult &Result,
             llvm::ArrayRef<BarrierNote> Notes,
             llvm::ArrayRef<BarrierNote> Fewest);
  json::Object data(const view::SyncView &View,
                    const place::StrategyResult &Result,
                    llvm::ArrayRef<BarrierNote> Notes,
                    llvm::ArrayRef<BarrierNote> Fewest);

  const Invocation &I;
  const PlaceCommandOptions &Options;
  KernelFile &Input;
  json::Array Compared;
  Outcome Result;
};

} // namespace

BarrierNote StrategyCommand::noteOf(const view::SyncView &View,
                                    place::InsertionPoint At) {
  PointText Text = describePoint(View, {}, At, Input);
  BarrierNote Note;
  Note.Where = Text.Where;
  Note.Position = Text.Position;
  view::LoopId Loop = View.Blocks[At.Block].Loop;
  Note.Depth = Loop == view::None ? 0 : View.Loops[Loop].Depth;
  return Note;
}

/// "2 barriers (2 at loop depth 1)".
static std::string countText(llvm::ArrayRef<BarrierNote> Notes) {
  std::string Text = std::to_string(Notes.size()) +
                     (Notes.size() == 1 ? " barrier" : " barriers");
  return Notes.empty() ? Text : Text + " (" + depthsText(Notes) + ")";
}

void StrategyCommand::findLeft(const view::SyncView &View,
                               const place::StrategyResult &Is) {
  auto Add = [&](Diag Id, const view::SourceLocation &At,
                 const std::string &What) {
    Finding F;
    F.Id = Id;
    F.Where = check::locationOf(At);
    Input.complete(F.Where);
    F.Message = "kernel " + View.Kernel + ": " + Options.Strategy + " " + What;
    Result.Findings.push_back(std::move(F));
  };
  std::set<std::string> Reported;
  for (const place::Hazard &H : Is.Left) {
    std::string Text = hazardText(Is.Placed, H, Input);
    if (!Reported.insert(Text).second)
      continue;
    Add(Diag::LdsRace, H.To.At.in(Is.Placed).Where, "does not order: " + Text);
    if (!H.IsReported)
      Result.Findings.back().Promoted = Severity::Warning;
  }
  if (Is.Divergent != 0)
    Add(Diag::DivergentBarrier, View.Where,
        "puts barriers where not all waves come: " +
            std::to_string(Is.Divergent));
}

void StrategyCommand::print(const view::SyncView &View,
                            const place::StrategyResult &Result,
                            llvm::ArrayRef<BarrierNote> Notes,
                            llvm::ArrayRef<BarrierNote> Fewest) {
  llvm::raw_ostream &OS = llvm::outs();
  OS << "kernel " << View.Kernel << ": " << Options.Strategy << " places "
     << countText(Notes) << " and leaves " << Result.Left.size()
     << (Result.Left.size() == 1 ? " hazard" : " hazards")
     << "; optimal places " << countText(Fewest) << '\n';
  for (const BarrierNote &Note : Notes)
    OS << "  " << shortName(Note.Where) << ": barrier " << Note.Position
       << '\n';
}

json::Object StrategyCommand::data(const view::SyncView &View,
                                   const place::StrategyResult &Result,
                                   llvm::ArrayRef<BarrierNote> Notes,
                                   llvm::ArrayRef<BarrierNote> Fewest) {
  json::Array Barriers, Left, Depths;
  for (const BarrierNote &Note : Notes)
    Barriers.push_back(json::Object{{"location", placeJson(Note.Where)},
                                    {"position", jsonText(Note.Position)},
                                    {"depth", Note.Depth}});
  for (const place::Hazard &H : Result.Left)
    Left.push_back(hazardJson(Result.Placed, H, Input));
  for (const BarrierNote &Note : Fewest)
    Depths.push_back(Note.Depth);
  return json::Object{
      {"name", jsonText(View.Kernel)},   {"strategy", Options.Strategy},
      {"barriers", std::move(Barriers)}, {"divergent", Result.Divergent},
      {"left", std::move(Left)},         {"fewest", std::move(Depths)}};
}

void StrategyCommand::compare(const view::SyncView &View) {
  place::StrategyResult Result = Options.Strategy == "minimize"
                                     ? place::placeMinimized(View)
                                     : place::placeDisjoint(View);
  view::SyncView Whole = placeir::viewToPlaceIn(View, place::PlaceMode::Keep);
  place::judge(Whole, Result);
  place::SlottedView Slotted = place::withSlots(Whole);
  place::Placement Cheapest = place::cheapestPlacement(Slotted);
  std::vector<BarrierNote> Notes, Fewest;
  for (place::InsertionPoint At : Result.Barriers)
    Notes.push_back(noteOf(View, At));
  for (place::SlotId S : Cheapest.Slots) {
    Fewest.push_back(noteOf(View, Slotted.Slots[S].At));
    Fewest.back().Depth = Slotted.Slots[S].Depth;
  }
  if (Options.isJson())
    Compared.push_back(data(View, Result, Notes, Fewest));
  else
    print(View, Result, Notes, Fewest);
  findLeft(View, Result);
}

int StrategyCommand::run() {
  for (const view::SyncView &View : Input.Kernels)
    compare(View);
  if (!Options.isJson()) {
    printOtherSolver(llvm::outs());
    return finish(I, Options.Report, std::move(Result));
  }
  return finishJson(I, Options.Report, [&](json::OStream &J) {
    J.attributeArray("kernels", [] {});
    J.attribute("strategies", std::move(Compared));
    return std::move(Result);
  });
}

llvm::Expected<int> compareStrategy(const Invocation &I,
                                    const PlaceCommandOptions &Options,
                                    KernelFile &Input) {
  return StrategyCommand(I, Options, Input).run();
}

} // namespace fencepost
