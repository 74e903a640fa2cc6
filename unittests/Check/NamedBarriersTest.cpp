//===- NamedBarriersTest.cpp - Wrong use of named and cluster barriers ---===//
#include "Barriers/NamedBarriers.h"
#include "../View/Kernel.h"
#include "DefectWords.h"
#include "ViewFiles.h"
#include "fencepost/Target/Processor.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

namespace fencepost::check {
namespace {

using Op = BarrierOp;

std::vector<Defect> find(const view::SyncView &View) {
  sym::Analysis Context(View);
  return findNamedBarriers(Context);
}

/// "error named: ..." per finding.
std::string said(llvm::ArrayRef<Defect> Findings) {
  std::string Text;
  for (const Defect &F : Findings) {
    Text += F.Certainty == Certainty::Error      ? "error "
            : F.Certainty == Certainty::Possible ? "possible "
                                                 : "unknown ";
    Text += F.Kind == DefectKind::NamedOrClusterBarrier ? "named: "
            : F.Kind == DefectKind::SignalTwice         ? "twice: "
            : F.Kind == DefectKind::WaitWithoutSignal   ? "unsignalled: "
                                                        : "other: ";
    std::string Detail = detailOf(F);
    Text += (Detail.empty() ? reasonOf(F) : Detail) + "\n";
  }
  return Text;
}

std::string saidOf(view::Kernel &K) { return said(find(K.finish())); }

/// What each scenario that is wrong is found as; all others are silent.
struct Row {
  const char *Name, *Text;
};
constexpr Row Wrong[] = {
    {"13-other-id.racy", "error unsignalled: wave 0 of work-group 0 waits for "
                         "the cluster's barrier forever: it expects 2 arrivals "
                         "(one per work-group), and none arrives\n"},
    {"16-named-count.racy", "error named: wave 0 waits for named barrier 'bar' "
                            "forever: it expects 9 arrivals, and 8 arrive\n"},
    {"16-named-init-race.racy",
     "error named: named barrier 'bar' is used by wave 1 and initialised by "
     "wave 0, and no barrier orders the use after it\n"},
    {"16-named-leave.racy",
     "error named: wave 0 leaves a named barrier and has joined none\n"},
    {"16-named-not-initialised.racy",
     "error named: named barrier 'bar' is used by wave 0, and no wave "
     "initialises it\n"},
    {"16-named-not-joined.racy",
     "error named: wave 0 waits for a named barrier and has joined none\n"},
    {"17-cluster-every-wave.racy",
     "error twice: wave 1 of work-group 0 arrives at the cluster's barrier, "
     "and so does wave 0 of work-group 0; only one wave of a work-group may\n"},
};

TEST(NamedBarriers, Scenarios) {
  unsigned Found = 0;
  for (const char *Folder : {"check/Inputs", "kernels"})
    for (const ViewFile &File : viewFilesIn(Folder))
      for (const view::SyncView &View : viewsOf(File, File.Processors.back())) {
        std::string Expected;
        for (const Row &R : Wrong)
          if (File.Name == R.Name)
            Expected = R.Text;
        Found += !Expected.empty();
        EXPECT_EQ(said(find(View)), Expected) << File.Name;
      }
  EXPECT_EQ(Found, std::size(Wrong));
}

TEST(NamedBarriers, OnTargetsThatHaveNone) {
  for (const ViewFile &File : viewFilesIn("check/Inputs")) {
    bool Named = File.Name == "16-named-count.fixed";
    if (!Named && File.Name != "17-cluster-scope.fixed")
      continue;
    for (const char *Processor : {"gfx942", "gfx1100", "gfx1201"})
      EXPECT_EQ(said(find(viewsOf(File, Processor)[0])),
                std::string("error named: ") +
                    (Named ? "named barrier 'bar' is used, and "
                           : "the cluster's barrier is used, and ") +
                    Processor + " has no " + (Named ? "named" : "cluster") +
                    " barriers\n");
  }
}

/// Two waves of two lanes; the first initialises named barrier 1 for both.
struct TwoWaves : view::Kernel {
  TwoWaves() : view::Kernel(4, 2) {
    View.SizeIsExact = true;
    View.Proc = findProcessor("gfx1250");
    Wave = op(K::UDiv, tid(), 2);
  }
  Id Wave;
  void initialise(unsigned Count) {
    view::BlockId From = CurrentBlock;
    Id Leads = op(K::Eq, Wave, 0);
    view::BlockId Init = block("init");
    barrierOp(Op::Init, view::B1).Op.Members = Count;
    view::BlockId Start = block("start");
    branch(From, Leads, Init, Start, false);
    jump(Init, Start);
    barrier();
  }
  void meet() {
    barrierOp(Op::Arrive, view::B1);
    barrierOp(Op::Wait, view::B1);
  }
};

TEST(NamedBarriers, RightUseIsSilent) {
  TwoWaves K;
  K.initialise(2);
  K.barrierOp(Op::Join, view::B1);
  K.meet();
  K.meet();
  K.barrierOp(Op::Drop, BarrierId::null());
  EXPECT_EQ(saidOf(K), "");
}

/// By hardware an init by one lane of a wave is one by the wave.
TEST(NamedBarriers, InitByOneLane) {
  TwoWaves K;
  K.Wave = K.tid();
  K.initialise(2);
  K.barrierOp(Op::Join, view::B1);
  K.meet();
  EXPECT_EQ(saidOf(K), "");
}

TEST(NamedBarriers, TooMany) {
  TwoWaves K;
  K.initialise(2);
  K.View.NamedBarriers = 16;
  EXPECT_EQ(saidOf(K), "");
  K.View.NamedBarriers = 17;
  EXPECT_EQ(saidOf(K), "error named: the kernel has 17 named barriers, and "
                       "there are 16\n");
}

TEST(NamedBarriers, TrapBarriers) {
  TwoWaves K;
  K.barrierOp(Op::Arrive, BarrierId::workgroupTrap());
  EXPECT_EQ(saidOf(K),
            "error named: barrier -2 is for the trap handler alone\n");
}

/// A wave that joins only if an unknown value says so.
TEST(NamedBarriers, DependsOnAnUnknownValue) {
  TwoWaves K;
  K.initialise(2);
  view::BlockId From = K.CurrentBlock;
  view::Kernel::Id Maybe = K.unknown(true, 1);
  view::BlockId Join = K.block("join");
  K.barrierOp(Op::Join, view::B1);
  view::BlockId Rest = K.block("rest");
  K.branch(From, Maybe, Join, Rest, true);
  K.jump(Join, Rest);
  K.meet();
  EXPECT_EQ(saidOf(K), "possible named: wave 0 waits for a named barrier and "
                       "has joined none\n");
}

/// The barrier is met only with the argument 16: with others nothing is wrong.
TEST(NamedBarriers, DependsOnAnArgument) {
  TwoWaves K;
  K.initialise(3);
  view::BlockId From = K.CurrentBlock;
  view::Kernel::Id Sixteen = K.op(view::Kernel::K::Eq, K.argument(0), 16);
  view::BlockId Meet = K.block("meet");
  K.barrierOp(Op::Join, view::B1);
  K.meet();
  view::BlockId Rest = K.block("rest");
  K.branch(From, Sixteen, Meet, Rest, true);
  K.jump(Meet, Rest);
  EXPECT_EQ(saidOf(K), "possible named: wave 0 waits for named barrier 1 "
                       "forever: it expects 3 arrivals, and 2 arrive\n");
}

/// One arrival fewer in the last of four times around.
TEST(NamedBarriers, InALoop) {
  TwoWaves K;
  K.initialise(2);
  K.barrierOp(Op::Join, view::B1);
  view::countedLoop(K, 4, [&](view::Kernel::Id I) {
    (void)I;
    K.meet();
  });
  EXPECT_EQ(saidOf(K), "");
  TwoWaves L;
  L.initialise(2);
  L.barrierOp(Op::Join, view::B1);
  view::countedLoop(L, 4, [&](view::Kernel::Id) { L.meet(); });
  // Wave 1 leaves after the loop, wave 0 meets once more.
  view::BlockId From = L.CurrentBlock;
  view::Kernel::Id Second = L.op(view::Kernel::K::Ne, L.Wave, 0);
  view::BlockId Again = L.block("again");
  L.meet();
  view::BlockId End = L.block("end");
  L.branch(From, Second, End, Again, false);
  L.jump(Again, End);
  EXPECT_EQ(saidOf(L), "error named: wave 0 waits for named barrier 1 forever: "
                       "it expects 2 arrivals, and 1 arrives\n");
}

/// Two waves and two barriers of one variable, initialised for \p Count.
struct Computed : TwoWaves {
  explicit Computed(unsigned Count) {
    Variable = object("bars");
    view::Object &O = View.Objects[Variable];
    O.Kind = view::ObjectKind::NamedBarrier;
    O.Base = 4096;
    O.Size = 32;
    O.Barrier = 1;
    View.NamedBarriers = 2;
    view::BlockId From = CurrentBlock;
    Id Leads = op(K::Eq, Wave, 0);
    view::BlockId Init = block("init");
    for (int Number : {1, 2})
      barrierOp(Op::Init, BarrierId::named(Number)).Op.Members = Count;
    view::BlockId Start = block("start");
    branch(From, Leads, Init, Start, false);
    jump(Init, Start);
    barrier();
  }
  void on(Op Action, Id Which) {
    Id Address = op(K::Add, op(K::Mul, Which, 16), 4096);
    view::Event &E = barrierOp(Action, BarrierId::null());
    E.Target = Address;
    E.Memory.Object = Variable;
  }
  void meetAt(Id Which) {
    on(Op::Join, Which);
    on(Op::Arrive, Which);
    barrierOp(Op::Wait, view::B1);
  }
  uint32_t Variable;
};

TEST(NamedBarriers, Computed) {
  Computed Right(2);
  view::countedLoop(Right, 5, [&](view::Kernel::Id I) {
    Right.meetAt(Right.op(view::Kernel::K::URem, I, 2));
  });
  EXPECT_EQ(saidOf(Right), "");
  // By the wave: each is alone at its barrier.
  Computed Apart(2);
  Apart.meetAt(Apart.Wave);
  EXPECT_EQ(saidOf(Apart),
            "error named: wave 0 waits for named barrier 'bars' forever: it "
            "expects 2 arrivals, and 1 arrives\nerror named: wave 1 waits for "
            "named barrier 2 forever: it expects 2 arrivals, and 1 arrives\n");
  Computed TooMany(3);
  view::countedLoop(TooMany, 5, [&](view::Kernel::Id I) {
    TooMany.meetAt(TooMany.op(view::Kernel::K::URem, I, 2));
  });
  EXPECT_EQ(saidOf(TooMany),
            "error named: wave 0 waits for named barrier 'bars' forever: it "
            "expects 3 arrivals, and 2 arrive\n");
}

/// The barrier of a wave whose lanes disagree is undefined.
TEST(NamedBarriers, ComputedByLanes) {
  Computed K(2);
  K.meetAt(K.op(view::Kernel::K::URem, K.tid(), 2));
  EXPECT_EQ(saidOf(K).find("error"), std::string::npos);
  Computed Unknown(2);
  Unknown.meetAt(Unknown.op(view::Kernel::K::URem, Unknown.unknown(true), 2));
  EXPECT_EQ(saidOf(Unknown), "unknown other: which named barrier this is "
                             "depends on an unknown value\n");
}

} // namespace
} // namespace fencepost::check
