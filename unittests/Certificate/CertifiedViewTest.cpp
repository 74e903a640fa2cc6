//===- CertifiedViewTest.cpp - A view with the barriers of a certificate --===//
#include "CertifiedView.h"
#include "RandomShape.h"
#include "Shapes.h"
#include "fencepost/Certificate/PlacementLayout.h"
#include "fencepost/Certificate/ThreadExecutor.h"
#include "fencepost/Symbolic/Regions.h"
#include "gtest/gtest.h"

namespace fencepost::certificate {
namespace {

// With barriers everywhere, threads do what they did.
TEST(CertifiedView, ChangesNothingElse) {
  for (unsigned Seed = 0; Seed < 200; ++Seed) {
    std::string Text = place::randomShape(Seed, 3 + Seed % 10);
    view::SyncView View = place::shape(Text);
    Changes Changes;
    Changes.Barriers = PlacementLayout(View, CertifiedMode::Replace).points();
    CertifiedView Barred(View, Changes);
    EXPECT_EQ(Barred.New.size(), Changes.Barriers.size()) << Text;
    for (const auto &[From, To] : Barred.NewSiteOf)
      EXPECT_EQ(Barred.Was.at(To), From);
    BoundExecution Execution;
    Execution.Size[0] = 16;
    for (uint32_t A = 0; A < 8; ++A)
      Execution.Arguments[A] = 3;
    for (uint32_t Thread : {0, 9}) {
      ThreadExecution Before =
                          ThreadExecutor(View).run(Execution, Thread, 3000),
                      After = ThreadExecutor(Barred.View)
                                  .run(Execution, Thread, 9000);
      ASSERT_EQ(Before.Accesses.size(), After.Accesses.size()) << Text;
      for (size_t I = 0; I < Before.Accesses.size(); ++I) {
        EXPECT_EQ(Before.Accesses[I].Address, After.Accesses[I].Address);
        EXPECT_EQ(Barred.Was.at(After.Accesses[I].Site.Site),
                  Before.Accesses[I].Site.Site);
      }
    }
    // Blocks are in reverse post-order, and edges are known from both ends.
    for (view::BlockId B = 0; B < Barred.View.Blocks.size(); ++B)
      for (const view::Edge &E : Barred.View.Blocks[B].Next)
        EXPECT_TRUE(llvm::is_contained(Barred.View.Blocks[E.To].Before, B))
            << Text;
  }
}

TEST(CertifiedView, BarriersGoAndWaitsCome) {
  view::SyncView View = place::shape("yA | rA");
  Changes Changes;
  Changes.Gone.insert({0, 2});
  Changes.Barriers.insert({0, 1, view::None});
  Changes.Completed.insert({0, 1, view::None});
  CertifiedView Barred(View, Changes);
  unsigned Barriers = 0, Waits = 0;
  view::forEachEvent(Barred.View, [&](view::Site, const view::Event &E) {
    Barriers += view::isWorkgroupBarrier(E);
    Waits += E.Kind == view::EventKind::AsyncWait;
  });
  EXPECT_EQ(Barriers, 1u);
  EXPECT_EQ(Waits, 1u);
  EXPECT_FALSE(Barred.NewSiteOf.count({0, 2}));
}

} // namespace
} // namespace fencepost::certificate
