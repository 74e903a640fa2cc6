//===- NeedlessParts.h - Shared parts of the search for needless sync -----===//
// Facts about all of a kernel's memory, whether a barrier separates anything,
// and what fences pair with. See Needless.h.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_CHECK_NEEDLESS_NEEDLESSPARTS_H
#define FENCEPOST_LIB_CHECK_NEEDLESS_NEEDLESSPARTS_H

#include "Needless.h"

namespace fencepost::check {

/// Facts about all memory accesses of a kernel (NeedlessMemory.cpp).
class MemoryFacts {
public:
  MemoryFacts(const view::SyncView &View, const view::Graph &Shape);

  /// True if \p T may be in \p Space, which is Local or Global.
  bool isIn(const view::AccessRange &T, AddressSpace Space) const;
  bool accesses(const view::Event &E, AddressSpace Space) const {
    return isIn(E.Memory, Space) || isIn(E.Destination, Space);
  }
  /// False if the objects of \p A and \p B show that the two do not alias.
  bool mayAlias(const view::AccessRange &A, const view::AccessRange &B) const;
  /// Whether work-groups may synchronize by \p E.
  bool reachesOut(const view::Event &E) const;
  /// Whether fences may pair with \p E.
  bool isFlag(const view::Event &E) const;

  bool HasTransfers = false, HasFlags = false, HasOpaque = false,
       HasOut = false, HasOtherBarriers = false;

private:
  void findPolled(const view::Graph &Shape);

  const view::SyncView &View;
  std::vector<bool> Polled; ///< Objects that a loop waits for.
  bool AnyPolled = false;   ///< Some loop waits for unknown memory.
};

/// How a barrier separates accesses.
enum class CrossingAnswer : uint8_t {
  Nothing, ///< No accesses that conflict, in any two threads.
  Much,    ///< Some access, or it is unknown.
  Limit,   ///< A limit was hit.
};

/// The operations of one barrier: signals and waits of a split one, or one
/// alone.
using BarrierGroup = std::set<view::Site>;

/// Decides what barriers separate (NeedlessCrossing.cpp).
class CrossingFinder {
public:
  CrossingFinder(sym::Analysis &Context, const MemoryFacts &Memory,
                 NeedlessLimits Limits);
  /// What \p Group alone separates, if the barriers in \p Removed do not count.
  CrossingAnswer find(const BarrierGroup &Group,
                      const std::set<view::Site> &Removed);

  /// True if a limit was hit, so that no further query is decided.
  bool isExhausted() const {
    return Pairs > Limits.Pairs || Questions > Limits.Questions;
  }

private:
  struct Item;
  struct Counts;

  CrossingAnswer findIn(AddressSpace Space, const BarrierGroup &Group,
                        const view::Boundaries &Bounds);
  std::set<std::optional<view::Site>>
  startsBefore(const BarrierGroup &Group, const view::Boundaries &Bounds);
  std::vector<Counts> count(const sym::Region &R,
                            const BarrierGroup &Group) const;
  bool collect(const sym::Region &R, const BarrierGroup &Group,
               AddressSpace Space, std::vector<Item> &Out) const;
  CrossingAnswer compare(sym::RegionOverlap &Pairs, std::vector<Item> &Items);
  CrossingAnswer compare(sym::RegionOverlap &Pairs, Item &A, Item &B);

  sym::Analysis &Context;
  const MemoryFacts &Memory;
  NeedlessLimits Limits;
  std::map<AddressSpace, std::set<view::Site>> Unfenced;
  uint64_t Pairs = 0;
  unsigned Questions = 0;
};

/// Finds the operations that fences pair with (NeedlessFences.cpp).
class FenceUses {
public:
  FenceUses(sym::Analysis &Context, const MemoryFacts &Memory,
            NeedlessLimits Limits)
      : Context(Context), Memory(Memory), Limits(Limits) {}

  std::set<view::Site>
      Removed; ///< Barriers and fences that are already removed.

  /// Fences with nothing but fences and removed operations between them and
  /// \p At.
  std::vector<view::Site> around(view::Site At) const;
  /// The barrier with nothing but such fences between it and \p At.
  std::optional<view::Site> barrierBefore(view::Site At) const;
  std::optional<view::Site> barrierAfter(view::Site At) const;
  std::optional<view::Site> barrierNextTo(view::Site At) const {
    std::optional<view::Site> Before = barrierBefore(At);
    return Before ? Before : barrierAfter(At);
  }
  /// True if the fence pairs with no remaining operation, or others replace it.
  /// Order within waves is not considered.
  bool pairsWithNothing(view::Site Fence);
  /// True if an adjacent fence gives the same order within waves, or nothing is
  /// accessed on one side.
  bool isNotNeededInWave(view::Site Fence);
  /// True if work-group scope is sufficient.
  bool isTooWide(view::Site Fence) const;
  bool hitLimit() const { return Steps > Limits.Steps; }

private:
  enum class Direction : uint8_t { Forwards, Backwards };
  /// Stop: do not follow this path further. Fail: the operation searched for is
  /// found.
  enum class Meeting : uint8_t { Pass, Stop, Fail };
  bool walk(view::Site From, Direction Where,
            llvm::function_ref<Meeting(view::Site, const view::Event &)> Meet);
  ScopeLevel neededLevel(view::Site Fence) const;
  bool covers(view::Site Other, view::Site Fence) const;
  bool releasesNothing(view::Site Fence);
  bool acquiresNothing(view::Site Fence);

  sym::Analysis &Context;
  const MemoryFacts &Memory;
  NeedlessLimits Limits;
  uint64_t Steps = 0;
};

} // namespace fencepost::check

#endif
