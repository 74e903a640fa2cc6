//===- StrippedObjectTest.cpp - Objects that tools took parts out of ------===//
// What llvm-strip and llvm-objcopy leave: without section headers everything is
// still found; without symbols or contents the findings say that they are gone,
// not that the object is wrong. Every changed byte of an object without section
// headers must give an error or a result.
//===----------------------------------------------------------------------===//
#include "LlvmOracle.h"
#include "ObjectInputs.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::inputs;

namespace {

using Lines = std::vector<std::string>;

std::string stripped(const std::string &Object,
                     std::vector<std::string> Options = {}) {
  Options.insert(Options.end(), {"-o", "{out}", "{0}"});
  return runOnFiles("llvm-strip", Options, {Object});
}

std::string copied(const std::string &Object,
                   std::vector<std::string> Options) {
  Options.insert(Options.end(), {"{0}", "{out}"});
  return runOnFiles("llvm-objcopy", Options, {Object});
}

std::string linked(const std::string &HashStyle) {
  return runOnFiles(
      "ld.lld", {"-shared", "--hash-style=" + HashStyle, "-o", "{out}", "{0}"},
      {relocatable("gfx942")});
}

/// "diagnostic: message" of what checking finds.
Lines allMessages(const CodeObject &Object) {
  Lines Found = names(Object.Findings);
  for (const Finding &F : checkCodeObject(Object))
    Found.push_back((kindOf(F.Id).Name + ": " + F.Message).str());
  return Found;
}

TEST(StrippedObject, WithoutSectionHeadersHasItsKernels) {
  for (const char *HashStyle : {"sysv", "gnu", "both"}) {
    SCOPED_TRACE(HashStyle);
    std::string Whole = linked(HashStyle);
    std::string Bytes = stripped(Whole, {"--strip-sections"});
    CodeObject Expected = read(Whole), Object = read(Bytes);
    EXPECT_EQ(allMessages(Object), Lines());
    ASSERT_EQ(Object.Kernels.size(), 2u);
    for (size_t I = 0; I < 2; ++I) {
      const Kernel &K = Object.Kernels[I], &Same = Expected.Kernels[I];
      EXPECT_EQ(K.Name, Same.Name);
      EXPECT_EQ(K.DescriptorBytes, Same.DescriptorBytes);
      EXPECT_EQ(K.DescriptorOffset, Same.DescriptorOffset);
      EXPECT_EQ(K.EntryAddress, Same.EntryAddress);
      EXPECT_EQ(K.CodeSize, Same.CodeSize);
      ASSERT_TRUE(K.EntrySection);
      EXPECT_EQ(Object.section(*K.EntrySection)->Kind, SectionKind::Code);
    }
  }
}

TEST(StrippedObject, EntriesOutsideExecutableSegmentsAreFound) {
  std::string Bytes = stripped(linked("both"), {"--strip-sections"});
  Bytes.replace(read(Bytes).Kernels[0].DescriptorOffset + 16, 8, 8, '\0');
  CodeObject Object = read(Bytes);
  EXPECT_EQ(names(checkCodeObject(Object)), Lines{"entry-outside"});
}

TEST(StrippedObject, WithoutSectionHeadersMayBeDamaged) {
  std::string Bytes = stripped(linked("gnu"), {"--strip-sections"});
  unsigned Read = 0;
  for (size_t I = 0; I < Bytes.size(); ++I)
    for (char Value : {'\0', '\x7f', '\xff'}) {
      std::string Changed = Bytes;
      Changed[I] = Value;
      CodeObjectImage Image;
      Image.Bytes = Changed;
      llvm::Expected<CodeObject> Object = readCodeObject(Image, "test");
      if (Object)
        Read += checkCodeObject(*Object).size() < 100;
      else
        llvm::consumeError(Object.takeError());
    }
  EXPECT_GT(Read, 0u);
}

TEST(StrippedObject, WithoutSymbolsIsNotDecided) {
  std::string Bytes = stripped(relocatable("gfx942"));
  EXPECT_EQ(allMessages(read(Bytes)),
            Lines(2, "descriptor-not-found: the descriptor cannot be found: "
                     "the object has no symbol table"));
  // The dynamic symbols of a linked object stay.
  std::string Linked = stripped(linked("both"));
  EXPECT_EQ(allMessages(read(Linked)), Lines());
}

TEST(StrippedObject, WithoutContentsIsNotDecided) {
  for (const std::string &Whole : {relocatable("gfx942"), linked("both")}) {
    std::string Bytes = copied(Whole, {"--only-keep-debug"});
    EXPECT_EQ(allMessages(read(Bytes)),
              Lines(2, "descriptor-not-found: the descriptor is in section "
                       "'.rodata', whose contents are not in this file"));
  }
}

TEST(StrippedObject, RemovedNotesLeaveZeros) {
  std::string Bytes = copied(linked("both"), {"--remove-section", ".note"});
  CodeObject Object = read(Bytes);
  EXPECT_TRUE(Object.Notes.empty());
  EXPECT_EQ(names(checkCodeObject(Object)),
            Lines(2, "kernel-without-metadata"));
}

} // namespace
