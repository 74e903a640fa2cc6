//===- CodeObjectImageTest.cpp - Code objects in every container ----------===//
// Bundles made by clang-offload-bundler, offload binaries made by LLVM, host
// objects and archives made by LLVM's tools; what is in them must come out byte
// for byte. Then everything that is not a code object, hostile headers, and
// every cut and changed byte of each container.
//===----------------------------------------------------------------------===//
#include "LlvmOracle.h"
#include "ObjectInputs.h"
#include "fencepost/Support/InputError.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MD5.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::inputs;
using llvm::StringRef;

namespace {

llvm::Expected<Container> open(StringRef Bytes) {
  return openContainer(llvm::MemoryBufferRef(Bytes, "input"));
}

Container openGood(StringRef Bytes) {
  llvm::Expected<Container> Found = open(Bytes);
  if (!Found) {
    ADD_FAILURE() << llvm::toString(Found.takeError());
    return Container();
  }
  return std::move(*Found);
}

/// "diagnostic: message" of the one error that opening must give, or the one
/// problem it must find.
std::string problem(StringRef Bytes) {
  llvm::Expected<Container> Found = open(Bytes);
  std::vector<Finding> Findings =
      Found ? Found->Problems
            : takeFindings(Found.takeError(), Diag::UnreadableInput, "");
  if (Findings.empty())
    return "none";
  EXPECT_EQ(Findings.size(), 1u);
  return (kindOf(Findings[0].Id).Name + ": " + Findings[0].Message).str();
}

template <typename T> std::string little(T Value) {
  std::string Bytes(sizeof(T), '\0');
  llvm::support::endian::write<T>(Bytes.data(), Value,
                                  llvm::endianness::little);
  return Bytes;
}

const char *const HostId = "host-x86_64-unknown-linux-gnu-";

class ContainerTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    One = shared(relocatable("gfx90a"));
    Two = shared(relocatable("gfx1100"));
  }
  static std::vector<BundleEntry> entries() {
    return {{HostId, ""},
            {"hipv4-amdgcn-amd-amdhsa--gfx90a", One},
            {"hipv4-amdgcn-amd-amdhsa--gfx1100", Two}};
  }
  static std::string plainBundle() {
    return bundled(entries(), {"-type=o", "-bundle-align=4096"});
  }
  static void expectBoth(const Container &Opened) {
    ASSERT_EQ(Opened.Images.size(), 2u);
    EXPECT_EQ(Opened.Images[0].Bytes, One);
    EXPECT_EQ(Opened.Images[1].Bytes, Two);
    EXPECT_EQ(Opened.Images[0].EntryTarget, "gfx90a");
    EXPECT_EQ(Opened.Images[1].EntryTarget, "gfx1100");
  }
  static std::string One, Two;
};
std::string ContainerTest::One, ContainerTest::Two;

TEST_F(ContainerTest, PlainElf) {
  Container Found = openGood(One);
  ASSERT_EQ(Found.Images.size(), 1u);
  EXPECT_EQ(Found.Images[0].Bytes.data(), One.data());
  EXPECT_TRUE(Found.Images[0].Path.empty());
  EXPECT_EQ(Found.Images[0].EntryTarget, "");
  EXPECT_TRUE(Found.Others.empty());
}

TEST_F(ContainerTest, Bundle) {
  std::string Bytes = plainBundle();
  ASSERT_TRUE(StringRef(Bytes).starts_with("__CLANG_OFFLOAD_BUNDLE__"));
  Container Found = openGood(Bytes);
  expectBoth(Found);
  EXPECT_EQ(
      Found.Images[0].Path,
      std::vector<std::string>{"bundle entry hipv4-amdgcn-amd-amdhsa--gfx90a"});
  // No copies: the images lie in the input, where Offset says.
  EXPECT_EQ(Found.Images[1].Bytes.data(),
            Bytes.data() + Found.Images[1].Offset);
  EXPECT_FALSE(Found.Images[1].Decompressed);
  EXPECT_TRUE(Found.Storage.empty());
  EXPECT_EQ(Found.Others,
            std::vector<std::string>{std::string("bundle entry ") + HostId});
}

