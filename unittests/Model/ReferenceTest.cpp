//===- ReferenceTest.cpp - The naive reference against known answers ------===//
// Classic litmus tests whose outcomes and numbers of executions are known from
// the literature or worked out by hand from docs/model.md.
//===----------------------------------------------------------------------===//
#include "Reference.h"
#include "SmallProgram.h"
#include "gtest/gtest.h"

namespace fencepost::model::naive {

namespace {

constexpr Ordering Mon = Ordering::Monotonic, Acq = Ordering::Acquire,
                   Rel = Ordering::Release, AcqRel = Ordering::AcquireRelease,
                   Sc = Ordering::SequentiallyConsistent;
constexpr ScopeLevel Agent = ScopeLevel::Agent,
                     Workgroup = ScopeLevel::Workgroup,
                     System = ScopeLevel::System;
constexpr unsigned X = 0, Y = 1;

SmallExpression num(int32_t N) { return SmallExpression::number(N); }
SmallExpression reg(unsigned R) { return SmallExpression::reg(R); }
SmallExpression regIs(unsigned R, int32_t N) {
  return SmallExpression::binary(R, ExpressionKind::Eq, N);
}

/// Each thread in a workgroup of its own.
SmallProgram apart(std::vector<std::vector<Statement>> Bodies) {
  SmallProgram S;
  S.Locations = {globalLocation("x"), globalLocation("y")};
  for (std::vector<Statement> &Body : Bodies) {
    Place Where;
    Where.Workgroup = S.Threads.size();
    S.Threads.push_back({Where, std::move(Body)});
  }
  return S;
}

/// All threads in one workgroup, each a wavefront.
SmallProgram together(std::vector<std::vector<Statement>> Bodies) {
  SmallProgram S = apart(std::move(Bodies));
  for (unsigned T = 0; T != S.Threads.size(); ++T) {
    S.Threads[T].Where = Place();
    S.Threads[T].Where.Wavefront = T;
  }
  return S;
}

ReferenceAnswer run(const SmallProgram &S) {
  ReferenceAnswer A = enumerateNaively(S.lower(), S.Observed);
  EXPECT_FALSE(A.TooBig);
  return A;
}

/// The states as text: registers, locations, "race", undefined behaviours;
/// -1 stands for undef.
using Row = std::vector<int32_t>;
std::set<Row> states(const ReferenceAnswer &A) {
  std::set<Row> Rows;
  for (const Outcome &O : A.States) {
    Row R;
    for (const Value &V : O.Registers)
      R.push_back(V.IsUndef ? -1 : V.Number);
    for (const Value &V : O.Locations)
      R.push_back(V.IsUndef ? -1 : V.Number);
    Rows.insert(R);
  }
  return Rows;
}

bool racy(const ReferenceAnswer &A) { return !A.Races.empty(); }

SmallProgram storeBuffering(Ordering Store, Ordering Load,
                            ScopeLevel Level = System) {
  return apart(
      {{storeAtomic(X, num(1), Store, Level), loadAtomic(0, Y, Load, Level)},
       {storeAtomic(Y, num(1), Store, Level), loadAtomic(0, X, Load, Level)}});
}

TEST(Reference, StoreBuffering) {
  ReferenceAnswer Relaxed = run(storeBuffering(Mon, Mon));
  EXPECT_EQ(states(Relaxed), (std::set<Row>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(Relaxed.Executions, 4u);
  EXPECT_EQ(run(storeBuffering(Rel, Acq)).Executions, 4u);
  ReferenceAnswer Strong = run(storeBuffering(Sc, Sc));
  EXPECT_EQ(states(Strong), (std::set<Row>{{0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(Strong.Executions, 3u);
}

TEST(Reference, StoreBufferingWithFences) {
  auto Side = [](unsigned To, unsigned From, ScopeLevel Level) {
    return std::vector<Statement>{storeAtomic(To, num(1), Mon, Agent),
                                  fence(Sc, Level),
                                  loadAtomic(0, From, Mon, Agent)};
  };
  EXPECT_EQ(run(apart({Side(X, Y, Agent), Side(Y, X, Agent)})).Executions, 3u);
  // The fences do not reach each other.
  EXPECT_EQ(run(apart({Side(X, Y, Workgroup), Side(Y, X, Agent)})).Executions,
            4u);
}

SmallProgram messagePassing(Ordering Store, Ordering Load, bool NoAv = false) {
  SmallProgram S = apart(
      {{store(X, num(1)), storeAtomic(Y, num(1), Store, Agent)},
       {loadAtomic(0, Y, Load, Agent), ifThen(regIs(0, 1), {load(1, X)})}});
  S.Threads[0].Body[1].Inner.NoAv = NoAv;
  return S;
}

TEST(Reference, MessagePassing) {
  ReferenceAnswer Good = run(messagePassing(Rel, Acq));
  EXPECT_EQ(states(Good), (std::set<Row>{{0, 0}, {1, 1}}));
  EXPECT_FALSE(racy(Good));
  EXPECT_EQ(Good.Executions, 2u);
  ReferenceAnswer Bad = run(messagePassing(Mon, Mon));
  EXPECT_EQ(states(Bad), (std::set<Row>{{0, 0}, {1, -1}}));
  EXPECT_EQ(Bad.Races, (std::set<std::pair<ProgramPoint, ProgramPoint>>{
                           {{0, 0}, {1, 2}}}));
}

TEST(Reference, MessagePassingNeedsAvailability) {
  ReferenceAnswer A = run(messagePassing(Rel, Acq, true));
  EXPECT_EQ(states(A), (std::set<Row>{{0, 0}, {1, -1}}));
  EXPECT_TRUE(racy(A));
}

TEST(Reference, LoadBuffering) {
  auto Side = [](unsigned From, unsigned To, bool Dependent) {
    return std::vector<Statement>{
        loadAtomic(0, From, Mon),
        storeAtomic(To, Dependent ? reg(0) : num(1), Mon)};
  };
  EXPECT_EQ(states(run(apart({Side(X, Y, false), Side(Y, X, false)}))),
            (std::set<Row>{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  // Out of thin air.
  EXPECT_EQ(states(run(apart({Side(X, Y, true), Side(Y, X, true)}))),
            (std::set<Row>{{0, 0}}));
  EXPECT_EQ(states(run(apart({Side(X, Y, true), Side(Y, X, false)}))),
            (std::set<Row>{{0, 0}, {1, 0}, {1, 1}}));
}

TEST(Reference, ControlDependencyThroughBothSides) {
  // r1 is 1 whatever r0 is, but by docs/model.md M11 depends on it.
  std::vector<Statement> Writer = {
      loadAtomic(0, X, Mon),
      ifThen(regIs(0, 1), {assign(1, num(1))}, {assign(1, num(1))}),
      storeAtomic(Y, reg(1), Mon)};
  std::vector<Statement> Other = {loadAtomic(0, Y, Mon),
                                  storeAtomic(X, reg(0), Mon)};
  EXPECT_EQ(states(run(apart({Writer, Other}))),
            (std::set<Row>{{0, 1, 0}, {0, 1, 1}}));
}

SmallProgram iriw(Ordering Order) {
  return apart({{storeAtomic(X, num(1), Order)},
                {storeAtomic(Y, num(1), Order)},
                {loadAtomic(0, X, Order == Rel ? Acq : Order),
                 loadAtomic(1, Y, Order == Rel ? Acq : Order)},
                {loadAtomic(0, Y, Order == Rel ? Acq : Order),
                 loadAtomic(1, X, Order == Rel ? Acq : Order)}});
}

TEST(Reference, IndependentReadsOfIndependentWrites) {
  EXPECT_EQ(run(iriw(Mon)).Executions, 16u);
  EXPECT_EQ(run(iriw(Rel)).Executions, 16u);
  ReferenceAnswer Strong = run(iriw(Sc));
  EXPECT_EQ(Strong.Executions, 15u);
  EXPECT_EQ(states(Strong).count({1, 0, 1, 0}), 0u);
}

TEST(Reference, CoherenceOfReads) {
  SmallProgram S = apart({{storeAtomic(X, num(1), Mon)},
                          {loadAtomic(0, X, Mon), loadAtomic(1, X, Mon)}});
  EXPECT_EQ(states(run(S)), (std::set<Row>{{0, 0}, {0, 1}, {1, 1}}));
}

TEST(Reference, TwoPlusTwoWrites) {
  SmallProgram S =
      apart({{storeAtomic(X, num(1), Mon), storeAtomic(Y, num(2), Mon)},
             {storeAtomic(Y, num(1), Mon), storeAtomic(X, num(2), Mon)}});
  S.Observed = {{X, 0, 0}, {Y, 0, 0}};
  ReferenceAnswer A = run(S);
  EXPECT_EQ(states(A), (std::set<Row>{{1, 1}, {1, 2}, {2, 1}, {2, 2}}));
  EXPECT_EQ(A.Executions, 4u);
  for (SmallThread &T : S.Threads)
    for (Statement &Each : T.Body)
      Each.Inner.Order = Sc;
  EXPECT_EQ(states(run(S)), (std::set<Row>{{1, 2}, {2, 1}, {2, 2}}));
}

TEST(Reference, WriteToReadCausality) {
  auto Test = [](Ordering Second) {
    return apart({{storeAtomic(X, num(1), Mon)},
                  {loadAtomic(0, X, Mon), storeAtomic(Y, num(1), Second)},
                  {loadAtomic(0, Y, Acq), loadAtomic(1, X, Mon)}});
  };
  EXPECT_EQ(states(run(Test(Rel))).count({1, 1, 0}), 0u);
  EXPECT_EQ(states(run(Test(Mon))).count({1, 1, 0}), 1u);
}

TEST(Reference, FetchAddsTakeEveryOrderOnce) {
  std::vector<std::vector<Statement>> Bodies(
      3, {update(0, ModifyOp::Add, X, num(1), Mon)});
  ReferenceAnswer A = run(apart(Bodies));
  EXPECT_EQ(A.Executions, 6u);
  EXPECT_EQ(states(A).size(), 6u);
}

TEST(Reference, ReleaseSequenceThroughUpdates) {
  auto Test = [](Statement Middle) {
    return apart({{store(X, num(1)), storeAtomic(Y, num(1), Rel)},
                  {Middle},
                  {loadAtomic(0, Y, Acq), ifThen(regIs(0, 3), {load(1, X)})}});
  };
  ReferenceAnswer Chain = run(Test(update(0, ModifyOp::Add, Y, num(2), Mon)));
  EXPECT_FALSE(racy(Chain));
  EXPECT_EQ(states(Chain).count({1, 3, 1}), 1u);
  // A plain atomic store breaks the sequence.
  EXPECT_TRUE(racy(run(Test(storeAtomic(Y, num(3), Mon)))));
}

TEST(Reference, CompareExchangeHasOneWinner) {
  std::vector<std::vector<Statement>> Bodies;
  for (int32_t New : {1, 2})
    Bodies.push_back({compareExchange(0, X, 0, New, AcqRel, Acq)});
  EXPECT_EQ(states(run(apart(Bodies))), (std::set<Row>{{0, 1}, {2, 0}}));
}

TEST(Reference, NarrowScopesDoNotMeet) {
  SmallProgram S = storeBuffering(Mon, Mon, Workgroup);
  ReferenceAnswer A = run(S);
  // Case 3: the other's write is not location-ordered.
  EXPECT_EQ(states(A), (std::set<Row>{{-1, -1}}));
  EXPECT_TRUE(racy(A));
}

TEST(Reference, LocalMemoryHoldsNothingAtLaunch) {
  SmallProgram S = together({{load(0, X)}});
  S.Locations[X] = localLocation("x");
  ReferenceAnswer A = run(S);
  EXPECT_EQ(states(A), (std::set<Row>{{-1}}));
  EXPECT_FALSE(racy(A));
}

TEST(Reference, PlainWritesThatRace) {
  SmallProgram S = apart({{store(X, num(1))}, {store(X, num(2))}});
  S.Observed = {{X, 0, 0}};
  ReferenceAnswer A = run(S);
  EXPECT_EQ(states(A), (std::set<Row>{{-1}}));
  EXPECT_EQ(A.Races, (std::set<std::pair<ProgramPoint, ProgramPoint>>{
                         {{0, 0}, {1, 0}}}));
}

std::vector<Statement> wholeBarrier() {
  return {barrier(BarrierOp::Arrive, BarrierId::workgroup()),
          barrier(BarrierOp::Wait, BarrierId::workgroup())};
}

std::vector<Statement> sequence(std::vector<std::vector<Statement>> Parts) {
  std::vector<Statement> All;
  for (const std::vector<Statement> &Part : Parts)
    All.insert(All.end(), Part.begin(), Part.end());
  return All;
}

TEST(Reference, BarrierWithFencesPassesMessages) {
  auto Test = [](bool Release, bool Acquire) {
    std::vector<Statement> Before = {store(X, num(1))}, After;
    if (Release)
      Before.push_back(fence(Rel, Workgroup));
    if (Acquire)
      After.push_back(fence(Acq, Workgroup));
    After.push_back(load(0, X));
    return together({sequence({Before, wholeBarrier()}),
                     sequence({wholeBarrier(), After})});
  };
  ReferenceAnswer Good = run(Test(true, true));
  EXPECT_EQ(states(Good), (std::set<Row>{{1}}));
  EXPECT_FALSE(racy(Good));
  EXPECT_EQ(Good.Executions, 1u);
  EXPECT_TRUE(racy(run(Test(false, true))));
  EXPECT_TRUE(racy(run(Test(true, false))));
}

TEST(Reference, WaitWithoutArriveHangs) {
  ReferenceAnswer A =
      run(together({{barrier(BarrierOp::Wait, BarrierId::workgroup())}, {}}));
  EXPECT_EQ(A.Names, (std::set<Undefined>{Undefined::Hang}));
  EXPECT_EQ(A.States.size(), 1u);
}

TEST(Reference, EarlyExitDoesNotHang) {
  ReferenceAnswer A = run(together({wholeBarrier(), {}, wholeBarrier()}));
  EXPECT_TRUE(A.Names.empty());
  EXPECT_EQ(A.Executions, 1u);
}

TEST(Reference, LeavingWithoutWaitingIsADropRace) {
  ReferenceAnswer A = run(together(
      {wholeBarrier(), {barrier(BarrierOp::Arrive, BarrierId::workgroup())}}));
  EXPECT_EQ(A.Names, (std::set<Undefined>{Undefined::DropRace}));
}

TEST(Reference, OneWaveIsFirst) {
  std::vector<Statement> Body = {
      barrier(BarrierOp::ArriveIsFirst, BarrierId::workgroup(), {}, 0),
      barrier(BarrierOp::Wait, BarrierId::workgroup())};
  ReferenceAnswer A = run(together({Body, Body, Body}));
  EXPECT_EQ(states(A), (std::set<Row>{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_EQ(A.Executions, 3u);
}

TEST(Reference, NamedBarrierNeedsAnOrderedInit) {
  BarrierId B = BarrierId::named(1);
  SmallProgram S = together(
      {{barrier(BarrierOp::Init, B, 1)}, {barrier(BarrierOp::Arrive, B)}});
  S.NumBarriers = 1;
  ReferenceAnswer A = run(S);
  EXPECT_EQ(A.Names, (std::set<Undefined>{Undefined::FirstNotInit}));
  EXPECT_EQ(A.States.size(), 2u);
  S.Threads[0].Body =
      sequence({{barrier(BarrierOp::Init, B, 1)}, wholeBarrier()});
  S.Threads[1].Body =
      sequence({wholeBarrier(), {barrier(BarrierOp::Arrive, B)}});
  EXPECT_TRUE(run(S).Names.empty());
}

TEST(Reference, NamedBarrierJoinRules) {
  BarrierId B = BarrierId::named(1);
  Statement Join = barrier(BarrierOp::Join, B),
            Wait = barrier(BarrierOp::Wait, B),
            Arrive = barrier(BarrierOp::Arrive, B),
            Init = barrier(BarrierOp::Init, B, 1),
            Leave = barrier(BarrierOp::Drop);
  auto Names = [](std::vector<Statement> Body) {
    SmallProgram S = together({std::move(Body)});
    S.NumBarriers = 1;
    return run(S).Names;
  };
  using Set = std::set<Undefined>;
  EXPECT_EQ(Names({Init, Join, Arrive, Wait}), Set{});
  EXPECT_EQ(Names({Init, Arrive, Wait}), Set{Undefined::NotJoined});
  EXPECT_EQ(Names({Init, Arrive, Join, Wait}), Set{Undefined::JoinedTooLate});
  EXPECT_EQ(Names({Init, Leave}), Set{Undefined::LeaveWithoutJoin});
  EXPECT_EQ(Names({Init, Join, Wait}), Set{Undefined::Hang});
  EXPECT_EQ(Names({Init, Join, Leave, Join, Leave}),
            Set{Undefined::ExpectedNegative});
  EXPECT_EQ(Names({barrier(BarrierOp::Init, B, 0)}),
            Set{Undefined::ExpectedNotPositive});
  EXPECT_EQ(Names({barrier(BarrierOp::Init, B, 3), Arrive,
                   barrier(BarrierOp::Arrive, B, 1)}),
            Set{Undefined::ExpectedNotAbove});
  EXPECT_EQ(Names({barrier(BarrierOp::Join, BarrierId::null()), Wait}), Set{});
}

TEST(Reference, WavesMustConverge) {
  SmallProgram S = together({wholeBarrier(), {}});
  S.Threads[1].Where.Wavefront = 0;
  EXPECT_EQ(run(S).Names, (std::set<Undefined>{Undefined::NonConvergent}));
  S.Threads[1].Body = wholeBarrier();
  EXPECT_TRUE(run(S).Names.empty());
}

TEST(Reference, ClusterBarrierTakesOneArrivePerWorkgroup) {
  Statement Arrive = barrier(BarrierOp::Arrive, BarrierId::cluster());
  Statement Wait = barrier(BarrierOp::Wait, BarrierId::cluster());
  EXPECT_TRUE(run(apart({{Arrive, Wait}, {Arrive, Wait}})).Names.empty());
  EXPECT_EQ(run(together({{Arrive}, {Arrive}}))
                .Names.count(Undefined::ClusterDoubleArrive),
            0u); // One workgroup: each arrive is a phase.
  SmallProgram S = apart({{Arrive, Wait}, {Arrive, Wait}, {Arrive, Wait}});
  S.Threads[1].Where = {0, 0, 0, 1};
  EXPECT_EQ(run(S).Names.count(Undefined::ClusterDoubleArrive), 1u);
}

TEST(Reference, AsyncLoadNeedsItsMark) {
  auto Test = [](std::vector<Statement> Between) {
    SmallProgram S = together(
        {sequence({{asyncLoad(X, Y)}, std::move(Between), {load(0, Y)}})});
    S.Locations = {globalLocation("x", 7), localLocation("y")};
    return S;
  };
  EXPECT_EQ(states(run(Test({asyncMark(), asyncWait(0)}))),
            (std::set<Row>{{7}}));
  EXPECT_EQ(states(run(Test({asyncMark(), asyncWait(1)}))),
            (std::set<Row>{{-1}}));
  EXPECT_TRUE(racy(run(Test({}))));
  EXPECT_TRUE(racy(run(Test({asyncLoad(X, Y), asyncMark(), asyncWait(0)}))));
}

TEST(Reference, MarksOfACalleeAreItsOwn) {
  // docs/model.md M19: the caller sees no mark, so it waits for nothing.
  SmallProgram S = together(
      {{call({asyncLoad(X, Y), asyncMark()}), asyncWait(0), load(0, Y)}});
  S.Locations = {globalLocation("x", 7), localLocation("y")};
  EXPECT_EQ(states(run(S)), (std::set<Row>{{-1}}));
  S.Threads[0].Body.insert(S.Threads[0].Body.begin() + 1, asyncMark());
  EXPECT_EQ(states(run(S)), (std::set<Row>{{7}}));
}

TEST(Reference, SpinLoopsThatOnlyLoadDoNotMatter) {
  SmallExpression Zero = regIs(0, 0);
  SmallProgram S = apart({{whileDo(Zero, {loadAtomic(0, X, Acq)})},
                          {storeAtomic(X, num(1), Rel)}});
  ReferenceAnswer A = run(S);
  EXPECT_FALSE(A.CutAtUnrollBound);
  EXPECT_EQ(states(A), (std::set<Row>{{1}}));
  EXPECT_EQ(A.Executions, 4u);
  S.Threads[0].Body.front().Then.push_back(
      assign(1, SmallExpression::binary(1, ExpressionKind::Add, 1)));
  EXPECT_TRUE(run(S).CutAtUnrollBound);
}

TEST(Reference, BranchingOnUndef) {
  SmallProgram S =
      apart({{load(0, X), ifThen(regIs(0, 1), {})}, {store(X, num(1))}});
  ReferenceAnswer A = run(S);
  EXPECT_EQ(A.Names, (std::set<Undefined>{Undefined::UndefBranch}));
  EXPECT_TRUE(racy(A)); // docs/model.md B7: its races are still reported.
}

TEST(Reference, ZeroFilledHistogram) {
  // docs/model.md M15: the plain zero counts as an initial write.
  SmallProgram S = together(
      {sequence({{store(X, num(0)), fence(Rel, Workgroup)},
                 wholeBarrier(),
                 {fence(Acq, Workgroup),
                  update(0, ModifyOp::Add, X, num(1), Mon, Workgroup)}}),
       sequence({wholeBarrier(),
                 {fence(Acq, Workgroup),
                  update(0, ModifyOp::Add, X, num(1), Mon, Workgroup)}})});
  S.Locations[X] = localLocation("x");
  ReferenceAnswer A = run(S);
  EXPECT_EQ(states(A), (std::set<Row>{{0, 1}, {1, 0}}));
  EXPECT_FALSE(racy(A));
  ReferenceOptions Letter;
  Letter.Letter = true;
  EXPECT_TRUE(racy(enumerateNaively(S.lower(), S.Observed, Letter)));
}

TEST(Reference, RefusesWhatIsTooBig) {
  std::vector<std::vector<Statement>> Bodies(
      6, {update(0, ModifyOp::Add, X, num(1), Mon)});
  ReferenceOptions Small;
  Small.Work = 1000;
  EXPECT_TRUE(enumerateNaively(apart(Bodies).lower(), {}, Small).TooBig);
}

} // namespace

} // namespace fencepost::model::naive
