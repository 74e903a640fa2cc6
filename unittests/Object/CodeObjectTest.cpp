//===- CodeObjectTest.cpp - Code objects of every family and version ------===//
// Kernels compiled for one processor of every family and each version that LLVM
// still emits, relocatable and linked, against LLVM's own view of the same
// bytes; V2 and V3 built by yaml2obj and by patching; every other operating
// system; and every cut and changed byte of a small object, which must give an
// error or a result.
//===----------------------------------------------------------------------===//
#include "LlvmOracle.h"
#include "ObjectInputs.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::inputs;
using llvm::StringRef;

namespace {

using LlvmFile = llvm::object::ELFObjectFile<llvm::object::ELF64LE>;

LlvmFile llvmFile(StringRef Bytes) {
  return llvm::cantFail(LlvmFile::create(llvm::MemoryBufferRef(Bytes, "o")));
}

/// The metadata document of the object, as LLVM finds and reads it.
bool llvmMetadata(const LlvmFile &File, llvm::msgpack::Document &Document) {
  const auto &Elf = File.getELFFile();
  for (const auto &Header : llvm::cantFail(Elf.sections())) {
    if (Header.sh_type != llvm::ELF::SHT_NOTE)
      continue;
    llvm::Error Damage = llvm::Error::success();
    for (const auto &Note : Elf.notes(Header, Damage))
      if (Note.getName() == "AMDGPU" &&
          Note.getType() == llvm::ELF::NT_AMDGPU_METADATA) {
        llvm::cantFail(std::move(Damage));
        return Document.readFromBlob(Note.getDescAsStringRef(4), false);
      }
    llvm::cantFail(std::move(Damage));
  }
  return false;
}

struct Case {
  StringRef Cpu;
  unsigned Version;
  bool Linked;
};

class EveryFamilyTest : public testing::TestWithParam<Case> {
protected:
  void SetUp() override {
    Bytes = relocatable(GetParam().Cpu, GetParam().Version);
    if (GetParam().Linked)
      Bytes = shared(Bytes);
    Object = read(Bytes);
  }
  std::string Bytes;
  CodeObject Object;
};

TEST_P(EveryFamilyTest, HeaderAndTargetAreWhatLlvmWrote) {
  LlvmFile File = llvmFile(Bytes);
  EXPECT_EQ(Object.Type,
            GetParam().Linked ? ObjectType::Shared : ObjectType::Relocatable);
  EXPECT_EQ(Object.Os, OsAbi::AmdHsa);
  EXPECT_EQ(static_cast<unsigned>(*Object.Version), GetParam().Version);
  EXPECT_EQ(Object.AbiVersion, GetParam().Version - 2);
  EXPECT_EQ(Object.Flags, File.getPlatformFlags());
  ASSERT_NE(Object.Target.Proc, nullptr);
  EXPECT_EQ(Object.Target.Proc->Name, *File.tryGetCPUName());
  ASSERT_TRUE(Object.Hsa);
  EXPECT_EQ(Object.Hsa->Target, "amdgcn-amd-amdhsa--" + Object.Target.str());
  EXPECT_EQ(names(Object.Findings), std::vector<std::string>());
}

TEST_P(EveryFamilyTest, KernelsAreJoined) {
  LlvmFile File = llvmFile(Bytes);
  auto Descriptors = oracle::bytesAt(Bytes, ".kd", KernelDescriptor::Size);
  std::map<std::string, std::pair<uint64_t, uint64_t>> Entries;
  for (const llvm::object::ELFSymbolRef Symbol : File.symbols())
    Entries[llvm::cantFail(Symbol.getName()).str()] = {
        llvm::cantFail(Symbol.getValue()), Symbol.getSize()};
  ASSERT_EQ(Object.Kernels.size(), 2u);
  EXPECT_EQ(Object.Kernels[0].Name, "first");
  EXPECT_EQ(Object.Kernels[1].Name, "second");
  for (const Kernel &K : Object.Kernels) {
    SCOPED_TRACE(K.Name.str());
    EXPECT_EQ(K.DescriptorBytes, llvm::ArrayRef(Descriptors[K.Name.str()]));
    EXPECT_EQ(Object.Image.Bytes.substr(K.DescriptorOffset, 64),
              llvm::toStringRef(K.DescriptorBytes));
    ASSERT_TRUE(K.Descriptor && K.EntryAddress && K.EntrySection &&
                K.EntrySymbol && K.DescriptorSymbol && K.CodeSize);
    EXPECT_EQ(K.DescriptorAddress, Entries[(K.Name + ".kd").str()].first);
    EXPECT_EQ(*K.EntryAddress, Entries[K.Name.str()].first);
    EXPECT_EQ(*K.CodeSize, Entries[K.Name.str()].second);
    EXPECT_EQ(K.Descriptor->EntryByteOffset,
              GetParam().Linked ? int64_t(*K.EntryAddress - K.DescriptorAddress)
                                : 0);
    EXPECT_EQ(K.EntryRelocation,
              GetParam().Linked ? "" : (K.Name + " in .text").str());
    EXPECT_EQ(Object.section(*K.EntrySection)->Name, ".text");
    EXPECT_EQ(Object.Symbols[*K.EntrySymbol].Name, K.Name);
    EXPECT_EQ(Object.Symbols[*K.EntrySymbol].Kind, SymbolKind::Kernel);
    ASSERT_NE(Object.metadataOf(K), nullptr);
    EXPECT_EQ(Object.metadataOf(K)->Symbol, (K.Name + ".kd").str());
    EXPECT_EQ(Object.findKernel(K.Name), &K);
    EXPECT_EQ(Object.findKernel((K.Name + ".kd").str()), &K);
  }
  EXPECT_EQ(Object.findKernel("third"), nullptr);
}

TEST(CodeObjectTest, RelocationsOfEntriesWithoutASymbol) {
  // The second label is local and of no type, so it counts for nothing.
  llvm::Expected<std::string> Bytes = oracle::assemble(
      ".text\n.p2align 8\ns_endpgm\n.p2align 8\nk:\ns_endpgm\n.rodata\n"
      ".p2align 6\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr 1\n"
      ".amdhsa_next_free_sgpr 1\n.end_amdhsa_kernel\n",
      {"gfx900"});
  ASSERT_TRUE(bool(Bytes)) << llvm::toString(Bytes.takeError());
  CodeObject Object = read(*Bytes);
  ASSERT_EQ(Object.Kernels.size(), 1u);
  EXPECT_EQ(Object.Kernels[0].EntryRelocation, ".text+0x100");
  EXPECT_EQ(Object.Kernels[0].Descriptor->EntryByteOffset, 0);
}

TEST_P(EveryFamilyTest, NothingIsWrong) {
  for (const Finding &F : checkCodeObject(Object))
    ADD_FAILURE() << F.Where.Entity << ": " << F.Message;
}

TEST_P(EveryFamilyTest, SymbolsAreThoseThatMatter) {
  std::vector<std::string> Found;
  for (const Symbol &S : Object.Symbols)
    Found.push_back((S.Name + ":" + symbolKindName(S.Kind)).str());
  std::sort(Found.begin(), Found.end());
  std::vector<std::string> Expected = {"callee:function",
                                       "counter:variable",
                                       "first.kd:kernel descriptor",
                                       "first:kernel",
                                       "second.kd:kernel descriptor",
                                       "second:kernel"};
  EXPECT_EQ(Found, Expected);
  size_t All = 0;
  LlvmFile File = llvmFile(Bytes);
  for (const auto &Symbol : File.symbols()) {
    (void)Symbol;
    ++All;
  }
  EXPECT_EQ(Object.Symbols.size() + Object.OtherSymbols, All);
}

TEST_P(EveryFamilyTest, SectionsAndNotesAreThoseOfReadobj) {
  llvm::Expected<std::string> Text = oracle::runTool(
      "llvm-readobj", {"--elf-output-style=JSON", "--sections", "--notes"},
      Bytes);
  ASSERT_TRUE(bool(Text)) << llvm::toString(Text.takeError());
  llvm::Expected<llvm::json::Value> Parsed = llvm::json::parse(*Text);
  ASSERT_TRUE(bool(Parsed)) << llvm::toString(Parsed.takeError());
  const llvm::json::Object &Root = *(*Parsed->getAsArray())[0].getAsObject();
  const llvm::json::Array &Sections = *Root.getArray("Sections");
  ASSERT_EQ(Sections.size(), Object.Sections.size() + 1);
  for (size_t I = 1; I < Sections.size(); ++I) {
    const llvm::json::Object &S =
        *Sections[I].getAsObject()->getObject("Section");
    const Section &Ours = Object.Sections[I - 1];
    EXPECT_EQ(Ours.Name, *S.getObject("Name")->getString("Name"));
    EXPECT_EQ(int64_t(Ours.Index), *S.getInteger("Index"));
    EXPECT_EQ(int64_t(Ours.Type), *S.getObject("Type")->getInteger("Value"));
    EXPECT_EQ(int64_t(Ours.Flags), *S.getObject("Flags")->getInteger("Value"));
    EXPECT_EQ(int64_t(Ours.Address), *S.getInteger("Address"));
    EXPECT_EQ(int64_t(Ours.Offset), *S.getInteger("Offset"));
    EXPECT_EQ(int64_t(Ours.Size), *S.getInteger("Size"));
    EXPECT_EQ(int64_t(Ours.Alignment), *S.getInteger("AddressAlignment"));
  }
  ASSERT_EQ(Object.Notes.size(), 1u);
  EXPECT_EQ(Object.Notes[0].Owner, "AMDGPU");
  EXPECT_EQ(Object.Notes[0].TypeName, "NT_AMDGPU_METADATA");
  EXPECT_NE(Text->find("\"Owner\":\"AMDGPU\""), std::string::npos);
  EXPECT_NE(Text->find("\"Data size\":" +
                       std::to_string(Object.Notes[0].Description.size())),
            std::string::npos);
}

/// Checks that the string, integer or boolean \p Key of \p Map is \p Ours.
template <typename T>
void expectKey(llvm::msgpack::MapDocNode &Map, StringRef Key,
               const std::optional<T> &Ours) {
  auto It = Map.find(Key);
  if (It == Map.end()) {
    EXPECT_FALSE(Ours) << Key.str();
    return;
  }
  ASSERT_TRUE(Ours) << Key.str();
  EXPECT_EQ(uint64_t(*Ours),
            It->second.getKind() == llvm::msgpack::Type::Boolean
                ? uint64_t(It->second.getBool())
                : It->second.getUInt())
      << Key.str();
}

void expectText(llvm::msgpack::MapDocNode &Map, StringRef Key, StringRef Ours) {
  auto It = Map.find(Key);
  EXPECT_EQ(Ours, It == Map.end() ? StringRef() : It->second.getString())
      << Key.str();
}

TEST_P(EveryFamilyTest, MetadataIsWhatLlvmReads) {
  llvm::msgpack::Document Document;
  LlvmFile File = llvmFile(Bytes);
  ASSERT_TRUE(llvmMetadata(File, Document));
  llvm::msgpack::MapDocNode &Root = Document.getRoot().getMap();
  EXPECT_EQ(Object.Hsa->Version.size(), 2u);
  EXPECT_EQ(Object.Hsa->Version[1],
            Root["amdhsa.version"].getArray()[1].getUInt());
  ASSERT_EQ(Object.Hsa->Printf.size(), 1u);
  EXPECT_EQ(Object.Hsa->Printf[0],
            Root["amdhsa.printf"].getArray()[0].getString());
  EXPECT_TRUE(Object.Hsa->Extras.empty());
  llvm::msgpack::ArrayDocNode &Kernels = Root["amdhsa.kernels"].getArray();
  ASSERT_EQ(Kernels.size(), Object.Hsa->Kernels.size());
  for (size_t I = 0; I < Kernels.size(); ++I) {
    llvm::msgpack::MapDocNode &K = Kernels[I].getMap();
    const KernelMetadata &Ours = Object.Hsa->Kernels[I];
    expectText(K, ".name", Ours.Name);
    expectText(K, ".symbol", Ours.Symbol);
    expectText(K, ".language", Ours.Language);
    expectText(K, ".vec_type_hint", Ours.VecTypeHint);
    expectText(K, ".kind", Ours.Kind);
    expectKey(K, ".kernarg_segment_size", Ours.KernargSegmentSize);
    expectKey(K, ".kernarg_segment_align", Ours.KernargSegmentAlign);
    expectKey(K, ".group_segment_fixed_size", Ours.GroupSegmentFixedSize);
    expectKey(K, ".private_segment_fixed_size", Ours.PrivateSegmentFixedSize);
    expectKey(K, ".wavefront_size", Ours.WavefrontSize);
    expectKey(K, ".sgpr_count", Ours.SgprCount);
    expectKey(K, ".vgpr_count", Ours.VgprCount);
    expectKey(K, ".agpr_count", Ours.AgprCount);
    expectKey(K, ".sgpr_spill_count", Ours.SgprSpillCount);
    expectKey(K, ".vgpr_spill_count", Ours.VgprSpillCount);
    expectKey(K, ".max_flat_workgroup_size", Ours.MaxFlatWorkgroupSize);
    expectKey(K, ".uses_dynamic_stack", Ours.UsesDynamicStack);
    expectKey(K, ".workgroup_processor_mode", Ours.WorkgroupProcessorMode);
    expectKey(K, ".uniform_work_group_size", Ours.UniformWorkGroupSize);
    EXPECT_EQ(K.find(".reqd_workgroup_size") != K.end(),
              Ours.ReqdWorkgroupSize.has_value());
    for (const MetadataExtra &Extra : Ours.Extras)
      ADD_FAILURE() << Extra.Key.str() << " has no member";
    ASSERT_EQ(K.find(".args") == K.end() ? 0 : K[".args"].getArray().size(),
              Ours.Arguments.size());
    for (size_t A = 0; A < Ours.Arguments.size(); ++A) {
      llvm::msgpack::MapDocNode &Arg = K[".args"].getArray()[A].getMap();
      const ArgumentMetadata &OurArg = Ours.Arguments[A];
      EXPECT_EQ(OurArg.Size, Arg[".size"].getUInt());
      EXPECT_EQ(OurArg.Offset, Arg[".offset"].getUInt());
      EXPECT_EQ(factsOf(OurArg.Kind).Name, Arg[".value_kind"].getString());
      EXPECT_EQ(OurArg.isHidden(),
                Arg[".value_kind"].getString().starts_with("hidden_"));
      expectText(Arg, ".name", OurArg.Name);
      expectText(Arg, ".type_name", OurArg.TypeName);
      expectText(Arg, ".address_space", addressSpaceName(OurArg.AddressSpace));
      expectText(Arg, ".access", accessName(OurArg.Access));
      expectText(Arg, ".actual_access", accessName(OurArg.ActualAccess));
      expectKey(Arg, ".pointee_align", OurArg.PointeeAlign);
      EXPECT_EQ(Arg.find(".is_const") != Arg.end(), OurArg.IsConst);
      EXPECT_EQ(Arg.find(".is_restrict") != Arg.end(), OurArg.IsRestrict);
      EXPECT_EQ(Arg.find(".is_volatile") != Arg.end(), OurArg.IsVolatile);
      EXPECT_TRUE(OurArg.Extras.empty());
    }
  }
}

std::vector<Case> allCases() {
  std::vector<Case> Cases;
  for (StringRef Cpu : processorsOfAllFamilies())
    for (unsigned Version : {4, 5, 6})
      for (bool Linked : {false, true})
        Cases.push_back({Cpu, Version, Linked});
  for (StringRef Generic :
       {"gfx9-generic", "gfx9-4-generic", "gfx10-1-generic", "gfx10-3-generic",
        "gfx11-generic", "gfx12-generic"})
    Cases.push_back({Generic, 6, false});
  return Cases;
}

INSTANTIATE_TEST_SUITE_P(All, EveryFamilyTest, testing::ValuesIn(allCases()),
                         [](const auto &Info) {
                           std::string Name =
                               Info.param.Cpu.str() + "_V" +
                               std::to_string(Info.param.Version) +
                               (Info.param.Linked ? "_linked" : "");
                           std::replace(Name.begin(), Name.end(), '-', '_');
                           return Name;
                         });

TEST(CodeObjectTest, FeatureSettingsComeFromTheFlags) {
  for (StringRef Features : {"", "+xnack", "-xnack", "+sramecc", "-sramecc",
                             "+xnack,-sramecc", "-xnack,+sramecc"}) {
    std::string Bytes = relocatable("gfx90a", 5, "amdgcn-amd-amdhsa", Features);
    CodeObject Object = read(Bytes);
    EXPECT_EQ(Object.Hsa->Target, "amdgcn-amd-amdhsa--" + Object.Target.str())
        << Features.str();
    EXPECT_TRUE(checkCodeObject(Object).empty());
  }
}

TEST(CodeObjectTest, GenericVersionIsRead) {
  std::string Bytes = relocatable("gfx11-generic", 6);
  EXPECT_EQ(read(Bytes).GenericVersion,
            read(Bytes).Target.Proc->GenericVersion);
  EXPECT_EQ(read(relocatable("gfx1100", 6)).GenericVersion, 0u);
}

/// \p Bytes as a V3 object, which LLVM no longer writes.
std::string asV3(std::string Bytes, uint32_t FeatureFlags) {
  Bytes[llvm::ELF::EI_ABIVERSION] = llvm::ELF::ELFABIVERSION_AMDGPU_HSA_V3;
  char *Flags = &Bytes[offsetof(llvm::ELF::Elf64_Ehdr, e_flags)];
  uint32_t Machine = llvm::support::endian::read32le(Flags) & 0xff;
  llvm::support::endian::write32le(Flags, Machine | FeatureFlags);
  return Bytes;
}

TEST(CodeObjectTest, V3IsRead) {
  std::string Bytes = asV3(shared(relocatable("gfx906", 4)), 0x100);
  CodeObject Object = read(Bytes);
  EXPECT_EQ(Object.Version, CodeObjectVersion::V3);
  EXPECT_EQ(Object.Target.Proc->Name, "gfx906");
  EXPECT_EQ(Object.Target.Xnack, FeatureSetting::On);
  EXPECT_EQ(Object.Target.SramEcc, FeatureSetting::Off);
  EXPECT_EQ(Object.Kernels.size(), 2u);
  EXPECT_TRUE(Object.Findings.empty());
}

/// 256 bytes of amd_kernel_code_t with the entry after it, and two s_endpgm.
std::string v2Text() {
  std::string Hex(2 * (256 + 8), '0');
  auto Put = [&](size_t Offset, StringRef Bytes) {
    Hex.replace(2 * Offset, Bytes.size(), Bytes.str());
  };
  Put(0, "01000000");           // amd_kernel_code_version_major
  Put(16, "0001000000000000");  // kernel_code_entry_byte_offset = 256
  Put(60, "40000000");          // workitem_private_segment_byte_size
  Put(64, "00020000");          // workgroup_group_segment_byte_size
  Put(72, "1000000000000000");  // kernarg_segment_byte_size
  Put(103, "06");               // wavefront_size, as a power of two
  Put(256, "000081bf000081bf"); // s_endpgm
  return Hex;
}

std::string v2Object(StringRef Metadata, unsigned Stepping,
                     bool Finalizer = false) {
  std::string Hex = llvm::toHex(Metadata);
  return fromYaml(
      "--- !ELF\n"
      "FileHeader:\n"
      "  Class: ELFCLASS64\n"
      "  Data: ELFDATA2LSB\n"
      "  OSABI: ELFOSABI_AMDGPU_HSA\n"
      "  ABIVersion: 0\n"
      "  Type: ET_DYN\n"
      "  Machine: EM_AMDGPU\n"
      "  Flags: [ ]\n"
      "Sections:\n"
      "  - Name: .note\n"
      "    Type: SHT_NOTE\n"
      "    AddressAlign: 4\n"
      "    Notes:\n"
      "      - { Name: AMD, Type: 0x1, Desc: '0200000001000000' }\n" +
      std::string(Finalizer ? "      - { Name: AMD, Type: 0x2, Desc: "
                              "'010000000000000000000000' }\n"
                            : "") +
      "      - { Name: AMD, Type: 0x3, Desc: "
      "'040007000900000000000000" +
      llvm::toHex(std::string{char(Stepping), 0, 0, 0}) +
      "414d4400414d4447505500' }\n"
      "      - { Name: AMD, Type: 0xa, Desc: '" +
      Hex +
      "' }\n"
      "      - { Name: AMD, Type: 0xb, Desc: "
      "'616d6467636e2d616d642d616d646873612d2d676678393030' }\n"
      "  - Name: .text\n"
      "    Type: SHT_PROGBITS\n"
      "    Flags: [ SHF_ALLOC, SHF_EXECINSTR ]\n"
      "    Address: 0x1000\n"
      "    AddressAlign: 256\n"
      "    Content: '" +
      v2Text() +
      "'\n"
      "Symbols:\n"
      "  - Name: foo\n"
      "    Type: 10\n"
      "    Binding: STB_GLOBAL\n"
      "    Section: .text\n"
      "    Value: 0x1000\n"
      "    Size: 264\n"
      "...\n");
}

const char *const V2Metadata = R"(---
Version:         [ 1, 0 ]
Printf:
  - '1:1:4:%d\n'
Kernels:
  - Name:            foo
    SymbolName:      'foo@kd'
    Language:        OpenCL C
    LanguageVersion: [ 2, 0 ]
    Attrs:
      ReqdWorkGroupSize: [ 64, 1, 1 ]
      VecTypeHint:     int
      RuntimeHandle:   handle
    Args:
      - Name:            a
        TypeName:        char
        Size:            1
        Align:           1
        ValueKind:       ByValue
        ValueType:       I8
        AccQual:         Default
      - TypeName:        'int*'
        Size:            8
        Align:           8
        ValueKind:       GlobalBuffer
        AddrSpaceQual:   Global
        ActualAccQual:   ReadOnly
        IsConst:         true
        IsRestrict:      true
      - Size:            0
        Align:           8
        ValueKind:       HiddenGlobalOffsetX
    CodeProps:
      KernargSegmentSize: 16
      GroupSegmentFixedSize: 512
      PrivateSegmentFixedSize: 64
      KernargSegmentAlign: 8
      WavefrontSize:   64
      NumSGPRs:        12
      NumVGPRs:        4
      MaxFlatWorkGroupSize: 64
      NumSpilledSGPRs: 3
      IsDynamicCallStack: false
    DebugProps:
      DebuggerABIVersion: [ 1, 0 ]
...
)";

