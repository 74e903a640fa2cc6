//===- ProducerConsumerTest.cpp - Waves that fill a buffer, and others ----===//
// Kernels that look like pipelines and are none, or of which it cannot be said:
// what is found, by the addresses and the paths alone.
//===----------------------------------------------------------------------===//
#include "fencepost/Place/ProducerConsumer.h"
#include "Pipelines.h"
#include "ProducerConsumer/WaveRoles.h"
#include "Sample.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::placeir;
using place::NoPipeline;

namespace {

/// \p Text with the first \p From in it replaced.
std::string changed(std::string Text, llvm::StringRef From,
                    llvm::StringRef To) {
  size_t Position = Text.find(From);
  EXPECT_NE(Position, std::string::npos) << From.str();
  return Position == std::string::npos
             ? Text
             : Text.replace(Position, From.size(), To);
}

place::ProducerConsumerAnswer find(llvm::StringRef Text, unsigned Waves) {
  Sample Sample(Text, "gfx1250");
  Sample.Options.WorkGroup = {32 * Waves, 1, 1};
  Sample.look();
  return place::findProducerConsumer(Sample.View, 8);
}

constexpr Pipeline Two{StageLoops::TwoLoops, Ring::Modulo, 2, 2, 2},
    Whiles{StageLoops::TwoWhiles, Ring::Modulo, 2, 2, 2},
    One{StageLoops::OneLoop, Ring::Modulo, 2, 2, 2},
    Ahead{StageLoops::Ahead, Ring::Modulo, 2, 2, 2};

/// Producers and consumers are found.
constexpr std::optional<NoPipeline> Stays = std::nullopt;

/// A change of a pipeline, and why it is none then.
struct Row {
  const char *Name;
  Pipeline Shape;
  llvm::StringLiteral From, To;
  std::optional<NoPipeline> Why;
};

const Row Rows[] = {
    {"one turn more", Two, "%u.more = icmp ult", "%u.more = icmp ule",
     NoPipeline::IterationsMayDiffer},
    {"turns by another argument", Two, "%u.more = icmp ult i32 %u.next, %n",
     "%u.more = icmp ult i32 %u.next, 7", NoPipeline::IterationsMayDiffer},
    {"as many turns as the work-item says", Whiles,
     "%f.more = icmp ult i32 %f.turn, %n",
     "%f.most = add i32 %n, %mine\n"
     "  %f.more = icmp ult i32 %f.turn, %f.most",
     NoPipeline::NoStage},
    {"a wave of both sides", Two, "%fills = icmp ult i32 %id, 64",
     "%fills = icmp ult i32 %id, 40", NoPipeline::SharedCode},
    {"sides by a value that is not known", Two, "%fills = icmp ult i32 %id, 64",
     "%fills = icmp ult i32 %id, %n", NoPipeline::NoRoles},
    {"sides by the parity of waves", Two, "%fills = icmp ult i32 %id, 64",
     "%wave = lshr i32 %id, 5\n  %odd = and i32 %wave, 1\n"
     "  %fills = icmp eq i32 %odd, 0",
     NoPipeline::ProducersOverlap},
    {"all fill one word", Two, "%f.at0 = add i32 %f.line0, %mine",
     "%f.at0 = add i32 %f.line0, 0", NoPipeline::ProducersOverlap},
    {"rows out of step", Two, "%u.row = urem i32 %u.turn, 2",
     "%u.other = add i32 %u.turn, 1\n  %u.row = urem i32 %u.other, 2",
     NoPipeline::StageMismatch},
    {"rows out of step in one loop", One, "%u.row = urem i32 %u.turn, 2",
     "%u.other = add i32 %u.turn, 1\n  %u.row = urem i32 %u.other, 2",
     NoPipeline::StageMismatch},
    {"rows that nobody fills", Two, "%u.row = urem i32 %u.turn, 2",
     "%u.row = add i32 4, 0", NoPipeline::StageMismatch},
    {"all waves may end early", Two, "%none = icmp eq i32 %n, 0",
     "%none = icmp ult i32 %n, 3", Stays},
    {"some waves may end early", Two, "%none = icmp eq i32 %n, 0",
     "%none = icmp eq i32 %mine, %n", NoPipeline::IterationsMayDiffer},
    {"those that use may end early", Two, "part.u:\n",
     "part.u:\n  %late = icmp ult i32 %n, 3\n"
     "  br i1 %late, label %end, label %part.use\npart.use:\n",
     NoPipeline::IterationsMayDiffer},
    {"LDS is read behind the loops", Two, "end:\n",
     "end:\n  %late = load i32, ptr addrspace(3) @t\n", NoPipeline::SharedCode},
    {"LDS is read before the loop", Two, "part.u:\n",
     "part.u:\n  %late = load i32, ptr addrspace(3) @t\n",
     NoPipeline::ReadOutsideLoop},
    {"LDS is filled before a loop of its own", Two, "part.f:\n",
     "part.f:\n  store i32 0, ptr addrspace(3) @t\n",
     NoPipeline::FillBeforeOwnLoop},
    {"both sides write", Two, "  %got0 = load i32, ptr addrspace(3) %u.to0",
     "  store i32 1, ptr addrspace(3) %u.to0", NoPipeline::NoProducers},
    {"a word is filled twice in a turn", Two,
     "  store i32 %f.turn, ptr addrspace(3) %f.to0",
     "  store i32 7, ptr addrspace(3) %f.to0\n"
     "  store i32 %f.turn, ptr addrspace(3) %f.to0",
     NoPipeline::FilledTwice},
    {"atomics", Two, "  %got0 = load i32, ptr addrspace(3) %u.to0",
     "  %got0 = atomicrmw add ptr addrspace(3) %u.to0, i32 1 monotonic",
     NoPipeline::Atomics},
    {"an address that is not known", Two,
     "  %got0 = load i32, ptr addrspace(3) %u.to0",
     "  %where = inttoptr i32 %u.turn to ptr addrspace(3)\n"
     "  %got0 = load i32, ptr addrspace(3) %where",
     NoPipeline::UnknownAddress},
    {"a barrier for one side", One, "ask:\n",
     "ask:\n  call void @llvm.amdgcn.s.barrier()\n",
     NoPipeline::NonUniformBarrier},
    {"a barrier before two loops", Two, "entry:\n",
     "entry:\n  call void @llvm.amdgcn.s.barrier()\n",
     NoPipeline::BarriersInOwnLoops},
    {"a barrier in the loop of both", One, "latch:\n",
     "latch:\n  call void @llvm.amdgcn.s.barrier()\n", Stays},
    {"a row is filled in the turn it is used in", Ahead,
     "%f.turn = add i32 %next, 0", "%f.turn = add i32 %u.turn, 0",
     NoPipeline::OrderConflict},
    {"a turn that uses nothing at times", One,
     "br i1 %idles, label %latch, label %use",
     "%odd = trunc i32 %u.turn to i1\n"
     "  br i1 %odd, label %latch, label %use",
     Stays},
    {"a turn in which some lanes use nothing", One,
     "br i1 %idles, label %latch, label %use",
     "%odd = icmp eq i32 %mine, %n\n"
     "  br i1 %odd, label %latch, label %use",
     NoPipeline::NoStage},
    {"the first row is filled in one place or not", Ahead, "first:\n",
     "first:\n  %some = icmp ult i32 %n, 5\n"
     "  br i1 %some, label %first.go, label %start\nfirst.go:\n",
     NoPipeline::NoFirstStage},
    {"the first row is filled or not", Ahead,
     "br i1 %fills, label %first, label %start",
     "%some = icmp ult i32 %n, 5\n"
     "  br i1 %some, label %part, label %start\n"
     "part:\n  br i1 %fills, label %first, label %start",
     NoPipeline::NoFirstStage},
};

TEST(ProducerConsumer, ChangedPipelines) {
  for (const Row &R : Rows) {
    std::string Text = R.Shape.text();
    EXPECT_TRUE(find(Text, R.Shape.waves()).Result) << R.Name;
    place::ProducerConsumerAnswer Answer =
        find(changed(Text, R.From, R.To), R.Shape.waves());
    EXPECT_EQ(Answer.Result ? Stays : Answer.Why, R.Why) << R.Name;
  }
}

/// A row of a stage is filled and used in loops of its own.
TEST(ProducerConsumer, LoopsInStages) {
  constexpr const char *Text = R"(
define amdgpu_kernel void @k(i32 %n) {
entry:
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %lane = and i32 %id, 31
  %fills = icmp ult i32 %id, 32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %slot = and i32 %i, 1
  %row = shl i32 %slot, 7
  br i1 %fills, label %fill.start, label %use.start
fill.start:
  br label %fill
fill:
  %k = phi i32 [ 0, %fill.start ], [ %k.next, %fill ]
  %k.part = shl i32 %k, 5
  %k.at = add i32 %k.part, %lane
  %k.in = add i32 %k.at, %row
  %to = getelementptr i32, ptr addrspace(3) @t, i32 %k.in
  store i32 %i, ptr addrspace(3) %to
  %k.next = add i32 %k, 1
  %k.more = icmp ult i32 %k.next, 4
  br i1 %k.more, label %fill, label %latch
use.start:
  br label %use
use:
  %j = phi i32 [ 0, %use.start ], [ %j.next, %use ]
  %j.in = add i32 %j, %row
  %from = getelementptr i32, ptr addrspace(3) @t, i32 %j.in
  %got = load i32, ptr addrspace(3) %from
  %j.next = add i32 %j, 1
  %j.more = icmp ult i32 %j.next, 128
  br i1 %j.more, label %use, label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
)";
  place::ProducerConsumerAnswer Answer = find(Text, 2);
  ASSERT_TRUE(Answer.Result) << unsigned(Answer.Why);
  EXPECT_EQ(Answer.Result->Slots, 2u);
  // As a ring of two in the inner loops, of which the stages are meant.
  EXPECT_EQ(find(changed(Text, "%k.part = shl i32 %k, 5",
                         "%k.half = and i32 %k, 1\n"
                         "  %k.part = shl i32 %k.half, 5"),
                 2)
                .Why,
            NoPipeline::FilledTwice);
}

TEST(ProducerConsumer, SizesThatAreNotKnown) {
  Sample Sample(Two.text(), "gfx1250");
  Sample.Options.WorkGroup.reset();
  Sample.look();
  place::ProducerConsumerAnswer Answer =
      place::findProducerConsumer(Sample.View, 8);
  EXPECT_FALSE(Answer.Result);
  EXPECT_EQ(Answer.Why, NoPipeline::UnknownSize);
}

/// Waves without a part are not counted, and blocks that they reach are no
/// places for signals.
TEST(ProducerConsumer, IdleWaves) {
  for (Pipeline Pipeline : {Two, Whiles, One, Ahead}) {
    Pipeline.Idle = 3;
    place::ProducerConsumerAnswer Answer =
        find(Pipeline.text(), Pipeline.waves());
    ASSERT_TRUE(Answer.Result)
        << Pipeline.name() << ": " << unsigned(Answer.Why);
    EXPECT_EQ(Answer.Result->ProducerWaves, 2u);
    EXPECT_EQ(Answer.Result->ConsumerWaves, 2u);
  }
  EXPECT_FALSE(find(changed(One.text(), "br i1 %fills, label %ask",
                            "%more.fill = icmp ult i32 %id, 96\n"
                            "  br i1 %more.fill, label %ask"),
                    4)
                   .Result);
}

TEST(WaveRoles, Roles) {
  Pipeline Pipeline = Two;
  Pipeline.Idle = 1;
  Sample Sample(Pipeline.text(), "gfx1250");
  Sample.Options.WorkGroup = {32 * Pipeline.waves(), 1, 1};
  Sample.look();
  std::vector<place::WaveRole> Roles = place::findWaveRoles(Sample.View);
  ASSERT_EQ(Roles.size(), 3u);
  EXPECT_EQ(Roles[0].Waves, 2u);
  EXPECT_EQ(Roles[1].Waves, 2u);
  EXPECT_EQ(Roles[2].Waves, 1u);
  // Each loop is one role's.
  unsigned InLoops = 0;
  for (view::BlockId B = 0; B < Sample.View.Blocks.size(); ++B) {
    unsigned Come = llvm::count_if(
        Roles, [&](const place::WaveRole &R) { return R.Blocks[B]; });
    EXPECT_TRUE(Come == 1 || Sample.View.Blocks[B].Loop == view::None);
    InLoops += Sample.View.Blocks[B].Loop != view::None;
  }
  EXPECT_EQ(InLoops, 2u);
}

} // namespace
