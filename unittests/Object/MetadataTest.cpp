//===- MetadataTest.cpp - HSA metadata against LLVM's verifier ------------===//
// Documents as the compiler writes them, with each key removed or given a value
// of each wrong type: what we find wrong is what LLVM's verifier refuses, but
// for the exceptions listed here. Then the lists of values, hostile documents
// and the limits on findings.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/Metadata.h"
#include "ObjectInputs.h"
#include "llvm/BinaryFormat/AMDGPUMetadataVerifier.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "gtest/gtest.h"
#include <functional>
#include <set>

using namespace fencepost;
using llvm::StringRef;
namespace msgpack = llvm::msgpack;

namespace {

struct HsaResult {
  llvm::BumpPtrAllocator Memory;
  HsaMetadata Metadata;
  std::vector<Finding> Findings;
};

std::unique_ptr<HsaResult> readTree(const MetadataTree &Tree,
                                    CodeObjectVersion Version,
                                    std::unique_ptr<HsaResult> Out) {
  EXPECT_EQ(Tree.Problem, "");
  Location Where;
  Where.File = "test.o";
  Out->Metadata =
      readHsaMetadata(Tree.Root, Version, Where, Out->Memory, Out->Findings);
  return Out;
}

std::unique_ptr<HsaResult>
readBlob(StringRef Bytes, CodeObjectVersion Version = CodeObjectVersion::V5) {
  auto Out = std::make_unique<HsaResult>();
  MetadataTree Tree = readMessagePack(Bytes, Out->Memory);
  return readTree(Tree, Version, std::move(Out));
}

/// MessagePack metadata, written as YAML.
std::unique_ptr<HsaResult>
readHsaText(StringRef Yaml, CodeObjectVersion Version = CodeObjectVersion::V5) {
  msgpack::Document Document;
  EXPECT_TRUE(Document.fromYAML(Yaml));
  std::string Bytes;
  Document.writeToBlob(Bytes);
  auto Out = readBlob(Bytes, Version);
  // Strings point into the document, which ends here.
  Out->Metadata = HsaMetadata();
  return Out;
}

const char *const Full = R"(
amdhsa.version: [ 1, 2 ]
amdhsa.target: amdgcn-amd-amdhsa--gfx1100
amdhsa.printf: [ '1:1:4:%d' ]
amdhsa.kernels:
  - .name: k
    .symbol: k.kd
    .language: OpenCL C
    .language_version: [ 2, 0 ]
    .kernarg_segment_size: 16
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 1
    .vgpr_count: 1
    .agpr_count: 0
    .max_flat_workgroup_size: 64
    .sgpr_spill_count: 0
    .vgpr_spill_count: 0
    .reqd_workgroup_size: [ 64, 1, 1 ]
    .workgroup_size_hint: [ 64, 1, 1 ]
    .vec_type_hint: int
    .device_enqueue_symbol: handle
    .kind: init
    .uses_dynamic_stack: true
    .workgroup_processor_mode: 1
    .uniform_work_group_size: 1
    .cluster_dims: [ 2, 1, 1 ]
    .max_num_workgroups_x: 7
    .max_num_work_groups_y: 8
    .args:
      - .name: a
        .type_name: 'int*'
        .size: 8
        .offset: 0
        .value_kind: global_buffer
        .address_space: global
        .access: read_only
        .actual_access: read_write
        .pointee_align: 4
        .is_const: true
        .is_restrict: true
        .is_volatile: true
        .is_pipe: true
      - .size: 8
        .offset: 8
        .value_kind: hidden_none
)";

