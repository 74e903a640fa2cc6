//===- Witness.cpp - Events and edges of one execution --------------------===//
#include "Witness.h"
#include "Collector.h"
#include "Violations.h"
#include "fencepost/Model/ProgramText.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace fencepost::model {

namespace {

/// Builds the value. Shown events come in the order of Execution.h; Shown maps
/// the search's numbers to theirs.
class Show {
public:
  explicit Show(const Leaf &SearchLeaf)
      : SearchLeaf(SearchLeaf), S(SearchLeaf.S), C(SearchLeaf.C) {}

  Execution build() {
    addInitialWrites();
    for (unsigned T = 0; T < S.Threads.size(); ++T)
      addThread(T);
    addReadsFrom();
    addCommunication();
    addSynchronization();
    addPhases();
    addPropagation();
    for (const RacePair &Race : SearchLeaf.Races)
      edge(EdgeKind::Race, Shown[Race.First], Shown[Race.Second],
           raceReason(SearchLeaf, Race));
    Result.End = outcomeOf(SearchLeaf);
    for (Violation &V : violations(SearchLeaf)) {
      for (unsigned &E : V.Cycle)
        E = Shown[E];
      Result.Violations.push_back(std::move(V));
    }
    return std::move(Result);
  }

private:
  void edge(EdgeKind Kind, unsigned From, unsigned To, std::string Label = "") {
    Result.Edges.push_back({Kind, From, To, std::move(Label)});
  }

  unsigned add(ShownEvent Event) {
    Result.Events.push_back(std::move(Event));
    return Result.Events.size() - 1;
  }

  Value valueOf(ValueId Id) const {
    return evaluate(S, Id).value_or(Value::undef());
  }

  ShownEvent shown(unsigned Id) const {
    const Event &E = S.Events[Id];
    ShownEvent Out;
    Out.Kind = E.Kind;
    Out.Thread = E.Thread;
    Out.Instruction = E.Instruction;
    Out.Async = E.Async;
    if (E.Cell != None)
      Out.Where = C.L.Cells[E.Cell];
    if (E.reads()) {
      const ReadState &R = S.Reads[Id];
      Out.Read = R.Source == None ? Value::undef()
                                  : valueOf(S.Events[R.Source].Written);
      Out.Case = SearchLeaf.CaseOf[Id].Case;
    }
    if (E.writes())
      Out.Written = valueOf(E.Written);
    Out.Label = label(E, Out);
    return Out;
  }

  std::string label(const Event &E, const ShownEvent &Out) const {
    auto Text = [](Value V) {
      return V.IsUndef ? std::string("undef") : std::to_string(V.Number);
    };
    if (E.isInitial())
      return cellName(C.P, Out.Where) + " = " + Text(Out.Written);
    std::string Label = describe(C.P, {E.Thread, E.Instruction});
    if (E.Async)
      Label += E.reads() ? " (read)" : " (write)";
    if (E.reads())
      Label += " : " + Text(Out.Read);
    else if (E.Kind == EventKind::Write && E.Async)
      Label += " : " + Text(Out.Written);
    return Label;
  }

  void addInitialWrites() {
    Shown.assign(S.Events.size(), None);
    for (unsigned Id = 0; Id < S.Events.size(); ++Id)
      if (S.Events[Id].isInitial())
        Shown[Id] = add(shown(Id));
  }

  /// The barrier event of a wavefront is with its first thread.
  unsigned addStep(unsigned Wave, unsigned Step) {
    const auto &Threads = C.L.Waves[Wave].Threads;
    const BarrierStep &B = S.Waves[Wave].Steps[Step];
    ShownEvent Out;
    Out.Kind = EventKind::Barrier;
    Out.Thread = Threads.front();
    Out.OtherThreads.assign(Threads.begin() + 1, Threads.end());
    Out.Instruction = B.Where.Instruction;
    Out.Label = describe(C.P, B.Where);
    return add(std::move(Out));
  }

  /// An event or barrier step of a thread, in the order of its execution.
  struct Item {
    unsigned Shown;
    unsigned Event;    ///< None for a step.
    unsigned Position; ///< Events of the thread before it.
  };

  /// Program order of one thread as changed by docs/model.md M20; \p A comes
  /// first.
  bool isOrdered(const Item &A, const Item &B) const {
    if (A.Event == None || !S.Events[A.Event].Async)
      return true;
    if (B.Event != None)
      return programOrdered(S.Events[A.Event], S.Events[B.Event]);
    return B.Position >= S.Events[A.Event].OrderedFrom;
  }

  /// Edges between neighbours in that order.
  void addProgramOrder(llvm::ArrayRef<Item> Items) {
    for (size_t I = 0; I < Items.size(); ++I)
      for (size_t J = I + 1; J < Items.size(); ++J) {
        if (!isOrdered(Items[I], Items[J]))
          continue;
        auto Between = Items.slice(I + 1, J - I - 1);
        if (llvm::none_of(Between, [&](const Item &Via) {
              return isOrdered(Items[I], Via) && isOrdered(Via, Items[J]);
            }))
          edge(EdgeKind::ProgramOrder, Items[I].Shown, Items[J].Shown);
      }
  }

