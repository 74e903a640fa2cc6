//===- WitnessModel.cpp - Litmus tests of findings, judged by the model ---===//
// See WitnessModel.h. A test is parsed, changed as a value, printed and parsed
// again: what is explored is always text.
//===----------------------------------------------------------------------===//
#include "WitnessModel.h"
#include "fencepost/Check/Check.h"
#include "fencepost/Litmus/LitmusTest.h"
#include "fencepost/Litmus/Parser.h"
#include "fencepost/Litmus/Printer.h"
#include "fencepost/Model/Explore.h"
#include "fencepost/Report/WitnessLitmus.h"

namespace fencepost::check {

using litmus::ParsedTest;
using litmus::Statement;
using litmus::StatementKind;

namespace {

struct Explored {
  std::string Problem;
  litmus::LitmusTest Test;
  model::Outcomes Ends;
};

Explored exploreText(llvm::StringRef Text) {
  Explored Result;
  auto Test = litmus::parseLitmus(Text, "witness.litmus");
  if (!Test) {
    Result.Problem = llvm::toString(Test.takeError());
    return Result;
  }
  Result.Test = std::move(*Test);
  model::ExploreOptions Options;
  Options.TimeLimitSeconds = 60;
  Result.Ends = model::explore(Result.Test.Program,
                               Result.Test.Condition.Observed, Options);
  if (!Result.Ends.StoppedBy.empty())
    Result.Problem = "stopped by " + Result.Ends.StoppedBy;
  return Result;
}

bool accesses(const Statement &S, const std::string &Location) {
  return S.Memory.Location.Text == Location ||
         S.Destination.Location.Text == Location;
}

size_t accessIn(const ParsedTest &T, unsigned Thread) {
  const std::vector<Statement> &Body = T.Threads[Thread].Body;
  size_t Found = Body.size();
  for (size_t I = 0; I < Body.size(); ++I)
    if (accesses(Body[I], T.Declarations[0].Name.Text))
      Found = I;
  return Found;
}

unsigned signalsBefore(const ParsedTest &T, unsigned Thread) {
  unsigned Count = 0;
  for (size_t I = 0; I < accessIn(T, Thread); ++I) {
    const Statement &S = T.Threads[Thread].Body[I];
    Count += S.Kind == StatementKind::Barrier && arrives(S.Barrier);
  }
  return Count;
}

/// Which thread is after, and so the one that can come first: with barriers of
/// the work-group alone the one with fewer of them, else the first.
unsigned behind(const ParsedTest &T) {
  bool Others = llvm::any_of(T.Threads, [](const litmus::Thread &Thread) {
    return llvm::any_of(Thread.Body, [](const Statement &S) {
      return S.Kind == StatementKind::Barrier && !S.Object.Text.empty() &&
             S.Object.Text != "workgroup";
    });
  });
  return !Others && signalsBefore(T, 1) < signalsBefore(T, 0);
}

std::vector<Statement> statements(llvm::StringRef Text) {
  std::string Whole = "AMDGPU part\n{ global mended = 0; }\nthread P0 {\n" +
                      Text.str() + "\n}\nexists (race)\n";
  auto T = litmus::parseTest({Whole, "part"});
  return T ? std::move(T->Threads[0].Body) : std::vector<Statement>();
}

/// \p Text after the access of \p Thread, which is complete then.
void addBehind(ParsedTest &T, unsigned Thread, std::string Text) {
  std::vector<Statement> &Body = T.Threads[Thread].Body;
  size_t At = accessIn(T, Thread);
  if (Body[At].Kind == StatementKind::AsyncLoad)
    Text = "asyncmark\nwait.asyncmark 0\n" + Text;
  std::vector<Statement> New = statements(Text);
  Body.insert(Body.begin() + At + 1, New.begin(), New.end());
}

void addBefore(ParsedTest &T, unsigned Thread, llvm::StringRef Text) {
  std::vector<Statement> &Body = T.Threads[Thread].Body;
  std::vector<Statement> New = statements(Text);
  Body.insert(Body.begin() + accessIn(T, Thread), New.begin(), New.end());
}

/// With fences that cover everything after one access and before the other.
ParsedTest withFences(ParsedTest T) {
  unsigned First = behind(T);
  addBehind(T, First, "fence acq_rel agent");
  addBefore(T, 1 - First, "fence acq_rel agent");
  return T;
}

/// One access is made only when the other is known to have been made.
ParsedTest withMessage(ParsedTest T) {
  unsigned First = behind(T);
  litmus::Declaration Flag;
  Flag.Name.Text = "mended";
  Flag.Initial = {0};
  T.Declarations.push_back(Flag);
  addBehind(T, First,
            "fence acq_rel agent\nstore atomic mended, 1 monotonic agent");
  std::vector<Statement> &Body = T.Threads[1 - First].Body;
  size_t At = accessIn(T, 1 - First);
  std::vector<Statement> New =
      statements("done = load atomic mended monotonic agent\n"
                 "if (done == 1) {\nfence acq_rel agent\n}");
  New.back().Body.push_back(Body[At]);
  Body.erase(Body.begin() + At);
  Body.insert(Body.begin() + At, New.begin(), New.end());
  return T;
}

bool isAccess(const Explored &E, model::ProgramPoint At) {
  const model::Instruction &I =
      E.Test.Program.Threads[At.Thread].Code[At.Instruction];
  return I.Memory.Location == 0 || I.Destination.Location == 0;
}

std::string problemWithRace(const Explored &E) {
  if (!E.Problem.empty())
    return E.Problem;
  if (E.Ends.Races.size() != 1)
    return std::to_string(E.Ends.Races.size()) + " races instead of one";
  const model::Race &R = E.Ends.Races.front();
  bool One = E.Test.Program.Threads.size() == 1;
  if (!isAccess(E, R.First) || !isAccess(E, R.Second) || R.First == R.Second ||
      (R.First.Thread == R.Second.Thread) != One)
    return "the race is another one";
  for (const model::UndefinedReport &U : E.Ends.Undefined)
    if (U.Kind != model::Undefined::UndefBranch)
      return "undefined behaviour: " + undefinedName(U.Kind).str();
  bool Holds = false;
  for (const model::Outcome &O : E.Ends.States)
    Holds |= isPositive(E.Test.Condition, O);
  return Holds ? "" : "the condition does not hold";
}

std::string problemWithMended(const ParsedTest &T) {
  std::string Text = print(T);
  Explored E = exploreText(Text);
  if (!E.Problem.empty())
    return E.Problem;
  if (!E.Ends.Races.empty())
    return "a race in spite of a message:\n" + Text;
  if (!E.Ends.Undefined.empty())
    return "undefined behaviour with a message:\n" + Text;
  unsigned Thread = 1 - behind(T), Register = 0;
  const auto &Names = E.Test.Program.Threads[Thread].Registers;
  while (Names[Register] != "done")
    ++Register;
  unsigned Index = model::registerIndex(E.Test.Program, Thread, Register);
  for (const model::Outcome &O : E.Ends.States)
    if (O.Registers[Index] == model::Value::of(1))
      return "";
  return "the message never arrives:\n" + Text;
}

} // namespace

/// Whether the race is gone when only the transfer is completed at once.
static std::string problemWithCompleted(ParsedTest T) {
  for (litmus::Thread &Thread : T.Threads)
    for (size_t I = 0; I < Thread.Body.size(); ++I)
      if (Thread.Body[I].Kind == StatementKind::AsyncLoad) {
        std::vector<Statement> New = statements("asyncmark\nwait.asyncmark 0");
        Thread.Body.insert(Thread.Body.begin() + I + 1, New.begin(), New.end());
      }
  Explored E = exploreText(print(T));
  if (!E.Problem.empty())
    return E.Problem;
  return E.Ends.Races.empty() ? "" : "a race though the transfer is complete";
}

static std::string problemWithFences(const ParsedTest &T, DefectKind Kind) {
  bool OfFences = Kind == DefectKind::BarrierWithoutFence ||
                  Kind == DefectKind::FenceTooNarrow;
  Explored Fenced = exploreText(print(withFences(T)));
  if (!Fenced.Problem.empty())
    return Fenced.Problem;
  if (OfFences == Fenced.Ends.Races.empty())
    return "";
  return OfFences ? "fences are not enough" : "fences are enough";
}

std::string problemWithLitmus(llvm::StringRef Text, const Defect &F) {
  std::string Problem = problemWithRace(exploreText(Text));
  if (!Problem.empty())
    return Problem;
  auto Parsed = litmus::parseTest({Text, "witness.litmus"});
  if (!Parsed)
    return llvm::toString(Parsed.takeError());
  for (unsigned Thread = 0; Thread < Parsed->Threads.size() && Thread < 2;
       ++Thread)
    if (accessIn(*Parsed, Thread) == Parsed->Threads[Thread].Body.size())
      return "a thread without its access";
  bool OneWave = F.Evidence->SameWave && Parsed->Threads.size() == 2;
  if (F.Kind != DefectKind::AsyncNotComplete)
    Problem = problemWithFences(*Parsed, F.Kind);
  else if (!OneWave) // Lanes are not ordered by fences alone.
    Problem = problemWithCompleted(*Parsed);
  if (!Problem.empty() || Parsed->Threads.size() == 1)
    return Problem;
  return problemWithMended(withMessage(*Parsed));
}

/// All accesses to the flag are as strong as can be, and fences are around
/// everything.
static void strengthen(std::vector<Statement> &Body, const std::string &Flag) {
  std::vector<Statement> Fence = statements("fence acq_rel agent"), New = Fence;
  for (Statement &S : Body) {
    strengthen(S.Body, Flag);
    if (S.Memory.Location.Text == Flag) {
      S.Order = S.Kind == StatementKind::Load    ? Ordering::Acquire
                : S.Kind == StatementKind::Store ? Ordering::Release
                                                 : Ordering::AcquireRelease;
      S.Reach = {ScopeLevel::Agent, false};
      S.NoAv = false;
    }
    New.push_back(std::move(S));
    New.push_back(Fence[0]);
  }
  Body = std::move(New);
}

/// There is a race, and with stronger flags and fences there is none; nothing
/// hangs. Where a barrier is missing, fences are not sufficient.
static std::string problemWithFlag(llvm::StringRef Text, const Defect &F) {
  Explored E = exploreText(Text);
  if (!E.Problem.empty())
    return E.Problem;
  if (E.Ends.Races.empty())
    return "no race";
  for (const model::UndefinedReport &U : E.Ends.Undefined)
    if (U.Kind != model::Undefined::UndefBranch)
      return "undefined behaviour: " + undefinedName(U.Kind).str();
  auto Parsed = litmus::parseTest({Text, "witness.litmus"});
  if (!Parsed)
    return llvm::toString(Parsed.takeError());
  if (std::get<WeakFlag>(F.Detail).Fault == WeakFlag::FlagFault::NoBarrier)
    return "";
  for (litmus::Thread &T : Parsed->Threads)
    strengthen(T.Body, Parsed->Declarations[1].Name.Text);
  Explored Mended = exploreText(print(*Parsed));
  if (!Mended.Problem.empty())
    return Mended.Problem;
  return Mended.Ends.Races.empty() ? "" : "a race in spite of all fences";
}

std::string problemWithWitnesses(const view::SyncView &View,
                                 WitnessTotals &Sum) {
  ++Sum.Views;
  for (const Defect &F : checkKernel(View)) {
    if (!hasLitmus(F.Kind) ||
        (F.Publication && F.Certainty != Certainty::Error))
      continue;
    Sum.Errors += F.Certainty == Certainty::Error;
    std::optional<std::string> Text = litmusOf(View, F, "test");
    if (!Text) {
      Sum.Without += F.Certainty == Certainty::Error;
      continue;
    }
    ++(F.Publication                            ? Sum.Flags
       : F.Kind == DefectKind::AsyncNotComplete ? Sum.Async
       : F.Barrier                              ? Sum.Fences
                                                : Sum.Races);
    std::string Problem =
        F.Publication ? problemWithFlag(*Text, F) : problemWithLitmus(*Text, F);
    if (!Problem.empty())
      return Problem + "\n" + *Text;
  }
  return "";
}

} // namespace fencepost::check
