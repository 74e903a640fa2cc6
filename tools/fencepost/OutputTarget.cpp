//===- OutputTarget.cpp - Where the name of an output leads ---------------===//
// See OutputTarget.h.
//===----------------------------------------------------------------------===//
#include "OutputTarget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace fencepost {

using llvm::StringRef;
using FormKind = OutputTarget::FormKind;

std::optional<FileKey> keyOf(const struct stat &Status) {
  if (!S_ISREG(Status.st_mode) && !S_ISFIFO(Status.st_mode))
    return std::nullopt;
  return FileKey{Status.st_dev, Status.st_ino, ""};
}

std::vector<FileKey> OutputTarget::keys() const {
  std::vector<FileKey> Keys;
  if (Form == FormKind::StandardOutput)
    Keys.push_back({0, 0, "-"});
  if (Old)
    if (std::optional<FileKey> Key = keyOf(*Old))
      Keys.push_back(*Key);
  if (std::optional<FileKey> Key = nameKey())
    Keys.push_back(*Key);
  return Keys;
}

std::optional<FileKey> OutputTarget::nameKey() const {
  struct stat Parent;
  if (Form != FormKind::File || stat(Directory.c_str(), &Parent) != 0)
    return std::nullopt;
  return FileKey{Parent.st_dev, Parent.st_ino, Base};
}

namespace {

/// Finds one target.
class TargetFinder {
public:
  explicit TargetFinder(StringRef Name) { Target.Name = Name.str(); }
  llvm::Expected<OutputTarget> find();

private:
  llvm::Error follow();
  llvm::Error followLink(std::string &Path);
  bool isDescriptor() const;
  llvm::Error useDescriptor(int Number);
  llvm::Error classify();
  llvm::Error requireReplaceable() const;
  llvm::Error requireDirectory() const;
  llvm::Error refuse(const llvm::Twine &Why) const {
    return llvm::createStringError(Why);
  }
  llvm::Error refuse(int Error) const { return refuse(strerror(Error)); }

  OutputTarget Target;
};

} // namespace

static constexpr StringRef CopyInstead =
    "; write another file, and copy it there with 'cp'";

/// The canonical name of a directory; empty, with errno, if there is none.
static std::string realPath(const std::string &Name) {
  char *Real = realpath(Name.empty() ? "." : Name.c_str(), nullptr);
  std::string Text = Real ? Real : "";
  free(Real);
  return Text;
}

/// The kernel lets nobody follow such a link either (fs.protected_symlinks).
static bool isTrap(const struct stat &Link, const struct stat &Directory) {
  constexpr mode_t Shared = S_ISVTX | S_IWOTH;
  return (Directory.st_mode & Shared) == Shared && Link.st_uid != geteuid() &&
         Link.st_uid != Directory.st_uid;
}

/// Whether the target is one of /proc/self/fd, to which /dev/stdout and
/// /dev/fd/N lead.
bool TargetFinder::isDescriptor() const {
  return StringRef(Target.Directory).starts_with("/proc/") &&
         llvm::all_of(Target.Base, llvm::isDigit) &&
         (Target.Directory == realPath("/proc/self/fd") ||
          Target.Directory == realPath("/proc/thread-self/fd"));
}

llvm::Error TargetFinder::useDescriptor(int Number) {
  struct stat Status;
  int Flags = fcntl(Number, F_GETFL);
  if (Flags < 0 || fstat(Number, &Status) != 0)
    return refuse(errno);
  if ((Flags & O_PATH) || (Flags & O_ACCMODE) == O_RDONLY)
    return refuse("the descriptor is not open for writing");
  Target.Form =
      Number == STDOUT_FILENO ? FormKind::StandardOutput : FormKind::Descriptor;
  Target.Descriptor = Number;
  Target.Old = Status;
  return llvm::Error::success();
}

/// \p Path becomes what the link at the target names.
llvm::Error TargetFinder::followLink(std::string &Path) {
  struct stat Directory;
  if (stat(Target.Directory.c_str(), &Directory) != 0)
    return refuse(errno);
  if (isTrap(*Target.Old, Directory))
    return refuse("it is a symbolic link of another user in a directory where "
                  "everyone may make one; write elsewhere");
  char Text[PATH_MAX];
  ssize_t Length = readlink(Target.path().c_str(), Text, sizeof(Text));
  if (Length < 0)
    return refuse(errno);
  StringRef Link(Text, Length);
  Path =
      Link.starts_with("/") ? Link.str() : Target.Directory + "/" + Link.str();
  return llvm::Error::success();
}

