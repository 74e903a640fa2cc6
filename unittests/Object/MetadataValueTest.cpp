//===- MetadataValueTest.cpp - Trees against LLVM's own documents ---------===//
// MessagePack: every document of up to three bytes and thousands of random ones
// read as llvm::msgpack::Document reads them; cut and hostile documents end in
// a problem and keep their beginning. YAML: what LLVM writes, and hostile text.
//===----------------------------------------------------------------------===//
#include "fencepost/Object/MetadataValue.h"
#include "llvm/BinaryFormat/MsgPackDocument.h"
#include "llvm/BinaryFormat/MsgPackReader.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace fencepost;
using llvm::StringRef;
namespace msgpack = llvm::msgpack;

namespace {

using MetadataKind = MetadataValue::Kind;

/// A naive reader: one token at a time from LLVM's reader, printed as
/// MetadataValue::str() prints; false if the document is not whole.
bool printNaively(msgpack::Reader &Reader, llvm::raw_ostream &OS,
                  unsigned Depth = 0) {
  msgpack::Object Object;
  llvm::Expected<bool> Read = Reader.read(Object);
  if (!Read) {
    llvm::consumeError(Read.takeError());
    return false;
  }
  if (!*Read || Depth > MaxMetadataDepth)
    return false;
  switch (Object.Kind) {
  case msgpack::Type::Int:
    OS << Object.Int;
    return true;
  case msgpack::Type::UInt:
    OS << Object.UInt;
    return true;
  case msgpack::Type::Nil:
    OS << "null";
    return true;
  case msgpack::Type::Boolean:
    OS << (Object.Bool ? "true" : "false");
    return true;
  case msgpack::Type::Float:
    OS << Object.Float;
    return true;
  case msgpack::Type::String:
    OS << '"';
    OS.write_escaped(Object.Raw);
    OS << '"';
    return true;
  case msgpack::Type::Binary:
    OS << '<' << Object.Raw.size() << " bytes>";
    return true;
  case msgpack::Type::Extension:
    OS << '<' << Object.Extension.Bytes.size() << " bytes>";
    return true;
  case msgpack::Type::Array:
    OS << '[';
    for (size_t I = 0, N = Object.Length; I < N; ++I) {
      OS << (I ? ", " : "");
      if (!printNaively(Reader, OS, Depth + 1))
        return false;
    }
    OS << ']';
    return true;
  case msgpack::Type::Map:
    OS << '{';
    for (size_t I = 0, N = Object.Length; I < N; ++I) {
      OS << (I ? ", " : "");
      if (!printNaively(Reader, OS, Depth + 1))
        return false;
      OS << ": ";
      if (!printNaively(Reader, OS, Depth + 1))
        return false;
    }
    OS << '}';
    return true;
  case msgpack::Type::Empty:
    break;
  }
  return false;
}

void expectSame(StringRef Bytes) {
  std::string Naive;
  llvm::raw_string_ostream OS(Naive);
  msgpack::Reader Reader(Bytes);
  bool Whole = printNaively(Reader, OS);
  llvm::BumpPtrAllocator Memory;
  MetadataTree Tree = readMessagePack(Bytes, Memory);
  ASSERT_EQ(Tree.Problem.empty(), Whole) << Tree.Problem;
  if (Whole) {
    ASSERT_EQ(Tree.Root.str(), Naive);
  }
}

TEST(MessagePackTest, EveryShortDocumentReadsAsLlvmReadsIt) {
  std::string Bytes;
  expectSame(Bytes);
  for (unsigned A = 0; A < 256; ++A) {
    Bytes = {char(A)};
    expectSame(Bytes);
    for (unsigned B = 0; B < 256; ++B) {
      Bytes = {char(A), char(B)};
      expectSame(Bytes);
      // The third byte matters only by its class.
      for (unsigned C : {0x00, 0x7f, 0x80, 0x81, 0x91, 0xa0, 0xa1, 0xc0, 0xc1,
                         0xc3, 0xdf, 0xe0, 0xff}) {
        Bytes = {char(A), char(B), char(C)};
        expectSame(Bytes);
      }
    }
  }
}

/// Writes a random value of at most \p Depth levels.
void writeRandom(msgpack::Writer &Writer, std::mt19937 &Random,
                 unsigned Depth) {
  switch (Random() % (Depth ? 9 : 6)) {
  case 0:
    Writer.write(int64_t(Random()) - int64_t(Random()));
    return;
  case 1:
    Writer.write(uint64_t(Random()) << (Random() % 33));
    return;
  case 2:
    Writer.write(Random() % 2 == 0);
    return;
  case 3:
    Writer.writeNil();
    return;
  case 4:
    Writer.write(StringRef("a string that is a bit longer than most strings")
                     .take_front(Random() % 48));
    return;
  case 5:
    Writer.write(double(Random()) / 1024);
    return;
  default: {
    bool IsMap = Random() % 2;
    unsigned Size = Random() % 5;
    IsMap ? Writer.writeMapSize(Size) : Writer.writeArraySize(Size);
    for (unsigned I = 0; I < (IsMap ? 2 * Size : Size); ++I)
      writeRandom(Writer, Random, Depth - 1);
    return;
  }
  }
}

std::string randomDocument(std::mt19937 &Random) {
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  msgpack::Writer Writer(OS);
  writeRandom(Writer, Random, 5);
  return Bytes;
}

TEST(MessagePackTest, RandomDocumentsReadAsLlvmReadsThem) {
  for (unsigned Seed = 0; Seed < 5000; ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    std::mt19937 Random(Seed);
    std::string Bytes = randomDocument(Random);
    expectSame(Bytes);
    if (!Bytes.empty())
      Bytes[Random() % Bytes.size()] = char(Random());
    expectSame(Bytes);
  }
}

TEST(MessagePackTest, CutDocumentsKeepTheirBeginning) {
  msgpack::Document Document;
  ASSERT_TRUE(Document.fromYAML("a: 1\nb: [ 10, 11, 12 ]\nc: { d: e }\n"));
  std::string Bytes;
  Document.writeToBlob(Bytes);
  llvm::BumpPtrAllocator Memory;
  std::string Whole = readMessagePack(Bytes, Memory).Root.str();
  EXPECT_EQ(Whole, R"({"a": 1, "b": [10, 11, 12], "c": {"d": "e"}})");
  for (size_t Size = 0; Size < Bytes.size(); ++Size) {
    MetadataTree Tree =
        readMessagePack(StringRef(Bytes).take_front(Size), Memory);
    EXPECT_FALSE(Tree.Problem.empty()) << Size;
    if (Size > 4) {
      const MetadataValue *A = Tree.Root.find("a");
      ASSERT_NE(A, nullptr) << Size;
      EXPECT_EQ(A->asUnsigned(), 1u);
    }
  }
}

TEST(MessagePackTest, HostileCountsAndDepthsAreRefusedCheaply) {
  llvm::BumpPtrAllocator Memory;
  for (StringRef Huge : {StringRef("\xdd\xff\xff\xff\xff", 5),
                         StringRef("\xdf\xff\xff\xff\xff\x01", 6),
                         StringRef("\xdb\xff\xff\xff\xff", 5),
                         StringRef("\xc6\xff\xff\xff\xff", 5)})
    EXPECT_FALSE(readMessagePack(Huge, Memory).Problem.empty());
  std::string Deep(1 << 20, '\x91');
  EXPECT_EQ(readMessagePack(Deep, Memory).Problem,
            "the document nests too deeply");
  std::string DeepCounts;
  for (int I = 0; I < 100000; ++I)
    DeepCounts += StringRef("\xdd\xff\xff\xff\xff", 5);
  EXPECT_FALSE(readMessagePack(DeepCounts, Memory).Problem.empty());
  EXPECT_LT(Memory.getTotalMemory(), size_t(1) << 20);
}

TEST(MetadataValueTest, AccessorsAnswerOnlyForTheirKind) {
  MetadataValue Nil;
  MetadataValue Five = MetadataValue::signedInt(5);
  MetadataValue Minus = MetadataValue::signedInt(-5);
  MetadataValue Big = MetadataValue::unsignedInt(~uint64_t(0));
  MetadataValue Text = MetadataValue::bytes(MetadataKind::String, "x");
  EXPECT_EQ(Five.kind(), MetadataKind::Unsigned);
  EXPECT_EQ(Five.asUnsigned(), 5u);
  EXPECT_EQ(Five.asSigned(), 5);
  EXPECT_EQ(Minus.asUnsigned(), std::nullopt);
  EXPECT_EQ(Minus.asSigned(), -5);
  EXPECT_EQ(Big.asSigned(), std::nullopt);
  EXPECT_EQ(Text.asString(), "x");
  EXPECT_EQ(Text.asUnsigned(), std::nullopt);
  EXPECT_EQ(Nil.asBool(), std::nullopt);
  EXPECT_EQ(MetadataValue::boolean(true).asBool(), true);
  EXPECT_EQ(MetadataValue::boolean(true).asFloat(), std::nullopt);
  EXPECT_TRUE(Nil.elements().empty());
  EXPECT_TRUE(Text.entries().empty());
  EXPECT_EQ(Text.find("x"), nullptr);
  EXPECT_EQ(Five.rawBytes(), "");
  MetadataValue Binary = MetadataValue::bytes(MetadataKind::Binary, "abc");
  EXPECT_EQ(Binary.rawBytes(), "abc");
  EXPECT_EQ(Binary.str(), "<3 bytes>");
  for (unsigned K = 0; K <= unsigned(MetadataKind::Map); ++K)
    EXPECT_FALSE(kindName(MetadataKind(K)).empty());
}

std::string yaml(StringRef Text) {
  llvm::BumpPtrAllocator Memory;
  MetadataTree Tree = readYaml(Text, Memory);
  return Tree.Problem.empty() ? Tree.Root.str() : "!" + Tree.Problem;
}

TEST(YamlTest, ReadsWhatLlvmWrites) {
  EXPECT_EQ(yaml("---\nVersion:         [ 1, 0 ]\nKernels:\n"
                 "  - Name:            foo\n    SymbolName:      'foo@kd'\n"
                 "    Args:\n      - TypeName:        \"int\\x2a\"\n"
                 "        IsConst:         true\n...\n"),
            R"({"Version": ["1", "0"], "Kernels": [{"Name": "foo", )"
            R"("SymbolName": "foo@kd", "Args": [{"TypeName": "int*", )"
            R"("IsConst": "true"}]}]})");
  EXPECT_EQ(yaml("a: |\n  block\n  scalar\n"), R"({"a": "block\nscalar\n"})");
  EXPECT_EQ(yaml("{}"), "{}");
  EXPECT_EQ(yaml("[]"), "[]");
  EXPECT_EQ(yaml("a:\nb: 1"), R"({"a": null, "b": "1"})");
}

TEST(YamlTest, HostileTextIsRefused) {
  EXPECT_EQ(yaml(std::string(100000, '[')), "!the document nests too deeply");
  EXPECT_EQ(yaml(std::string(100000, '{')).substr(0, 1), "!");
  std::string Keys;
  for (int I = 0; I < 1000; ++I)
    Keys += "? [";
  EXPECT_EQ(yaml(Keys).substr(0, 1), "!");
  EXPECT_EQ(yaml("a: &x 1\nb: *x\n"), "!the document uses an alias");
  EXPECT_EQ(yaml("a: [ 1, 2").substr(0, 1), "!");
  EXPECT_EQ(yaml("a: 'x").substr(0, 1), "!");
  EXPECT_EQ(yaml(StringRef("\0\1\2", 3)).substr(0, 1), "!");
}

TEST(YamlTest, DamagedTextKeepsItsBeginning) {
  llvm::BumpPtrAllocator Memory;
  MetadataTree Tree = readYaml("a: 1\nb: [ 1, 2\nc: 3\n", Memory);
  EXPECT_FALSE(Tree.Problem.empty());
  ASSERT_NE(Tree.Root.find("a"), nullptr);
  EXPECT_EQ(Tree.Root.find("a")->asString(), "1");
}

TEST(YamlTest, MutatedDocumentsNeverCrash) {
  const std::string Good =
      "---\nVersion: [ 1, 0 ]\nKernels:\n  - Name: foo\n    Args:\n"
      "      - { Size: 8, Align: 8 }\n      - 'x''y': \"\\u00e9\"\n...\n";
  for (size_t Position = 0; Position < Good.size(); ++Position)
    for (unsigned Byte = 0; Byte < 256; ++Byte) {
      std::string Text = Good;
      Text[Position] = char(Byte);
      yaml(Text);
    }
  for (unsigned Seed = 0; Seed < 20000; ++Seed) {
    std::mt19937 Random(Seed);
    std::string Text;
    for (unsigned I = Random() % 40; I > 0; --I)
      Text += "-:?[]{},#&*!|>'\"%@ \n\tab0\\"[Random() % 25];
    SCOPED_TRACE("seed " + std::to_string(Seed));
    yaml(Text);
  }
}

} // namespace
