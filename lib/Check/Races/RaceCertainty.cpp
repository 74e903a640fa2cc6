//===- RaceCertainty.cpp - How certain a race is --------------------------===//
// See RaceCertainty.h.
//===----------------------------------------------------------------------===//
#include "RaceCertainty.h"
#include "Premises.h"
#include "fencepost/Simulate/FlagSimulation.h"
#include "fencepost/Symbolic/OrderProof.h"

namespace fencepost::check {

using view::BlockId;
using view::ValueId;
using view::ValueKind;

//===----------------------------------------------------------------------===//
// Unknown values (Races.h)
//===----------------------------------------------------------------------===//

static constexpr uint8_t ByData = view::ByInput | view::ByPlain,
                         ByLaunch =
                             view::ByArgument | view::ByGroup | view::ByShared;

/// True if the address of \p A is in its object for all values of its symbols.
static bool staysInside(sym::Analysis &Context, const sym::RegionAccess &A) {
  const view::AccessRange &T = A.Site.in(Context.View);
  const view::Object &Object = Context.View.Objects[T.Object];
  if (Object.Size < T.Bytes || Object.Size == 0)
    return false;
  sym::TermId Condition = Context.Terms.both(A.Reach, A.Facts);
  if (sym::isInsideByOrder(Context.Terms, Condition, A.Address, Object.Base,
                           Object.Size - T.Bytes + 1))
    return true;
  sym::TermId Leaves =
      Context.Terms.both(Condition, Context.Terms.negated(A.Inside));
  return Context.Solve.tryToAsk(Leaves) == sym::Answer::No;
}

/// Why a race of \p A and \p B is not certain, from the conditions under which
/// the accesses are made; these are weaker if they are made in the \p First
/// iteration of loops whose headers they are in.
static std::optional<Reason> whyNotCertain(sym::Analysis &Context,
                                           const sym::RegionAccess &A,
                                           const sym::RegionAccess &B,
                                           std::array<bool, 2> First) {
  uint8_t Address[2], All[2];
  const sym::RegionAccess *Both[] = {&A, &B};
  for (unsigned I = 0; I < 2; ++I) {
    const view::AccessSite &At = Both[I]->Site;
    Address[I] = Context.Depends.valueSources(At.in(Context.View).Address);
    BlockId Block = At.Site.Block;
    All[I] =
        Address[I] | (First[I] ? Context.Depends.firstIterationSources(Block)
                               : Context.Depends.blockSources(Block));
  }
  if (((All[0] | All[1]) & view::ByOther) ||
      ((Address[0] | Address[1]) & view::ByStored) ||
      ((All[0] & ByData) && (All[1] & ByData)))
    return Reason::UnknownAddressOrCondition;
  for (unsigned I = 0; I < 2; ++I)
    if ((Address[I] & ByData) &&
        ((Address[1 - I] & ByLaunch) || !staysInside(Context, *Both[I])))
      return Reason::UnknownAddressOrCondition;
  const view::AccessRange &T = A.Site.in(Context.View);
  bool SameStore = A.Site == B.Site && !T.Reads;
  if (SameStore &&
      (T.Stored == view::None || (Context.Depends.valueSources(T.Stored) &
                                  (view::ByPlain | view::ByOther))))
    return Reason::UnknownStoredValues;
  return std::nullopt;
}

std::optional<Reason> whyNeverCertain(sym::Analysis &Context,
                                      const sym::RegionAccess &A,
                                      const sym::RegionAccess &B) {
  return whyNotCertain(Context, A, B, {true, true});
}

/// True if \p Actor is in the first iteration of the loop with header \p Block.
static bool isFirstTime(const sym::Analysis &Context, const sim::Actor &Actor,
                        BlockId Block) {
  return llvm::none_of(Actor.Iterations, [&](const auto &Count) {
    return Count.first == Context.Shape.headedBy(Block) && Count.second != 0;
  });
}

/// The access of \p Site that \p T made in the iterations of the actor.
static const sim::AccessRecord *sameInstance(const sim::Trace &T,
                                             view::AccessSite Site,
                                             const sim::Actor &Actor) {
  for (const sim::AccessRecord &H : T.Accesses)
    if (H.Site == Site && H.Iterations == Actor.Iterations)
      return &H;
  return nullptr;
}

/// True if the collision of \p C goes away for other argument values, in the
/// same iterations and in others.
static bool changesWithArguments(sym::Analysis &Context,
                                 const sim::ThreadInterpreter &Runs,
                                 view::AccessSite A, view::AccessSite B,
                                 const Collision &C) {
  unsigned Survived = 0;
  for (uint64_t Value : {16, 17, 64, 255, 256, 1000, 1023})
    for (bool Same : {true, false}) {
      sim::Launch Launch = C.Run;
      for (const view::Value &V : Context.View.Values)
        if (V.Kind == view::ValueKind::Argument)
          Launch.Arguments[V.Number] = Value + (Same ? 0 : 24 * V.Number);
      Launch.Fill += Value;
      // Unknown values that all threads share are like arguments.
      sim::Trace Traces[2];
      for (unsigned T = 0; T < 2; ++T) {
        sim::Unknowns Unknowns = C.Values[T];
        std::erase_if(Unknowns, [&](const auto &Known) {
          return Context.View.Values[Known.first].Uniform;
        });
        Traces[T] = Runs.run(Launch, C.Threads[T], Unknowns, T ? B : A,
                             Context.Limits.ReplaySteps);
      }
      const sim::AccessRecord *X =
          sameInstance(Traces[0], A, C.Seen.Threads[0]);
      const sim::AccessRecord *Y =
          sameInstance(Traces[1], B, C.Seen.Threads[1]);
      if (!X || !Y)
        continue;
      bool FromUnknown = false;
      if (!sim::commonByte(X->Address, A.in(Context.View).Bytes, Y->Address,
                           B.in(Context.View).Bytes) &&
          !sim::findCollision(Context.View, Launch, C.Threads[0], Traces[0], A,
                              C.Threads[1], Traces[1], B, FromUnknown))
        return true;
      ++Survived;
    }
  return Survived == 0;
}

/// Runs the work-group of \p C with its flags: with its own arguments, and with
/// arguments that make loops iterate a few times. True if the pair races in one
/// of them.
static bool racesInSpiteOfFlags(sym::Analysis &Context,
                                const sim::ThreadInterpreter &Runs,
                                view::AccessSite A, view::AccessSite B,
                                Collision &C) {
  constexpr uint64_t FewTurns = 4;
  sim::Launch Turning = C.Run;
  for (auto &[Number, Value] : Turning.Arguments)
    Value = FewTurns;
  Turning.AllArguments = FewTurns;
  for (const sim::Launch &Launch : {C.Run, Turning}) {
    if (Context.Counts.Searches >= Context.Limits.Searches)
      return false;
    ++Context.Counts.Searches;
    if (auto Seen = sim::simulateFlags(Context.View, Runs, Launch,
                                       {C.Threads[0], C.Threads[1]}, A, B,
                                       Context.Limits.SearchSteps)) {
      C.Run = Launch;
      C.Seen = std::move(*Seen);
      return true;
    }
  }
  return false;
}

std::optional<Reason> whyOnlyPossible(sym::Analysis &Context,
                                      const sim::ThreadInterpreter &Runs,
                                      const sym::RegionAccess &A,
                                      const sym::RegionAccess &B,
                                      Collision &C) {
  std::optional<Reason> Why = whyNotCertain(
      Context, A, B,
      {isFirstTime(Context, C.Seen.Threads[0], A.Site.Site.Block),
       isFirstTime(Context, C.Seen.Threads[1], B.Site.Site.Block)});
  if (Why)
    return Why;
  if (Context.Flags.mayOrder(
          A.Site, B.Site, {C.Seen.Threads[0].Path, C.Seen.Threads[1].Path}) &&
      !racesInSpiteOfFlags(Context, Runs, A.Site, B.Site, C))
    return Reason::AtomicsMayOrder;
  ValueId Address[] = {A.Site.in(Context.View).Address,
                       B.Site.in(Context.View).Address};
  if (Premises(Context.View, Context.Depends)
          .mayExclude(A.Site.Site.Block, Address[0], B.Site.Site.Block,
                      Address[1]))
    return Reason::ConditionsMayExclude;
  uint8_t Addresses = Context.Depends.valueSources(Address[0]) |
                      Context.Depends.valueSources(Address[1]);
  // An address that depends on data is unconstrained, whatever the arguments
  // are.
  if (!(Addresses & ByData) && (Addresses & ByLaunch) &&
      changesWithArguments(Context, Runs, A.Site, B.Site, C))
    return Reason::DependsOnArguments;
  return std::nullopt;
}

} // namespace fencepost::check