/// Goes to the end of all links.
llvm::Error TargetFinder::follow() {
  std::string Path = Target.Name;
  for (unsigned Links = 0; Links < 40; ++Links) {
    Target.Base = llvm::sys::path::filename(Path).str();
    Target.Directory = realPath(llvm::sys::path::parent_path(Path).str());
    if (Target.Directory.empty())
      return refuse(errno);
    int Number = 0;
    if (isDescriptor() && llvm::to_integer(Target.Base, Number, 10))
      return useDescriptor(Number);
    struct stat Status;
    if (lstat(Target.path().c_str(), &Status) != 0) {
      Target.Old.reset();
      return errno == ENOENT ? llvm::Error::success() : refuse(errno);
    }
    Target.Old = Status;
    if (!S_ISLNK(Status.st_mode))
      return llvm::Error::success();
    if (llvm::Error E = followLink(Path))
      return E;
  }
  return refuse(ELOOP);
}

/// Those of statx(); none where they are not known.
static uint64_t attributesOf(const std::string &Path) {
  struct statx Status;
  return statx(AT_FDCWD, Path.c_str(), AT_SYMLINK_NOFOLLOW, 0, &Status) == 0
             ? Status.stx_attributes
             : 0;
}

/// For a file that is there.
llvm::Error TargetFinder::requireReplaceable() const {
  std::string Path = Target.path();
  if (Target.Old->st_nlink > 1)
    return refuse(
        "it has " + llvm::Twine(Target.Old->st_nlink) +
        " hard links, and the other names would keep the old content" +
        CopyInstead);
  uint64_t Attributes = attributesOf(Path);
  if (Attributes & STATX_ATTR_MOUNT_ROOT)
    return refuse("it is a mount point, which cannot be replaced" +
                  CopyInstead);
  if (Attributes & STATX_ATTR_IMMUTABLE)
    return refuse("it is immutable ('chattr -i' ends that); write another "
                  "file");
  if (Attributes & STATX_ATTR_APPEND)
    return refuse("it can only be appended to ('chattr -a' ends that); write "
                  "another file");
  if (faccessat(AT_FDCWD, Path.c_str(), W_OK, AT_EACCESS) != 0)
    return refuse(errno);
  return llvm::Error::success();
}

/// A file is replaced by a new one, which its directory must allow.
llvm::Error TargetFinder::requireDirectory() const {
  const std::string &Directory = Target.Directory;
  struct stat Status;
  if (faccessat(AT_FDCWD, Directory.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
    return refuse("no file can be made in the directory " + Directory + ": " +
                  strerror(errno) +
                  (Target.Old ? CopyInstead : "; write elsewhere"));
  // The new file could be made, but neither be renamed nor be removed.
  if (attributesOf(Directory) & STATX_ATTR_APPEND)
    return refuse("no file can be replaced in the directory " + Directory +
                  ", which is append-only ('chattr -a' ends that)" +
                  (Target.Old ? CopyInstead : "; write elsewhere"));
  if (stat(Directory.c_str(), &Status) != 0)
    return refuse(errno);
  uid_t User = geteuid();
  if (Target.Old && (Status.st_mode & S_ISVTX) && User != 0 &&
      User != Status.st_uid && User != Target.Old->st_uid)
    return refuse("it belongs to another user, and in the directory " +
                  Directory + " only that user can replace it" + CopyInstead);
  return llvm::Error::success();
}

/// What the end of the links is.
llvm::Error TargetFinder::classify() {
  mode_t Mode = Target.Old ? Target.Old->st_mode : mode_t(S_IFREG);
  if (S_ISDIR(Mode))
    return refuse("it is a directory");
  if (S_ISBLK(Mode))
    return refuse("it is a block device");
  if (S_ISSOCK(Mode))
    return refuse("it is a socket");
  if (S_ISFIFO(Mode) || S_ISCHR(Mode)) {
    Target.Form = FormKind::Stream;
    return llvm::Error::success();
  }
  if (Target.Old)
    if (llvm::Error E = requireReplaceable())
      return E;
  return requireDirectory();
}

llvm::Expected<OutputTarget> TargetFinder::find() {
  if (Target.Name == "-") {
    Target.Form = FormKind::StandardOutput;
    struct stat Status;
    if (fstat(STDOUT_FILENO, &Status) == 0)
      Target.Old = Status;
    return std::move(Target);
  }
  if (Target.Name.find('\0') != std::string::npos)
    return refuse(EINVAL);
  if (llvm::Error E = follow())
    return E;
  if (Target.Descriptor < 0)
    if (llvm::Error E = classify())
      return E;
  return std::move(Target);
}

llvm::Expected<OutputTarget> OutputTarget::find(StringRef Name) {
  return TargetFinder(Name).find();
}

bool isStandardOutput(StringRef Name) {
  llvm::Expected<OutputTarget> Target = OutputTarget::find(Name);
  if (Target)
    return Target->Form == FormKind::StandardOutput;
  llvm::consumeError(Target.takeError());
  return false;
}

} // namespace fencepost
