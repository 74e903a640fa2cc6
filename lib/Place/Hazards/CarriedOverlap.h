//===- CarriedOverlap.h - Can accesses of two iterations collide? ---------===//
// The first access happens in any iteration (the root copy of the Evaluator),
// and the second later in the same execution: in the copy to which the path
// leads (ForwardUnfolding.h). All waves of a work-group take the same path, so
// uniform values are equal for both threads, as far as both are in step.
//
// Answers do not depend on where barriers are, so each question is asked once.
// Small ones are enumerated, large ones asked in parts. Everything but a proof
// that the accesses do not overlap counts as an overlap. A few sample values
// are tried first and often show one; a caller for which these suffice asks
// with Effort::Little.
// Tested by unittests/Place/PlacementTest.cpp.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_PLACE_HAZARDS_CARRIEDOVERLAP_H
#define FENCEPOST_LIB_PLACE_HAZARDS_CARRIEDOVERLAP_H

#include "fencepost/Symbolic/Analysis.h"
#include "fencepost/View/Access.h"

namespace fencepost::place {

/// How a later point of an execution is seen from an earlier one.
struct Moment {
  sym::CopyId Copy = sym::RootCopy;
  /// A loop around the earlier point of which, and of the loops inside it, the
  /// iteration is not followed; None: all are.
  view::LoopId Free = view::None;
  auto operator<=>(const Moment &) const = default;
};

/// What a question is worth.
enum class Effort : uint8_t {
  Little, ///< A few values are tried.
  Any,
};

/// Which access of a pair: the one that comes first, or the later one.
enum class PairSide : uint8_t { First, Second };

/// Of the threads of one wave: whose accesses are compared.
enum class LanePair : uint8_t {
  Different,
  Any, ///< Also those of one thread.
};

/// A node of a region with \p Access alone. Lanes of a wave are in order: the
/// second access of a pair comes in a later epoch.
sym::RegionNode makeRegionNode(sym::Evaluator &Eval, view::AccessSite Access,
                               sym::CopyId Copy, PairSide Side);

class CarriedOverlap {
public:
  /// \p Uniform: blocks that all waves enter the same number of times.
  CarriedOverlap(sym::Analysis &Facts, const std::vector<bool> &Uniform)
      : Facts(Facts), Uniform(Uniform) {}

  /// Whether \p A of a thread and, at \p When, \p B of a thread of another wave
  /// can access the same byte.
  sym::Answer ask(view::AccessSite A, view::AccessSite B, Moment When) {
    return *ask(A, B, When, Effort::Any);
  }
  /// The same; nothing if little effort does not tell.
  std::optional<sym::Answer> ask(view::AccessSite A, view::AccessSite B,
                                 Moment When, Effort Effort);
  /// The same if also \p Condition holds for the second thread; on Yes,
  /// \p Values is how.
  std::optional<sym::Answer> ask(view::AccessSite A, view::AccessSite B,
                                 Moment When, sym::TermId Condition,
                                 Effort Effort, sym::Assignment &Values);
  /// The same for threads of one wave.
  sym::Answer askInWave(view::AccessSite A, view::AccessSite B, Moment When,
                        LanePair Lanes);
  /// Given that they can meet under \p Conditions: whether that rests on ids,
  /// arguments and counted loops alone. Not so on loaded values, on what loops
  /// carry in ways that are not tracked, and on how often loops go around that
  /// nothing counts; of these, the first iteration is tried.
  bool meetByKnown(view::AccessSite A, view::AccessSite B, Moment When,
                   llvm::ArrayRef<sym::TermId> Conditions);
  /// Whether \p Condition holds in \p Values for the second thread.
  bool holds(view::AccessSite A, Moment When, sym::TermId Condition,
             const sym::Assignment &Values);

private:
  /// Questions about threads that are in step in some loops.
  struct LockstepFrame {
    sym::Region Region;
    std::unique_ptr<sym::RegionOverlap> Pairs;
    std::map<std::pair<view::AccessSite, sym::CopyId>, sym::RegionAccess> First,
        Second;
  };
  using CarriedPair = std::pair<view::AccessSite, view::AccessSite>;

  LockstepFrame &frameFor(view::AccessSite A, view::LoopId Free);
  const sym::RegionAccess &access(LockstepFrame &F, view::AccessSite Access,
                                  sym::CopyId Copy, PairSide Side);
  /// A question, and what is known about it.
  struct CachedQuestion {
    sym::TermId Question;
    sym::Answer Reply;
  };
  CachedQuestion tried(LockstepFrame &F, const sym::RegionAccess &A,
                       const sym::RegionAccess &B, sym::Assignment &Values);
  /// What was found out about two accesses.
  struct CachedAnswer {
    std::optional<CachedQuestion> Few; ///< What a few values say.
    std::optional<sym::Answer> Reply;
    sym::Assignment Values;
  };
  sym::Answer computed(LockstepFrame &F, const sym::RegionAccess &A,
                       const sym::RegionAccess &B, sym::TermId Question,
                       sym::Assignment &Values, Effort Work);
  sym::Answer answer(LockstepFrame &F, const sym::RegionAccess &A,
                     const sym::RegionAccess &B, sym::Assignment &Values,
                     Effort Work);
  bool isNeverMet(view::AccessSite A, view::AccessSite B);
  std::vector<sym::Symbol> symbolsOf(view::AccessSite A, view::AccessSite B,
                                     Moment When,
                                     llvm::ArrayRef<sym::TermId> Conditions);
  bool isKnownApart(view::AccessSite A, view::AccessSite B) const {
    auto It = NeverMet.find(std::minmax(A, B));
    return It != NeverMet.end() && It->second;
  }
  sym::RegionAccess inWave(sym::RegionAccess A);
  sym::Answer askOneThread(LockstepFrame &F, const sym::RegionAccess &A,
                           const sym::RegionAccess &B);

  sym::Analysis &Facts;
  const std::vector<bool> &Uniform;
  std::map<std::vector<view::LoopId>, std::unique_ptr<LockstepFrame>> Frames;
  std::map<CarriedPair, bool> NeverMet;
  std::map<std::tuple<CarriedPair, Moment, sym::TermId>, CachedAnswer> Known;
  /// Of one thread, and of one wave.
  std::map<std::pair<CarriedPair, Moment>, sym::Answer> KnownInWave[2];
};

} // namespace fencepost::place

#endif
