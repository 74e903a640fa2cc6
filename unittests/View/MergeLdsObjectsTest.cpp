//===- MergeLdsObjectsTest.cpp - Pointers to several LDS objects ---------===//
#include "fencepost/View/MergeLdsObjects.h"
#include "Kernel.h"
#include "gtest/gtest.h"

namespace fencepost::view {
namespace {

TEST(MergeLdsObjects, OnlyWhereAPointerHasNoObject) {
  Kernel X(128, 64);
  X.store(X.object("a"), X.tid());
  EXPECT_FALSE(withMergedLds(X.finish()));
}

/// The far end of a store from LDS is no LDS, though its object is unknown.
TEST(MergeLdsObjects, StoresFromLdsWriteElsewhere) {
  for (bool ToLds : {false, true}) {
    Kernel X(128, 64);
    uint32_t Lds = X.object("a");
    uint32_t Memory = X.object("memory", AddressSpace::Global);
    Event &E = ToLds ? X.transfer(Memory, X.tid(), Lds, X.tid())
                     : X.transfer(Lds, X.tid(), Memory, X.tid());
    E.Transfer.Direction =
        ToLds ? TransferDirection::ToLds : TransferDirection::FromLds;
    E.Op.Space = ToLds ? AddressSpace::Global : AddressSpace::Local;
    E.Destination.Object = None;
    EXPECT_EQ(withMergedLds(X.finish()).has_value(), ToLds);
  }
}

TEST(MergeLdsObjects, FindsTheObjectOfAnAddress) {
  Kernel X(128, 64);
  uint32_t A = X.object("a"), B = X.object("b");
  const SyncView &View = X.finish();
  EXPECT_EQ(objectAt(View, View.Objects[A].Base), A);
  EXPECT_EQ(objectAt(View, View.Objects[A].Base + 4000), A);
  EXPECT_EQ(objectAt(View, View.Objects[B].Base + 5), B);
  EXPECT_EQ(objectAt(View, 12), None);
}

} // namespace
} // namespace fencepost::view
