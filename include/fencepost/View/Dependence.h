//===- Dependence.h - What values and branches depend on ------------------===//
// Whether a value is computed from unknown values, from arguments or from the
// work-group id: bits that flow along operands and, where paths join whose
// branch depends on them, into the phis there. The result of signal.isfirst is
// not unknown: the barrier simulation computes it.
//
// Unknown values are classified by their source: those that are the same in the
// whole work-group; those that a plain load reads from memory that the kernel
// does not write (its input); those computed from other plain loads; and the
// rest, such as results of atomics. If a kernel never acquires by atomics, they
// order nothing, and their results count as data. LDS holds only what the
// kernel stores there: a value loaded from an object is data only if data
// decides what is stored in it, and like an argument if an argument decides and
// the whole work-group loads the same.
// Tested by unittests/View/DependenceTest.cpp and
// unittests/Check/NamedBarriersTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_DEPENDENCE_H
#define FENCEPOST_VIEW_DEPENDENCE_H

#include "fencepost/View/FlowGraph.h"
#include <map>

namespace fencepost::view {

enum : uint8_t {
  ByUnknown = 1, ///< Any unknown value; together with one of those below.
  ByArgument = 2,
  ByGroup = 4,
  ByShared = 8,
  ByInput = 16,
  ByPlain = 32,
  ByOther = 64,
  ByStored = 128, ///< A value that the kernel stored in LDS, decided by data.
};

class Dependence {
public:
  Dependence(const view::SyncView &View, const Graph &Shape);

  uint8_t valueSources(view::ValueId V) const { return Values[V]; }
  /// What it depends on whether a thread reaches \p B.
  uint8_t blockSources(view::BlockId B) const { return AtBlock[B]; }
  /// The same for the first iteration of the loop with header \p B.
  uint8_t firstIterationSources(view::BlockId B) const { return AtFirst[B]; }
  /// What the barriers that a thread reaches depend on.
  uint8_t barrierSources();
  /// True if the branch at the end of \p Branch decides whether \p B is
  /// reached.
  bool leadsTo(view::BlockId Branch, view::BlockId B);
  /// Whether it decides which incoming value \p Phi takes.
  bool decides(view::BlockId Branch, view::ValueId Phi);
  /// What the path of a thread depends on.
  uint8_t pathSources() const;

private:
  void leaves();
  void settle();
  void atBlocks();
  uint8_t unknownSources(view::ValueId V, const view::Event *Read) const;
  bool loadsStored(const view::Event &E) const;
  bool flow();
  bool join();
  bool contents();
  bool mayJoin(view::BlockId Branch, view::BlockId Block) const;
  uint8_t branchSources(view::BlockId B) const;
  const llvm::BitVector &inside(view::BlockId B);

  const view::SyncView &View;
  const Graph &Shape;
  std::vector<uint8_t> Values, AtBlock, AtFirst;
  llvm::BitVector Written;                   ///< Objects.
  std::vector<const view::Event *> LdsLoads; ///< Loads of stored values.
  llvm::BitVector Decided; ///< Loads whose value comes from outside the kernel.
  bool AcquiresByAtomics = true;
  std::map<view::BlockId, llvm::BitVector> Regions;
};

/// True if \p E is a signal.isfirst whose result the kernel uses.
bool answersFirst(const view::Event &E);

} // namespace fencepost::view

#endif
