//===- PrintableTest.cpp - No byte of a name can drive a terminal ---------===//
#include "Findings/Printable.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace fencepost;

static std::string print(llvm::StringRef Text) {
  std::string Out;
  llvm::raw_string_ostream(Out) << Printable{Text};
  return Out;
}

TEST(Printable, PlainAndUtf8TextIsKept) {
  EXPECT_EQ(print("vector_add.kd"), "vector_add.kd");
  EXPECT_EQ(print("caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80"),
            "caf\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80");
  EXPECT_EQ(print(""), "");
}

TEST(Printable, ControlCharactersAndBrokenUtf8AreEscaped) {
  EXPECT_EQ(print("a\nb"), "a\\x0ab");
  EXPECT_EQ(print("\x1b[31m"), "\\x1b[31m");
  EXPECT_EQ(print("\x7f"), "\\x7f");
  EXPECT_EQ(print("\xff\xc3"), "\\xff\\xc3");
  EXPECT_EQ(print("\xc2\x9b"), "\\xc2\\x9b"); // U+009B begins a sequence too.
}

TEST(Printable, EveryByteAloneIsPrintableAscii) {
  for (int Byte = 0; Byte < 256; ++Byte) {
    char C = static_cast<char>(Byte);
    for (char Out : print(llvm::StringRef(&C, 1)))
      EXPECT_TRUE(Out >= 0x20 && Out < 0x7f) << Byte;
  }
}
