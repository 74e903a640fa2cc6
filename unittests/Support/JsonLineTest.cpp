//===- JsonLineTest.cpp - One JSON object, its members in order -----------===//
// llvm::json is the oracle: on every change of one byte of some objects, the
// two must agree whether it still is one, and on what its members are.
//===----------------------------------------------------------------------===//
#include "fencepost/Support/JsonLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace fencepost;

using Members = llvm::SmallVector<JsonMember, 8>;

static std::optional<Members> scan(llvm::StringRef Line) {
  Members Found;
  if (!scanJsonObject(Line, Found).empty())
    return std::nullopt;
  return Found;
}

static std::optional<llvm::json::Object> parse(llvm::StringRef Line) {
  llvm::Expected<llvm::json::Value> Value = llvm::json::parse(Line);
  if (!Value) {
    llvm::consumeError(Value.takeError());
    return std::nullopt;
  }
  if (!Value->getAsObject())
    return std::nullopt;
  return std::move(*Value->getAsObject());
}

/// Each member, by the oracle's reading of its text.
static void expectSameMembers(const Members &Ours,
                              const llvm::json::Object &Theirs,
                              const std::string &Line) {
  for (const JsonMember &M : Ours) {
    llvm::json::Value Key =
        llvm::cantFail(llvm::json::parse(("\"" + M.Key + "\"").str()));
    const llvm::json::Value *Value = Theirs.get(*Key.getAsString());
    ASSERT_NE(Value, nullptr) << Line;
    // Of members with the same name, the oracle keeps one.
    bool IsOnly = llvm::count_if(Ours, [&](const JsonMember &Other) {
                    return Other.Key == M.Key;
                  }) == 1;
    if (!IsOnly)
      continue;
    EXPECT_EQ(llvm::cantFail(llvm::json::parse(M.Value)), *Value) << Line;
    EXPECT_EQ(M.string(), Value->getAsString()
                              ? std::optional(Value->getAsString()->str())
                              : std::nullopt)
        << Line;
  }
}

static const char *const LineSeeds[] = {
    "{}",
    R"({"a":"b"})",
    R"( { "op" : "load" , "x" : [ true , null , { "y" : [ ] } ] } )",
    R"({"a\u00e9\"\\":"\/\b\f\n\r\t","b":{},"c":[[],[{}]]})",
    "{\"\xc3\xa9\":\"\xe2\x82\xac\"}",
};

TEST(JsonLine, TakesWhatLlvmTakes) {
  unsigned Taken = 0, Refused = 0;
  for (std::string Seed : LineSeeds) {
    ASSERT_TRUE(scan(Seed)) << Seed;
    for (size_t I = 0; I < Seed.size(); ++I)
      for (unsigned Byte = 0; Byte < 256; ++Byte) {
        std::string Line = Seed;
        Line[I] = static_cast<char>(Byte);
        std::optional<Members> Ours = scan(Line);
        std::optional<llvm::json::Object> Theirs = parse(Line);
        // Numbers the oracle takes more freely.
        bool MayBeNumber = llvm::isDigit(Byte) || strchr("+-.eE", Byte);
        if (Theirs && !Ours && MayBeNumber)
          continue;
        ASSERT_EQ(Ours.has_value(), Theirs.has_value()) << Line;
        (Ours ? Taken : Refused)++;
        if (Ours)
          expectSameMembers(*Ours, *Theirs, Line);
      }
  }
  EXPECT_GT(Taken, 1000u);
  EXPECT_GT(Refused, 1000u);
}

TEST(JsonLine, TakesNumbersByTheLetter) {
  for (const char *Number :
       {"0", "-0", "12", "0.5", "-1.25e+10", "1E5", "1e-1"})
    EXPECT_TRUE(scan("{\"n\":" + std::string(Number) + "}")) << Number;
  for (const char *Number :
       {"", "+1", "01", ".5", "1.", "1e", "1e+", "--1", "0x1", "-", "e1"})
    EXPECT_FALSE(scan("{\"n\":" + std::string(Number) + "}")) << Number;
}

TEST(JsonLine, KeepsOrderAndText) {
  std::optional<Members> Found = scan(R"({"b" : [1, 2] ,"a":"x","b":-7})");
  ASSERT_TRUE(Found);
  ASSERT_EQ(Found->size(), 3u);
  EXPECT_EQ((*Found)[0].Key, "b");
  EXPECT_EQ((*Found)[0].Value, "[1, 2]");
  EXPECT_EQ((*Found)[1].string(), "x");
  EXPECT_EQ((*Found)[2].integer(), -7);
  EXPECT_EQ((*Found)[1].integer(), std::nullopt);
}

/// Nesting is a matter of memory, not of the stack.
TEST(JsonLine, NestsDeeply) {
  std::string Open(200000, '['), Close(200000, ']');
  EXPECT_TRUE(scan("{\"a\":" + Open + Close + "}"));
  EXPECT_FALSE(scan("{\"a\":" + Open + "}"));
}

TEST(JsonLine, EscapesStrings) {
  std::string All;
  for (unsigned Byte = 0; Byte < 128; ++Byte)
    All += static_cast<char>(Byte);
  llvm::SmallVector<char> Out;
  appendJsonString(All, Out);
  llvm::json::Value Back = llvm::cantFail(
      llvm::json::parse(llvm::StringRef(Out.data(), Out.size())));
  EXPECT_EQ(Back.getAsString(), llvm::StringRef(All));
}
