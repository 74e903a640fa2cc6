//===- PremisesTest.cpp - Unknown values that a finding takes for granted -===//
// One kernel: `if (a) A; if (c) barrier; if (b) B`, where the sources of the
// conditions differ from case to case; and one with B inside of A's branch.
//===----------------------------------------------------------------------===//
#include "Races/Premises.h"
#include "../View/Kernel.h"
#include "fencepost/Symbolic/Analysis.h"
#include "gtest/gtest.h"

namespace fencepost::check {
namespace {

using view::None;
using view::Source;
using Sources = llvm::SmallVector<Source, 1>;

const Source X{Source::Argument, 0}, Y{Source::Argument, 1};
const Source Word{Source::Memory, 0, 8}, Next{Source::Memory, 0, 12},
    Some{Source::Memory, 0, Source::Anywhere}, Elsewhere{Source::Memory, 1, 8};

struct Case {
  view::Kernel K{128, 64};
  view::BlockId A = 0, B = 0;

  view::Kernel::Id condition(const Sources &From) {
    view::Kernel::Id Id = K.unknown(true, 1);
    K.View.Values[Id].Sources = From;
    return Id;
  }
  bool mayExclude() {
    sym::Analysis Context(K.finish());
    return Premises(Context.View, Context.Depends).mayExclude(A, None, B, None);
  }
};

/// Blocks in a row; each but the last may be passed by.
bool inARow(const Sources &OfA, const Sources &OfBarrier, const Sources &OfB) {
  Case C;
  view::Kernel &K = C.K;
  uint32_t Lds = K.object("s");
  view::BlockId First = K.block("entry");
  view::Kernel::Id X = C.condition(OfA), Z = C.condition(OfBarrier),
                   Y = C.condition(OfB);
  C.A = K.block("a");
  K.store(Lds, K.tid());
  view::BlockId Second = K.block("second"), Between = K.block("between");
  K.barrier();
  view::BlockId Third = K.block("third");
  C.B = K.block("b");
  K.load(Lds, K.op(view::ValueKind::Xor, K.tid(), 64));
  view::BlockId End = K.block("end");
  K.branch(First, X, C.A, Second, true);
  K.jump(C.A, Second);
  K.branch(Second, Z, Between, Third, true);
  K.jump(Between, Third);
  K.branch(Third, Y, C.B, End, true);
  K.jump(C.B, End);
  return C.mayExclude();
}

TEST(Premises, OneConditionEach) {
  EXPECT_FALSE(inARow({X}, {}, {Y}));
  EXPECT_TRUE(inARow({X}, {}, {X}));
  EXPECT_TRUE(inARow({X}, {}, {X, Y}));
  EXPECT_FALSE(inARow({}, {}, {}));
  EXPECT_TRUE(inARow({Source{}}, {}, {Y}));
}

TEST(Premises, Barriers) {
  EXPECT_TRUE(inARow({X}, {X}, {Y}));
  EXPECT_TRUE(inARow({X}, {Y}, {Y}));
  EXPECT_FALSE(inARow({X}, {Word}, {Y}));
}

TEST(Premises, Memory) {
  EXPECT_TRUE(inARow({Word}, {}, {Word}));
  EXPECT_FALSE(inARow({Word}, {}, {Next}));
  EXPECT_TRUE(inARow({Word}, {}, {Some}));
  EXPECT_TRUE(inARow({Some}, {}, {Some}));
  EXPECT_FALSE(inARow({Word}, {}, {Elsewhere}));
}

/// `if (a) { A; if (b) B }`: B is reached if A is, so both are true there.
TEST(Premises, NestedConditionsAreTrueTogether) {
  Case C;
  view::Kernel &K = C.K;
  uint32_t Lds = K.object("s");
  view::BlockId First = K.block("entry");
  view::Kernel::Id Outer = C.condition({X}), Inner = C.condition({X});
  C.A = K.block("a");
  K.store(Lds, K.tid());
  C.B = K.block("b");
  K.load(Lds, K.op(view::ValueKind::Xor, K.tid(), 64));
  view::BlockId End = K.block("end");
  K.branch(First, Outer, C.A, End, true);
  K.branch(C.A, Inner, C.B, End, true);
  K.jump(C.B, End);
  EXPECT_FALSE(C.mayExclude());
}

/// A condition that is computed from the argument itself is known exactly; one
/// that is computed from it by other means is not.
TEST(Premises, ArgumentsAreSources) {
  for (bool Same : {true, false}) {
    Case C;
    view::Kernel &K = C.K;
    uint32_t Lds = K.object("s");
    view::BlockId First = K.block("entry");
    view::Kernel::Id Exact = K.op(view::ValueKind::ULt, K.argument(0), 7);
    view::Kernel::Id Other = C.condition({Same ? X : Y});
    C.A = K.block("a");
    K.store(Lds, K.tid());
    view::BlockId Second = K.block("second");
    C.B = K.block("b");
    K.load(Lds, K.op(view::ValueKind::Xor, K.tid(), 64));
    view::BlockId End = K.block("end");
    K.branch(First, Exact, C.A, Second, true);
    K.jump(C.A, Second);
    K.branch(Second, Other, C.B, End, true);
    K.jump(C.B, End);
    EXPECT_EQ(C.mayExclude(), Same);
  }
}

} // namespace
} // namespace fencepost::check
