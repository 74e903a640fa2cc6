//===- NamedBarrierRacesTest.cpp - Order by named and cluster barriers ---===//
// Kernels with named and cluster barriers are silent, and without any single
// one of their fences and barriers they are not. Random pairs of waves are
// compared with what the memory model says of them as litmus tests.
//===----------------------------------------------------------------------===//
#include "Barriers/NamedBarrierRaces.h"
#include "../View/Kernel.h"
#include "DefectWords.h"
#include "ViewFiles.h"
#include "fencepost/Check/Check.h"
#include "fencepost/Litmus/LitmusTest.h"
#include "fencepost/Model/Explore.h"
#include "fencepost/Simulate/SimulatedOrder.h"
#include "fencepost/Target/Processor.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <random>

namespace fencepost::check {
namespace {

using Op = BarrierOp;

std::vector<Defect> checkText(const std::string &Text) {
  return checkKernel(viewsOfText(Text, "gfx1250")[0]);
}

unsigned countOf(llvm::ArrayRef<Defect> Findings, Certainty Sure) {
  return llvm::count_if(Findings,
                        [&](const Defect &F) { return F.Certainty == Sure; });
}

bool synchronizes(llvm::StringRef Line) {
  return Line.contains("call void @llvm.amdgcn.s.barrier") ||
         Line.contains("@llvm.amdgcn.s.cluster.barrier()") ||
         Line.starts_with("  fence ");
}

/// Each line of a kernel that synchronizes, removed, is missed.
TEST(NamedBarrierRaces, EveryMutantIsFound) {
  unsigned Mutants = 0;
  for (const ViewFile &File : viewFilesIn("kernels")) {
    if (File.Name != "named-barrier-pipeline" &&
        !llvm::StringRef(File.Name).starts_with("cluster-barrier"))
      continue;
    std::string Text = textOf(File);
    EXPECT_EQ(countOf(checkText(Text), Certainty::Error), 0u) << File.Name;
    llvm::SmallVector<llvm::StringRef, 128> Lines;
    llvm::StringRef(Text).split(Lines, '\n');
    for (size_t I = 0; I < Lines.size(); ++I) {
      if (!synchronizes(Lines[I]) || Lines[I].starts_with("declare"))
        continue;
      std::vector<llvm::StringRef> Rest(Lines.begin(), Lines.end());
      Rest.erase(Rest.begin() + I);
      ++Mutants;
      EXPECT_NE(countOf(checkText(llvm::join(Rest, "\n")), Certainty::Error),
                0u)
          << File.Name << ":" << I + 1 << ": " << Lines[I].str();
    }
  }
  EXPECT_EQ(Mutants, 23u);
}

/// Where nothing depends on the launch, right kernels are not even suspected.
TEST(NamedBarrierRaces, RightScenariosAreProved) {
  unsigned Files = 0;
  for (const ViewFile &File : viewFilesIn("check/Inputs")) {
    llvm::StringRef Name = File.Name;
    if (!Name.ends_with(".fixed") ||
        !(Name.starts_with("16-") || Name.starts_with("17-")))
      continue;
    ++Files;
    EXPECT_TRUE(checkText(textOf(File)).empty()) << File.Name;
  }
  EXPECT_EQ(Files, 6u);
}

TEST(NamedBarrierRaces, FencesMustReachTheCluster) {
  for (const ViewFile &File : viewFilesIn("check/Inputs")) {
    if (File.Name != "17-cluster-scope.racy")
      continue;
    std::vector<Defect> Found = checkText(textOf(File));
    ASSERT_EQ(Found.size(), 1u);
    EXPECT_EQ(Found[0].Kind, DefectKind::FenceTooNarrow);
    EXPECT_EQ(Found[0].Certainty, Certainty::Error);
    EXPECT_EQ(Found[0].ClusterGroups, (std::array<unsigned, 2>{0, 1}));
    EXPECT_EQ(reasonOf(Found[0]),
              "the release fence before the signal does not cover global "
              "memory for the cluster; the acquire fence after the wait does "
              "not cover global memory for the cluster");
  }
}

/// What one wave does after it has joined.
enum class Step { Store, Load, Release, Acquire, Arrive, Wait, Meet };

struct Wave {
  std::vector<Step> Steps;
};

void addTo(view::Kernel &K, uint32_t Lds, const Wave &W, int Number) {
  for (Step S : W.Steps)
    switch (S) {
    case Step::Store:
      K.store(Lds, K.constant(0), K.constant(Number + 1));
      break;
    case Step::Load:
      K.load(Lds, K.constant(0));
      break;
    case Step::Release:
      K.fence(Ordering::Release);
      break;
    case Step::Acquire:
      K.fence(Ordering::Acquire);
      break;
    case Step::Arrive:
      K.barrierOp(Op::Arrive, view::B1);
      break;
    case Step::Wait:
      K.barrierOp(Op::Wait, view::B1);
      break;
    case Step::Meet:
      K.barrierOp(Op::ArriveWait);
      break;
    }
}

view::SyncView viewOf(const Wave (&Waves)[2]) {
  view::Kernel K(2, 1);
  K.View.Proc = findProcessor("gfx1250");
  uint32_t Lds = K.object("x");
  view::Kernel::Id Other = K.op(view::Kernel::K::Ne, K.tid(), 0);
  view::BlockId Start = K.CurrentBlock, Init = K.block("init");
  K.barrierOp(Op::Init, view::B1).Op.Members = 2;
  view::BlockId Ready = K.block("ready");
  K.branch(Start, Other, Ready, Init, false);
  K.jump(Init, Ready);
  K.barrierOp(Op::ArriveWait);
  K.barrierOp(Op::Join, view::B1);
  view::BlockId First = K.block("first");
  addTo(K, Lds, Waves[0], 0);
  view::BlockId Second = K.block("second");
  addTo(K, Lds, Waves[1], 1);
  K.branch(Ready, Other, Second, First, false);
  return K.finish();
}

std::string litmusOf(const Wave (&Waves)[2]) {
  std::string Text = "AMDGPU t\n\"two waves\"\n{ local x; barrier b; }\n";
  for (int T = 0; T < 2; ++T) {
    std::string Name = std::to_string(T);
    Text += "thread P" + Name + " @ wavefront " + Name + " {\n";
    Text += T == 0 ? "  barrier.init b, 2\n" : "";
    Text += "  barrier\n  barrier.join b\n";
    for (Step S : Waves[T].Steps) {
      static const char *const Words[] = {"",
                                          "r0 = load x",
                                          "fence release workgroup",
                                          "fence acquire workgroup",
                                          "barrier.arrive b",
                                          "barrier.wait b",
                                          "barrier"};
      Text += "  " +
              (S == Step::Store ? "store x, " + std::to_string(T + 1)
                                : std::string(Words[unsigned(S)])) +
              "\n";
    }
    Text += "}\n";
  }
  return Text + "exists (race)\n";
}

struct Verdict {
  bool Undefined = false, Race = false;
  bool Clear = true; ///< All simulations agree.
};

Verdict modelOf(const std::string &Text) {
  auto Test = litmus::parseLitmus(Text, "t.litmus");
  if (!Test) {
    ADD_FAILURE() << llvm::toString(Test.takeError()) << Text;
    return {};
  }
  model::Outcomes All = model::explore(Test->Program, {}, {});
  EXPECT_EQ(All.StoppedBy, "");
  return {!All.Undefined.empty(), !All.Races.empty()};
}

Verdict simulatedOf(const view::SyncView &View) {
  sym::Analysis Context(View);
  view::Boundaries All{&View, {}, {}};
  sim::ThreadInterpreter Runs(View, All);
  sim::OrderQuery Query;
  view::forEachEvent(View, [&](view::Site A, const view::Event &X) {
    view::forEachEvent(View, [&](view::Site B, const view::Event &Y) {
      if (X.Kind == view::EventKind::Access &&
          Y.Kind == view::EventKind::Access)
        Query.Pairs.insert(std::minmax(view::AccessSite{A, false},
                                       view::AccessSite{B, false}));
    });
  });
  Verdict Result;
  sim::LaunchPlan Plan = sim::plansFor(Context, {})[0];
  Plan.WithAccesses = true;
  sim::BarrierLaunch Run = sim::runAll(Context, Runs, Plan);
  EXPECT_TRUE(Run.Complete);
  for (const auto &Order : sim::ordersFor(Run, Plan, false)) {
    sim::BarrierSimulation Simulation = sim::simulateBarriers(Run.Waves, Order);
    Result.Undefined |= !Simulation.Faults.empty();
    Result.Clear &= Simulation.Fits;
    if (Simulation.isRight() && !Query.Pairs.empty())
      Result.Race |=
          !sim::findUnorderedPairs(View, Run, Simulation, Query).Pairs.empty();
  }
  return Result;
}

/// Mostly fenced meetings at the named barrier with accesses around them.
Wave randomWave(std::mt19937 &Random) {
  Wave W;
  auto Maybe = [&](Step S, unsigned Number) {
    if (Random() % Number)
      W.Steps.push_back(S);
  };
  auto Access = [&] {
    if (Random() % 3 == 0)
      W.Steps.push_back(Random() % 2 ? Step::Store : Step::Load);
  };
  for (unsigned I = 1 + Random() % 2; I > 0; --I) {
    Access();
    Maybe(Step::Release, 4);
    Access();
    W.Steps.push_back(Step::Arrive);
    Access();
    Maybe(Step::Wait, 8);
    Access();
    Maybe(Step::Acquire, 4);
    Access();
    if (Random() % 4 == 0)
      W.Steps.push_back(Step::Meet);
  }
  return W;
}

TEST(NamedBarrierRaces, AgreesWithTheModel) {
  std::mt19937 Random(11);
  unsigned Undefined = 0, Races = 0, Right = 0, Missed = 0;
  for (unsigned I = 0; I < 500; ++I) {
    Wave Waves[2] = {randomWave(Random), randomWave(Random)};
    std::string Text = litmusOf(Waves);
    Verdict Model = modelOf(Text), Simulated = simulatedOf(viewOf(Waves));
    // What is said is right, and where all simulations are clear it is all.
    ASSERT_TRUE(Model.Undefined || !Simulated.Undefined) << Text;
    ASSERT_TRUE(Model.Undefined || Model.Race || !Simulated.Race) << Text;
    if (!Simulated.Clear)
      continue;
    if (Model.Undefined) {
      Undefined += Simulated.Undefined;
      Missed += !Simulated.Undefined;
      continue;
    }
    Missed += Simulated.Race != Model.Race;
    ++(Model.Race ? Races : Right);
  }
  EXPECT_LE(Missed, 0u);
  EXPECT_GT(Undefined, 50u);
  EXPECT_GT(Races, 50u);
  EXPECT_GT(Right, 50u);
}

} // namespace
} // namespace fencepost::check