TEST(CodeObjectTest, V2IsRead) {
  std::string Bytes = v2Object(V2Metadata, 1);
  CodeObject Object = read(Bytes);
  EXPECT_EQ(Object.Version, CodeObjectVersion::V2);
  EXPECT_EQ(Object.Target.str(), "gfx900:xnack+");
  std::vector<std::string> Notes;
  for (const NoteRecord &Note : Object.Notes)
    Notes.push_back((Note.TypeName + "=" + Note.Text).str());
  std::vector<std::string> Expected = {
      "NT_AMD_HSA_CODE_OBJECT_VERSION=2.1",
      "NT_AMD_HSA_ISA_VERSION=AMD:AMDGPU:9:0:1",
      "NT_AMD_HSA_METADATA=", "NT_AMD_HSA_ISA_NAME=amdgcn-amd-amdhsa--gfx900"};
  EXPECT_EQ(Notes, Expected);
  for (const Finding &F : Object.Findings)
    ADD_FAILURE() << F.Message;
  for (const Finding &F : checkCodeObject(Object))
    ADD_FAILURE() << F.Message;
  ASSERT_EQ(Object.Kernels.size(), 1u);
  const Kernel &K = Object.Kernels[0];
  EXPECT_EQ(K.Name, "foo");
  EXPECT_EQ(K.DescriptorBytes.size(), 256u);
  EXPECT_FALSE(K.Descriptor);
  EXPECT_EQ(K.EntryAddress, 0x1100u);
  EXPECT_EQ(K.CodeSize, 8u);
  EXPECT_EQ(K.EntrySymbol, K.DescriptorSymbol);
  const KernelMetadata &M = *Object.metadataOf(K);
  EXPECT_EQ(M.Name, "foo");
  EXPECT_EQ(M.Language, "OpenCL C");
  EXPECT_EQ(M.LanguageVersion, (std::vector<uint64_t>{2, 0}));
  EXPECT_EQ(M.ReqdWorkgroupSize, (Triple3{64, 1, 1}));
  EXPECT_EQ(M.VecTypeHint, "int");
  EXPECT_EQ(M.DeviceEnqueueSymbol, "handle");
  EXPECT_EQ(M.GroupSegmentFixedSize, 512u);
  EXPECT_EQ(M.SgprCount, 12u);
  EXPECT_EQ(M.SgprSpillCount, 3u);
  EXPECT_EQ(M.VgprSpillCount, std::nullopt);
  EXPECT_EQ(M.UsesDynamicStack, false);
  ASSERT_EQ(M.Extras.size(), 1u);
  EXPECT_EQ(M.Extras[0].Key, "DebugProps");
  EXPECT_EQ(M.Extras[0].Value.str(), R"({"DebuggerABIVersion": ["1", "0"]})");
  ASSERT_EQ(M.Arguments.size(), 3u);
  EXPECT_EQ(M.Arguments[0].Kind, ArgumentKind::ByValue);
  EXPECT_EQ(M.Arguments[0].Access, AccessQual::Default);
  EXPECT_EQ(M.Arguments[0].Extras[0].Key, "ValueType");
  EXPECT_EQ(M.Arguments[1].Offset, 8u);
  EXPECT_EQ(M.Arguments[1].AddressSpace, AddressSpaceQual::Global);
  EXPECT_EQ(M.Arguments[1].ActualAccess, AccessQual::ReadOnly);
  EXPECT_TRUE(M.Arguments[1].IsConst && M.Arguments[1].IsRestrict);
  EXPECT_FALSE(M.Arguments[1].IsVolatile || M.Arguments[1].IsPipe);
  EXPECT_EQ(M.Arguments[2].Offset, 16u);
  EXPECT_TRUE(M.Arguments[2].isHidden());
}

