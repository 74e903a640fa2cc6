//===- BarriersTest.cpp - Tests of barrier executions ---------------------===//
// Random small problems against the brute force of BarrierOracle.h, each rule
// of docs/model.md B1 to B7 on a problem of its own, and bounds on the time
// that large problems may take.
//===----------------------------------------------------------------------===//
#include "fencepost/Model/Barriers.h"
#include "BarrierOracle.h"
#include "Barriers/BarrierSearch.h"
#include "Barriers/ForcedBarriers.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <random>

namespace fencepost::model {

namespace {

std::set<OracleSolution> solve(const BarrierProblem &Problem) {
  BarrierAnswer Answer = solveBarriers(Problem, std::nullopt);
  EXPECT_EQ(Answer.StoppedBy, "");
  std::set<OracleSolution> Result;
  for (const BarrierSolution &Solution : Answer.Solutions)
    EXPECT_TRUE(Result.insert(inOracleWords(Solution)).second)
        << "a solution is given twice";
  return Result;
}

bool agree(const BarrierProblem &Problem) {
  return solve(Problem) == bruteForce(Problem);
}

unsigned countOf(const BarrierProblem &Problem, bool (*Predicate)(BarrierOp)) {
  unsigned Count = 0;
  for (const WaveSteps &Wave : Problem.Waves)
    for (const BarrierStep &Step : Wave.Steps)
      Count += Predicate(Step.Op);
  return Count;
}

/// Makes random problems of the kinds that programs come in: bare operations,
/// whole barriers, and named barriers that are set up before they are used.
class ProblemGenerator {
public:
  explicit ProblemGenerator(unsigned Seed) : Random(Seed) {}

  BarrierProblem make() {
    BarrierProblem Problem;
    do {
      Problem = makeAny();
    } while (countOf(Problem, modifies) + Problem.Waves.size() > 10 ||
             countOf(Problem, modifies) > 8 || countOf(Problem, waits) > 5);
    return Problem;
  }

  unsigned below(unsigned N) {
    return std::uniform_int_distribution<unsigned>(0, N - 1)(Random);
  }

private:
  BarrierProblem makeAny() {
    BarrierProblem Problem;
    unsigned Waves = 2 + below(3);
    unsigned Workgroups = below(3) == 0 ? 2 : 1;
    Named = below(3);
    Cluster = below(4) == 0;
    Counts = below(4) == 0;
    Odd = below(6) == 0;
    Problem.Waves.resize(Waves);
    for (unsigned W = 0; W != Waves; ++W) {
      WaveSteps &Wave = Problem.Waves[W];
      Wave.Workgroup = W % Workgroups;
      Wave.Cluster = 0;
      Wave.Ends = below(20) != 0;
      unsigned Length = below(5);
      bool Prepared = Named != 0 && below(3) != 0;
      if (Prepared)
        prepare(Wave, W == 0);
      for (unsigned I = 0; I != Length; ++I)
        addRandom(Wave);
    }
    return Problem;
  }

  static void add(WaveSteps &Wave, BarrierOp Op, BarrierId Id, int Count = 0) {
    BarrierStep Step;
    Step.Op = Op;
    Step.Object = Id;
    Step.Count = Count;
    Wave.Steps.push_back(Step);
  }

  void prepare(WaveSteps &Wave, bool First) {
    if (First)
      add(Wave, BarrierOp::Init, BarrierId::named(1), 1 + below(3));
    if (below(3) != 0)
      add(Wave, BarrierOp::Join, BarrierId::named(1));
    if (below(3) != 0) {
      add(Wave, BarrierOp::Arrive, BarrierId::workgroup());
      add(Wave, BarrierOp::Wait, BarrierId::workgroup());
    }
  }

  BarrierId anyObject() {
    if (Odd && below(12) == 0)
      return below(2) ? BarrierId::null() : BarrierId::workgroupTrap();
    if (Cluster && below(2))
      return BarrierId::cluster();
    if (Named != 0 && below(3) != 0)
      return BarrierId::named(1 + below(Named));
    return BarrierId::workgroup();
  }

