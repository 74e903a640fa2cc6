//===- BarrierForecast.h - How far barriers can possibly get --------------===//
// Where the simulation is, and upper bounds for what can still happen.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_BARRIERFORECAST_H
#define FENCEPOST_LIB_MODEL_BARRIERFORECAST_H

#include "BarrierSearch.h"

namespace fencepost::model::barriers {

/// A part that all barrier executions have in common, while it grows.
struct Progress {
  const Resolved &Problem;
  Ends Positions; ///< Where each wave stands: everything before is executed.
  Orders Objects;
  BarrierExecution State;
  /// By object: operations that are executed but not in its order yet.
  std::vector<std::vector<NodeId>> Unplaced;
  /// By wave and object: the phases that no further wait of the wave can take,
  /// by segment, and their number.
  std::vector<std::vector<char>> Closed;
  std::vector<unsigned> NumClosed;
  /// By object: see smallestPhase().
  std::vector<unsigned> SmallestPhase;

  explicit Progress(const Resolved &Problem);
  unsigned index(unsigned W, unsigned O) const {
    return W * Problem.Objects.size() + O;
  }
  bool isClosed(unsigned W, unsigned O, unsigned Segment) const {
    const std::vector<char> &Bytes = Closed[index(W, O)];
    return Segment < Bytes.size() && Bytes[Segment];
  }
  void close(unsigned W, unsigned O, unsigned Segment);
  /// How many complete phases wave \p W might still take.
  unsigned numOpen(unsigned W, unsigned O) const {
    return Objects[O].NumComplete - NumClosed[index(W, O)];
  }
  bool hasEnded(unsigned W) const {
    return Positions[W] == Problem.Waves[W].Nodes.size();
  }
};

/// No phase of \p O that is not complete yet has fewer members in any barrier
/// execution; None if there is no such phase.
unsigned smallestPhase(const Progress &From, unsigned O);

/// How many members the next phase of \p O has at least in every barrier
/// execution; None if there is none.
unsigned nextPhase(const Progress &From, unsigned O);

/// Runs all waves on as far as any barrier execution possibly could, except
/// that wave \p FrozenWave stays where it is, and that no wait takes a further
/// phase of \p Watched or of an object that is frozen in \p Dead.
class Forecast {
public:
  Forecast(const Progress &From, unsigned FrozenWave, unsigned Watched,
           llvm::ArrayRef<char> Dead = {});

  /// Operations on the watched object that are not executed yet.
  llvm::ArrayRef<NodeId> news() const { return News; }
  /// Arrives and drops of \p O that are executed but not in its order.
  unsigned available(unsigned O) const { return Available[O]; }
  bool movesAnything() const { return Moved; }

private:
  bool advance(unsigned W);
  bool mayPass(unsigned W, unsigned O);
  void execute(NodeId Id);

  const Progress &From;
  unsigned Watched;
  llvm::ArrayRef<char> Dead; ///< By object, or empty.
  Ends Positions;
  std::vector<unsigned> Available;
  std::vector<unsigned> Passed; ///< Waits, by wave and object.
  std::vector<char> Dropped;    ///< By number of the cluster drop.
  std::vector<NodeId> News;
  bool Moved = false;
};

} // namespace fencepost::model::barriers

#endif
