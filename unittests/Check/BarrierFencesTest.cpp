//===- BarrierFencesTest.cpp - Barriers with and without fences ----------===//
// Store, barrier, load of another thread's element: which fences make it right,
// and which finding says what is missing.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/BarrierFences.h"
#include "../View/Kernel.h"
#include "DefectWords.h"
#include "Races/Races.h"
#include <gtest/gtest.h>

namespace fencepost::check {

using namespace view;
using K = ValueKind;

static std::vector<Defect> faultsIn(Kernel &Kernel) {
  sym::Analysis Context(Kernel.finish());
  Boundaries Bounds{&Kernel.View, {}, {}};
  std::vector<Defect> Races = findRaces(Context, Bounds);
  EXPECT_TRUE(Races.empty());
  return findFenceFaults(Context, Races);
}

namespace {
struct Fence {
  Ordering Order;
  ScopeLevel Level = ScopeLevel::Workgroup;
  AddressSpaceSet Tags = {};
};
} // namespace

static std::vector<Defect> exchange(std::optional<Fence> Before,
                                    std::optional<Fence> After,
                                    AddressSpace Space = AddressSpace::Local,
                                    bool Split = false) {
  Kernel X(64, 32);
  uint32_t Object = X.object("x", Space);
  X.store(Object, X.tid());
  if (Before)
    X.fence(Before->Order, Before->Level, Before->Tags);
  X.barrierOp(Split ? BarrierOp::Arrive : BarrierOp::ArriveWait);
  if (Split)
    X.barrierOp(BarrierOp::Wait);
  if (After)
    X.fence(After->Order, After->Level, After->Tags);
  X.load(Object, X.op(K::Xor, X.tid(), 32));
  return faultsIn(X);
}

static std::optional<DefectKind> kindOf(const std::vector<Defect> &Found) {
  if (Found.empty())
    return std::nullopt;
  EXPECT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Certainty, Certainty::Error) << reasonOf(Found[0]);
  EXPECT_TRUE(Found[0].Barrier.has_value());
  return Found[0].Kind;
}

static const Fence Release{Ordering::Release}, Acquire{Ordering::Acquire},
    Both{Ordering::SequentiallyConsistent};
static const AddressSpaceSet LdsOnly{AddressSpace::Local};

TEST(BarrierFences, BothSidesNeedOne) {
  for (bool Split : {false, true}) {
    AddressSpace L = AddressSpace::Local;
    EXPECT_EQ(kindOf(exchange(Release, Acquire, L, Split)), std::nullopt);
    EXPECT_EQ(kindOf(exchange(Both, Both, L, Split)), std::nullopt);
    for (auto [Before, After] :
         {std::pair<std::optional<Fence>, std::optional<Fence>>{},
          {Release, {}},
          {Both, {}},
          {{}, Acquire},
          {Acquire, Release}})
      EXPECT_EQ(kindOf(exchange(Before, After, L, Split)),
                DefectKind::BarrierWithoutFence);
  }
}

TEST(BarrierFences, ScopeMustReachTheWorkgroup) {
  Fence Narrow{Ordering::Release, ScopeLevel::Wavefront};
  EXPECT_EQ(kindOf(exchange(Narrow, Acquire)), DefectKind::FenceTooNarrow);
  Fence Wide{Ordering::Release, ScopeLevel::Agent};
  EXPECT_EQ(kindOf(exchange(Wide, Acquire)), std::nullopt);
}

TEST(BarrierFences, AnnotationMustCoverTheSpace) {
  Fence R{Ordering::Release, ScopeLevel::Workgroup, LdsOnly};
  Fence A{Ordering::Acquire, ScopeLevel::Workgroup, LdsOnly};
  EXPECT_EQ(kindOf(exchange(R, A)), std::nullopt);
  EXPECT_EQ(kindOf(exchange(R, A, AddressSpace::Global)),
            DefectKind::FenceTooNarrow);
  EXPECT_EQ(kindOf(exchange(Release, Acquire, AddressSpace::Global)),
            std::nullopt);
}

TEST(BarrierFences, OwnDataNeedsNone) {
  Kernel X(64, 32);
  uint32_t Out = X.object("out", AddressSpace::Global);
  X.store(Out, X.tid());
  X.barrier(false);
  X.load(Out, X.tid());
  EXPECT_TRUE(faultsIn(X).empty());
}

TEST(BarrierFences, OneWaveNeedsOnlyItsOwn) {
  Kernel X(32, 32);
  uint32_t Lds = X.object("lds");
  X.store(Lds, X.tid());
  X.fence(Ordering::Release, ScopeLevel::Wavefront);
  X.barrierOp(BarrierOp::ArriveWait);
  X.fence(Ordering::Acquire, ScopeLevel::Wavefront);
  X.load(Lds, X.op(K::Xor, X.tid(), 1));
  EXPECT_TRUE(faultsIn(X).empty());
}

TEST(BarrierFences, FencesOfTwoBarriersInARowCount) {
  // release, barrier, barrier, acquire: the edge goes through both
  // (docs/model.md M7, barrier-executes-before is transitive).
  Kernel X(64, 32);
  uint32_t Lds = X.object("lds");
  X.store(Lds, X.tid());
  X.fence(Ordering::Release);
  X.barrierOp(BarrierOp::ArriveWait);
  X.barrierOp(BarrierOp::ArriveWait);
  X.fence(Ordering::Acquire);
  X.load(Lds, X.op(K::Xor, X.tid(), 32));
  EXPECT_TRUE(faultsIn(X).empty());
}

TEST(BarrierFences, AnAccessBehindTheFenceIsNotReleased) {
  // What was stored before the fence is ordered; what comes after it is not.
  for (bool Late : {false, true}) {
    Kernel X(64, 32);
    uint32_t A = X.object("a"), B = X.object("b");
    X.store(A, X.tid());
    X.fence(Ordering::Release);
    X.store(B, X.tid());
    X.barrierOp(BarrierOp::ArriveWait);
    X.fence(Ordering::Acquire);
    X.load(Late ? B : A, X.op(K::Xor, X.tid(), 32));
    unsigned Errors = 0;
    for (const Defect &F : faultsIn(X))
      Errors += F.Certainty == Certainty::Error;
    EXPECT_EQ(Errors, Late ? 1u : 0u);
  }
}

TEST(BarrierFences, NamesTheBarrier) {
  Kernel X(64, 32);
  uint32_t Lds = X.object("lds");
  X.store(Lds, X.tid());
  X.barrier();                            // Events 1 to 3.
  X.load(Lds, X.op(K::Xor, X.tid(), 32)); // Event 4.
  X.barrier(false);                       // Event 5.
  X.store(Lds, X.tid());                  // Event 6.
  std::vector<Defect> Found = faultsIn(X);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Conflict, ConflictKind::ReadWrite);
  EXPECT_EQ(*Found[0].Barrier, (Site{0, 5}));
}

} // namespace fencepost::check
