//===- ClangMessagesTest.cpp - What clang says, as findings ---------------===//
#include "ClangMessages.h"
#include "gtest/gtest.h"

using namespace fencepost;

TEST(ClangMessages, ReadsPlaceAndMessage) {
  auto Found = readClangErrors("a b.cl:3:14: error: use of undeclared 'x'\n",
                               "in.cl", Diag::UnreadableInput);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Where.File, "a b.cl");
  EXPECT_EQ(Found[0].Where.Line, 3u);
  EXPECT_EQ(Found[0].Where.Column, 14u);
  EXPECT_EQ(Found[0].Message, "use of undeclared 'x'");
}

TEST(ClangMessages, SplitsNamesWithColonsFromTheRight) {
  auto Found = readClangErrors("c:d:2:1: fatal error: no\r\n", "in.cl",
                               Diag::UnreadableInput);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Where.File, "c:d");
  EXPECT_EQ(Found[0].Where.Line, 2u);
  EXPECT_EQ(Found[0].Message, "no");
}

TEST(ClangMessages, AnErrorWithoutPlaceIsAboutTheFile) {
  auto Found = readClangErrors("clang: error: unknown argument: '-q:1'\n",
                               "in.cl", Diag::UnreadableInput);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Where.File, "in.cl");
  EXPECT_EQ(Found[0].Where.Line, 0u);
  EXPECT_EQ(Found[0].Message, "unknown argument: '-q:1'");
}

TEST(ClangMessages, NotesFollowTheirErrorAndLeaveWithTheirWarning) {
  auto Found = readClangErrors("a.cl:1:1: note: before everything\n"
                               "a.cl:1:1: warning: w\n"
                               "a.cl:2:1: note: of the warning\n"
                               "a.cl:3:1: error: e: note: not a note\n"
                               "a.cl:4:1: note: of the error\n"
                               "1 error generated.\n",
                               "in.cl", Diag::UnreadableInput);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Message, "e: note: not a note");
  ASSERT_EQ(Found[0].Notes.size(), 1u);
  EXPECT_EQ(Found[0].Notes[0].Message, "of the error");
  EXPECT_EQ(Found[0].Notes[0].Where.Line, 4u);
}

TEST(ClangMessages, NothingIsNothing) {
  EXPECT_TRUE(readClangErrors("", "in.cl", Diag::UnreadableInput).empty());
  EXPECT_TRUE(
      readClangErrors("error generated\n", "in.cl", Diag::UnreadableInput)
          .empty());
}