TEST(CodeObjectTest, V2TargetsOfTheFinalizerUseTheFlags) {
  std::string Bytes = v2Object(V2Metadata, 0, true);
  EXPECT_EQ(read(Bytes).Target.str(), "gfx900:xnack-");
  Bytes[offsetof(llvm::ELF::Elf64_Ehdr, e_flags)] = 1;
  EXPECT_EQ(read(Bytes).Target.str(), "gfx900:xnack+");
  // LLVM's own objects have a fixed setting.
  Bytes = v2Object(V2Metadata, 0);
  Bytes[offsetof(llvm::ELF::Elf64_Ehdr, e_flags)] = 1;
  EXPECT_EQ(read(Bytes).Target.str(), "gfx900:xnack-");
}

TEST(CodeObjectTest, V2WithoutAKnownTargetIsUnknown) {
  std::string Bytes = v2Object(V2Metadata, 99);
  CodeObject Object = read(Bytes);
  EXPECT_EQ(Object.Target.Proc, nullptr);
  EXPECT_EQ(names(Object.Findings), std::vector<std::string>{"unknown-target"});
  EXPECT_EQ(Object.Kernels.size(), 1u);
}

TEST(CodeObjectTest, MesaKernelsHaveACodeHeader) {
  std::string Bytes = relocatable("gfx803", 5, "amdgcn-mesa-mesa3d");
  CodeObject Object = read(Bytes);
  EXPECT_EQ(Object.Os, OsAbi::Mesa3D);
  EXPECT_EQ(Object.Version, std::nullopt);
  EXPECT_EQ(Object.Target.Proc->Name, "gfx803");
  ASSERT_EQ(Object.Kernels.size(), 2u);
  EXPECT_EQ(Object.Kernels[0].Name, "first");
  EXPECT_EQ(Object.Kernels[0].DescriptorBytes.size(), 256u);
  EXPECT_EQ(*Object.Kernels[0].EntryAddress,
            Object.Kernels[0].DescriptorAddress + 256);
  EXPECT_FALSE(Object.Config.empty());
  EXPECT_TRUE(Object.Findings.empty());
  EXPECT_TRUE(checkCodeObject(Object).empty());
}