TEST_F(ContainerTest, ConcatenatedBundlesWithPadding) {
  std::string Bundle = plainBundle();
  std::string Bytes =
      Bundle + std::string(1000, '\0') + Bundle + Bundle + std::string(7, '\0');
  Container Found = openGood(Bytes);
  ASSERT_EQ(Found.Images.size(), 6u);
  for (size_t I = 0; I < 6; ++I)
    EXPECT_EQ(Found.Images[I].Bytes, I % 2 ? Two : One);
}

/// \p Plain in the form of compressed bundles.
std::string compressedBundle(const std::string &Plain, unsigned Version,
                             llvm::compression::Format Method) {
  llvm::SmallVector<uint8_t> Small;
  llvm::compression::compress(llvm::compression::Params(Method),
                              llvm::arrayRefFromStringRef(Plain), Small);
  std::string Data = llvm::toStringRef(Small).str();
  std::string Bytes =
      "CCOB" + little<uint16_t>(Version) + little<uint16_t>(unsigned(Method));
  if (Version == 2)
    Bytes += little<uint32_t>(24 + Data.size());
  if (Version == 3)
    Bytes +=
        little<uint64_t>(32 + Data.size()) + little<uint64_t>(Plain.size());
  else
    Bytes += little<uint32_t>(Plain.size());
  return Bytes + little<uint64_t>(llvm::MD5Hash(Plain)) + Data;
}

TEST_F(ContainerTest, CompressedBundlesOfTheBundler) {
  for (const char *Version : {"2", "3"}) {
    setenv("COMPRESSED_BUNDLE_FORMAT_VERSION", Version, 1);
    std::string Bytes =
        bundled(entries(), {"-type=o", "-bundle-align=4096", "-compress"});
    unsetenv("COMPRESSED_BUNDLE_FORMAT_VERSION");
    expectBoth(openGood(Bytes));
    EXPECT_EQ(compressedBundle(plainBundle(), *Version - '0',
                               llvm::compression::Format::Zstd)
                  .substr(0, 8),
              Bytes.substr(0, 8));
  }
}

TEST_F(ContainerTest, CompressedBundlesOfAllVersionsAndMethods) {
  using llvm::compression::Format;
  for (unsigned Version : {1, 2, 3})
    for (Format Method : {Format::Zlib, Format::Zstd}) {
      SCOPED_TRACE("version " + std::to_string(Version) + ", method " +
                   std::to_string(unsigned(Method)));
      std::string Bytes = compressedBundle(plainBundle(), Version, Method);
      Container Found = openGood(Bytes);
      expectBoth(Found);
      EXPECT_TRUE(Found.Images[0].Decompressed);
      EXPECT_EQ(Found.Storage.size(), 1u);
      EXPECT_EQ(Found.Images[0].Path[0], "compressed bundle");
      // Two in a row, with padding.
      Container Twice = openGood(Bytes + std::string(64, '\0') + Bytes +
                                 std::string(3, '\0'));
      EXPECT_EQ(Twice.Images.size(), 4u);
    }
}

/// Version 1 does not say where it ends, and its data may end in zeros like
/// the padding after it.
TEST_F(ContainerTest, Version1DataThatEndsInZeros) {
  bool Tried = false;
  for (unsigned Last = 0; Last < 256 && !Tried; ++Last) {
    std::vector<BundleEntry> Entries = entries();
    Entries[2].Content += char(Last);
    std::string Bytes = compressedBundle(bundled(Entries, {"-type=o"}), 1,
                                         llvm::compression::Format::Zlib);
    if (Bytes.back() != '\0')
      continue;
    Tried = true;
    EXPECT_EQ(openGood(Bytes + std::string(100, '\0')).Images.size(), 2u);
  }
  EXPECT_TRUE(Tried);
}

/// A host object for \p Triple, with \p Content in the section \p Name.
std::string hostObject(StringRef Triple, const std::string &Name,
                       const std::string &Content) {
  std::string Object = runOnFiles(
      "llc",
      {("-mtriple=" + Triple).str(), "-filetype=obj", "-o", "{out}", "{0}"},
      {"define i32 @main() { ret i32 0 }"});
  return runOnFiles("llvm-objcopy",
                    {"--add-section=" + Name + "={1}", "{0}", "{out}"},
                    {Object, Content});
}

