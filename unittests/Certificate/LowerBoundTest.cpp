//===- LowerBoundTest.cpp - What every placement costs at least -----------===//
#include "fencepost/Certificate/LowerBound.h"
#include "Certified.h"
#include "gtest/gtest.h"
#include <random>

namespace fencepost::certificate {
namespace {

// Against all sets of candidates.
TEST(LowerBound, TheLeastByTryingAll) {
  view::SyncView View = place::shape("wA loop{wA rA loop{rA wA}} rA");
  PlacementLayout Layout(View, CertifiedMode::Keep);
  std::vector<BarrierPoint> Points(Layout.points().begin(),
                                   Layout.points().end());
  ASSERT_GE(Points.size(), 10u);
  Points.resize(10);
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round < 200; ++Round) {
    std::vector<CandidateNeed> Needs(Random() % 6);
    for (CandidateNeed &N : Needs)
      for (unsigned I = 0; I < 1 + Round % 4; ++I)
        N.insert({false, Points[Random() % Points.size()]});
    std::optional<Cost> Best;
    for (unsigned Set = 0; Set < 1024; ++Set) {
      Cost Sum;
      std::set<CandidateSlot> Chosen;
      for (unsigned I = 0; I < 10; ++I)
        if (Set >> I & 1) {
          Chosen.insert({false, Points[I]});
          Sum += Layout.costOf(Points[I]);
        }
      bool MeetsAll = llvm::all_of(Needs, [&](const CandidateNeed &N) {
        return llvm::any_of(
            N, [&](const CandidateSlot &C) { return Chosen.count(C) != 0; });
      });
      if (MeetsAll && (!Best || Sum < *Best))
        Best = Sum;
    }
    EXPECT_EQ(minimalCost(Layout, Needs), Best);
  }
}

TEST(LowerBound, TooManyTogether) {
  view::SyncView View = place::shape("wA rA");
  PlacementLayout Layout(View, CertifiedMode::Keep);
  CandidateNeed One{{false, {0, 1, view::None}}};
  EXPECT_TRUE(
      minimalCost(Layout, std::vector<CandidateNeed>(MaxTogether, One)));
  EXPECT_FALSE(
      minimalCost(Layout, std::vector<CandidateNeed>(MaxTogether + 1, One)));
}

TEST(LowerBound, WhatIsNoPath) {
  Certified C("wA loop{rA} wB");
  ASSERT_EQ(C.Cert.Bound.size(), 1u);
  ASSERT_TRUE(C.Cert.Bound[0].Witness);
  PlacementLayout Layout(C.View, CertifiedMode::Keep);
  ThreadExecutor Runs(C.View);
  auto Why = [&](llvm::function_ref<void(BoundPath &)> Change) {
    BoundPath Path = C.Cert.Bound[0];
    Change(Path);
    llvm::Expected<CandidateNeed> Found =
        verifyNeed(C.View, Layout, Runs, Path);
    return Found ? "" : llvm::toString(Found.takeError());
  };
  EXPECT_EQ(Why([](BoundPath &) {}), "");
  EXPECT_EQ(Why([](BoundPath &P) { P.Witness->Threads[1] = 1000; }),
            "there is no such thread");
  EXPECT_EQ(
      Why([](BoundPath &P) { P.Witness->Threads[1] = P.Witness->Threads[0]; }),
      "both threads are of one wave");
  EXPECT_EQ(Why([](BoundPath &P) { P.Witness->Size[0] = 4; }),
            "the kernel cannot be launched with this size");
  EXPECT_EQ(Why([](BoundPath &P) { P.Witness->Accesses[1] = 77; }),
            "a thread does not make this access");
  EXPECT_EQ(Why([](BoundPath &P) { P.To = {{2, 0}, false}; }),
            "a thread does not make this access");
  EXPECT_EQ(Why([](BoundPath &P) { P.To = {{2, 9}, false}; }),
            "it has no such access");
  EXPECT_EQ(Why([](BoundPath &P) { P.Witness->Threads[1] ^= 8; }),
            "the two accesses have no common byte");
  EXPECT_EQ(Why([](BoundPath &P) {
              std::swap(P.From, P.To);
              std::swap(P.Witness->Threads[0], P.Witness->Threads[1]);
              std::swap(P.Witness->Accesses[0], P.Witness->Accesses[1]);
            }),
            "the first access is not first on the path");
  auto WhyBlocks = [&](std::vector<view::BlockId> Blocks) {
    return Why([&](BoundPath &P) {
      P.Witness.reset();
      P.Blocks = Blocks;
    });
  };
  EXPECT_EQ(WhyBlocks({0, 1}), "");
  EXPECT_EQ(WhyBlocks({}), "it does not lead from the one access to the other");
  EXPECT_EQ(WhyBlocks({0, 2, 1}), "its blocks do not follow each other");
}

TEST(LowerBound, BarriersThatStay) {
  Certified C("wA rA");
  BoundPath Path = C.Cert.Bound[0];
  view::SyncView Barred = place::shape("wA | rA");
  Path.To.Site.Event = 4;
  llvm::Expected<CandidateNeed> Found =
      verifyNeed(Barred, PlacementLayout(Barred, CertifiedMode::Keep),
                 ThreadExecutor(Barred), Path);
  ASSERT_FALSE(bool(Found));
  EXPECT_EQ(llvm::toString(Found.takeError()), "a kept barrier orders it");
}

} // namespace
} // namespace fencepost::certificate
