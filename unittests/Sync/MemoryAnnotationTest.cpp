//===- MemoryAnnotationTest.cpp - MMRA tags -------------------------------===//
#include "fencepost/Sync/MemoryAnnotation.h"
#include "gtest/gtest.h"

using namespace fencepost;

TEST(MemoryAnnotation, TagsParseBack) {
  for (llvm::StringRef Text :
       {"amdgpu-synchronize-as:local", "amdgpu-synchronize-as:global",
        "amdgcn-av:none"}) {
    std::optional<MemoryAnnotation> Tag = MemoryAnnotation::parse(Text);
    ASSERT_TRUE(Tag) << Text.str();
    EXPECT_EQ(Tag->str(), Text);
    EXPECT_EQ(MemoryAnnotation::parse(Tag->prefix(), Tag->suffix()), Tag);
  }
}

TEST(MemoryAnnotation, Meaning) {
  auto Local = MemoryAnnotation::parse("amdgpu-synchronize-as:local");
  EXPECT_EQ(Local->space(), AddressSpace::Local);
  EXPECT_FALSE(Local->isNoAv());
  auto NoAv = MemoryAnnotation::parse("amdgcn-av", "none");
  EXPECT_TRUE(NoAv->isNoAv());
  EXPECT_EQ(NoAv->space(), std::nullopt);
}

// A tag that is not ours must not change what a fence orders.
TEST(MemoryAnnotation, OtherTagsAreNotOurs) {
  for (llvm::StringRef Wrong :
       {"", ":", "amdgpu-synchronize-as", "amdgpu-synchronize-as:",
        "amdgpu-synchronize-as:private", "amdgpu-synchronize-as:Local",
        "amdgpu-synchronize-as:local:global", "amdgcn-av:workgroup",
        "amdgcn-av:", "foo:local", "amdgpu-as:local", "none"})
    EXPECT_EQ(MemoryAnnotation::parse(Wrong), std::nullopt) << Wrong.str();
}

TEST(MemoryAnnotations, AnUntaggedFenceCoversEverything) {
  AddressSpaceSet All = {AddressSpace::Global, AddressSpace::Local};
  MemoryAnnotations Tags;
  EXPECT_EQ(Tags.covered(All), All);
  EXPECT_EQ(Tags.str(), "");
  Tags.insert(MemoryAnnotation::noAv());
  EXPECT_EQ(Tags.covered(All), All);
  Tags.insert(MemoryAnnotation::synchronize(AddressSpace::Local));
  EXPECT_EQ(Tags.covered(All), AddressSpaceSet{AddressSpace::Local});
  EXPECT_EQ(Tags.str(), "amdgcn-av:none, amdgpu-synchronize-as:local");
  Tags.insert(MemoryAnnotation::synchronize(AddressSpace::Global));
  EXPECT_EQ(Tags.covered(All), All);
}
