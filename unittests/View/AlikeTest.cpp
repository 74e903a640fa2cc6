//===- AlikeTest.cpp - Are two views equal but for their origins? ---------===//
#include "fencepost/View/Alike.h"
#include "gtest/gtest.h"

namespace fencepost::view {
namespace {

/// Three accesses in two blocks, the last two of one instruction.
SyncView view() {
  SyncView View;
  View.Kernel = "k";
  View.Values.resize(2);
  View.Values[1].Kind = ValueKind::Phi;
  View.Values[1].From.push_back({0, 0});
  View.Objects.resize(1);
  View.Blocks.resize(2);
  View.Blocks[0].Next.push_back({1, None, true});
  View.Blocks[1].Before.push_back(0);
  View.Blocks[0].Start = View.Blocks[0].End = 5;
  View.Blocks[0].Events.resize(1);
  View.Blocks[0].Events[0].Origin = 3;
  View.Blocks[1].Events.resize(2);
  View.Blocks[1].Events[0].Origin = View.Blocks[1].Events[1].Origin = 4;
  View.Blocks[1].Events[1].ContinuesInstruction = true;
  View.Loops.resize(1);
  return View;
}

} // namespace

TEST(Alike, PlacesNamesAndInstructionsMayDiffer) {
  SyncView A = view(), B = view();
  B.Where.Line = 7;
  B.Values[0].Name = "x";
  B.Blocks[0].Name = "entry";
  B.Blocks[0].Start = B.Blocks[0].End = 9;
  B.Blocks[0].Events[0].Where.Line = 8;
  B.Blocks[0].Events[0].Calls.emplace_back();
  B.Blocks[0].Events[0].Origin = None;
  B.Blocks[1].Events[0].Origin = B.Blocks[1].Events[1].Origin = 3;
  EXPECT_TRUE(areEquivalent(A, B));
  EXPECT_TRUE(areEquivalent(B, A));
}

TEST(Alike, WhatKernelsDoMayNotDiffer) {
  using Change = void (*)(SyncView &);
  Change Changes[] = {
      [](SyncView &V) { V.Kernel = "other"; },
      [](SyncView &V) { V.Size[1] = 2; },
      [](SyncView &V) { V.Most = 64; },
      [](SyncView &V) { V.Reducible = false; },
      [](SyncView &V) { V.Ignored.push_back("*"); },
      [](SyncView &V) { V.Values[0].Number = 1; },
      [](SyncView &V) { V.Values[0].Uniform = true; },
      [](SyncView &V) { V.Values[1].From[0].Value = 1; },
      [](SyncView &V) { V.Values.pop_back(); },
      [](SyncView &V) { V.Objects[0].NoAlias = true; },
      [](SyncView &V) { V.Loops.front().MostTrips = 3; },
      [](SyncView &V) { V.Blocks[0].Next[0].Value = false; },
      [](SyncView &V) { V.Blocks[1].Before.clear(); },
      [](SyncView &V) { V.Blocks[1].UniformExit = false; },
      [](SyncView &V) { V.Blocks[1].Frequency = 8; },
      [](SyncView &V) { V.Blocks[1].Events[0].Kind = EventKind::Fence; },
      [](SyncView &V) { V.Blocks[1].Events[0].Memory.Bytes = 4; },
      [](SyncView &V) { V.Blocks[1].Events[0].Destination.Writes = true; },
      [](SyncView &V) { V.Blocks[1].Events[0].Op.Volatile = true; },
      [](SyncView &V) { V.Blocks[1].Events[1].ContinuesInstruction = false; },
      [](SyncView &V) { V.Blocks[1].Events.emplace_back(); },
      [](SyncView &V) { V.Blocks[1].Events.pop_back(); },
  };
  SyncView A = view();
  for (size_t I = 0; I != std::size(Changes); ++I) {
    SyncView B = view();
    Changes[I](B);
    EXPECT_FALSE(areEquivalent(A, B)) << I;
    EXPECT_FALSE(areEquivalent(B, A)) << I;
  }
}

} // namespace fencepost::view
