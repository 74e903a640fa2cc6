//===- Dependence.h - What values and ways through a kernel depend on -----===//
// Whether a value is computed from values that are not known, from arguments or
// from the number of the work-group: bits that flow along operands and, where
// ways that depend on them join, into the phis there. What a signal.isfirst
// answers is not counted as unknown: who plays barriers knows it.
// Tested by unittests/Check/NamedBarriersTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CHECK_DEPENDENCE_H
#define FENCEPOST_CHECK_DEPENDENCE_H

#include "fencepost/Check/Graph.h"
#include <map>

namespace fencepost::check {

enum : uint8_t { ByUnknown = 1, ByArgument = 2, ByGroup = 4 };

class Dependence {
public:
  Dependence(const view::SyncView &View, const Graph &Shape);

  uint8_t ofValue(view::ValueId V) const { return Of[V]; }
  /// Which barriers a thread comes to.
  uint8_t ofBarriers();
  /// Which way a thread goes.
  uint8_t ofAllBranches() const;

private:
  void leaves();
  bool flow();
  bool join();
  uint8_t ofBranch(view::BlockId B) const;
  const llvm::BitVector &inside(view::BlockId B);

  const view::SyncView &View;
  const Graph &Shape;
  std::vector<uint8_t> Of;
  std::map<view::BlockId, llvm::BitVector> Regions;
};

/// Whether \p E is an arrival whose answer, to come first, the kernel uses.
bool answersFirst(const view::Event &E);

} // namespace fencepost::check

#endif