TEST(CodeObjectTest, PalHasPipelines) {
  std::string Bytes = relocatable("gfx1030", 5, "amdgcn-amd-amdpal");
  CodeObject Object = read(Bytes);
  EXPECT_EQ(Object.Os, OsAbi::AmdPal);
  EXPECT_FALSE(Object.Hsa);
  ASSERT_TRUE(Object.Pal);
  ASSERT_EQ(Object.Pal->Pipelines.size(), 1u);
  ASSERT_EQ(Object.Pal->Pipelines[0].HardwareStages.size(), 1u);
  EXPECT_EQ(Object.Pal->Pipelines[0].HardwareStages[0].Name, "cs");
  EXPECT_FALSE(Object.Pal->Pipelines[0].Registers.empty());
}

TEST(CodeObjectTest, NoOperatingSystemHasRegistersOnly) {
  std::string Bytes = relocatable("gfx803", 5, "amdgcn--");
  CodeObject Object = read(Bytes);
  EXPECT_EQ(Object.Os, OsAbi::None);
  EXPECT_TRUE(Object.Kernels.empty());
  ASSERT_FALSE(Object.Config.empty());
  EXPECT_EQ(Object.Target.Proc->Name, "gfx803");
}

TEST(CodeObjectTest, LdsAndUndefinedSymbols) {
  llvm::Expected<std::string> Bytes = oracle::assemble(
      ".amdgpu_lds shared_memory, 1024, 16\n.globl elsewhere\n"
      "s_getpc_b64 s[0:1]\nv_mov_b32 v0, shared_memory@abs32@lo\n"
      "s_add_u32 s0, s0, elsewhere@rel32@lo+4\n",
      {"gfx900"});
  ASSERT_TRUE(bool(Bytes)) << llvm::toString(Bytes.takeError());
  CodeObject Object = read(*Bytes);
  ASSERT_EQ(Object.Symbols.size(), 2u);
  EXPECT_EQ(Object.Symbols[0].Name, "elsewhere");
  EXPECT_EQ(Object.Symbols[0].Kind, SymbolKind::Undefined);
  EXPECT_EQ(Object.Symbols[1].Name, "shared_memory");
  EXPECT_EQ(Object.Symbols[1].Kind, SymbolKind::Lds);
  EXPECT_EQ(Object.Symbols[1].Size, 1024u);
  EXPECT_EQ(Object.Symbols[1].Address, 16u);
}

