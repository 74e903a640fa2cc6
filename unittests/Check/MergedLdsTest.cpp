//===- MergedLdsTest.cpp - Races by pointers to several LDS objects -------===//
#include "../View/Kernel.h"
#include "fencepost/Check/Check.h"
#include "fencepost/Report/FindingText.h"
#include "gtest/gtest.h"

namespace fencepost::check {
namespace {

using K = view::ValueKind;

/// Writes one of two buffers, chosen by an argument, and reads one of them from
/// the next wave.
view::SyncView chosenBuffers(bool SameBuffer) {
  view::Kernel X(128, 64);
  uint32_t A = X.object("a"), B = X.object("b");
  X.store(A, X.tid());
  X.store(B, X.tid());
  X.barrier();
  view::Kernel::Id IsOdd = X.op(K::Ne, X.op(K::And, X.argument(0), 1), 0);
  view::Event &Store = X.store(A, X.tid());
  view::Kernel::Id ToA = Store.Memory.Address;
  X.View.Blocks[0].Events.pop_back();
  view::Event &Other = X.store(B, X.tid());
  view::Kernel::Id ToB = Other.Memory.Address;
  X.View.Blocks[0].Events.pop_back();
  view::Kernel::Id Chosen = X.select(IsOdd, ToA, ToB);
  view::Event &Write = X.store(A, X.tid(), X.tid());
  Write.Memory.Object = view::None;
  Write.Memory.Address = Chosen;
  view::Kernel::Id There = X.op(K::Xor, X.tid(), 64);
  view::Event &First = X.load(A, There);
  view::Kernel::Id FromA = First.Memory.Address;
  X.View.Blocks[0].Events.pop_back();
  view::Event &Second = X.load(B, There);
  view::Kernel::Id FromB = Second.Memory.Address;
  X.View.Blocks[0].Events.pop_back();
  view::Kernel::Id From = SameBuffer ? X.select(IsOdd, FromA, FromB)
                                     : X.select(IsOdd, FromB, FromA);
  view::Event &Read = X.load(A, There);
  Read.Memory.Object = view::None;
  Read.Memory.Address = From;
  return X.finish();
}

TEST(MergedLds, AddressesTellWhatPointersMeet) {
  EXPECT_TRUE(checkKernel(chosenBuffers(false)).empty());
  view::SyncView Racy = chosenBuffers(true);
  std::vector<Defect> Found = checkKernel(Racy);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Kind, DefectKind::LdsRace);
  EXPECT_EQ(Found[0].Certainty, Certainty::Error);
  std::string Text = describeDefect(Racy, Found[0]).Message;
  EXPECT_TRUE(llvm::StringRef(Text).contains("LDS 'a'") ||
              llvm::StringRef(Text).contains("LDS 'b'"))
      << Text;
}

} // namespace
} // namespace fencepost::check
