//===- PlaceRemarks.cpp - Placements as LLVM's remarks --------------------===//
#include "fencepost/Report/PlaceRemarks.h"
#include "fencepost/Report/RefusalText.h"
#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkSerializer.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost {

namespace remarks = llvm::remarks;
using llvm::StringRef;

namespace {

/// What stays of a barrier is analysis, what is done is a pass that passed.
struct ActionRow {
  PlaceAction Action;
  llvm::StringLiteral Name, Text;
  remarks::Type Type;
};
constexpr ActionRow Rows[] = {
    {PlaceAction::Placed, "BarrierPlaced", "barrier placed ",
     remarks::Type::Passed},
    {PlaceAction::Repaired, "BarrierRepaired", "barrier gets ",
     remarks::Type::Passed},
    {PlaceAction::Kept, "BarrierKept", "barrier kept", remarks::Type::Analysis},
    {PlaceAction::Removed, "BarrierRemoved", "barrier removed",
     remarks::Type::Passed},
};

} // namespace

/// Without its text; \p Kernel and \p Where have to live as long.
static remarks::Remark remark(remarks::Type Type, StringRef Name,
                              StringRef Kernel, const Location &Where) {
  remarks::Remark R;
  R.RemarkType = Type;
  R.PassName = "fencepost-place";
  R.RemarkName = Name;
  R.FunctionName = Kernel;
  if (Where.Line != 0)
    R.Loc = remarks::RemarkLocation{Where.File, Where.Line, Where.Column};
  return R;
}

/// Adds to the text, under a name that programs look for.
static void addArgument(remarks::Remark &R, StringRef Key, StringRef Value) {
  remarks::Argument A;
  A.Key = Key;
  A.Val = Value;
  R.Args.push_back(A);
}

static void emit(TakeRemark Take, const BarrierNote &Note,
                 const placeir::KernelPlacement &Kernel, KernelFile &Input) {
  const ActionRow &Row = Rows[static_cast<unsigned>(Note.Action)];
  assert(Row.Action == Note.Action && "rows in the order of the actions");
  remarks::Remark R =
      remark(Row.Type, Row.Name, Kernel.View.Kernel, Note.Where);
  std::string Depth = std::to_string(Note.Depth);
  std::string Added = listText(Note.Added);
  std::vector<std::string> Hazards = needsOf(Kernel, Note, Input);
  addArgument(R, "String", Row.Text);
  if (!Note.Position.empty())
    addArgument(R, "Position", Note.Position);
  if (!Added.empty())
    addArgument(R, "Added", Added);
  addArgument(R, "String", " at loop depth ");
  addArgument(R, "LoopDepth", Depth);
  for (const std::string &Hazard : Hazards) {
    addArgument(R, "String", "; needed: ");
    addArgument(R, "Hazard", Hazard);
  }
  Take(R);
}

/// Named barriers have no one place: one remark for the kernel.
static void emitNamed(TakeRemark Take, const placeir::KernelPlacement &Kernel,
                      KernelFile &Input) {
  Location Where = locationOf(Kernel.View.Where, Input);
  std::string Text = summaryText(Kernel, {});
  remarks::Remark R = remark(remarks::Type::Passed, "NamedBarriersPlaced",
                             Kernel.View.Kernel, Where);
  addArgument(R, "String", Text);
  Take(R);
}

/// What barriers cannot help with.
static void emitNote(TakeRemark Take, const placeir::KernelPlacement &Kernel,
                     const placeir::PlacementNote &Note, KernelFile &Input) {
  Location Where = locationOf(Note.Where, Input);
  remarks::Remark R =
      remark(remarks::Type::Analysis, "NotOrdered", Kernel.View.Kernel, Where);
  std::string Text = noteText(Note);
  addArgument(R, "String", Text);
  Take(R);
}

static void emitRefusal(TakeRemark Take, const placeir::Refusal &Refusal,
                        KernelFile &Input) {
  Location Where = locationOf(Refusal.Where, Input);
  remarks::Remark R =
      remark(remarks::Type::Missed, "BarriersNotPlaced", Refusal.Kernel, Where);
  std::string Why = refusalText(Refusal);
  addArgument(R, "String", "no barriers placed: ");
  addArgument(R, "Reason", Why);
  Take(R);
}

void forEachRemark(const placeir::ModulePlacement &Placement, KernelFile &Input,
                   TakeRemark Take) {
  for (const placeir::Refusal &R : Placement.Refusals)
    emitRefusal(Take, R, Input);
  if (!Placement.Refusals.empty())
    return;
  for (const placeir::KernelPlacement &Kernel : Placement.Kernels) {
    if (Kernel.Plan.Named)
      emitNamed(Take, Kernel, Input);
    for (const BarrierNote &Note : notesOf(Kernel, Input))
      emit(Take, Note, Kernel, Input);
    for (const placeir::PlacementNote &Note : Kernel.Notes)
      emitNote(Take, Kernel, Note, Input);
  }
}

std::string remarksText(const placeir::ModulePlacement &Placement,
                        KernelFile &Input) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  auto Out = llvm::cantFail(
      remarks::createRemarkSerializer(remarks::Format::YAML, OS));
  forEachRemark(Placement, Input,
                [&](const remarks::Remark &R) { Out->emit(R); });
  Out->finalize();
  return Text;
}

} // namespace fencepost