/// With more than 65279 sections the symbol table needs a second table for
/// section numbers.
TEST(CodeObjectTest, ManySections) {
  std::string Text;
  for (int I = 0; I < 70000; ++I)
    Text +=
        ".section .text." + std::to_string(I) + ",\"ax\",@progbits\ns_endpgm\n";
  Text += ".section .text.k,\"ax\",@progbits\n.p2align 8\n.globl k\n"
          ".type k,@function\nk:\ns_endpgm\n.size k, 4\n"
          ".rodata\n.amdhsa_kernel k\n.amdhsa_next_free_vgpr 1\n"
          ".amdhsa_next_free_sgpr 1\n.end_amdhsa_kernel\n";
  llvm::Expected<std::string> Bytes = oracle::assemble(Text, {"gfx900"});
  ASSERT_TRUE(bool(Bytes)) << llvm::toString(Bytes.takeError());
  CodeObject Object = read(*Bytes);
  ASSERT_EQ(Object.Kernels.size(), 1u);
  const Kernel &K = Object.Kernels[0];
  ASSERT_TRUE(K.EntrySection && K.EntrySymbol);
  EXPECT_GT(*K.EntrySection, 65535u);
  EXPECT_EQ(Object.section(*K.EntrySection)->Name, ".text.k");
  EXPECT_EQ(names(checkCodeObject(Object)),
            std::vector<std::string>{"kernel-without-metadata"});
}

