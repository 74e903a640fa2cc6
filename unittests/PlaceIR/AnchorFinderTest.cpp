//===- AnchorFinderTest.cpp - Points of a sync view in the module ---------===//
// For kernels with every kind of edge, a barrier is put at each slot of the
// view by itself. The view of the result must then have that barrier between
// the same accesses as the view with the slot has: on each path from one access
// to another.
//===----------------------------------------------------------------------===//
#include "Sample.h"
#include "fencepost/Symbolic/Regions.h"
#include "gtest/gtest.h"
#include <set>

using namespace fencepost;
using namespace fencepost::placeir;
using view::Site;

namespace {

/// Stores are distinguished by the constants they store.
std::optional<uint64_t> nameOf(const view::SyncView &View, Site Position) {
  const view::Event &E = Position.in(View);
  if (E.Kind != view::EventKind::Access || E.Memory.Stored == view::None)
    return std::nullopt;
  return View.Values[E.Memory.Stored].Number;
}

/// Which stores (0: the entry) lead to which without a barrier that \p Stops.
std::set<std::pair<uint64_t, uint64_t>>
paths(const view::SyncView &View, llvm::function_ref<bool(Site)> Stops) {
  std::set<std::pair<uint64_t, uint64_t>> Result;
  auto From = [&](uint64_t Name, Site Start) {
    std::set<view::BlockId> Entered;
    std::vector<Site> Work = {Start};
    while (!Work.empty()) {
      Site Position = Work.back();
      Work.pop_back();
      const view::Block &B = View.Blocks[Position.Block];
      for (; Position.Event < B.Events.size() && !Stops(Position);
           ++Position.Event)
        if (auto Met = nameOf(View, Position))
          Result.insert({Name, *Met});
      if (Position.Event != B.Events.size())
        continue;
      if (B.Next.empty())
        Result.insert({Name, ~0ull});
      for (const view::Edge &E : B.Next)
        if (Entered.insert(E.To).second)
          Work.push_back({E.To, 0});
    }
  };
  From(0, {0, 0});
  for (view::BlockId B = 0; B < View.Blocks.size(); ++B)
    for (uint32_t E = 0; E < View.Blocks[B].Events.size(); ++E)
      if (auto Name = nameOf(View, {B, E}))
        From(*Name, {B, E + 1});
  return Result;
}

/// Tries every slot; \p Inside are those that are in functions.
void tryAll(llvm::StringRef Text, unsigned Slots, unsigned Inside = 0) {
  place::SlottedView Slotted = place::withSlots(Sample(Text).View);
  EXPECT_EQ(Slotted.Slots.size(), Slots);
  unsigned SeenInside = 0;
  for (place::SlotId S : IdRange<place::SlotId>(Slotted.Slots.size())) {
    Sample Fresh(Text);
    PlannedBarrier B;
    B.Point = Slotted.slot(S).Point;
    PlannedChanges Plan;
    Plan.Added.push_back(B);
    std::string Problem = Fresh.apply(Plan);
    if (llvm::StringRef(Problem).starts_with("inside")) {
      ++SeenInside;
      continue;
    }
    ASSERT_EQ(Problem, "") << "slot " << S.index();
    Fresh.look();
    auto Wanted = paths(Slotted.View, [&](Site Position) {
      return Position == Slotted.slot(S).InView;
    });
    auto Got = paths(Fresh.View, [&](Site Position) {
      return view::isWorkgroupBarrier(Position.in(Fresh.View));
    });
    EXPECT_EQ(Got, Wanted) << "slot " << S.index();
  }
  EXPECT_EQ(SeenInside, Inside);
}

} // namespace

TEST(AnchorFinder, StraightLine) {
  tryAll(R"(
define amdgpu_kernel void @k() {
  store i32 1, ptr addrspace(3) @t
  store i32 2, ptr addrspace(3) @t
  ret void
}
)",
         2);
}

TEST(AnchorFinder, CriticalEdgesAndSwitches) {
  tryAll(R"(
define amdgpu_kernel void @k(i32 %n) {
entry:
  store i32 1, ptr addrspace(3) @t
  switch i32 %n, label %rest [
    i32 0, label %a
    i32 1, label %a
    i32 2, label %end
  ]
a:
  store i32 2, ptr addrspace(3) @t
  br label %end
rest:
  %c = icmp ult i32 %n, 7
  br i1 %c, label %a, label %end
end:
  %p = phi i32 [ 0, %entry ], [ 1, %a ], [ 2, %rest ]
  store i32 3, ptr addrspace(3) @t
  ret void
}
)",
         10);
}

