//===- LitmusFuzzer.cpp - Any text as a litmus test -----------------------===//
// What parses must print, parse again to the same test and print the same. What
// is lowered must be a program that the explorer accepts.
//===----------------------------------------------------------------------===//
#include "fencepost/Litmus/LitmusTest.h"
#include "fencepost/Litmus/Parser.h"
#include "fencepost/Litmus/Printer.h"
#include "fencepost/Litmus/TargetCheck.h"
#include "fencepost/Model/Explore.h"

using namespace fencepost;
using namespace fencepost::litmus;

static void require(bool Holds) {
  if (!Holds)
    __builtin_trap();
}

static void checkProgramOf(const ParsedTest &T, const Source &S) {
  llvm::Expected<LitmusTest> Made = makeTest(T, S);
  if (!Made)
    return llvm::consumeError(Made.takeError());
  require(model::checkProgram(Made->Program).empty());
  require(!model::str(Made->Condition, Made->Program).empty());
  lackingOn(*findProcessor("gfx600"), Made->Program, S);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Source S{{reinterpret_cast<const char *>(Data), Size}, "fuzz"};
  llvm::Expected<ParsedTest> T = parseTest(S);
  if (!T) {
    llvm::consumeError(T.takeError());
    return 0;
  }
  std::string Text = print(*T);
  llvm::Expected<ParsedTest> Again = parseTest({Text, "printed"});
  // Spelled out, a text at the limit of its size can be longer than it.
  if (!Again && Text.size() > MaxSourceSize) {
    llvm::consumeError(Again.takeError());
    return 0;
  }
  ParsedTest Printed = llvm::cantFail(std::move(Again));
  require(Printed == *T);
  require(print(Printed) == Text);
  checkProgramOf(*T, S);
  return 0;
}
