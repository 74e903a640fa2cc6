//===- ThreadInterpreter.cpp - Views run with concrete threads -----------===//
// See ThreadInterpreter.h. Phis of a block take their values together, then the
// other values of the block are computed in order.
//===----------------------------------------------------------------------===//
#include "fencepost/Simulate/ThreadInterpreter.h"
#include "fencepost/View/Arithmetic.h"

namespace fencepost::sim {

using namespace view;

/// Pairs that access the same bytes but are ordered: after so many, no answer.
static constexpr unsigned MaxPairsCompared = 1000000;

unsigned linearId(const Launch &Launch, ThreadId Thread) {
  return (Thread.Coordinates[2] * Launch.Size[1] + Thread.Coordinates[1]) *
             Launch.Size[0] +
         Thread.Coordinates[0];
}

ThreadId threadAt(const Launch &Launch, unsigned Linear) {
  ThreadId T;
  T.Coordinates[0] = Linear % Launch.Size[0];
  T.Coordinates[1] = Linear / Launch.Size[0] % Launch.Size[1];
  T.Coordinates[2] = Linear / Launch.Size[0] / Launch.Size[1];
  return T;
}

/// LLVM's type of a named barrier has 16 bytes.
BarrierId namedBarrierAt(const SyncView &View, uint64_t Address) {
  constexpr uint64_t Bytes = 16;
  for (const Object &O : View.Objects) {
    uint64_t Offset = Address - O.Base;
    if (O.Kind == ObjectKind::NamedBarrier && Offset < O.Size &&
        Offset % Bytes == 0)
      return BarrierId::fromOperand(O.Barrier + Offset / Bytes)
          .value_or(BarrierId::null());
  }
  return BarrierId::null();
}

ThreadInterpreter::ThreadInterpreter(const SyncView &View,
                                     const Boundaries &Bounds,
                                     const Dependence *Depends)
    : View(View), Bounds(Bounds), Depends(Depends), ByBlock(View.Blocks.size()),
      PhisByBlock(View.Blocks.size()) {
  if (Depends)
    forEachEvent(View, [&](Site, const Event &E) {
      if (E.Result != None && (Depends->valueSources(E.Result) & ByInput))
        InputAt[E.Result] = E.Memory.Address;
    });
  for (ValueId V = 0; V < View.Values.size(); ++V) {
    const Value &Val = View.Values[V];
    if (Val.Block == None)
      Everywhere.push_back(V);
    else
      (Val.Kind == ValueKind::Phi ? PhisByBlock : ByBlock)[Val.Block].push_back(
          V);
  }
}

struct ThreadInterpreter::State : InterpretedThread {
  uint32_t Signals = 0, Waits = 0, Epoch = 0;
  uint32_t Acquired = 0; ///< Waits before the last acquire fence.
  size_t Unreleased = 0; ///< The first access with no release fence after it.
  Trace Result;
};

/// Small numbers, like most sizes and indices in memory; or larger ones.
uint64_t ThreadInterpreter::filled(InterpretedThread &S, ValueId Id) const {
  auto Mixed = [](uint64_t A, uint64_t B) {
    uint64_t X = (A ^ (B + 0x9e3779b97f4a7c15u + (A << 6) + (A >> 2))) *
                 0xbf58476d1ce4e5b9u;
    return X ^ (X >> 29);
  };
  uint64_t Mix = Mixed(S.Run.Fill, 77);
  auto Input = InputAt.find(Id);
  if (Input != InputAt.end() && Input->second != None) {
    Mix = Mixed(Mix, S.Values[Input->second]);
  } else {
    Mix = Mixed(Mixed(Mix, Id), S.TimesAsked[Id]++);
    if (!View.Values[Id].Uniform)
      Mix = Mixed(Mix, linearId(S.Run, S.Thread));
  }
  if (S.Run.Extremes && Mix >> 63)
    return ~uint64_t(0);
  static constexpr uint64_t Below[] = {3000, 16, 251};
  return Mix % Below[S.Run.Fill % 3];
}

uint64_t ThreadInterpreter::leaf(InterpretedThread &S, ValueId Id) const {
  const Value &V = View.Values[Id];
  switch (V.Kind) {
  case ValueKind::Constant:
    return V.Number;
  case ValueKind::WorkItem:
    return S.Thread.Coordinates[V.Number];
  case ValueKind::WorkGroup:
    return S.Run.Group[V.Number];
  case ValueKind::Size:
    return S.Run.Size[V.Number];
  case ValueKind::Lane:
    return linearId(S.Run, S.Thread) % View.WaveSize;
  case ValueKind::Argument: {
    auto It = S.Run.Arguments.find(V.Number);
    return It == S.Run.Arguments.end() ? S.Run.AllArguments : It->second;
  }
  default: {
    auto It = S.Unknowns.find(Id);
    if (It != S.Unknowns.end())
      return It->second;
    return S.Run.Fill ? filled(S, Id) : 0;
  }
  }
}

void ThreadInterpreter::computeOperator(InterpretedThread &S,
                                        ValueId Id) const {
  const Value &V = View.Values[Id];
  auto ValueOf = [&](ValueId Value) {
    return Value == None ? 0 : S.Values[Value];
  };
  S.Values[Id] = view::compute(V.Kind, V.Bits, View.Values[V.A].Bits,
                               ValueOf(V.A), ValueOf(V.B), ValueOf(V.C));
  bool FromUnknown = false;
  for (ValueId Value : {V.A, V.B, V.C})
    FromUnknown |= Value != None && S.FromUnknown[Value];
  S.FromUnknown[Id] = FromUnknown;
}

void ThreadInterpreter::compute(InterpretedThread &S,
                                llvm::ArrayRef<ValueId> Values) const {
  for (ValueId Id : Values) {
    const Value &V = View.Values[Id];
    if (isOperator(V.Kind)) {
      computeOperator(S, Id);
      continue;
    }
    S.Values[Id] = truncated(leaf(S, Id), V.Bits);
    S.FromUnknown[Id] = V.Kind == ValueKind::Unknown;
  }
}

void ThreadInterpreter::start(InterpretedThread &S) const {
  S.Values.resize(View.Values.size());
  S.FromUnknown.resize(View.Values.size());
  S.Iterations.resize(View.Loops.size());
  compute(S, Everywhere);
}

void ThreadInterpreter::computeBlock(InterpretedThread &S,
                                     BlockId Block) const {
  compute(S, ByBlock[Block]);
}

void ThreadInterpreter::learn(InterpretedThread &S, ValueId Known,
                              uint64_t Number) const {
  S.Values[Known] = truncated(Number, View.Values[Known].Bits);
  S.FromUnknown[Known] = false;
  BlockId Block = View.Values[Known].Block;
  for (ValueId Id : Block == None ? llvm::ArrayRef<ValueId>() : ByBlock[Block])
    if (isOperator(View.Values[Id].Kind))
      computeOperator(S, Id);
}

void ThreadInterpreter::enter(InterpretedThread &S, BlockId From,
                              BlockId To) const {
  for (LoopId L : View.Loops.ids())
    if (View.Loops[L].Header == To)
      S.Iterations[L] = Graph::isBack(From, To) ? S.Iterations[L] + 1 : 0;
  llvm::SmallVector<std::tuple<ValueId, uint64_t, bool>, 4> New;
  for (ValueId Phi : PhisByBlock[To])
    for (const Incoming &Edge : View.Values[Phi].From)
      if (Edge.From == From)
        New.push_back({Phi, S.Values[Edge.Value], S.FromUnknown[Edge.Value]});
  for (auto [Phi, Value, FromUnknown] : New) {
    S.Values[Phi] = Value;
    S.FromUnknown[Phi] = FromUnknown;
  }
}

bool ThreadInterpreter::isInside(const InterpretedThread &S,
                                 const AccessRange &T) const {
  if (T.Object == None || View.Objects[T.Object].Size < T.Bytes)
    return true;
  const Object &Memory = View.Objects[T.Object];
  return S.Values[T.Address] - Memory.Base <= Memory.Size - T.Bytes;
}

void ThreadInterpreter::record(State &S, AccessSite Access) const {
  const AccessRange &T = Access.in(View);
  if (T.Address != None && !isInside(S, T) && !S.FromUnknown[T.Address])
    S.Result.LeavesLds |= View.Objects[T.Object].Kind == ObjectKind::Lds;
  if (T.Address == None || !isInside(S, T))
    return;
  AccessRecord H;
  H.Site = Access;
  H.Address = S.Values[T.Address];
  H.FromUnknown = S.FromUnknown[T.Address];
  H.Passed = S.Signals;
  H.Signals = Bounds.Fenced ? ~0u : S.Signals;
  H.Waits = Bounds.Fenced ? S.Acquired : S.Waits;
  H.Epoch = S.Epoch;
  H.PathLength = S.Result.Path.size();
  bool IsFree = S.Run.Fill && Depends && T.Stored != None &&
                !(Depends->valueSources(T.Stored) & (ByPlain | ByOther));
  if (T.Stored != None && (!S.FromUnknown[T.Stored] || IsFree)) {
    H.KnowsStored = true;
    H.Stored = S.Values[T.Stored];
  }
  for (LoopId L = View.Blocks[Access.Site.Block].Loop; L != None;
       L = View.Loops[L].Parent)
    H.Iterations.insert(H.Iterations.begin(), {L, S.Iterations[L]});
  S.Result.Accesses.push_back(std::move(H));
}

/// True for events that matter to asynchronous transfers (Async.h).
static bool isStep(EventKind Kind) { return Kind >= EventKind::Transfer; }

void ThreadInterpreter::passEvent(State &S, Site Site,
                                  llvm::ArrayRef<AccessSite> Sites) const {
  const Event &E = Site.in(View);
  if (isStep(E.Kind))
    S.Result.Steps.push_back({Site, uint32_t(S.Result.Accesses.size()),
                              S.Signals, uint32_t(S.Result.Path.size())});
  for (bool Destination : {false, true}) {
    AccessSite Access{Site, Destination};
    bool IsAccess = Access.in(View).Reads || Access.in(View).Writes;
    if (IsAccess && (Sites.empty() || llvm::is_contained(Sites, Access)))
      record(S, Access);
  }
  if (E.Kind == EventKind::Barrier) {
    S.Result.Barriers.push_back(Site);
    S.Result.Computed.push_back(E.Target == None
                                    ? BarrierId::null()
                                    : namedBarrierAt(View, S.Values[E.Target]));
  }
  if (Bounds.Fenced && covers(View, E, *Bounds.Fenced))
    passFence(S, E.Op.Order);
  S.Epoch += ordersWave(E);
  if (Bounds.signals(Site)) {
    ++S.Signals;
    S.Result.SignalAt.push_back(S.Result.Path.size());
    S.Result.SignalSites.push_back(Site);
  }
  S.Waits += Bounds.waits(Site);
}

void ThreadInterpreter::passFence(State &S, Ordering Order) const {
  if (isAcquire(Order))
    S.Acquired = S.Waits;
  if (!isRelease(Order))
    return;
  std::vector<AccessRecord> &All = S.Result.Accesses;
  for (; S.Unreleased < All.size(); ++S.Unreleased)
    All[S.Unreleased].Signals = S.Signals;
}

const Edge *ThreadInterpreter::next(const InterpretedThread &S,
                                    BlockId From) const {
  for (const Edge &E : View.Blocks[From].Next)
    if (E.Condition == None || (S.Values[E.Condition] != 0) == E.Value)
      return &E;
  return nullptr;
}

Trace ThreadInterpreter::run(const Launch &Launch, ThreadId Thread,
                             const Unknowns &Unknowns,
                             llvm::ArrayRef<AccessSite> Sites,
                             unsigned Steps) const {
  State S{{Launch, Thread, Unknowns, {}, {}, {}, {}}, 0, 0, 0, 0, 0, {}};
  start(S);
  BlockId Block = 0;
  for (unsigned Step = 0; Step < Steps; ++Step) {
    S.Result.Path.push_back(Block);
    computeBlock(S, Block);
    for (uint32_t E = 0; E < View.Blocks[Block].Events.size(); ++E)
      passEvent(S, {Block, E}, Sites);
    const Edge *Taken = next(S, Block);
    if (!Taken) {
      S.Result.Ended = true;
      break;
    }
    enter(S, Block, Taken->To);
    Block = Taken->To;
  }
  return std::move(S.Result);
}

bool isUnordered(const AccessRecord &A, const AccessRecord &B, bool SameWave) {
  if (B.Waits > A.Signals || A.Waits > B.Signals)
    return false;
  if (!SameWave)
    return true;
  if (A.Epoch != B.Epoch)
    return false;
  // Lanes execute one instruction together; of two stores one comes last.
  bool OneStore = A.Site == B.Site && A.KnowsStored && B.KnowsStored &&
                  A.Iterations == B.Iterations;
  return A.Site.Site != B.Site.Site || OneStore;
}

std::optional<uint64_t> commonByte(uint64_t A, uint32_t BytesA, uint64_t B,
                                   uint32_t BytesB) {
  if (A - B < BytesB)
    return A;
  if (B - A < BytesA)
    return B;
  return std::nullopt;
}

/// The blocks from the last signal that both had passed, or from the entry.
static std::vector<BlockId> pathTo(const Trace &T, const AccessRecord &H,
                                   uint32_t Signals) {
  uint32_t From = Signals ? T.SignalAt[Signals - 1] - 1 : 0;
  return {T.Path.begin() + From, T.Path.begin() + H.PathLength};
}

static Actor actor(ThreadId Id, const Trace &T, const AccessRecord &H,
                   uint32_t Signals) {
  Actor Result;
  std::copy(std::begin(Id.Coordinates), std::end(Id.Coordinates), Result.Id);
  Result.Iterations = H.Iterations;
  Result.Path = pathTo(T, H, Signals);
  return Result;
}

bool storeTheSame(const SyncView &View, const AccessRecord &A,
                  const AccessRecord &B) {
  const AccessRange &X = A.Site.in(View), &Y = B.Site.in(View);
  return !X.Reads && !Y.Reads && A.KnowsStored && B.KnowsStored &&
         A.Stored == B.Stored && A.Address == B.Address && X.Bytes == Y.Bytes;
}

Witness witnessOf(const Launch &Launch, ThreadId FirstId, const Trace &First,
                  const AccessRecord &X, ThreadId SecondId, const Trace &Second,
                  const AccessRecord &Y) {
  Witness W;
  uint32_t Signals = std::min(X.Passed, Y.Passed);
  W.Threads[0] = actor(FirstId, First, X, Signals);
  W.Threads[1] = actor(SecondId, Second, Y, Signals);
  std::copy(std::begin(Launch.Group), std::end(Launch.Group), W.Group);
  std::copy(std::begin(Launch.Size), std::end(Launch.Size), W.Size);
  W.Arguments.assign(Launch.Arguments.begin(), Launch.Arguments.end());
  // From the view of the thread that has not passed it, if it reaches one.
  auto Crossed = [&](const Trace &Behind, const Trace &Ahead) {
    return (Signals < Behind.SignalSites.size() ? Behind : Ahead)
        .SignalSites[Signals];
  };
  if (X.Passed < Y.Passed)
    W.Crossed = Crossed(First, Second);
  else if (Y.Passed < X.Passed)
    W.Crossed = Crossed(Second, First);
  return W;
}

/// Traces are compared by address: \p Second is indexed by it, and only
/// accesses that can overlap are compared.
std::optional<Witness> findCollision(const SyncView &View, const Launch &Launch,
                                     ThreadId FirstId, const Trace &First,
                                     AccessSite A, ThreadId SecondId,
                                     const Trace &Second, AccessSite B,
                                     bool &FromUnknown) {
  bool SameWave = linearId(Launch, FirstId) / View.WaveSize ==
                  linearId(Launch, SecondId) / View.WaveSize;
  uint32_t BytesA = A.in(View).Bytes, BytesB = B.in(View).Bytes;
  std::multimap<uint64_t, const AccessRecord *> ByAddress;
  for (const AccessRecord &Y : Second.Accesses)
    if (Y.Site == B)
      ByAddress.emplace(Y.Address, &Y);
  unsigned Compared = 0;
  for (const AccessRecord &X : First.Accesses) {
    if (X.Site != A)
      continue;
    uint64_t Low = X.Address < BytesB ? 0 : X.Address - BytesB + 1;
    for (auto It = ByAddress.lower_bound(Low);
         It != ByAddress.end() && It->first - Low < BytesA + BytesB - 1; ++It) {
      const AccessRecord &Y = *It->second;
      if (++Compared > MaxPairsCompared)
        return std::nullopt;
      std::optional<uint64_t> Byte =
          commonByte(X.Address, BytesA, Y.Address, BytesB);
      if (!Byte || !isUnordered(X, Y, SameWave) || storeTheSame(View, X, Y))
        continue;
      Witness W = witnessOf(Launch, FirstId, First, X, SecondId, Second, Y);
      W.SameWave = SameWave;
      W.Byte = *Byte;
      FromUnknown = X.FromUnknown || Y.FromUnknown;
      return W;
    }
  }
  return std::nullopt;
}

} // namespace fencepost::sim
