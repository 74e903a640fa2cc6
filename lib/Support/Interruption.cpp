//===- Interruption.cpp - What a signal that ends the program takes along -===//
// See Interruption.h. Entries form a list that only grows and is never freed,
// so the handler, which may take no lock, can read it at any time.
//===----------------------------------------------------------------------===//
#include "fencepost/Support/Interruption.h"
#include "llvm/ADT/STLExtras.h"
#include <atomic>
#include <cassert>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

namespace fencepost {

using Entry = Leftover::Entry;

struct Leftover::Entry {
  std::atomic<bool> IsUsed = true;
  pid_t Group = 0; ///< 0: a file.
  int Directory = -1;
  char Name[Leftover::MaxName + 1] = {};
  Entry *Next = nullptr;
};

static std::atomic<Entry *> Entries;
static std::atomic<unsigned> Sections; ///< Threads that are in one.
static std::atomic<bool> IsEnding;     ///< A handler has begun.
static_assert(std::atomic<Entry *>::is_always_lock_free);

/// Those that end a program unless it handles them, without SIGKILL, which it
/// cannot, and SIGXFSZ, which the program ignores. Real-time ones come on top.
static constexpr int EndingSignals[] = {
    SIGHUP,    SIGINT,  SIGQUIT, SIGPIPE,   SIGALRM, SIGTERM, SIGUSR1,
    SIGUSR2,   SIGXCPU, SIGPROF, SIGVTALRM, SIGIO,   SIGPWR,  SIGSYS,
    SIGABRT,   SIGSEGV, SIGBUS,  SIGFPE,    SIGILL,  SIGTRAP,
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
};

/// Whether the program itself may be what is wrong.
static bool isCrash(int Signal) {
  switch (Signal) {
  case SIGABRT:
  case SIGSEGV:
  case SIGBUS:
  case SIGFPE:
  case SIGILL:
  case SIGTRAP:
    return true;
  default:
    return false;
  }
}

/// Set in the thread that is in a section: it would wait for itself.
static thread_local bool IsInSection;

static void removeLeftover(const Entry &E) {
  if (E.Group != 0)
    kill(-E.Group, SIGKILL);
  else
    unlinkat(E.Directory, E.Name, 0);
}

/// Where \p Signal is a crash, another thread may wait in its section for a
/// lock that this one holds.
static void waitForSections(int Signal) {
  constexpr timespec Moment = {0, 100000};
  constexpr unsigned MostOfCrash = 10000;
  for (unsigned I = 0; Sections > unsigned(IsInSection); ++I) {
    if (isCrash(Signal) && I == MostOfCrash)
      return;
    nanosleep(&Moment, nullptr);
  }
}

/// Does what \p Signal does to a program that does not handle it. The first
/// process of a name space is not ended by it; it ends as a shell would say.
[[noreturn]] static void endBy(int Signal) {
  signal(Signal, SIG_DFL);
  sigset_t Only;
  sigemptyset(&Only);
  sigaddset(&Only, Signal);
  raise(Signal);
  pthread_sigmask(SIG_UNBLOCK, &Only, nullptr);
  _exit(128 + Signal);
}

static void handle(int Signal) {
  IsEnding = true;
  waitForSections(Signal);
  for (Entry *E = Entries; E; E = E->Next)
    if (E->IsUsed)
      removeLeftover(*E);
  endBy(Signal);
}

/// Unless \p Signal is ignored or handled already, as by a sanitizer.
static void handleIfDefault(int Signal, const struct sigaction &Action) {
  struct sigaction Old;
  if (sigaction(Signal, nullptr, &Old) == 0 && Old.sa_handler == SIG_DFL)
    sigaction(Signal, &Action, nullptr);
}

void removeLeftoversOnSignals() {
  struct sigaction Action = {};
  Action.sa_handler = handle;
  Action.sa_flags = SA_RESTART;
  sigfillset(&Action.sa_mask);
  for (int Signal : EndingSignals)
    handleIfDefault(Signal, Action);
  for (int Signal = SIGRTMIN; Signal <= SIGRTMAX; ++Signal)
    handleIfDefault(Signal, Action);
}

UninterruptedSection::UninterruptedSection() {
  sigset_t All;
  sigfillset(&All);
  pthread_sigmask(SIG_SETMASK, &All, &Outer);
  ++Sections;
  if (!IsEnding) {
    IsInSection = true;
    return;
  }
  // Another thread ends the program.
  --Sections;
  while (true)
    pause();
}

UninterruptedSection::~UninterruptedSection() {
  IsInSection = false;
  --Sections;
  pthread_sigmask(SIG_SETMASK, &Outer, nullptr);
}

/// An entry that no leftover uses.
static Entry &takeEntry() {
  for (Entry *E = Entries; E; E = E->Next)
    if (bool IsUsed = false; E->IsUsed.compare_exchange_strong(IsUsed, true))
      return *E;
  auto *New = new Entry;
  New->Next = Entries;
  while (!Entries.compare_exchange_weak(New->Next, New))
    ;
  return *New;
}

Leftover::Leftover(pid_t Group) : Mine(takeEntry()) {
  assert(Group > 1 && "the program's own group");
  Mine.Group = Group;
}

Leftover::Leftover(int Directory, llvm::StringRef Name) : Mine(takeEntry()) {
  assert(Name.size() <= MaxName && "a name that does not fit");
  Mine.Group = 0;
  Mine.Directory = Directory;
  *llvm::copy(Name, Mine.Name) = 0;
}

/// Who takes the entry and crashes before it is filled in takes nothing along.
Leftover::~Leftover() {
  Mine.Group = 0;
  Mine.Name[0] = 0;
  Mine.IsUsed = false;
}

} // namespace fencepost
