//===- Polls.cpp - Reads that wait for another work-group ----------------===//
// See Polls.h. A loop spins if its value decides a branch from which a path
// leads back to the read without effects and without another address; what
// such a path may hold are fences and accesses to the flag itself.
//===----------------------------------------------------------------------===//
#include "Polls.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::check {

using namespace view;

/// Limit on values and events visited for all reads of one kernel.
static constexpr uint64_t MaxWork = 50000000;

bool isShared(const SyncView &View, const AccessRange &T) {
  if (T.Object == None)
    return false;
  const Object &Memory = View.Objects[T.Object];
  return Memory.Kind != ObjectKind::Private &&
         Memory.Space == AddressSpace::Global;
}

PollFinder::PollFinder(const SyncView &View, const Graph &Shape)
    : View(View), Shape(Shape), Users(View.Values.size()),
      BranchesOn(View.Values.size()), Written(View.Objects.size()) {
  index();
}

void PollFinder::indexEvent(BlockId Block, const Event &E) {
  const AccessRange &T = E.Memory;
  if (E.Kind != EventKind::Access || T.Object == None)
    return;
  if (isShared(View, T)) {
    if (T.Writes)
      Written.set(T.Object);
    return;
  }
  if (View.Objects[T.Object].Space != AddressSpace::Local)
    return;
  if (T.Writes)
    LdsStoresIn[Block].push_back(T.Object);
  if (T.Writes && T.Stored != None)
    StoredTo[T.Stored].push_back(T.Object);
  if (T.Reads && E.Result != None)
    LoadedFrom[T.Object].push_back(E.Result);
}

void PollFinder::index() {
  for (ValueId V = 0; V < View.Values.size(); ++V) {
    const Value &Val = View.Values[V];
    for (ValueId Operand : {Val.A, Val.B, Val.C})
      if (Operand != None)
        Users[Operand].push_back(V);
    for (const Incoming &I : Val.From)
      Users[I.Value].push_back(V);
    if (Val.Kind == ValueKind::Phi)
      PhisIn[Val.Block].push_back(V);
  }
  for (BlockId B = 0; B < View.Blocks.size(); ++B) {
    for (const Edge &E : View.Blocks[B].Next)
      if (E.Condition != None)
        BranchesOn[E.Condition].push_back(B);
    for (const Event &E : View.Blocks[B].Events)
      indexEvent(B, E);
  }
}

//===----------------------------------------------------------------------===//
// What a value influences
//===----------------------------------------------------------------------===//

/// Adds the blocks that \p Branch controls, the phis where its paths join, and
/// values stored to LDS on one of these paths only.
void PollFinder::control(Reached &R, BlockId Branch,
                         llvm::SmallVectorImpl<ValueId> &Work) const {
  llvm::BitVector Inside = Shape.blocksBeforeJoin(Branch), WithJoin = Inside;
  if (BlockId Join = Shape.postDominator(Branch); Join != None)
    WithJoin.set(Join);
  for (BlockId B : WithJoin.set_bits())
    if (auto It = PhisIn.find(B); It != PhisIn.end())
      Work.append(It->second.begin(), It->second.end());
  for (BlockId B : Inside.set_bits())
    if (auto It = LdsStoresIn.find(B); It != LdsStoresIn.end())
      for (uint32_t Object : It->second)
        if (auto L = LoadedFrom.find(Object); L != LoadedFrom.end())
          Work.append(L->second.begin(), L->second.end());
  R.Controlled |= Inside;
}

