//===- PublicationPath.h - Links between data and its flag ----------------===//
// Walks from the write of a flag back to the stores before it, and from a poll
// forward to the loads after it, and records for each how much of the chain
// that orders them has been found (docs/model.md M6, M7; Publication.h). In one
// thread the chain is one release (acquire) for other work-groups. Between
// threads of a work-group it continues through a barrier: release fence,
// signal, wait, acquire fence, all for global memory.
//
// A state of the walk is the next link that is needed, and flags: a barrier
// precedes the first link; the first link exists, but on the far side of that
// barrier, in each thread by itself (this orders on hardware, but not in the
// model); another operation may order.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_PUBLICATION_PUBLICATIONPATH_H
#define FENCEPOST_LIB_CHECK_PUBLICATION_PUBLICATIONPATH_H

#include "fencepost/Check/Defect.h"
#include "fencepost/Symbolic/Regions.h"

namespace fencepost::check {

/// What is needed next, from the flag to the data.
enum class Link : uint8_t {
  Flag,      ///< The flag's access can never synchronize.
  Sync,      ///< Release or acquire for other work-groups.
  NearFence, ///< The barrier's fence on the flag's side.
  NearStep,  ///< Its wait (publication) or signal (poll).
  FarStep,   ///< Its signal or wait.
  FarFence,  ///< The barrier's fence on the data's side.
  Done,
};

struct PublicationState {
  Link Needs = Link::Sync;
  bool AfterBarrier = false;  ///< A barrier was met while Sync was needed.
  bool EachForItself = false; ///< Then a fence that would have been sufficient.
  bool Unclear = false; ///< Met an event that may order, or an opaque one.

  unsigned number() const {
    return unsigned(Needs) | AfterBarrier << 3 | EachForItself << 4 |
           Unclear << 5;
  }
  static PublicationState of(unsigned Number) {
    return {Link(Number & 7), bool(Number & 8), bool(Number & 16),
            bool(Number & 32)};
  }
};

/// The states in which an access was met, as bits of their numbers.
using StateSet = uint64_t;

struct PublicationOptions {
  bool Publishes = true; ///< From a write of the flag backwards.
  bool ToOthers = false; ///< Through a barrier to other threads.
  /// The data's own accesses make it available and visible (llvm.amdgcn.av.*,
  /// atomics): synchronization need not (docs/model.md M13).
  bool MovesItself = false;
};

/// Whether atomics of \p Level reach all work-groups of the kernel.
bool reachesGroups(const view::SyncView &View, ScopeLevel Level);

class PublicationPath {
public:
  PublicationPath(const view::SyncView &View, view::Site Flag,
                  PublicationOptions Options);

  /// The accesses to global memory that the walk reaches, by site. Only the
  /// paths with the fewest loop iterations count for each: none, one, or more.
  std::map<view::AccessSite, StateSet> run();

private:
  PublicationState start() const;
  void walk(unsigned MostAround);
  /// Walks through events of a block; false if the walk ends there.
  bool pass(view::BlockId Block, uint32_t From, uint32_t To,
            PublicationState &S);
  bool meet(view::Site At, const view::Event &E, PublicationState &S);
  void meetFence(const view::Event &E, PublicationState &S) const;
  void meetBarrier(const view::Event &E, PublicationState &S) const;
  void meetAccess(view::Site At, const view::Event &E, PublicationState &S);
  void synchronize(PublicationState &S) const;
  bool isSync(const view::Event &E) const;
  bool isNear(Ordering O) const;

  const view::SyncView &View;
  view::Site Flag;
  uint32_t Object;
  PublicationOptions Options;
  std::map<view::AccessSite, StateSet> Met;
};

/// What the paths to one access show together.
struct PublicationVerdict {
  bool Weak = false;   ///< On some path.
  bool Certain = true; ///< On every path, and without remarks.
  Link Misses = Link::Done;
  bool EachForItself = false;
};
PublicationVerdict judged(StateSet States);

} // namespace fencepost::check

#endif
