//===- ModulePlacementTest.cpp - Barriers for the kernels of a module -----===//
#include "Sample.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::placeir;

namespace {

/// A loop in which one word is written and another wave's read, with a load of
/// global memory before it.
constexpr llvm::StringLiteral Loop = R"(
define amdgpu_kernel void @k(ptr addrspace(1) noalias %in, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(3) @t, i32 %other.id
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %value = load i32, ptr addrspace(1) %from
  store i32 %value, ptr addrspace(3) %mine
  %got = load i32, ptr addrspace(3) %other
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %body, label %end
end:
  ret void
}
)";

/// Lanes of one wave hand a word over in a loop.
constexpr llvm::StringLiteral LanesInLoop = R"(
define amdgpu_kernel void @k(ptr addrspace(1) noalias %out, i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %other.id = xor i32 %id, 1
  %other = getelementptr i32, ptr addrspace(3) @t, i32 %other.id
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  store i32 %i, ptr addrspace(3) %mine
  %got = load i32, ptr addrspace(3) %other
  store i32 %got, ptr addrspace(1) %to
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %body, label %end
end:
  ret void
}
)";

/// A transfer, and then its words by the lanes \p Mask away, in a loop.
std::string transferInLoop(llvm::StringRef Transfer, unsigned Mask) {
  return (R"(
define amdgpu_kernel void @k(ptr addrspace(1) noalias %in,
                             ptr addrspace(1) noalias %out, i32 %n,
                             <4 x i32> inreg %g0, <8 x i32> inreg %g1) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %id
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  %first = and i32 %id, 192
  %wave = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %first)
  %base = getelementptr i32, ptr addrspace(3) @t, i32 %wave
  %other.id = xor i32 %id, )" +
          llvm::Twine(Mask) + R"(
  %other = getelementptr i32, ptr addrspace(3) @t, i32 %other.id
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %id
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  call void @llvm.amdgcn.)" +
          Transfer + R"(
  %got = load i32, ptr addrspace(3) %other
  store i32 %got, ptr addrspace(1) %to
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %body, label %end
end:
  ret void
}
)")
      .str();
}

constexpr llvm::StringLiteral Dma =
    "global.load.lds(ptr addrspace(1) %from, ptr addrspace(3) %base, i32 4, "
    "i32 0, i32 0)";

constexpr llvm::StringLiteral Calls = R"(
define internal void @swap(i32 %id) noinline {
  %mine = getelementptr i32, ptr addrspace(3) @t, i32 %id
  store i32 %id, ptr addrspace(3) %mine
  %other.id = xor i32 %id, 128
  %other = getelementptr i32, ptr addrspace(3) @t, i32 %other.id
  %got = load volatile i32, ptr addrspace(3) %other
  ret void
}
define amdgpu_kernel void @k() {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  call void @swap(i32 %id)
  ret void
}
)";

constexpr llvm::StringLiteral Unknown = R"(
declare void @unknown()
define amdgpu_kernel void @k() {
  call void @unknown()
  ret void
}
)";

ModulePlacement placeIn(Sample &S,
                        place::PlaceMode Mode = place::PlaceMode::Keep) {
  PlacementOptions Options;
  Options.Place.Mode = Mode;
  Options.View = S.Options;
  auto Placed = placeBarriers(*S.Module, Options, [](const llvm::Value &) {
    return view::SourceLocation();
  });
  EXPECT_TRUE(bool(Placed));
  EXPECT_FALSE(llvm::verifyModule(*S.Module, &llvm::errs()));
  return std::move(*Placed);
}

std::string text(const llvm::Module &M) {
  std::string Text;
  llvm::raw_string_ostream(Text) << M;
  return Text;
}

size_t count(llvm::StringRef Text, llvm::StringRef Word) {
  return Text.count(Word);
}

} // namespace

TEST(ModulePlacement, OneBarrierAfterTheOther) {
  Sample S(Loop);
  ModulePlacement Placed = placeIn(S);
  EXPECT_TRUE(Placed.Refusals.empty());
  EXPECT_TRUE(Placed.Changed);
  EXPECT_EQ(count(S.synchronization(), "s.barrier()"), 2u);
  EXPECT_FALSE(Placed.Kernels.front().Split);
}

