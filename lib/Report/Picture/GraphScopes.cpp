//===- GraphScopes.cpp - The columns of a picture and their boxes ---------===//
// Threads keep their order except that those of one scope instance stand
// together. A level of scopes is drawn when it matters: when it separates
// threads that the level above keeps together, and, of the levels that hold all
// threads, the narrowest. Two are left out more often, since most programs do
// not use them: wavefronts of one thread each, and a cluster that no operation
// names. Tested by unittests/Report/ExecutionGraphTest.cpp.
//===----------------------------------------------------------------------===//
#include "GraphContent.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <array>

namespace fencepost::graph {

static constexpr std::array Levels = {ScopeLevel::Agent, ScopeLevel::Cluster,
                                      ScopeLevel::Workgroup,
                                      ScopeLevel::Wavefront};

/// For each level of Levels, the first thread of the instance that holds a
/// thread: equal numbers mean the same instance (docs/model.md M1).
using Path = std::array<unsigned, Levels.size()>;

static unsigned instanceNumber(const model::Place &P, ScopeLevel Level) {
  switch (Level) {
  case ScopeLevel::Agent:
    return P.Agent;
  case ScopeLevel::Cluster:
    return P.Cluster;
  case ScopeLevel::Workgroup:
    return P.Workgroup;
  default:
    return P.Wavefront;
  }
}

static bool sharesLevel(const model::Place &A, const model::Place &B,
                        unsigned Depth) {
  return llvm::all_of(
      llvm::ArrayRef(Levels).take_front(Depth + 1), [&](ScopeLevel Level) {
        return instanceNumber(A, Level) == instanceNumber(B, Level);
      });
}

static std::vector<Path> findPaths(const model::Program &P) {
  std::vector<Path> Paths(P.Threads.size());
  for (auto [T, ThreadPath] : llvm::enumerate(Paths))
    for (auto [Depth, First] : llvm::enumerate(ThreadPath)) {
      First = 0;
      while (!sharesLevel(P.Threads[First].Where, P.Threads[T].Where, Depth))
        ++First;
    }
  return Paths;
}

static unsigned countInstances(llvm::ArrayRef<Path> Paths, unsigned Depth) {
  std::vector<unsigned> Firsts;
  for (const Path &ThreadPath : Paths)
    Firsts.push_back(ThreadPath[Depth]);
  llvm::sort(Firsts);
  return std::unique(Firsts.begin(), Firsts.end()) - Firsts.begin();
}

static bool namesCluster(const model::Instruction &I) {
  if (I.Op == model::Opcode::Barrier)
    return I.Object.isCluster();
  bool HasScope = I.Order != Ordering::NotAtomic || I.Available;
  return HasScope && I.Reach.Level == ScopeLevel::Cluster;
}

static bool namesCluster(const model::Program &P) {
  return llvm::any_of(P.Threads, [](const model::Thread &T) {
    return llvm::any_of(
        T.Code, [](const model::Instruction &I) { return namesCluster(I); });
  });
}

/// The levels to draw, as indices into Levels, outermost first.
static std::vector<unsigned> levelsThatMatter(const model::Program &P,
                                              llvm::ArrayRef<Path> Paths) {
  std::vector<unsigned> Drawn;
  unsigned Above = 1, Shared = ~0u;
  for (auto [Depth, Level] : llvm::enumerate(Levels)) {
    unsigned Count = countInstances(Paths, Depth);
    bool Hidden =
        (Level == ScopeLevel::Wavefront && Count == Paths.size()) ||
        (Level == ScopeLevel::Cluster && Count == 1 && !namesCluster(P));
    if (Count == 1 && !Hidden)
      Shared = Depth;
    if (Count > Above && !Hidden)
      Drawn.push_back(Depth);
    Above = Count;
  }
  if (Shared != ~0u)
    Drawn.insert(Drawn.begin(), Shared);
  return Drawn;
}

static void placeColumns(Content &C, llvm::ArrayRef<Path> Paths,
                         const model::Execution &E) {
  std::vector<unsigned> Order(Paths.size());
  for (unsigned T = 0; T < Order.size(); ++T)
    Order[T] = T;
  llvm::stable_sort(
      Order, [&](unsigned A, unsigned B) { return Paths[A] < Paths[B]; });
  for (unsigned T : Order) {
    C.Columns.push_back({T, false});
    if (llvm::any_of(E.Events, [T](const model::ShownEvent &Event) {
          return Event.Async && Event.Thread == T;
        }))
      C.Columns.push_back({T, true});
  }
}

void placeThreads(Content &C, const model::Program &P,
                  const model::Execution &E) {
  if (P.Threads.empty())
    return;
  std::vector<Path> Paths = findPaths(P);
  placeColumns(C, Paths, E);
  std::vector<unsigned> Drawn = levelsThatMatter(P, Paths);
  C.Depth = Drawn.size();
  for (auto [Nesting, Depth] : llvm::enumerate(Drawn))
    for (unsigned I = 0; I < C.Columns.size();) {
      unsigned T = C.Columns[I].Thread, Last = I;
      while (Last + 1 < C.Columns.size() &&
             Paths[C.Columns[Last + 1].Thread][Depth] == Paths[T][Depth])
        ++Last;
      unsigned Number = instanceNumber(P.Threads[T].Where, Levels[Depth]);
      C.Boxes.push_back(
          {scopeLevelName(Levels[Depth]).str() + " " + std::to_string(Number),
           I, Last, static_cast<unsigned>(Nesting)});
      I = Last + 1;
    }
}

} // namespace fencepost::graph
