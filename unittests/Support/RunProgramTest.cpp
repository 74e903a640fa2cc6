//===- RunProgramTest.cpp - Other programs, without temporary files -------===//
#include "fencepost/Support/RunProgram.h"
#include <csignal>
#include <gtest/gtest.h>
#include <sys/resource.h>

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

TEST(RunProgram, AnotherFileCanBeWrittenByItsName) {
  std::string Name = ProgramInput::OtherName.str();
  ProgramResult Result = shell("echo long text > " + Name + "; echo text > " +
                               Name + "; echo output");
  EXPECT_EQ(Result.Other, "text\n");
  EXPECT_EQ(Result.Output, "output\n");
}

/// The limit on the size of files holds in memory, too.
TEST(RunProgram, TheLimitOnFilesIsAReason) {
  auto *Old = signal(SIGXFSZ, SIG_IGN);
  rlimit Before, Small;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &Before), 0);
  Small = Before;
  Small.rlim_cur = 4096;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &Small), 0);
  std::string Long(5000, 'x');
  ProgramInput Input;
  Input.File = Long;
  std::string Reading = shell("true", Input).Why;
  std::string Writing = shell("head -c 5000 /dev/zero || exit 1").Why;
  std::string Fitting = shell("head -c 4096 /dev/zero").Why;
  setrlimit(RLIMIT_FSIZE, &Before);
  signal(SIGXFSZ, Old);
  std::string Limit =
      " exceeds the limit on the size of files ('ulimit -f'): File too large";
  EXPECT_EQ(Reading, "what it reads" + Limit);
  EXPECT_EQ(Writing, "what it writes" + Limit);
  EXPECT_EQ(Fitting, "");
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
