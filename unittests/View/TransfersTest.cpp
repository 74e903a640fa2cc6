//===- TransfersTest.cpp - Transfers, and what completes them -------------===//
#include "fencepost/View/Transfers.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::view;

static Event counterWait(std::initializer_list<CounterWait> Waits) {
  Event E;
  E.Kind = EventKind::CounterWait;
  E.Waits.assign(Waits);
  return E;
}

TEST(Transfers, WhatWaitsLeaveOutstanding) {
  struct Row {
    Event Wait;
    Counter Counted;
    bool Waits;
    uint32_t Most;
    bool InDoubt;
  };
  constexpr uint32_t Any = OutstandingTransfers::Any;
  const Row Rows[] = {
      {counterWait({{Counter::Async, 2}}), Counter::Async, true, 2, false},
      {counterWait({{Counter::Async, 0}}), Counter::Tensor, false, 0, false},
      {counterWait({{Counter::Ds, 0}, {Counter::Tensor, 1}}), Counter::Tensor,
       true, 1, false},
      {counterWait({{Counter::Vm, 0}}), Counter::Vm, true, 0, false},
      // Other accesses count in vmcnt, too.
      {counterWait({{Counter::Vm, 3}}), Counter::Vm, true, 3, true},
      {counterWait({{Counter::Async, CounterWait::Unknown}}), Counter::Async,
       true, Any, true},
      {counterWait({}), Counter::Vm, false, 0, false},
  };
  for (const Row &R : Rows) {
    auto After = outstandingAfter(R.Wait, R.Counted);
    ASSERT_EQ(After.has_value(), R.Waits);
    if (!After)
      continue;
    EXPECT_EQ(After->Most, R.Most);
    EXPECT_EQ(After->InDoubt, R.InDoubt);
  }
  Event Marks;
  Marks.Kind = EventKind::AsyncWait;
  EXPECT_FALSE(outstandingAfter(Marks, Counter::Async));
  EXPECT_TRUE(isTransferWait(Marks));
}
