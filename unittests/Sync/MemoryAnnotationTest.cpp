//===- MemoryAnnotationTest.cpp - MMRA tags -------------------------------===//
#include "fencepost/Sync/MemoryAnnotation.h"
#include "gtest/gtest.h"

using namespace fencepost;

TEST(MemoryAnnotation, Meaning) {
  auto Local = MemoryAnnotation::parse("amdgpu-synchronize-as", "local");
  ASSERT_TRUE(Local);
  EXPECT_EQ(Local->space(), AddressSpace::Local);
  EXPECT_FALSE(Local->isNoAv());
  auto Global = MemoryAnnotation::parse("amdgpu-synchronize-as", "global");
  EXPECT_EQ(Global, MemoryAnnotation::synchronize(AddressSpace::Global));
  auto NoAv = MemoryAnnotation::parse("amdgcn-av", "none");
  EXPECT_EQ(NoAv, MemoryAnnotation::noAv());
  EXPECT_EQ(NoAv->space(), std::nullopt);
}

// A tag that is not ours must not change what a fence orders.
TEST(MemoryAnnotation, OtherTagsAreNotOurs) {
  constexpr std::pair<const char *, const char *> Others[] = {
      {"", ""},
      {"amdgpu-synchronize-as", ""},
      {"amdgpu-synchronize-as", "private"},
      {"amdgpu-synchronize-as", "Local"},
      {"amdgpu-synchronize-as", "local:global"},
      {"amdgcn-av", "workgroup"},
      {"amdgcn-av", ""},
      {"foo", "local"},
      {"amdgpu-as", "local"},
      {"none", ""}};
  for (auto [Prefix, Suffix] : Others)
    EXPECT_EQ(MemoryAnnotation::parse(Prefix, Suffix), std::nullopt)
        << Prefix << ":" << Suffix;
}

TEST(MemoryAnnotations, AnUntaggedFenceCoversEverything) {
  AddressSpaceSet All = {AddressSpace::Global, AddressSpace::Local};
  MemoryAnnotations Tags;
  EXPECT_EQ(Tags.covered(All), All);
  Tags.insert(MemoryAnnotation::noAv());
  EXPECT_EQ(Tags.covered(All), All);
  Tags.insert(MemoryAnnotation::synchronize(AddressSpace::Local));
  EXPECT_EQ(Tags.covered(All), AddressSpaceSet{AddressSpace::Local});
  Tags.insert(MemoryAnnotation::synchronize(AddressSpace::Global));
  EXPECT_EQ(Tags.covered(All), All);
}