TEST(MetadataTest, EveryKeyLandsInItsMember) {
  msgpack::Document Document;
  ASSERT_TRUE(Document.fromYAML(Full));
  std::string Bytes;
  Document.writeToBlob(Bytes);
  auto Out = readBlob(Bytes);
  EXPECT_TRUE(Out->Findings.empty());
  const HsaMetadata &M = Out->Metadata;
  EXPECT_EQ(M.Version, (std::vector<uint64_t>{1, 2}));
  EXPECT_EQ(M.Target, "amdgcn-amd-amdhsa--gfx1100");
  EXPECT_EQ(M.Printf, std::vector<StringRef>{"1:1:4:%d"});
  EXPECT_TRUE(M.Extras.empty());
  ASSERT_EQ(M.Kernels.size(), 1u);
  const KernelMetadata &K = M.Kernels[0];
  EXPECT_EQ(K.Name, "k");
  EXPECT_EQ(K.Symbol, "k.kd");
  EXPECT_EQ(K.Language, "OpenCL C");
  EXPECT_EQ(K.LanguageVersion, (std::vector<uint64_t>{2, 0}));
  EXPECT_EQ(K.KernargSegmentSize, 16u);
  EXPECT_EQ(K.KernargSegmentAlign, 8u);
  EXPECT_EQ(K.WavefrontSize, 32u);
  EXPECT_EQ(K.AgprCount, 0u);
  EXPECT_EQ(K.ReqdWorkgroupSize, (Triple3{64, 1, 1}));
  EXPECT_EQ(K.WorkgroupSizeHint, (Triple3{64, 1, 1}));
  EXPECT_EQ(K.ClusterDims, (Triple3{2, 1, 1}));
  EXPECT_EQ(K.MaxNumWorkgroupsX, 7u);
  EXPECT_EQ(K.MaxNumWorkgroupsY, 8u);
  EXPECT_EQ(K.MaxNumWorkgroupsZ, std::nullopt);
  EXPECT_EQ(K.VecTypeHint, "int");
  EXPECT_EQ(K.DeviceEnqueueSymbol, "handle");
  EXPECT_EQ(K.Kind, "init");
  EXPECT_EQ(K.UsesDynamicStack, true);
  EXPECT_EQ(K.WorkgroupProcessorMode, true);
  EXPECT_EQ(K.UniformWorkGroupSize, true);
  EXPECT_TRUE(K.Extras.empty());
  ASSERT_EQ(K.Arguments.size(), 2u);
  const ArgumentMetadata &A = K.Arguments[0];
  EXPECT_EQ(A.Name, "a");
  EXPECT_EQ(A.TypeName, "int*");
  EXPECT_EQ(A.Size, 8u);
  EXPECT_EQ(A.Offset, 0u);
  EXPECT_EQ(A.Kind, ArgumentKind::GlobalBuffer);
  EXPECT_EQ(A.AddressSpace, AddressSpaceQual::Global);
  EXPECT_EQ(A.Access, AccessQual::ReadOnly);
  EXPECT_EQ(A.ActualAccess, AccessQual::ReadWrite);
  EXPECT_EQ(A.PointeeAlign, 4u);
  EXPECT_TRUE(A.IsConst && A.IsRestrict && A.IsVolatile && A.IsPipe);
  EXPECT_FALSE(A.isHidden());
  EXPECT_TRUE(K.Arguments[1].isHidden());
}

TEST(MetadataTest, UnknownKeysAreKept) {
  msgpack::Document Document;
  ASSERT_TRUE(Document.fromYAML("vendor.key: { a: [ 1, x ] }\n"
                                "amdhsa.version: [ 1, 2 ]\n"
                                "amdhsa.target: t\n"
                                "amdhsa.kernels: []\n"));
  std::string Bytes;
  Document.writeToBlob(Bytes);
  auto Out = readBlob(Bytes);
  EXPECT_TRUE(Out->Findings.empty());
  ASSERT_EQ(Out->Metadata.Extras.size(), 1u);
  EXPECT_EQ(Out->Metadata.Extras[0].Key, "vendor.key");
  EXPECT_EQ(Out->Metadata.Extras[0].Value.str(), R"({"a": [1, "x"]})");
}

bool verifierAccepts(msgpack::Document &Document) {
  return llvm::AMDGPU::HSAMD::V3::MetadataVerifier(/*Strict=*/true)
      .verify(Document.getRoot());
}

