//===- RandomRuns.h - Runs of whole work-groups that find races -----------===//
// All threads of a work-group are run (ThreadInterpreter.h) with a few values
// for the arguments and for unknown values. Accesses are sorted by address, and
// unordered accesses of one address are compared. This is fast and finds most
// races of wrong kernels with a witness; finding none proves nothing. Large
// work-groups and long kernels are run in part.
// Tested by unittests/Check/RacesTest.cpp and RandomRacesTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_RACES_RANDOMRUNS_H
#define FENCEPOST_LIB_CHECK_RACES_RANDOMRUNS_H

#include "RaceCertainty.h"
#include "fencepost/Check/Defect.h"

namespace fencepost::check {

class RandomRuns {
public:
  /// \p Sites are the accesses to compare.
  RandomRuns(sym::Analysis &Context, const sim::ThreadInterpreter &Runs,
             llvm::ArrayRef<view::AccessSite> Sites);

  /// A few launches and threads in which \p A and \p B collided.
  std::vector<Collision> collisions(view::AccessSite A,
                                    view::AccessSite B) const;

private:
  struct Record {
    uint64_t Address, Stored;
    uint32_t Site, Thread, Signals, Waits, Epoch, Instance;
    bool KnowsStored;
  };
  struct Hit {
    uint32_t Launch, First, Second;
  };
  using Pair = std::pair<uint32_t, uint32_t>;

  void run(uint32_t Launch);
  bool record(const sim::Launch &Launch, unsigned Thread, unsigned Most);
  std::vector<unsigned> threads(const sim::Launch &Launch,
                                size_t EachRecords) const;
  void compareAll(uint32_t Launch);
  void compareAt(uint32_t Launch, llvm::ArrayRef<uint32_t> Together);
  bool collide(const Record &X, const Record &Y) const;

  sym::Analysis &Context;
  const sim::ThreadInterpreter &Runs;
  std::vector<view::AccessSite> Sites;
  std::map<view::AccessSite, uint32_t> Numbers;
  std::vector<sim::Launch> Launches;
  std::vector<Record> Records; ///< Of the launch that is looked at.
  uint64_t Compared = 0;
  std::map<Pair, llvm::SmallVector<Hit, 2>> Hits; ///< First <= second site.
};

} // namespace fencepost::check

#endif
