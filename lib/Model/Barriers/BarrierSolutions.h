//===- BarrierSolutions.h - From barrier executions to solutions ----------===//
// Turns a barrier execution into what the caller sees: who passed, which
// operations each wait depends on, which isfirst arrives give 1, what is stuck
// and what is undefined (docs/model.md B5, B6). Executions that the caller
// cannot tell apart become one solution.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_BARRIERSOLUTIONS_H
#define FENCEPOST_LIB_MODEL_BARRIERSOLUTIONS_H

#include "BarrierExecution.h"
#include <map>
#include <tuple>

namespace fencepost::model::barriers {

/// How much more work may be done; says why when there is none left.
class Budget {
public:
  static constexpr uint64_t UsualSteps = 5'000'000;

  explicit Budget(Deadline Until, uint64_t MostSteps = UsualSteps)
      : Until(Until), MostSteps(MostSteps) {}

  /// Counts one step; false when the work has to stop.
  bool spend();
  const std::string &stoppedBy() const { return Reason; }

private:
  Deadline Until;
  uint64_t MostSteps;
  uint64_t Steps = 0;
  std::string Reason;
};

/// What \p State does against the join and the drop rule of spec/000.
std::vector<BarrierUndefined> ruleFaults(const Resolved &Problem,
                                         const Orders &Objects,
                                         const BarrierExecution &State);

/// What the orders of the objects and the ends of the waves do wrong, whatever
/// phases the waits are given. Hangs are not among them.
std::vector<BarrierUndefined>
orderFaults(const Resolved &Problem, const Orders &Objects, const Ends &Where);

class Solutions {
public:
  Solutions(const BarrierProblem &Question, const Resolved &Problem)
      : Question(Question), Problem(Problem) {}

  /// Every choice of isfirst arrives that give 1 in such an execution, each
  /// sorted (docs/model.md B6).
  std::vector<std::vector<StepRef>> firstArrivals(const Orders &Objects,
                                                  const BarrierExecution &State,
                                                  Budget &Work) const;
  BarrierSolution make(const Orders &Objects, const BarrierExecution &State,
                       const Ends &Where, std::vector<BarrierUndefined> Faults,
                       std::vector<StepRef> FirstArrivals) const;
  void add(BarrierSolution New);
  std::vector<BarrierSolution> take();

private:
  /// What tells solutions apart.
  using Key = std::tuple<std::vector<unsigned>,
                         std::vector<std::pair<StepRef, std::vector<StepRef>>>,
                         std::vector<StepRef>, UndefinedSet>;

  void addStuck(BarrierSolution &To, const Orders &Objects,
                const Ends &Where) const;

  const BarrierProblem &Question;
  const Resolved &Problem;
  std::map<Key, BarrierSolution> ByKey;
};

} // namespace fencepost::model::barriers

#endif
