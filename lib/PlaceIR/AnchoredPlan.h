//===- AnchoredPlan.h - Barriers and fences put into a kernel -------------===//
// A plan says, in terms of a view, which barriers are added and removed. It is
// carried out on the module that the view was made from:
//  - a barrier is a release fence, the barrier and an acquire fence, all at
//    work-group scope (docs/model.md M7); from GFX12 on the barrier is a signal
//    and a wait, which may stand apart (spec/000, spec/004); where only LDS
//    crosses, the fences say so (spec/002, "Fence and Address Spaces");
//  - lanes of one wave need a fence at wavefront scope and no barrier;
//  - asynchronous transfers that the barrier publishes are complete before the
//    signal (spec/003), those of the tensor data mover by their own counter
//    (spec/002, "Memory Model GFX125x");
//  - waves that fill LDS for others get named barriers
//    (Place/ProducerConsumer.h);
//  - removed barriers take their fences with them, unless an atomic of the
//    kernel may pair with those (docs/model.md M6).
// New instructions have the debug location of the instruction after them. All
// places are found before anything is changed. The kernel keeps its other
// instructions, names and metadata; attributes that deny that it synchronizes
// are removed.
// Tested by unittests/PlaceIR/AnchoredPlanTest.cpp and test/place.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACEIR_ANCHOREDPLAN_H
#define FENCEPOST_LIB_PLACEIR_ANCHOREDPLAN_H

#include "AnchorFinder.h"
#include "fencepost/PlaceIR/PlannedChanges.h"

namespace fencepost::placeir {

/// What the producers and consumers do before and after their stages.
enum class NamedStep : uint8_t { None, FirstFilled, Fill, Filled, Use, Used };

/// A plan with its positions in the module.
class AnchoredPlan {
public:
  /// Finds the positions of \p Plan. What cannot be found is in inside() or
  /// problems(), and the plan cannot be carried out.
  AnchoredPlan(const PlannedChanges &Plan, const AnchorFinder &Places,
               const view::SyncView &View, llvm::Function &Kernel);

  llvm::ArrayRef<llvm::Function *> inside() const { return Inside; }
  llvm::ArrayRef<AnchorAnswer> problems() const { return Problems; }
  /// Changes the kernel.
  void apply();

private:
  /// What is to be built at one place, in this order.
  struct Work {
    Anchor Target;
    CompletionWaits First;
    bool Release = false, Signal = false, Wait = false, Acquire = false;
    bool OnlyLds = true, OnlyWave = false;
    NamedStep Named = NamedStep::None; ///< Then nothing else.
  };

  void add(const AnchorAnswer &Answer, Work Item);
  void addNew(const PlannedBarrier &B);
  void addRepaired(const RepairedBarrier &B);
  void addRemoved(place::InsertionPoint Point);
  void addNamed(const place::ProducerConsumer &Pipeline);
  bool take(const AnchorAnswer &Answer);
  void splitEdges();
  void build(const Work &W) const;

  llvm::Function &Kernel;
  const AnchorFinder &Finder;
  bool IsSplit = false; ///< The processor has signals and waits.
  std::optional<place::ProducerConsumer> Named;
  std::vector<Work> Changes;
  std::vector<llvm::Instruction *> Removed;
  std::vector<llvm::Function *> Inside;
  std::vector<AnchorAnswer> Problems;
};

} // namespace fencepost::placeir

#endif
