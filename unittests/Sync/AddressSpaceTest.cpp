//===- AddressSpaceTest.cpp - Address spaces, against LLVM's --------------===//
#include "fencepost/Sync/AddressSpaceSet.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/Support/AMDGPUAddrSpace.h"
#include "llvm/TargetParser/Triple.h"
#include "gtest/gtest.h"
#include <set>

using namespace fencepost;

TEST(AddressSpace, NumbersAreLlvms) {
  namespace AS = llvm::AMDGPUAS;
  EXPECT_EQ(addressSpaceFromNumber(AS::FLAT_ADDRESS), AddressSpace::Generic);
  EXPECT_EQ(addressSpaceFromNumber(AS::GLOBAL_ADDRESS), AddressSpace::Global);
  EXPECT_EQ(addressSpaceFromNumber(AS::REGION_ADDRESS), AddressSpace::Region);
  EXPECT_EQ(addressSpaceFromNumber(AS::LOCAL_ADDRESS), AddressSpace::Local);
  EXPECT_EQ(addressSpaceFromNumber(AS::CONSTANT_ADDRESS),
            AddressSpace::Constant);
  EXPECT_EQ(addressSpaceFromNumber(AS::PRIVATE_ADDRESS), AddressSpace::Private);
  EXPECT_EQ(addressSpaceFromNumber(AS::CONSTANT_ADDRESS_32BIT),
            AddressSpace::Constant32Bit);
  EXPECT_EQ(addressSpaceFromNumber(AS::BUFFER_FAT_POINTER),
            AddressSpace::BufferFatPointer);
  EXPECT_EQ(addressSpaceFromNumber(AS::BUFFER_RESOURCE),
            AddressSpace::BufferResource);
  EXPECT_EQ(addressSpaceFromNumber(AS::BUFFER_STRIDED_POINTER),
            AddressSpace::BufferStridedPointer);
  EXPECT_EQ(addressSpaceFromNumber(AS::STREAMOUT_REGISTER),
            AddressSpace::StreamoutRegisters);
}

TEST(AddressSpace, NoOtherNumberIsOne) {
  std::set<unsigned> Known;
  for (const AddressSpaceFacts &Row : addressSpaces())
    Known.insert(static_cast<unsigned>(Row.Id));
  EXPECT_EQ(Known.size(), 11u);
  for (unsigned Number = 0; Number < 300; ++Number)
    EXPECT_EQ(addressSpaceFromNumber(Number).has_value(),
              Known.count(Number) == 1)
        << Number;
}

// A wrong size would make every pointer argument of a kernel look wrong.
TEST(AddressSpace, PointerSizesAreLlvms) {
  llvm::DataLayout Layout(
      llvm::Triple("amdgcn-amd-amdhsa").computeDataLayout());
  for (const AddressSpaceFacts &Row : addressSpaces()) {
    if (Row.PointerBits == 0)
      continue;
    EXPECT_EQ(Row.PointerBits,
              Layout.getPointerSizeInBits(static_cast<unsigned>(Row.Id)))
        << Row.Name.str();
  }
}

TEST(AddressSpace, NamesParseBack) {
  std::set<std::string> Seen;
  for (const AddressSpaceFacts &Row : addressSpaces()) {
    EXPECT_TRUE(Seen.insert(Row.Name.str()).second);
    EXPECT_EQ(parseAddressSpace(Row.Name), Row.Id);
    EXPECT_EQ(&factsOf(Row.Id), &Row);
    EXPECT_EQ(addressSpaceName(Row.Id), Row.Name);
  }
  for (llvm::StringRef Wrong : {"", "shared", "Local", "local ", "none"})
    EXPECT_EQ(parseAddressSpace(Wrong), std::nullopt) << Wrong.str();
}

/// The set whose members are the bits of \p Bits, in table order.
static AddressSpaceSet setOf(unsigned Bits) {
  AddressSpaceSet Set;
  for (size_t I = 0; I < addressSpaces().size(); ++I)
    if (Bits >> I & 1)
      Set.insert(addressSpaces()[I].Id);
  return Set;
}

// Every set there is, and the set algebra on every pair of a part of them.
TEST(AddressSpaceSet, IsASetOfBits) {
  for (unsigned A = 0; A < 1u << 11; ++A) {
    AddressSpaceSet Set = setOf(A);
    EXPECT_EQ(Set.empty(), A == 0);
    for (size_t I = 0; I < 11; ++I)
      EXPECT_EQ(Set.has(addressSpaces()[I].Id), (A >> I & 1) == 1);
    for (unsigned B = 0; B < 1u << 11; B += 37) {
      EXPECT_EQ(Set | setOf(B), setOf(A | B));
      EXPECT_EQ(Set & setOf(B), setOf(A & B));
      EXPECT_EQ(Set.contains(setOf(B)), (A & B) == B);
    }
  }
}
