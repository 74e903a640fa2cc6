//===- CallFiles.cpp - The files that one call reads and writes -----------===//
// See CallFiles.h.
//===----------------------------------------------------------------------===//
#include "CallFiles.h"
#include "Output.h"
#include "WriteOutput.h"
#include "fencepost/Symbolic/SolverLibrary.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <unistd.h>

namespace fencepost {

using llvm::StringRef;

CallFiles::CallFiles(const Invocation &I) : I(I) {
  addStream(STDOUT_FILENO, "standard output");
  addStream(STDERR_FILENO, "standard error");
  addRunning("/proc/self/exe", "the program itself");
  addRunning(sym::solverFile(), "the solver");
  for (StringRef Name : I.responseFiles())
    addInput(Name, "", /*MayBeReplaced=*/false);
}

/// What runs this call must not be lost to it.
void CallFiles::addRunning(const std::string &File, StringRef Name) {
  struct stat Status;
  if (stat(File.c_str(), &Status) == 0)
    if (std::optional<FileKey> Key = keyOf(Status))
      Users.insert({*Key, {User::RoleKind::Running, Name.str()}});
}

/// Streams that go to a file.
void CallFiles::addStream(int Descriptor, StringRef Name) {
  struct stat Status;
  if (fstat(Descriptor, &Status) != 0 || !S_ISREG(Status.st_mode))
    return;
  Users.insert({*keyOf(Status), {User::RoleKind::Stream, Name.str()}});
}

void CallFiles::addInput(StringRef Name, StringRef Replacing) {
  addInput(Name, Replacing, /*MayBeReplaced=*/true);
}

void CallFiles::addInput(StringRef Name, StringRef Replacing,
                         bool MayBeReplaced) {
  struct stat Status;
  int Failed = Name == "-" ? fstat(STDIN_FILENO, &Status)
                           : stat(Name.str().c_str(), &Status);
  if (Failed)
    return; // Who reads it will say so.
  if (std::optional<FileKey> Key = keyOf(Status))
    Users.insert({*Key,
                  {User::RoleKind::Input, Name.str(), Replacing.str(),
                   MayBeReplaced && S_ISREG(Status.st_mode)}});
}

void CallFiles::addSource(StringRef Name) {
  struct stat Status;
  if (stat(Name.str().c_str(), &Status) != 0)
    return;
  std::optional<FileKey> Key = keyOf(Status);
  if (!Key)
    return;
  // A file that is its own source may be meant to be overwritten.
  for (auto [It, End] = Users.equal_range(*Key); It != End; ++It)
    if (It->second.Role == User::RoleKind::Input ||
        It->second.Role == User::RoleKind::Source)
      return;
  Users.insert({*Key, {User::RoleKind::Source, Name.str()}});
}

const CallFiles::User *CallFiles::otherUser(const OutputTarget &Target,
                                            StringRef Option) const {
  auto IsMeant = [&](const User &Other) {
    switch (Other.Role) {
    case User::RoleKind::Input:
      return !Option.empty() && Other.Replacing == Option;
    case User::RoleKind::Output:
      return Other.Name == Option;
    case User::RoleKind::Stream:
      return Target.Form == OutputTarget::FormKind::StandardOutput;
    case User::RoleKind::Source:
    case User::RoleKind::Earlier:
    case User::RoleKind::Running:
      return false;
    }
    llvm_unreachable("a role without an answer");
  };
  for (const FileKey &Key : Target.keys())
    for (auto [It, End] = Users.equal_range(Key); It != End; ++It)
      if (!IsMeant(It->second))
        return &It->second;
  return nullptr;
}

/// What an output called \p Name is already.
std::string CallFiles::describe(const User &Other, StringRef Name) {
  switch (Other.Role) {
  case User::RoleKind::Input:
    return "the input" + (Other.Name == Name ? "" : " " + Other.Name);
  case User::RoleKind::Source:
    return "the source" + (Other.Name == Name ? "" : " " + Other.Name);
  case User::RoleKind::Output:
    return "what " + quotedOption(Other.Name) + " names";
  case User::RoleKind::Stream:
    return "the file that " + Other.Name + " goes to";
  case User::RoleKind::Earlier:
    return "a file that was written before";
  case User::RoleKind::Running:
    return Other.Name;
  }
  llvm_unreachable("a role without a description");
}

llvm::Error CallFiles::refuseNameOf(StringRef Option, StringRef Name) const {
  if (Name.empty())
    return usageError(quotedOption(Option) + " requires the name of a file");
  if (Name != "-" && Name.starts_with("-"))
    return usageError(quotedOption(Option) + " names a file like an option, " +
                      Name + "; if that is meant, write ./" + Name);
  return llvm::Error::success();
}

llvm::Error CallFiles::refuseUser(const User &Other, StringRef Option,
                                  StringRef Name, StringRef Remedy) const {
  return usageError(quotedOption(Option) + " names " + describe(Other, Name) +
                    "; " +
                    (Other.MayBeReplaced ? Remedy : "name another file"));
}

llvm::Error CallFiles::addOutput(StringRef Option) {
  if (!I.has(Option))
    return llvm::Error::success();
  return addOutput(Option, I.value(Option));
}

/// Why an output is not written.
static llvm::Error cannotWrite(StringRef Name, const llvm::Twine &Why) {
  return usageError("cannot write " + Name + ": " + Why);
}

llvm::Error CallFiles::addOutput(StringRef Option, StringRef Name,
                                 StringRef Remedy) {
  if (llvm::Error E = refuseNameOf(Option, Name))
    return E;
  llvm::Expected<OutputTarget> Target = OutputTarget::find(Name);
  if (!Target) {
    std::string Why = llvm::toString(Target.takeError());
    // A remedy for its links or its place must not cost the input.
    struct stat Status;
    if (stat(Name.str().c_str(), &Status) == 0)
      if (std::optional<FileKey> Key = keyOf(Status))
        if (auto It = Users.find(*Key);
            It != Users.end() && It->second.Replacing != Option)
          return refuseUser(It->second, Option, Name, Remedy);
    return cannotWrite(Name, Why);
  }
  if (const User *Other = otherUser(*Target, Option))
    return refuseUser(*Other, Option, Name, Remedy);
  for (const FileKey &Key : Target->keys())
    Users.insert({Key, {User::RoleKind::Output, Option.str()}});
  Options.insert({Name.str(), Option.str()});
  return llvm::Error::success();
}

llvm::Error CallFiles::refuseSources() const {
  for (const auto &[Name, Option] : Options) {
    llvm::Expected<OutputTarget> Target = OutputTarget::find(Name);
    if (!Target)
      return cannotWrite(Name, llvm::toString(Target.takeError()));
    const User *Other = otherUser(*Target, Option);
    if (Other && Other->Role == User::RoleKind::Source)
      return refuseUser(*Other, Option, Name, "name another file");
  }
  return llvm::Error::success();
}

llvm::Error CallFiles::addDirectory(StringRef Option) {
  if (!I.has(Option))
    return llvm::Error::success();
  if (I.value(Option) == "-")
    return usageError(quotedOption(Option) +
                      " requires a directory, which standard output is not");
  return refuseNameOf(Option, I.value(Option));
}

/// After a failure: the outputs that are new already.
std::string CallFiles::whatIsLeft() const {
  if (Written.empty())
    return "";
  if (Written.size() > 3)
    return "; " + llvm::utostr(Written.size()) + " other files are written";
  return "; written before it: " + llvm::join(Written, ", ");
}

llvm::Error CallFiles::write(StringRef Name, StringRef Text) {
  std::lock_guard<std::mutex> Lock(Writing);
  llvm::Expected<OutputTarget> Target = OutputTarget::find(Name);
  if (!Target)
    return cannotWrite(Name, llvm::toString(Target.takeError()) + whatIsLeft());
  // What a name leads to may have changed since it was added.
  auto It = Options.find(Name.str());
  bool IsAdded = It != Options.end();
  if (const User *Other = otherUser(*Target, IsAdded ? It->second : ""))
    return cannotWrite(Name, "it is " + describe(*Other, Name) + whatIsLeft());
  if (llvm::is_contained(Written, Name))
    return cannotWrite(Name, "another output of this call is written there" +
                                 whatIsLeft());
  bool IsFile = Target->Form == OutputTarget::FormKind::File;
  if (std::error_code Why = writeOutput(*Target, Text))
    return cannotWrite(
        Name, Why.message() +
                  (IsFile && Target->Old ? "; its old content is kept" : "") +
                  whatIsLeft());
  if (std::optional<FileKey> Key = Target->nameKey(); Key && !IsAdded)
    Users.insert({*Key, {User::RoleKind::Earlier, Name.str()}});
  if (IsFile)
    Written.push_back(Name.str());
  return llvm::Error::success();
}

} // namespace fencepost
