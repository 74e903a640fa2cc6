//===- PlaceRemarks.cpp - Placements as LLVM's remarks --------------------===//
#include "PlaceRemarks.h"
#include "fencepost/Check/Describe.h"
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
    {PlaceAction::Mended, "BarrierMended", "barrier given ",
     remarks::Type::Passed},
    {PlaceAction::Kept, "BarrierKept", "barrier kept", remarks::Type::Analysis},
    {PlaceAction::Removed, "BarrierRemoved", "barrier removed",
     remarks::Type::Passed},
};

} // namespace

/// Adds to the text, under a name that programs look for.
static void addArgument(remarks::Remark &R, StringRef Key, StringRef Value) {
  remarks::Argument A;
  A.Key = Key;
  A.Val = Value;
  R.Args.push_back(A);
}

static void emit(TakeRemark Take, const BarrierNote &Note,
                 const placeir::KernelPlacement &Kernel, CheckInput &Input) {
  const ActionRow &Row = Rows[static_cast<unsigned>(Note.Action)];
  assert(Row.Action == Note.Action && "rows in the order of the actions");
  remarks::Remark R;
  R.RemarkType = Row.Type;
  R.PassName = "fencepost-place";
  R.RemarkName = Row.Name;
  R.FunctionName = Kernel.View.Kernel;
  if (Note.Where.Line != 0)
    R.Loc = remarks::RemarkLocation{Note.Where.File, Note.Where.Line,
                                    Note.Where.Column};
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
                      CheckInput &Input) {
  Location Where = check::locationOf(Kernel.View.Where);
  Input.complete(Where);
  std::string Text = summaryText(Kernel, {});
  remarks::Remark R;
  R.RemarkType = remarks::Type::Passed;
  R.PassName = "fencepost-place";
  R.RemarkName = "NamedBarriersPlaced";
  R.FunctionName = Kernel.View.Kernel;
  if (Where.Line != 0)
    R.Loc = remarks::RemarkLocation{Where.File, Where.Line, Where.Column};
  addArgument(R, "String", Text);
  Take(R);
}

static void emitRefusal(TakeRemark Take, const placeir::Refusal &Is,
                        CheckInput &Input) {
  Location Where = check::locationOf(Is.Where);
  Input.complete(Where);
  remarks::Remark R;
  R.RemarkType = remarks::Type::Missed;
  R.PassName = "fencepost-place";
  R.RemarkName = "BarriersNotPlaced";
  R.FunctionName = Is.Kernel;
  if (Where.Line != 0)
    R.Loc = remarks::RemarkLocation{Where.File, Where.Line, Where.Column};
  addArgument(R, "String", "no barriers placed: ");
  addArgument(R, "Reason", Is.Why);
  Take(R);
}

void forEachRemark(const placeir::ModulePlacement &Done, CheckInput &Input,
                   TakeRemark Take) {
  for (const placeir::Refusal &R : Done.Refusals)
    emitRefusal(Take, R, Input);
  if (!Done.Refusals.empty())
    return;
  for (const placeir::KernelPlacement &Kernel : Done.Kernels) {
    if (Kernel.Plan.Named)
      emitNamed(Take, Kernel, Input);
    for (const BarrierNote &Note : notesOf(Kernel, Input))
      emit(Take, Note, Kernel, Input);
  }
}

std::string remarksText(const placeir::ModulePlacement &Done,
                        CheckInput &Input) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  auto Out = llvm::cantFail(
      remarks::createRemarkSerializer(remarks::Format::YAML, OS));
  forEachRemark(Done, Input, [&](const remarks::Remark &R) { Out->emit(R); });
  Out->finalize();
  return Text;
}

} // namespace fencepost
