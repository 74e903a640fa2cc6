//===- AsyncMarks.cpp - What a wait for async marks must wait for ---------===//
// Operations of one counter complete in the order they were issued, so waiting
// until the counter is at most V completes all but the last V of them. On one
// path, `wait N` must complete M, the (N+1)-th newest mark: if an operation X
// before M is not complete yet, the value needed is the number of operations
// after M. An X is complete if an earlier wait of the path completed a mark
// after it: `wait N` does so if more than N marks follow X. The answer is the
// minimum over all paths that need a wait, found for each counter by itself.
//
// Paths are unboundedly many, and the obvious summary, the fewest operations
// since the k-th newest mark, is not exact: the path with the fewest operations
// after M may be one on which nothing before M is outstanding. Two steps are.
//
//  1. The *age* of a point: the fewest marks since an operation that is not
//     complete there, over all paths; Never if there is none.
//  2. For each age a that some mark has, and each k: the fewest operations
//     since the k-th newest mark, over all paths on which that mark was made
//     at age a and the operation which gave it this age is not complete.
//
// A path through M is any path to M followed by any path from M. The value
// depends on the second part alone, and whether X survives the waits of the
// second part only gets likelier with fewer marks between X and M, so the first
// part may always be taken to be one that gives M its age: step 2 loses no path
// and invents none. Both steps are minima over paths of functions that commute
// with the minimum, so solving them block by block is exact, joins included.
// Numbers stop growing (a value at what the counter can express, an age and a k
// beyond the largest wait of the function), so loops converge.
//
// Does not look at what the hardware waits of other paths complete besides:
// what a wait requires is what spec/003 says, on the paths of the program.
//
// Useless marks. Removing a mark that a wait can be reached from shifts which
// mark is the (N+1)-th newest: in `B C A wait(1)` (spec/003, "Optimization",
// after inlining) A is never waited for, yet without it the wait would complete
// B instead of C. So only marks that no blocking wait can be reached from go.
// Post-dominance, the specification's "in particular", would not do: a mark
// whose wait is in one branch of two is needed.
//
// Tested by unittests/Lower/AsyncMarksTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Lower/AsyncMarks.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace fencepost::lower {

using Number = uint16_t; ///< Operations or marks.
static constexpr Number Never = UINT16_MAX;

static Number marksLeft(const AsyncEvent &Wait) {
  return std::min(Wait.Marks, MostAsyncMarks);
}

unsigned largestWait(const FamilyFacts &Family, Counter C) {
  const CounterFacts *Facts = Family.counter(C);
  assert(Facts && "the family has no such counter");
  unsigned Width = Facts->Width;
  if (Width == 0) {
    Width = 16;
    for (const CounterFacts &Other : Family.Counters)
      if (Other.Width)
        Width = std::min(Width, Other.Width);
  }
  return (1u << Width) - 2;
}

//===-- Paths -------------------------------------------------------------===//

/// Reachable blocks, each before its successors except along back edges.
static std::vector<unsigned> reversePostOrder(const AsyncGraph &Graph) {
  std::vector<unsigned> Order;
  std::vector<bool> Seen(Graph.Blocks.size());
  std::vector<std::pair<unsigned, unsigned>> Stack; // Block, next successor.
  if (!Graph.Blocks.empty()) {
    Stack.push_back({0, 0});
    Seen[0] = true;
  }
  while (!Stack.empty()) {
    auto &[Block, Next] = Stack.back();
    const auto &Successors = Graph.Blocks[Block].Successors;
    if (Next == Successors.size()) {
      Order.push_back(Block);
      Stack.pop_back();
      continue;
    }
    unsigned To = Successors[Next++];
    assert(To < Graph.Blocks.size() && "a successor that is no block");
    if (!Seen[To]) {
      Seen[To] = true;
      Stack.push_back({To, 0});
    }
  }
  std::reverse(Order.begin(), Order.end());
  return Order;
}

/// The number of each block's first event; after them, how many there are.
static std::vector<unsigned> numberEvents(const AsyncGraph &Graph) {
  std::vector<unsigned> First = {0};
  for (const AsyncBlock &Block : Graph.Blocks)
    First.push_back(First.back() + Block.Events.size());
  return First;
}

/// Makes \p To the pointwise minimum; says whether that changed it.
static bool meet(Number *To, llvm::ArrayRef<Number> From) {
  bool Changed = false;
  for (Number N : From) {
    Changed |= N < *To;
    *To = std::min(*To, N);
    ++To;
  }
  return Changed;
}

