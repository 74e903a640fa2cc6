//===- ModulePlacement.cpp - Barriers for the kernels of a module ---------===//
// See ModulePlacement.h. Inlining makes places known that were not, and can
// lead to others that are not; each round inlines at least one call more. What
// the kernels do is the same as before then, and so is most often what they
// need.
//===----------------------------------------------------------------------===//
#include "fencepost/PlaceIR/ModulePlacement.h"
#include "InlineCalls.h"
#include "KernelPlanner.h"
#include "NamedBarrierTrial.h"
#include "PlacedProblems.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/Target/Processor.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include <map>

namespace fencepost::placeir {

namespace {

class ModulePlacer {
public:
  ModulePlacer(llvm::Module &M, const PlacementOptions &Options,
               ir::PlaceOf Where)
      : M(M), Options(Options), Where(Where) {}
  llvm::Expected<ModulePlacement> run();

private:
  llvm::Error round();
  llvm::Error verify();
  bool refuseReplaceable(const KernelPlacement &Kernel);
  void findPlaces(KernelPlacement &Kernel);
  llvm::Function &functionOf(const KernelPlacement &Kernel) const {
    return *M.getFunction(Kernel.View.Kernel);
  }

  llvm::Module &M;
  const PlacementOptions &Options;
  ir::PlaceOf Where;
  ModulePlacement Result;
  ir::ViewOrigins Origins;
  std::vector<std::unique_ptr<AnchorFinder>> Finders;
  std::vector<AnchoredPlan> Plans;
  std::map<llvm::Function *, std::vector<llvm::Function *>> ToInline;
};

} // namespace

/// A call in \p Kernel, or in what it calls, of a function that may be another
/// one when modules are linked; null if there is none.
static const llvm::CallBase *findReplaceable(const llvm::Function &Kernel) {
  llvm::SmallSetVector<const llvm::Function *, 8> Work;
  Work.insert(&Kernel);
  for (unsigned I = 0; I != Work.size(); ++I)
    for (const llvm::Instruction &Caller : llvm::instructions(*Work[I])) {
      auto *Call = llvm::dyn_cast<llvm::CallBase>(&Caller);
      const llvm::Function *F = Call ? Call->getCalledFunction() : nullptr;
      if (!F || F->isDeclaration())
        continue;
      if (F->isInterposable() && !Call->doesNotAccessMemory())
        return Call;
      Work.insert(F);
    }
  return nullptr;
}

/// Whether code that is looked at may not be what is run.
bool ModulePlacer::refuseReplaceable(const KernelPlacement &Kernel) {
  const llvm::CallBase *Call = findReplaceable(functionOf(Kernel));
  if (!Call)
    return false;
  const llvm::DILocation *Location = Call->getDebugLoc();
  view::SourceLocation Place =
      Location && Location->getLine() ? ir::placeOf(*Location) : Where(*Call);
  Result.Refusals.push_back(
      refusal(Kernel, Place,
              ReplaceableCall{Call->getCalledFunction()->getName().str()}));
  return true;
}

/// LLVM compiles a kernel for the processor that it names, whatever it is asked
/// for: barriers of another one may be none to it.
static llvm::Error
requireTheirProcessors(const llvm::Module &M,
                       llvm::ArrayRef<view::SyncView> Kernels) {
  for (const view::SyncView &View : Kernels) {
    const llvm::Function *F = M.getFunction(View.Kernel);
    llvm::StringRef Named = F->getFnAttribute("target-cpu").getValueAsString();
    const Processor *Own = findProcessor(Named);
    if (Own && Own != View.Proc)
      return llvm::createStringError("kernel " + View.Kernel + " is for " +
                                     Named + ", so nothing can be placed for " +
                                     View.Proc->Name);
  }
  return llvm::Error::success();
}

void ModulePlacer::findPlaces(KernelPlacement &Kernel) {
  llvm::Function &F = functionOf(Kernel);
  Finders.push_back(std::make_unique<AnchorFinder>(Kernel.View, Origins, F));
  AnchoredPlan Plan(Kernel.Plan, *Finders.back(), Kernel.View, F);
  for (const AnchorAnswer &Answer : Plan.problems())
    Result.Refusals.push_back(refusal(Kernel, Answer.Near, *Answer.Problem));
  if (!Plan.inside().empty())
    ToInline[&F] = Plan.inside().vec();
  Plans.push_back(std::move(Plan));
}

/// Finds all placements and their places.
llvm::Error ModulePlacer::round() {
  std::vector<KernelPlacement> Before = std::move(Result.Kernels);
  Result.Kernels.clear();
  Finders.clear();
  Plans.clear();
  ToInline.clear();
  llvm::Expected<std::vector<view::SyncView>> Views =
      ir::buildSyncViews(M, Options.View, Where, &Origins);
  if (!Views)
    return Views.takeError();
  if (llvm::Error E = ir::requireProcessors(M, Options.View))
    return E;
  if (llvm::Error E = requireTheirProcessors(M, *Views))
    return E;
  Result.Kernels.resize(Views->size());
  for (size_t I = 0; I != Views->size(); ++I) {
    Result.Kernels[I].View = std::move((*Views)[I]);
    Result.Kernels[I].Blocks =
        blockLocations(Result.Kernels[I].View, Origins, Where);
    if (refuseReplaceable(Result.Kernels[I]))
      continue;
    auto Try = [&](const PlannedChanges &Plan) {
      return Options.IsCertified
                 ? std::optional<NoNamedReason>(NamedObstacle::Certificate)
                 : findNamedBarrierProblem(M, Options.View, I, Plan);
    };
    if (Before.empty() ||
        !reusePlan(Result.Kernels[I], std::move(Before[I]), Options.Place))
      planKernel(Result.Kernels[I], Options.Place, Try, Result.Refusals);
    findPlaces(Result.Kernels[I]);
  }
  return llvm::Error::success();
}

/// Whether \p Kernel has something that has to be verified once barriers are
/// placed: parts of barriers, or transfers. Whole barriers have no order.
static bool mayBePlacedWrongly(const KernelPlacement &Kernel) {
  bool May = Kernel.Split || Kernel.Plan.Named;
  view::forEachEvent(Kernel.View, [&](view::Site, const view::Event &E) {
    May |= E.Kind == view::EventKind::Transfer;
    May |= E.Kind == view::EventKind::Barrier &&
           E.Op.Action != BarrierOp::ArriveWait;
  });
  return May;
}

/// On views of what was made.
llvm::Error ModulePlacer::verify() {
  if (llvm::none_of(Result.Kernels, mayBePlacedWrongly))
    return llvm::Error::success();
  llvm::Expected<std::vector<view::SyncView>> Views =
      ir::buildSyncViews(M, Options.View, Where);
  if (!Views)
    return Views.takeError();
  for (size_t I = 0; I != Views->size(); ++I)
    for (PlacedProblem &Problem : findPlacedProblems((*Views)[I]))
      Result.Refusals.push_back(
          refusal(Result.Kernels[I], Problem.Where, std::move(Problem.Why)));
  return llvm::Error::success();
}

llvm::Expected<ModulePlacement> ModulePlacer::run() {
  while (true) {
    if (llvm::Error E = round())
      return E;
    if (!Result.Refusals.empty())
      return std::move(Result);
    if (ToInline.empty())
      break;
    for (const KernelPlacement &Kernel : Result.Kernels) {
      auto It = ToInline.find(&functionOf(Kernel));
      if (It == ToInline.end())
        continue;
      Result.Changed = true;
      if (std::optional<NotInlined> Why = inlineInto(*It->first, It->second)) {
        Result.Refusals.push_back(refusal(Kernel, {}, std::move(*Why)));
        return std::move(Result);
      }
    }
  }
  for (size_t I = 0; I != Plans.size(); ++I) {
    Result.Changed |= !Result.Kernels[I].Plan.empty();
    Plans[I].apply();
  }
  if (llvm::Error E = verify())
    return E;
  return std::move(Result);
}

llvm::Expected<ModulePlacement> placeBarriers(llvm::Module &M,
                                              const PlacementOptions &Options,
                                              ir::PlaceOf Where) {
  return ModulePlacer(M, Options, Where).run();
}

llvm::Expected<ModulePlacement> placeBarriers(const IRSource &Source,
                                              const PlacementOptions &Options) {
  return placeBarriers(Source.module(), Options, [&](const llvm::Value &V) {
    return ir::placeIn(Source, V);
  });
}

} // namespace fencepost::placeir