TEST_F(ContainerTest, HostObjectsOfManyFormats) {
  std::string Bundle = plainBundle();
  for (StringRef Triple :
       {"x86_64-linux-gnu", "i386-linux-gnu", "aarch64-linux-gnu",
        "powerpc64-linux-gnu", "mips-linux-gnu", "riscv32-linux-gnu",
        "x86_64-pc-windows-msvc"}) {
    SCOPED_TRACE(Triple.str());
    std::string Host = hostObject(Triple, ".hip_fatbin", Bundle);
    Container Found = openGood(Host);
    expectBoth(Found);
    EXPECT_EQ(Found.Images[0].Path[0], "section .hip_fatbin");
    EXPECT_EQ(Host.substr(Found.Images[0].Offset, One.size()), One);
  }
}

/// In the image of a Windows program a section's name has 8 characters.
TEST_F(ContainerTest, LinkedPrograms) {
  std::string Bundle = plainBundle();
  std::string Elf =
      runOnFiles("ld.lld", {"-e", "main", "-o", "{out}", "{0}"},
                 {hostObject("x86_64-linux-gnu", ".hip_fatbin", Bundle)});
  Container InElf = openGood(Elf);
  expectBoth(InElf);
  EXPECT_EQ(InElf.Images[0].Path[0], "section .hip_fatbin");
  std::string Object =
      runOnFiles("llvm-objcopy",
                 {"--set-section-flags=.hip_fatbin=alloc,load,readonly,data",
                  "{0}", "{out}"},
                 {hostObject("x86_64-pc-windows-msvc", ".hip_fatbin", Bundle)});
  std::string Pe = runOnFiles("lld-link",
                              {"/entry:main", "/subsystem:console",
                               "/nodefaultlib", "/out:{out}", "{0}"},
                              {Object});
  Container InPe = openGood(Pe);
  expectBoth(InPe);
  EXPECT_EQ(InPe.Images[0].Path[0], "section .hip_fat");
}

TEST_F(ContainerTest, MachOObjects) {
  std::string Host =
      hostObject("x86_64-apple-darwin", "__HIP,__hip_fatbin", plainBundle());
  expectBoth(openGood(Host));
  std::string Fat =
      runOnFiles("llvm-lipo", {"-create", "{0}", "-output", "{out}"}, {Host});
  Container Found = openGood(Fat);
  expectBoth(Found);
  EXPECT_EQ(Found.Images[0].Path[0], "slice x86_64");
}

TEST_F(ContainerTest, BundledHostObject) {
  std::string Object = runOnFiles(
      "llc",
      {"-mtriple=x86_64-linux-gnu", "-filetype=obj", "-o", "{out}", "{0}"},
      {"define i32 @main() { ret i32 0 }"});
  std::string Bytes = bundled({{HostId, Object},
                               {"hip-amdgcn-amd-amdhsa--gfx90a", One},
                               {"hip-amdgcn-amd-amdhsa--gfx1100", Two}},
                              {"-type=o"});
  expectBoth(openGood(Bytes));
}

std::string offloadBinary(StringRef Arch, const std::string &Image) {
  llvm::object::OffloadBinary::OffloadingImage Offload;
  Offload.TheImageKind = llvm::object::IMG_Object;
  Offload.TheOffloadKind = llvm::object::OFK_HIP;
  Offload.StringData["triple"] = "amdgcn-amd-amdhsa";
  Offload.StringData["arch"] = Arch;
  Offload.Image = llvm::MemoryBuffer::getMemBufferCopy(Image);
  return std::string(llvm::object::OffloadBinary::write(Offload));
}

TEST_F(ContainerTest, OffloadBinaries) {
  std::string Bytes =
      offloadBinary("gfx90a", One) + offloadBinary("gfx1100", Two);
  Container Found = openGood(Bytes);
  expectBoth(Found);
  EXPECT_EQ(Found.Images[0].Path[0], "offload binary amdgcn-amd-amdhsa gfx90a");
  expectBoth(
      openGood(hostObject("x86_64-linux-gnu", ".llvm.offloading", Bytes)));
}