  void addRandom(WaveSteps &Wave) {
    BarrierId Id = anyObject();
    bool IsNamed = Id.isNamed() && !Id.isNull();
    switch (below(10)) {
    case 0:
      return add(Wave, BarrierOp::Wait, Id);
    case 1:
    case 2:
      return add(Wave, below(2) ? BarrierOp::ArriveIsFirst : BarrierOp::Arrive,
                 Id);
    case 3:
      if (Id.isNamed())
        return add(Wave, BarrierOp::Join, Id);
      break;
    case 4:
      if (Named != 0)
        return add(Wave, BarrierOp::Drop, BarrierId::null());
      break;
    case 5:
      if (IsNamed)
        return add(Wave, BarrierOp::Init, Id, Odd ? below(4) : 1 + below(3));
      break;
    case 6:
      if (IsNamed && Counts)
        return add(Wave, BarrierOp::Arrive, Id, below(4));
      break;
    default:
      break;
    }
    add(Wave, below(6) == 0 ? BarrierOp::ArriveIsFirst : BarrierOp::Arrive, Id);
    add(Wave, BarrierOp::Wait, Id);
  }

  std::mt19937 Random;
  unsigned Named = 0;
  bool Cluster = false, Counts = false, Odd = false;
};

/// The smallest problem that \p Fails, made by leaving out steps and waves.
BarrierProblem shrink(BarrierProblem Problem,
                      bool (*Fails)(const BarrierProblem &)) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned W = 0; W != Problem.Waves.size() && !Changed; ++W) {
      for (unsigned S = 0; S != Problem.Waves[W].Steps.size() && !Changed;
           ++S) {
        BarrierProblem Less = Problem;
        Less.Waves[W].Steps.erase(Less.Waves[W].Steps.begin() + S);
        if ((Changed = Fails(Less)))
          Problem = Less;
      }
      if (Changed || Problem.Waves.size() == 1)
        break;
      BarrierProblem Less = Problem;
      Less.Waves.erase(Less.Waves.begin() + W);
      if ((Changed = Fails(Less)))
        Problem = Less;
    }
  }
  return Problem;
}

std::string difference(const BarrierProblem &Failing) {
  BarrierProblem Problem =
      shrink(Failing, [](const BarrierProblem &P) { return !agree(P); });
  return print(Problem) + "solver:\n" + print(solve(Problem)) +
         "brute force:\n" + print(bruteForce(Problem));
}

/// FENCEPOST_RANDOM_ROUNDS multiplies the number of random problems.
unsigned rounds(unsigned Usual) {
  const char *Factor = std::getenv("FENCEPOST_RANDOM_ROUNDS");
  return Factor ? Usual * static_cast<unsigned>(std::atoi(Factor)) : Usual;
}

TEST(Barriers, AgreeWithBruteForce) {
  for (unsigned Seed = 0; Seed != rounds(1500); ++Seed) {
    BarrierProblem Problem = ProblemGenerator(Seed).make();
    ASSERT_TRUE(agree(Problem)) << "seed " << Seed << "\n"
                                << difference(Problem);
  }
}

/// \p Problem with the ends that \p Passed says.
BarrierProblem decided(BarrierProblem Problem,
                       const std::vector<unsigned> &Passed) {
  Problem.EndsDecided = true;
  for (unsigned W = 0; W != Problem.Waves.size(); ++W) {
    WaveSteps &Wave = Problem.Waves[W];
    if (Passed[W] == Wave.Steps.size())
      continue;
    Wave.StuckAtLast = true;
    Wave.Steps.resize(Passed[W] + 1);
  }
  return Problem;
}

TEST(Barriers, DecidedEndsSelectSolutions) {
  for (unsigned Seed = 0; Seed != rounds(500); ++Seed) {
    ProblemGenerator Random(1000000 + Seed);
    BarrierProblem Problem = Random.make();
    std::vector<unsigned> Passed;
    for (const WaveSteps &Wave : Problem.Waves)
      Passed.push_back(Random.below(2) ? Wave.Steps.size()
                                       : Random.below(Wave.Steps.size() + 1));
    for (int Again = 0; Again != 2; ++Again) {
      BarrierProblem Decided = decided(Problem, Passed);
      ASSERT_TRUE(agree(Decided)) << "seed " << Seed << "\n"
                                  << difference(Decided);
      std::set<OracleSolution> All = solve(Problem);
      if (!All.empty())
        Passed = All.begin()->Passed;
    }
  }
}

