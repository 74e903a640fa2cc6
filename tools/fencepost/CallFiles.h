//===- CallFiles.h - The files that one call reads and writes -------------===//
// A command names its inputs, then its outputs, before it begins to work. An
// output that is an input, another output, the file that a standard stream goes
// to, the program itself or its solver, under whatever name, is refused; so is
// one that is named like an option. Sources are known once an input is read.
// Outputs whose names come up during the work, as those in a directory, are
// held against the same list. Tested by test/files.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_TOOLS_CALLFILES_H
#define FENCEPOST_TOOLS_CALLFILES_H

#include "CommandLine.h"
#include "OutputTarget.h"
#include <map>
#include <mutex>

namespace fencepost {

class CallFiles {
public:
  explicit CallFiles(const Invocation &I);

  /// \p Name is read. The option \p Replacing may name it as its output.
  void addInput(llvm::StringRef Name, llvm::StringRef Replacing = "");
  /// \p Name is read beside an input: its source, or what that includes. Seen
  /// when it is written, or earlier by refuseSources().
  void addSource(llvm::StringRef Name);
  /// The error names an output that is a source.
  llvm::Error refuseSources() const;
  /// The value of \p Option is written, if it is given.
  llvm::Error addOutput(llvm::StringRef Option);
  /// \p Option says that \p Name is written. Who wants to overwrite an input
  /// that is a file is told \p Remedy.
  llvm::Error addOutput(llvm::StringRef Option, llvm::StringRef Name,
                        llvm::StringRef Remedy = "name another file");
  /// The value of \p Option is a directory of outputs.
  llvm::Error addDirectory(llvm::StringRef Option);

  /// May be called by several threads at once.
  llvm::Error write(llvm::StringRef Name, llvm::StringRef Text);

private:
  /// Who uses a file.
  struct User {
    enum class RoleKind {
      Input,
      Source,
      Output,
      Stream,
      Earlier,
      Running
    } Role;
    std::string Name; ///< An input's, an output's option, a stream's.
    std::string Replacing = {};
    bool MayBeReplaced = false; ///< The input can be an output, if it is meant.
  };

  void addInput(llvm::StringRef Name, llvm::StringRef Replacing,
                bool MayBeReplaced);
  void addStream(int Descriptor, llvm::StringRef Name);
  void addRunning(const std::string &File, llvm::StringRef Name);
  /// Who else uses \p Target, the output of \p Option; null if nobody does.
  const User *otherUser(const OutputTarget &Target,
                        llvm::StringRef Option) const;
  static std::string describe(const User &User, llvm::StringRef Name);
  llvm::Error refuseUser(const User &User, llvm::StringRef Option,
                         llvm::StringRef Name, llvm::StringRef Remedy) const;
  llvm::Error refuseNameOf(llvm::StringRef Option, llvm::StringRef Name) const;
  std::string whatIsLeft() const;

  const Invocation &I;
  std::multimap<FileKey, User> Users;
  std::map<std::string, std::string> Options; ///< By the name of an output.
  std::mutex Writing;
  std::vector<std::string> Written;
};

} // namespace fencepost

#endif
