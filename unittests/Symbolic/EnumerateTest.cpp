//===- EnumerateTest.cpp - Counting, cheap proofs and the solver agree ---===//
// For every pair of accesses in every region of random views: what a cheap
// proof excludes is not found by counting, and counting and Z3 say the same.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/Enumerate.h"
#include "../View/RandomKernel.h"
#include "fencepost/Symbolic/Analysis.h"
#include "gtest/gtest.h"

namespace fencepost::sym {

static void compare(Analysis &Context, const Region &R, unsigned Seed,
                    unsigned &Decided, unsigned &Cheap) {
  RegionOverlap Pairs(Context.Eval, R);
  std::vector<RegionAccess> All;
  for (uint32_t N = 0; N < R.Nodes.size(); ++N)
    for (uint32_t E = R.Nodes[N].First; E < R.Nodes[N].End; ++E) {
      view::Site At{R.Nodes[N].Block, E};
      if (At.in(Context.View).Kind == view::EventKind::Access)
        All.push_back(Pairs.access({At, false}, N));
    }
  for (const RegionAccess &A : All)
    for (const RegionAccess &B : All) {
      if (A.Site.in(Context.View).Object != B.Site.in(Context.View).Object)
        continue;
      Assignment Values;
      Answer Counted = enumerate(Context.Eval, Pairs, A, B, {}, &Values);
      PairQuestion Q = Pairs.ask(A, B);
      if (Q.ProvedApart) {
        EXPECT_NE(Counted, Answer::Yes) << "seed " << Seed;
        ++Cheap;
        continue;
      }
      if (Counted == Answer::GaveUp)
        continue;
      TermId Question = Context.Terms.both(Q.Reached, Q.Overlaps);
      EXPECT_EQ(Context.Solve.ask(Question), Counted) << "seed " << Seed;
      if (Counted == Answer::Yes) {
        EXPECT_EQ(Context.Terms.evaluated(
                      Question, [&](TermId Id) { return Values.lookup(Id); }),
                  1u)
            << "seed " << Seed;
      }
      ++Decided;
    }
}

TEST(Enumerate, AgreesWithTheSolverAndTheCheapProofs) {
  unsigned Decided = 0, Cheap = 0;
  for (unsigned Seed = 100; Seed < 140; ++Seed) {
    view::RandomKernel Random(Seed, 6);
    Analysis Context(Random.Result.View);
    view::Boundaries Bounds{&Context.View, {}, {}};
    RegionBuilder Builder(Context.Eval, Bounds);
    for (const std::optional<view::Site> &Start : Builder.starts())
      compare(Context, Builder.build(Start), Seed, Decided, Cheap);
  }
  EXPECT_GT(Decided, 100u);
  EXPECT_GT(Cheap, 5u);
}

} // namespace fencepost::sym