/// A wave from words: "init b 2", "join b", "arrive wg", "arrive b 3",
/// "isfirst wg", "wait wg", "barrier cluster", "leave"; separated by commas.
WaveSteps wave(llvm::StringRef Text, unsigned Workgroup = 0) {
  static const std::map<std::string, BarrierId> Objects = {
      {"wg", BarrierId::workgroup()}, {"cluster", BarrierId::cluster()},
      {"b", BarrierId::named(1)},     {"c", BarrierId::named(2)},
      {"null", BarrierId::null()},    {"trap", BarrierId::workgroupTrap()}};
  static const std::map<std::string, BarrierOp> Ops = {
      {"init", BarrierOp::Init},      {"join", BarrierOp::Join},
      {"arrive", BarrierOp::Arrive},  {"isfirst", BarrierOp::ArriveIsFirst},
      {"barrier", BarrierOp::Arrive}, {"wait", BarrierOp::Wait},
      {"leave", BarrierOp::Drop}};
  WaveSteps Result;
  Result.Workgroup = Workgroup;
  llvm::SmallVector<llvm::StringRef> Parts, Words;
  Text.split(Parts, ',', -1, false);
  for (llvm::StringRef Part : Parts) {
    Words.clear();
    Part.split(Words, ' ', -1, false);
    BarrierStep Step;
    Step.Op = Ops.at(Words[0].str());
    Step.Object =
        Words.size() > 1 ? Objects.at(Words[1].str()) : BarrierId::null();
    if (Words.size() > 2)
      Words[2].getAsInteger(10, Step.Count);
    Result.Steps.push_back(Step);
    if (Words[0] == "barrier") {
      Step.Op = BarrierOp::Wait;
      Result.Steps.push_back(Step);
    }
  }
  return Result;
}

BarrierProblem problem(std::vector<WaveSteps> Waves) {
  BarrierProblem Result;
  Result.Waves = std::move(Waves);
  return Result;
}

/// The solutions of \p Problem, which brute force gives too.
std::vector<BarrierSolution> solutions(const BarrierProblem &Problem) {
  EXPECT_TRUE(agree(Problem)) << difference(Problem);
  return solveBarriers(Problem, std::nullopt).Solutions;
}

/// The names of undefined behaviour of each solution, as text.
std::vector<std::string> names(const BarrierProblem &Problem) {
  std::vector<std::string> Result;
  for (const BarrierSolution &Solution : solutions(Problem)) {
    std::set<std::string> Names;
    for (const BarrierUndefined &Fault : Solution.Undefined)
      Names.insert(undefinedName(Fault.Kind).str());
    std::string Text;
    for (const std::string &Name : Names)
      Text += (Text.empty() ? "" : " ") + Name;
    Result.push_back(Text);
  }
  return Result;
}

using Texts = std::vector<std::string>;

TEST(Barriers, OneBarrierOrdersEverybody) {
  BarrierProblem Problem = problem({wave("barrier wg"), wave("barrier wg")});
  std::vector<BarrierSolution> All = solutions(Problem);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_TRUE(All[0].Undefined.empty());
  ASSERT_EQ(All[0].Waits.size(), 2u);
  EXPECT_EQ(All[0].Waits[1].Phase, 1u);
  EXPECT_EQ(All[0].Waits[1].Participants,
            (std::vector<StepRef>{{0, 0}, {1, 0}}));
  ExecutesBefore Before(Problem, All[0]);
  EXPECT_TRUE(Before({0, 0}, {1, 1}));
  EXPECT_TRUE(Before({0, 0}, {1, 2})); // The implicit drop.
  EXPECT_FALSE(Before({0, 0}, {1, 0}));
  EXPECT_FALSE(Before({0, 1}, {1, 1}));
  EXPECT_FALSE(Before({0, 0}, {0, 0}));
}

