//===- ProgramFacts.h - What can be said about a program before it runs ---===//
// Worked out once, so that the search can leave out work that cannot matter:
// which locations a thread may still write from a given instruction on, which
// registers a branch may change, where every access is atomic with inclusive
// scopes, and which features of the model the program uses at all. Tested by
// unittests/Model through the agreement with the naive reference.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_PROGRAMFACTS_H
#define FENCEPOST_LIB_MODEL_PROGRAMFACTS_H

#include "Layout.h"
#include "Relation.h"

namespace fencepost::model {

struct ThreadFacts {
  /// Per instruction (and the end): the locations it or a later one may write.
  std::vector<EventSet> MayWrite;
  /// Per Branch: the registers assigned before its sides meet.
  std::vector<std::vector<unsigned>> Assigned;
  /// Per Branch: whether a barrier instruction lies before its sides meet.
  std::vector<bool> GuardsBarrier;
  /// Per instruction: an atomic read that is always in case 2 of docs/model.md
  /// M15, because its location has an initial value and every write to it is
  /// atomic with inclusive scopes.
  std::vector<bool> AlwaysFromWrite;
};

struct ProgramFacts {
  ProgramFacts(const Program &P, const Layout &L);

  std::vector<ThreadFacts> Threads;
  bool UsesAvailability = false; ///< noav, store.av, load.vis or async.
  bool HasPartialCover = false;  ///< -one-as scopes or tagged fences.
  bool HasRelease = false;       ///< Without one nothing synchronizes.
  bool HasBarriers = false;
};

/// Whether the instruction may write memory, and where.
bool mayWrite(const Instruction &I, unsigned &Location);

/// The instructions that can come right after \p Pc; Code.size() is the end.
llvm::SmallVector<unsigned, 2> successors(const Thread &T, unsigned Pc);

/// The scope of an access or fence, clamped for a local location (docs/model.md
/// M3).
ScopeLevel clampedLevel(const Program &P, const Instruction &I);

} // namespace fencepost::model

#endif