/// Walks the blocks of \p Order until nothing changes. A point has \p Size
/// numbers, all Never at the entry; where paths meet, the smaller ones count.
/// \p Step(Event, Number, Numbers) applies one event, whose number in the whole
/// graph it is told; the last time it sees an event, it sees the minimum over
/// all paths.
template <typename StepFunction>
static void solve(const AsyncGraph &Graph, llvm::ArrayRef<unsigned> Order,
                  size_t Size, StepFunction Step) {
  std::vector<Number> Begin(Graph.Blocks.size() * Size, Never), Numbers(Size);
  std::vector<bool> Dirty(Graph.Blocks.size(), true);
  std::vector<unsigned> FirstEvent = numberEvents(Graph);
  for (bool Again = true; Again;) {
    Again = false;
    for (unsigned Block : Order) {
      if (!Dirty[Block])
        continue;
      Dirty[Block] = false;
      std::copy_n(&Begin[Block * Size], Size, Numbers.begin());
      unsigned I = FirstEvent[Block];
      for (const AsyncEvent &Event : Graph.Blocks[Block].Events)
        Step(Event, I++, Numbers);
      for (unsigned To : Graph.Blocks[Block].Successors)
        if (meet(&Begin[To * Size], Numbers))
          Dirty[To] = Again = true;
    }
  }
}

//===-- One counter -------------------------------------------------------===//

namespace {
class CounterAnalysis {
public:
  CounterAnalysis(const AsyncGraph &Graph, llvm::ArrayRef<unsigned> Order,
                  Counter Counted, Number Most)
      : Graph(Graph), Order(Order), Counted(Counted), Most(Most) {
    for (const AsyncBlock &Block : Graph.Blocks)
      for (const AsyncEvent &Event : Block.Events)
        if (Event.Kind == AsyncEventKind::Wait)
          Depth = std::max<Number>(Depth, marksLeft(Event) + 1);
  }

  /// What each wait must wait for, by number; Never if it need not.
  std::vector<Number> waits() const {
    std::vector<Number> Ages = agesOfMarks(), Values(Ages.size(), Never);
    std::set<Number> Distinct(Ages.begin(), Ages.end());
    Distinct.erase(Never);
    for (Number Age : Distinct)
      addWaits(Ages, Age, Values);
    return Values;
  }

private:
  const AsyncGraph &Graph;
  llvm::ArrayRef<unsigned> Order;
  Counter Counted;
  Number Most;
  Number Depth = 1; ///< How many marks back the farthest wait looks.

  bool isOurs(const AsyncEvent &Event) const {
    return Event.Counted == Counted;
  }
  std::vector<Number> agesOfMarks() const;
  void addWaits(llvm::ArrayRef<Number> Ages, Number Age,
                std::vector<Number> &Values) const;
};
} // namespace

/// Step 1: the age of the point at which each mark is made, by number; Never
/// for other events.
std::vector<Number> CounterAnalysis::agesOfMarks() const {
  std::vector<Number> Ages(numberEvents(Graph).back(), Never);
  auto Step = [&](const AsyncEvent &Event, unsigned I,
                  std::vector<Number> &Numbers) {
    Number &Age = Numbers.front();
    switch (Event.Kind) {
    case AsyncEventKind::Operation:
      if (isOurs(Event) && Event.Count)
        Age = 0;
      break;
    case AsyncEventKind::Unknown:
      if (isOurs(Event))
        Age = 0; // It may have issued one.
      break;
    case AsyncEventKind::Mark:
      Ages[I] = Age;
      if (Age != Never)
        Age = std::min<Number>(Age + 1, Depth);
      break;
    case AsyncEventKind::Wait:
      if (Age > marksLeft(Event))
        Age = Never;
      break;
    }
  };
  solve(Graph, Order, 1, Step);
  return Ages;
}

/// Step 2: lowers \p Values to what paths through marks of \p Age need. Element
/// K of the numbers of a point is for the (K+1)-th newest mark.
void CounterAnalysis::addWaits(llvm::ArrayRef<Number> Ages, Number Age,
                               std::vector<Number> &Values) const {
  auto Step = [&](const AsyncEvent &Event, unsigned I,
                  std::vector<Number> &Numbers) {
    switch (Event.Kind) {
    case AsyncEventKind::Operation:
      if (isOurs(Event))
        for (Number &N : Numbers)
          if (N != Never)
            N = std::min<unsigned>(N + Event.Count, Most);
      break;
    case AsyncEventKind::Unknown:
      break; // It may have issued none.
    case AsyncEventKind::Mark:
      std::shift_right(Numbers.begin(), Numbers.end(), 1);
      Numbers.front() = Ages[I] == Age ? 0 : Never;
      break;
    case AsyncEventKind::Wait: {
      unsigned MarksLeft = marksLeft(Event);
      Values[I] = std::min(Values[I], Numbers[MarksLeft]);
      // K + 1 + Age marks follow the operation that the K-th element is about.
      for (unsigned K = MarksLeft < Age ? 0 : MarksLeft - Age; K < Depth; ++K)
        Numbers[K] = Never;
      break;
    }
    }
  };
  solve(Graph, Order, Depth, Step);
}