TEST(CodeObjectTest, UnknownMachineAndVersionAreUnknown) {
  std::string Bytes = relocatable("gfx90a");
  Bytes[offsetof(llvm::ELF::Elf64_Ehdr, e_flags)] = char(0xfe);
  CodeObject Object = read(Bytes);
  EXPECT_EQ(Object.Target.Proc, nullptr);
  EXPECT_EQ(Object.Machine, 0xfeu);
  EXPECT_EQ(names(Object.Findings), std::vector<std::string>{"unknown-target"});
  EXPECT_EQ(Object.Kernels.size(), 2u);

  Bytes = relocatable("gfx90a");
  Bytes[llvm::ELF::EI_ABIVERSION] = 77;
  Object = read(Bytes);
  EXPECT_EQ(Object.Version, std::nullopt);
  EXPECT_EQ(names(Object.Findings),
            std::vector<std::string>{"unknown-version"});

  Bytes = relocatable("gfx90a");
  Bytes[llvm::ELF::EI_OSABI] = 99;
  Object = read(Bytes);
  EXPECT_EQ(Object.Os, OsAbi::Unknown);
  EXPECT_EQ(names(Object.Findings)[0], "unknown-version");
}

TEST(CodeObjectTest, MetadataOfSeveralObjectsIsJoined) {
  std::string One = relocatable("gfx900");
  llvm::Expected<std::string> Two = oracle::compile(
      "define amdgpu_kernel void @other() { ret void }\n"
      "!llvm.module.flags = !{!0}\n"
      "!0 = !{i32 1, !\"amdhsa_code_object_version\", i32 500}\n",
      {"gfx900"}, oracle::Output::Object);
  ASSERT_TRUE(bool(Two));
  std::string Bytes = runOnFiles(
      "ld.lld", {"-shared", "-o", "{out}", "{0}", "{1}"}, {One, *Two});
  CodeObject Object = read(Bytes);
  EXPECT_EQ(Object.Notes.size(), 2u);
  ASSERT_EQ(Object.Kernels.size(), 3u);
  EXPECT_EQ(Object.Kernels[2].Name, "other");
  EXPECT_NE(Object.metadataOf(Object.Kernels[2]), nullptr);
}