using Lines = std::vector<std::string>;

std::string archiveMember(StringRef Name, StringRef Content) {
  std::string Header(60, ' ');
  Header.replace(0, Name.size() + 1, (Name + "/").str());
  Header.replace(16, 1, "0");
  Header.replace(28, 1, "0");
  Header.replace(34, 1, "0");
  Header.replace(40, 3, "644");
  std::string Size = std::to_string(Content.size());
  Header.replace(48, Size.size(), Size);
  Header.replace(58, 2, "`\n");
  return Header + Content.str() + (Content.size() % 2 ? "\n" : "");
}

TEST_F(ContainerTest, DamagedPartsDoNotHideOthers) {
  std::string Bad = archiveMember("bad.o", One.substr(0, 7));
  std::string Bytes = "!<arch>\n" + archiveMember("one.o", One) + Bad +
                      archiveMember("two.o", Two);
  Container Found = openGood(Bytes);
  ASSERT_EQ(Found.Images.size(), 2u);
  EXPECT_EQ(Found.Images[0].Bytes, One);
  EXPECT_EQ(Found.Images[1].Bytes, Two);
  ASSERT_EQ(Found.Problems.size(), 1u);
  EXPECT_EQ(Found.Problems[0].Id, Diag::MalformedObject);
  EXPECT_EQ(Found.Problems[0].Where.Entity, "archive member bad.o");
  EXPECT_EQ(Found.Problems[0].Where.Offset, Bytes.find(Bad) + 60);
  // Without any image, the first problem is the error.
  EXPECT_EQ(problem("!<arch>\n" + Bad),
            "malformed-object: the ELF header is truncated");
  // A thousand of them are not all listed.
  std::string Many = "!<arch>\n" + archiveMember("one.o", One);
  for (int I = 0; I < 1000; ++I)
    Many += Bad;
  EXPECT_EQ(openGood(Many).Problems.size(), 101u);
}

TEST_F(ContainerTest, FindingsNameTheContainer) {
  for (bool Compressed : {false, true}) {
    std::string Bundle =
        bundled({{HostId, ""},
                 {"hip-amdgcn-amd-amdhsa--gfx90a", One},
                 {"hip-amdgcn-amd-amdhsa--gfx1100", Two}},
                Compressed ? Lines{"-type=o", "-compress"} : Lines{"-type=o"});
    std::string Bytes = "!<arch>\n" + archiveMember("b", Bundle);
    Container Found = openGood(Bytes);
    ASSERT_EQ(Found.Images.size(), 2u);
    CodeObject Object =
        llvm::cantFail(readCodeObject(Found.Images[1], "lib.a"));
    Location Where = Object.locate(4, "kernel k");
    EXPECT_EQ(Where.File, "lib.a");
    EXPECT_EQ(Where.Entity,
              std::string("archive member b: ") +
                  (Compressed ? "compressed bundle: " : "") +
                  "bundle entry hip-amdgcn-amd-amdhsa--gfx1100: kernel k");
    EXPECT_EQ(Where.Offset, Compressed
                                ? std::nullopt
                                : std::optional<uint64_t>(Bytes.find(Two) + 4));
    // Findings of reading have it too: the metadata loses its end.
    std::string Cut = Object.Image.Bytes.str();
    size_t Key = Cut.find(".wavefront_size");
    Cut.replace(Key, 2, ".W");
    CodeObjectImage Image = Found.Images[1];
    Image.Bytes = Cut;
    CodeObject Damaged = llvm::cantFail(readCodeObject(Image, "lib.a"));
    ASSERT_FALSE(Damaged.Findings.empty());
    EXPECT_EQ(StringRef(Damaged.Findings[0].Where.Entity)
                  .starts_with("archive member b: "),
              true);
    EXPECT_EQ(Damaged.Findings[0].Where.Offset.has_value(), !Compressed);
  }
}

