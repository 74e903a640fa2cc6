//===- ExplainBatch.cpp - Many questions about machine code, a line each --===//
// The answer is written as text, member by member: a tree of JSON values would
// cost more than everything else together. Steps that are only needed while LDS
// DMA is in flight are not part of the answer proper, for a test of a compiler
// has none in flight; they stand in `if_lds_dma`.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/ExplainBatch.h"
#include "fencepost/Lower/ExplainQuestion.h"
#include "fencepost/Lower/Lower.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {

using namespace lower;
using llvm::StringRef;

using Buffer = llvm::SmallVectorImpl<char>;

static void put(Buffer &Out, StringRef Text) {
  Out.append(Text.begin(), Text.end());
}

/// Steps that are always needed, or only while LDS DMA is in flight.
enum class StepNeed : uint8_t { Always, LdsDma };

/// `"NAME":["...","..."]`: those of \p Steps that have the \p Need.
static void putSteps(Buffer &Out, StringRef Name, llvm::ArrayRef<Step> Steps,
                     StepNeed Need) {
  put(Out, "\"");
  put(Out, Name);
  put(Out, "\":[");
  bool First = true;
  for (const Step &S : Steps) {
    if ((S.When == StepWhen::LdsDmaInFlight) != (Need == StepNeed::LdsDma))
      continue;
    put(Out, First ? "\"" : ",\"");
    S.appendText(Out);
    put(Out, "\"");
    First = false;
  }
  put(Out, "]");
}

static bool hasDma(llvm::ArrayRef<Step> Steps) {
  return llvm::any_of(
      Steps, [](const Step &S) { return S.When == StepWhen::LdsDmaInFlight; });
}

static void putSequence(Buffer &Out, const Sequence &S) {
  putSteps(Out, "pre", S.before(), StepNeed::Always);
  put(Out, ",\"access\":\"");
  for (const Step &Access : S.access()) {
    if (&Access != S.access().begin())
      put(Out, "; ");
    Access.appendText(Out);
  }
  put(Out, "\",");
  putSteps(Out, "post", S.after(), StepNeed::Always);
  if (!hasDma(S.Steps))
    return;
  put(Out, ",\"if_lds_dma\":{");
  putSteps(Out, "pre", S.before(), StepNeed::LdsDma);
  put(Out, ",");
  putSteps(Out, "post", S.after(), StepNeed::LdsDma);
  put(Out, "}");
}

/// The machine code that \p Q asks for; with a second operation, both as one
/// access.
static llvm::Expected<Sequence> answer(const ExplainQuestion &Q) {
  llvm::Expected<Sequence> S = lower::lower(Q.Op, Q.Where, Q.As);
  if (!S || !Q.NextOp)
    return S;
  llvm::Expected<Sequence> Next = lower::lower(*Q.NextOp, Q.Where, Q.As);
  if (!Next)
    return Next.takeError();
  S->Steps.append(Next->Steps);
  S->AccessEnd = static_cast<uint8_t>(S->Steps.size());
  return S;
}

/// The question without what an earlier answer may have added.
static void putQuestion(Buffer &Out, llvm::ArrayRef<JsonMember> Members) {
  put(Out, "{");
  for (const JsonMember &Member : Members) {
    if (isAnswerKey(Member.Key))
      continue;
    put(Out, "\"");
    put(Out, Member.Key);
    put(Out, "\":");
    put(Out, Member.Value);
    put(Out, ",");
  }
}

static void putError(Buffer &Out, StringRef Message) {
  put(Out, "\"error\":");
  appendJsonString(Message, Out);
}

bool answerBatchLine(StringRef Line, uint64_t Number, Dialect Default,
                     Buffer &Out) {
  llvm::SmallVector<JsonMember, 16> Members;
  StringRef Problem = Line.size() > MaxBatchLine
                          ? "the line is longer than 1048576 bytes"
                          : scanJsonObject(Line, Members);
  if (!Problem.empty()) {
    put(Out, "{\"line\":");
    put(Out, llvm::utostr(Number));
    put(Out, ",");
    putError(Out, Problem);
    put(Out, "}\n");
    return false;
  }
  putQuestion(Out, Members);
  llvm::Expected<ExplainQuestion> Q = readQuestion(Members, Default);
  llvm::Expected<Sequence> S =
      Q ? answer(*Q) : llvm::Expected<Sequence>(Q.takeError());
  if (S)
    putSequence(Out, *S);
  else
    putError(Out, llvm::toString(S.takeError()));
  put(Out, "}\n");
  return true;
}

} // namespace fencepost