PollFinder::Reached PollFinder::reachedBy(ValueId Start, Flow Through) const {
  Reached R{llvm::BitVector(View.Values.size()),
            llvm::BitVector(View.Blocks.size()),
            llvm::BitVector(View.Blocks.size())};
  llvm::SmallVector<ValueId, 16> Work{Start};
  while (!Work.empty()) {
    ValueId V = Work.pop_back_val();
    if (R.Values[V])
      continue;
    R.Values.set(V);
    Work.append(Users[V].begin(), Users[V].end());
    if (auto It = StoredTo.find(V); It != StoredTo.end())
      for (uint32_t Object : It->second)
        if (auto L = LoadedFrom.find(Object); L != LoadedFrom.end())
          Work.append(L->second.begin(), L->second.end());
    for (BlockId Branch : BranchesOn[V])
      if (!R.Branches[Branch]) {
        R.Branches.set(Branch);
        if (Through == Flow::DataAndControl)
          control(R, Branch, Work);
      }
  }
  return R;
}

//===----------------------------------------------------------------------===//
// Loops that spin
//===----------------------------------------------------------------------===//

/// Whether events \p First to \p End have no effect but on \p Object.
bool PollFinder::isPure(BlockId Block, uint32_t First, uint32_t End,
                        uint32_t Object) const {
  for (uint32_t I = First; I < End; ++I) {
    const Event &E = View.Blocks[Block].Events[I];
    bool Polls =
        E.Kind == EventKind::Access &&
        (E.Memory.Object == Object || (E.Op.isAtomic() && !E.Memory.Writes));
    bool OnlyOrders =
        E.Kind == EventKind::Fence || E.Kind == EventKind::CounterWait ||
        E.Kind == EventKind::WaveBarrier || E.Kind == EventKind::Machine;
    if (!OnlyOrders && !Polls)
      return false;
  }
  return true;
}

/// Blocks from whose start \p At is reached without effects.
llvm::BitVector PollFinder::purelyTo(Site At) const {
  llvm::BitVector Result(View.Blocks.size());
  uint32_t Object = At.in(View).Memory.Object;
  llvm::SmallVector<BlockId, 8> Stack;
  if (isPure(At.Block, 0, At.Event, Object)) {
    Result.set(At.Block);
    Stack.push_back(At.Block);
  }
  while (!Stack.empty())
    for (BlockId B : View.Blocks[Stack.pop_back_val()].Before)
      if (!Result[B] && isPure(B, 0, View.Blocks[B].Events.size(), Object)) {
        Result.set(B);
        Stack.push_back(B);
      }
  return Result;
}

/// Blocks whose end is reached from \p At without effects.
llvm::BitVector PollFinder::purelyFrom(Site At) const {
  llvm::BitVector Result(View.Blocks.size());
  uint32_t Object = At.in(View).Memory.Object;
  llvm::SmallVector<BlockId, 8> Stack;
  if (isPure(At.Block, At.Event + 1, View.Blocks[At.Block].Events.size(),
             Object)) {
    Result.set(At.Block);
    Stack.push_back(At.Block);
  }
  while (!Stack.empty())
    for (const Edge &E : View.Blocks[Stack.pop_back_val()].Next)
      if (!Result[E.To] &&
          isPure(E.To, 0, View.Blocks[E.To].Events.size(), Object)) {
        Result.set(E.To);
        Stack.push_back(E.To);
      }
  return Result;
}

/// True if \p Phi can keep its value on some path around its loop.
bool PollFinder::mayKeep(ValueId Phi) const {
  llvm::SmallVector<ValueId, 8> Work;
  llvm::BitVector Seen(View.Values.size());
  for (const Incoming &I : View.Values[Phi].From)
    Work.push_back(I.Value);
  while (!Work.empty()) {
    ValueId V = Work.pop_back_val();
    if (V == Phi)
      return true;
    if (Seen[V])
      continue;
    Seen.set(V);
    const Value &Val = View.Values[V];
    if (Val.Kind == ValueKind::Select)
      Work.append({Val.B, Val.C});
    for (const Incoming &I : Val.From)
      Work.push_back(I.Value);
  }
  return false;
}

