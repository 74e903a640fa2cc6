//===- AgreementMain.cpp - Many random programs, both ways ----------------===//
// model-fuzz [COUNT [SEED [FAILURES]]]: COUNT random programs through the
// explorer and the naive reference, each in a process of its own, because a
// crash or an endless search is a failure like any other. A program that fails
// is shrunk and printed with its seed and both answers; after FAILURES of them
// (1 unless told) the run ends. Exit code 1 if there was one. fuzz/agree builds
// and runs it.
//===----------------------------------------------------------------------===//
#include "Agreement.h"
#include "RandomProgram.h"
#include "Shrink.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/wait.h>
#include <unistd.h>

using namespace fencepost::model;

static naive::ReferenceOptions optionsFor(uint64_t Seed) {
  naive::ReferenceOptions Options;
  Options.Unroll = 2;
  Options.Letter = Seed % 10 == 0;
  Options.Work = 20'000;
  return Options;
}

/// What a comparison in a process of its own ended in.
struct Ended {
  Agreement Verdict = Agreement::Different;
  uint64_t Executions = 0;
  bool Crashed = true;
};

static Ended compareApart(const SmallProgram &S,
                          const naive::ReferenceOptions &Options) {
  int Pipe[2];
  if (pipe(Pipe) != 0)
    return {};
  pid_t Child = fork();
  if (Child == 0) {
    alarm(60);
    Comparison C = compare(S.lower(), S.Observed, Options);
    Ended Result = {C.Verdict, C.Expected.Executions, false};
    _exit(write(Pipe[1], &Result, sizeof Result) != sizeof Result);
  }
  close(Pipe[1]);
  Ended Result;
  if (read(Pipe[0], &Result, sizeof Result) != sizeof Result)
    Result = Ended();
  close(Pipe[0]);
  waitpid(Child, nullptr, 0);
  return Result;
}

static void report(uint64_t Seed, const SmallProgram &S) {
  naive::ReferenceOptions Options = optionsFor(Seed);
  bool Crashed = compareApart(S, Options).Crashed;
  SmallProgram Small = shrink(S, [&](const SmallProgram &Each) {
    Ended E = compareApart(Each, Options);
    return E.Verdict == Agreement::Different && E.Crashed == Crashed;
  });
  llvm::outs() << "seed " << Seed << (Options.Letter ? ", --letter" : "")
               << '\n'
               << Small.text("seed-" + llvm::utostr(Seed));
  if (Crashed)
    llvm::outs() << "a crash, or no answer within a minute\n\n";
  else
    llvm::outs() << compare(Small.lower(), Small.Observed, Options).Text
                 << '\n';
  llvm::outs().flush();
}

int main(int Count, char **Arguments) {
  uint64_t Programs = 20'000, First = 1, Failures = 1;
  uint64_t *Numbers[] = {&Programs, &First, &Failures};
  for (int I = 1; I < Count; ++I)
    if (I > 3 ||
        llvm::StringRef(Arguments[I]).getAsInteger(10, *Numbers[I - 1])) {
      llvm::errs() << "usage: model-fuzz [COUNT [SEED [FAILURES]]]\n";
      return 2;
    }
  uint64_t TooBig = 0, Different = 0, Executions = 0, Done = 0;
  for (; Done != Programs && Different < Failures; ++Done) {
    SmallProgram S = randomProgram(First + Done);
    Ended E = compareApart(S, optionsFor(First + Done));
    TooBig += E.Verdict == Agreement::TooBig;
    Executions += E.Executions;
    if (E.Verdict != Agreement::Different)
      continue;
    ++Different;
    report(First + Done, S);
  }
  llvm::outs() << Done << " random programs from seed " << First << ": "
               << Done - TooBig - Different << " agree, " << Different
               << " differ, " << TooBig << " too big for the reference; "
               << Executions << " executions\n";
  return Different != 0;
}
