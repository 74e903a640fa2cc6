//===- NamedBarrierTrial.cpp - Named barriers tried on a copy -------------===//
// See NamedBarrierTrial.h.
//===----------------------------------------------------------------------===//
#include "NamedBarrierTrial.h"
#include "fencepost/Check/Check.h"
#include "fencepost/Place/PlacementCheck.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace fencepost::placeir {

static view::SourceLocation nowhere(const llvm::Value &) { return {}; }

/// Not so what the kernel does to global memory alone, and that named barriers
/// are simulated and nothing is proved of what they order.
static bool isInTheWay(const check::Defect &F) {
  return F.Kind != check::DefectKind::GlobalRace &&
         F.Kind != check::DefectKind::NarrowAtomic &&
         !place::isOnlySimulated(F);
}

std::optional<NoNamedReason>
findNamedBarrierProblem(llvm::Module &M, const ir::ViewOptions &Options,
                        size_t Kernel, const PlannedChanges &Plan) {
  std::unique_ptr<llvm::Module> Copy = llvm::CloneModule(M);
  ir::ViewOrigins Origins;
  auto Views = ir::buildSyncViews(*Copy, Options, nowhere, &Origins);
  if (!Views)
    return LlvmError{llvm::toString(Views.takeError())};
  view::SyncView &Before = (*Views)[Kernel];
  llvm::Function &F = *Copy->getFunction(Before.Kernel);
  AnchorFinder Places(Before, Origins, F);
  AnchoredPlan Placed(Plan, Places, Before, F);
  if (!Placed.inside().empty())
    return std::nullopt;
  if (!Placed.problems().empty())
    return *Placed.problems().front().Problem;
  Placed.apply();
  auto After = ir::buildSyncViews(*Copy, Options, nowhere);
  if (!After)
    return LlvmError{llvm::toString(After.takeError())};
  const view::SyncView &View = (*After)[Kernel];
  if (std::optional<place::LocatedPhaseFault> Fault =
          place::findPhaseFault(View))
    return Fault->Fault;
  for (const check::Defect &Defect : check::checkKernel(View))
    if (isInTheWay(Defect))
      return check::stateDefect(View, Defect);
  return std::nullopt;
}

} // namespace fencepost::placeir
