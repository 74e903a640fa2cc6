//===- CodeObjectCheckTest.cpp - Objects that contradict themselves -------===//
// A good object, with one thing changed at a time: each change gives exactly
// the finding it should, and no other kernel is blamed.
//===----------------------------------------------------------------------===//
#include "LlvmOracle.h"
#include "ObjectInputs.h"
#include "llvm/Support/Endian.h"
#include "gtest/gtest.h"
#include <functional>

using namespace fencepost;
using namespace fencepost::inputs;
using llvm::StringRef;

namespace {

/// "name: message" of the findings about \p Object.
std::vector<std::string> checkMessages(const CodeObject &Object) {
  std::vector<std::string> Lines;
  for (const Finding &F : checkCodeObject(Object))
    Lines.push_back((kindOf(F.Id).Name + ": " + F.Message).str());
  return Lines;
}

class CheckTest : public testing::Test {
protected:
  static void SetUpTestSuite() { Bytes = shared(relocatable("gfx1100")); }

  /// The findings after \p Change to a good object.
  static std::vector<std::string>
  after(std::function<void(CodeObject &)> Change) {
    CodeObject Object = read(Bytes);
    EXPECT_EQ(checkMessages(Object), std::vector<std::string>());
    Change(Object);
    return checkMessages(Object);
  }
  /// The same, for a change of the first kernel's metadata.
  static std::vector<std::string>
  afterMetadata(std::function<void(KernelMetadata &)> Change) {
    return after([&](CodeObject &O) { Change(O.Hsa->Kernels[0]); });
  }
  using Lines = std::vector<std::string>;
  static std::string Bytes;
};
std::string CheckTest::Bytes;

TEST_F(CheckTest, SizesOfMetadataAndDescriptor) {
  EXPECT_EQ(afterMetadata([](auto &M) { M.GroupSegmentFixedSize = 1; }),
            Lines{"metadata-mismatch: the metadata says group segment size 1, "
                  "the descriptor 256"});
  EXPECT_EQ(afterMetadata([](auto &M) { M.PrivateSegmentFixedSize = 4; }),
            Lines{"metadata-mismatch: the metadata says private segment size "
                  "4, the descriptor 0"});
  EXPECT_EQ(afterMetadata([](auto &M) { M.KernargSegmentSize = 4096; }),
            Lines{"metadata-mismatch: the metadata says kernarg segment size "
                  "4096, the descriptor 272"});
  EXPECT_EQ(afterMetadata([](auto &M) { M.WavefrontSize = 64; }),
            Lines{"metadata-mismatch: the metadata says wavefront size 64, the "
                  "descriptor 32"});
  EXPECT_EQ(afterMetadata([](auto &M) {
              M.UsesDynamicStack = !*M.UsesDynamicStack;
            }).size(),
            1u);
  EXPECT_EQ(afterMetadata([](auto &M) { M.WorkgroupProcessorMode = false; }),
            Lines{"metadata-mismatch: the metadata says work-group processor "
                  "mode 0, the descriptor 1"});
  // What the metadata does not say cannot disagree; nor can a kernarg size
  // that the descriptor leaves open.
  EXPECT_EQ(afterMetadata([](auto &M) { M.WavefrontSize.reset(); }), Lines());
  EXPECT_EQ(
      after([](CodeObject &O) { O.Kernels[0].Descriptor->KernargSize = 0; }),
      Lines());
}

TEST_F(CheckTest, RulesOnMetadata) {
  EXPECT_EQ(afterMetadata([](auto &M) { M.KernargSegmentAlign = 12; }),
            Lines{"metadata-invalid: the alignment of the kernarg segment is "
                  "12, not a power of two"});
  EXPECT_EQ(afterMetadata([](auto &M) {
              M.MaxFlatWorkgroupSize = 0;
              M.ReqdWorkgroupSize.reset();
            }),
            Lines{"metadata-invalid: the maximum flat work-group size is 0"});
  EXPECT_EQ(afterMetadata([](auto &M) { M.Kind = "odd"; }),
            Lines{"metadata-invalid: the kind is 'odd', not one of 'normal', "
                  "'init' and 'fini'"});
  for (StringRef Kind : {"", "normal", "init", "fini"})
    EXPECT_EQ(afterMetadata([&](auto &M) { M.Kind = Kind; }), Lines());
  EXPECT_EQ(afterMetadata([](auto &M) { M.ReqdWorkgroupSize = {64, 2, 1}; }),
            Lines{"metadata-invalid: the required work-group size has 128 "
                  "work-items, the maximum is 64"});
  EXPECT_EQ(afterMetadata([](auto &M) {
              M.ReqdWorkgroupSize = {~0ull, ~0ull, ~0ull};
            }).size(),
            1u);
  EXPECT_EQ(afterMetadata([](auto &M) { M.ReqdWorkgroupSize = {0, 0, 0}; }),
            Lines());
  EXPECT_EQ(
      afterMetadata([](auto &M) { M.Arguments[1].Offset = 270; }),
      Lines{"metadata-invalid: the argument at offset 270 with 4 bytes is "
            "outside the kernarg segment of 272 bytes"});
  EXPECT_EQ(
      afterMetadata([](auto &M) { M.Arguments[1].Offset = ~0ull; }).size(), 1u);
}

TEST_F(CheckTest, EntryPoints) {
  EXPECT_EQ(
      after([](CodeObject &O) { *O.Kernels[0].EntryAddress += 4; }).size(), 1u);
  EXPECT_EQ(
      after([](CodeObject &O) { *O.Kernels[0].EntryAddress += 4; })[0].substr(
          0, 17),
      "entry-misaligned:");
  EXPECT_EQ(
      after([](CodeObject &O) { O.Kernels[0].EntrySection.reset(); })[0].substr(
          0, 14),
      "entry-outside:");
  EXPECT_EQ(after([](CodeObject &O) {
              for (const Section &S : O.Sections)
                if (S.Name == ".rodata")
                  O.Kernels[0].EntrySection = S.Index;
            })[0]
                .substr(0, 14),
            "entry-outside:");
}

TEST_F(CheckTest, EntryPointsInTheFile) {
  // The distance in the first descriptor, changed in the file itself.
  CodeObject Good = read(Bytes);
  std::string Changed = Bytes;
  char *Field = &Changed[Good.Kernels[0].DescriptorOffset + 16];
  uint64_t Distance = llvm::support::endian::read64le(Field);
  auto CheckAt = [&](uint64_t New) {
    llvm::support::endian::write64le(Field, New);
    CodeObject Object = read(Changed);
    return names(checkCodeObject(Object));
  };
  EXPECT_EQ(CheckAt(Distance), Lines());
  EXPECT_EQ(CheckAt(Distance + 8), Lines{"entry-misaligned"});
  EXPECT_EQ(CheckAt(0), Lines{"entry-outside"});
  EXPECT_EQ(CheckAt(uint64_t(1) << 40), Lines{"entry-outside"});
  EXPECT_EQ(CheckAt(~uint64_t(0) << 40), Lines{"entry-outside"});
  EXPECT_EQ(CheckAt(~uint64_t(0)), Lines{"entry-outside"});
}

TEST_F(CheckTest, SectionsOfRelocatableObjectsMustBeAligned) {
  llvm::Expected<std::string> Object = oracle::assemble(
      ".text\n.globl k\n.type k,@function\nk:\ns_endpgm\n.size k, 4\n"
      ".rodata\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr 1\n"
      ".amdhsa_next_free_sgpr 1\n.end_amdhsa_kernel\n",
      {"gfx900"});
  ASSERT_TRUE(bool(Object)) << llvm::toString(Object.takeError());
  EXPECT_EQ(names(checkCodeObject(read(*Object))),
            (Lines{"entry-misaligned", "kernel-without-metadata"}));
}

TEST_F(CheckTest, KernelsWithOneHalf) {
  EXPECT_EQ(after([](CodeObject &O) { O.Kernels[1].Metadata.reset(); }),
            Lines{"kernel-without-metadata: the kernel has a descriptor but no "
                  "metadata"});
  EXPECT_EQ(after([](CodeObject &O) {
              O.Kernels[1].DescriptorBytes = {};
              O.Kernels[1].DescriptorSymbol.reset();
            }),
            Lines{"kernel-without-descriptor: the metadata names a kernel "
                  "without a descriptor"});
  // By name, in the file: the symbol's name is changed in the string tables.
  std::string Changed = Bytes;
  for (size_t Position = Changed.find("second.kd");
       Position != std::string::npos;
       Position = Changed.find("second.kd", Position + 1))
    if (Changed[Position + 9] == '\0')
      Changed[Position] = 'S';
  CodeObject Object = read(Changed);
  ASSERT_EQ(Object.Kernels.size(), 3u);
  EXPECT_EQ(Object.Kernels[1].Name, "second");
  EXPECT_EQ(Object.Kernels[2].Name, "Second");
  EXPECT_EQ(names(checkCodeObject(Object)),
            (Lines{"kernel-without-descriptor", "kernel-without-metadata"}));
}

TEST_F(CheckTest, TargetsOfMetadataAndBundle) {
  EXPECT_EQ(after([](CodeObject &O) {
              O.Hsa->Target = "amdgcn-amd-amdhsa--gfx1101";
            }),
            Lines{"target-mismatch: 'amdhsa.target' is "
                  "'amdgcn-amd-amdhsa--gfx1101' but the ELF header says "
                  "'gfx1100'"});
  EXPECT_EQ(after([](CodeObject &O) {
              O.Hsa->Target = "amdgcn-amd-amdhsa-unknown-gfx1100";
            }),
            Lines());
  EXPECT_EQ(after([](CodeObject &O) { O.Image.EntryTarget = "gfx1100"; }),
            Lines());
  EXPECT_EQ(after([](CodeObject &O) { O.Image.EntryTarget = "gfx90a"; }),
            Lines{"target-mismatch: the bundle entry is for 'gfx90a' but the "
                  "ELF header says 'gfx1100'"});
  EXPECT_EQ(after([](CodeObject &O) { O.Image.EntryTarget = "gfx1"; }).size(),
            1u);
}

TEST_F(CheckTest, FeaturesOfTargets) {
  std::string Xnack = relocatable("gfx90a", 5, "amdgcn-amd-amdhsa", "+xnack");
  CodeObject Object = read(Xnack);
  Object.Image.EntryTarget = "gfx90a:xnack+";
  EXPECT_EQ(checkMessages(Object), Lines());
  Object.Image.EntryTarget = "gfx90a";
  EXPECT_EQ(checkMessages(Object).size(), 1u);
  Object.Image.EntryTarget = "";
  Object.Target.SramEcc = FeatureSetting::On;
  Object.Hsa->Target = "amdgcn-amd-amdhsa--gfx90a:xnack+:sramecc+";
  EXPECT_EQ(
      checkMessages(Object),
      Lines{"metadata-invalid: 'amdhsa.target' is "
            "'amdgcn-amd-amdhsa--gfx90a:xnack+:sramecc+', whose target ID "
            "is not in its canonical form 'gfx90a:sramecc+:xnack+'"});
}

} // namespace
