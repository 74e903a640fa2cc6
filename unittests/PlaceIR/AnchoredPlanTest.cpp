//===- AnchoredPlanTest.cpp - Barriers and fences put into a kernel -------===//
#include "Sample.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::placeir;

namespace {

constexpr llvm::StringLiteral TwoStores = R"(
define amdgpu_kernel void @k() nosync memory(argmem: read) {
entry:
  store i32 1, ptr addrspace(3) @t
  store i32 2, ptr addrspace(3) @t
  ret void
}
)";

PlannedBarrier before(uint32_t Event) {
  PlannedBarrier B;
  B.Point = {0, Event};
  return B;
}

PlannedBarrier part(uint32_t Event, bool IsSignal, bool Early = false) {
  PlannedBarrier B = before(Event);
  B.Signals = IsSignal;
  B.Waits = !IsSignal;
  B.Early = Early;
  return B;
}

} // namespace

TEST(AnchoredPlan, OneBarrier) {
  Sample S(TwoStores);
  PlannedChanges Plan;
  Plan.Added = {before(1)};
  EXPECT_EQ(S.apply(Plan), "");
  EXPECT_EQ(S.synchronization(), R"(entry:
  store i32 1, ptr addrspace(3) @t, align 4
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  store i32 2, ptr addrspace(3) @t, align 4
)");
  EXPECT_FALSE(S.kernel().hasNoSync());
  EXPECT_TRUE(S.kernel().isConvergent());
  EXPECT_EQ(S.kernel().getMemoryEffects(), llvm::MemoryEffects::unknown());
}

TEST(AnchoredPlan, SignalsAndWaitsFromGfx12On) {
  Sample S(TwoStores, "gfx1201");
  PlannedChanges Plan;
  Plan.Added = {part(1, true), part(2, false)};
  for (PlannedBarrier &B : Plan.Added)
    B.OnlyLds = false;
  EXPECT_EQ(S.apply(Plan), "");
  EXPECT_EQ(S.synchronization(), R"(entry:
  store i32 1, ptr addrspace(3) @t, align 4
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  store i32 2, ptr addrspace(3) @t, align 4
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire
)");
}

TEST(AnchoredPlan, TransfersAreCompleteFirst) {
  Sample S(TwoStores, "gfx1250");
  PlannedChanges Plan;
  Plan.Added = {before(1), before(2)};
  Plan.Added[0].First.Async = CompletionWaits::AsyncWaitKind::Counter;
  Plan.Added[1].First.Async = CompletionWaits::AsyncWaitKind::Marks;
  EXPECT_EQ(S.apply(Plan), "");
  EXPECT_EQ(S.synchronization(), R"(entry:
  store i32 1, ptr addrspace(3) @t, align 4
  fence syncscope("wavefront") acq_rel
  call void @llvm.amdgcn.s.wait.asynccnt(i16 0)
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire, !mmra !0
  store i32 2, ptr addrspace(3) @t, align 4
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire, !mmra !0
)");
}

// The tensor data mover has a counter of its own (spec/002, "Memory Model
// GFX125x").
TEST(AnchoredPlan, TensorTransfersHaveTheirOwnWait) {
  Sample S(TwoStores, "gfx1250");
  PlannedChanges Plan;
  Plan.Added = {before(1)};
  Plan.Added[0].First.Tensor = true;
  Plan.Resolution = {CompletionWaits::AsyncWaitKind::Counter, true};
  Plan.Completions = {{0, 2}};
  EXPECT_EQ(S.apply(Plan), "");
  EXPECT_EQ(S.synchronization(), R"(entry:
  store i32 1, ptr addrspace(3) @t, align 4
  fence syncscope("wavefront") acq_rel
  call void @llvm.amdgcn.s.wait.tensorcnt(i16 0)
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)
  fence syncscope("workgroup") acquire, !mmra !0
  store i32 2, ptr addrspace(3) @t, align 4
  fence syncscope("wavefront") acq_rel
  call void @llvm.amdgcn.s.wait.asynccnt(i16 0)
  call void @llvm.amdgcn.s.wait.tensorcnt(i16 0)
  fence syncscope("wavefront") acquire
)");
}

