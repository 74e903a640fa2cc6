//===- RandomProgram.cpp - Small random programs worth exploring ----------===//
// A program is first given a style: what it is mostly about, which scope it
// favours, where its threads are. Statements are then drawn by weight. See
// RandomProgram.h.
//===----------------------------------------------------------------------===//
#include "RandomProgram.h"
#include "llvm/ADT/ArrayRef.h"
#include <random>

namespace fencepost::model {

namespace {

using Block = std::vector<Statement>;

constexpr ScopeLevel Levels[] = {
    ScopeLevel::SingleThread, ScopeLevel::Wavefront, ScopeLevel::Workgroup,
    ScopeLevel::Cluster,      ScopeLevel::Agent,     ScopeLevel::System};

class Generator {
public:
  explicit Generator(uint64_t Seed) : Random(Seed) {}

  SmallProgram make();

private:
  unsigned below(unsigned N) { return Random() % N; }
  bool chance(unsigned Percent) { return below(100) < Percent; }
  template <typename T> T pick(llvm::ArrayRef<T> List) {
    return List[below(List.size())];
  }
  template <typename T> T pick(std::initializer_list<T> List) {
    return pick(llvm::ArrayRef<T>(List.begin(), List.size()));
  }
  unsigned pickWeighted(llvm::ArrayRef<unsigned> Weights);

  void chooseStyle();
  void placeThreads(unsigned Count);
  void declareLocations();
  void observe();

  Scope scope();
  Ordering order(llvm::ArrayRef<Ordering> Usual, OrderedOp Op);
  SmallExpression value();
  SmallExpression condition();
  void address(std::optional<SmallExpression> &Index, unsigned Location);
  void finishSync(Statement &S);

  Block block(unsigned Budget, unsigned Depth);
  Block statement(unsigned Depth);
  Statement randomLoad();
  Statement randomStore();
  Statement randomUpdate();
  Statement randomCompareExchange();
  Statement randomFence();
  Block asyncStatements();
  Block barrierStatements();
  Block namedStatements();
  Block choice(unsigned Depth);
  Block loop(unsigned Depth);
  Block publish();
  Block consume();
  void addBarrierSkeleton();