/// Calls \p Try with the document after each change of one key of the map that
/// \p Find gives: removed, or with each kind of value.
void forEachChange(std::function<msgpack::MapDocNode(msgpack::Document &)> Find,
                   std::function<void(msgpack::Document &, std::string Key,
                                      std::string Change)>
                       Try) {
  std::vector<std::string> Keys;
  {
    msgpack::Document Document;
    Document.fromYAML(Full);
    for (auto &Entry : Find(Document))
      Keys.push_back(Entry.first.getString().str());
  }
  for (const std::string &Key : Keys)
    for (std::string Change : {"removed", "nil", "bool", "two", "negative",
                               "string", "empty array", "array", "map"}) {
      msgpack::Document Document;
      Document.fromYAML(Full);
      msgpack::MapDocNode Map = Find(Document);
      if (Change == "removed")
        Map.erase(Document.getNode(Key, /*Copy=*/true));
      else if (Change == "nil")
        Map[Key] = Document.getNode();
      else if (Change == "bool")
        Map[Key] = Document.getNode(true);
      else if (Change == "two")
        Map[Key] = Document.getNode(uint64_t(2));
      else if (Change == "negative")
        Map[Key] = Document.getNode(int64_t(-2));
      else if (Change == "string")
        Map[Key] = Document.getNode("text");
      else if (Change == "empty array")
        Map[Key] = Document.getArrayNode();
      else if (Change == "array") {
        auto Array = Document.getArrayNode();
        Array.push_back(Document.getNode("text"));
        Map[Key] = Array;
      } else
        Map[Key] = Document.getMapNode();
      Try(Document, Key, Change);
    }
}

/// Where we and LLVM's verifier part, by key and change; "*" is any change.
const std::set<std::pair<std::string, std::string>> &exceptions() {
  static const std::set<std::pair<std::string, std::string>> List = {
      // Keys that the verifier does not know.
      {".agpr_count", "*"},
      {".kind", "*"},
      {".max_num_workgroups_x", "*"},
      {".max_num_work_groups_y", "*"},
      {"amdhsa.target", "*"},
      // It takes a negative number for an integer; no key has one.
      {"*", "negative"},
      // Languages are an open list ("values include").
      {".language", "string"},
      // The specification says boolean, LLVM writes the integers 0 and 1: both
      // are taken, and no other number.
      {".workgroup_processor_mode", "bool"},
      {".uniform_work_group_size", "bool"},
      {".uniform_work_group_size", "two"},
      {".workgroup_processor_mode", "two"},
  };
  return List;
}

TEST(MetadataTest, WhatIsWrongIsWhatLlvmRefuses) {
  msgpack::Document Whole;
  ASSERT_TRUE(Whole.fromYAML(Full));
  auto Kernel = [](msgpack::Document &Document) {
    return Document.getRoot().getMap()["amdhsa.kernels"].getArray()[0].getMap();
  };
  auto Argument = [&](msgpack::Document &Document) {
    return Kernel(Document)[".args"].getArray()[0].getMap();
  };
  auto Root = [](msgpack::Document &Document) {
    return Document.getRoot().getMap();
  };
  ASSERT_TRUE(verifierAccepts(Whole));
  unsigned Compared = 0;
  auto Compare = [&](msgpack::Document &Document, std::string Key,
                     std::string Change) {
    std::string Bytes;
    Document.writeToBlob(Bytes);
    auto Out = readBlob(Bytes);
    if (exceptions().count({Key, Change}) || exceptions().count({Key, "*"}) ||
        exceptions().count({"*", Change}))
      return;
    ++Compared;
    EXPECT_EQ(Out->Findings.empty(), verifierAccepts(Document))
        << Key << " " << Change;
    for (const Finding &F : Out->Findings)
      EXPECT_EQ(F.Id, Diag::MetadataInvalid);
  };
  forEachChange(Argument, Compare);
  forEachChange(Kernel,
                [&](msgpack::Document &Document, std::string Key,
                    std::string Change) { Compare(Document, Key, Change); });
  forEachChange(Root, [&](msgpack::Document &Document, std::string Key,
                          std::string Change) {
    // Without kernels there is nothing to change in the first.
    if (Key == "amdhsa.kernels") {
      std::string Bytes;
      Document.writeToBlob(Bytes);
      EXPECT_EQ(readBlob(Bytes)->Findings.empty(), verifierAccepts(Document))
          << Change;
      return;
    }
    Compare(Document, Key, Change);
  });
  EXPECT_GT(Compared, 250u);
}

