//===- ExplainBatchTest.cpp - Answers that have to be JSON ----------------===//
// Whatever is asked, an answer is one line and one JSON object that holds the
// members of the question. Questions are changed at random, from a fixed seed.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/ExplainBatch.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"
#include <random>

using namespace fencepost;

static std::string answer(const std::string &Line, bool &Understood) {
  llvm::SmallVector<char> Out;
  Understood = answerBatchLine(Line, 7, lower::Dialect::Spec, Out);
  return std::string(Out.begin(), Out.end());
}

static const char *const QuestionSeeds[] = {
    R"({"target":"gfx942","features":"+tgsplit","op":"load","ordering":"acquire","scope":"agent","as":"global","mmra":"","dialect":"llvm22"})",
    R"({"target":"gfx1250","op":"cmpxchg_ret","ordering":"acq_rel/acquire","scope":"system-one-as","as":"flat","id":[1,{"a":"\n"}],"workgroup":64})",
    R"({"target":"gfx1030","op":"fence","ordering":"seq_cst","scope":"workgroup","mmra":"local+global","av":"none"})",
    R"({"target":"gfx1250","op":"barrier.init","barrier":"named 3","members":4})",
    R"({"op":"store atomic i32 %v, ptr addrspace(1) %p syncscope(\"agent\") release","target":"gfx90a"})",
};

/// Checks an answer; whether it has code.
static bool checkAnswer(const std::string &Question) {
  bool Understood;
  std::string Text = answer(Question, Understood);
  EXPECT_EQ(llvm::StringRef(Text).count('\n'), 1u) << Question;
  EXPECT_TRUE(llvm::StringRef(Text).ends_with("}\n")) << Question;
  llvm::Expected<llvm::json::Value> Answer = llvm::json::parse(Text);
  if (!Answer) {
    ADD_FAILURE() << llvm::toString(Answer.takeError()) << ": " << Question;
    return false;
  }
  const llvm::json::Object &A = *Answer->getAsObject();
  bool HasCode =
      A.getArray("pre") && A.getString("access") && A.getArray("post");
  EXPECT_NE(HasCode, A.getString("error").has_value()) << Question;
  EXPECT_EQ(A.get("line") != nullptr && !Understood, !Understood) << Question;
  if (!Understood)
    return false;
  llvm::json::Value Asked = llvm::cantFail(llvm::json::parse(Question));
  for (const auto &[Key, Value] : *Asked.getAsObject())
    EXPECT_NE(A.get(Key), nullptr) << Question;
  return HasCode;
}

TEST(ExplainBatch, SeedsAreAnswered) {
  for (const char *Seed : QuestionSeeds)
    EXPECT_TRUE(checkAnswer(Seed)) << Seed;
}

/// Asks changed questions; how many still had an answer.
static unsigned askChanged(unsigned Seed, unsigned Rounds) {
  SCOPED_TRACE("seed " + std::to_string(Seed));
  std::mt19937 Random(Seed);
  unsigned Answered = 0;
  for (unsigned I = 0; I < Rounds; ++I) {
    std::string Line = QuestionSeeds[Random() % std::size(QuestionSeeds)];
    for (unsigned Changes = Random() % 3; Changes < 3; ++Changes) {
      size_t Position = Random() % Line.size();
      // Letters that occur, so that some words become others.
      Line[Position] = Line[Random() % Line.size()];
    }
    Answered += checkAnswer(Line);
  }
  return Answered;
}

TEST(ExplainBatch, EveryAnswerIsAnObject) {
  for (unsigned Seed = 1; Seed <= 4; ++Seed)
    EXPECT_GT(askChanged(Seed, 10000), 100u);
}
