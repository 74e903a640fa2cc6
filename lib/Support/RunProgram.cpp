//===- RunProgram.cpp - Other programs, without temporary files -----------===//
// See RunProgram.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Support/RunProgram.h"
#include "fencepost/Support/Interruption.h"
#include "llvm/ADT/STLExtras.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace fencepost {

using llvm::StringRef;

static constexpr const char *PastLimit =
    " exceeds the limit on the size of files ('ulimit -f'): ";

namespace {

/// A file that has no name and goes away with the last who has it open.
class MemoryFile {
public:
  MemoryFile() = default;
  ~MemoryFile() {
    if (Fd >= 0)
      close(Fd);
  }
  MemoryFile(const MemoryFile &) = delete;
  MemoryFile &operator=(const MemoryFile &) = delete;

  bool create();
  bool write(StringRef Text);
  bool read(std::string &Text) const;
  int descriptor() const { return Fd; }

private:
  int Fd = -1;
};

/// One run of a program.
class ProgramRun {
public:
  ProgramRun(llvm::ArrayRef<std::string> Words, const ProgramInput &Input)
      : Words(Words), Input(Input) {}
  ProgramResult run();

private:
  bool prepare();
  int start(const sigset_t &Mask);
  void end(int Status);
  void failed(const std::string &Call, int Error) {
    Result.Why = Call + strerror(Error);
  }

  llvm::ArrayRef<std::string> Words;
  const ProgramInput &Input;
  MemoryFile Text, Output, Messages, File, Other;
  pid_t Child = 0;
  ProgramResult Result;
};

} // namespace

/// Above the numbers that the child knows it by.
bool MemoryFile::create() {
  int Low = memfd_create("fencepost", MFD_CLOEXEC);
  if (Low < 0)
    return false;
  Fd = fcntl(Low, F_DUPFD_CLOEXEC, 10);
  close(Low);
  return Fd >= 0;
}

bool MemoryFile::write(StringRef Text) {
  while (!Text.empty()) {
    ssize_t Written = ::write(Fd, Text.data(), Text.size());
    if (Written < 0 && errno != EINTR)
      return false;
    Text = Text.drop_front(std::max<ssize_t>(Written, 0));
  }
  return lseek(Fd, 0, SEEK_SET) == 0;
}

bool MemoryFile::read(std::string &Text) const {
  struct stat Status;
  if (fstat(Fd, &Status) != 0)
    return false;
  Text.resize(Status.st_size);
  for (size_t Done = 0; Done != Text.size();) {
    ssize_t Read = pread(Fd, &Text[Done], Text.size() - Done, Done);
    if (Read <= 0 && errno != EINTR)
      return false;
    Done += std::max<ssize_t>(Read, 0);
  }
  return true;
}

bool ProgramRun::prepare() {
  for (MemoryFile *Each : {&Text, &Output, &Messages, &File, &Other})
    if (!Each->create())
      return false;
  return Text.write(Input.Text) && File.write(Input.File);
}

/// Starts the child with the blocked signals of \p Mask; an error number, or 0.
int ProgramRun::start(const sigset_t &Mask) {
  posix_spawn_file_actions_t Files;
  posix_spawn_file_actions_init(&Files);
  posix_spawn_file_actions_adddup2(&Files, Text.descriptor(), 0);
  posix_spawn_file_actions_adddup2(&Files, Output.descriptor(), 1);
  posix_spawn_file_actions_adddup2(&Files, Messages.descriptor(), 2);
  posix_spawn_file_actions_adddup2(&Files, File.descriptor(), 3);
  posix_spawn_file_actions_adddup2(&Files, Other.descriptor(), 4);
  posix_spawnattr_t Attributes;
  posix_spawnattr_init(&Attributes);
  posix_spawnattr_setflags(&Attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&Attributes, 0);
  posix_spawnattr_setsigmask(&Attributes, &Mask);
  std::vector<char *> Argv;
  for (const std::string &Word : Words)
    Argv.push_back(const_cast<char *>(Word.c_str()));
  Argv.push_back(nullptr);
  int Error =
      posix_spawn(&Child, Argv[0], &Files, &Attributes, Argv.data(), environ);
  posix_spawnattr_destroy(&Attributes);
  posix_spawn_file_actions_destroy(&Files);
  return Error;
}

/// Whether a program that failed may have wanted to write more.
static bool areCutOff(std::initializer_list<StringRef> Texts) {
  rlimit Limit;
  return getrlimit(RLIMIT_FSIZE, &Limit) == 0 &&
         llvm::any_of(Texts, [&](StringRef Text) {
           return !Text.empty() && Text.size() >= Limit.rlim_cur;
         });
}

void ProgramRun::end(int Status) {
  if (!Output.read(Result.Output) || !Messages.read(Result.Messages) ||
      !Other.read(Result.Other))
    return failed("cannot read what it wrote: ", errno);
  if (Status != 0 && areCutOff({Result.Output, Result.Messages, Result.Other}))
    return failed(std::string("what it writes") + PastLimit, EFBIG);
  if (WIFSIGNALED(Status)) {
    Result.Why = strsignal(WTERMSIG(Status));
    return;
  }
  Result.ExitCode = WEXITSTATUS(Status);
}

/// Waits for the end of \p Child, but leaves it a zombie.
static void waitFor(pid_t Child) {
  siginfo_t Info;
  while (waitid(P_PID, Child, &Info, WEXITED | WNOWAIT) < 0 && errno == EINTR)
    ;
}

ProgramResult ProgramRun::run() {
  if (!prepare()) {
    failed(errno == EFBIG ? std::string("what it reads") + PastLimit
                          : "cannot make a temporary file: ",
           errno);
    return std::move(Result);
  }
  std::optional<Leftover> Running;
  {
    UninterruptedSection Section;
    if (int Error = start(Section.outerMask())) {
      failed("", Error);
      return std::move(Result);
    }
    Running.emplace(Child);
  }
  waitFor(Child);
  int Status = 0;
  {
    UninterruptedSection Section;
    Running.reset();
    waitpid(Child, &Status, 0);
  }
  end(Status);
  return std::move(Result);
}

ProgramResult runProgram(llvm::ArrayRef<std::string> Words,
                         const ProgramInput &Input) {
  return ProgramRun(Words, Input).run();
}

} // namespace fencepost