  std::mt19937_64 Random;
  SmallProgram S;
  bool WithBarriers = false, WithNamed = false, WithAsync = false;
  bool WithCluster = false, Plain = false;
  ScopeLevel Favoured = ScopeLevel::Agent;
  unsigned Loaded = 0; ///< Registers this thread has loaded so far.
};

} // namespace

unsigned Generator::pickWeighted(llvm::ArrayRef<unsigned> Weights) {
  unsigned Sum = 0;
  for (unsigned W : Weights)
    Sum += W;
  unsigned N = below(Sum), I = 0;
  while (N >= Weights[I])
    N -= Weights[I++];
  return I;
}

void Generator::chooseStyle() {
  unsigned Style = pickWeighted({45, 25, 15, 10, 5});
  WithBarriers = Style == 1 || Style == 4;
  WithNamed = Style == 2 || Style == 4;
  WithAsync = Style == 3 || Style == 4;
  WithCluster = WithBarriers && chance(20);
  Plain = chance(20);
  Favoured = pick({ScopeLevel::Agent, ScopeLevel::Agent, ScopeLevel::System});
  // Where nobody reaches anybody there is only undef to see.
  if (chance(WithBarriers || WithNamed ? 50 : 10))
    Favoured = chance(80) ? ScopeLevel::Workgroup : ScopeLevel::Cluster;
}

/// Together in a workgroup, apart, or anywhere; a wavefront of its own more
/// often than not.
void Generator::placeThreads(unsigned Count) {
  unsigned Kind = WithBarriers || WithNamed ? pickWeighted({70, 10, 20})
                                            : pickWeighted({35, 35, 30});
  if (WithCluster)
    Kind = 2;
  for (unsigned T = 0; T != Count; ++T) {
    Place W;
    W.Wavefront = chance(15) ? 0 : T;
    if (Kind == 1)
      W.Workgroup = T;
    if (Kind == 2) {
      W.Workgroup = below(2);
      W.Cluster = chance(25);
      W.Agent = chance(15);
    }
    S.Threads.push_back({W, {}});
  }
}

void Generator::declareLocations() {
  const char *Names[] = {"x", "y", "z"};
  unsigned Count = 1 + pickWeighted({30, 50, 20});
  for (unsigned L = 0; L != Count; ++L) {
    bool Local = chance(WithAsync && L == 1 ? 80 : 25);
    Location New = globalLocation(Names[L]);
    if (Local)
      New = localLocation(Names[L], chance(50) ? std::optional<int32_t>(0)
                                               : std::nullopt);
    if (chance(10)) {
      New.IsArray = true;
      New.Size = 2;
      if (!New.Initial.empty())
        New.Initial = {0, static_cast<int32_t>(below(2))};
    }
    S.Locations.push_back(New);
  }
}

void Generator::observe() {
  for (unsigned L = 0; L != S.Locations.size(); ++L)
    if (chance(50))
      S.Observed.push_back({L, below(S.Locations[L].Size), 0});
}

Scope Generator::scope() {
  Scope Reach;
  Reach.Level =
      chance(90) ? Favoured : pick(llvm::ArrayRef<ScopeLevel>(Levels));
  Reach.OneAddressSpace = chance(5);
  return Reach;
}

Ordering Generator::order(llvm::ArrayRef<Ordering> Usual, OrderedOp Op) {
  if (chance(85))
    return pick(Usual);
  for (;;) {
    auto O = static_cast<Ordering>(1 + below(NumOrderings - 1));
    if (isAllowed(O, Op))
      return O;
  }
}

SmallExpression Generator::value() {
  if (Loaded && chance(20))
    return SmallExpression::reg(below(Loaded));
  if (Loaded && chance(8))
    return SmallExpression::binary(
        below(Loaded),
        pick({ExpressionKind::Add, ExpressionKind::Xor, ExpressionKind::And}),
        1);
  return SmallExpression::number(1 + below(2));
}

SmallExpression Generator::condition() {
  if (!Loaded)
    return SmallExpression::number(below(2));
  unsigned R = below(Loaded);
  if (chance(30))
    return SmallExpression::reg(R);
  return SmallExpression::binary(
      R, pick({ExpressionKind::Eq, ExpressionKind::Eq, ExpressionKind::Ne}),
      below(2));
}

void Generator::address(std::optional<SmallExpression> &Index,
                        unsigned Location) {
  if (!S.Locations[Location].IsArray)
    return;
  if (!Loaded || chance(50))
    Index = SmallExpression::number(below(2));
  else if (chance(70))
    Index = SmallExpression::binary(below(Loaded), ExpressionKind::And, 1);
  else
    Index = SmallExpression::reg(below(Loaded));
}

void Generator::finishSync(Statement &St) {
  St.Inner.Reach = scope();
  St.Inner.NoAv = isAtomic(St.Inner.Order) && chance(8);
}

Statement Generator::randomLoad() {
  unsigned Location = below(S.Locations.size());
  Ordering O = Ordering::NotAtomic;
  if (chance(Plain ? 35 : 85))
    O = order({Ordering::Monotonic, Ordering::Acquire, Ordering::Acquire,
               Ordering::SequentiallyConsistent},
              OrderedOp::Load);
  Statement St = loadAtomic(None, Location, O);
  address(St.Index, Location);
  finishSync(St);
  St.Inner.Available = !isAtomic(O) && chance(20);
  St.Inner.Result = Loaded < 3 ? Loaded++ : below(3);
  return St;
}

Statement Generator::randomStore() {
  unsigned Location = below(S.Locations.size());
  Ordering O = Ordering::NotAtomic;
  if (chance(Plain ? 35 : 85))
    O = order({Ordering::Monotonic, Ordering::Release, Ordering::Release,
               Ordering::SequentiallyConsistent},
              OrderedOp::Store);
  Statement St = storeAtomic(Location, value(), O);
  address(St.Index, Location);
  finishSync(St);
  St.Inner.Available = !isAtomic(O) && chance(20);
  return St;
}

Statement Generator::randomUpdate() {
  unsigned Location = below(S.Locations.size());
  Ordering O = order({Ordering::Monotonic, Ordering::AcquireRelease,
                      Ordering::Release, Ordering::Acquire},
                     OrderedOp::ReadModifyWrite);
  ModifyOp Op = chance(60) ? ModifyOp::Add : static_cast<ModifyOp>(below(10));
  Statement St = update(None, Op, Location, value(), O);
  address(St.Index, Location);
  finishSync(St);
  if (chance(70))
    St.Inner.Result = Loaded < 3 ? Loaded++ : below(3);
  return St;
}

Statement Generator::randomCompareExchange() {
  unsigned Location = below(S.Locations.size());
  Ordering O = order({Ordering::Monotonic, Ordering::AcquireRelease},
                     OrderedOp::CmpXchgSuccess);
  Ordering Failure = order({Ordering::Monotonic, Ordering::Acquire},
                           OrderedOp::CmpXchgFailure);
  Statement St = compareExchange(None, Location, below(2), 2, O, Failure);
  if (Loaded && chance(20))
    St.Compare = SmallExpression::reg(below(Loaded));
  address(St.Index, Location);
  finishSync(St);
  if (chance(70))
    St.Inner.Result = Loaded < 3 ? Loaded++ : below(3);
  return St;
}

Statement Generator::randomFence() {
  Statement St =
      fence(order({Ordering::Release, Ordering::Acquire,
                   Ordering::AcquireRelease, Ordering::SequentiallyConsistent},
                  OrderedOp::Fence));
  finishSync(St);
  if (chance(12))
    St.Inner.Tags = chance(50) ? AddressSpaceSet{AddressSpace::Local}
                               : AddressSpaceSet{AddressSpace::Global};
  return St;
}

Block Generator::asyncStatements() {
  unsigned From = below(S.Locations.size()), To = below(S.Locations.size());
  Statement St = asyncLoad(From, To);
  address(St.Index, From);
  address(St.DestinationIndex, To);
  Block All = {St};
  if (chance(80))
    All.push_back(asyncMark());
  if (chance(60))
    All.push_back(asyncWait(chance(75) ? 0 : 1));
  if (chance(15))
    return {call(std::move(All)), asyncWait(below(2))};
  return All;
}

Block Generator::namedStatements() {
  BarrierId B = BarrierId::named(1 + below(S.NumBarriers));
  if (chance(10))
    B = BarrierId::null();
  switch (pickWeighted({8, 12, 10, 25, 25, 20})) {
  case 0:
    if (!B.isNull())
      return {barrier(BarrierOp::Init, B, static_cast<int32_t>(below(4)))};
    [[fallthrough]];
  case 1:
    return {barrier(BarrierOp::Join, B)};
  case 2:
    return {barrier(BarrierOp::Drop)};
  case 3:
    if (chance(15))
      return {barrier(BarrierOp::Arrive, B, static_cast<int32_t>(below(4)))};
    return {barrier(BarrierOp::Arrive, B)};
  case 4:
    return {barrier(BarrierOp::Wait, B)};
  default:
    return {barrier(BarrierOp::Arrive, B), barrier(BarrierOp::Wait, B)};
  }
}

Block Generator::barrierStatements() {
  if (WithNamed && chance(70))
    return namedStatements();
  BarrierId B =
      WithCluster && chance(60) ? BarrierId::cluster() : BarrierId::workgroup();
  if (chance(2))
    B = BarrierId::workgroupTrap();
  Statement Arrive = barrier(BarrierOp::Arrive, B);
  Statement Wait = barrier(BarrierOp::Wait, B);
  switch (pickWeighted({55, 15, 10, 20})) {
  case 0:
    return {Arrive, Wait};
  case 1:
    return {Arrive};
  case 2:
    return {Wait};
  default:
    Arrive.Inner.Barrier = BarrierOp::ArriveIsFirst;
    Arrive.Inner.Result = Loaded < 3 ? Loaded++ : below(3);
    return {Arrive, Wait};
  }
}

Block Generator::choice(unsigned Depth) {
  SmallExpression C = condition();
  unsigned Before = Loaded;
  Block Then = block(1 + below(2), Depth + 1), Else;
  if (chance(35))
    Else = block(1, Depth + 1);
  Loaded = std::max(Before, Loaded);
  return {ifThen(C, std::move(Then), std::move(Else))};
}

/// A spin loop, or one that repeats whatever the body does.
Block Generator::loop(unsigned Depth) {
  Statement First = randomLoad();
  unsigned R = First.Inner.Result;
  Block Body = {First};
  if (chance(30))
    Body = block(1, Depth + 1);
  SmallExpression C =
      SmallExpression::binary(R, ExpressionKind::Eq, chance(80) ? 0 : 1);
  return {whileDo(C, std::move(Body))};
}

/// Data, then a flag.
Block Generator::publish() {
  Block All = {randomStore()};
  if (chance(30))
    All.push_back(randomFence());
  All.push_back(randomStore());
  return All;
}

/// A flag, then perhaps the data.
Block Generator::consume() {
  Block All = {randomLoad()};
  if (chance(30))
    All.push_back(randomFence());
  Statement Second = randomLoad();
  if (chance(50))
    Second =
        ifThen(SmallExpression::reg(Loaded > 1 ? Loaded - 2 : 0), {Second});
  All.push_back(Second);
  return All;
}

Block Generator::statement(unsigned Depth) {
  bool Barriers = WithBarriers || WithNamed;
  bool Nested = Depth >= 2;
  switch (pickWeighted({22, 22, 10, 4, Barriers ? 14u : 8u,
                        WithAsync ? 18u : 0u, Barriers ? 30u : 0u,
                        Nested ? 0u : 8u, Nested ? 0u : 2u, 8, 8, 1})) {
  case 0:
    return {randomLoad()};
  case 1:
    return {randomStore()};
  case 2:
    return {randomUpdate()};
  case 3:
    return {randomCompareExchange()};
  case 4:
    return {randomFence()};
  case 5:
    return asyncStatements();
  case 6:
    return barrierStatements();
  case 7:
    return choice(Depth);
  case 8:
    return loop(Depth);
  case 9:
    return publish();
  case 10:
    return consume();
  default:
    return {assign(below(3), value())};
  }
}

Block Generator::block(unsigned Budget, unsigned Depth) {
  Block All;
  while (All.size() < Budget)
    for (Statement &Each : statement(Depth))
      All.push_back(std::move(Each));
  return All;
}

/// Most programs with named barriers should get past their set-up: someone
/// initialises, everyone meets, then they join.
void Generator::addBarrierSkeleton() {
  Statement Arrive = barrier(BarrierOp::Arrive, BarrierId::workgroup());
  Statement Wait = barrier(BarrierOp::Wait, BarrierId::workgroup());
  bool Meet = chance(60);
  int32_t Count = chance(70) ? S.Threads.size() : 1 + below(3);
  for (unsigned T = 0; T != S.Threads.size(); ++T) {
    Block Head;
    if (T == 0)
      Head.push_back(barrier(BarrierOp::Init, BarrierId::named(1), Count));
    if (Meet)
      Head.insert(Head.end(), {Arrive, Wait});
    if (chance(80))
      Head.push_back(barrier(BarrierOp::Join, BarrierId::named(1)));
    Block &Body = S.Threads[T].Body;
    Body.insert(Body.begin(), Head.begin(), Head.end());
  }
}

SmallProgram Generator::make() {
  chooseStyle();
  unsigned Count = 2 + pickWeighted({55, 35, 10});
  placeThreads(Count);
  declareLocations();
  if (WithNamed)
    S.NumBarriers = 1 + chance(25);
  unsigned Total = WithBarriers || WithNamed ? 4 + below(5) : 4 + below(6);
  for (SmallThread &T : S.Threads) {
    Loaded = 0;
    unsigned Budget = std::max(1u, Total / Count + below(2));
    if (WithBarriers && chance(10))
      Budget = 0; // An early exit.
    T.Body = block(Budget, 0);
  }
  if (WithNamed && chance(85))
    addBarrierSkeleton();
  observe();
  return std::move(S);
}

SmallProgram randomProgram(uint64_t Seed) { return Generator(Seed).make(); }

} // namespace fencepost::model
