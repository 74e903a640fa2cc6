//===- CheckJson.cpp - Kernels and their findings as data -----------------===//
#include "fencepost/Report/CheckJson.h"
#include "fencepost/Report/FindingText.h"
#include "fencepost/Report/JsonReport.h"
#include "fencepost/Report/WitnessLitmus.h"
#include "fencepost/Report/WitnessNote.h"
#include "fencepost/Target/Processor.h"
#include "fencepost/View/MergeLdsObjects.h"

namespace fencepost {

namespace json = llvm::json;

static json::Array triple(const auto &Item) {
  return json::Array{Item[0], Item[1], Item[2]};
}

static json::Object placeJson(const view::SourceLocation &Source,
                              KernelFile &Input) {
  Location Where = locationOf(Source);
  Input.complete(Where);
  json::Object Out{{"file", jsonText(Where.File)}};
  if (Where.Line != 0) {
    Out["line"] = Where.Line;
    Out["column"] = Where.Column;
  }
  return Out;
}

json::Object kernelJson(const view::SyncView &Kernel, KernelFile &Input) {
  int64_t Accesses = 0, Barriers = 0, Fences = 0, Transfers = 0;
  for (const view::Block &B : Kernel.Blocks)
    for (const view::Event &E : B.Events) {
      Accesses += E.Kind == view::EventKind::Access;
      Barriers += E.Kind == view::EventKind::Barrier;
      Fences += E.Kind == view::EventKind::Fence;
      Transfers += E.Kind == view::EventKind::Transfer;
    }
  json::Object Out{{"name", jsonText(Kernel.Kernel)},
                   {"file", jsonText(Input.file())},
                   {"location", placeJson(Kernel.Where, Input)},
                   {"waveSize", Kernel.WaveSize},
                   {"accesses", Accesses},
                   {"barriers", Barriers},
                   {"fences", Fences},
                   {"transfers", Transfers}};
  if (Kernel.Proc)
    Out["processor"] = Kernel.Proc->Name;
  json::Object Group{{"most", Kernel.Most}};
  if (Kernel.SizeIsExact)
    Group["size"] = triple(Kernel.Size);
  Out["workGroup"] = std::move(Group);
  return Out;
}

static json::Object accessJson(const view::SyncView &Kernel,
                               view::AccessSite Access, KernelFile &Input) {
  const view::Event &E = Access.Site.in(Kernel);
  const view::AccessRange &T = Access.in(Kernel);
  json::Object Out{
      {"location", placeJson(E.Where, Input)},
      {"does", T.Writes ? T.Reads ? "updates" : "writes" : "reads"},
      {"atomic", E.Kind == view::EventKind::Access && E.Op.isAtomic()},
      {"transfer", E.Kind == view::EventKind::Transfer}};
  if (T.Object != view::None)
    Out["object"] = jsonText(Kernel.Objects[T.Object].Name);
  if (T.Bytes != 0)
    Out["bytes"] = T.Bytes;
  return Out;
}

static json::Object actorJson(const view::SyncView &Kernel,
                              const sim::Actor &Actor) {
  json::Array Iterations, Path;
  for (auto [Loop, Count] : Actor.Iterations)
    Iterations.push_back(Count);
  for (view::BlockId Id : Actor.Path)
    Path.push_back(jsonText(blockText(view::nameBlock(Kernel, Id))));
  return json::Object{{"id", triple(Actor.Id)},
                      {"iterations", std::move(Iterations)},
                      {"path", std::move(Path)}};
}

static json::Object witnessJson(const view::SyncView &Kernel,
                                const check::Defect &F) {
  const sim::Witness &W = *F.Evidence;
  json::Array Arguments, Actors;
  for (auto [Number, Value] : W.Arguments)
    Arguments.push_back(
        json::Object{{"number", Number},
                     {"name", jsonText(argumentName(Kernel, Number))},
                     {"value", Value}});
  bool Alone = !W.OtherGroup && std::equal(W.Threads[0].Id, W.Threads[0].Id + 3,
                                           W.Threads[1].Id);
  for (unsigned I = 0; I < (Alone ? 1 : 2); ++I)
    Actors.push_back(actorJson(Kernel, W.Threads[I]));
  json::Object Out{{"workItems", std::move(Actors)},
                   {"group", triple(W.Group)},
                   {"size", triple(W.Size)},
                   {"sameWave", W.SameWave},
                   {"arguments", std::move(Arguments)}};
  if (W.OtherGroup)
    Out["otherGroup"] = triple(*W.OtherGroup);
  if (isRaceKind(F.Kind)) {
    uint32_t Id = check::racedObject(Kernel, F);
    Out["byte"] = W.Byte - (Id == view::None ? 0 : Kernel.Objects[Id].Base);
  }
  return Out;
}

json::Object defectJson(const view::SyncView &Kernel,
                        const check::Defect &Defect, const Finding &Finding,
                        KernelFile &Input) {
  static constexpr llvm::StringLiteral Certainties[] = {"shown", "possible",
                                                        "unknown"};
  json::Object Out{{"name", kindOf(Finding.Id).Name},
                   {"certainty", Certainties[unsigned(Defect.Certainty)]},
                   {"message", jsonText(Finding.Message)}};
  json::Array Accesses;
  if (isRaceKind(Defect.Kind)) {
    Accesses.push_back(accessJson(Kernel, Defect.First, Input));
    Accesses.push_back(accessJson(Kernel, Defect.Second, Input));
  }
  Out["accesses"] = std::move(Accesses);
  if (Defect.Barrier)
    Out["barrier"] = placeJson(Defect.Barrier->in(Kernel).Where, Input);
  if (Defect.Evidence)
    Out["witness"] = witnessJson(Kernel, Defect);
  return Out;
}

} // namespace fencepost
