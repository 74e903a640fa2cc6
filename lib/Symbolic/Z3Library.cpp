//===- Z3Library.cpp - Finds libz3 and loads it --------------------------===//
// See Z3Library.h.
//===----------------------------------------------------------------------===//
#include "Z3Library.h"
#include "fencepost/Symbolic/SolverLibrary.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>

namespace fencepost::sym {

namespace path = llvm::sys::path;

/// The result of loading: a library, or why there is none.
struct LoadedSolver {
  std::optional<Z3Library> Functions;
  std::string Version; ///< "5.4.0.0", if there are functions.
  std::string Trouble; ///< Otherwise.
};

/// Empty if nothing is requested. A name without a directory is searched in the
/// library paths of the system.
static std::string requestedFile() {
  const char *Text = std::getenv("FENCEPOST_Z3");
  llvm::SmallString<256> File(Text ? Text : "");
  if (llvm::sys::fs::is_regular_file(File))
    llvm::sys::fs::make_absolute(File);
  return File.str().str();
}

/// The directory of the program or shared library that this code is in.
static std::string ownDirectory() {
  Dl_info Info;
  link_map *Map = nullptr;
  llvm::SmallString<256> File("/proc/self/exe"), Real;
  // The program itself has no name in its link map.
  if (dladdr1(reinterpret_cast<void *>(&loadZ3), &Info,
              reinterpret_cast<void **>(&Map), RTLD_DL_LINKMAP) &&
      Map && *Map->l_name)
    File = Map->l_name;
  if (llvm::sys::fs::real_path(File, Real)) {
    // Without /proc: as the program was called.
    auto *Called = reinterpret_cast<const char *>(getauxval(AT_EXECFN));
    if (!Called || llvm::sys::fs::real_path(Called, Real))
      return "";
  }
  return path::parent_path(Real).str();
}

/// The pinned library, as it is installed or built beside us; empty if it is
/// not there.
static std::string pinnedFile() {
  std::string From = ownDirectory();
  for (llvm::StringRef Where :
       {FENCEPOST_Z3_DIRECTORY, "../lib/fencepost", "fencepost", "."}) {
    llvm::SmallString<256> File(From);
    path::append(File, Where, FENCEPOST_Z3_FILE);
    path::remove_dots(File, /*remove_dot_dot=*/true);
    if (!From.empty() && llvm::sys::fs::exists(File))
      return File.str().str();
  }
  return "";
}

/// Null, and \p Trouble says why. LLVM's shared library brings a libz3 of its
/// own; ours must not call that one's functions.
static void *openLibrary(const char *File, std::string &Trouble) {
#if defined(RTLD_DEEPBIND) && !defined(FENCEPOST_SANITIZED)
  int Binding = RTLD_DEEPBIND;
#else
  int Binding = 0; // Sanitizers refuse it; cmake/FencepostSolver.cmake.
#endif
  void *Library = dlopen(File, RTLD_LAZY | RTLD_LOCAL | Binding);
  if (!Library)
    Trouble = dlerror();
  // The message is about a library that this one needs.
  if (!Library && !llvm::StringRef(Trouble).starts_with(File))
    Trouble = std::string(File) + " needs " + Trouble;
  return Library;
}

static std::optional<Z3Library> functionsOf(void *Library) {
  Z3Library Result;
  bool Complete = true;
#define FENCEPOST_Z3_LOAD(Name)                                                \
  Result.Name =                                                                \
      reinterpret_cast<decltype(Result.Name)>(dlsym(Library, "Z3_" #Name));    \
  Complete &= Result.Name != nullptr;
  FENCEPOST_Z3_FUNCTIONS(FENCEPOST_Z3_LOAD)
#undef FENCEPOST_Z3_LOAD
  if (!Complete)
    return std::nullopt;
  return Result;
}

static std::string versionOf(const Z3Library &Z) {
  unsigned Parts[4] = {};
  Z.get_version(&Parts[0], &Parts[1], &Parts[2], &Parts[3]);
  return (llvm::Twine(Parts[0]) + "." + llvm::Twine(Parts[1]) + "." +
          llvm::Twine(Parts[2]) + "." + llvm::Twine(Parts[3]))
      .str();
}

static LoadedSolver loadFile(const std::string &File) {
  LoadedSolver Out;
  void *Library = openLibrary(File.c_str(), Out.Trouble);
  if (!Library)
    return Out;
  Out.Functions = functionsOf(Library);
  if (Out.Functions)
    Out.Version = versionOf(*Out.Functions);
  else
    Out.Trouble = File + " lacks functions of Z3";
  return Out;
}

std::string solverFile() {
  std::string Requested = requestedFile();
  return Requested.empty() ? pinnedFile() : Requested;
}

static LoadedSolver loadAny() {
  std::string File = solverFile();
  if (!requestedFile().empty())
    return loadFile(File);
  if (File.empty())
    return {{}, "", FENCEPOST_Z3_FILE " is not beside the program"};
  LoadedSolver Out = loadFile(File);
  if (!Out.Functions || Out.Version == FENCEPOST_Z3_VERSION)
    return Out;
  return {{}, "", File + " is Z3 " + Out.Version};
}

static const LoadedSolver &loaded() {
  static const LoadedSolver Solver = loadAny();
  return Solver;
}

const Z3Library *loadZ3() {
  return loaded().Functions ? &*loaded().Functions : nullptr;
}

std::string describeSolver() {
  return loaded().Functions ? "Z3 " + loaded().Version
                            : "none: " + loaded().Trouble;
}

std::string solverTrouble() { return loaded().Trouble; }

std::string otherSolver() {
  if (requestedFile().empty() || !loaded().Functions ||
      loaded().Version == FENCEPOST_Z3_VERSION)
    return "";
  return describeSolver();
}

} // namespace fencepost::sym
