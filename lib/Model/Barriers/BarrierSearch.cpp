//===- BarrierSearch.cpp - All barrier executions, searched ---------------===//
// Three nested enumerations: where the waves end; object by object, the orders
// of its operations (BarrierOrders.h) and for each the phases that its waits
// take. Rules are checked after every wait (ForcedBarriers.h).
//
// The join and drop rules choose among the assignments of waits to phases that
// belong to the same ends, phases and isfirst results: if some satisfy them,
// only those count (docs/model.md B3). So executions are collected in groups.
//
// An object that nobody waits on, and that cannot be misused, is left out at
// first: its phases only matter for that choice. Where there is a choice the
// search is repeated with all objects.
//===----------------------------------------------------------------------===//
#include "BarrierSearch.h"
#include "BarrierOrders.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model::barriers {

CommonPart::CommonPart(const Resolved &Problem)
    : Takes(Problem.Nodes.size(), None) {
  for (const Object &O : Problem.Objects)
    Objects.emplace_back(O);
  for (const Wave &W : Problem.Waves) {
    unsigned I = 0;
    while (I != W.Nodes.size() &&
           Problem.Nodes[W.Nodes[I]].Op != BarrierOp::Wait)
      ++I;
    Least.push_back(I);
  }
}

namespace {

class BarrierSearch {
public:
  BarrierSearch(const BarrierProblem &Question, const Resolved &Problem,
                const CommonPart &Common, Budget &Work, Solutions &Result)
      : Question(Question), Problem(Problem), Common(Common), Work(Work),
        Result(Result), Where(Problem.Waves.size()) {}

  void run() {
    findFarthest();
    chooseEnds(0);
  }

private:
  /// Executions with the same ends, phases and isfirst results.
  struct Group {
    bool Satisfied = false; ///< One satisfies the join and drop rules.
    bool Mixed = false;     ///< And another one does not.
    std::vector<BarrierSolution> Members;
  };
  struct Phases {
    std::vector<std::vector<NodeId>> Complete;
    UndefinedSet Names;

    auto operator<=>(const Phases &) const = default;
  };
  using GroupKey = std::pair<std::vector<Phases>, std::vector<StepRef>>;

  bool isWait(unsigned W, unsigned I) const {
    return Problem.Nodes[Problem.Waves[W].Nodes[I]].Op == BarrierOp::Wait;
  }
  unsigned mostPhases(unsigned Object, const Ends &Positions) const;
  bool canPass(unsigned W, const Ends &Positions) const;
  void findFarthest();
  void chooseEnds(unsigned W);
  void chooseEnd(unsigned W, unsigned I);
  bool endsArePossible() const;
  void tryEnds();
  enum class ObjectChoice : uint8_t { NotQuiet, All };
  bool searchObjects(ObjectChoice Wanted);
  void chooseOrder(unsigned Index, const BarrierExecution &State);
  void assignWaits(unsigned Index, unsigned Next,
                   const BarrierExecution &State);
  void enter(const BarrierExecution &State);
  std::vector<Phases> phases() const;