TEST(MetadataTest, MessagesNameKeyValueAndPlace) {
  auto Out = readHsaText("amdhsa.version: [ 1, 2 ]\namdhsa.target: t\n"
                         "amdhsa.kernels:\n"
                         "  - .symbol: k.kd\n    .name: k\n"
                         "    .sgpr_count: many\n"
                         "    .args: [ { .size: 4, .offset: 0 } ]\n");
  std::vector<std::string> Messages;
  for (const Finding &F : Out->Findings)
    Messages.push_back(F.Where.Entity + ": " + F.Message);
  std::vector<std::string> Expected = {
      "kernel k, argument 0: the required key '.value_kind' is missing",
      "kernel k: '.sgpr_count' is \"many\", not an unsigned integer",
      "kernel k: the required key '.group_segment_fixed_size' is missing",
      "kernel k: the required key '.kernarg_segment_align' is missing",
      "kernel k: the required key '.kernarg_segment_size' is missing",
      "kernel k: the required key '.max_flat_workgroup_size' is missing",
      "kernel k: the required key '.private_segment_fixed_size' is missing",
      "kernel k: the required key '.vgpr_count' is missing",
      "kernel k: the required key '.wavefront_size' is missing"};
  EXPECT_EQ(Messages, Expected);
}

TEST(MetadataTest, RequiredKeysDependOnTheVersion) {
  const char *Text = "amdhsa.version: [ 1, 0 ]\namdhsa.kernels: []\n";
  EXPECT_TRUE(readHsaText(Text, CodeObjectVersion::V3)->Findings.empty());
  for (CodeObjectVersion V :
       {CodeObjectVersion::V4, CodeObjectVersion::V5, CodeObjectVersion::V6}) {
    auto Out = readHsaText(Text, V);
    ASSERT_EQ(Out->Findings.size(), 1u);
    EXPECT_EQ(Out->Findings[0].Message,
              "the required key 'amdhsa.target' is missing");
  }
}

TEST(MetadataTest, RootsThatAreNoMaps) {
  for (StringRef Bytes : {StringRef("\xc0"), StringRef("\x05"),
                          StringRef("\x90"), StringRef("\xa1x")}) {
    auto Out = readBlob(Bytes);
    ASSERT_EQ(Out->Findings.size(), 1u);
    EXPECT_NE(Out->Findings[0].Message.find(", not a map"), std::string::npos);
  }
}

TEST(MetadataTest, HostileDocumentsHaveFewFindingsAndLittleMemory) {
  // An array of 200000 empty maps for kernels.
  std::string Bytes = "\x81\xae"
                      "amdhsa.kernels\xdd";
  Bytes += StringRef("\x00\x03\x0d\x40", 4);
  Bytes += std::string(200000, '\x80');
  auto Out = readBlob(Bytes);
  EXPECT_LE(Out->Findings.size(), 101u);
  EXPECT_TRUE(Out->Metadata.Kernels.empty());
  EXPECT_NE(Out->Findings.back().Message.find("more problems of this kind"),
            std::string::npos);
  EXPECT_LT(Out->Memory.getTotalMemory(), size_t(16) << 20);
}

