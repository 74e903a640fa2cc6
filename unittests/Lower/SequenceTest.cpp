//===- SequenceTest.cpp - Steps as text, with reasons ---------------------===//
#include "AllOperations.h"
#include "fencepost/Lower/Lower.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::lower;
using fencepost::lower::test::barrierOperation;

namespace {

Mode mode(llvm::StringRef Cpu, llvm::StringRef Features = "") {
  return llvm::cantFail(Mode::parse(Cpu, Features));
}

Operation atomic(OpKind Kind, Ordering Order, ScopeLevel Level,
                 AddressSpace Space = AddressSpace::Global) {
  Operation Op;
  Op.Kind = Kind;
  Op.Order = Order;
  Op.Reach = {Level, false};
  Op.Space = Space;
  return Op;
}

std::string show(llvm::ArrayRef<Step> Steps) {
  std::string Text;
  for (const Step &S : Steps)
    Text += (Text.empty() ? "" : "; ") + S.text();
  return Text;
}

/// "before | access | after"
std::string show(const Operation &Op, const Mode &M, Dialect D) {
  llvm::Expected<Sequence> S = lower::lower(Op, M, D);
  if (!S)
    return "error: " + llvm::toString(S.takeError());
  return show(S->before()) + " | " + show(S->access()) + " | " +
         show(S->after());
}

} // namespace

TEST(Sequence, IsWrittenAsLlvmWritesIt) {
  Operation Acquire =
      atomic(OpKind::Load, Ordering::Acquire, ScopeLevel::Agent);
  EXPECT_EQ(show(Acquire, mode("gfx942"), Dialect::Spec),
            " | global_load_dword sc1 | s_waitcnt vmcnt(0); buffer_inv sc1");
  EXPECT_EQ(show(Acquire, mode("gfx1200"), Dialect::Spec),
            " | global_load_b32 scope:SCOPE_DEV | s_wait_loadcnt 0x0; "
            "global_inv scope:SCOPE_DEV");
  Operation Release =
      atomic(OpKind::Store, Ordering::Release, ScopeLevel::Agent);
  EXPECT_EQ(show(Release, mode("gfx1030"), Dialect::Spec),
            "s_waitcnt vmcnt(0) lgkmcnt(0); s_waitcnt_vscnt null, 0x0 | "
            "global_store_dword | ");
}

TEST(Sequence, FencesHaveNoAccess) {
  Operation Fence =
      atomic(OpKind::Fence, Ordering::AcquireRelease, ScopeLevel::System);
  EXPECT_EQ(show(Fence, mode("gfx90a"), Dialect::Spec),
            "buffer_wbl2; s_waitcnt vmcnt(0) lgkmcnt(0); "
            "buffer_invl2; buffer_wbinvl1_vol |  | ");
  EXPECT_EQ(show(Fence, mode("gfx90a"), Dialect::Llvm22),
            "buffer_wbl2; s_waitcnt vmcnt(0) lgkmcnt(0); buffer_invl2; "
            "buffer_wbinvl1_vol |  | ");
}

TEST(Sequence, NoAvailabilityLeavesTheWaits) {
  Operation Op = atomic(OpKind::Store, Ordering::Release, ScopeLevel::Agent);
  Op.Tags.NoAv = true;
  EXPECT_EQ(show(Op, mode("gfx942"), Dialect::Llvm22),
            "buffer_wbl2 sc1; s_waitcnt vmcnt(0) lgkmcnt(0) | "
            "global_store_dword sc1 | ");
  Operation Load = atomic(OpKind::Load, Ordering::Acquire, ScopeLevel::System);
  Load.Tags.NoAv = true;
  EXPECT_EQ(show(Load, mode("gfx1250"), Dialect::Spec),
            " | global_load_b32 scope:SCOPE_SYS | s_wait_loadcnt 0x0");
}

TEST(Sequence, AvailabilityIsInTheCacheBits) {
  Operation Op;
  Op.Kind = OpKind::StoreAvailable;
  Op.Reach = {ScopeLevel::Agent, false};
  Op.Bits = 128;
  EXPECT_EQ(show(Op, mode("gfx942"), Dialect::Spec),
            " | global_store_dwordx4 sc1 | ");
  EXPECT_EQ(show(Op, mode("gfx900"), Dialect::Spec),
            " | global_store_dwordx4 | ");
  Op.Kind = OpKind::LoadVisible;
  EXPECT_EQ(show(Op, mode("gfx900"), Dialect::Spec),
            " | global_load_dwordx4 glc | ");
  EXPECT_EQ(show(Op, mode("gfx1201"), Dialect::Spec),
            " | global_load_b128 scope:SCOPE_DEV | ");
}

