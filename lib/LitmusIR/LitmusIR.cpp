//===- LitmusIR.cpp - Litmus tests written as LLVM IR ---------------------===//
// Reads the module, then the comments, then translates each thread into the
// program that the condition is about. Placements and the condition are read by
// the parser of the litmus language.
//===----------------------------------------------------------------------===//
#include "fencepost/LitmusIR/LitmusIR.h"
#include "FunctionTranslation.h"
#include "IRComments.h"
#include "fencepost/Litmus/Parser.h"
#include "fencepost/Model/Explore.h"
#include "fencepost/Model/Limits.h"
#include "fencepost/Support/InputError.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

namespace fencepost::litmus {

/// The parser saw the text with everything else blanked out; a person wants the
/// line as it is in the file.
static llvm::Error withLines(llvm::Error E, const IRSource &Source) {
  return llvm::handleErrors(std::move(E), [&](const InputError &Bad) {
    Finding F = Bad.finding();
    F.Where.LineText = Source.line(F.Where.Line).str();
    return llvm::make_error<InputError>(std::move(F));
  });
}

namespace {
class TestReader {
public:
  TestReader(const IRSource &Source, IRComments Comments)
      : Source(Source), Comments(std::move(Comments)),
        Masked{this->Comments.Masked, Source.fileName()} {}

  llvm::Expected<LitmusTest> read();

private:
  llvm::Error findThreads();
  llvm::Error placeThreads();
  llvm::Error translateThreads();
  llvm::Error readCondition();
  llvm::StringRef maskedPart(TextRange Range) const {
    return Masked.Text.slice(Range.Begin, Range.End);
  }

  const IRSource &Source;
  IRComments Comments;
  litmus::Source Masked;
  std::vector<llvm::Function *> Threads;
  LitmusTest Test;
};
} // namespace

llvm::Error TestReader::findThreads() {
  std::map<unsigned, llvm::Function *> ByNumber;
  for (llvm::Function &F : Source.module())
    if (std::optional<unsigned> Number = threadNumber(F.getName()))
      ByNumber[*Number] = &F;
  if (ByNumber.empty())
    return Source.error({}, "there is no function @P0; the threads of a test "
                            "are @P0, @P1, ...");
  for (auto [Number, F] : ByNumber) {
    if (Threads.size() == model::MaxThreads)
      return Source.errorAt(
          *F, "more than " + llvm::Twine(model::MaxThreads) + " threads",
          Diag::LitmusTooLarge);
    if (Number != Threads.size())
      return Source.errorAt(*F, "there is a thread @" + F->getName() +
                                    " but no @P" + llvm::Twine(Threads.size()));
    if (F->isDeclaration())
      return Source.errorAt(*F, "@" + F->getName() +
                                    " is only declared; a thread needs a body");
    if (F->arg_size() != 0 || F->isVarArg())
      return Source.errorAt(*F, "@" + F->getName() +
                                    " has parameters; a thread has none and "
                                    "reads globals");
    Threads.push_back(F);
    Test.Program.Threads.emplace_back().Name = F->getName().str();
  }
  return llvm::Error::success();
}

llvm::Error TestReader::placeThreads() {
  std::vector<Placement> Placements(Threads.size());
  for (const PlacementComment &C : Comments.Placements) {
    llvm::Expected<Placement> P = parsePlacement(Masked, maskedPart(C.Text));
    if (!P)
      return P.takeError();
    if (C.Thread >= Threads.size())
      return inputError(Diag::LitmusSemantics, Masked.at(P->front().Where),
                        "there is no thread @P" + llvm::Twine(C.Thread) +
                            " to place");
    Placements[C.Thread] = std::move(*P);
  }
  llvm::Expected<std::vector<model::Place>> Places =
      litmus::placeThreads(Placements, Masked);
  if (!Places)
    return Places.takeError();
  for (auto [Thread, Where] : llvm::zip(Test.Program.Threads, *Places))
    Thread.Where = Where;
  return llvm::Error::success();
}

llvm::Error TestReader::translateThreads() {
  IRGlobals Globals(Source.module(), Test.Program);
  for (auto [F, Thread] : llvm::zip(Threads, Test.Program.Threads)) {
    ThreadBuilder Build(Thread);
    ThreadContext Context{Source, Globals, Test.Program, Build};
    if (llvm::Error E = FunctionTranslation(Context, *F, "", nullptr).run())
      return E;
    Build.finish();
  }
  return llvm::Error::success();
}

llvm::Error TestReader::readCondition() {
  if (Comments.Condition.empty())
    return Source.error({}, "the test has no final condition; it is a comment "
                            "line such as `; exists (P0:r = 1)`");
  llvm::Expected<Condition> C =
      parseCondition(Masked, maskedPart(Comments.Condition));
  if (!C)
    return C.takeError();
  llvm::Expected<model::Condition> Made =
      makeCondition(*C, Test.Program, Masked);
  if (!Made)
    return Made.takeError();
  Test.Condition = std::move(*Made);
  return llvm::Error::success();
}

llvm::Expected<LitmusTest> TestReader::read() {
  Test.Name = llvm::sys::path::stem(Source.fileName()).str();
  if (llvm::Error E = findThreads())
    return E;
  if (llvm::Error E = placeThreads())
    return withLines(std::move(E), Source);
  if (llvm::Error E = translateThreads())
    return E;
  if (llvm::Error E = readCondition())
    return withLines(std::move(E), Source);
  if (std::string Bad = model::checkProgram(Test.Program); !Bad.empty())
    return Source.error({}, Bad);
  return std::move(Test);
}

llvm::Expected<LitmusTest> parseLitmusIR(llvm::StringRef Text,
                                         llvm::StringRef FileName) {
  if (Text.size() > MaxSourceSize)
    return inputError(
        Diag::LitmusTooLarge, Location{FileName.str(), 1, 1, {}, "", ""},
        "the test is longer than " + llvm::Twine(MaxSourceSize) + " bytes");
  llvm::Expected<std::unique_ptr<IRSource>> Source =
      IRSource::parse(Text, FileName);
  if (!Source)
    return Source.takeError();
  llvm::Expected<IRComments> Comments = readComments(**Source);
  if (!Comments)
    return Comments.takeError();
  return TestReader(**Source, std::move(*Comments)).read();
}

} // namespace fencepost::litmus
