//===- RandomNeedlessTest.cpp - Following the advice on random views ------===//
// All barriers that are called needless, and the fences that can go with them,
// are taken out at once; then every thread is run (Oracle.h): no two accesses
// may race that did not before. Also with each alone. How many barriers could
// go by that measure and are not found is bounded.
//===----------------------------------------------------------------------===//
#include "../View/RandomKernel.h"
#include "DefectWords.h"
#include "Needless/Needless.h"
#include "Oracle.h"
#include "fencepost/Check/BarrierFences.h"
#include <gtest/gtest.h>

namespace fencepost::check {

using namespace view;

namespace {

/// \p View with nothing at \p Sites; all other events keep their places.
SyncView without(SyncView View, const std::set<Site> &Sites) {
  for (Site At : Sites) {
    Event Nothing;
    Nothing.Kind = EventKind::Machine;
    View.Blocks[At.Block].Events[At.Event] = Nothing;
  }
  return View;
}

struct NeedlessTotals {
  unsigned Barriers = 0, Found = 0, Missed = 0, Fences = 0;
};

bool mustStay(const DefectNote &Note) {
  auto *Fence = std::get_if<FenceNote>(&Note.Detail);
  return Fence && Fence->Role != FenceNote::FenceRole::Removable;
}

/// What \p F says can be removed.
std::set<Site> removedBy(const Defect &F) {
  std::set<Site> Sites;
  if (F.Certainty == Certainty::Unknown)
    return Sites;
  Sites.insert(F.First.Site);
  for (const DefectNote &R : F.Notes)
    if (!mustStay(R))
      Sites.insert(R.At);
  return Sites;
}

bool isSafe(const SyncView &View, const std::set<SitePair> &Before,
            const std::set<Site> &Removed) {
  std::set<SitePair> After = racesByRunning(without(View, Removed));
  return std::includes(Before.begin(), Before.end(), After.begin(),
                       After.end());
}

void follow(unsigned Seed, int Budget, NeedlessTotals &Sum) {
  RandomKernel Random(Seed, Budget);
  const SyncView &View = Random.Result.View;
  std::set<SitePair> Races = racesByRunning(View);
  sym::Analysis Context(View);
  std::set<Site> All;
  for (const Defect &F : findNeedless(Context, {})) {
    EXPECT_NE(F.Certainty, Certainty::Unknown);
    std::set<Site> Removed = removedBy(F);
    // A fence may only be removed alone if it is needless alone.
    EXPECT_TRUE(isSafe(View, Races, {F.First.Site}))
        << "seed " << Seed << ", budget " << Budget << "\n"
        << detailOf(F) << "\n"
        << Random.Text;
    All.insert(Removed.begin(), Removed.end());
    Sum.Found += F.Kind == DefectKind::NeedlessBarrier;
    Sum.Fences += Removed.size() - 1;
  }
  EXPECT_TRUE(isSafe(View, Races, All))
      << "seed " << Seed << ", budget " << Budget << "\n"
      << Random.Text;
  std::set<Site> Gone = All;
  for (const std::set<Site> &Group : findBarrierGroups(View)) {
    ++Sum.Barriers;
    if (All.count(*Group.begin()))
      continue;
    std::set<Site> More = Gone;
    More.insert(Group.begin(), Group.end());
    if (isSafe(View, Races, More)) {
      ++Sum.Missed;
      Gone = More;
    }
  }
}

} // namespace

TEST(RandomNeedless, FollowingTheAdviceAddsNoRace) {
  NeedlessTotals Sum;
  for (int Budget : {3, 5, 8, 12, 18})
    for (unsigned Seed = 0; Seed < 400 && !testing::Test::HasFailure(); ++Seed)
      follow(Seed, Budget, Sum);
  RecordProperty("barriers", Sum.Barriers);
  RecordProperty("found", Sum.Found);
  RecordProperty("missed", Sum.Missed);
  EXPECT_GT(Sum.Found, 1500u);
  EXPECT_GT(Sum.Fences, 1000u);
  // Lanes of one wave, atomics, and pairs that race elsewhere anyway.
  EXPECT_LT(Sum.Missed, Sum.Barriers / 5);
}

} // namespace fencepost::check
