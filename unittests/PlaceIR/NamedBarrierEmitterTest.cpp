//===- NamedBarrierEmitterTest.cpp - Named barriers, run by the model -----===//
// What is placed is judged twice: by the model of spec/000 and spec/001, which
// looks at every execution of a launch, and by the checker. Neither accepts it
// once anything is removed.
//===----------------------------------------------------------------------===//
#include "../Place/ViewInModel.h"
#include "Pipelines.h"
#include "Sample.h"
#include "fencepost/Check/Check.h"
#include "fencepost/Report/FindingText.h"
#include "fencepost/Report/RefusalText.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::placeir;

namespace {

struct Named {
  Named(llvm::StringRef Text, unsigned Waves) : Kernel(Text, "gfx1250") {
    Kernel.Options.WorkGroup = {32 * Waves, 1, 1};
    PlacementOptions Options;
    Options.View = Kernel.Options;
    auto All = placeBarriers(*Kernel.Module, Options, [](const llvm::Value &) {
      return view::SourceLocation();
    });
    EXPECT_TRUE(bool(All));
    EXPECT_FALSE(llvm::verifyModule(*Kernel.Module, &llvm::errs()));
    Placed = std::move(*All);
    Kernel.look();
  }
  explicit Named(const Pipeline &Pipeline)
      : Named(Pipeline.text(), Pipeline.waves()) {}

  const std::optional<place::ProducerConsumer> &found() const {
    return Placed.Kernels.front().Plan.Named;
  }
  std::string why() const {
    const std::optional<NoNamedReason> &Why =
        Placed.Kernels.front().WhyNoNamedBarriers;
    return (Why ? noNamedText(*Why) : "") +
           (Placed.Refusals.empty()
                ? ""
                : "; " + refusalText(Placed.Refusals.front()));
  }

