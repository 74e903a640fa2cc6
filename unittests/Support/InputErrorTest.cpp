//===- InputErrorTest.cpp - Bad input keeps its place and its name --------===//
#include "fencepost/Support/InputError.h"
#include "gtest/gtest.h"

using namespace fencepost;

TEST(InputError, KeepsKindPlaceAndMessage) {
  Location Where;
  Where.File = "a.litmus";
  Where.Line = 3;
  Where.Column = 7;
  std::vector<Finding> Found = takeFindings(
      inputError(Diag::MalformedObject, Where, "bad"), Diag::Usage, "other");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Id, Diag::MalformedObject);
  EXPECT_EQ(Found[0].Where.File, "a.litmus");
  EXPECT_EQ(Found[0].Where.Line, 3u);
  EXPECT_EQ(Found[0].Where.Column, 7u);
  EXPECT_EQ(Found[0].Message, "bad");
}

TEST(InputError, AnyOtherErrorBecomesTheFallback) {
  std::vector<Finding> Found = takeFindings(
      llvm::createStringError("from LLVM"), Diag::MalformedObject, "x.o");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Id, Diag::MalformedObject);
  EXPECT_EQ(Found[0].Where.File, "x.o");
  EXPECT_EQ(Found[0].Message, "from LLVM");
}

TEST(InputError, JoinedErrorsAreAllKept) {
  llvm::Error Both =
      llvm::joinErrors(inputError(Diag::Usage, "", "one"),
                       inputError(Diag::UnreadableInput, "f", "two", 16));
  std::vector<Finding> Found = takeFindings(std::move(Both), Diag::Usage, "");
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].Message, "one");
  EXPECT_EQ(Found[1].Where.Offset, 16u);
}
