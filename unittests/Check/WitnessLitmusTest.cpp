//===- WitnessLitmusTest.cpp - Findings as litmus tests ------------------===//
// What the tests say, word for word, on views written by hand; and that every
// race that is an error is a race by the model too (WitnessModel.h): on random
// views with and without all their fences, on the scenarios of test/check, and
// on the kernels of test/kernels with one barrier, fence or wait removed.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/WitnessLitmus.h"
#include "../View/RandomKernel.h"
#include "AsyncKernel.h"
#include "ViewFiles.h"
#include "WitnessModel.h"
#include "fencepost/Check/Check.h"
#include "fencepost/Target/Processor.h"
#include <gtest/gtest.h>

namespace fencepost::check {

/// The tests of all errors, which must be right by the model.
static std::string litmusTests(const view::SyncView &View) {
  std::string All;
  for (const check::Defect &F : checkKernel(View)) {
    if (F.Certainty != Certainty::Error)
      continue;
    std::optional<std::string> Text = litmusOf(View, F, "t", "k.ll");
    if (!Text)
      return "none";
    EXPECT_EQ(problemWithLitmus(*Text, F), "") << *Text;
    All += *Text;
  }
  return All;
}

/// Without the lines of comments and the comments after statements.
static std::string codeOf(const view::SyncView &View) {
  std::string All = litmusTests(View), Result = "\n";
  llvm::StringRef Rest = All;
  while (!Rest.empty()) {
    auto [Line, After] = Rest.split('\n');
    llvm::StringRef Code = Line.split("//").first.rtrim();
    if (!Code.empty())
      Result += Code.str() + "\n";
    Rest = After;
  }
  return Result;
}

TEST(WitnessLitmus, SaysWhereEverythingComesFrom) {
  view::Kernel K(4, 2);
  K.View.Kernel = "reverse";
  uint32_t Tile = K.object("tile");
  K.store(Tile, K.tid()).Where = {"", 7, 3};
  K.barrier(/*Fenced=*/false);
  K.View.Blocks[0].Events.back().Where = {"a.cl", 8, 0};
  K.load(Tile, K.op(view::Kernel::K::Sub, K.constant(3), K.tid())).Where = {
      "a.cl", 9, 5};
  EXPECT_EQ(litmusTests(K.finish()),
            R"(// Kernel reverse: a race on byte 0 of LDS 'tile'.
// P0: work-item (0, 0, 0) of wave 0 writes it at k.ll:7:3
// P1: work-item (3, 0, 0) of wave 1 reads it at a.cl:9:5
// Work-group (0, 0, 0) has 4 x 1 x 1 work-items in waves of 2.
// The reason: there is no release fence before the signal; there is no acquire fence after the wait.
AMDGPU t
{ local tile = 0; }
thread P0 @ wavefront 0 {
  store tile, 1                            // k.ll:7:3
  barrier                                  // a.cl:8
}
thread P1 @ wavefront 1 {
  barrier                                  // a.cl:8
  r0 = load tile                           // a.cl:9:5
}
exists (race)
)");
}

TEST(WitnessLitmus, BothComeToTheBarrierThatOneHasPassed) {
  view::Kernel K(4, 2);
  uint32_t Tile = K.object("tile");
  view::countedLoop(K, 3, [&](view::Kernel::Id) {
    K.store(Tile, K.tid());
    K.fence(Ordering::Release);
    K.barrierOp(BarrierOp::Arrive);
    K.load(Tile, K.op(view::Kernel::K::Xor, K.tid(), 2));
    K.barrierOp(BarrierOp::Wait);
    K.fence(Ordering::Acquire);
  });
  EXPECT_EQ(codeOf(K.finish()), R"(
AMDGPU t
{ local tile = 0; }
thread P0 @ wavefront 0 {
  store tile, 1
  fence release workgroup
  barrier.arrive workgroup
  barrier.wait workgroup
}
thread P1 @ wavefront 1 {
  fence release workgroup
  barrier.arrive workgroup
  r0 = load tile
  barrier.wait workgroup
}
exists (race)
)");
}

TEST(WitnessLitmus, LanesOfAWaveAreOneWave) {
  view::Kernel K(4, 4);
  uint32_t Tile = K.object("tile", AddressSpace::Global);
  K.barrier();
  K.store(Tile, K.tid());
  K.load(Tile, K.op(view::Kernel::K::Xor, K.tid(), 1));
  K.barrier();
  EXPECT_EQ(codeOf(K.finish()), R"(
AMDGPU t
{ global tile = 0; }
thread P0 @ wavefront 0 {
  fence acquire workgroup
  store tile, 1
}
thread P1 @ wavefront 0 {
  fence acquire workgroup
  r0 = load tile
}
exists (race)
)");
}

TEST(WitnessLitmus, AccessesAreWhatTheyAre) {
  view::Kernel K(4, 2);
  uint32_t A = K.object("a"), B = K.object("b"), C = K.object("c");
  view::Kernel::Id Zero = K.constant(0);
  K.atomicAdd(A, Zero);
  K.load(A, Zero);
  K.barrier();
  view::Event &Swap = K.atomicAdd(B, Zero);
  Swap.Op.Kind = OpKind::CmpXchg;
  Swap.Op.Order = Ordering::AcquireRelease;
  Swap.Op.FailureOrder = Ordering::Acquire;
  Swap.Op.Reach.Level = ScopeLevel::Agent;
  K.load(B, Zero);
  K.barrier();
  view::Event &Load = K.load(C, K.tid());
  Load.Op.Order = Ordering::Monotonic;
  Load.Op.Reach = {ScopeLevel::Workgroup, true};
  view::Event &Store = K.store(C, K.op(view::Kernel::K::Xor, K.tid(), 2));
  Store.Op.Kind = OpKind::StoreAvailable;
  Store.Op.Reach.Level = ScopeLevel::Workgroup;
  std::string Code = codeOf(K.finish());
  EXPECT_NE(Code.find("\n  atomicrmw add a, 1 monotonic system\n}\n"),
            Code.npos)
      << Code;
  EXPECT_NE(Code.find("\n  r0 = load a\n}\n"), Code.npos) << Code;
  EXPECT_NE(Code.find("\n  cmpxchg b, 0, 1 acq_rel acquire agent\n}\n"),
            Code.npos)
      << Code;
  EXPECT_NE(Code.find("\n  r0 = load atomic c monotonic workgroup-one-as\n}\n"),
            Code.npos)
      << Code;
  EXPECT_NE(Code.find("\n  store.av c, 2 workgroup\n}\n"), Code.npos) << Code;
}

TEST(WitnessLitmus, TransfersAreAsynchronousOrNot) {
  for (bool Async : {false, true}) {
    view::Kernel K(4, 2);
    uint32_t Tile = K.object("tile");
    uint32_t Index = K.object("in", AddressSpace::Global);
    K.transfer(Index, K.tid(), Tile, K.tid()).Op.Kind =
        Async ? OpKind::AsyncLoad : OpKind::LdsDma;
    K.load(Tile, K.op(view::Kernel::K::Xor, K.tid(), 2));
    EXPECT_EQ(codeOf(K.finish()),
              std::string(R"(
AMDGPU t
{ local tile = 0; global tile_from_0 = 0; }
thread P0 @ wavefront 0 {
)") +
                  (Async ? "  async.load tile_from_0 -> tile\n"
                         : "  r0 = load tile_from_0\n  store tile, r0\n") +
                  R"(}
thread P1 @ wavefront 1 {
  r0 = load tile
}
exists (race)
)");
  }
}

TEST(WitnessLitmus, ATransferOfTheThreadItself) {
  AsyncKernel K(4, 2);
  K.asyncLoad(K.tid());
  K.mark();
  K.wait(1);
  K.load(K.Lds, K.tid());
  EXPECT_EQ(codeOf(K.finish()), R"(
AMDGPU t
{ local lds = 0; global lds_from_1 = 0; }
thread P0 @ wavefront 0 {
  async.load lds_from_1 -> lds
  asyncmark
  wait.asyncmark 1
  r0 = load lds
}
exists (race)
)");
}

TEST(WitnessLitmus, ATransferOfAnotherWave) {
  AsyncKernel K(4, 2);
  K.asyncLoad(K.tid());
  K.mark();
  K.barrier();
  K.wait(0);
  K.load(K.Lds, K.op(view::Kernel::K::Xor, K.tid(), 2));
  EXPECT_EQ(codeOf(K.finish()), R"(
AMDGPU t
{ local lds = 0; global lds_from_1 = 0; }
thread P0 @ wavefront 0 {
  fence release workgroup
  barrier
  fence acquire workgroup
  r0 = load lds
}
thread P1 @ wavefront 1 {
  async.load lds_from_1 -> lds
  asyncmark
  fence release workgroup
  barrier
}
exists (race)
)");
}

TEST(WitnessLitmus, NamesAreMadeToFit) {
  for (const char *Name :
       {"atomic", "P0", "P1x", "", "7up", "a b\n\"c\"", "barrier.wait",
        "workgroup", "r0", "race", "local", "acquire", "mended_"}) {
    view::Kernel K(4, 2);
    K.View.Kernel = Name;
    uint32_t Tile = K.object(Name);
    K.store(Tile, K.tid());
    K.load(Tile, K.op(view::Kernel::K::Xor, K.tid(), 2));
    EXPECT_NE(litmusTests(K.finish()), "none") << Name;
  }
}

TEST(WitnessLitmus, WavesMeetAtTheBarrierOfTheCluster) {
  view::Kernel K(6, 2);
  K.View.Proc = findProcessor("gfx1250");
  uint32_t Tile = K.object("tile");
  K.store(Tile, K.tid());
  K.barrierOp(BarrierOp::ArriveWait, BarrierId::cluster());
  K.load(Tile, K.op(view::Kernel::K::Xor, K.tid(), 2));
  EXPECT_EQ(codeOf(K.finish()), R"(
AMDGPU t
{ local tile = 0; }
thread P0 @ wavefront 0 {
  store tile, 1
  first = barrier.arrive.isfirst workgroup
  barrier.wait workgroup
  if (first) {
    barrier.arrive cluster
  }
  barrier.wait cluster
}
thread P1 @ wavefront 1 {
  first = barrier.arrive.isfirst workgroup
  barrier.wait workgroup
  if (first) {
    barrier.arrive cluster
  }
  barrier.wait cluster
  r0 = load tile
}
exists (race)
)");
}

/// Three waves are counted at the barrier, so all three are there; the fourth
/// is not. Only the first lane of a wave initialises.
TEST(WitnessLitmus, AllMembersOfANamedBarrierAreThere) {
  view::Kernel K(8, 2);
  K.View.Proc = findProcessor("gfx1250");
  uint32_t Tile = K.object("tile");
  BarrierId Named = BarrierId::named(1);
  view::Kernel::Id NotFirst = K.op(view::Kernel::K::Ne, K.tid(), 0);
  view::Kernel::Id IsLast = K.op(view::Kernel::K::ULt, K.constant(5), K.tid());
  view::BlockId Start = K.CurrentBlock, Init = K.block("init");
  K.barrierOp(BarrierOp::Init, Named).Op.Members = 3;
  view::BlockId Ready = K.block("ready");
  K.branch(Start, NotFirst, Ready, Init, false);
  K.jump(Init, Ready);
  K.barrierOp(BarrierOp::ArriveWait);
  view::BlockId Use = K.block("use");
  K.barrierOp(BarrierOp::Join, Named);
  K.store(Tile, K.tid());
  K.fence(Ordering::Release);
  K.barrierOp(BarrierOp::Arrive, Named);
  K.barrierOp(BarrierOp::Wait, Named);
  K.load(Tile, K.op(view::Kernel::K::Xor, K.tid(), 2));
  view::BlockId End = K.block("end");
  K.branch(Ready, IsLast, End, Use, false);
  K.jump(Use, End);
  EXPECT_EQ(codeOf(K.finish()), R"(
AMDGPU t
{ local tile = 0; barrier b1; }
thread P0 @ wavefront 0 {
  barrier.init b1, 3
  barrier
  barrier.join b1
  store tile, 1
  fence release workgroup
  barrier.arrive b1
}
thread P1 @ wavefront 1 {
  barrier
  barrier.join b1
  fence release workgroup
  barrier.arrive b1
  barrier.wait b1
  r0 = load tile
}
thread P2 @ wavefront 2 {
  barrier
  barrier.join b1
  fence release workgroup
  barrier.arrive b1
}
exists (race)
)");
}

static void expectSome(const WitnessTotals &Sum, unsigned Races,
                       unsigned Fences) {
  EXPECT_GE(Sum.Races, Races);
  EXPECT_GE(Sum.Fences, Fences);
  EXPECT_EQ(Sum.Without, 0u) << "errors of which there is no test";
}

TEST(WitnessLitmus, RandomViews) {
  WitnessTotals Sum;
  for (int Budget : {3, 5, 8, 12})
    for (unsigned Seed = 0; Seed < 100; ++Seed) {
      view::RandomKernel Random(Seed, Budget);
      ASSERT_EQ(problemWithWitnesses(Random.Result.View, Sum), "")
          << "seed " << Seed << ", budget " << Budget << "\n"
          << Random.Text;
    }
  expectSome(Sum, 400, 0);
}

/// Takes away or weakens about half of the fences.
static void spoilFences(view::SyncView &View, unsigned Seed) {
  std::mt19937 Random(Seed);
  for (view::Block &B : View.Blocks) {
    std::vector<view::Event> Kept;
    for (view::Event &E : B.Events) {
      unsigned Choice = Random() % 8;
      if (E.Kind == view::EventKind::Fence) {
        if (Choice < 2)
          continue;
        if (Choice == 2)
          E.Op.Reach.Level = ScopeLevel::Wavefront;
        if (Choice == 3)
          E.Op.Tags.Synchronize.insert(AddressSpace::Global);
        if (Choice == 4)
          E.Op.Tags.Synchronize.insert(AddressSpace::Local);
        if (Choice == 5)
          E.Op.Reach.OneAddressSpace = true;
      }
      Kept.push_back(E);
    }
    B.Events = std::move(Kept);
  }
}

TEST(WitnessLitmus, RandomViewsWithSpoiledFences) {
  WitnessTotals Sum;
  for (int Budget : {4, 6, 9, 13})
    for (unsigned Seed = 0; Seed < 100; ++Seed) {
      view::RandomKernel Random(Seed, Budget);
      spoilFences(Random.Result.View, Seed);
      ASSERT_EQ(problemWithWitnesses(Random.Result.View, Sum), "")
          << "seed " << Seed << ", budget " << Budget << "\n"
          << Random.Text;
    }
  expectSome(Sum, 400, 80);
}

/// On the first and the last processor: their waves differ in size where that
/// is possible.
TEST(WitnessLitmus, Scenarios) {
  WitnessTotals Sum;
  for (const ViewFile &File : viewFilesIn("check/Inputs")) {
    if (File.Expect == "silent")
      continue;
    for (const std::string &Cpu :
         {File.Processors.front(), File.Processors.back()})
      for (const view::SyncView &View : viewsOf(File, Cpu))
        EXPECT_EQ(problemWithWitnesses(View, Sum), "") << File.Name;
  }
  expectSome(Sum, 16, 20);
  EXPECT_GE(Sum.Async, 16u);
  EXPECT_GE(Sum.Flags, 12u);
}

/// The view without one of its barriers, fences or waits.
static std::vector<view::SyncView> mutantsOf(const view::SyncView &View) {
  std::vector<view::SyncView> Result;
  view::forEachEvent(View, [&](view::Site At, const view::Event &E) {
    if (E.Kind != view::EventKind::Barrier &&
        E.Kind != view::EventKind::Fence &&
        E.Kind != view::EventKind::AsyncWait)
      return;
    Result.push_back(View);
    std::vector<view::Event> &Events = Result.back().Blocks[At.Block].Events;
    Events.erase(Events.begin() + At.Event);
  });
  return Result;
}

/// Every third one: most of the time goes to the checker itself.
TEST(WitnessLitmus, MutantsOfKernels) {
  WitnessTotals Sum;
  unsigned Number = 0;
  for (const ViewFile &File : viewFilesIn("kernels"))
    for (const view::SyncView &View : viewsOf(File, File.Processors.back()))
      for (const view::SyncView &Mutant : mutantsOf(View)) {
        if (Number++ % 3 != 0)
          continue;
        EXPECT_EQ(problemWithWitnesses(Mutant, Sum), "") << File.Name;
      }
  expectSome(Sum, 3, 5);
}

/// All of those that are ordered by other barriers than the work-group's.
TEST(WitnessLitmus, MutantsWithNamedAndClusterBarriers) {
  WitnessTotals Sum;
  for (const ViewFile &File : viewFilesIn("kernels")) {
    llvm::StringRef Name = File.Name;
    if (!Name.starts_with("named-") && !Name.starts_with("cluster-"))
      continue;
    for (const view::SyncView &View : viewsOf(File, "gfx1250"))
      for (const view::SyncView &Mutant : mutantsOf(View))
        EXPECT_EQ(problemWithWitnesses(Mutant, Sum), "") << File.Name;
  }
  expectSome(Sum, 2, 8);
}

/// All work-items of a work-group store, one publishes; one polls, all read.
static const char *const HandedThroughBarriers = R"ir(
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare void @llvm.amdgcn.s.barrier()
define amdgpu_kernel void @k(ptr addrspace(1) noalias %data, ptr addrspace(1) noalias %flag, ptr addrspace(1) noalias %out) #0 !reqd_work_group_size !0 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %group = call i32 @llvm.amdgcn.workgroup.id.x()
  %zero = icmp eq i32 %id, 0
  %first = icmp eq i32 %group, 0
  br i1 %first, label %write, label %read
write:
  %my = getelementptr i32, ptr addrspace(1) %data, i32 %id
  store i32 1, ptr addrspace(1) %my
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  br i1 %zero, label %publish, label %end
publish:
  store atomic i32 1, ptr addrspace(1) %flag syncscope("agent") release, align 4
  br label %end
read:
  br i1 %zero, label %poll, label %go
poll:
  %seen = load atomic i32, ptr addrspace(1) %flag syncscope("agent") acquire, align 4
  %ready = icmp ne i32 %seen, 0
  br i1 %ready, label %go, label %poll
go:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  %of = xor i32 %id, 64
  %from = getelementptr i32, ptr addrspace(1) %data, i32 %of
  %got = load i32, ptr addrspace(1) %from
  store i32 %got, ptr addrspace(1) %out
  br label %end
end:
  ret void
}
attributes #0 = { "amdgpu-flat-work-group-size"="128,128" }
!0 = !{i32 128, i32 1, i32 1}
)ir";

/// Without one fence or barrier, or with a weaker flag.
TEST(WitnessLitmus, FlagsThroughBarriers) {
  WitnessTotals Sum;
  view::SyncView View = viewsOfText(HandedThroughBarriers, "gfx942")[0];
  std::vector<view::SyncView> Mutants = mutantsOf(View);
  view::forEachEvent(View, [&](view::Site At, const view::Event &E) {
    if (!E.Op.isAtomic() || E.Kind != view::EventKind::Access)
      return;
    Mutants.push_back(View);
    Mutants.back().Blocks[At.Block].Events[At.Event].Op.Order =
        Ordering::Monotonic;
  });
  EXPECT_EQ(Mutants.size(), 8u);
  EXPECT_EQ(problemWithWitnesses(View, Sum), "");
  EXPECT_EQ(Sum.Flags, 0u);
  for (const view::SyncView &Mutant : Mutants)
    EXPECT_EQ(problemWithWitnesses(Mutant, Sum), "");
  EXPECT_EQ(Sum.Without, 0u);
  EXPECT_EQ(Sum.Flags, 8u);
}

} // namespace fencepost::check
