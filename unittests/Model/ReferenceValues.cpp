//===- ReferenceValues.cpp - What each read of a candidate returns --------===//
// See ReferenceValues.h. The functions follow the text of spec/001 and
// docs/model.md in order and in words.
//===----------------------------------------------------------------------===//
#include "ReferenceValues.h"
#include <algorithm>

namespace fencepost::model::naive {

Values::Values(const Candidate &C, const Places &Where, bool Letter,
               const std::vector<unsigned> &Source)
    : C(C), Where(Where), Letter(Letter), Source(Source), Po(C.Events.size()),
      HbGlobal(C.Events.size()), HbLocal(C.Events.size()),
      LoWrite(C.Events.size()), LoRead(C.Events.size()),
      ReadsFrom(C.Events.size(), None), Case(C.Events.size()) {
  orderByProgram();
  synchronize();
  close();
  if (!HbGlobal.irreflexive() || !HbLocal.irreflexive()) {
    Consistent = false; // docs/model.md M8.
    return;
  }
  orderLocations();
  for (unsigned R = 0; R != C.Events.size(); ++R)
    if (act(R).reads() && !returnsGuess(R))
      Consistent = false;
}

bool Values::reaches(unsigned X, unsigned E) const {
  if (C.Events[X].initial() || C.Events[E].initial())
    return true; // docs/model.md M14: in every scope instance.
  return Where.together(act(X).Level, C.Events[X].Thread, C.Events[E].Thread);
}

bool Values::inclusive(unsigned A, unsigned B) const {
  return reaches(A, B) && reaches(B, A);
}

bool Values::covers(unsigned X, AddressSpace Space) const {
  return act(X).Covers.has(Space);
}

void Values::orderByProgram() {
  for (auto [A, B] : C.ProgramOrder)
    Po.add(A, B);
  for (unsigned I = 0; I != C.Events.size(); ++I)
    for (unsigned E = 0; E != C.Events.size(); ++E)
      if (C.Events[I].initial() && !C.Events[E].initial()) {
        HbGlobal.add(I, E);
        HbLocal.add(I, E);
      }
  HbGlobal.add(Po);
  HbLocal.add(Po);
}

void Values::addEdge(unsigned From, unsigned To, AddressSpaceSet Spaces) {
  if (!inclusive(From, To))
    return;
  if (Spaces.has(AddressSpace::Global))
    HbGlobal.add(From, To);
  if (Spaces.has(AddressSpace::Local))
    HbLocal.add(From, To);
}

/// docs/model.md M5.
std::set<unsigned> Values::releaseSequence(unsigned X) const {
  std::set<unsigned> Sequence = {X};
  for (bool Grew = true; Grew;) {
    Grew = false;
    for (unsigned U = 0; U != C.Events.size(); ++U)
      if (act(U).Kind == ActKind::Update && Source[U] != None &&
          Sequence.count(Source[U]) && inclusive(Source[U], U))
        Grew |= Sequence.insert(U).second;
  }
  return Sequence;
}

/// docs/model.md M6, for the write \p X that heads the release sequence.
void Values::synchronizeFrom(unsigned X) {
  std::set<unsigned> Sequence = releaseSequence(X);
  std::vector<unsigned> Releases;
  for (unsigned F = 0; F != C.Events.size(); ++F)
    if (isRelease(act(F).Order) &&
        (F == X || (act(F).Kind == ActKind::Fence && Po.has(F, X))))
      Releases.push_back(F);
  for (unsigned Y = 0; Y != C.Events.size(); ++Y) {
    if (!act(Y).reads() || !act(Y).ordered() || Source[Y] == None ||
        !Sequence.count(Source[Y]) || !inclusive(X, Y))
      continue;
    for (unsigned G = 0; G != C.Events.size(); ++G) {
      bool Acquires =
          isAcquire(act(G).Order) &&
          (G == Y || (act(G).Kind == ActKind::Fence && Po.has(Y, G)));
      for (unsigned F : Releases) {
        AddressSpaceSet Paired = {act(X).Space};
        AddressSpaceSet From = act(F).CoversPaired ? Paired : act(F).Covers;
        AddressSpaceSet To = act(G).CoversPaired ? Paired : act(G).Covers;
        if (Acquires)
          addEdge(F, G, From & To);
      }
    }
  }
}

void Values::synchronize() {
  for (unsigned X = 0; X != C.Events.size(); ++X)
    if (!C.Events[X].initial() && isWrite(X) && act(X).ordered())
      synchronizeFrom(X);
  for (const SpacedEdge &E : C.ThroughBarriers)
    addEdge(E.From, E.To, E.Spaces);
}

void Values::close() {
  HbGlobal = HbGlobal.closure();
  HbLocal = HbLocal.closure();
}

/// spec/001, "Availability Operation".
std::set<unsigned> Values::availabilityOperations(unsigned W) const {
  const Relation &Hb = happensBefore(act(W).Space);
  std::set<unsigned> Found;
  if (act(W).StoreAvailable)
    Found.insert(W);
  auto Makes = [&](unsigned X) {
    return act(X).MakesAvailable && covers(X, act(W).Space);
  };
  for (unsigned X = 0; X != C.Events.size(); ++X)
    if (Makes(X) && Po.has(W, X))
      Found.insert(X);
  for (bool Grew = true; Grew;) {
    Grew = false;
    for (unsigned X = 0; X != C.Events.size(); ++X) {
      if (!Makes(X) || !reaches(X, W) || Found.count(X))
        continue;
      for (unsigned Z : Found)
        if (Hb.has(Z, X) && reaches(Z, X)) {
          Found.insert(X);
          Grew = true;
          break;
        }
    }
  }
  return Found;
}

/// spec/001, "Visibility Operation". An operation makes W visible in one
/// instance that includes the operation, and in all its subscope instances that
/// do: the level of the widest says it all.
std::map<unsigned, ScopeLevel>
Values::visibilityOperations(unsigned W,
                             const std::set<unsigned> &Available) const {
  const Relation &Hb = happensBefore(act(W).Space);
  std::map<unsigned, ScopeLevel> Found;
  bool Grew = true;
  auto Insert = [&](unsigned Y, ScopeLevel Level) {
    auto [It, New] = Found.emplace(Y, Level);
    Grew |= New || It->second < Level;
    It->second = std::max(It->second, Level);
  };
  while (Grew) {
    Grew = false;
    for (unsigned Y = 0; Y != C.Events.size(); ++Y) {
      bool Loads = act(Y).LoadVisible && sameCell(Y, W);
      bool Makes = act(Y).MakesVisible && covers(Y, act(W).Space);
      if (!Loads && !Makes)
        continue;
      for (unsigned X : Available)
        if (Hb.has(X, Y) && inclusive(X, Y))
          Insert(Y, narrower(act(X).Level, act(Y).Level));
      std::map<unsigned, ScopeLevel> SoFar = Found;
      for (auto [X, Widest] : SoFar)
        for (unsigned L = 0; L <= static_cast<unsigned>(Widest); ++L) {
          auto S1 = static_cast<ScopeLevel>(L);
          bool Includes =
              Where.together(S1, C.Events[X].Thread, C.Events[Y].Thread);
          if (Hb.has(X, Y) && Includes && reaches(Y, X))
            Insert(Y, narrower(S1, act(Y).Level));
        }
    }
  }
  return Found;
}

/// spec/001, "Location Order"; initial writes by docs/model.md M14.
void Values::orderLocations() {
  for (unsigned W = 0; W != C.Events.size(); ++W) {
    if (!isWrite(W))
      continue;
    std::set<unsigned> Available;
    std::map<unsigned, ScopeLevel> Visible;
    if (!C.Events[W].initial()) {
      Available = availabilityOperations(W);
      Visible = visibilityOperations(W, Available);
    }
    const Relation &Hb = happensBefore(act(W).Space);
    for (unsigned Y = 0; Y != C.Events.size(); ++Y) {
      if (Y == W || !act(Y).isAccess() || !sameCell(W, Y))
        continue;
      bool Always = C.Events[W].initial() || Po.has(W, Y);
      bool Read = Always, Write = Always;
      for (unsigned Z : Available)
        Write |= Hb.has(Z, Y) && reaches(Z, Y);
      for (auto [Z, Level] : Visible)
        Read |= Z == Y || Po.has(Z, Y);
      if (Write && isWrite(Y))
        LoWrite.add(W, Y);
      if (Read && act(Y).reads())
        LoRead.add(W, Y);
    }
  }
}

std::vector<unsigned> Values::maySee(unsigned R) const {
  std::vector<unsigned> Seen;
  for (unsigned W = 0; W != C.Events.size(); ++W) {
    if (W == R || !isWrite(W) || !sameCell(W, R))
      continue;
    bool May = !happensBefore(act(R).Space).has(R, W);
    for (unsigned W2 = 0; W2 != C.Events.size(); ++W2)
      if (LoWrite.has(W, W2) && LoRead.has(W2, R))
        May = false;
    if (May)
      Seen.push_back(W);
  }
  return Seen;
}

bool Values::allInclusive(const std::vector<unsigned> &Set) const {
  for (unsigned A : Set)
    for (unsigned B : Set)
      if (!act(A).atomic() || !inclusive(A, B))
        return false;
  return true;
}

/// The exception of docs/model.md M15: \p W is before R and before every other
/// write that R may see.
bool Values::countsAsInitial(unsigned W,
                             const std::vector<unsigned> &Seen) const {
  if (Letter || act(W).atomic())
    return false;
  for (unsigned Other : Seen)
    if (Other != W && !LoWrite.has(W, Other))
      return false;
  return true;
}

/// Which of the five cases R is in. Sets ReadsFrom for case 4.
unsigned Values::classify(unsigned R) {
  std::vector<unsigned> Seen = maySee(R);
  bool AnyBefore = false, AllBefore = true;
  for (unsigned W = 0; W != C.Events.size(); ++W)
    AnyBefore |= LoRead.has(W, R);
  if (!AnyBefore)
    return 1;
  std::vector<unsigned> Set = {R};
  for (unsigned W : Seen) {
    AllBefore &= LoRead.has(W, R);
    if (!(LoRead.has(W, R) && countsAsInitial(W, Seen)))
      Set.push_back(W);
  }
  if (allInclusive(Set))
    return 2;
  if (!AllBefore)
    return 3;
  if (Seen.size() != 1)
    return 5;
  ReadsFrom[R] = Seen.front();
  return 4;
}

bool Values::returnsGuess(unsigned R) {
  Case[R] = classify(R);
  if (Case[R] == 2) {
    std::vector<unsigned> Seen = maySee(R);
    ReadsFrom[R] = Source[R];
    return std::find(Seen.begin(), Seen.end(), Source[R]) != Seen.end();
  }
  Value V = Case[R] == 4 ? act(ReadsFrom[R]).Written : Value::undef();
  return Source[R] == None && V == act(R).Read;
}

/// docs/model.md M16.
std::set<std::pair<unsigned, unsigned>> Values::races() const {
  std::set<std::pair<unsigned, unsigned>> Found;
  for (unsigned R = 0; R != C.Events.size(); ++R)
    if (Case[R] == 1 || Case[R] == 3)
      for (unsigned W : maySee(R))
        if (!LoRead.has(W, R))
          Found.insert({W, R});
  for (unsigned A = 0; A != C.Events.size(); ++A)
    for (unsigned B = A + 1; B < C.Events.size(); ++B)
      if (isWrite(A) && isWrite(B) && sameCell(A, B) && !allInclusive({A, B}) &&
          !LoWrite.has(A, B) && !LoWrite.has(B, A))
        Found.insert({A, B});
  return Found;
}

} // namespace fencepost::model::naive