  const BarrierProblem &Question;
  const Resolved &Problem;
  const CommonPart &Common;
  Budget &Work;
  Solutions &Result;
  Ends Farthest; ///< No wave gets farther in any execution.
  Ends Where;
  std::vector<char> Present;
  std::vector<unsigned> Searched; ///< The objects that matter.
  Orders Objects;
  std::map<GroupKey, Group> Groups;
};

/// A bound for the number of phases that \p Object can complete when no wave
/// gets farther than \p Positions. The first phase after an init has as many
/// members as the init says; later ones can be smaller by what was dropped.
unsigned BarrierSearch::mostPhases(unsigned Object,
                                   const Ends &Positions) const {
  const barriers::Object &O = Problem.Objects[Object];
  std::vector<char> IsPresent = presentNodes(Problem, Positions);
  int32_t Smallest = O.byHardware() ? O.Expected : 0;
  int32_t Members = 0, Drops = 0;
  bool SetsCount = false;
  for (NodeId Id : O.Operations) {
    const Node &N = Problem.Nodes[Id];
    if (!IsPresent[Id])
      continue;
    Members += N.Op != BarrierOp::Init;
    Drops += N.Op == BarrierOp::Drop;
    SetsCount |= N.isArrive() && N.Count != 0;
    if (N.Op == BarrierOp::Init && N.Count > 0)
      Smallest = Smallest == 0 ? N.Count : std::min(Smallest, N.Count);
  }
  if (Smallest == 0)
    return 0;
  if (SetsCount)
    return Members;
  if (Members < Smallest)
    return 0;
  return 1 + (Members - Smallest) / std::max(1, Smallest - Drops);
}

/// Whether wave \p W could pass the wait it is at in \p Positions.
bool BarrierSearch::canPass(unsigned W, const Ends &Positions) const {
  unsigned Object = Problem.Nodes[Problem.Waves[W].Nodes[Positions[W]]].Object;
  unsigned Passed = 1;
  for (unsigned I = 0; I != Positions[W]; ++I)
    Passed += isWait(W, I) &&
              Problem.Nodes[Problem.Waves[W].Nodes[I]].Object == Object;
  return Passed <= mostPhases(Object, Positions);
}

void BarrierSearch::findFarthest() {
  Farthest = Common.Least;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned W = 0; W != Farthest.size(); ++W) {
      unsigned Size = Problem.Waves[W].Nodes.size();
      while (Farthest[W] != Size &&
             (!isWait(W, Farthest[W]) || canPass(W, Farthest))) {
        ++Farthest[W];
        Changed = true;
      }
    }
  }
}

void BarrierSearch::chooseEnd(unsigned W, unsigned I) {
  if (I < Common.Least[W] || I > Farthest[W])
    return;
  Where[W] = I;
  chooseEnds(W + 1);
}

void BarrierSearch::chooseEnds(unsigned W) {
  if (!Work.spend())
    return;
  if (W == Problem.Waves.size()) {
    if (endsArePossible())
      tryEnds();
    return;
  }
  llvm::ArrayRef<NodeId> Nodes = Problem.Waves[W].Nodes;
  if (!Question.EndsDecided)
    for (unsigned I = 0; I != Nodes.size(); ++I)
      if (isWait(W, I))
        chooseEnd(W, I);
  if (!Question.EndsDecided || !Question.Waves[W].StuckAtLast)
    return chooseEnd(W, Nodes.size());
  unsigned Last = Question.Waves[W].Steps.size() - 1;
  for (unsigned I = 0; I != Nodes.size(); ++I)
    if (isWait(W, I) && Problem.Nodes[Nodes[I]].Ref.Step == Last)
      chooseEnd(W, I);
}

bool BarrierSearch::endsArePossible() const {
  for (unsigned O = 0; O != Problem.Objects.size(); ++O) {
    unsigned Most = mostPhases(O, Where);
    std::vector<unsigned> Passed(Problem.Waves.size(), 0);
    for (unsigned W = 0; W != Problem.Waves.size(); ++W)
      for (unsigned I = 0; I != Where[W]; ++I)
        Passed[W] += isWait(W, I) &&
                     Problem.Nodes[Problem.Waves[W].Nodes[I]].Object == O;
    if (*std::max_element(Passed.begin(), Passed.end()) > Most)
      return false;
  }
  return true;
}

void BarrierSearch::tryEnds() {
  Present = presentNodes(Problem, Where);
  if (!searchObjects(ObjectChoice::NotQuiet))
    searchObjects(ObjectChoice::All);
}