// Preheader, latch and exits are made for the view.
TEST(AnchorFinder, LoopsThatAreNotSimple) {
  tryAll(R"(
define amdgpu_kernel void @k(i1 %c, i32 %n) {
entry:
  store i32 1, ptr addrspace(3) @t
  br i1 %c, label %loop, label %other
other:
  store i32 2, ptr addrspace(3) @t
  br i1 %c, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ 7, %other ], [ %j, %loop ], [ %j, %again ]
  %j = add i32 %i, 1
  store i32 3, ptr addrspace(3) @t
  %a = icmp ult i32 %j, %n
  br i1 %a, label %loop, label %again
again:
  store i32 4, ptr addrspace(3) @t
  %b = icmp ult i32 %j, 100
  br i1 %b, label %loop, label %end
end:
  store i32 5, ptr addrspace(3) @t
  ret void
}
)",
         17);
}

// A loop inside another that has the same header, and an exit from both.
TEST(AnchorFinder, NestedLoops) {
  tryAll(R"(
define amdgpu_kernel void @k(i32 %n, i32 %m) {
entry:
  store i32 1, ptr addrspace(3) @t
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  store i32 2, ptr addrspace(3) @t
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j2, %more ]
  store i32 3, ptr addrspace(3) @t
  %j2 = add i32 %j, 1
  %out = icmp eq i32 %j2, %m
  br i1 %out, label %end, label %more
more:
  %again = icmp ult i32 %j2, %n
  br i1 %again, label %inner, label %next
next:
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %outer, label %end
end:
  store i32 4, ptr addrspace(3) @t
  ret void
}
)",
         13);
}

// The view has a block that chooses between the entries; the module has not.
TEST(AnchorFinder, LoopsWithSeveralEntries) {
  tryAll(R"(
define amdgpu_kernel void @k(i1 %c, i32 %n) {
entry:
  store i32 1, ptr addrspace(3) @t
  br i1 %c, label %left, label %right
left:
  %i = phi i32 [ 0, %entry ], [ %j, %right ]
  store i32 2, ptr addrspace(3) @t
  %i1 = add i32 %i, 1
  %out = icmp eq i32 %i1, 7
  br i1 %out, label %end, label %right
right:
  %j = phi i32 [ 1, %entry ], [ %i1, %left ]
  store i32 3, ptr addrspace(3) @t
  %again = icmp ult i32 %j, %n
  br i1 %again, label %left, label %end
end:
  store i32 4, ptr addrspace(3) @t
  ret void
}
)",
         10);
}

// Two exits of a loop that are one branch in the view.
TEST(AnchorFinder, BranchesThatAreFolded) {
  tryAll(R"(
define amdgpu_kernel void @k(i32 %n, i32 %m) {
entry:
  store i32 1, ptr addrspace(3) @t
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %a = icmp ult i32 %i, %n
  br i1 %a, label %rest, label %end
rest:
  %b = icmp ult i32 %i, %m
  br i1 %b, label %body, label %end
body:
  store i32 2, ptr addrspace(3) @t
  %j = add i32 %i, 1
  br label %loop
end:
  store i32 3, ptr addrspace(3) @t
  ret void
}
)",
         6);
}

// Slots in @f ask for it to be inlined.
TEST(AnchorFinder, CalledFunctions) {
  tryAll(R"(
define internal void @f(i1 %c) {
  br i1 %c, label %then, label %end
then:
  store i32 3, ptr addrspace(3) @t
  br label %end
end:
  store i32 4, ptr addrspace(3) @t
  ret void
}
define amdgpu_kernel void @k(i1 %c) {
entry:
  store i32 1, ptr addrspace(3) @t
  call void @f(i1 %c)
  store i32 2, ptr addrspace(3) @t
  ret void
}
)",
         7, 5);
}

// The view has a branch around the load; the module has none, so that places
// are before it and after it.
TEST(AnchorFinder, LoadsThatAreNotAlwaysNeeded) {
  tryAll(R"(
define amdgpu_kernel void @k(i1 %c) {
entry:
  store i32 1, ptr addrspace(3) @t
  %v = load i32, ptr addrspace(3) @t
  %w = select i1 %c, i32 %v, i32 0
  %p = getelementptr i32, ptr addrspace(3) @t, i32 %w
  store i32 2, ptr addrspace(3) %p
  ret void
}
)",
         3);
}

TEST(AnchorFinder, NoPlaceInsideAnInstruction) {
  Sample S(R"(
define amdgpu_kernel void @k() {
  call void @llvm.memcpy.p3.p3.i32(ptr addrspace(3) @t, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @t, i32 64), i32 64, i1 false)
  ret void
}
declare void @llvm.memcpy.p3.p3.i32(ptr addrspace(3), ptr addrspace(3), i32, i1)
)");
  ASSERT_EQ(S.View.Blocks.front().Events.size(), 2u);
  EXPECT_EQ(place::withSlots(S.View).Slots.size(), 1u);
  AnchorAnswer Answer =
      AnchorFinder(S.View, S.Origins, S.kernel()).find({0, 1});
  EXPECT_FALSE(Answer.isFound());
  ASSERT_TRUE(Answer.Problem);
  EXPECT_EQ(Answer.Problem->Why, NoPosition::Reason::InsideInstruction);
  EXPECT_EQ(Answer.Problem->Near.Id, 0u);
}
