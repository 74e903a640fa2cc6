//===- LitmusTest.cpp - Declarations, placements, and the whole test ------===//
#include "fencepost/Litmus/LitmusTest.h"
#include "Faults.h"
#include "MakeThread.h"
#include "fencepost/Litmus/Parser.h"
#include "fencepost/Model/Instances.h"
#include "fencepost/Model/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <set>

namespace fencepost::litmus {

llvm::Error Faults::takeError() {
  llvm::stable_sort(All, [](const Finding &A, const Finding &B) {
    return std::pair(A.Where.Line, A.Where.Column) <
           std::pair(B.Where.Line, B.Where.Column);
  });
  llvm::Error E = llvm::Error::success();
  for (Finding &F : All)
    E = llvm::joinErrors(std::move(E),
                         llvm::make_error<InputError>(std::move(F)));
  All.clear();
  return E;
}

//===- Declarations -------------------------------------------------------===//

static void checkInitialValues(const Declaration &D, Faults &Bad) {
  if (!D.InitialIsList)
    return;
  if (!D.IsArray)
    Bad.add(D.InitialWhere,
            "'" + D.Name.Text + "' is no array: it has one initial value");
  else if (D.Initial.size() != D.Size)
    Bad.add(D.InitialWhere, "'" + D.Name.Text + "' has " + llvm::Twine(D.Size) +
                                " elements, but " +
                                llvm::Twine(D.Initial.size()) +
                                " initial values are given");
}

static void makeLocation(const Declaration &D, model::Program &P, Faults &Bad) {
  model::Location L;
  L.Name = D.Name.Text;
  L.Space = D.Kind == DeclarationKind::Local ? AddressSpace::Local
                                             : AddressSpace::Global;
  L.IsArray = D.IsArray;
  if (D.IsArray && D.Size == 0)
    Bad.add(D.SizeWhere, "an array needs at least one element");
  else if (D.Size > model::MaxArraySize)
    Bad.add(D.SizeWhere,
            "an array has at most " + llvm::Twine(model::MaxArraySize) +
                " elements",
            Diag::LitmusTooLarge);
  else
    L.Size = D.Size;
  checkInitialValues(D, Bad);
  L.Initial = D.Initial;
  if (D.IsArray && !D.InitialIsList && !D.Initial.empty())
    L.Initial.assign(L.Size, D.Initial.front());
  P.Locations.push_back(std::move(L));
}

static void makeDeclarations(const ParsedTest &T, model::Program &P,
                             Faults &Bad) {
  llvm::StringSet<> Names;
  size_t Elements = 0;
  for (const Declaration &D : T.Declarations) {
    if (!Names.insert(D.Name.Text).second) {
      Bad.add(D.Name.Where, "'" + D.Name.Text + "' is declared twice");
      continue;
    }
    if (D.Kind != DeclarationKind::Barrier) {
      makeLocation(D, P, Bad);
      Elements += P.Locations.back().Size;
      if (Elements > model::MaxElements)
        return Bad.add(D.Name.Where,
                       "the locations have more than " +
                           llvm::Twine(model::MaxElements) + " elements",
                       Diag::LitmusTooLarge);
      continue;
    }
    if (P.NamedBarriers.size() == model::MaxNamedBarriers)
      return Bad.add(D.Name.Where, "there are only " +
                                       llvm::Twine(model::MaxNamedBarriers) +
                                       " named barriers (ids 1 to 16)");
    P.NamedBarriers.push_back(D.Name.Text);
  }
}

//===- Placement ----------------------------------------------------------===//

static unsigned &levelOf(model::Place &Where, ScopeLevel Level) {
  switch (Level) {
  case ScopeLevel::Agent:
    return Where.Agent;
  case ScopeLevel::Cluster:
    return Where.Cluster;
  case ScopeLevel::Workgroup:
    return Where.Workgroup;
  default:
    return Where.Wavefront;
  }
}

static void checkPlacement(const Placement &Levels, Faults &Bad) {
  for (size_t I = 0; I < Levels.size(); ++I) {
    llvm::StringRef Level = scopeLevelName(Levels[I].Level);
    if (Levels[I].Number > model::MaxInstanceNumber)
      Bad.add(Levels[I].Where, "the number of a " + Level + " is at most " +
                                   llvm::Twine(model::MaxInstanceNumber));
    for (size_t J = 0; J < I; ++J)
      if (Levels[J].Level == Levels[I].Level)
        return Bad.add(Levels[I].Where,
                       Levels[J].Number == Levels[I].Number
                           ? "the " + Level + " is given twice"
                           : "the thread is placed in two " + Level + "s");
  }
  for (size_t I = 1; I < Levels.size(); ++I)
    if (Levels[I].Level > Levels[I - 1].Level)
      return Bad.add(Levels[I].Where,
                     scopeLevelName(Levels[I].Level) + " must be before " +
                         scopeLevelName(Levels[I - 1].Level) +
                         ": the order is agent, cluster, workgroup, wavefront");
}

static std::vector<model::Place>
placesOf(llvm::ArrayRef<Placement> Placements) {
  std::vector<model::Place> Places;
  auto HasWavefront = [](const PlacementLevel &L) {
    return L.Level == ScopeLevel::Wavefront;
  };
  for (const Placement &Levels : Placements)
    for (model::Place &Where = Places.emplace_back();
         const PlacementLevel &L : Levels)
      levelOf(Where, L.Level) = L.Number;
  // Waves that are named are taken; the rest get the lowest numbers left.
  std::set<std::array<unsigned, 4>> Taken;
  auto Key = [](const model::Place &W) {
    return std::array{W.Agent, W.Cluster, W.Workgroup, W.Wavefront};
  };
  for (size_t I = 0; I < Places.size(); ++I)
    if (llvm::any_of(Placements[I], HasWavefront))
      Taken.insert(Key(Places[I]));
  for (size_t I = 0; I < Places.size(); ++I)
    if (llvm::none_of(Placements[I], HasWavefront))
      while (!Taken.insert(Key(Places[I])).second)
        ++Places[I].Wavefront;
  return Places;
}

llvm::Expected<std::vector<model::Place>>
placeThreads(llvm::ArrayRef<Placement> Placements, const Source &S) {
  Faults Bad(S);
  for (const Placement &Levels : Placements)
    checkPlacement(Levels, Bad);
  if (!Bad.empty())
    return Bad.takeError();
  return placesOf(Placements);
}

//===- The whole test -----------------------------------------------------===//

static void makeThreads(const ParsedTest &T, model::Program &P, Faults &Bad) {
  std::vector<Placement> Placements;
  for (const Thread &Each : T.Threads) {
    checkPlacement(Each.Placed, Bad);
    Placements.push_back(Each.Placed);
  }
  std::vector<model::Place> Places = placesOf(Placements);
  for (size_t I = 0; I < T.Threads.size(); ++I) {
    const Name &Spelled = T.Threads[I].Name;
    std::string Expected = "P" + std::to_string(I);
    if (Spelled.Text != Expected)
      Bad.add(Spelled.Where, "expected thread " + Expected + ", found " +
                                 Spelled.Text +
                                 ": threads are named P0, P1, ... in order");
    model::Thread &Thread = P.Threads.emplace_back();
    Thread.Name = std::move(Expected);
    Thread.Where = Places[I];
    makeThread(T.Threads[I], P, Thread, Bad);
  }
}

llvm::Expected<LitmusTest> makeTest(const ParsedTest &T, const Source &S) {
  Faults Bad(S);
  LitmusTest Test;
  Test.Name = T.Name;
  Test.Description = T.Description;
  makeDeclarations(T, Test.Program, Bad);
  if (T.Threads.empty())
    Bad.add({1, 1}, "the test has no thread");
  makeThreads(T, Test.Program, Bad);
  // The condition is judged against what the threads really have: after an
  // error there it would only repeat it.
  if (!Bad.empty())
    return Bad.takeError();
  llvm::Expected<model::Condition> C = makeCondition(T.Final, Test.Program, S);
  if (!C)
    return C.takeError();
  Test.Condition = std::move(*C);
  return Test;
}

llvm::Expected<LitmusTest> parseLitmus(llvm::StringRef Text,
                                       llvm::StringRef FileName) {
  Source S{Text, FileName};
  llvm::Expected<ParsedTest> T = parseTest(S);
  if (!T)
    return T.takeError();
  return makeTest(*T, S);
}

} // namespace fencepost::litmus
