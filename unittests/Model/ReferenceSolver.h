//===- ReferenceSolver.h - Orders, phases, assignments --------------------===//
// Three nested enumerations: the modification orders of each object, sorted by
// the phases they give; the choice of phases for all objects; the assignment of
// waits to phases. Part of the naive reference of the model (Reference.h).
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_UNITTESTS_MODEL_REFERENCESOLVER_H
#define FENCEPOST_UNITTESTS_MODEL_REFERENCESOLVER_H

#include "ReferenceBarriers.h"
#include <algorithm>

namespace fencepost::model::naive {

using Order = std::vector<unsigned>; ///< Nodes.

/// What walking a modification order gives (docs/model.md B3).
struct Phases {
  std::vector<std::set<unsigned>> Completed;
  UndefinedSet Names;

  auto operator<=>(const Phases &) const = default;
};

struct Object {
  BarrierId Id = BarrierId::null();
  unsigned Instance = 0;
  int64_t Expected = -1; ///< At launch; -1: not initialised.
  std::vector<unsigned> Modifications, Waits;
  std::map<Phases, std::vector<Order>> Orders;
};

using Assignment = std::map<unsigned, unsigned>; ///< Wait to phase.
using Before = std::vector<std::set<unsigned>>;

class Solver {
public:
  Solver(const std::vector<Wave> &Waves, uint64_t &Work)
      : Waves(Waves), Work(Work) {
    makeNodes();
  }

  std::optional<BarrierResult> solve();

private:
  void makeNodes();
  void addImplicitDrops();
  unsigned objectOf(BarrierId Id, unsigned Wave);
  void addNode(Node N);
  bool precedes(unsigned A, unsigned B) const;

  bool spend(uint64_t Amount) {
    Work -= std::min(Work, Amount);
    return Work != 0;
  }
  void enumerateOrders(Object &O, Order &Prefix);
  std::optional<Phases> walk(const Object &O, const Order &Ops) const;
  bool sameWorkgroupTwice(const std::set<unsigned> &Arrived) const;

  void choosePhases(unsigned O);
  void assign(unsigned WaitIndex, Assignment &A);
  Before executesBefore(const Assignment &A) const;
  bool allowed(const Assignment &A) const;
  bool agrees(const Order &Ops, const Before &B) const;
  bool separated(const Assignment &A, const Before &B) const;
  bool inAnotherPhase(unsigned X, unsigned Wait, const Assignment &A) const;
  bool canGoOn(const Assignment &A) const;
  UndefinedSet broken(const Assignment &A) const;
  const std::set<unsigned> &phaseOf(unsigned Wait, unsigned Phase) const {
    return Chosen[Nodes[Wait].Object]->first.Completed[Phase];
  }

  const std::vector<Wave> &Waves;
  uint64_t &Work;
  std::vector<Node> Nodes;
  std::vector<Object> Objects;
  std::vector<unsigned> Passed, Stuck; ///< Waits.
  std::vector<std::map<Phases, std::vector<Order>>::const_iterator> Chosen;
  std::vector<Assignment> Found; ///< For the phases that are chosen.
  std::vector<Solution> Solutions;
};

} // namespace fencepost::model::naive

#endif
