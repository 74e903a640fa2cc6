//===- ExecutionCompletion.h - From a final happens-before to executions --===//
// The last stage of the search. All events exist and everything that can
// synchronize is decided, so happens-before is final: which case each read is
// in, what it may see and which accesses race are facts. What is left to choose
// is where the remaining atomic reads read from, one read at a time, kept
// coherent by WriteOrder, and which write is final where that is observed.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_EXECUTIONCOMPLETION_H
#define FENCEPOST_LIB_MODEL_EXECUTIONCOMPLETION_H

#include "Axioms/OrderSearch.h"
#include "Axioms/ReadCases.h"
#include "Axioms/ThinAir.h"
#include "Axioms/WriteOrder.h"
#include "Execution/Interpreter.h"
#include "fencepost/Model/Explore.h"

namespace fencepost::model {

/// What every part of the search needs to know.
struct Context {
  Context(const Program &P, llvm::ArrayRef<Cell> Observed,
          const ExploreOptions &Options);

  const Program &P;
  ExploreOptions Options;
  Layout L;
  ProgramFacts F;
  Synchronization Sync;
  std::vector<unsigned> Observed; ///< Cell numbers.
  Deadline Until;
};

struct RacePair {
  unsigned First, Second; ///< Events; First writes.
};

struct Leaf;

/// Takes the executions that the search finds.
class Sink {
public:
  virtual ~Sink() = default;
  /// False ends the search.
  virtual bool take(const Leaf &Leaf) = 0;
  /// An execution that matters was cut at the unroll bound.
  virtual void cutAtUnrollBound() = 0;
  /// Whether to continue: false after a limit.
  virtual bool goOn() = 0;
  /// A part of the search gave up because of the time limit.
  virtual void timeIsUp() = 0;
  /// An execution was left out because a value depends on itself.
  virtual void leftOutSelfDependent() {}
};

class ExecutionCompletion {
public:
  /// \p Solution is null for a program without barriers.
  ExecutionCompletion(const Context &C, State &S,
                      const BarrierSolution *Solution, Sink &Out);

  /// Every execution of the state; false if the search is to end.
  bool run();

private:
  friend struct Leaf;

  bool classifyReads();
  bool keepsPromise(unsigned R, unsigned Source) const;
  bool buildOrders();
  void addMembers(unsigned Cell);
  bool demandBase(unsigned Cell);
  bool demandRead(unsigned R);
  bool demandPair(unsigned A, unsigned B);
  bool sharesSource(unsigned R) const;
  void findRaces();
  bool chooseRead(unsigned Next);
  bool finish();
  bool valuesAreKnown() const;
  bool assumptionsHold() const;
  bool cutMatters() const;
  bool chooseFinal(unsigned Next);
  bool orderExists();
  bool emit();
  Relation knownOrder() const;
  llvm::SmallVector<unsigned, 4> finalCandidates(unsigned Cell) const;

  const Context &C;
  State &S;
  const BarrierSolution *Solution;
  Sink &Out;
  LocationOrder Order;
  ReadCases Cases;
  SeqCst Sc;
  ThinAir Air;
  std::vector<ReadCase> CaseOf; ///< By event.
  std::vector<unsigned> OpenReads;
  std::vector<OrderedCell> Cells;    ///< By cell.
  std::vector<WriteOrder> Orders;    ///< By cell; regular ones only.
  std::vector<unsigned> MemberIndex; ///< By event: within its cell, or None.
  EventSet Promoted;                 ///< Plain writes that count as initial.
  bool NeedsOrderSearch = false;
  std::vector<std::pair<unsigned, unsigned>> LastDemands; ///< Irregular cells.
  std::vector<unsigned> FinalWrite; ///< By observed cell; None: undef.
  std::vector<RacePair> Races;
  UndefinedSet Undefined;
  bool RacesCount = true;
  bool HasUnrolledThread = false;
};

/// One execution as the sink sees it: views into the search, valid during the
/// call.
struct Leaf {
  const Context &C;
  const State &S;
  const LocationOrder &Order;
  const std::vector<ReadCase> &CaseOf;
  const std::vector<unsigned> &FinalWrite;
  const std::vector<RacePair> &Races; ///< Empty if they do not count.
  const BarrierSolution *Solution;
  UndefinedSet Undefined;
  const ExecutionCompletion &From;

  /// A modification order of this execution.
  Communication communication() const;
  const SeqCst &seqCst() const { return From.Sc; }
  const ThinAir &thinAir() const { return From.Air; }
};

} // namespace fencepost::model

#endif