TEST_F(ContainerTest, ArchivesOfEverything) {
  std::string Bytes = "!<arch>\n" + archiveMember("one.o", One) +
                      archiveMember("notes.txt", "some text") +
                      archiveMember("bundle", plainBundle());
  Container Found = openGood(Bytes);
  ASSERT_EQ(Found.Images.size(), 3u);
  EXPECT_EQ(Found.Images[0].Path[0], "archive member one.o");
  EXPECT_EQ(Found.Images[0].Bytes, One);
  EXPECT_EQ(Found.Images[2].Bytes, Two);
  EXPECT_EQ(Found.Others[0],
            "archive member notes.txt (text of no known kind)");
}

TEST_F(ContainerTest, EntryTargetsMayHaveFeaturesAndDashes) {
  for (auto [Id, Target] : std::vector<std::pair<std::string, std::string>>{
           {"hipv4-amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-",
            "gfx90a:sramecc+:xnack-"},
           {"hipv4-amdgcn-amd-amdhsa--gfx9-4-generic", "gfx9-4-generic"},
           {"openmp-amdgcn-amd-amdhsa--gfx90a", "gfx90a"},
           {"hip-amdgcn-amd-amdhsa-gfx906+xnack", "gfx906+xnack"},
           {"hip-amdgcn-amd-amdhsa", ""}}) {
    std::string Bytes = "__CLANG_OFFLOAD_BUNDLE__" + little<uint64_t>(1) +
                        little<uint64_t>(32 + 24 + Id.size()) +
                        little<uint64_t>(One.size()) +
                        little<uint64_t>(Id.size()) + Id + One;
    Container Found = openGood(Bytes);
    ASSERT_EQ(Found.Images.size(), 1u);
    EXPECT_EQ(Found.Images[0].EntryTarget, Target);
  }
}

TEST_F(ContainerTest, EntriesThatAreNotCodeObjectsAreNamed) {
  std::string Bytes = bundled({{HostId, ""},
                               {"hip-amdgcn-amd-amdhsa--gfx90a", "BC\xc0\xde"},
                               {"hip-amdgcn-amd-amdhsa--gfx1100", Two}},
                              {"-type=o"});
  Container Found = openGood(Bytes);
  EXPECT_EQ(Found.Images.size(), 1u);
  ASSERT_EQ(Found.Others.size(), 2u);
  EXPECT_EQ(Found.Others[1], "bundle entry hip-amdgcn-amd-amdhsa--gfx90a (LLVM "
                             "bitcode)");
}

TEST_F(ContainerTest, WhatIsNotACodeObject) {
  EXPECT_EQ(problem(""), "not-a-code-object: the file is empty");
  EXPECT_EQ(problem("hello\n"),
            "not-a-code-object: the file is text of no known kind");
  EXPECT_EQ(problem("BC\xc0\xde"),
            "not-a-code-object: the file is LLVM bitcode");
  EXPECT_EQ(problem(StringRef("\x03\x02\x23\x07\0\0\1\0", 8)),
            "not-a-code-object: the file is SPIR-V");
  EXPECT_EQ(problem(StringRef("\1\2\3\4\5\6\7\0", 8)),
            "not-a-code-object: the file is a binary file of no known kind");
  EXPECT_EQ(problem("# __CLANG_OFFLOAD_BUNDLE____START__ host-x86_64\n"),
            "not-a-code-object: the file is an offload bundle of text");
  EXPECT_EQ(problem("!<thin>\n"),
            "not-a-code-object: the file is a thin archive");
  std::string Host = runOnFiles(
      "llc",
      {"-mtriple=x86_64-linux-gnu", "-filetype=obj", "-o", "{out}", "{0}"},
      {"define i32 @main() { ret i32 0 }"});
  EXPECT_EQ(problem(Host),
            "not-a-code-object: the file is an ELF file for x86_64 without a "
            "section .hip_fatbin, .llvm.offloading or "
            "__CLANG_OFFLOAD_BUNDLE__");
  EXPECT_EQ(
      problem(bundled({{HostId, ""}, {"hip-amdgcn-amd-amdhsa--gfx90a", ""}},
                      {"-type=o"})),
      "not-a-code-object: the file is an offload bundle without an AMDGPU "
      "code object; it holds bundle entry host-x86_64-unknown-linux-gnu-"
      "; bundle entry hip-amdgcn-amd-amdhsa--gfx90a");
}

