//===- RegionOverlap.h - Can two threads access one byte? ----------------===//
// Builds the question about two accesses of a region: both are reached from the
// region's start, their threads differ (and are not ordered within one wave),
// their bytes overlap. Symbols that the threads do not share are renamed per
// thread. Cheap proofs come first: the difference of the addresses is a sum,
// and its interval, its common divisor or its stride over the work-items often
// shows that it is never small. The solver decides the rest.
// Tested by unittests/Symbolic/EnumerateTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_SYMBOLIC_REGIONOVERLAP_H
#define FENCEPOST_SYMBOLIC_REGIONOVERLAP_H

#include "fencepost/Symbolic/Regions.h"
#include "fencepost/Symbolic/Solver.h"
#include "fencepost/View/Site.h"

namespace fencepost::sym {

/// One access in one node of a region, as terms.
struct RegionAccess {
  view::AccessSite Site;
  uint32_t Node = 0;
  TermId Address, Reach, Epoch;
  std::optional<TermId> Stored;
  TermId Facts = TermTable::True;  ///< About the symbols of all these.
  TermId Inside = TermTable::True; ///< The address is in its object.
  /// Symbols of address and condition that are tickets (Tickets.h).
  llvm::SmallVector<TermId, 1> Tickets;
  bool AfterNamedOrCluster = false; ///< A mayOrder() event may come before it.
  bool FromUnknown = false; ///< Address or condition depend on an unknown.
};

/// A question about two accesses, with its conditions kept separately so that
/// it can be asked again with some of them.
struct PairQuestion {
  TermId Reached = TermTable::False; ///< By different threads, with facts.
  TermId Overlaps = TermTable::False;
  bool ProvedApart =
      false; ///< By a cheap proof; the other members are then not set.
};

class RegionOverlap {
public:
  RegionOverlap(Evaluator &Eval, const Region &Region);

  RegionAccess access(view::AccessSite Site, uint32_t Node);
  PairQuestion ask(const RegionAccess &A, const RegionAccess &B);
  /// True if a cheap proof from addresses and sizes alone shows that different
  /// threads never access the same byte.
  bool areApart(const RegionAccess &A, const RegionAccess &B);
  /// The condition that tickets of one counter differ, as those of different
  /// threads do.
  TermId ticketsDiffer(const RegionAccess &A, const RegionAccess &B);
  /// \p Term as thread 1 or 2 of a question sees it.
  TermId seenBy(TermId Term, unsigned Thread);
  /// Both threads see the same value of \p Term.
  TermId agreeOn(TermId Term);
  /// \p Condition holds for both threads.
  TermId forBoth(TermId Condition);
  /// All facts about the symbols of \p About.
  TermId factsOf(llvm::ArrayRef<TermId> About);
  /// True if both threads see one value of \p Symbol.
  bool isShared(TermId Symbol) const { return isShared(Terms[Symbol].Sym); }
  /// Lanes of one wave are ordered by one instruction, and by what epochs
  /// count. If not, they are compared like any two threads.
  bool LanesAreOrdered = true;
  /// One store of known values, executed by two lanes in the same iterations of
  /// all loops: the order of the lanes is unspecified.
  bool isOneStore(const RegionAccess &A, const RegionAccess &B) const {
    return A.Site == B.Site && A.Node == B.Node && mayStoreTheSame(A, B);
  }
  /// Two stores of known values of one width: if these are equal, there is no
  /// race.
  bool mayStoreTheSame(const RegionAccess &A, const RegionAccess &B) const;

private:
  bool isShared(const Symbol &Sym) const;
  TermId differ(const RegionAccess &A, const RegionAccess &B);
  TermId isOneInstance(const RegionAccess &A);
  TermId distance(const RegionAccess &A, const RegionAccess &B);
  bool provedApart(TermId Difference, uint32_t BytesA, uint32_t BytesB);
  bool apartByInterval(const Term &T, uint32_t BytesA, uint32_t BytesB) const;
  bool apartByDivisor(const Term &T, uint32_t BytesA, uint32_t BytesB) const;
  bool apartByIds(const Term &T, uint32_t BytesA, uint32_t BytesB) const;
  uint64_t factorOfIds(const Term &T,
                       llvm::SmallVectorImpl<Summand> &Rest) const;
  std::optional<std::pair<uint32_t, uint8_t>> workItemOf(TermId Part) const;

  /// Counts what precedes an event in its node; accesses must be queried in
  /// order.
  struct Precedence {
    uint32_t Node = ~0u, Event = 0;
    uint64_t Fences = 0;
    bool MayOrder = false;
  };
  const Precedence &before(uint32_t Node, uint32_t Event);

  Evaluator &Eval;
  TermTable &Terms;
  const Region &Around;
  Precedence Last;
  llvm::DenseMap<TermId, TermId> Memo[2];
};

} // namespace fencepost::sym

#endif
