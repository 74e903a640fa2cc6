//===- Dependence.h - What values and ways through a kernel depend on ----===//
// Whether a value is computed from values that are not known, from arguments or
// from the number of the work-group: bits that flow along operands and, where
// ways that depend on them join, into the phis there. What a signal.isfirst
// answers is not counted as unknown: who plays barriers knows it.
//
// Unknown values are told apart by where they come from: one that is the same
// in the whole work-group; what a plain load reads from memory that the kernel
// does not write (its input); what is computed from other plain loads; and the
// rest, such as what an atomic answers. If a kernel never acquires by atomics,
// they order nothing, and what they answer is as good as data. LDS has nothing
// in it but what the kernel puts there: what is loaded from an object is data
// only if data decides what is stored in it, or like an argument if an argument
// does and all of the work-group load the same.
// Tested by unittests/View/DependenceTest.cpp and NamedBarriersTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_VIEW_DEPENDENCE_H
#define FENCEPOST_VIEW_DEPENDENCE_H

#include "fencepost/View/FlowGraph.h"
#include <map>

namespace fencepost::view {

enum : uint8_t {
  ByUnknown = 1, ///< Whatever it is; with one of those below.
  ByArgument = 2,
  ByGroup = 4,
  ByShared = 8,
  ByInput = 16,
  ByPlain = 32,
  ByOther = 64,
  ByStored = 128, ///< What the kernel has stored in LDS; data decided about it.
};

class Dependence {
public:
  Dependence(const view::SyncView &View, const Graph &Shape);

  uint8_t ofValue(view::ValueId V) const { return Values[V]; }
  /// Whether a thread comes to \p B.
  uint8_t ofBlock(view::BlockId B) const { return AtBlock[B]; }
  /// Whether it comes there in the first iteration of the loop that \p B heads.
  uint8_t ofFirstTime(view::BlockId B) const { return AtFirst[B]; }
  /// Which barriers a thread comes to.
  uint8_t ofBarriers();
  /// Whether the branch at the end of \p Branch decides about coming to \p B.
  bool leadsTo(view::BlockId Branch, view::BlockId B);
  /// Whether it decides which incoming value \p Phi takes.
  bool decides(view::BlockId Branch, view::ValueId Phi);
  /// Which way a thread goes.
  uint8_t ofAllBranches() const;

private:
  void leaves();
  void settle();
  void atBlocks();
  uint8_t ofUnknown(view::ValueId V, const view::Event *Read) const;
  bool loadsStored(const view::Event &E) const;
  bool flow();
  bool join();
  bool contents();
  bool mayJoin(view::BlockId Branch, view::BlockId At) const;
  uint8_t ofBranch(view::BlockId B) const;
  const llvm::BitVector &inside(view::BlockId B);

  const view::SyncView &View;
  const Graph &Shape;
  std::vector<uint8_t> Values, AtBlock, AtFirst;
  llvm::BitVector Written;                   ///< Objects.
  std::vector<const view::Event *> LdsLoads; ///< Of what is stored.
  llvm::BitVector Decided; ///< Loads: what they load is from outside.
  bool AcquiresByAtomics = true;
  std::map<view::BlockId, llvm::BitVector> Regions;
};

/// Whether \p E is an arrival whose answer, to come first, the kernel uses.
bool answersFirst(const view::Event &E);

} // namespace fencepost::view

#endif
