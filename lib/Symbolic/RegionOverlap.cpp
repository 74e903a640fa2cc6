//===- RegionOverlap.cpp - Can two threads access one byte? --------------===//
// See RegionOverlap.h; the cheap proofs are at the end.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/RegionOverlap.h"
#include "fencepost/View/Arithmetic.h"
#include <numeric>

namespace fencepost::sym {

using namespace view;

RegionOverlap::RegionOverlap(Evaluator &Eval, const Region &Region)
    : Eval(Eval), Terms(Eval.Terms), Around(Region) {}

/// True if the two threads, at the same instance of the region's start, see one
/// value.
bool RegionOverlap::isShared(const Symbol &Sym) const {
  switch (Sym.Kind) {
  case SymbolKind::WorkItem:
  case SymbolKind::Epoch:
    return false;
  case SymbolKind::WorkGroup:
  case SymbolKind::Size:
  case SymbolKind::Argument:
    return true;
  case SymbolKind::Iteration:
    return Eval.isInStepIn(Sym.loop(), Sym.Copy, Around.Around);
  case SymbolKind::Unknown:
  case SymbolKind::Phi: {
    const Value &V = Eval.View.Values[Sym.Index];
    return V.Uniform && Eval.isInStep(V.Block, Sym.Copy, Around.Around);
  }
  }
  return false;
}

TermId RegionOverlap::seenBy(TermId Term, unsigned Thread) {
  return Terms.renamed(Term, Memo[Thread - 1], [&](TermId Id) {
    sym::Term T = Terms[Id];
    if (isShared(T.Sym))
      return Id;
    T.Sym.Thread = Thread;
    return Terms.symbol(T.Sym, T.Bits, T.Limits);
  });
}

TermId RegionOverlap::factsOf(llvm::ArrayRef<TermId> About) {
  llvm::SmallVector<TermId, 8> Stack(About.begin(), About.end());
  llvm::DenseMap<TermId, bool> Seen;
  TermId Facts = TermTable::True;
  while (!Stack.empty()) {
    TermId Root = Stack.pop_back_val();
    llvm::SmallVector<TermId, 8> Symbols;
    Terms.forEachSymbol(Root, Seen, [&](TermId Id) { Symbols.push_back(Id); });
    for (TermId Id : Symbols)
      for (TermId Fact : Eval.factsAbout(Id)) {
        Facts = Terms.both(Facts, Fact);
        Stack.push_back(Fact);
      }
  }
  return Facts;
}

const RegionOverlap::Precedence &RegionOverlap::before(uint32_t Node,
                                                       uint32_t Event) {
  const RegionNode &N = Around.Nodes[Node];
  if (Last.Node != Node || Last.Event > Event)
    Last = {Node, N.First, 0, false};
  for (; Last.Event < Event; ++Last.Event) {
    const view::Event &E = Eval.View.Blocks[N.Block].Events[Last.Event];
    Last.Fences += ordersWave(E);
    Last.MayOrder |= mayOrder(E);
  }
  return Last;
}

RegionAccess RegionOverlap::access(AccessSite Site, uint32_t Node) {
  const RegionNode &N = Around.Nodes[Node];
  const AccessRange &T = Site.in(Eval.View);
  RegionAccess A;
  A.Site = Site;
  A.Node = Node;
  A.Address = Terms.resized(Eval.value(T.Address, N.Copy), 64);
  A.Reach = N.Reach;
  const Precedence &Passed = before(Node, Site.Site.Event);
  A.AfterNamedOrCluster = N.AfterNamedOrCluster || Passed.MayOrder;
  A.Epoch = Terms.add(N.Epoch, Terms.constant(Passed.Fences, 8));
  llvm::SmallVector<TermId, 5> About{A.Address, A.Reach, Eval.linearId()};
  llvm::DenseMap<TermId, bool> Seen;
  for (TermId Root : {A.Address, A.Reach})
    Terms.forEachSymbol(Root, Seen, [&](TermId Id) {
      A.FromUnknown |= Terms[Id].Sym.Kind == SymbolKind::Unknown;
      if (Eval.ticketOf(Id) && !isShared(Id))
        A.Tickets.push_back(Id);
    });
  if (T.Stored != None) {
    A.Stored = Eval.value(T.Stored, N.Copy);
    About.push_back(*A.Stored);
  }
  A.Facts = factsOf(About);
  // An access outside its object is disregarded.
  const Object &Memory = Eval.View.Objects[T.Object];
  if (Memory.Size >= T.Bytes && Memory.Size > 0) {
    TermId Offset = Terms.sub(A.Address, Terms.constant(Memory.Base, 64));
    A.Inside =
        Terms.less(Offset, Terms.constant(Memory.Size - T.Bytes + 1, 64));
  }
  return A;
}

/// Both threads are in the same iterations of all loops that \p A depends on.
TermId RegionOverlap::isOneInstance(const RegionAccess &A) {
  TermId Result = TermTable::True;
  llvm::DenseMap<TermId, bool> Seen;
  for (TermId Root : {A.Address, A.Reach, *A.Stored})
    Terms.forEachSymbol(Root, Seen, [&](TermId Id) {
      if (Terms[Id].Sym.Kind == SymbolKind::Iteration)
        Result = Terms.both(Result, agreeOn(Id));
    });
  return Result;
}

/// The threads differ. All lanes of a wave execute one instruction at once,
/// which orders them unless it is a store; so do the events that epochs count.
TermId RegionOverlap::differ(const RegionAccess &A, const RegionAccess &B) {
  TermId Id = Eval.linearId();
  TermId First = seenBy(Id, 1), Second = seenBy(Id, 2);
  if (!LanesAreOrdered)
    return Terms.negated(Terms.equal(First, Second));
  TermId Size = Terms.constant(Eval.View.WaveSize, 32);
  TermId WaveOfFirst = Terms.apply(ValueKind::UDiv, 32, First, Size);
  TermId WaveOfSecond = Terms.apply(ValueKind::UDiv, 32, Second, Size);
  TermId OtherWave = Terms.negated(Terms.equal(WaveOfFirst, WaveOfSecond));
  TermId Others = Terms.negated(Terms.equal(First, Second));
  if (isOneStore(A, B)) {
    TermId Apart = Terms.either(OtherWave, isOneInstance(A));
    return Terms.both(Others, Apart);
  }
  if (A.Site.Site == B.Site.Site)
    return OtherWave;
  TermId EpochA = seenBy(A.Epoch, 1), EpochB = seenBy(B.Epoch, 2);
  TermId Unordered = Terms.either(OtherWave, Terms.equal(EpochA, EpochB));
  return Terms.both(Others, Unordered);
}

TermId RegionOverlap::ticketsDiffer(const RegionAccess &A,
                                    const RegionAccess &B) {
  TermId Result = TermTable::True;
  for (TermId X : A.Tickets)
    for (TermId Y : B.Tickets) {
      const Ticket &Ticket = *Eval.ticketOf(X);
      if (Eval.ticketOf(Y)->Counter != Ticket.Counter)
        continue;
      TermId Distance = Terms.sub(seenBy(X, 1), seenBy(Y, 2));
      unsigned Bits = Terms.bits(Distance);
      TermId Same = Terms.equal(Distance, Terms.constant(0, Bits));
      Result = Terms.both(Result, Terms.negated(Same));
      if (Ticket.Farthest == 0)
        continue;
      TermId Far = Terms.constant(Ticket.Farthest, Bits);
      TermId TooFar = Terms.less(Terms.constant(2 * Ticket.Farthest, Bits),
                                 Terms.add(Distance, Far));
      Result = Terms.both(Result, Terms.negated(TooFar));
    }
  return Result;
}

TermId RegionOverlap::agreeOn(TermId Term) {
  TermId First = seenBy(Term, 1), Second = seenBy(Term, 2);
  return Terms.equal(First, Second);
}

TermId RegionOverlap::forBoth(TermId Condition) {
  TermId First = seenBy(Condition, 1), Second = seenBy(Condition, 2);
  return Terms.both(First, Second);
}

TermId RegionOverlap::distance(const RegionAccess &A, const RegionAccess &B) {
  TermId First = seenBy(A.Address, 1), Second = seenBy(B.Address, 2);
  return Terms.sub(First, Second);
}

bool RegionOverlap::mayStoreTheSame(const RegionAccess &A,
                                    const RegionAccess &B) const {
  const AccessRange &X = A.Site.in(Eval.View), &Y = B.Site.in(Eval.View);
  return !X.Reads && !Y.Reads && A.Stored && B.Stored && X.Bytes == Y.Bytes &&
         Terms.bits(*A.Stored) == Terms.bits(*B.Stored);
}

bool RegionOverlap::areApart(const RegionAccess &A, const RegionAccess &B) {
  return provedApart(distance(A, B), A.Site.in(Eval.View).Bytes,
                     B.Site.in(Eval.View).Bytes);
}

PairQuestion RegionOverlap::ask(const RegionAccess &A, const RegionAccess &B) {
  PairQuestion Q;
  const AccessRange &X = A.Site.in(Eval.View), &Y = B.Site.in(Eval.View);
  TermId Difference = distance(A, B);
  if (provedApart(Difference, X.Bytes, Y.Bytes)) {
    Q.ProvedApart = true;
    return Q;
  }
  Q.Overlaps = Terms.haveCommonByte(Difference, X.Bytes, Y.Bytes);
  if (mayStoreTheSame(A, B)) {
    TermId StoredA = seenBy(*A.Stored, 1), StoredB = seenBy(*B.Stored, 2);
    TermId SameValue = Terms.equal(StoredA, StoredB);
    TermId SamePlace = Terms.equal(Difference, Terms.constant(0, 64));
    TermId Same = Terms.both(SameValue, SamePlace);
    Q.Overlaps = Terms.both(Q.Overlaps, Terms.negated(Same));
  }
  auto Made = [&](const RegionAccess &Access, unsigned Thread) {
    return seenBy(
        Terms.both(Access.Reach, Terms.both(Access.Facts, Access.Inside)),
        Thread);
  };
  TermId MadeA = Made(A, 1), MadeB = Made(B, 2);
  TermId MadeBoth = Terms.both(MadeA, MadeB);
  TermId OfOthers = Terms.both(differ(A, B), ticketsDiffer(A, B));
  Q.Reached = Terms.both(MadeBoth, OfOthers);
  return Q;
}

//===----------------------------------------------------------------------===//
// Cheap proofs
//===----------------------------------------------------------------------===//

bool RegionOverlap::provedApart(TermId Difference, uint32_t BytesA,
                                uint32_t BytesB) {
  const Term &T = Terms[Difference];
  if (T.Form == TermForm::Constant)
    return T.Number >= BytesB && 0 - T.Number >= BytesA;
  if (T.Form != TermForm::Sum)
    return false;
  return apartByInterval(T, BytesA, BytesB) ||
         apartByDivisor(T, BytesA, BytesB) || apartByIds(T, BytesA, BytesB);
}

/// Over the integers the difference lies in [Low, High]; modulo 2^64 it is
/// small only near multiples of 2^64.
bool RegionOverlap::apartByInterval(const Term &T, uint32_t BytesA,
                                    uint32_t BytesB) const {
  __int128 Low = int64_t(T.Number), High = Low;
  for (const Summand &Part : T.Parts) {
    __int128 Factor = int64_t(Part.Times);
    const Range &Limits = Terms[Part.Term].Limits;
    if (Limits.High >> 40)
      return false; // The computations below do not overflow 128 bits.
    Low += Factor * (Factor < 0 ? Limits.High : Limits.Low);
    High += Factor * (Factor < 0 ? Limits.Low : Limits.High);
  }
  __int128 Around = __int128(1) << 64;
  return (Low >= BytesB && High <= Around - BytesA) ||
         (High <= -__int128(BytesA) && Low >= BytesB - Around);
}

/// All factors are multiples of G, so modulo G the difference is its constant.
bool RegionOverlap::apartByDivisor(const Term &T, uint32_t BytesA,
                                   uint32_t BytesB) const {
  uint64_t G = 0;
  for (const Summand &Part : T.Parts)
    G = std::gcd(G, Part.Times);
  G = G & (0 - G); // The wrap at 2^64 keeps only powers of two.
  if (G <= 1)
    return false;
  uint64_t Rest = T.Number % G;
  return Rest >= BytesB && G - Rest >= BytesA;
}

/// The dimension and the thread if \p Part is a work-item id.
std::optional<std::pair<uint32_t, uint8_t>>
RegionOverlap::workItemOf(TermId Part) const {
  const Term *T = &Terms[Part];
  if (T->Form == TermForm::Operator && T->Op == ValueKind::ZExt)
    T = &Terms[T->A];
  if (T->Form != TermForm::Symbol || T->Sym.Kind != SymbolKind::WorkItem)
    return std::nullopt;
  return std::pair(T->Sym.Index, T->Sym.Thread);
}

/// The factor C of C * (id of one thread - id of the other), where ids count
/// all work-items along x, then y, then z; 0 if the ids in \p T do not have
/// this form. \p Rest gets the other summands.
uint64_t
RegionOverlap::factorOfIds(const Term &T,
                           llvm::SmallVectorImpl<Summand> &Rest) const {
  uint64_t Factors[3][2] = {};
  for (const Summand &Part : T.Parts) {
    if (auto Id = workItemOf(Part.Term); Id && Id->second)
      Factors[Id->first][Id->second - 1] += Part.Times;
    else
      Rest.push_back(Part);
  }
  uint64_t Result = 0, Stride = 1;
  for (unsigned D = 0; D < 3; ++D) {
    unsigned Size = Eval.View.Size[D];
    if (Size > 1 && Result == 0)
      Result = Factors[D][0];
    if (Size > 1 && (Factors[D][0] != Result * Stride ||
                     Factors[D][1] != 0 - Result * Stride))
      return 0;
    Stride *= Size;
  }
  return Result;
}

/// C * (id1 - id2) + D + multiples of G, where the ids differ: every work-item
/// has bytes of its own, and G exceeds their extent.
bool RegionOverlap::apartByIds(const Term &T, uint32_t BytesA,
                               uint32_t BytesB) const {
  llvm::SmallVector<Summand, 4> Rest;
  __int128 C = int64_t(factorOfIds(T, Rest));
  if (C == 0)
    return false;
  unsigned Zeros = 64;
  for (const Summand &Part : Rest)
    Zeros = std::min<unsigned>(Zeros, llvm::countr_zero(Part.Times) +
                                          Terms.zerosBelow(Part.Term));
  __int128 G = __int128(1) << Zeros;
  __int128 D = __int128(T.Number) % G;
  D = D > G / 2 ? D - G : D;
  C = C < 0 ? -C : C; // As good with the threads swapped.
  const SyncView &View = Eval.View;
  __int128 Most = __int128(View.Size[0]) * View.Size[1] * View.Size[2] - 1;
  if (C * Most + (D < 0 ? -D : D) > G - std::max(BytesA, BytesB))
    return false;
  // Some m != 0, |m| <= Most, with -BytesA < C * m + D < BytesB?
  auto Floor = [](__int128 A, __int128 B) {
    return A >= 0 ? A / B : -((-A + B - 1) / B);
  };
  __int128 Low = std::max(-Floor(D + BytesA - 1, C), -Most);
  __int128 High = std::min(Floor(BytesB - 1 - D, C), Most);
  return Low > High || (Low == 0 && High == 0);
}

} // namespace fencepost::sym