/// The load of the next iteration is between the signal and the wait.
TEST(ModulePlacement, SignalsAndWaitsOverTheBackEdge) {
  Sample S(Loop, "gfx1201");
  ModulePlacement Placed = placeIn(S);
  EXPECT_TRUE(Placed.Refusals.empty());
  ASSERT_TRUE(Placed.Kernels.front().Split);
  EXPECT_EQ(Placed.Kernels.front().Split->Loops, 1u);
  EXPECT_GT(Placed.Kernels.front().Split->Slack, 0);
  std::string Result = S.synchronization();
  // One signal before the loop, one on its back edge and one in it.
  EXPECT_EQ(count(Result, "barrier.signal"), 3u) << Result;
  EXPECT_EQ(count(Result, "barrier.wait"), 2u) << Result;
  EXPECT_LT(Result.find("barrier.signal"), Result.find("body:")) << Result;
  EXPECT_EQ(count(Result, "body.barrier:\n  fence syncscope(\"workgroup\") "
                          "release, !mmra !0\n  call void "
                          "@llvm.amdgcn.s.barrier.signal(i32 -1)\nbody:"),
            1u)
      << Result;
}

/// What placing again in what was placed changes; empty: nothing.
static std::string changedAgain(llvm::StringRef Kernel, llvm::StringRef Cpu) {
  Sample S(Kernel, Cpu);
  EXPECT_TRUE(placeIn(S).Changed) << Kernel.str();
  std::string Before = text(*S.Module);
  bool Changed = placeIn(S).Changed;
  std::string After = text(*S.Module);
  EXPECT_EQ(Changed, Before != After);
  return Before == After ? "" : After;
}

TEST(ModulePlacement, PlacingAgainChangesNothing) {
  for (const char *Cpu : {"gfx942", "gfx1201", "gfx1250"}) {
    EXPECT_EQ(changedAgain(Loop, Cpu), "") << Cpu;
    EXPECT_EQ(changedAgain(LanesInLoop, Cpu), "") << Cpu;
  }
  for (unsigned Mask : {1, 128}) {
    EXPECT_EQ(changedAgain(transferInLoop(AsyncTransfer, Mask), "gfx1250"), "");
    EXPECT_EQ(changedAgain(transferInLoop(TensorTransfer, Mask), "gfx1250"),
              "");
  }
  EXPECT_EQ(changedAgain(transferInLoop(Dma, 128), "gfx942"), "");
}

/// The fence between the lanes goes with the barrier that it is for.
TEST(ModulePlacement, FencesOfBarriersThatGoAreNotCountedOn) {
  std::string Kernel = LanesInLoop.str();
  Kernel.insert(Kernel.find("  %got = load"), R"(
  fence syncscope("workgroup") release
  call void @llvm.amdgcn.s.barrier()
  fence syncscope("workgroup") acquire
)");
  Sample S(Kernel);
  placeIn(S, place::PlaceMode::Replace);
  std::string Result = S.synchronization();
  EXPECT_EQ(count(Result, "barrier"), 0u) << Result;
  EXPECT_EQ(count(Result, "fence syncscope(\"wavefront\")"), 4u) << Result;
}

TEST(ModulePlacement, CallsAreInlinedWhereABarrierBelongsInside) {
  Sample S(Calls);
  ModulePlacement Placed = placeIn(S);
  EXPECT_TRUE(Placed.Refusals.empty());
  std::string Result = S.synchronization();
  EXPECT_EQ(count(Result, "s.barrier()"), 1u);
  EXPECT_EQ(count(Result, "@swap"), 0u);
  EXPECT_EQ(count(text(*S.Module), "s.barrier()"), 2u); // And a declaration.
}

TEST(ModulePlacement, NothingIsPlacedIfAKernelIsRefused) {
  Sample S(Unknown);
  std::string Before = text(*S.Module);
  ModulePlacement Placed = placeIn(S);
  ASSERT_EQ(Placed.Refusals.size(), 1u);
  EXPECT_EQ(Placed.Refusals.front().Kernel, "k");
  EXPECT_FALSE(Placed.Changed);
  EXPECT_EQ(text(*S.Module), Before);
}