/// False if all objects are needed and not all were searched.
bool BarrierSearch::searchObjects(ObjectChoice Wanted) {
  Searched.clear();
  for (unsigned O = 0; O != Problem.Objects.size(); ++O)
    if (Wanted == ObjectChoice::All || !Problem.Objects[O].isQuiet(Problem))
      Searched.push_back(O);
  Groups.clear();
  Objects.clear();
  for (const Object &O : Problem.Objects)
    Objects.emplace_back(O);
  BarrierExecution State(Problem, Where);
  for (NodeId Id = 0; Id != Problem.Nodes.size(); ++Id)
    if (unsigned S = Common.Takes[Id]; S != None) {
      unsigned O = Problem.Nodes[Id].Object;
      State.Takes[Id] = S;
      State.Before.addEdges(Common.Objects[O].Segments[S].Members, Id);
    }
  chooseOrder(0, State);
  if (!Work.stoppedBy().empty())
    return true;
  if (Searched.size() != Problem.Objects.size() &&
      llvm::any_of(Groups, [](auto &Entry) { return Entry.second.Mixed; }))
    return false;
  for (auto &[Unused, Group] : Groups)
    for (BarrierSolution &Member : Group.Members)
      Result.add(std::move(Member));
  return true;
}

void BarrierSearch::chooseOrder(unsigned Index, const BarrierExecution &State) {
  if (Index == Searched.size())
    return enter(State);
  unsigned O = Searched[Index];
  OrderEnumerator(Problem, O, Present, State.Before, Work)
      .run(Common.Objects[O], [&](const ObjectOrder &Order) {
        Objects[O] = Order;
        Objects[O].Chosen = true;
        if (isConsistent(Problem, Objects, State, O))
          assignWaits(Index, 0, State);
      });
  Objects[O].Chosen = false;
}

/// Gives phases to the waits on the object from number \p Next on.
void BarrierSearch::assignWaits(unsigned Index, unsigned Next,
                                const BarrierExecution &State) {
  unsigned O = Searched[Index];
  llvm::ArrayRef<NodeId> Waits = Problem.Objects[O].Waits;
  while (Next != Waits.size() &&
         (!Present[Waits[Next]] || State.Takes[Waits[Next]] != None))
    ++Next;
  if (Next == Waits.size()) {
    ObjectOrder Kept = Objects[O];
    chooseOrder(Index + 1, State);
    Objects[O] = std::move(Kept);
    return;
  }
  for (unsigned S = 0; S != Objects[O].Segments.size(); ++S) {
    if (!Objects[O].Segments[S].Complete || !Work.spend())
      continue;
    BarrierExecution Longer = State;
    if (assignPhase(Problem, Objects, Longer, Waits[Next], S))
      assignWaits(Index, Next + 1, Longer);
  }
}

std::vector<BarrierSearch::Phases> BarrierSearch::phases() const {
  std::vector<Phases> All;
  for (const ObjectOrder &Order : Objects) {
    Phases &Phases = All.emplace_back();
    for (const Segment &S : Order.Segments)
      if (S.Complete) {
        Phases.Complete.push_back(S.Members);
        llvm::sort(Phases.Complete.back());
      }
    for (const OrderFault &Fault : Order.Faults)
      Phases.Names.insert(Fault.Kind);
  }
  return All;
}

/// A barrier execution is found, if the stuck waits are really stuck.
void BarrierSearch::enter(const BarrierExecution &State) {
  if (!isStuckForGood(Problem, Objects, State, Where))
    return;
  std::vector<BarrierUndefined> Faults = ruleFaults(Problem, Objects, State);
  bool Satisfies = Faults.empty();
  for (BarrierUndefined &Fault : orderFaults(Problem, Objects, Where))
    Faults.push_back(std::move(Fault));
  std::vector<Phases> ByWave = phases();
  for (std::vector<StepRef> &First :
       Result.firstArrivals(Objects, State, Work)) {
    Group &Group = Groups[GroupKey(ByWave, First)];
    Group.Mixed |= !Group.Members.empty() && Group.Satisfied != Satisfies;
    if (Group.Satisfied && !Satisfies)
      continue;
    if (Satisfies && !Group.Satisfied)
      Group.Members.clear();
    Group.Satisfied = Satisfies;
    Group.Members.push_back(
        Result.make(Objects, State, Where, Faults, std::move(First)));
  }
}

} // namespace

void search(const BarrierProblem &Question, const Resolved &Problem,
            const CommonPart &Common, Budget &Work, Solutions &Result) {
  BarrierSearch(Question, Problem, Common, Work, Result).run();
}

} // namespace fencepost::model::barriers