  Sample Kernel;
  ModulePlacement Placed;
};

/// What the checker finds; not that it proves nothing of named barriers.
std::string foundIn(const view::SyncView &View) {
  for (const check::Defect &F : check::checkKernel(View))
    if (F.Certainty != check::Certainty::Possible || !F.AfterNamedOrCluster)
      return describeDefect(View, F).Message;
  return "";
}

/// What the model says of \p View with 0 to \p Stages stages.
std::string wrongInSome(const view::SyncView &View, unsigned Stages,
                        place::ModelTotals &Sum) {
  for (uint64_t T = 0; T <= Stages; ++T) {
    std::string Wrong = place::wrongInModel(View, {T, 0, true, true}, Sum);
    if (!Wrong.empty())
      return std::to_string(T) + " turns: " + Wrong;
  }
  return "";
}

/// Waves of two to eight, by rings of all sizes that are given.
void playAll(Pipeline Pipeline, llvm::ArrayRef<unsigned> Rings) {
  place::ModelTotals Sum;
  for (unsigned Waves = 2; Waves <= 8; ++Waves)
    for (unsigned Slots : Rings) {
      Pipeline.Slots = Slots;
      Pipeline.Fill = 1 + (Waves + Slots) % (Waves - 1);
      Pipeline.Use = Waves - Pipeline.Fill;
      Named K(Pipeline);
      ASSERT_TRUE(K.found()) << Pipeline.name() << ": " << K.why();
      EXPECT_EQ(K.found()->Slots, Slots) << Pipeline.name();
      EXPECT_EQ(K.found()->ProducerWaves, Pipeline.Fill) << Pipeline.name();
      EXPECT_EQ(K.found()->ConsumerWaves, Pipeline.Use) << Pipeline.name();
      EXPECT_EQ(K.Kernel.View.NamedBarriers, 2 * Slots) << Pipeline.name();
      EXPECT_EQ(wrongInSome(K.Kernel.View, 2 * Slots + 1, Sum), "")
          << Pipeline.name();
    }
  EXPECT_EQ(Sum.NotAll, 0u);
  EXPECT_EQ(Sum.MostWaves, 8u);
}

TEST(NamedBarrierEmitter, TwoLoopsInTheModel) {
  playAll({StageLoops::TwoLoops}, {1, 2});
}

TEST(NamedBarrierEmitter, TwoWhilesInTheModel) {
  playAll({StageLoops::TwoWhiles}, {2});
}

TEST(NamedBarrierEmitter, OneLoopInTheModel) {
  playAll({StageLoops::OneLoop}, {1, 2});
}

TEST(NamedBarrierEmitter, AheadInTheModel) {
  playAll({StageLoops::Ahead}, {2});
}

/// Rings that are found by other arithmetic, several accesses a stage, and
/// waves that have no part. Where it is not proved how many stages are apart,
/// fewer slots are right as well.
TEST(NamedBarrierEmitter, ShapesInTheModel) {
  place::ModelTotals Sum;
  unsigned Exact = 0;
  for (StageLoops Shape :
       {StageLoops::TwoLoops, StageLoops::OneLoop, StageLoops::Ahead})
    for (auto [Index, Slots] :
         {std::pair(Ring::Mask, 4u), {Ring::Counter, 2u}, {Ring::Modulo, 3u}}) {
      Pipeline Pipeline{Shape, Index, 1, 2, Slots, 1 + Slots % 2, Slots % 2};
      Named K(Pipeline);
      ASSERT_TRUE(K.found()) << Pipeline.name() << ": " << K.why();
      EXPECT_LE(K.found()->Slots, Slots) << Pipeline.name();
      Exact += K.found()->Slots == Slots;
      EXPECT_EQ(wrongInSome(K.Kernel.View, Slots + 2, Sum), "")
          << Pipeline.name();
      EXPECT_EQ(foundIn(K.Kernel.View), "") << Pipeline.name();
    }
  EXPECT_EQ(Sum.NotAll, 0u);
  EXPECT_GE(Exact, 3u);
}

TEST(NamedBarrierEmitter, AtMostSixteen) {
  Named K(Pipeline{StageLoops::TwoLoops, Ring::Mask, 1, 1, 16});
  ASSERT_TRUE(K.found()) << K.why();
  EXPECT_EQ(K.found()->Slots, 8u);
  EXPECT_EQ(K.Kernel.View.NamedBarriers, 16u);
}

/// Each kernel has barriers of its own.
TEST(NamedBarrierEmitter, TwoKernels) {
  std::string Text = Pipeline{StageLoops::TwoLoops, Ring::Mask, 1, 1, 8}.text();
  std::string Other = Text;
  Other.replace(Other.find("@k("), 3, "@l(");
  Named K(Text + Other, 2);
  ASSERT_EQ(K.Placed.Kernels.size(), 2u);
  auto Views = ir::buildSyncViews(
      *K.Kernel.Module, K.Kernel.Options,
      [](const llvm::Value &) { return view::SourceLocation(); });
  ASSERT_TRUE(bool(Views));
  for (unsigned I : {0, 1}) {
    EXPECT_TRUE(K.Placed.Kernels[I].Plan.Named);
    EXPECT_EQ((*Views)[I].NamedBarriers, 16u);
    EXPECT_EQ(foundIn((*Views)[I]), "");
  }
}

bool isFenceOrBarrier(const view::Event &E) {
  return E.Kind == view::EventKind::Fence || E.Kind == view::EventKind::Barrier;
}

/// Calls \p Visit with \p View without each of its fences and operations on
/// barriers, and with other counts.
void forEachMutant(
    const view::SyncView &View,
    llvm::function_ref<void(const view::SyncView &, const std::string &)>
        Visit) {
  view::forEachEvent(View, [&](view::Site Position, const view::Event &E) {
    if (!isFenceOrBarrier(E))
      return;
    std::string Where = "block " + std::to_string(Position.Block) + ", event " +
                        std::to_string(Position.Event);
    view::SyncView Less = View;
    std::vector<view::Event> &Events = Less.Blocks[Position.Block].Events;
    Events.erase(Events.begin() + Position.Event);
    Visit(Less, Where);
    if (E.Op.Action != BarrierOp::Init || E.Kind != view::EventKind::Barrier)
      return;
    for (int Change : {-1, 1}) {
      view::SyncView Other = View;
      Other.Blocks[Position.Block].Events[Position.Event].Op.Members += Change;
      Visit(Other, Where + " counts " + std::to_string(Change) + " more");
    }
  });
}

/// Not so where stages are filled ahead: the last signal is for a stage that
/// nobody takes.
TEST(NamedBarrierEmitter, NothingCanBeSpared) {
  for (StageLoops Shape : {StageLoops::TwoLoops, StageLoops::OneLoop}) {
    Pipeline Pipeline{Shape, Ring::Modulo, 1, 2, 2};
    Named K(Pipeline);
    ASSERT_TRUE(K.found()) << Pipeline.name() << ": " << K.why();
    EXPECT_EQ(foundIn(K.Kernel.View), "") << Pipeline.name();
    unsigned Mutants = 0;
    forEachMutant(K.Kernel.View, [&](const view::SyncView &View,
                                     const std::string &Mutant) {
      place::ModelTotals Sum;
      EXPECT_NE(wrongInSome(View, 5, Sum), "")
          << Pipeline.name() << ", " << Mutant;
      EXPECT_NE(foundIn(View), "") << Pipeline.name() << ", " << Mutant;
      ++Mutants;
    });
    EXPECT_GE(Mutants, 25u);
  }
}

} // namespace