TEST(Barriers, ExecutesBeforePassesThroughSeveralObjects) {
  BarrierProblem Problem =
      problem({wave("barrier wg, arrive cluster", 0),
               wave("barrier wg, wait cluster, barrier wg", 0),
               wave("barrier cluster, barrier wg", 1), wave("barrier wg", 1)});
  bool Found = false;
  for (const BarrierSolution &Solution :
       solveBarriers(Problem, std::nullopt).Solutions)
    if (Solution.Waits.size() == 7) {
      Found = true;
      ExecutesBefore Before(Problem, Solution);
      EXPECT_TRUE(Before({1, 0}, {3, 1}));
      EXPECT_FALSE(Before({3, 1}, {1, 0}));
    }
  EXPECT_TRUE(Found);
}

TEST(Barriers, EarlyEndDoesNotHangOthers) {
  std::vector<BarrierSolution> All =
      solutions(problem({wave("barrier wg, barrier wg"), wave("barrier wg")}));
  ASSERT_EQ(All.size(), 1u);
  EXPECT_TRUE(All[0].Undefined.empty());
  EXPECT_EQ(All[0].Waits[1].Participants,
            (std::vector<StepRef>{{0, 2}, {1, 2}}));
}

TEST(Barriers, HangSaysWhatIsMissing) {
  std::vector<BarrierSolution> All = solutions(
      problem({wave("barrier wg"), wave("barrier wg"), wave("wait wg")}));
  ASSERT_EQ(All.size(), 1u);
  ASSERT_EQ(All[0].Stuck.size(), 3u);
  EXPECT_EQ(All[0].Stuck[2].Wait, (StepRef{2, 0}));
  EXPECT_EQ(All[0].Stuck[2].Why,
            "the workgroup barrier expects 3 arrivals, 2 arrived");
  ASSERT_EQ(All[0].Undefined.size(), 1u);
  EXPECT_EQ(All[0].Undefined[0].Kind, Undefined::Hang);
  EXPECT_EQ(All[0].Undefined[0].Where.size(), 3u);
  EXPECT_EQ(All[0].Passed, (std::vector<unsigned>{1, 1, 0}));
}

TEST(Barriers, StuckBecauseOfCutIsNoHang) {
  BarrierProblem Problem = problem({wave("barrier wg"), wave("")});
  Problem.Waves[1].Ends = false;
  std::vector<BarrierSolution> All = solutions(Problem);
  ASSERT_EQ(All.size(), 1u);
  EXPECT_EQ(All[0].Stuck.size(), 1u);
  EXPECT_TRUE(All[0].Undefined.empty());
}

TEST(Barriers, NeverInitialisedHangsOrIsUndefined) {
  EXPECT_EQ(names(problem({wave("join b, wait b")})), Texts{"hang"});
  EXPECT_EQ(names(problem({wave("join b, barrier b")})),
            Texts{"first-not-init"});
}

TEST(Barriers, IsFirstIsTrueForOne) {
  std::vector<BarrierSolution> All = solutions(
      problem({wave("isfirst wg, wait wg"), wave("isfirst wg, wait wg")}));
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[0].FirstArrivals, (std::vector<StepRef>{{0, 0}}));
  EXPECT_EQ(All[1].FirstArrivals, (std::vector<StepRef>{{1, 0}}));
  // With a plain arrive in the phase, perhaps nobody is told.
  EXPECT_EQ(
      solutions(problem({wave("isfirst wg, wait wg"), wave("barrier wg")}))
          .size(),
      2u);
}

TEST(Barriers, IsFirstFollowsExecutesBefore) {
  std::vector<BarrierSolution> All =
      solutions(problem({wave("isfirst b, arrive wg, wait wg"),
                         wave("init b 2, arrive wg, wait wg, isfirst b")}));
  // Either the init is too late for the first arrive, or that one is first.
  for (const BarrierSolution &Solution : All)
    EXPECT_EQ(Solution.FirstArrivals, (std::vector<StepRef>{{0, 0}}));
}

