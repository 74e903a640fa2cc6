//===- Collector.h - Gathers what the executions show ---------------------===//
// A sink that keeps the distinct outcomes, races and undefined behaviours. The
// outcomes of a big test number tens of thousands, so they are kept as numbers
// in one array that a hash table indexes, and become values at the end.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_MODEL_COLLECTOR_H
#define FENCEPOST_LIB_MODEL_COLLECTOR_H

#include "ExecutionCompletion.h"
#include <map>
#include <memory>

namespace fencepost::model {

/// Distinct rows of equal length.
class RowTable {
public:
  explicit RowTable(unsigned Width) : Width(Width), Slots(64, Free) {}

  /// Whether \p Row is new.
  bool insert(llvm::ArrayRef<int64_t> Row);
  unsigned size() const { return Count; }
  llvm::ArrayRef<int64_t> operator[](unsigned I) const {
    return {&Pages[I / RowsPerPage][size_t(I % RowsPerPage) * Width], Width};
  }

private:
  static constexpr uint32_t Free = ~0u;
  static constexpr unsigned RowsPerPage = 64;
  void grow();

  unsigned Width;
  unsigned Count = 0;
  std::vector<std::unique_ptr<int64_t[]>> Pages; ///< Rows never move.
  std::vector<uint32_t> Hashes; ///< Of each row: most misses stop there.
  std::vector<uint32_t> Slots;  ///< A power of two of them.
};

class Collector : public Sink {
public:
  explicit Collector(const Context &C);

  bool take(const Leaf &Leaf) override;
  void cutAtUnrollBound() override { Result.CutAtUnrollBound = true; }
  bool goOn() override;
  void timeIsUp() override { Result.StoppedBy = "time limit"; }

  /// The answer, sorted.
  Outcomes finish();

private:
  void noteRaces(const Leaf &Leaf);
  void noteUndefined(const Leaf &Leaf);

  const Context &C;
  Outcomes Result;
  unsigned NumRegisters = 0;
  RowTable Rows;
  std::vector<int64_t> Row;
  std::map<std::pair<ProgramPoint, ProgramPoint>, std::string> Races;
  std::map<std::pair<Undefined, std::vector<ProgramPoint>>, std::string>
      Undefineds;
  unsigned UntilCheck = 0;
};

/// The outcome of one execution.
Outcome outcomeOf(const Leaf &Leaf);

/// The undefined behaviours of one execution, with their places.
std::vector<UndefinedReport> undefinedOf(const Leaf &Leaf);

/// Why two accesses race, in words.
std::string raceReason(const Leaf &Leaf, const RacePair &Pair);

} // namespace fencepost::model

#endif