TEST_F(ContainerTest, HostObjectsWithoutCodeObjects) {
  EXPECT_EQ(
      problem(hostObject("x86_64-linux-gnu", ".hip_fatbin", "text")),
      "not-a-code-object: the file is a host object or program without an "
      "AMDGPU code object; it holds section .hip_fatbin (text of no known "
      "kind)");
  EXPECT_EQ(
      problem(hostObject("x86_64-linux-gnu", ".hip_fatbin", "")),
      "not-a-code-object: the file is a host object or program without an "
      "AMDGPU code object; it holds section .hip_fatbin (empty)");
}

TEST_F(ContainerTest, ElfsOfOtherShapes) {
  std::string Bytes = One;
  Bytes[llvm::ELF::EI_CLASS] = llvm::ELF::ELFCLASS32;
  EXPECT_EQ(problem(Bytes).substr(0, 45),
            "not-a-code-object: a 32-bit AMDGPU ELF, as fo");
  Bytes[llvm::ELF::EI_CLASS] = 7;
  EXPECT_EQ(problem(Bytes),
            "malformed-object: an AMDGPU ELF of no valid class");
  Bytes = One;
  Bytes[llvm::ELF::EI_DATA] = llvm::ELF::ELFDATA2MSB;
  std::swap(Bytes[18], Bytes[19]);
  EXPECT_EQ(problem(Bytes),
            "malformed-object: a big-endian AMDGPU ELF: all are "
            "little-endian");
  Bytes = One;
  Bytes[offsetof(llvm::ELF::Elf64_Ehdr, e_flags)] = 0x05;
  EXPECT_EQ(problem(Bytes), "not-a-code-object: an AMDGPU ELF for an R600 "
                            "processor: only AMDGCN is supported");
  EXPECT_EQ(problem(StringRef(One).take_front(10)),
            "malformed-object: the ELF header is truncated");
  EXPECT_EQ(problem(StringRef(One).take_front(40)),
            "malformed-object: the ELF header is truncated");
}

TEST_F(ContainerTest, HostileBundleHeaders) {
  const std::string Magic = "__CLANG_OFFLOAD_BUNDLE__";
  const std::string Truncated =
      "malformed-object: the table of the offload bundle is truncated";
  EXPECT_EQ(problem(Magic), Truncated);
  EXPECT_EQ(problem(Magic + little<uint64_t>(~0ull)), Truncated);
  std::string Max = little<uint64_t>(~0ull);
  EXPECT_EQ(problem(Magic + little<uint64_t>(1) + Max + Max + Max), Truncated);
  EXPECT_EQ(
      problem(Magic + little<uint64_t>(1) + Max + Max + little<uint64_t>(1) +
              "x"),
      "malformed-object: entry 'x' of the offload bundle extends past its "
      "end");
  // An entry that is the bundle itself, twice: 2^12 visits if nobody counts,
  // and more with more entries.
  std::string Self = Magic + little<uint64_t>(16);
  for (int I = 0; I < 16; ++I)
    Self += little<uint64_t>(0) + little<uint64_t>(0x400) +
            little<uint64_t>(1) + "x";
  Self.resize(0x400);
  EXPECT_EQ(problem(Self).substr(0, 17), "malformed-object:");
}

TEST_F(ContainerTest, HostileCompressedHeaders) {
  auto Header = [](unsigned Version, unsigned Method, uint64_t FileSize,
                   uint64_t Size) {
    std::string Bytes =
        "CCOB" + little<uint16_t>(Version) + little<uint16_t>(Method);
    if (Version == 2)
      Bytes += little<uint32_t>(FileSize);
    if (Version == 3)
      Bytes += little<uint64_t>(FileSize) + little<uint64_t>(Size);
    else
      Bytes += little<uint32_t>(Size);
    return Bytes + little<uint64_t>(0);
  };
  EXPECT_EQ(problem("CCOB"), "malformed-object: the header of the compressed "
                             "bundle is truncated");
  EXPECT_EQ(
      problem(Header(9, 1, 0, 0)),
      "malformed-object: version 9 of compressed offload bundles is unknown");
  EXPECT_EQ(problem(Header(3, 1, ~0ull, 1)).substr(0, 54),
            "malformed-object: the compressed bundle claims 1844674");
  EXPECT_EQ(problem(Header(3, 1, 3, 1)).substr(0, 49),
            "malformed-object: the compressed bundle claims 3 ");
  EXPECT_EQ(problem(Header(3, 7, 32, 1)),
            "malformed-object: an unknown method compresses the bundle");
  for (uint64_t Size : {uint64_t(1) << 32, ~uint64_t(0), uint64_t(1) << 30})
    EXPECT_EQ(problem(Header(3, 1, 32, Size)),
              "malformed-object: the compressed bundle claims to hold " +
                  std::to_string(Size) + " bytes, too much for its size");
  EXPECT_EQ(problem(Header(3, 1, 32, 1000)).substr(0, 51),
            "malformed-object: the compressed bundle is damaged:");
}

