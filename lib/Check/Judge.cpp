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
Assignment smallModel(Analysis &In, const PairQuestion &Q,
                      const Assignment &How) {
  if (In.Limits.AnyValues)
    return How;
  std::vector<TermId> Symbols;
  bool HasData = false;
  for (auto [Id, Value] : How) {
    Symbols.push_back(Id);
    HasData |= In.Terms[Id].Sym.Kind == SymbolKind::Unknown;
  }
  llvm::sort(Symbols);
  for (bool SmallData : {true, false}) {
    if (SmallData && !HasData)
      continue;
    TermId Small = In.Terms.both(Q.Reached, Q.Overlaps);
    for (TermId Id : Symbols) {
      uint64_t Limit = smallLimit(In.Terms[Id].Sym.Kind, SmallData);
      unsigned Bits = In.Terms.bits(Id);
      if (Limit && Bits > 12)
        Small = In.Terms.both(
            Small, In.Terms.less(Id, In.Terms.constant(Limit, Bits)));
    }
    Assignment Result;
    if (In.Solve.tryToAsk(Small, &Result) == Answer::Yes)
      return Result;
  }
  return How;
}

/// Values that kernels are run with: sizes that are round, and one that is not.
static constexpr uint64_t Samples[] = {64, 256, 1000, 17};

static std::vector<TermId> argumentsOf(Analysis &In, const PairQuestion &Q) {
  std::vector<TermId> Arguments;
  llvm::DenseMap<TermId, bool> Seen;
  for (TermId Root : {Q.Reached, Q.Overlaps})
    In.Terms.forEachSymbol(Root, Seen, [&](TermId Id) {
      if (In.Terms[Id].Sym.Kind == SymbolKind::Argument)
        Arguments.push_back(Id);
    });
  llvm::sort(Arguments);
  return Arguments;
}

