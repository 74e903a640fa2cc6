//===- ForcedBarriers.h - Barriers that leave nothing to chance -----------===//
// Finds the part that all barrier executions of a problem have in common; for
// most programs that is all of it.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_FORCEDBARRIERS_H
#define FENCEPOST_LIB_MODEL_FORCEDBARRIERS_H

#include "BarrierForecast.h"

namespace fencepost::model::barriers {

class ForcedBarriers {
public:
  explicit ForcedBarriers(const Resolved &Problem)
      : Problem(Problem), P(Problem) {}

  /// True if there is one barrier execution at most (up to the order of
  /// operations inside groups, B6), and it is found: then the orders and the
  /// execution are complete.
  bool run();
  const Ends &ends() const { return P.Positions; }
  const Orders &orders() const { return P.Objects; }
  const BarrierExecution &execution() const { return P.State; }
  CommonPart commonPart() const;

private:
  using NodeList = std::vector<NodeId>;
  enum class Fit { No, Unclear, Yes };

  bool advance();
  bool advanceWave(unsigned W);
  void execute(NodeId Id);
  bool dropClusterBarriers();

  bool assignWaits();
  bool assignWait(unsigned W);
  Fit fit(NodeId Id, unsigned O, unsigned S) const;
  void closeOverruled(unsigned W, unsigned O);
  bool isTaken(unsigned O, unsigned Segment) const;
  bool mayOverrule(unsigned W, unsigned O, unsigned Segment);
  bool nextIsPossible(unsigned W, unsigned O, llvm::ArrayRef<char> Dead) const;

  bool completePhase(unsigned O);
  bool placeInit(unsigned O);
  bool allFollow(unsigned O, llvm::ArrayRef<NodeId> First) const;
  void place(unsigned O, llvm::ArrayRef<NodeId> Members);
  unsigned membersBefore(unsigned O, NodeId Id) const;

  std::vector<char> deadObjects() const;
  bool restFitsInOneGroup(unsigned O) const;
  bool finish();

  const Resolved &Problem;
  Progress P;
  std::vector<char> IsQuiet;        ///< By object.
  std::vector<char> ClusterDropped; ///< By number of the cluster drop.
};

} // namespace fencepost::model::barriers

#endif