TEST(AnchoredPlan, LanesOfAWaveNeedNoBarrier) {
  Sample S(TwoStores);
  PlannedChanges Plan;
  Plan.WaveFences = {{0, 1}};
  EXPECT_EQ(S.apply(Plan), "");
  EXPECT_EQ(S.synchronization(), R"(entry:
  store i32 1, ptr addrspace(3) @t, align 4
  fence syncscope("wavefront") release, !mmra !0
  fence syncscope("wavefront") acquire, !mmra !0
  store i32 2, ptr addrspace(3) @t, align 4
)");
}

TEST(AnchoredPlan, FencesForABarrierThatIsThere) {
  Sample S(R"(
define amdgpu_kernel void @k() {
entry:
  store i32 1, ptr addrspace(3) @t
  call void @llvm.amdgcn.s.barrier()
  store i32 2, ptr addrspace(3) @t
  ret void
}
)");
  PlannedChanges Plan;
  RepairedBarrier B;
  B.Point = {0, 1};
  B.Release = B.Acquire = true;
  Plan.Repaired = {B};
  EXPECT_EQ(S.apply(Plan), "");
  EXPECT_EQ(S.synchronization(), R"(entry:
  store i32 1, ptr addrspace(3) @t, align 4
  fence syncscope("workgroup") release, !mmra !0
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire, !mmra !0
  store i32 2, ptr addrspace(3) @t, align 4
)");
}

// What must be complete must be so before the existing release.
TEST(AnchoredPlan, TransfersAreCompleteBeforeTheFenceThatIsThere) {
  Sample S(R"(
define amdgpu_kernel void @k() {
entry:
  store i32 1, ptr addrspace(3) @t
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  ret void
}
)");
  PlannedChanges Plan;
  RepairedBarrier B;
  B.Point = {0, 2};
  B.First.Async = CompletionWaits::AsyncWaitKind::Marks;
  Plan.Repaired = {B};
  EXPECT_EQ(S.apply(Plan), "");
  EXPECT_EQ(S.synchronization(), R"(entry:
  store i32 1, ptr addrspace(3) @t, align 4
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
)");
}

TEST(AnchoredPlan, BarriersGoWithTheirFences) {
  constexpr llvm::StringLiteral Text = R"(
define amdgpu_kernel void @k(ptr addrspace(1) %p) {
entry:
  store i32 1, ptr addrspace(3) @t
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  ret void
}
)";
  PlannedChanges Plan;
  Plan.Removed = {{0, 2}};
  Sample S(Text);
  EXPECT_EQ(S.apply(Plan), "");
  EXPECT_EQ(S.synchronization(),
            "entry:\n  store i32 1, ptr addrspace(3) @t, align 4\n");
  // An atomic may need them.
  std::string WithAtomic = Text.str();
  WithAtomic.insert(WithAtomic.find("  ret void"),
                    "  %a = load atomic i32, ptr addrspace(1) %p monotonic, "
                    "align 4\n");
  Sample T(WithAtomic);
  EXPECT_EQ(T.apply(Plan), "");
  EXPECT_NE(T.synchronization().find("release"), std::string::npos);
  EXPECT_EQ(T.synchronization().find("barrier"), std::string::npos);
}

TEST(AnchoredPlan, FencesOfTheNextBarrierStay) {
  Sample S(R"(
define amdgpu_kernel void @k() {
entry:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
  ret void
}
)");
  PlannedChanges Plan;
  Plan.Removed = {{0, 1}};
  EXPECT_EQ(S.apply(Plan), "");
  EXPECT_EQ(S.synchronization(), R"(entry:
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
)");
}