TEST(Barriers, UndefinedBehaviours) {
  EXPECT_EQ(names(problem({wave("wait b")})), Texts{"not-joined"});
  EXPECT_EQ(names(problem({wave("leave")})), Texts{"leave-without-join"});
  EXPECT_EQ(names(problem({wave("init b 1, join b, leave, leave")})),
            Texts{"leave-without-join"});
  EXPECT_EQ(names(problem({wave("arrive trap")})), Texts{"trap-barrier"});
  EXPECT_EQ(names(problem({wave("init b 0")})), Texts{"expected-not-positive"});
  EXPECT_EQ(names(problem({wave("arrive b")})), Texts{"first-not-init"});
  EXPECT_EQ(names(problem({wave("init b 1, arrive b, join b, wait b")})),
            Texts{"joined-too-late"});
  EXPECT_EQ(names(problem({wave("init b 3, arrive b, arrive b, arrive b 1")})),
            Texts{"expected-not-above"});
  EXPECT_EQ(names(problem({wave("init b 1, join b, leave, join b, leave")})),
            Texts{"expected-negative"});
  EXPECT_EQ(names(problem({wave("arrive wg"), wave("barrier wg")})),
            (Texts{"drop-race", ""})); // Or the first wave is a phase alone.
  EXPECT_EQ(names(problem({wave("arrive cluster", 0), wave("arrive cluster", 0),
                           wave("", 1)})),
            (Texts{"", "cluster-double-arrive"}));
}

TEST(Barriers, NullBarrierDoesNothing) {
  EXPECT_EQ(names(problem({wave("wait null, arrive null, join null, wait b, "
                                "leave, leave, wait null")})),
            Texts{""});
}

TEST(Barriers, WaitConcernsTheLastJoined) {
  EXPECT_EQ(names(problem({wave("init b 1, init c 1, join b, join c, "
                                "arrive c, wait b")})),
            Texts{""});
  EXPECT_EQ(names(problem({wave("init b 1, init c 1, join b, join c, "
                                "arrive b, wait b")})),
            Texts{"hang"});
}

TEST(Barriers, ReInitForgetsThePartialPhase) {
  EXPECT_EQ(names(problem({wave("join b, init b 2, arrive b, init b 2, "
                                "arrive b, wait b")})),
            Texts{"hang"});
  EXPECT_EQ(names(problem({wave("join b, init b 2, arrive b, init b 2, "
                                "arrive b, arrive b, wait b")})),
            Texts{""});
}

/// \p Times rounds of \p Round.
std::string repeat(llvm::StringRef Round, unsigned Times) {
  std::string Text;
  for (unsigned I = 0; I != Times; ++I)
    Text += Round.str() + ",";
  return Text;
}

/// Programs in which everybody goes through the same rounds of barriers, with a
/// step missing now and then: mostly larger than what brute force can do.
BarrierProblem makeRounds(ProblemGenerator &Random) {
  unsigned Waves = 3 + Random.below(3), Workgroups = 1 + Random.below(2);
  std::vector<std::string> Texts(Waves);
  for (unsigned W = 0; W != Waves; ++W)
    Texts[W] =
        W < Workgroups
            ? "init b " +
                  std::to_string((Waves - W + Workgroups - 1) / Workgroups) +
                  ", join b, barrier wg,"
            : "join b, barrier wg,";
  for (unsigned Rounds = 1 + Random.below(3); Rounds != 0; --Rounds) {
    unsigned Kind = Random.below(4);
    for (unsigned W = 0; W != Waves; ++W)
      Texts[W] += Kind == 0   ? "barrier b,"
                  : Kind == 1 ? "isfirst wg, wait wg,"
                  : Kind == 2 && W < Workgroups
                      ? "arrive cluster, wait cluster,"
                  : Kind == 2 ? "wait cluster,"
                              : "barrier wg,";
  }
  BarrierProblem Problem;
  for (unsigned W = 0; W != Waves; ++W)
    Problem.Waves.push_back(wave(Texts[W], W % Workgroups));
  if (Random.below(2) == 0) {
    WaveSteps &Some = Problem.Waves[Random.below(Waves)];
    Some.Steps.erase(Some.Steps.begin() + Random.below(Some.Steps.size()));
  }
  return Problem;
}

