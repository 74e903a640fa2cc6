//===- Judge.cpp - How much a solver's answer is worth --------------------===//
// See Judge.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Judge.h"
#include "fencepost/Check/FlagPlay.h"
#include "fencepost/Check/OrderProof.h"
#include "fencepost/Check/Premises.h"

namespace fencepost::check {

using view::BlockId;
using view::ValueId;
using view::ValueKind;

/// Below what a symbol is in a model that is quick to replay; 0: no limit.
static uint64_t smallLimit(SymbolKind Kind, bool SmallData) {
  switch (Kind) {
  case SymbolKind::Iteration:
  case SymbolKind::WorkGroup:
    return 4;
  case SymbolKind::Argument:
    return 1024;
  case SymbolKind::Unknown:
    return SmallData ? 4096 : 0;
  default:
    return 0;
  }
}

/// Data that are small too are tried first: with them, what counts up does not
/// wrap, and the iterations that come before are there.
Assignment smallModel(Analysis &Context, const PairQuestion &Q,
                      const Assignment &Values) {
  if (Context.Limits.AnyValues)
    return Values;
  std::vector<TermId> Symbols;
  bool HasData = false;
  for (auto [Id, Value] : Values) {
    Symbols.push_back(Id);
    HasData |= Context.Terms[Id].Sym.Kind == SymbolKind::Unknown;
  }
  llvm::sort(Symbols);
  for (bool SmallData : {true, false}) {
    if (SmallData && !HasData)
      continue;
    TermId Small = Context.Terms.both(Q.Reached, Q.Overlaps);
    for (TermId Id : Symbols) {
      uint64_t Limit = smallLimit(Context.Terms[Id].Sym.Kind, SmallData);
      unsigned Bits = Context.Terms.bits(Id);
      if (Limit && Bits > 12)
        Small = Context.Terms.both(
            Small, Context.Terms.less(Id, Context.Terms.constant(Limit, Bits)));
    }
    Assignment Result;
    if (Context.Solve.tryToAsk(Small, &Result) == Answer::Yes)
      return Result;
  }
  return Values;
}

/// Values that kernels are run with: sizes that are round, and one that is not.
static constexpr uint64_t Samples[] = {64, 256, 1000, 17};

static std::vector<TermId> argumentsOf(Analysis &Context,
                                       const PairQuestion &Q) {
  std::vector<TermId> Arguments;
  llvm::DenseMap<TermId, bool> Seen;
  for (TermId Root : {Q.Reached, Q.Overlaps})
    Context.Terms.forEachSymbol(Root, Seen, [&](TermId Id) {
      if (Context.Terms[Id].Sym.Kind == SymbolKind::Argument)
        Arguments.push_back(Id);
    });
  llvm::sort(Arguments);
  return Arguments;
}

bool multipliesArguments(Analysis &Context, const PairQuestion &Q) {
  llvm::DenseMap<TermId, bool> FromArgument; // Of terms that were visited.
  llvm::SmallVector<TermId, 16> Stack{Q.Reached, Q.Overlaps};
  while (!Stack.empty()) {
    TermId Id = Stack.back();
    size_t Height = Stack.size();
    for (TermId Operand : Context.Terms.operands(Id))
      if (!FromArgument.count(Operand))
        Stack.push_back(Operand);
    if (Stack.size() != Height)
      continue;
    Stack.pop_back();
    const Term &T = Context.Terms[Id];
    bool Any = T.Form == TermForm::Symbol && T.Sym.Kind == SymbolKind::Argument;
    for (TermId Operand : Context.Terms.operands(Id))
      Any |= FromArgument.lookup(Operand);
    bool IsProduct = T.Form == TermForm::Operator && T.Op >= ValueKind::Mul &&
                     T.Op <= ValueKind::SRem;
    if (IsProduct && FromArgument.lookup(T.B))
      return true;
    if (IsProduct && T.Op == ValueKind::Mul && FromArgument.lookup(T.A))
      return true;
    FromArgument[Id] = Any;
  }
  return false;
}

Answer askWithSamples(Analysis &Context, const PairQuestion &Q,
                      Assignment &Values) {
  std::vector<TermId> Arguments = argumentsOf(Context, Q);
  if (Arguments.empty())
    return Answer::GaveUp;
  Answer Result = Answer::Yes;
  TermId Both = Context.Terms.both(Q.Reached, Q.Overlaps);
  for (uint64_t Value : Samples) {
    llvm::DenseMap<TermId, TermId> Memo;
    auto Fix = [&](TermId Id) {
      const Term &T = Context.Terms[Id];
      return T.Sym.Kind == SymbolKind::Argument
                 ? Context.Terms.constant(Value, T.Bits)
                 : Id;
    };
    Assignment Found;
    Answer Reply =
        Context.Solve.tryToAsk(Context.Terms.renamed(Both, Memo, Fix), &Found);
    if (Reply == Answer::No)
      return Answer::No;
    if (Reply == Answer::GaveUp)
      Result = Answer::GaveUp;
    if (Reply == Answer::Yes && Values.empty()) {
      Values = std::move(Found);
      for (TermId Argument : Arguments)
        Values[Argument] = Value;
    }
  }
  return Result;
}

/// With \p Argument fixed to \p Value: is the race still there?
static bool survives(Analysis &Context, const PairQuestion &Q, TermId Argument,
                     uint64_t Value, bool &Feasible) {
  llvm::DenseMap<TermId, TermId> Memo;
  auto Fix = [&](TermId Id) {
    const Term &T = Context.Terms[Id];
    return T.Sym.Kind == SymbolKind::Argument && Id == Argument
               ? Context.Terms.constant(Value, T.Bits)
               : Id;
  };
  TermId Reached = Context.Terms.renamed(Q.Reached, Memo, Fix);
  Feasible = Context.Solve.tryToAsk(Reached) == Answer::Yes;
  if (!Feasible)
    return false;
  TermId Overlaps = Context.Terms.renamed(Q.Overlaps, Memo, Fix);
  return Context.Solve.tryToAsk(Context.Terms.both(Reached, Overlaps)) ==
         Answer::Yes;
}

bool needsSpecialArguments(Analysis &Context, const PairQuestion &Q) {
  for (TermId Argument : argumentsOf(Context, Q)) {
    unsigned Survived = 0;
    for (uint64_t Value : {17, 40, 64, 100, 255, 256, 1000, 1023}) {
      bool Feasible = true;
      Survived += survives(Context, Q, Argument, Value, Feasible);
    }
    if (Survived < 2)
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Values that are not known (Races.h)
//===----------------------------------------------------------------------===//

static constexpr uint8_t ByData = ByInput | ByPlain,
                         ByLaunch = ByArgument | ByGroup | ByShared;

/// Whether the address of \p A is in its object for all values of its symbols.
static bool staysInside(Analysis &Context, const RegionAccess &A) {
  const view::AccessRange &T = A.Site.in(Context.View);
  const view::Object &Of = Context.View.Objects[T.Object];
  if (Of.Size < T.Bytes || Of.Size == 0)
    return false;
  TermId Condition = Context.Terms.both(A.Reach, A.Facts);
  if (isInsideByOrder(Context.Terms, Condition, A.Address, Of.Base,
                      Of.Size - T.Bytes + 1))
    return true;
  TermId Leaves =
      Context.Terms.both(Condition, Context.Terms.negated(A.Inside));
  return Context.Solve.tryToAsk(Leaves) == Answer::No;
}

/// What it depends on that the accesses are made, which is less if they are
/// made in the \p First iteration of loops that their blocks head.
static std::string whyNotCertain(Analysis &Context, const RegionAccess &A,
                                 const RegionAccess &B,
                                 std::array<bool, 2> First) {
  static const char *Unknown =
      "an address or a condition depends on an unknown value";
  uint8_t Address[2], All[2];
  const RegionAccess *Both[] = {&A, &B};
  for (unsigned I = 0; I < 2; ++I) {
    const AccessSite &At = Both[I]->Site;
    Address[I] = Context.Depends.ofValue(At.in(Context.View).Address);
    BlockId Block = At.At.Block;
    All[I] = Address[I] | (First[I] ? Context.Depends.ofFirstTime(Block)
                                    : Context.Depends.ofBlock(Block));
  }
  if (((All[0] | All[1]) & ByOther) || ((Address[0] | Address[1]) & ByStored) ||
      ((All[0] & ByData) && (All[1] & ByData)))
    return Unknown;
  for (unsigned I = 0; I < 2; ++I)
    if ((Address[I] & ByData) &&
        ((Address[1 - I] & ByLaunch) || !staysInside(Context, *Both[I])))
      return Unknown;
  const view::AccessRange &T = A.Site.in(Context.View);
  bool SameStore = A.Site == B.Site && !T.Reads;
  if (SameStore && (T.Stored == view::None ||
                    (Context.Depends.ofValue(T.Stored) & (ByPlain | ByOther))))
    return "the stored values are unknown and may be equal";
  return "";
}

std::string whyNeverCertain(Analysis &Context, const RegionAccess &A,
                            const RegionAccess &B) {
  return whyNotCertain(Context, A, B, {true, true});
}

/// Whether \p Who is in the first iteration of the loop that \p Block heads.
static bool isFirstTime(const Analysis &Context, const Actor &Actor,
                        BlockId Block) {
  return llvm::none_of(Actor.Iterations, [&](const auto &Count) {
    return Count.first == Context.Shape.headedBy(Block) && Count.second != 0;
  });
}

/// The access of \p Site that \p T made in the iterations of \p Who.
static const AccessRecord *sameInstance(const Trace &T, AccessSite Site,
                                        const Actor &Actor) {
  for (const AccessRecord &H : T.Accesses)
    if (H.Site == Site && H.Iterations == Actor.Iterations)
      return &H;
  return nullptr;
}

/// Whether the threads of \p C do not collide when arguments are others,
/// neither in the same iterations nor in others.
static bool changesWithArguments(Analysis &Context,
                                 const ThreadInterpreter &Runs, AccessSite A,
                                 AccessSite B, const Collision &C) {
  unsigned Survived = 0;
  for (uint64_t Value : {16, 17, 64, 255, 256, 1000, 1023})
    for (bool Same : {true, false}) {
      Launch Launch = C.Run;
      for (const view::Value &V : Context.View.Values)
        if (V.Kind == view::ValueKind::Argument)
          Launch.Arguments[V.Number] = Value + (Same ? 0 : 24 * V.Number);
      Launch.Fill += Value;
      // Unknown values that all threads share are like arguments.
      Trace Traces[2];
      for (unsigned T = 0; T < 2; ++T) {
        Unknowns Unknowns = C.Values[T];
        std::erase_if(Unknowns, [&](const auto &Known) {
          return Context.View.Values[Known.first].Uniform;
        });
        Traces[T] = Runs.run(Launch, C.Threads[T], Unknowns, T ? B : A,
                             Context.Limits.ReplaySteps);
      }
      const AccessRecord *X = sameInstance(Traces[0], A, C.Seen.Threads[0]);
      const AccessRecord *Y = sameInstance(Traces[1], B, C.Seen.Threads[1]);
      if (!X || !Y)
        continue;
      bool FromUnknown = false;
      if (!commonByte(X->Address, A.in(Context.View).Bytes, Y->Address,
                      B.in(Context.View).Bytes) &&
          !findCollision(Context.View, Launch, C.Threads[0], Traces[0], A,
                         C.Threads[1], Traces[1], B, FromUnknown))
        return true;
      ++Survived;
    }
  return Survived == 0;
}

/// Runs the work-group of \p C with its flags: as it is, and with arguments
/// that let loops turn a few times. Whether the pair races then.
static bool racesInSpiteOfFlags(Analysis &Context,
                                const ThreadInterpreter &Runs, AccessSite A,
                                AccessSite B, Collision &C) {
  constexpr uint64_t FewTurns = 4;
  Launch Turning = C.Run;
  for (auto &[Number, Value] : Turning.Arguments)
    Value = FewTurns;
  Turning.AllArguments = FewTurns;
  for (const Launch &Launch : {C.Run, Turning}) {
    if (Context.Counts.Searches >= Context.Limits.Searches)
      return false;
    ++Context.Counts.Searches;
    if (auto Seen = simulateFlags(Context.View, Runs, Launch,
                                  {C.Threads[0], C.Threads[1]}, A, B,
                                  Context.Limits.SearchSteps)) {
      C.Run = Launch;
      C.Seen = std::move(*Seen);
      return true;
    }
  }
  return false;
}

std::string whyOnlyPossible(Analysis &Context, const ThreadInterpreter &Runs,
                            const RegionAccess &A, const RegionAccess &B,
                            Collision &C) {
  std::string Why =
      whyNotCertain(Context, A, B,
                    {isFirstTime(Context, C.Seen.Threads[0], A.Site.At.Block),
                     isFirstTime(Context, C.Seen.Threads[1], B.Site.At.Block)});
  if (!Why.empty())
    return Why;
  static const char *MayExclude =
      "conditions that depend on the same input may exclude each other";
  if (Context.Flags.mayOrder(
          A.Site, B.Site, {C.Seen.Threads[0].Path, C.Seen.Threads[1].Path}) &&
      !racesInSpiteOfFlags(Context, Runs, A.Site, B.Site, C))
    return "atomic accesses may order them";
  ValueId Address[] = {A.Site.in(Context.View).Address,
                       B.Site.in(Context.View).Address};
  if (Premises(Context.View, Context.Depends)
          .mayExclude(A.Site.At.Block, Address[0], B.Site.At.Block, Address[1]))
    return MayExclude;
  uint8_t Addresses =
      Context.Depends.ofValue(Address[0]) | Context.Depends.ofValue(Address[1]);
  // An address that depends on data goes anywhere, whatever the arguments are.
  if (!(Addresses & ByData) && (Addresses & ByLaunch) &&
      changesWithArguments(Context, Runs, A.Site, B.Site, C))
    return "it depends on the values of arguments";
  return "";
}

} // namespace fencepost::check
