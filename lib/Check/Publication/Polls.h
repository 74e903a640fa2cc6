//===- Polls.h - Reads that wait for another work-group ------------------===//
// Finds the reads of global memory that decide where a thread continues: what
// their value influences (through values, LDS and the branches that depend on
// it), whether they are repeated until it changes, and which blocks follow
// them. See Publication.h.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_PUBLICATION_POLLS_H
#define FENCEPOST_LIB_CHECK_PUBLICATION_POLLS_H

#include "fencepost/View/FlowGraph.h"
#include <map>

namespace fencepost::check {

struct ExitEdge {
  view::BlockId From, To;
};

struct Poll {
  view::Site At;
  bool Spins = false;          ///< Repeated until the value is right.
  llvm::BitVector Guarded;     ///< Blocks that its value lets a thread enter.
  llvm::BitVector FromResult;  ///< Values that are computed from it.
  std::vector<ExitEdge> Exits; ///< Spins: edges that end the loop.
};

/// Whether \p T is in global memory that other work-groups can see.
bool isShared(const view::SyncView &View, const view::AccessRange &T);

class PollFinder {
public:
  PollFinder(const view::SyncView &View, const view::Graph &Shape);
  /// In program order. \p Complete is false if there were too many reads.
  std::vector<Poll> run(bool &Complete);

private:
  /// Whether what a branch decides depends on its condition.
  enum class Flow : uint8_t { Data, DataAndControl };

  struct Reached {
    llvm::BitVector Values, Branches, Controlled;
  };

  void index();
  void indexEvent(view::BlockId Block, const view::Event &E);
  Reached reachedBy(view::ValueId Start, Flow Through) const;
  void control(Reached &R, view::BlockId Branch,
               llvm::SmallVectorImpl<view::ValueId> &Work) const;
  bool isCandidate(const view::Event &E) const;
  bool onlyUpdates(const view::Event &E) const;
  bool dependsOnChange(view::ValueId V, view::LoopId Loop) const;
  bool mayKeep(view::ValueId Phi) const;
  std::optional<Poll> poll(view::Site At) const;
  llvm::BitVector purelyTo(view::Site At) const;
  llvm::BitVector purelyFrom(view::Site At) const;
  bool isPure(view::BlockId Block, uint32_t First, uint32_t End,
              uint32_t Object) const;

  const view::SyncView &View;
  const view::Graph &Shape;
  std::vector<llvm::SmallVector<view::ValueId, 4>> Users;
  std::vector<llvm::SmallVector<view::BlockId, 1>> BranchesOn; ///< By value.
  /// LDS objects by value stored, and values loaded by LDS object.
  std::map<view::ValueId, llvm::SmallVector<uint32_t, 1>> StoredTo;
  std::map<uint32_t, llvm::SmallVector<view::ValueId, 2>> LoadedFrom;
  std::map<view::BlockId, llvm::SmallVector<uint32_t, 1>> LdsStoresIn;
  std::map<view::BlockId, llvm::SmallVector<view::ValueId, 2>> PhisIn;
  llvm::BitVector Written; ///< Objects.
};

} // namespace fencepost::check

#endif
