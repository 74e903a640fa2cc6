//===- PlaceModule.cpp - Barriers for the kernels of a module -------------===//
// See PlaceModule.h. Inlining makes places known that were not, and can lead to
// others that are not; each round inlines at least one call more.
//===----------------------------------------------------------------------===//
#include "fencepost/PlaceIR/PlaceModule.h"
#include "InlineInto.h"
#include "PlanKernel.h"
#include "TryNamed.h"
#include "fencepost/IR/IRSource.h"
#include "fencepost/PlaceIR/VerifyPlaced.h"
#include "llvm/IR/Module.h"
#include <map>

namespace fencepost::placeir {

namespace {

class Placer {
public:
  Placer(llvm::Module &M, const Options &How, ir::PlaceOf Where)
      : M(M), How(How), Where(Where) {}
  llvm::Expected<ModulePlacement> run();

private:
  llvm::Error round();
  llvm::Error verify();
  void findPlaces(KernelPlacement &Kernel);
  llvm::Function &functionOf(const KernelPlacement &Kernel) const {
    return *M.getFunction(Kernel.View.Kernel);
  }

  llvm::Module &M;
  const Options &How;
  ir::PlaceOf Where;
  ModulePlacement Result;
  ir::ViewOrigins Origins;
  std::vector<std::unique_ptr<AnchorFinder>> Finders;
  std::vector<AnchoredPlan> Plans;
  std::map<llvm::Function *, std::vector<llvm::Function *>> ToInline;
};

} // namespace

void Placer::findPlaces(KernelPlacement &Kernel) {
  llvm::Function &F = functionOf(Kernel);
  Finders.push_back(std::make_unique<AnchorFinder>(Kernel.View, Origins, F));
  AnchoredPlan Plan(Kernel.Plan, *Finders.back(), Kernel.View, F);
  for (const AnchorAnswer &Answer : Plan.problems())
    Result.Refusals.push_back(refusal(Kernel, Answer.Near, Answer.Problem));
  if (!Plan.inside().empty())
    ToInline[&F] = Plan.inside().vec();
  Plans.push_back(std::move(Plan));
}

/// Finds all placements and their places.
llvm::Error Placer::round() {
  Result.Kernels.clear();
  Finders.clear();
  Plans.clear();
  ToInline.clear();
  llvm::Expected<std::vector<view::SyncView>> Views =
      ir::buildSyncViews(M, How.View, Where, &Origins);
  if (!Views)
    return Views.takeError();
  if (llvm::Error E = ir::requireProcessors(M, How.View))
    return E;
  Result.Kernels.resize(Views->size());
  for (size_t I = 0; I != Views->size(); ++I) {
    Result.Kernels[I].View = std::move((*Views)[I]);
    Result.Kernels[I].Blocks =
        blockPlaces(Result.Kernels[I].View, Origins, Where);
    auto Try = [&](const BarrierPlan &Plan) {
      return How.NoNamed.empty() ? problemWithNamed(M, How.View, I, Plan)
                                 : How.NoNamed;
    };
    planKernel(Result.Kernels[I], How.Place, Try, Result.Refusals);
    findPlaces(Result.Kernels[I]);
  }
  return llvm::Error::success();
}

/// On views of what was made.
llvm::Error Placer::verify() {
  llvm::Expected<std::vector<view::SyncView>> Views =
      ir::buildSyncViews(M, How.View, Where);
  if (!Views)
    return Views.takeError();
  for (size_t I = 0; I != Views->size(); ++I)
    for (PlacedProblem &Problem : problemsOfPlaced((*Views)[I]))
      Result.Refusals.push_back(
          refusal(Result.Kernels[I], Problem.Where, std::move(Problem.Why)));
  return llvm::Error::success();
}

llvm::Expected<ModulePlacement> Placer::run() {
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
      if (llvm::Error E = inlineInto(*It->first, It->second)) {
        Result.Refusals.push_back(
            refusal(Kernel, {}, llvm::toString(std::move(E))));
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

llvm::Expected<ModulePlacement>
placeBarriers(llvm::Module &M, const Options &How, ir::PlaceOf Where) {
  return Placer(M, How, Where).run();
}

llvm::Expected<ModulePlacement> placeBarriers(const IRSource &Source,
                                              const Options &How) {
  return placeBarriers(Source.module(), How, [&](const llvm::Value &V) {
    return ir::placeIn(Source, V);
  });
}

} // namespace fencepost::placeir