TEST(Sequence, Barriers) {
  Operation Joint =
      barrierOperation(BarrierOp::ArriveWait, BarrierId::workgroup());
  EXPECT_EQ(show(Joint, mode("gfx900"), Dialect::Spec),
            "s_waitcnt vmcnt(0) expcnt(0) lgkmcnt(0) | s_barrier | ");
  EXPECT_EQ(show(Joint, mode("gfx942"), Dialect::Spec), " | s_barrier | ");
  EXPECT_EQ(show(Joint, mode("gfx1201"), Dialect::Spec),
            " | s_barrier_signal -1; s_barrier_wait -1 | ");
  Operation Cluster =
      barrierOperation(BarrierOp::ArriveWait, BarrierId::cluster());
  EXPECT_EQ(show(Cluster, mode("gfx1250"), Dialect::Spec),
            " | s_barrier_signal_isfirst -1; s_barrier_wait -1; "
            "s_barrier_signal -3; s_barrier_wait -3 | ");
  EXPECT_EQ(show(barrierOperation(BarrierOp::Arrive, BarrierId::named(3), 4),
                 mode("gfx1250"), Dialect::Spec),
            " | s_barrier_signal m0 | ");
  EXPECT_EQ(show(barrierOperation(BarrierOp::Wait, BarrierId::workgroup()),
                 mode("gfx1100"), Dialect::Spec),
            "error: gfx1100 has no split barriers: arrive and wait are one "
            "s_barrier (spec/000, s_barrier GFX6-11)");
}

TEST(Sequence, AWorkgroupOfOneWave) {
  Mode Alone = mode("gfx1100");
  Alone.OneWave = true;
  Operation Joint =
      barrierOperation(BarrierOp::ArriveWait, BarrierId::workgroup());
  EXPECT_EQ(show(Joint, Alone, Dialect::Llvm22), " |  | ");
  Operation Fence =
      atomic(OpKind::Fence, Ordering::Release, ScopeLevel::Workgroup);
  EXPECT_EQ(show(Fence, Alone, Dialect::Spec), " |  | ");
  EXPECT_EQ(show(Fence, Alone, Dialect::Llvm22),
            "s_waitcnt vmcnt(0) lgkmcnt(0); s_waitcnt_vscnt null, 0x0 |  | ");
}

TEST(Sequence, AssemblyHasRegisters) {
  Operation Op = atomic(OpKind::CmpXchg, Ordering::Acquire, ScopeLevel::Agent);
  Op.FailureOrder = Ordering::Monotonic;
  Mode M = mode("gfx900");
  llvm::SmallVector<std::string> Lines =
      assembly(llvm::cantFail(lower::lower(Op, M, Dialect::Spec)), Op, M);
  ASSERT_EQ(Lines.size(), 3u);
  EXPECT_EQ(Lines[0], "global_atomic_cmpswap v4, v[2:3], v[8:9], off glc");
}

TEST(Sequence, EveryStepHasAReason) {
  Operation Op =
      atomic(OpKind::ReadModifyWrite, Ordering::SequentiallyConsistent,
             ScopeLevel::System, AddressSpace::Generic);
  for (const Processor &Proc : processors()) {
    if (!Proc.GenericAddressSpace)
      continue;
    Mode M = Mode::of(Proc);
    Sequence S = llvm::cantFail(lower::lower(Op, M, Dialect::Spec));
    for (const Step &Each : S.Steps) {
      EXPECT_FALSE(describeReason(Each, Op).empty());
      EXPECT_FALSE(describeMotion(Each, Op).empty());
      EXPECT_TRUE(
          llvm::StringRef(describeSource(Each, Op, M)).starts_with("spec/00"));
      if (Each.Kind == StepKind::Wait) {
        EXPECT_FALSE(Each.Waits.empty());
        EXPECT_FALSE(Each.Accesses.Spaces.empty());
      }
    }
  }
}
