//===- AccessTest.cpp - The memory that an access ranges over -------------===//
#include "fencepost/View/Access.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::view;

namespace {

/// A view with one event, whose memory has no object.
struct OneEvent {
  OneEvent(EventKind Kind, AddressSpace Space) {
    View.Blocks.emplace_back();
    View.Blocks[0].Events.emplace_back();
    event().Kind = Kind;
    event().Op.Space = Space;
    event().Memory.Reads = true;
    event().Destination.Writes = Kind == EventKind::Transfer;
  }
  Event &event() { return View.Blocks[0].Events[0]; }
  bool mayAccessLds(bool Destination = false) const {
    return view::mayAccessLds(View, {{0, 0}, Destination});
  }

  SyncView View;
};

} // namespace

TEST(Access, GenericPointersMayPointToLds) {
  EXPECT_TRUE(
      OneEvent(EventKind::Access, AddressSpace::Generic).mayAccessLds());
  EXPECT_TRUE(OneEvent(EventKind::Access, AddressSpace::Local).mayAccessLds());
  EXPECT_FALSE(
      OneEvent(EventKind::Access, AddressSpace::Global).mayAccessLds());
}

TEST(Access, ObjectsSayMoreThanPointers) {
  OneEvent X(EventKind::Access, AddressSpace::Generic);
  X.View.Objects.emplace_back();
  X.View.Objects[0].Space = AddressSpace::Global;
  X.event().Memory.Object = 0;
  EXPECT_FALSE(X.mayAccessLds());
}

TEST(Access, NothingIsAccessedBesides) {
  OneEvent X(EventKind::Access, AddressSpace::Local);
  EXPECT_FALSE(X.mayAccessLds(/*Destination=*/true));
}

TEST(Access, OneEndOfATransferIsLds) {
  OneEvent To(EventKind::Transfer, AddressSpace::Global);
  EXPECT_FALSE(To.mayAccessLds());
  EXPECT_TRUE(To.mayAccessLds(/*Destination=*/true));
  OneEvent From(EventKind::Transfer, AddressSpace::Local);
  From.event().Transfer.Direction = TransferDirection::FromLds;
  EXPECT_TRUE(From.mayAccessLds());
  EXPECT_FALSE(From.mayAccessLds(/*Destination=*/true));
}