bool multipliesArguments(Analysis &In, const PairQuestion &Q) {
  llvm::DenseMap<TermId, bool> FromArgument; // Of terms that were visited.
  llvm::SmallVector<TermId, 16> Stack{Q.Reached, Q.Overlaps};
  while (!Stack.empty()) {
    TermId Id = Stack.back();
    size_t Height = Stack.size();
    for (TermId Operand : In.Terms.operands(Id))
      if (!FromArgument.count(Operand))
        Stack.push_back(Operand);
    if (Stack.size() != Height)
      continue;
    Stack.pop_back();
    const Term &T = In.Terms[Id];
    bool Any = T.Form == TermForm::Symbol && T.Sym.Kind == SymbolKind::Argument;
    for (TermId Operand : In.Terms.operands(Id))
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

Answer askWithSamples(Analysis &In, const PairQuestion &Q, Assignment &How) {
  std::vector<TermId> Arguments = argumentsOf(In, Q);
  if (Arguments.empty())
    return Answer::GaveUp;
  Answer Result = Answer::Yes;
  TermId Both = In.Terms.both(Q.Reached, Q.Overlaps);
  for (uint64_t Value : Samples) {
    llvm::DenseMap<TermId, TermId> Memo;
    auto Fix = [&](TermId Id) {
      const Term &T = In.Terms[Id];
      return T.Sym.Kind == SymbolKind::Argument
                 ? In.Terms.constant(Value, T.Bits)
                 : Id;
    };
    Assignment Found;
    Answer Is = In.Solve.tryToAsk(In.Terms.renamed(Both, Memo, Fix), &Found);
    if (Is == Answer::No)
      return Answer::No;
    if (Is == Answer::GaveUp)
      Result = Answer::GaveUp;
    if (Is == Answer::Yes && How.empty()) {
      How = std::move(Found);
      for (TermId Argument : Arguments)
        How[Argument] = Value;
    }
  }
  return Result;
}

/// With \p Argument fixed to \p Value: is the race still there?
static bool survives(Analysis &In, const PairQuestion &Q, TermId Argument,
                     uint64_t Value, bool &Feasible) {
  llvm::DenseMap<TermId, TermId> Memo;
  auto Fix = [&](TermId Id) {
    const Term &T = In.Terms[Id];
    return T.Sym.Kind == SymbolKind::Argument && Id == Argument
               ? In.Terms.constant(Value, T.Bits)
               : Id;
  };
  TermId Reached = In.Terms.renamed(Q.Reached, Memo, Fix);
  Feasible = In.Solve.tryToAsk(Reached) == Answer::Yes;
  if (!Feasible)
    return false;
  TermId Overlaps = In.Terms.renamed(Q.Overlaps, Memo, Fix);
  return In.Solve.tryToAsk(In.Terms.both(Reached, Overlaps)) == Answer::Yes;
}

bool needsSpecialArguments(Analysis &In, const PairQuestion &Q) {
  for (TermId Argument : argumentsOf(In, Q)) {
    unsigned Survived = 0;
    for (uint64_t Value : {17, 40, 64, 100, 255, 256, 1000, 1023}) {
      bool Feasible = true;
      Survived += survives(In, Q, Argument, Value, Feasible);
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
static bool staysInside(Analysis &In, const RegionAccess &A) {
  const view::AccessRange &T = A.Site.in(In.View);
  const view::Object &Of = In.View.Objects[T.Object];
  if (Of.Size < T.Bytes || Of.Size == 0)
    return false;
  TermId Given = In.Terms.both(A.Reach, A.Facts);
  if (isInsideByOrder(In.Terms, Given, A.Address, Of.Base,
                      Of.Size - T.Bytes + 1))
    return true;
  TermId Leaves = In.Terms.both(Given, In.Terms.negated(A.Inside));
  return In.Solve.tryToAsk(Leaves) == Answer::No;
}

/// What it depends on that the accesses are made, which is less if they are
/// made in the \p First iteration of loops that their blocks head.
static std::string whyNotCertain(Analysis &In, const RegionAccess &A,
                                 const RegionAccess &B,
                                 std::array<bool, 2> First) {
  static const char *Unknown =
      "an address or a condition depends on a value that is not known";
  uint8_t Address[2], All[2];
  const RegionAccess *Both[] = {&A, &B};
  for (unsigned I = 0; I < 2; ++I) {
    const AccessSite &At = Both[I]->Site;
    Address[I] = In.Depends.ofValue(At.in(In.View).Address);
    BlockId Block = At.At.Block;
    All[I] = Address[I] | (First[I] ? In.Depends.ofFirstTime(Block)
                                    : In.Depends.ofBlock(Block));
  }
  if (((All[0] | All[1]) & ByOther) || ((Address[0] | Address[1]) & ByStored) ||
      ((All[0] & ByData) && (All[1] & ByData)))
    return Unknown;
  for (unsigned I = 0; I < 2; ++I)
    if ((Address[I] & ByData) &&
        ((Address[1 - I] & ByLaunch) || !staysInside(In, *Both[I])))
      return Unknown;
  const view::AccessRange &T = A.Site.in(In.View);
  bool SameStore = A.Site == B.Site && !T.Reads;
  if (SameStore && (T.Stored == view::None ||
                    (In.Depends.ofValue(T.Stored) & (ByPlain | ByOther))))
    return "the values that are stored are not known, and may be the same";
  return "";
}

std::string whyNeverCertain(Analysis &In, const RegionAccess &A,
                            const RegionAccess &B) {
  return whyNotCertain(In, A, B, {true, true});
}

/// Whether \p Who is in the first iteration of the loop that \p Block heads.
static bool isFirstTime(const Analysis &In, const Actor &Who, BlockId Block) {
  return llvm::none_of(Who.Iterations, [&](const auto &Count) {
    return Count.first == In.Shape.headedBy(Block) && Count.second != 0;
  });
}

/// The access of \p Site that \p T made in the iterations of \p Who.
static const AccessRecord *sameInstance(const Trace &T, AccessSite Site,
                                        const Actor &Who) {
  for (const AccessRecord &H : T.Accesses)
    if (H.Site == Site && H.Iterations == Who.Iterations)
      return &H;
  return nullptr;
}

/// Whether the threads of \p C do not collide when arguments are others,
/// neither in the same iterations nor in others.
static bool changesWithArguments(Analysis &In, const ThreadInterpreter &Runs,
                                 AccessSite A, AccessSite B,
                                 const Collision &C) {
  unsigned Survived = 0;
  for (uint64_t Value : {16, 17, 64, 255, 256, 1000, 1023})
    for (bool Same : {true, false}) {
      Launch On = C.On;
      for (const view::Value &V : In.View.Values)
        if (V.Kind == view::ValueKind::Argument)
          On.Arguments[V.Number] = Value + (Same ? 0 : 24 * V.Number);
      On.Fill += Value;
      // Unknown values that all threads share are like arguments.
      Trace Traces[2];
      for (unsigned T = 0; T < 2; ++T) {
        Unknowns Given = C.Given[T];
        std::erase_if(Given, [&](const auto &Known) {
          return In.View.Values[Known.first].Uniform;
        });
        Traces[T] =
            Runs.run(On, C.Threads[T], Given, T ? B : A, In.Limits.ReplaySteps);
      }
      const AccessRecord *X = sameInstance(Traces[0], A, C.Seen.Threads[0]);
      const AccessRecord *Y = sameInstance(Traces[1], B, C.Seen.Threads[1]);
      if (!X || !Y)
        continue;
      bool FromUnknown = false;
      if (!commonByte(X->Address, A.in(In.View).Bytes, Y->Address,
                      B.in(In.View).Bytes) &&
          !findCollision(In.View, On, C.Threads[0], Traces[0], A, C.Threads[1],
                         Traces[1], B, FromUnknown))
        return true;
      ++Survived;
    }
  return Survived == 0;
}

/// Runs the work-group of \p C with its flags: as it is, and with arguments
/// that let loops turn a few times. Whether the pair races then.
static bool racesInSpiteOfFlags(Analysis &In, const ThreadInterpreter &Runs,
                                AccessSite A, AccessSite B, Collision &C) {
  constexpr uint64_t FewTurns = 4;
  Launch Turning = C.On;
  for (auto &[Number, Value] : Turning.Arguments)
    Value = FewTurns;
  Turning.AllArguments = FewTurns;
  for (const Launch &On : {C.On, Turning}) {
    if (In.Counts.Searches >= In.Limits.Searches)
      return false;
    ++In.Counts.Searches;
    if (auto Seen =
            simulateFlags(In.View, Runs, On, {C.Threads[0], C.Threads[1]}, A, B,
                          In.Limits.SearchSteps)) {
      C.On = On;
      C.Seen = std::move(*Seen);
      return true;
    }
  }
  return false;
}

std::string whyOnlyPossible(Analysis &In, const ThreadInterpreter &Runs,
                            const RegionAccess &A, const RegionAccess &B,
                            Collision &C) {
  std::string Why =
      whyNotCertain(In, A, B,
                    {isFirstTime(In, C.Seen.Threads[0], A.Site.At.Block),
                     isFirstTime(In, C.Seen.Threads[1], B.Site.At.Block)});
  if (!Why.empty())
    return Why;
  static const char *MayExclude =
      "conditions that depend on the same input may exclude each other";
  if (In.Flags.mayOrder(A.Site, B.Site,
                        {C.Seen.Threads[0].Path, C.Seen.Threads[1].Path}) &&
      !racesInSpiteOfFlags(In, Runs, A.Site, B.Site, C))
    return "atomic accesses may order them";
  ValueId Address[] = {A.Site.in(In.View).Address, B.Site.in(In.View).Address};
  if (Premises(In.View, In.Depends)
          .mayExclude(A.Site.At.Block, Address[0], B.Site.At.Block, Address[1]))
    return MayExclude;
  uint8_t Addresses =
      In.Depends.ofValue(Address[0]) | In.Depends.ofValue(Address[1]);
  // An address that depends on data goes anywhere, whatever the arguments are.
  if (!(Addresses & ByData) && (Addresses & ByLaunch) &&
      changesWithArguments(In, Runs, A.Site, B.Site, C))
    return "it depends on the values of arguments";
  return "";
}

} // namespace fencepost::check