TEST(Barriers, SimulationAgreesWithSearch) {
  unsigned Compared = 0;
  for (unsigned Seed = 0; Seed != rounds(200); ++Seed) {
    ProblemGenerator Random(2000000 + Seed);
    BarrierProblem Problem = makeRounds(Random);
    barriers::Resolved Resolved = barriers::resolve(Problem);
    barriers::Solutions Solutions(Problem, Resolved);
    barriers::Budget Work(std::nullopt, 30000);
    barriers::search(Problem, Resolved, barriers::CommonPart(Resolved), Work,
                     Solutions);
    if (!Work.stoppedBy().empty())
      continue;
    ++Compared;
    std::set<OracleSolution> Searched;
    for (const BarrierSolution &Solution : Solutions.take())
      Searched.insert(inOracleWords(Solution));
    ASSERT_EQ(print(solve(Problem)), print(Searched)) << "seed " << Seed << "\n"
                                                      << print(Problem);
  }
  RecordProperty("compared", static_cast<int>(Compared));
  EXPECT_GT(Compared, 20u);
}

/// Whether \p Problem is solved without any search, and has one solution.
bool isForced(const BarrierProblem &Problem) {
  barriers::Resolved Resolved = barriers::resolve(Problem);
  return barriers::ForcedBarriers(Resolved).run() &&
         solveBarriers(Problem, std::nullopt).Solutions.size() == 1;
}

TEST(BarriersWithoutSearch, Pipeline) {
  BarrierProblem Problem;
  for (unsigned W = 0; W != 16; ++W)
    Problem.Waves.push_back(wave(repeat("barrier wg", 8)));
  EXPECT_TRUE(isForced(Problem));
  // One that stops early, and one that continues.
  Problem.Waves[3] = wave(repeat("barrier wg", 5));
  Problem.Waves[4] = wave(repeat("barrier wg", 9));
  EXPECT_TRUE(isForced(Problem));
  // One that never arrives: everybody hangs.
  Problem.Waves[5] = wave("barrier wg, wait wg");
  EXPECT_TRUE(isForced(Problem));
}

TEST(BarriersWithoutSearch, WorkgroupsOfAClusterAndNamedBarriers) {
  BarrierProblem Problem;
  for (unsigned W = 0; W != 16; ++W) {
    std::string Round = W % 4 == 0 ? "barrier wg, arrive cluster, wait cluster"
                                   : "barrier wg, wait cluster";
    Problem.Waves.push_back(wave(repeat(Round, 4), W / 4));
  }
  EXPECT_TRUE(isForced(Problem));
  Problem.Waves.clear();
  for (unsigned W = 0; W != 8; ++W) {
    std::string Mine = W < 4 ? "b" : "c";
    std::string Begin = W == 0 ? "init b 4, init c 4, join b, barrier wg,"
                               : "join " + Mine + ", barrier wg,";
    Problem.Waves.push_back(
        wave(Begin + repeat("barrier " + Mine, 6) + repeat("barrier wg", 2)));
  }
  EXPECT_TRUE(isForced(Problem));
  Problem.Waves = {
      wave("init b 1, init c 1, join c, barrier wg," +
           repeat("arrive b, wait c", 20)),
      wave("join b, barrier wg," + repeat("wait b, arrive c", 20))};
  EXPECT_TRUE(isForced(Problem));
}

TEST(Barriers, StopAtTheDeadline) {
  BarrierProblem Problem;
  for (unsigned W = 0; W != 12; ++W)
    Problem.Waves.push_back(
        wave("init b 3, join b," + repeat("arrive b, wait b, arrive b", 3)));
  BarrierAnswer Answer =
      solveBarriers(Problem, std::chrono::steady_clock::now());
  EXPECT_EQ(Answer.StoppedBy, "time limit");
}

} // namespace

} // namespace fencepost::model
