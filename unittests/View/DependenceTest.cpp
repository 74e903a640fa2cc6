//===- DependenceTest.cpp - What values depend on ------------------------===//
// What is loaded from LDS is data if data decides what is stored there: its
// value, its place, or whether it is stored at all; also over other variables.
//===----------------------------------------------------------------------===//
#include "fencepost/View/Dependence.h"
#include "Kernel.h"
#include "gtest/gtest.h"

namespace fencepost::view {
namespace {

using view::ValueKind;

struct Loads : Kernel {
  Loads() : Kernel(256, 64) {
    Input = object("input", AddressSpace::Global);
    Lds = object("lds");
    block("entry");
  }
  /// What an access of element \p Index reads.
  Id read(uint32_t Object, Id Index, bool Uniform = false) {
    Id Result = unknown(Uniform);
    load(Object, Index).Result = Result;
    return Result;
  }
  uint8_t of(Id V) {
    const view::SyncView &Done = finish();
    Graph Shape(Done);
    return Dependence(Done, Shape).valueSources(V);
  }
  uint32_t Input, Lds;
};

constexpr uint8_t Data = ByUnknown | ByPlain | ByStored,
                  Made = ByUnknown | ByOther;

TEST(Dependence, WhatTheKernelMade) {
  Loads K;
  K.store(K.Lds, K.tid(), K.constant(5));
  K.store(K.Lds, K.tid(), K.op(ValueKind::Mul, K.tid(), 3));
  K.barrier();
  EXPECT_EQ(K.of(K.read(K.Lds, K.tid())), Made);
}

TEST(Dependence, WhatItRead) {
  Loads K;
  Kernel::Id Block = K.read(K.Input, K.tid());
  K.store(K.Lds, K.tid(), K.constant(5));
  K.store(K.Lds, K.tid(), K.op(ValueKind::And, Block, 3));
  K.barrier();
  Kernel::Id Out = K.read(K.Lds, K.tid());
  Kernel::Id Compared = K.op(ValueKind::ULt, Out, 7);
  Kernel::Id Chosen = K.select(Compared, K.tid(), K.constant(0));
  EXPECT_EQ(K.of(Block), ByUnknown | ByInput);
  EXPECT_EQ(K.of(Out), Data);
  // It decides, but is not what was stored.
  EXPECT_EQ(K.of(Compared), ByUnknown | ByPlain);
  EXPECT_EQ(K.of(Chosen), ByUnknown | ByPlain);
}

TEST(Dependence, WhereItIsStored) {
  Loads K;
  K.store(K.Lds, K.read(K.Input, K.tid()), K.constant(5));
  K.barrier();
  EXPECT_EQ(K.of(K.read(K.Lds, K.tid())), Data);
}

TEST(Dependence, WhetherItIsStored) {
  Loads K;
  Kernel::Id Block = K.read(K.Input, K.tid());
  view::BlockId Store = K.block("store");
  K.store(K.Lds, K.constant(0), K.constant(1));
  view::BlockId End = K.block("end");
  K.barrier();
  Kernel::Id Out = K.read(K.Lds, K.constant(0), true);
  K.branch(0, K.op(ValueKind::Eq, Block, 5), Store, End, false);
  K.jump(Store, End);
  EXPECT_EQ(K.of(Out), ByUnknown | ByShared | ByStored);
}

TEST(Dependence, WhatAnArgumentSaysForAll) {
  for (bool Uniform : {false, true}) {
    Loads K;
    K.store(K.Lds, K.constant(0), K.argument(0));
    K.barrier();
    EXPECT_EQ(K.of(K.read(K.Lds, K.constant(0), Uniform)),
              Uniform ? ByUnknown | ByShared : Made);
  }
}

TEST(Dependence, OneValueThatTheKernelMade) {
  Loads K;
  K.store(K.Lds, K.constant(0), K.constant(7));
  K.barrier();
  EXPECT_EQ(K.of(K.read(K.Lds, K.constant(0), true)), Made | ByShared);
}

TEST(Dependence, OverOtherVariables) {
  for (bool FromInput : {false, true}) {
    Loads K;
    uint32_t Second = K.object("second"), Third = K.object("third");
    K.store(K.Lds, K.tid(),
            FromInput ? K.read(K.Input, K.tid())
                      : K.op(ValueKind::Mul, K.tid(), 3));
    K.barrier();
    // A cycle: what is stored first comes from what is stored last.
    K.store(Second, K.tid(), K.read(K.Lds, K.tid()));
    K.barrier();
    K.store(Third, K.tid(), K.read(Second, K.tid()));
    K.barrier();
    K.store(K.Lds, K.tid(), K.read(Third, K.tid()));
    K.barrier();
    EXPECT_EQ(K.of(K.read(K.Lds, K.tid())), FromInput ? Data : Made);
  }
}

TEST(Dependence, WhatIsNotUnderstoodStoresAnything) {
  Loads K;
  K.store(K.Lds, K.tid(), K.constant(5));
  view::Event &E = K.load(K.Lds, K.tid());
  E.Kind = view::EventKind::Opaque;
  K.barrier();
  EXPECT_EQ(K.of(K.read(K.Lds, K.tid())), Data);
}

} // namespace
} // namespace fencepost::view
