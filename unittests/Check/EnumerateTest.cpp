//===- EnumerateTest.cpp - Counting, cheap proofs and the solver agree ----===//
// For every pair of accesses in every region of random views: what a cheap
// proof excludes is not found by counting, and counting and Z3 say the same.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Enumerate.h"
#include "RandomKernel.h"
#include "fencepost/Check/Races.h"
#include <gtest/gtest.h>

using namespace fencepost;
using namespace fencepost::check;

static void compare(Analysis &In, const Region &R, unsigned Seed,
                    unsigned &Decided, unsigned &Cheap) {
  RegionPairs Pairs(In.Eval, R);
  std::vector<RegionAccess> All;
  for (uint32_t N = 0; N < R.Nodes.size(); ++N)
    for (uint32_t E = R.Nodes[N].First; E < R.Nodes[N].End; ++E) {
      Site At{R.Nodes[N].Block, E};
      if (At.in(In.View).Kind == view::EventKind::Access)
        All.push_back(Pairs.access({At, false}, N));
    }
  for (const RegionAccess &A : All)
    for (const RegionAccess &B : All) {
      if (A.Site.in(In.View).Object != B.Site.in(In.View).Object)
        continue;
      Model How;
      Answer Counted = enumerate(In.Eval, Pairs, A, B, {}, &How);
      PairQuestion Q = Pairs.ask(A, B);
      if (Q.ProvedApart) {
        EXPECT_NE(Counted, Answer::Yes) << "seed " << Seed;
        ++Cheap;
        continue;
      }
      if (Counted == Answer::GaveUp)
        continue;
      TermId Question = In.Terms.both(Q.Reached, Q.Overlaps);
      EXPECT_EQ(In.Solve.ask(Question), Counted) << "seed " << Seed;
      if (Counted == Answer::Yes) {
        EXPECT_EQ(In.Terms.evaluated(Question,
                                     [&](TermId Id) { return How.lookup(Id); }),
                  1u)
            << "seed " << Seed;
      }
      ++Decided;
    }
}

TEST(Enumerate, AgreesWithTheSolverAndTheCheapProofs) {
  unsigned Decided = 0, Cheap = 0;
  for (unsigned Seed = 100; Seed < 140; ++Seed) {
    RandomKernel Random(Seed, 6);
    Analysis In(Random.Result.View);
    Boundaries Bounds{&In.View, {}, {}};
    RegionBuilder Builder(In.Eval, Bounds);
    for (const std::optional<Site> &Start : Builder.starts())
      compare(In, Builder.build(Start), Seed, Decided, Cheap);
  }
  EXPECT_GT(Decided, 100u);
  EXPECT_GT(Cheap, 5u);
}
