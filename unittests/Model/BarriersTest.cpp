//===- BarriersTest.cpp - Tests of how barriers play out ------------------===//
// Random small problems against the brute force of BarrierOracle.h, each rule
// of MODEL.md section 5 on a problem of its own, and bounds on the time that
// large problems may take.
//===----------------------------------------------------------------------===//
#include "fencepost/Model/Barriers.h"
#include "BarrierOracle.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <random>

using namespace fencepost;
using namespace fencepost::model;

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

unsigned countOf(const BarrierProblem &Problem, bool (*Is)(BarrierOp)) {
  unsigned Count = 0;
  for (const WaveSteps &Wave : Problem.Waves)
    for (const BarrierStep &Step : Wave.Steps)
      Count += Is(Step.Op);
  return Count;
}

/// Makes random problems of the kinds that programs come in: bare operations,
/// whole barriers, and named barriers that are set up before they are used.
class Generator {
public:
  explicit Generator(unsigned Seed) : Random(Seed) {}

  BarrierProblem make() {
    BarrierProblem Problem;
    do {
      Problem = makeAny();
    } while (countOf(Problem, modifies) + Problem.Waves.size() > 11 ||
             countOf(Problem, modifies) > 8 || countOf(Problem, waits) > 6);
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
  for (unsigned Seed = 0; Seed != rounds(300); ++Seed) {
    BarrierProblem Problem = Generator(Seed).make();
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
  for (unsigned Seed = 0; Seed != rounds(100); ++Seed) {
    Generator Random(1000000 + Seed);
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

} // namespace