TEST(MetadataTest, ValueKindsAreThoseOfLlvm) {
  // Each kind must be accepted by LLVM's verifier; one that is not in the list
  // must not.
  for (const ArgumentKindFacts &Facts : argumentKinds()) {
    msgpack::Document Document;
    Document.fromYAML(Full);
    auto Kernel =
        Document.getRoot().getMap()["amdhsa.kernels"].getArray()[0].getMap();
    Kernel[".args"].getArray()[0].getMap()[".value_kind"] =
        Document.getNode(Facts.Name);
    EXPECT_TRUE(verifierAccepts(Document)) << Facts.Name.str();
    std::string Bytes;
    Document.writeToBlob(Bytes);
    auto Out = readBlob(Bytes);
    EXPECT_TRUE(Out->Findings.empty());
    EXPECT_EQ(Out->Metadata.Kernels[0].Arguments[0].Kind, Facts.Id);
    EXPECT_EQ(Out->Metadata.Kernels[0].Arguments[0].isHidden(),
              StringRef(Facts.Name).starts_with("hidden_"));
    EXPECT_FALSE(Facts.Meaning.empty());
  }
  EXPECT_EQ(argumentKinds().size(), NumArgumentKinds - 1);
}

TEST(MetadataTest, UnknownValuesAreKeptAsText) {
  msgpack::Document Document;
  Document.fromYAML(Full);
  auto Argument = Document.getRoot()
                      .getMap()["amdhsa.kernels"]
                      .getArray()[0]
                      .getMap()[".args"]
                      .getArray()[0]
                      .getMap();
  Argument[".value_kind"] = Document.getNode("hidden_novelty");
  Argument[".address_space"] = Document.getNode("moon");
  std::string Bytes;
  Document.writeToBlob(Bytes);
  auto Out = readBlob(Bytes);
  EXPECT_EQ(Out->Findings.size(), 2u);
  const ArgumentMetadata &A = Out->Metadata.Kernels[0].Arguments[0];
  EXPECT_EQ(A.Kind, ArgumentKind::Unknown);
  ASSERT_EQ(A.Extras.size(), 2u);
  EXPECT_EQ(A.Extras[0].Value.str(), "\"moon\"");
  EXPECT_EQ(A.Extras[1].Key, ".value_kind");
  EXPECT_EQ(A.Extras[1].Value.str(), "\"hidden_novelty\"");
}

TEST(MetadataTest, V2MayLackWhatLaterVersionsWant) {
  auto Out = std::make_unique<HsaResult>();
  MetadataTree Tree = readYaml("Version: [ 1, 0 ]\nKernels:\n"
                               "  - { Name: k, SymbolName: 'k@kd' }\n",
                               Out->Memory);
  Out = readTree(Tree, CodeObjectVersion::V2, std::move(Out));
  EXPECT_TRUE(Out->Findings.empty());
  EXPECT_EQ(Out->Metadata.Kernels[0].Symbol, "k@kd");
}

TEST(MetadataTest, V2NumbersAreChecked) {
  auto Out = std::make_unique<HsaResult>();
  MetadataTree Tree = readYaml(
      "Version: [ 1, x ]\nKernels:\n"
      "  - Name: k\n    SymbolName: 'k@kd'\n    Args:\n"
      "      - { Size: 4, Align: 3, ValueKind: ByValue, IsConst: maybe }\n"
      "      - { Size: 0x10, Align: 8, ValueKind: hidden_none }\n",
      Out->Memory);
  Out = readTree(Tree, CodeObjectVersion::V2, std::move(Out));
  std::vector<std::string> Messages;
  for (const Finding &F : Out->Findings)
    Messages.push_back(F.Message);
  std::vector<std::string> Expected = {
      "'Version' is [\"1\", \"x\"], not a sequence of 2 integers",
      "'IsConst' is \"maybe\", not a boolean",
      "'ValueKind' is \"hidden_none\", not a value kind of the specification",
      "'Align' is 3, not a power of two"};
  EXPECT_EQ(Messages, Expected);
  EXPECT_EQ(Out->Metadata.Kernels[0].Arguments[1].Offset, 8u);
  EXPECT_EQ(Out->Metadata.Kernels[0].Arguments[1].Size, 16u);
}

} // namespace
