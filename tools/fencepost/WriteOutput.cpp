//===- WriteOutput.cpp - Files that are written whole or not at all -------===//
// See WriteOutput.h.
//===----------------------------------------------------------------------===//
#include "WriteOutput.h"
#include "fencepost/Support/Interruption.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <vector>

namespace fencepost {

using llvm::StringRef;
using FormKind = OutputTarget::FormKind;

static std::error_code lastError() {
  return std::error_code(errno, std::generic_category());
}

/// The result of a system call.
static std::error_code errorIf(bool Failed) {
  return Failed ? lastError() : std::error_code();
}

static std::error_code writeAll(int Fd, StringRef Text) {
  constexpr size_t Most = 1 << 30; // One call may not write more than 2 GiB.
  while (!Text.empty()) {
    ssize_t Written = write(Fd, Text.data(), std::min(Text.size(), Most));
    if (Written < 0 && errno != EINTR)
      return lastError();
    Text = Text.drop_front(std::max<ssize_t>(Written, 0));
  }
  return {};
}

namespace {

/// A descriptor that is closed, at the latest, with the object.
class OpenFile {
public:
  explicit OpenFile(int Fd = -1) : Fd(Fd) {}
  ~OpenFile() { reset(-1); }
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;

  void reset(int NewFd) {
    if (Fd >= 0)
      ::close(Fd);
    Fd = NewFd;
  }
  int descriptor() const { return Fd; }
  bool isOpen() const { return Fd >= 0; }
  /// Some systems report only here what could not be written.
  std::error_code close() {
    int Closed = std::exchange(Fd, -1);
    return errorIf(Closed >= 0 && ::close(Closed) != 0);
  }

private:
  int Fd;
};

/// While one exists, a pipe that nobody reads any more is an error, not the end
/// of the program.
class BrokenPipesAreErrors {
public:
  BrokenPipesAreErrors() {
    sigemptyset(&Pipe);
    sigaddset(&Pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &Pipe, &Outer);
  }
  ~BrokenPipesAreErrors() {
    constexpr timespec NoTime = {0, 0};
    if (!sigismember(&Outer, SIGPIPE))
      sigtimedwait(&Pipe, nullptr, &NoTime);
    pthread_sigmask(SIG_SETMASK, &Outer, nullptr);
  }

private:
  sigset_t Pipe, Outer;
};

/// The new content of a file, under a name of its own until it is renamed.
class Replacement {
public:
  explicit Replacement(const OutputTarget &Target) : Target(Target) {}
  ~Replacement();
  std::error_code write(StringRef Text);

private:
  std::error_code create();
  std::error_code keepOwner(mode_t &Mode);
  std::error_code keepAccessList();
  std::error_code keepAttributes();
  std::error_code rename();

  const OutputTarget &Target;
  OpenFile Directory, File;
  std::string Name;
  std::optional<Leftover> Entered;
};

} // namespace

/// Short, so that it is allowed wherever the target's name is.
static std::string randomName() {
  uint64_t Number = 0;
  if (getrandom(&Number, sizeof(Number), GRND_NONBLOCK) < 0)
    Number = getpid();
  return ".fencepost-" + llvm::utohexstr(Number, /*LowerCase=*/true) + ".tmp";
}

std::error_code Replacement::create() {
  Directory.reset(
      open(Target.Directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!Directory.isOpen())
    return lastError();
  // A new file gets the mode that every other program would give it.
  mode_t Mode = Target.Old ? 0600 : 0666;
  for (int Tries = 0; Tries < 100; ++Tries) {
    Name = randomName();
    UninterruptedSection Section;
    int Fd = openat(Directory.descriptor(), Name.c_str(),
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, Mode);
    if (Fd >= 0) {
      File.reset(Fd);
      Entered.emplace(Directory.descriptor(), Name);
      return {};
    }
    if (errno != EEXIST)
      return lastError();
  }
  return std::make_error_code(std::errc::file_exists);
}

/// Bits that give the owner's rights to who runs the file go to nobody else.
std::error_code Replacement::keepOwner(mode_t &Mode) {
  struct stat New;
  if (fstat(File.descriptor(), &New) != 0)
    return lastError();
  if (New.st_uid == Target.Old->st_uid && New.st_gid == Target.Old->st_gid)
    return {};
  if (fchown(File.descriptor(), Target.Old->st_uid, Target.Old->st_gid) == 0)
    return {};
  Mode &= ~mode_t(S_ISUID);
  if (fchown(File.descriptor(), -1, Target.Old->st_gid) != 0)
    Mode &= ~mode_t(S_ISGID);
  return {};
}

/// Without its list, the mode of a file would allow more than before.
std::error_code Replacement::keepAccessList() {
  constexpr const char *List = "system.posix_acl_access";
  std::vector<char> Text(1 << 16);
  std::string Old = Target.path();
  ssize_t Size = lgetxattr(Old.c_str(), List, Text.data(), Text.size());
  if (Size >= 0)
    return errorIf(fsetxattr(File.descriptor(), List, Text.data(), Size, 0) !=
                   0);
  std::error_code Why = errorIf(errno != ENODATA && errno != ENOTSUP);
  // The directory may have given one to the new file.
  fremovexattr(File.descriptor(), List);
  return Why;
}

std::error_code Replacement::keepAttributes() {
  if (!Target.Old)
    return {};
  mode_t Mode = Target.Old->st_mode & 07777;
  if (std::error_code Why = keepOwner(Mode))
    return Why;
  if (std::error_code Why = keepAccessList())
    return Why;
  return errorIf(fchmod(File.descriptor(), Mode) != 0);
}

std::error_code Replacement::rename() {
  UninterruptedSection Section;
  int Number = Directory.descriptor();
  if (renameat(Number, Name.c_str(), Number, Target.Base.c_str()) != 0)
    return lastError();
  Entered.reset();
  return {};
}

std::error_code Replacement::write(StringRef Text) {
  if (std::error_code Why = create())
    return Why;
  if (std::error_code Why = writeAll(File.descriptor(), Text))
    return Why;
  if (std::error_code Why = keepAttributes())
    return Why;
  if (fdatasync(File.descriptor()) != 0)
    return lastError();
  if (std::error_code Why = File.close())
    return Why;
  return rename();
}

Replacement::~Replacement() {
  if (!Entered)
    return;
  UninterruptedSection Section;
  unlinkat(Directory.descriptor(), Name.c_str(), 0);
  Entered.reset();
}

/// Not created, not emptied: what is opened may be another file by now.
static std::error_code writeStream(const OutputTarget &Target, StringRef Text) {
  OpenFile File(open(Target.path().c_str(),
                     O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC));
  struct stat Status;
  if (!File.isOpen() || fstat(File.descriptor(), &Status) != 0)
    return lastError();
  if (S_ISREG(Status.st_mode))
    return std::make_error_code(std::errc::file_exists);
  // Not while it waits for somebody who reads: that a signal may end.
  BrokenPipesAreErrors Errors;
  if (std::error_code Why = writeAll(File.descriptor(), Text))
    return Why;
  return File.close();
}

std::error_code writeOutput(const OutputTarget &Target, StringRef Text) {
  if (Target.Form == FormKind::StandardOutput) {
    llvm::outs() << Text;
    return {};
  }
  if (Target.Form == FormKind::File)
    return Replacement(Target).write(Text);
  if (Target.Form != FormKind::Descriptor)
    return writeStream(Target, Text);
  BrokenPipesAreErrors Errors;
  return writeAll(Target.Descriptor, Text);
}

} // namespace fencepost
