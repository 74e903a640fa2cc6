//===- ExplainFuzzer.cpp - Any text as an operation, or as a question -----===//
// An operation that parses must print and parse again to the same, and every
// processor must have code for it or say why not. A question of a batch, whole
// or not, must be answered by one line that is one JSON object; asked again,
// the answer is the same.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/Lower.h"
#include "fencepost/Lower/OperationText.h"
#include "fencepost/Report/ExplainBatch.h"
#include "fencepost/Report/ExplainReport.h"
#include "fencepost/Report/ExplainTargets.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace fencepost;
using namespace fencepost::lower;

static void require(bool Holds) {
  if (!Holds)
    __builtin_trap();
}

static void tryOperation(llvm::StringRef Text) {
  llvm::Expected<Operation> Op = parseOperation(Text);
  if (!Op)
    return llvm::consumeError(Op.takeError());
  std::string Printed = printOperation(*Op);
  require(llvm::cantFail(parseOperation(Printed)) == *Op);
  for (Dialect As : {Dialect::Spec, Dialect::Llvm22}) {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    printTargetGroups(OS, *Op, As, explainTargets(*Op, As, 0));
    llvm::Expected<Explanation> E =
        explain(*Op, Mode::of(*findProcessor("gfx1250")), As);
    if (!E) {
      require(!llvm::toString(E.takeError()).empty());
      continue;
    }
    printExplanation(OS, *E);
    require(explanationJson(*E).getAsObject() != nullptr);
  }
}

static std::string answer(llvm::StringRef Line) {
  llvm::SmallVector<char> Out;
  answerBatchLine(Line, 1, Dialect::Spec, Out);
  return std::string(Out.begin(), Out.end());
}

static void tryQuestion(llvm::StringRef Line) {
  // LLVM's reader, which checks the answers, nests on the stack.
  if (Line.count('[') + Line.count('{') > 500)
    return;
  std::string First = answer(Line);
  require(llvm::StringRef(First).ends_with("}\n"));
  llvm::json::Value Answer = llvm::cantFail(llvm::json::parse(First));
  require(Answer.getAsObject() != nullptr);
  if (!Answer.getAsObject()->get("line"))
    require(answer(llvm::StringRef(First).drop_back()) == First);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (Size == 0)
    return 0;
  llvm::StringRef Text(reinterpret_cast<const char *>(Data + 1), Size - 1);
  if (Data[0] & 1)
    tryOperation(Text);
  else
    tryQuestion(Text);
  return 0;
}
