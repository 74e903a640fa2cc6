//===- Interruption.h - What a signal that ends the program takes along ---===//
// A program that a signal ends leaves no temporary file and no running child.
// Each is entered here, as a leftover, in the same uninterrupted section in
// which it comes to be. The handler waits until no thread is in such a section,
// removes the files, kills the children, and lets the signal end the program as
// if nobody had handled it.
//
// That holds for every signal that ends a program by default, also where the
// program itself crashes or fails an assertion (LLVM's crash recovery, enabled
// later, comes first and hands on what it does not recover from). Exceptions:
// SIGKILL; a stack that overflows, where no handler can run; SIGXFSZ, which the
// program ignores; and what a sanitizer handles. Then a temporary file may
// stay, and a child runs to its own end.
//
// Libraries only enter leftovers; the program decides whether signals are
// handled. Tested by test/files/signals.test.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SUPPORT_INTERRUPTION_H
#define FENCEPOST_SUPPORT_INTERRUPTION_H

#include "llvm/ADT/StringRef.h"
#include <csignal>
#include <sys/types.h>

namespace fencepost {

/// From now on a signal that ends the program removes its leftovers first.
/// Signals that are ignored stay ignored. To be called before LLVM's crash
/// recovery is enabled.
void removeLeftoversOnSignals();

/// No signal that is handled ends the program while one of these exists. Meant
/// for a few system calls: the signal waits for them. Not to be nested.
class UninterruptedSection {
public:
  UninterruptedSection();
  ~UninterruptedSection();
  UninterruptedSection(const UninterruptedSection &) = delete;
  UninterruptedSection &operator=(const UninterruptedSection &) = delete;

  /// The signals that the thread blocked before.
  const sigset_t &outerMask() const { return Outer; }

private:
  sigset_t Outer;
};

/// A temporary file or a child. To be made in an uninterrupted section, and to
/// be destroyed in the one in which the file is renamed or the child reaped.
class Leftover {
public:
  /// The process group that a child leads.
  explicit Leftover(pid_t Group);
  /// The file called \p Name in an open directory. At most MaxName characters.
  Leftover(int Directory, llvm::StringRef Name);
  ~Leftover();
  Leftover(const Leftover &) = delete;
  Leftover &operator=(const Leftover &) = delete;

  static constexpr size_t MaxName = 47;
  struct Entry;

private:
  Entry &Mine;
};

} // namespace fencepost

#endif