//===-- The whole function ------------------------------------------------===//

/// Per block, whether a wait that blocks can be reached from its end.
static std::vector<bool> reachesWait(const AsyncGraph &Graph,
                                     const std::vector<bool> &HasWait) {
  std::vector<llvm::SmallVector<unsigned, 2>> Predecessors(HasWait.size());
  std::vector<unsigned> Work;
  for (unsigned From = 0; From < HasWait.size(); ++From) {
    for (unsigned To : Graph.Blocks[From].Successors)
      Predecessors[To].push_back(From);
    if (HasWait[From])
      Work.push_back(From);
  }
  std::vector<bool> Reaches(HasWait.size());
  while (!Work.empty()) {
    unsigned Block = Work.back();
    Work.pop_back();
    for (unsigned From : Predecessors[Block])
      if (!Reaches[From]) {
        Reaches[From] = true;
        Work.push_back(From);
      }
  }
  return Reaches;
}

static void findUselessMarks(const AsyncGraph &Graph,
                             const std::vector<bool> &Reachable,
                             AsyncAnswer &Answer) {
  std::set<std::pair<unsigned, unsigned>> Blocking;
  std::vector<bool> HasWait(Graph.Blocks.size());
  for (const AsyncWaitAnswer &Wait : Answer.Waits)
    if (!Wait.Values.empty()) {
      Blocking.insert({Wait.Block, Wait.Event});
      HasWait[Wait.Block] = true;
    }
  std::vector<bool> AtEnd = reachesWait(Graph, HasWait);
  for (unsigned B = 0; B < Graph.Blocks.size(); ++B) {
    bool Needed = AtEnd[B] && Reachable[B];
    for (unsigned I = Graph.Blocks[B].Events.size(); I-- > 0;) {
      if (Graph.Blocks[B].Events[I].Kind == AsyncEventKind::Mark && !Needed)
        Answer.UselessMarks.push_back({B, I});
      Needed |= Blocking.count({B, I}) != 0;
    }
  }
  llvm::sort(Answer.UselessMarks);
}

/// The counters that reachable events name.
static std::set<Counter> countersOf(const AsyncGraph &Graph,
                                    llvm::ArrayRef<unsigned> Order) {
  std::set<Counter> Counters;
  for (unsigned Block : Order)
    for (const AsyncEvent &Event : Graph.Blocks[Block].Events)
      if (Event.Kind == AsyncEventKind::Operation ||
          Event.Kind == AsyncEventKind::Unknown)
        Counters.insert(Event.Counted);
  return Counters;
}

AsyncAnswer analyzeAsyncMarks(const AsyncGraph &Graph,
                              const FamilyFacts &Family) {
  std::vector<unsigned> Order = reversePostOrder(Graph);
  std::vector<bool> Reachable(Graph.Blocks.size());
  for (unsigned Block : Order)
    Reachable[Block] = true;

  AsyncAnswer Answer;
  for (unsigned B = 0; B < Graph.Blocks.size(); ++B)
    for (auto [I, Event] : llvm::enumerate(Graph.Blocks[B].Events))
      if (Reachable[B] && Event.Kind == AsyncEventKind::Wait)
        Answer.Waits.push_back({B, static_cast<unsigned>(I), {}});
  if (!Answer.Waits.empty()) {
    std::vector<unsigned> FirstEvent = numberEvents(Graph);
    for (Counter C : countersOf(Graph, Order)) {
      CounterAnalysis One(Graph, Order, C, largestWait(Family, C));
      std::vector<Number> Values = One.waits();
      for (AsyncWaitAnswer &Wait : Answer.Waits)
        if (Number N = Values[FirstEvent[Wait.Block] + Wait.Event]; N != Never)
          Wait.Values.push_back({C, N});
    }
  }
  for (AsyncWaitAnswer &Wait : Answer.Waits) {
    const AsyncEvent &Event = Graph.Blocks[Wait.Block].Events[Wait.Event];
    Wait.Limited = !Wait.Values.empty() && Event.Marks > MostAsyncMarks;
  }
  findUselessMarks(Graph, Reachable, Answer);
  return Answer;
}

} // namespace fencepost::lower
