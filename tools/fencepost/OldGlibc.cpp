//===- OldGlibc.cpp - Runs with the C library of older systems ------------===//
// The program is built where glibc is new and runs where it is GLIBC_2.28 or
// later. What newer versions of glibc added or moved is here in a form that old
// ones have too: forwarded to the oldest version of the same function, or
// defined. Nothing of it is seen by the shared libraries that are loaded.
// test/package/symbol-versions.test reads what the program asks for.
//===----------------------------------------------------------------------===//
#include <cstddef>
#include <link.h>
#include <sys/random.h>

#define FENCEPOST_HIDDEN extern "C" __attribute__((visibility("hidden"), used))

// Name: goes on where Old of that version is, as if that had been called.
#define FENCEPOST_FORWARD(Name, Version)                                       \
  asm(".symver oldest_" #Name ", " #Name "@" Version "\n"                      \
      ".text\n"                                                                \
      ".globl " #Name "\n"                                                     \
      ".hidden " #Name "\n"                                                    \
      ".type " #Name ", @function\n" #Name ":\n"                               \
      "  jmp *oldest_" #Name "@GOTPCREL(%rip)\n"                               \
      ".size " #Name ", . - " #Name "\n")

// Moved from libdl and libpthread to libc in 2.34 and 2.32.
FENCEPOST_FORWARD(dladdr1, "GLIBC_2.3.3");
FENCEPOST_FORWARD(dlclose, "GLIBC_2.2.5");
FENCEPOST_FORWARD(dlerror, "GLIBC_2.2.5");
FENCEPOST_FORWARD(dlopen, "GLIBC_2.2.5");
FENCEPOST_FORWARD(dlsym, "GLIBC_2.2.5");
FENCEPOST_FORWARD(pthread_create, "GLIBC_2.2.5");
FENCEPOST_FORWARD(pthread_join, "GLIBC_2.2.5");
FENCEPOST_FORWARD(pthread_key_create, "GLIBC_2.2.5");
FENCEPOST_FORWARD(__pthread_key_create, "GLIBC_2.2.5");
FENCEPOST_FORWARD(pthread_once, "GLIBC_2.2.5");
FENCEPOST_FORWARD(pthread_sigmask, "GLIBC_2.2.5");

// Without the old way to report errors since 2.29.
FENCEPOST_FORWARD(exp, "GLIBC_2.2.5");
FENCEPOST_FORWARD(log, "GLIBC_2.2.5");
FENCEPOST_FORWARD(log2, "GLIBC_2.2.5");
FENCEPOST_FORWARD(pow, "GLIBC_2.2.5");

// Functions of their own since 2.33; before, of a structure's version.
#define FENCEPOST_STAT(Name, Versioned, What)                                  \
  asm(".symver oldest_" #Versioned ", " #Versioned "@GLIBC_2.2.5");            \
  extern "C" int oldest_##Versioned(int, What, struct stat *);                 \
  FENCEPOST_HIDDEN int Name(What Of, struct stat *Out) {                       \
    return oldest_##Versioned(1, Of, Out);                                     \
  }
FENCEPOST_STAT(stat, __xstat, const char *)
FENCEPOST_STAT(lstat, __lxstat, const char *)
FENCEPOST_STAT(fstat, __fxstat, int)

// Since 2.32 whether the process has one thread; that is only a hint.
__attribute__((visibility("hidden"))) char __libc_single_threaded = 0;

// Since 2.36.
FENCEPOST_HIDDEN unsigned arc4random() {
  unsigned Number = 0;
  while (getrandom(&Number, sizeof Number, 0) != sizeof Number)
    ;
  return Number;
}

// Since 2.35: the table for unwinding of the library that an address is in.
struct FoundObject {
  unsigned long long Flags;
  void *Start, *End;
  link_map *Map;
  void *Frames;
};

struct FrameSearch {
  ElfW(Addr) Address;
  FoundObject *Out;
};

static int findFrames(dl_phdr_info *Info, size_t, void *Data) {
  auto &Search = *static_cast<FrameSearch *>(Data);
  const ElfW(Phdr) *Frames = nullptr;
  bool IsHere = false;
  for (int I = 0; I < Info->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Info->dlpi_phdr[I];
    if (Segment.p_type == PT_GNU_EH_FRAME)
      Frames = &Segment;
    ElfW(Addr) Start = Info->dlpi_addr + Segment.p_vaddr;
    if (Segment.p_type != PT_LOAD || Search.Address < Start ||
        Search.Address >= Start + Segment.p_memsz)
      continue;
    IsHere = true;
    Search.Out->Start = reinterpret_cast<void *>(Start);
    Search.Out->End = reinterpret_cast<void *>(Start + Segment.p_memsz);
  }
  if (!IsHere || !Frames)
    return 0;
  Search.Out->Frames =
      reinterpret_cast<void *>(Info->dlpi_addr + Frames->p_vaddr);
  return 1;
}

FENCEPOST_HIDDEN int findObject(void *, FoundObject *) asm("_dl_find_object");
int findObject(void *Address, FoundObject *Out) {
  *Out = {};
  FrameSearch Search{reinterpret_cast<ElfW(Addr)>(Address), Out};
  return dl_iterate_phdr(findFrames, &Search) ? 0 : -1;
}

// Until 2.34 the program itself had to run its constructors.
using Constructor = void (*)(int, char **, char **);
extern "C" void _init();
extern "C" Constructor __init_array_start[]
    __attribute__((visibility("hidden")));
extern "C" Constructor __init_array_end[] __attribute__((visibility("hidden")));

static void runConstructors(int Argc, char **Argv, char **Environment) {
  _init();
  for (Constructor *Run = __init_array_start; Run != __init_array_end; ++Run)
    (*Run)(Argc, Argv, Environment);
}

using Main = int (*)(int, char **, char **);
asm(".symver oldest_libc_start_main, __libc_start_main@GLIBC_2.2.5");
extern "C" int oldest_libc_start_main(Main, int, char **, Constructor,
                                      void (*)(), void (*)(), void *);

FENCEPOST_HIDDEN int __libc_start_main(Main Run, int Argc, char **Argv,
                                       Constructor, void (*)(),
                                       void (*AtExit)(), void *Stack) {
  return oldest_libc_start_main(Run, Argc, Argv, runConstructors, nullptr,
                                AtExit, Stack);
}
