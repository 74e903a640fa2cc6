//===- NeedlessTest.cpp - Barriers and fences that are not needed --------===//
// Pairs of kernels that differ in the one thing that a barrier or a fence is
// needed for; and the scenarios and kernels of the test folder.
//===----------------------------------------------------------------------===//
#include "Needless/Needless.h"
#include "../View/Kernel.h"
#include "DefectWords.h"
#include "ViewFiles.h"
#include "fencepost/Check/Check.h"
#include <gtest/gtest.h>

namespace fencepost::check {

using namespace view;
using K = ValueKind;
using Id = Kernel::Id;

static std::vector<Defect> needlessIn(Kernel &Kernel,
                                      NeedlessLimits Limits = {}) {
  sym::Analysis Context(Kernel.finish());
  return findNeedless(Context, {}, Limits);
}

/// The sites, as "block.event", of those of one kind; "?" after unknown ones.
static std::string sites(llvm::ArrayRef<Defect> Findings, DefectKind Kind) {
  std::string Result;
  for (const Defect &F : Findings)
    if (F.Kind == Kind)
      Result += (Result.empty() ? "" : " ") +
                std::to_string(F.First.Site.Block) + "." +
                std::to_string(F.First.Site.Event) +
                (F.Certainty == Certainty::Unknown ? "?" : "");
  return Result;
}

static std::string barriers(Kernel &Kernel) {
  return sites(needlessIn(Kernel), DefectKind::NeedlessBarrier);
}
static std::string fences(Kernel &Kernel) {
  return sites(needlessIn(Kernel), DefectKind::NeedlessFence);
}

static Id mirrored(Kernel &X) { return X.op(K::Sub, X.constant(63), X.tid()); }

TEST(Needless, BarrierWithNothingShared) {
  Kernel X(64, 32);
  uint32_t A = X.object("a"), B = X.object("b");
  X.store(A, X.tid());
  X.barrier();
  X.load(A, X.tid());
  X.load(B, mirrored(X));
  std::vector<Defect> All = needlessIn(X);
  EXPECT_EQ(sites(All, DefectKind::NeedlessBarrier), "0.2");
  ASSERT_EQ(All.size(), 1u);
  ASSERT_EQ(All[0].Notes.size(), 2u);
  EXPECT_EQ(noteText(All[0].Notes[0]),
            "this release fence can be removed with it");
  EXPECT_EQ(noteText(All[0].Notes[1]),
            "this acquire fence can be removed with it");
}

TEST(Needless, BarrierBetweenWriteAndRead) {
  Kernel X(64, 32);
  uint32_t A = X.object("a");
  X.store(A, X.tid());
  X.barrier();
  X.load(A, mirrored(X));
  EXPECT_EQ(barriers(X), "");
}

TEST(Needless, BarrierThatKeepsReuseApart) {
  Kernel X(64, 32);
  uint32_t A = X.object("a");
  X.load(A, mirrored(X));
  X.barrier();
  X.store(A, X.tid());
  EXPECT_EQ(barriers(X), "");
}

/// What crosses stays within waves; that is left alone.
TEST(Needless, BarrierWithinWaves) {
  Kernel X(64, 32);
  uint32_t A = X.object("a");
  X.store(A, X.tid());
  X.barrier();
  X.load(A, X.op(K::Xor, X.tid(), 1));
  EXPECT_EQ(barriers(X), "");
}

TEST(Needless, AtomicsAreOrderedByBarriersToo) {
  for (bool Same : {false, true}) {
    Kernel X(64, 32);
    uint32_t A = X.object("a"), B = X.object("b");
    X.atomicAdd(A, X.constant(0));
    X.barrier();
    X.atomicAdd(Same ? A : B, X.constant(0));
    EXPECT_EQ(barriers(X), Same ? "" : "0.2");
  }
}

TEST(Needless, OfTwoInARowOneCanGo) {
  Kernel X(64, 32);
  uint32_t A = X.object("a");
  X.store(A, X.tid());
  X.barrier();
  X.barrier();
  X.load(A, mirrored(X));
  std::vector<Defect> All = needlessIn(X);
  EXPECT_EQ(sites(All, DefectKind::NeedlessBarrier), "0.2");
  ASSERT_EQ(All[0].Notes.size(), 3u);
  EXPECT_EQ(noteText(All[0].Notes[0]),
            "this release fence can be removed with it");
  EXPECT_EQ(noteText(All[0].Notes[1]),
            "this acquire fence can be removed with it");
  EXPECT_EQ(All[0].Notes[2].At, (Site{0, 4}));
  EXPECT_NE(noteText(All[0].Notes[2]).find("must stay"), std::string::npos);
}

/// Each of three could go alone; one has to stay.
TEST(Needless, OfThreeTwoCanGo) {
  Kernel X(64, 32);
  uint32_t A = X.object("a"), B = X.object("b");
  X.store(A, X.tid());
  X.barrier();
  X.load(B, X.tid());
  X.barrier();
  X.load(B, X.tid());
  X.barrier();
  X.load(A, mirrored(X));
  EXPECT_EQ(barriers(X), "0.2 0.6");
}

/// The second barrier has only the fences of the first.
TEST(Needless, FencesThatAnotherBarrierReliesOnStay) {
  Kernel X(64, 32);
  uint32_t A = X.object("a");
  X.store(A, X.tid());
  X.fence(Ordering::Release);
  X.barrierOp(BarrierOp::ArriveWait);
  X.barrierOp(BarrierOp::ArriveWait);
  X.fence(Ordering::Acquire);
  X.load(A, mirrored(X));
  std::vector<Defect> All = needlessIn(X);
  EXPECT_EQ(sites(All, DefectKind::NeedlessBarrier), "0.2");
  for (const DefectNote &R : All[0].Notes)
    EXPECT_NE(noteText(R).find("must stay"), std::string::npos);
}

/// The second orders only LDS, so the first is needed for global memory.
TEST(Needless, BarrierForTheOtherSpace) {
  for (bool LdsOnly : {false, true}) {
    Kernel X(64, 32);
    uint32_t A = X.object("a", AddressSpace::Global);
    AddressSpaceSet Tags;
    if (LdsOnly)
      Tags.insert(AddressSpace::Local);
    X.store(A, X.tid());
    X.barrier();
    X.fence(Ordering::Release, ScopeLevel::Workgroup, Tags);
    X.barrierOp(BarrierOp::ArriveWait);
    X.fence(Ordering::Acquire, ScopeLevel::Workgroup, Tags);
    X.load(A, mirrored(X));
    EXPECT_EQ(barriers(X), LdsOnly ? "0.5" : "0.2");
  }
}

TEST(Needless, OnlyNoAliasKeepsArgumentsApart) {
  for (bool NoAlias : {false, true}) {
    Kernel X(64, 32);
    uint32_t A = X.object("in", AddressSpace::Global),
             B = X.object("out", AddressSpace::Global);
    X.View.Objects[B].NoAlias = NoAlias;
    X.load(A, mirrored(X));
    X.barrier();
    X.store(B, X.tid());
    EXPECT_EQ(barriers(X), NoAlias ? "0.2" : "");
  }
}

/// Data, barrier, flag by one thread for other work-groups; and the reverse.
TEST(Needless, BarrierThatPassesOnWhatIsPublished) {
  for (bool Publishes : {false, true})
    for (ScopeLevel Level : {ScopeLevel::Workgroup, ScopeLevel::Agent}) {
      Kernel X(64, 32);
      uint32_t Data = X.object("data", AddressSpace::Global),
               Flag = X.object("flag", AddressSpace::Global);
      X.View.Objects[Data].NoAlias = X.View.Objects[Flag].NoAlias = true;
      auto Signal = [&] {
        Event &E = X.atomicAdd(Flag, X.tid());
        E.Op.Reach.Level = Level;
      };
      Publishes ? (void)X.store(Data, X.tid()) : Signal();
      X.barrier();
      Publishes ? Signal() : (void)X.load(Data, X.tid());
      EXPECT_EQ(barriers(X), Level == ScopeLevel::Agent ? "" : "0.2");
    }
}

/// The same with a plain or a volatile flag, which is wrong, or nearly so.
TEST(Needless, PlainAndVolatileFlagsCount) {
  for (bool Volatile : {false, true}) {
    Kernel X(64, 32);
    uint32_t Data = X.object("data", AddressSpace::Global),
             Flag = X.object("flag", AddressSpace::Global);
    X.View.Objects[Data].NoAlias = X.View.Objects[Flag].NoAlias = true;
    X.store(Data, X.tid());
    X.barrier();
    X.store(Flag, Volatile ? X.tid() : X.constant(0)).Op.Volatile = Volatile;
    EXPECT_EQ(barriers(X), "");
  }
}

TEST(Needless, BarrierInALoop) {
  for (bool Crosses : {false, true}) {
    Kernel X(64, 32);
    uint32_t A = X.object("a");
    countedLoop(X, 4, [&](Id) {
      X.load(A, X.tid());
      X.barrier();
      X.store(A, Crosses ? mirrored(X) : X.tid());
    });
    EXPECT_EQ(barriers(X).empty(), Crosses);
  }
}

/// Only the back edge brings the two accesses to different sides.
TEST(Needless, BarrierNeededAroundTheLoop) {
  Kernel X(64, 32);
  uint32_t A = X.object("a");
  countedLoop(X, 4, [&](Id) {
    X.barrier();
    X.store(A, X.tid());
    X.barrier();
    X.load(A, mirrored(X));
  });
  EXPECT_EQ(barriers(X), "");
}

TEST(Needless, WhatIsNotUnderstoodKeepsBarriers) {
  using Make = void (*)(Kernel &);
  Make Unclear[] = {
      [](Kernel &X) {
        Event &E = X.barrierOp(BarrierOp::ArriveWait);
        E.Kind = EventKind::Opaque;
      },
      [](Kernel &X) {
        X.barrierOp(BarrierOp::ArriveWait, BarrierId::named(1));
      },
      [](Kernel &X) {
        X.barrierOp(BarrierOp::ArriveWait, BarrierId::cluster());
      },
      [](Kernel &X) { X.load(X.object("a"), X.tid()).Memory.Object = None; }};
  for (Make Add : Unclear) {
    Kernel X(64, 32);
    X.store(X.object("b"), X.tid());
    X.barrier();
    Add(X);
    EXPECT_EQ(barriers(X), "");
  }
}

TEST(Needless, BarrierBehindAnAsyncWait) {
  for (bool Waits : {false, true}) {
    Kernel X(64, 32);
    uint32_t A = X.object("a"), G = X.object("g", AddressSpace::Global);
    X.View.Objects[G].NoAlias = true;
    X.transfer(G, X.tid(), A, X.tid());
    X.barrier();
    if (Waits)
      X.barrierOp(BarrierOp::ArriveWait).Kind = EventKind::AsyncWait;
    X.barrier();
    X.load(X.object("b"), X.tid());
    EXPECT_EQ(barriers(X), Waits ? "" : "0.2 0.5");
  }
}

TEST(Needless, BarriersThatNotAllComeTo) {
  Kernel X(64, 32);
  BlockId Entry = X.CurrentBlock, Then = X.block("then");
  X.barrier();
  BlockId Join = X.block("join");
  X.branch(Entry, X.op(K::ULt, X.tid(), 32), Then, Join, false);
  X.jump(Then, Join);
  EXPECT_EQ(barriers(X), "");
}

TEST(Needless, OneWave) {
  Kernel X(32, 32);
  uint32_t A = X.object("a");
  X.store(A, X.tid());
  X.barrier();
  X.load(A, X.op(K::Xor, X.tid(), 1));
  X.barrier();
  std::vector<Defect> All = needlessIn(X);
  EXPECT_EQ(sites(All, DefectKind::NeedlessBarrier), "0.2 0.6");
  EXPECT_NE(detailOf(All[0]).find("one wave"), std::string::npos);
  EXPECT_NE(noteText(All[0].Notes[0]).find("must stay"), std::string::npos);
  EXPECT_EQ(noteText(All[1].Notes[0]).find("must stay"), std::string::npos);
}

TEST(Needless, SplitBarrier) {
  for (bool Crosses : {false, true}) {
    Kernel X(64, 32);
    uint32_t A = X.object("a");
    X.store(A, X.tid());
    X.fence(Ordering::Release);
    X.barrierOp(BarrierOp::Arrive);
    X.barrierOp(BarrierOp::Wait);
    X.fence(Ordering::Acquire);
    X.load(A, Crosses ? mirrored(X) : X.tid());
    EXPECT_EQ(barriers(X), Crosses ? "" : "0.2");
  }
}

TEST(Needless, ScopeTooWide) {
  for (bool Out : {false, true})
    for (ScopeLevel Level :
         {ScopeLevel::Workgroup, ScopeLevel::Agent, ScopeLevel::System}) {
      Kernel X(64, 32);
      uint32_t A = X.object("a"), G = X.object("g", AddressSpace::Global);
      X.store(A, X.tid());
      X.fence(Ordering::Release, Level);
      X.barrierOp(BarrierOp::ArriveWait);
      X.fence(Ordering::Acquire, Level);
      X.load(A, mirrored(X));
      X.store(G, X.tid()).Op.Volatile = Out;
      bool Wide = !Out && Level != ScopeLevel::Workgroup;
      EXPECT_EQ(fences(X), Wide ? "0.1 0.3" : "");
    }
}

TEST(Needless, FencesThatOrderNothing) {
  Kernel X(64, 32);
  uint32_t A = X.object("a");
  X.fence(Ordering::SequentiallyConsistent, ScopeLevel::Agent); // First of all.
  X.store(A, X.tid());
  X.fence(Ordering::AcquireRelease); // The barrier's own do its work.
  X.barrier();
  X.load(A, mirrored(X));
  X.fence(Ordering::Release, ScopeLevel::System); // Last of all.
  EXPECT_EQ(fences(X), "0.0 0.2 0.7");
}

TEST(Needless, FencesThatPairWithAtomics) {
  Kernel X(64, 32);
  uint32_t A = X.object("a"), G = X.object("g", AddressSpace::Global);
  X.store(A, X.tid());
  X.fence(Ordering::Release);
  X.atomicAdd(G, X.tid());
  X.fence(Ordering::Acquire);
  X.load(A, X.tid());
  EXPECT_EQ(fences(X), "");
}

/// A fence alone may order the lanes of a wave.
TEST(Needless, FencesWithinWavesStay) {
  Kernel X(64, 32);
  uint32_t A = X.object("a");
  X.store(A, X.tid());
  X.fence(Ordering::AcquireRelease);
  X.load(A, X.op(K::Xor, X.tid(), 1));
  EXPECT_EQ(fences(X), "");
}

TEST(Needless, LimitsAreSaid) {
  Kernel X(64, 32);
  uint32_t A = X.object("a");
  X.store(A, X.tid());
  X.barrier();
  X.load(A, X.tid());
  NeedlessLimits Limits;
  Limits.Pairs = 0;
  EXPECT_EQ(sites(needlessIn(X, Limits), DefectKind::NeedlessBarrier), "0.2?");
}

TEST(Needless, ErrorsComeFirst) {
  Kernel X(64, 32);
  uint32_t A = X.object("a");
  X.barrier();
  X.store(A, X.tid());
  X.load(A, mirrored(X));
  for (bool Perf : {false, true}) {
    sym::AnalysisLimits Limits;
    Limits.Perf = Perf;
    X.finish();
    X.View.SizeIsExact = true;
    EXPECT_EQ(sites(checkKernel(X.View, Limits), DefectKind::NeedlessBarrier),
              "");
  }
  EXPECT_EQ(barriers(X), "0.1");
}

/// The scenarios that are about speed, on all their processors; the others and
/// the kernels are silent. In one scenario threads only share with themselves.
TEST(Needless, FilesOfTheTestFolder) {
  unsigned Found = 0;
  for (const char *Folder : {"check/Inputs", "kernels"})
    for (const ViewFile &File : viewFilesIn(Folder)) {
      bool Barrier = File.Expect == "needless-barrier" ||
                     File.Name.find("lds-only-private") != std::string::npos;
      bool Fence = File.Expect == "needless-fence";
      for (const std::string &Processor : File.Processors) {
        if (Processor != File.Processors[0] && !Barrier && !Fence)
          continue;
        for (const SyncView &View : viewsOf(File, Processor)) {
          sym::AnalysisLimits Limits;
          Limits.Perf = true;
          std::vector<Defect> All = checkKernel(View, Limits);
          std::string Barriers = sites(All, DefectKind::NeedlessBarrier),
                      Fences = sites(All, DefectKind::NeedlessFence);
          EXPECT_EQ(!Barriers.empty(), Barrier)
              << File.Name << " on " << Processor << ": " << Barriers;
          EXPECT_EQ(!Fences.empty(), Fence)
              << File.Name << " on " << Processor << ": " << Fences;
          Found += Barrier + Fence;
        }
      }
    }
  EXPECT_EQ(Found, 25u); // Five scenarios on five processors.
}

} // namespace fencepost::check
