//===- ThreadExecutor.cpp - Concrete execution of one thread --------------===//
// See ThreadExecutor.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Certificate/ThreadExecutor.h"
#include "fencepost/Certificate/PlacementLayout.h"
#include "fencepost/View/Access.h"
#include "fencepost/View/Arithmetic.h"

namespace fencepost::certificate {

using namespace view;
using view::Site;

class ThreadExecutor::Run {
public:
  Run(const ThreadExecutor &Threads, const BoundExecution &Execution,
      uint32_t Thread)
      : Threads(Threads), View(Threads.View), Execution(Execution),
        Linear(Thread), Id{Thread % Execution.Size[0],
                           Thread / Execution.Size[0] % Execution.Size[1],
                           Thread / Execution.Size[0] / Execution.Size[1]},
        CurrentValues(View.Values.size()), Entries(View.Values.size()) {}
  ThreadExecution play(uint32_t MaxSteps);

private:
  void enter(BlockId From, BlockId To);
  uint64_t computed(ValueId Id);
  uint64_t outcome(ValueId Id);
  void happen(Site Position);
  BlockId next(BlockId From) const;

  const ThreadExecutor &Threads;
  const SyncView &View;
  const BoundExecution &Execution;
  uint32_t Linear;
  uint32_t Id[3];
  std::vector<uint64_t> CurrentValues; ///< By value.
  std::vector<uint32_t> Entries; ///< By value: how often it was asked for.
  ThreadExecution Result;
};

ThreadExecutor::ThreadExecutor(const SyncView &View)
    : View(View), ByBlock(View.Blocks.size() + 1) {
  for (ValueId V = 0; V < View.Values.size(); ++V)
    ByBlock[std::min<size_t>(View.Values[V].Block, View.Blocks.size())]
        .push_back(V);
}

uint64_t ThreadExecutor::Run::outcome(ValueId Value) {
  UnknownOutcome Outcome{Value, Entries[Value]++, 0};
  for (const UnknownOutcome &O : Execution.Outcomes)
    if (O.Value == Value && O.Entry == Outcome.Entry)
      Outcome.Number = O.Number;
  Result.Unknowns.push_back(Outcome);
  return Outcome.Number;
}

uint64_t ThreadExecutor::Run::computed(ValueId Value) {
  const view::Value &V = View.Values[Value];
  switch (V.Kind) {
  case ValueKind::Constant:
    return V.Number;
  case ValueKind::WorkItem:
    return Id[V.Number];
  case ValueKind::WorkGroup:
    return 0;
  case ValueKind::Size:
    return Execution.Size[V.Number];
  case ValueKind::Lane:
    return Linear % View.WaveSize;
  case ValueKind::Argument: {
    auto It = Execution.Arguments.find(V.Number);
    return It == Execution.Arguments.end() ? 0 : It->second;
  }
  case ValueKind::Unknown:
    return outcome(Value);
  default:
    break;
  }
  auto ValueAt = [&](ValueId Operand) {
    return Operand == None ? 0 : CurrentValues[Operand];
  };
  return compute(V.Kind, V.Bits, View.Values[V.A].Bits, ValueAt(V.A),
                 ValueAt(V.B), ValueAt(V.C));
}

/// Phis take their values together, then the others theirs in order.
void ThreadExecutor::Run::enter(BlockId From, BlockId To) {
  std::vector<std::pair<ValueId, uint64_t>> Phis;
  for (ValueId V : Threads.ByBlock[To])
    for (const Incoming &Edge : View.Values[V].From)
      if (Edge.From == From)
        Phis.push_back({V, CurrentValues[Edge.Value]});
  for (auto [V, Number] : Phis)
    CurrentValues[V] = Number;
  for (ValueId V : Threads.ByBlock[To])
    if (View.Values[V].Kind != ValueKind::Phi)
      CurrentValues[V] = truncated(computed(V), View.Values[V].Bits);
  Result.Blocks.push_back(To);
}

void ThreadExecutor::Run::happen(Site Position) {
  for (bool Destination : {false, true}) {
    view::AccessSite Access{Position, Destination};
    const AccessRange &T = Access.in(View);
    if (!mayAccessLds(View, Access) || T.Object == None || T.Address == None ||
        T.Bytes == 0)
      continue;
    const Object &Target = View.Objects[T.Object];
    uint64_t Address = CurrentValues[T.Address];
    if (Target.Size >= T.Bytes && Address - Target.Base > Target.Size - T.Bytes)
      continue;
    ExecutedAccess P{Access, Address, std::nullopt,
                     uint32_t(Result.Blocks.size() - 1)};
    if (T.Stored != None)
      P.Stored = CurrentValues[T.Stored];
    Result.Accesses.push_back(P);
  }
}

BlockId ThreadExecutor::Run::next(BlockId From) const {
  for (const Edge &E : View.Blocks[From].Next)
    if (E.Condition == None || (CurrentValues[E.Condition] != 0) == E.Value)
      return E.To;
  return None;
}

ThreadExecution ThreadExecutor::Run::play(uint32_t MaxSteps) {
  for (ValueId V : Threads.ByBlock.back())
    CurrentValues[V] = truncated(computed(V), View.Values[V].Bits);
  enter(None, 0);
  while (true) {
    BlockId Block = Result.Blocks.back();
    for (uint32_t E = 0; E < View.Blocks[Block].Events.size(); ++E)
      happen({Block, E});
    BlockId To = next(Block);
    Result.HasEnded = To == None && !View.Blocks[Block].Unreachable;
    if (To == None || Result.Blocks.size() >= MaxSteps)
      return std::move(Result);
    enter(Block, To);
  }
}

ThreadExecution ThreadExecutor::run(const BoundExecution &Execution,
                                    uint32_t Thread, uint32_t MaxSteps) const {
  return Run(*this, Execution, Thread).play(MaxSteps);
}

bool collide(const SyncView &View, const ExecutedAccess &A,
             const ExecutedAccess &B) {
  const AccessRange &S = A.Site.in(View), &T = B.Site.in(View);
  if (!view::conflict(View, A.Site, B.Site) ||
      A.Address + S.Bytes <= B.Address || B.Address + T.Bytes <= A.Address)
    return false;
  bool AreStores = !S.Reads && !T.Reads && A.Stored && B.Stored;
  return !AreStores || A.Address != B.Address || S.Bytes != T.Bytes ||
         *A.Stored != *B.Stored;
}

} // namespace fencepost::certificate