  void addThread(unsigned T) {
    const ThreadState &Th = S.Threads[T];
    unsigned Wave = C.L.waveOf(T), Step = 0;
    bool IsFirst = C.L.Waves[Wave].Threads.front() == T;
    std::vector<Item> Items;
    auto StepsUpTo = [&](unsigned Limit, unsigned Position) {
      for (; Step < Limit; ++Step) {
        if (IsFirst)
          Steps[{Wave, Step}] = addStep(Wave, Step);
        Items.push_back({Steps.at({Wave, Step}), None, Position});
      }
    };
    for (unsigned Id : Th.Events) {
      const Event &E = S.Events[Id];
      StepsUpTo(E.StepsBefore, E.Position);
      Shown[Id] = add(shown(Id));
      Items.push_back({Shown[Id], Id, E.Position});
    }
    unsigned Length = Th.Events.size();
    StepsUpTo(Th.Steps, Length);
    if (Th.Status == ThreadStatus::Stopped || Th.Status == ThreadStatus::Cut) {
      ShownEvent Out;
      Out.Kind = EventKind::Barrier;
      Out.Thread = T;
      Out.Instruction = Th.Pc;
      Out.Stuck = true;
      Out.Label = describe(C.P, {T, Th.Pc});
      Items.push_back({add(std::move(Out)), None, Length});
    }
    addProgramOrder(Items);
  }

  void addReadsFrom() {
    for (unsigned R = 0; R < S.Events.size(); ++R)
      if (S.Events[R].reads() && S.Reads[R].Source != None)
        edge(EdgeKind::ReadsFrom, Shown[S.Reads[R].Source], Shown[R]);
    for (unsigned Id = 0; Id < S.Events.size(); ++Id)
      for (uint32_t Source : S.Depends[S.Events[Id].Depends])
        if (!DependencySource::isStep(Source))
          edge(EdgeKind::Dependency, Shown[Source], Shown[Id]);
  }

  /// Neighbours in modification order, and from-reads to the nearest write.
  void addCommunication() {
    Communication M = SearchLeaf.communication();
    auto Neighbours = [&](const Relation &R, unsigned A, unsigned B) {
      if (!R.has(A, B))
        return false;
      bool Direct = true;
      forEach(R.row(A), [&](unsigned Via) { Direct &= !M.Mo.has(Via, B); });
      return Direct;
    };
    for (unsigned A = 0; A < S.Events.size(); ++A)
      for (unsigned B = 0; B < S.Events.size(); ++B) {
        if (Neighbours(M.Mo, A, B))
          edge(EdgeKind::ModificationOrder, Shown[A], Shown[B]);
        if (Neighbours(M.Fr, A, B))
          edge(EdgeKind::FromRead, Shown[A], Shown[B]);
      }
  }

  void addSynchronization() {
    std::set<std::pair<unsigned, unsigned>> Seen;
    for (const SyncEdge &E : S.Sync) {
      if (!Seen.insert({E.From, E.To}).second)
        continue;
      ScopeLevel Level = narrower(S.Events[E.From].Level, S.Events[E.To].Level);
      edge(EdgeKind::Synchronizes, Shown[E.From], Shown[E.To],
           scopeLevelName(Level).str());
    }
  }

  void addPhases() {
    if (!SearchLeaf.Solution)
      return;
    for (const WaitPhase &W : SearchLeaf.Solution->Waits)
      for (StepRef P : W.Participants) {
        auto From = Steps.find({P.Wave, P.Step}),
             To = Steps.find({W.Wait.Wave, W.Wait.Step});
        if (From != Steps.end() && To != Steps.end())
          edge(EdgeKind::Phase, From->second, To->second,
               "phase " + std::to_string(W.Phase));
      }
  }

  /// How each write that was read got to its reader, where it had to travel.
  void addPropagation() {
    std::set<std::tuple<EdgeKind, unsigned, unsigned>> Seen;
    auto Once = [&](EdgeKind Kind, unsigned From, unsigned To,
                    ScopeLevel Level) {
      if (From != To && Seen.insert({Kind, From, To}).second)
        edge(Kind, Shown[From], Shown[To], scopeLevelName(Level).str());
    };
    for (unsigned R = 0; R < S.Events.size(); ++R) {
      if (!S.Events[R].reads() || S.Reads[R].Source == None)
        continue;
      unsigned W = S.Reads[R].Source;
      if (S.Events[W].isInitial() || S.Events[W].Thread == S.Events[R].Thread)
        continue;
      auto Available = SearchLeaf.Order.availability(W);
      auto Visible = SearchLeaf.Order.visibility(W, Available);
      auto Sees = llvm::find_if(Visible, [&](const Propagation &Z) {
        return Z.Operation == R ||
               programOrdered(S.Events[Z.Operation], S.Events[R]);
      });
      while (Sees != Visible.end()) {
        Once(EdgeKind::Visible, Sees->Because, Sees->Operation, Sees->Level);
        auto From = Sees->Because;
        Sees = llvm::find_if(
            Visible, [&](const Propagation &Z) { return Z.Operation == From; });
        if (Sees == Visible.end())
          for (auto Z = llvm::find_if(
                   Available,
                   [&](const Propagation &P) { return P.Operation == From; });
               Z != Available.end();
               Z = llvm::find_if(Available, [&](const Propagation &P) {
                 return P.Operation == Z->Because;
               }))
            Once(EdgeKind::Available, Z->Because == None ? W : Z->Because,
                 Z->Operation, Z->Level);
      }
    }
  }

  const Leaf &SearchLeaf;
  const State &S;
  const Context &C;
  Execution Result;
  std::vector<unsigned> Shown;
  std::map<std::pair<unsigned, unsigned>, unsigned> Steps;
};

} // namespace

Execution showExecution(const Leaf &Leaf) { return Show(Leaf).build(); }

} // namespace fencepost::model