TEST_F(ContainerTest, CompressedBundlesAreChecked) {
  std::string Bytes = bundled(entries(), {"-type=o", "-compress"});
  std::string Wrong = Bytes;
  Wrong[24] = char(Wrong[24] + 1);
  EXPECT_EQ(problem(Wrong),
            "malformed-object: the decompressed bundle does not "
            "match the hash in its header");
  Wrong = Bytes;
  Wrong[16] = char(Wrong[16] + 1);
  EXPECT_EQ(problem(Wrong).substr(0, 51),
            "malformed-object: the compressed bundle is damaged:");
}

TEST_F(ContainerTest, DeepNestingIsRefused) {
  std::string Bytes = One;
  for (int I = 0; I < 20; ++I)
    Bytes = offloadBinary("gfx90a", Bytes);
  EXPECT_EQ(problem(Bytes), "malformed-object: containers nest too deeply");
}

TEST_F(ContainerTest, ErrorsSayWhere) {
  std::string Bundle = plainBundle();
  std::string Bytes = Bundle + "garbage";
  Container Found = openGood(Bytes);
  EXPECT_EQ(Found.Images.size(), 2u);
  ASSERT_EQ(Found.Problems.size(), 1u);
  EXPECT_EQ(Found.Problems[0].Where.File, "input");
  EXPECT_EQ(Found.Problems[0].Where.Offset, Bundle.size());
}

/// Opens \p Bytes and what is in it; the answers do not matter.
void openSomehow(StringRef Bytes) {
  llvm::Expected<Container> Found = open(Bytes);
  if (!Found) {
    EXPECT_NE(errorOf(Found.takeError()), "");
    return;
  }
  for (const CodeObjectImage &Image : Found->Images) {
    llvm::Expected<CodeObject> Object = readCodeObject(Image, "input");
    if (!Object)
      llvm::consumeError(Object.takeError());
  }
}

TEST_F(ContainerTest, EveryCutAndChangedByteGivesAnErrorOrAResult) {
  llvm::Expected<std::string> Small =
      oracle::assemble("s_endpgm\n", {"gfx900"});
  ASSERT_TRUE(bool(Small));
  std::string Bundle = bundled(
      {{HostId, ""}, {"hip-amdgcn-amd-amdhsa--gfx900", *Small}}, {"-type=o"});
  std::vector<std::string> Inputs = {
      Bundle,
      bundled({{HostId, ""}, {"hip-amdgcn-amd-amdhsa--gfx900", *Small}},
              {"-type=o", "-compress"}),
      offloadBinary("gfx900", *Small),
      hostObject("x86_64-linux-gnu", ".hip_fatbin", Bundle),
      hostObject("powerpc-linux-gnu", ".hip_fatbin", Bundle),
      hostObject("x86_64-pc-windows-msvc", ".hip_fatbin", Bundle),
      hostObject("x86_64-apple-darwin", "__HIP,__hip_fatbin", Bundle),
  };
  for (std::string &Bytes : Inputs) {
    for (size_t Size = 0; Size < Bytes.size(); ++Size)
      openSomehow(StringRef(Bytes).take_front(Size));
    for (size_t Position = 0; Position < Bytes.size(); ++Position) {
      char Old = Bytes[Position];
      for (unsigned char New : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
        Bytes[Position] = char(New);
        openSomehow(Bytes);
      }
      Bytes[Position] = Old;
    }
  }
}

} // namespace