/// True if \p V depends on a value that changes from iteration to iteration of
/// \p Loop.
bool PollFinder::dependsOnChange(ValueId V, LoopId Loop) const {
  llvm::SmallVector<ValueId, 8> Work{V};
  llvm::BitVector Seen(View.Values.size());
  while (!Work.empty()) {
    ValueId Now = Work.pop_back_val();
    const Value &Value = View.Values[Now];
    if (Seen[Now] || Value.Block == None || !Shape.contains(Loop, Value.Block))
      continue;
    Seen.set(Now);
    if (Value.Kind == ValueKind::Unknown ||
        (Value.Kind == ValueKind::Phi && !mayKeep(Now)))
      return true;
    for (ValueId Operand : {Value.A, Value.B, Value.C})
      if (Operand != None)
        Work.push_back(Operand);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Polls
//===----------------------------------------------------------------------===//

/// A cmpxchg that computes its new value from the old one (an atomic maximum)
/// compares with what it read before; a lock compares with a fixed value.
bool PollFinder::onlyUpdates(const Event &E) const {
  if (E.Op.Kind != OpKind::CmpXchg)
    return false;
  for (ValueId User : Users[E.Result]) {
    const Value &Value = View.Values[User];
    if (Value.Kind != ValueKind::Eq && Value.Kind != ValueKind::Ne)
      continue;
    ValueKind With = View.Values[Value.A == E.Result ? Value.B : Value.A].Kind;
    if (With != ValueKind::Phi && With != ValueKind::Unknown)
      return false;
  }
  return true;
}

bool PollFinder::isCandidate(const Event &E) const {
  return E.Kind == EventKind::Access && E.Memory.Reads && E.Result != None &&
         isShared(View, E.Memory) && E.Memory.Address != None &&
         Written[E.Memory.Object] && !onlyUpdates(E);
}

std::optional<Poll> PollFinder::poll(Site At) const {
  const Event &E = At.in(View);
  LoopId Around = View.Blocks[At.Block].Loop;
  // A plain read is a poll only if it spins, and then it is compared in the
  // loop.
  if (!E.Op.isAtomic() &&
      (Around == None || reachedBy(E.Result, Flow::Data).Branches.none()))
    return std::nullopt;
  Reached All = reachedBy(E.Result, Flow::DataAndControl);
  if (All.Branches.none())
    return std::nullopt;
  Poll P;
  P.At = At;
  P.Guarded.resize(View.Blocks.size());
  if (Around != None && !dependsOnChange(E.Memory.Address, Around)) {
    llvm::BitVector To = purelyTo(At), From = purelyFrom(At);
    for (BlockId X : All.Branches.set_bits())
      for (const Edge &Out : View.Blocks[X].Next)
        if (From[X] && To[Out.To])
          P.Spins = true;
        else if (From[X])
          P.Exits.push_back({X, Out.To});
  }
  if (!P.Spins && !E.Op.isAtomic())
    return std::nullopt;
  P.FromResult = reachedBy(E.Result, Flow::Data).Values;
  if (!P.Spins) {
    P.Guarded = std::move(All.Controlled);
    P.Exits.clear();
    return P;
  }
  llvm::SmallVector<BlockId, 8> Stack;
  for (const ExitEdge &Out : P.Exits)
    Stack.push_back(Out.To);
  while (!Stack.empty()) {
    BlockId B = Stack.pop_back_val();
    if (P.Guarded[B])
      continue;
    P.Guarded.set(B);
    for (const Edge &Out : View.Blocks[B].Next)
      Stack.push_back(Out.To);
  }
  return P;
}

std::vector<Poll> PollFinder::run(bool &Complete) {
  std::vector<Poll> Result;
  uint64_t Work = 0;
  Complete = true;
  forEachEvent(View, [&](Site At, const Event &E) {
    if (!isCandidate(E))
      return;
    if (!E.Op.isAtomic() && View.Blocks[At.Block].Loop == None)
      return;
    Work += View.Values.size() + View.Blocks.size();
    if (Work > MaxWork) {
      Complete = false;
      return;
    }
    if (std::optional<Poll> P = poll(At))
      Result.push_back(std::move(*P));
  });
  return Result;
}

} // namespace fencepost::check
