//===- AsyncPlan.cpp - What a run for async transfers has to look at -----===//
// See AsyncRun.h. Only objects that an async transfer accesses and that are
// written are relevant. A branch on an unknown value is relevant if a relevant
// event lies before its paths join.
//===----------------------------------------------------------------------===//
#include "AsyncRun.h"
#include "fencepost/Check/Async.h"

namespace fencepost::check {

using namespace view;

/// At most so many blocks are visited between a branch and its join.
static constexpr unsigned MaxVisited = 2000;

namespace {

bool isKnown(const AccessRange &T) {
  return (T.Reads || T.Writes) && T.Object != None && T.Address != None &&
         T.Bytes != 0;
}

/// Objects that transfers access and that are written anywhere.
llvm::BitVector objectsThatMatter(const SyncView &View) {
  llvm::BitVector Transferred(View.Objects.size());
  llvm::BitVector Written(View.Objects.size());
  forEachEvent(View, [&](Site, const Event &E) {
    for (const AccessRange *T : {&E.Memory, &E.Destination}) {
      if (!isKnown(*T))
        continue;
      if (isAsyncTransfer(E))
        Transferred.set(T->Object);
      if (T->Writes)
        Written.set(T->Object);
    }
  });
  Transferred &= Written;
  return Transferred;
}

class UncertainBranches {
public:
  UncertainBranches(const AsyncPlan &Plan, const llvm::BitVector &Objects)
      : Context(Plan.Context), Depends(Plan.Run),
        Matters(Context.View.Blocks.size()) {
    forEachEvent(Context.View, [&](Site At, const Event &E) {
      if (E.Kind != EventKind::Access && E.Kind != EventKind::Fence)
        Matters.set(At.Block);
      if (isKnown(E.Memory) && Objects[E.Memory.Object])
        Matters.set(At.Block);
    });
  }

  llvm::BitVector find() const {
    llvm::BitVector Result(Context.View.Blocks.size());
    for (BlockId B = 0; B < Context.View.Blocks.size(); ++B)
      for (const Edge &E : Context.View.Blocks[B].Next)
        if (E.Condition != None &&
            Depends.valueSources(E.Condition) & ByUnknown && !Result[B] &&
            decides(B))
          Result.set(B);
    return Result;
  }

private:
  /// True if a relevant event lies between \p B and the join of its paths.
  bool decides(BlockId B) const {
    BlockId Join = Context.Shape.postDominator(B);
    std::set<BlockId> Seen;
    llvm::SmallVector<BlockId, 8> Stack;
    for (const Edge &E : Context.View.Blocks[B].Next)
      Stack.push_back(E.To);
    while (!Stack.empty()) {
      BlockId Now = Stack.pop_back_val();
      if (!Seen.insert(Now).second)
        continue;
      if (Seen.size() > MaxVisited)
        return true;
      if (Now == Join)
        continue;
      if (Matters[Now])
        return true;
      for (const Edge &E : Context.View.Blocks[Now].Next)
        Stack.push_back(E.To);
    }
    return false;
  }

  const sym::Analysis &Context;
  const Dependence &Depends;
  llvm::BitVector Matters;
};

} // namespace

static bool isAddressed(const Event &E) {
  return isAsyncTransfer(E) && !isTensorTransfer(E);
}

AsyncPlan::AsyncPlan(sym::Analysis &Context)
    : AsyncPlan(Context, objectsThatMatter(Context.View), isAddressed) {}

AsyncPlan::AsyncPlan(sym::Analysis &Context, const llvm::BitVector &Objects,
                     bool (*IsOne)(const Event &))
    : Context(Context), Bounds{&Context.View, {}, {}},
      Runs(Context.View, Bounds), Run(Context.View, Context.Shape) {
  forEachEvent(Context.View, [&](Site At, const Event &E) {
    if (IsOne(E))
      Transfers.push_back(At);
    if (isKnown(E.Memory) && Objects[E.Memory.Object])
      Sites.push_back({At, false});
    if (isKnown(E.Destination) && Objects[E.Destination.Object])
      Sites.push_back({At, true});
  });
  if (!Sites.empty())
    Uncertain = UncertainBranches(*this, Objects).find();
}

} // namespace fencepost::check
