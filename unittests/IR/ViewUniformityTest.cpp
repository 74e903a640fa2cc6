//===- ViewUniformityTest.cpp - What threads of a view agree on -----------===//
// Each case is a value that a kernel stores; its uniformity is that of the
// work-group ("group"), of a wave ("wave"), or none ("thread"). Branches and
// phis are tested by what they make of values.
//===----------------------------------------------------------------------===//
#include "ViewTests.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::ir;

static constexpr llvm::StringLiteral UniformityPrologue = R"(
@t = internal addrspace(3) global [64 x i32] poison
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workitem.id.y()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.mbcnt.lo(i32, i32)
declare i32 @llvm.amdgcn.readfirstlane.i32(i32)
declare i32 @llvm.amdgcn.wave.id()
declare i64 @llvm.amdgcn.ballot.i64(i1)
declare i32 @pure(i32) memory(none)
define amdgpu_kernel void @k(ptr addrspace(1) %p, i32 %n) #0 {
entry:
  %x = call i32 @llvm.amdgcn.workitem.id.x()
  %y = call i32 @llvm.amdgcn.workitem.id.y()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
)";

/// How uniform %r of \p Body is in work-groups of \p Size.
static std::string uniformity(llvm::StringRef Body,
                              std::array<unsigned, 3> Size = {256, 1, 1}) {
  std::string Text =
      (UniformityPrologue + Body +
       "\n  store volatile i32 %r, ptr addrspace(1) %p\n  ret void\n}\n"
       "attributes #0 = { \"target-cpu\"=\"gfx1201\" "
       "\"target-features\"=\"+wavefrontsize64\" }\n")
          .str();
  ViewOptions Options;
  Options.WorkGroup = Size;
  auto Views = viewsOf(Text, Options);
  if (!Views)
    return llvm::toString(Views.takeError());
  const view::SyncView &View = Views->front();
  for (const view::Block &B : View.Blocks)
    for (const view::Event &E : B.Events)
      if (E.Op.Volatile && E.Memory.Stored != view::None) {
        const view::Value &V = View.Values[E.Memory.Stored];
        return V.Uniform ? "group" : V.WaveUniform ? "wave" : "thread";
      }
  return "nothing is stored";
}

TEST(ViewUniformity, Ids) {
  EXPECT_EQ(uniformity("%r = add i32 %n, %g"), "group");
  EXPECT_EQ(uniformity("%r = add i32 %x, 1"), "thread");
  EXPECT_EQ(uniformity("%r = add i32 %y, 1"), "group");
  EXPECT_EQ(uniformity("%r = add i32 %y, 1", {64, 2, 1}), "wave");
  EXPECT_EQ(uniformity("%r = add i32 %y, 1", {32, 4, 1}), "thread");
  EXPECT_EQ(uniformity("%r = lshr i32 %x, 6"), "wave");
  EXPECT_EQ(uniformity("%r = lshr i32 %x, 5"), "thread");
  EXPECT_EQ(uniformity("%r = call i32 @llvm.amdgcn.wave.id()"), "wave");
  EXPECT_EQ(uniformity("%r = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)"),
            "thread");
}

TEST(ViewUniformity, AcrossLanes) {
  EXPECT_EQ(uniformity("%r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %x)"),
            "wave");
  EXPECT_EQ(uniformity("%r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %g)"),
            "group");
  EXPECT_EQ(uniformity("%c = icmp ult i32 %x, %n\n"
                       "%b = call i64 @llvm.amdgcn.ballot.i64(i1 %c)\n"
                       "%r = trunc i64 %b to i32"),
            "wave");
  EXPECT_EQ(uniformity("%r = call i32 @pure(i32 %n)"), "thread");
}

// A plain load of one address reads one value, unless there is a race.
TEST(ViewUniformity, Loads) {
  EXPECT_EQ(uniformity("%r = load i32, ptr addrspace(3) @t"), "group");
  EXPECT_EQ(uniformity("%r = load i32, ptr addrspace(1) %p"), "group");
  EXPECT_EQ(uniformity("%q = getelementptr i32, ptr addrspace(3) @t, i32 %x\n"
                       "%r = load i32, ptr addrspace(3) %q"),
            "thread");
  EXPECT_NE(uniformity("%r = load atomic i32, ptr addrspace(3) @t monotonic, "
                       "align 4"),
            "group");
  EXPECT_NE(uniformity("%r = load volatile i32, ptr addrspace(3) @t"), "group");
  EXPECT_EQ(uniformity("%r = atomicrmw add ptr addrspace(3) @t, i32 1 seq_cst"),
            "thread");
}

static std::string branch(llvm::StringRef Condition) {
  return uniformity(("%c = icmp ult i32 " + Condition + ", 3\n" +
                     "br i1 %c, label %a, label %b\n"
                     "a:\n  br label %b\n"
                     "b:\n  %r = phi i32 [1, %entry], [2, %a]")
                        .str());
}

TEST(ViewUniformity, Joins) {
  EXPECT_EQ(branch("%n"), "group");
  EXPECT_EQ(branch("%x"), "thread");
}

/// A counter of a loop that runs until \p Limit, seen within or after it.
static std::string counter(llvm::StringRef Limit, bool StoreAfter) {
  std::string Store = "store volatile i32 %i, ptr addrspace(1) %p\n";
  return uniformity(
      ("br label %loop\nloop:\n"
       "%i = phi i32 [0, %entry], [%j, %loop]\n" +
       (StoreAfter ? "" : Store) +
       "%j = add i32 %i, 1\n"
       "%c = icmp ult i32 %j, " +
       Limit + "\nbr i1 %c, label %loop, label %end\nend:\n%r = add i32 %i, 0")
          .str());
}

// Within a loop all that are still there have counted as far; after it they
// have left at different times.
TEST(ViewUniformity, LoopCounters) {
  EXPECT_EQ(counter("%n", false), "group");
  EXPECT_EQ(counter("%n", true), "group");
  EXPECT_EQ(counter("%x", false), "group");
  EXPECT_EQ(counter("%x", true), "thread");
}

TEST(ViewUniformity, BranchesOfBlocks) {
  auto Views = viewsOf((UniformityPrologue + R"(
  %w = lshr i32 %x, 6
  %c = icmp eq i32 %w, 0
  br i1 %c, label %a, label %b
a:
  %d = icmp eq i32 %n, 0
  br i1 %d, label %b, label %b2
b2:
  br label %b
b:
  ret void
}
attributes #0 = { "target-cpu"="gfx942" }
)")
                           .str());
  ASSERT_TRUE(bool(Views)) << llvm::toString(Views.takeError());
  const view::SyncView &View = Views->front();
  // What a wave agrees on, waves need not.
  EXPECT_FALSE(View.Blocks[0].UniformExit);
  EXPECT_TRUE(View.Blocks[1].UniformExit);
}
