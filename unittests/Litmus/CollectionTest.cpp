//===- CollectionTest.cpp - Every litmus test of the collection -----------===//
// Real tests, with their comments: each is read, written and read again.
//===----------------------------------------------------------------------===//
#include "fencepost/Litmus/LitmusTest.h"
#include "fencepost/Litmus/Parser.h"
#include "fencepost/Litmus/Printer.h"
#include "fencepost/Model/Explore.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::litmus;

static void checkFile(llvm::StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  ASSERT_TRUE(static_cast<bool>(Buffer)) << Path.str();
  Source S{(*Buffer)->getBuffer(), Path};
  llvm::Expected<ParsedTest> T = parseTest(S);
  ASSERT_TRUE(static_cast<bool>(T))
      << Path.str() << ": " << llvm::toString(T.takeError());
  std::string Text = print(*T);
  ParsedTest Again = llvm::cantFail(parseTest({Text, Path}));
  EXPECT_TRUE(Again == *T) << Path.str() << "\n" << Text;
  EXPECT_EQ(print(Again), Text);
  llvm::Expected<LitmusTest> Made = makeTest(*T, S);
  ASSERT_TRUE(static_cast<bool>(Made))
      << Path.str() << ": " << llvm::toString(Made.takeError());
  EXPECT_EQ(model::checkProgram(Made->Program), "") << Path.str();
  EXPECT_EQ(Made->Name, llvm::sys::path::stem(Path));
}

TEST(Collection, IsReadAndWritten) {
  unsigned Count = 0;
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator It(FENCEPOST_LITMUS_TESTS, Error), End;
       It != End && !Error; It.increment(Error))
    if (llvm::sys::path::extension(It->path()) == ".litmus") {
      checkFile(It->path());
      ++Count;
    }
  EXPECT_FALSE(Error);
  EXPECT_GE(Count, 150u);
}
