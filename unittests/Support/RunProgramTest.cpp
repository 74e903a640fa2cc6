//===- RunProgramTest.cpp - Other programs, without temporary files -------===//
#include "fencepost/Support/RunProgram.h"
#include <gtest/gtest.h>

using namespace fencepost;

/// A program of the shell.
static ProgramResult shell(const std::string &Text,
                           const ProgramInput &Input = {}) {
  return runProgram({"/bin/sh", "-c", Text}, Input);
}

TEST(RunProgram, GivesBackWhatItWrites) {
  ProgramResult Result = shell("echo one; echo two >&2; exit 3");
  EXPECT_EQ(Result.Output, "one\n");
  EXPECT_EQ(Result.Messages, "two\n");
  EXPECT_EQ(Result.ExitCode, 3);
  EXPECT_EQ(Result.Why, "");
}

/// More than a pipe holds, in both directions.
TEST(RunProgram, TextOfAnyLengthGoesThrough) {
  std::string Long(1 << 20, 'x');
  ProgramInput Input;
  Input.Text = Long;
  EXPECT_EQ(shell("cat", Input).Output, Long);
  EXPECT_EQ(shell("cat").Output, "");
}

TEST(RunProgram, TheFileCanBeOpenedByItsName) {
  ProgramInput Input;
  Input.File = "text of the file";
  std::string Name = ProgramInput::FileName.str();
  EXPECT_EQ(shell("cat " + Name + " " + Name, Input).Output,
            "text of the filetext of the file");
}

TEST(RunProgram, ASignalIsAReason) {
  ProgramResult Result = shell("echo partial; kill -TERM $$");
  EXPECT_EQ(Result.ExitCode, -1);
  EXPECT_EQ(Result.Output, "partial\n");
  EXPECT_EQ(Result.Why, "Terminated");
}

TEST(RunProgram, AProgramThatCannotBeRunHasAReason) {
  ProgramResult Result = runProgram({"/no/such/program"}, {});
  EXPECT_EQ(Result.ExitCode, -1);
  EXPECT_EQ(Result.Why, "No such file or directory");
}