/// Reads \p Bytes and asks everything; the answers do not matter.
void readSomehow(const std::string &Bytes) {
  CodeObjectImage Image;
  Image.Bytes = Bytes;
  llvm::Expected<CodeObject> Object = readCodeObject(Image, "test.o");
  if (!Object) {
    EXPECT_NE(errorOf(Object.takeError()), "");
    return;
  }
  checkCodeObject(*Object);
  for (const Kernel &K : Object->Kernels)
    Object->metadataOf(K);
  for (const Section &S : Object->Sections)
    EXPECT_LE(Object->bytes(S).size(), Bytes.size());
}

TEST(DamageTest, EveryCutGivesAnError) {
  for (std::string Bytes : {relocatable("gfx90a"), v2Object(V2Metadata, 0)})
    for (size_t Size = 0; Size < Bytes.size(); ++Size)
      readSomehow(Bytes.substr(0, Size));
}

TEST(DamageTest, EveryChangedByteGivesAnErrorOrAResult) {
  std::string Shared = shared(relocatable("gfx1100"));
  for (std::string Bytes : {relocatable("gfx90a"), Shared,
                            relocatable("gfx1030", 5, "amdgcn-amd-amdpal"),
                            v2Object(V2Metadata, 0)}) {
    for (size_t Position = 0; Position < Bytes.size(); ++Position) {
      char Old = Bytes[Position];
      for (unsigned char New : {0x00, 0x01, 0x7f, 0x80, 0xff})
        if (char(New) != Old) {
          Bytes[Position] = char(New);
          readSomehow(Bytes);
        }
      Bytes[Position] = char(Old ^ 0x10);
      readSomehow(Bytes);
      Bytes[Position] = Old;
    }
  }
}

} // namespace
