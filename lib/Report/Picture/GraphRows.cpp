//===- GraphRows.cpp - In which row each event of a picture stands --------===//
// Longest paths over constraints "not above" (weight 0) and "below" (weight 1).
// Program order and barrier phases are constraints in any case; every other
// line becomes one unless it would close a cycle, as reads-from does in load
// buffering, and then points upwards. Afterwards the arrivals of each phase are
// lowered to the last of them, and so are its waits. A band takes a row of its
// own below the events of the same rank, because it runs across columns.
// Tested by unittests/Report/ExecutionGraphTest.cpp.
//===----------------------------------------------------------------------===//
#include "GraphContent.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace fencepost::graph {

namespace {
class RowAssigner {
public:
  explicit RowAssigner(Content &C)
      : C(C), Next(C.Nodes.size()), Floor(C.Nodes.size(), 0) {}

  void run();

private:
  struct Constraint {
    unsigned To;
    unsigned Weight;
  };

  bool isInitial(unsigned N) const {
    return C.Nodes[N].Look == NodeLook::Initial;
  }
  bool reaches(unsigned From, unsigned To) const;
  void constrain(unsigned From, unsigned To, unsigned Weight);
  void constrainLines(bool Strict);
  void chainColumns();
  std::vector<unsigned> topologicalOrder() const;
  void findRanks();
  void level(const std::vector<unsigned> &Nodes);
  void alignPhases();
  void ranksToRows();

  Content &C;
  std::vector<std::vector<Constraint>> Next;
  std::vector<unsigned> Floor, Rank;
  std::vector<unsigned> Order; ///< Topological.
};
} // namespace

bool RowAssigner::reaches(unsigned From, unsigned To) const {
  std::vector<bool> Seen(Next.size());
  std::vector<unsigned> Work = {From};
  Seen[From] = true;
  while (!Work.empty()) {
    unsigned N = Work.back();
    Work.pop_back();
    if (N == To)
      return true;
    for (const Constraint &Edge : Next[N])
      if (!Seen[Edge.To]) {
        Seen[Edge.To] = true;
        Work.push_back(Edge.To);
      }
  }
  return false;
}

void RowAssigner::constrain(unsigned From, unsigned To, unsigned Weight) {
  if (!reaches(To, From))
    Next[From].push_back({To, Weight});
}

void RowAssigner::constrainLines(bool Strict) {
  for (const Bundle &B : C.Bundles) {
    if (isInitial(B.From) || isInitial(B.To))
      continue;
    bool Below = llvm::any_of(B.Strands, [](const Strand &S) {
      return S.Kind == LineKind::ProgramOrder || S.Kind == LineKind::Phase;
    });
    bool NotAbove = llvm::any_of(B.Strands, [](const Strand &S) {
      return S.Kind != LineKind::Race && S.Kind != LineKind::FromRead &&
             S.Kind != LineKind::Violation;
    });
    if (Strict ? Below : NotAbove && !Below)
      constrain(B.From, B.To, Strict ? 1 : 0);
  }
}

std::vector<unsigned> RowAssigner::topologicalOrder() const {
  std::vector<unsigned> Before(Next.size(), 0);
  for (const std::vector<Constraint> &Edges : Next)
    for (const Constraint &Edge : Edges)
      ++Before[Edge.To];
  std::set<unsigned> Ready;
  for (unsigned N = 0; N < Next.size(); ++N)
    if (!Before[N])
      Ready.insert(N);
  std::vector<unsigned> Order;
  while (!Ready.empty()) {
    unsigned N = *Ready.begin();
    Ready.erase(Ready.begin());
    Order.push_back(N);
    for (const Constraint &Edge : Next[N])
      if (--Before[Edge.To] == 0)
        Ready.insert(Edge.To);
  }
  assert(Order.size() == Next.size() && "constrain() lets no cycle in");
  return Order;
}

/// Events of one column that program order leaves open (asynchronous ones)
/// still need a row each.
void RowAssigner::chainColumns() {
  std::vector<unsigned> Above(C.Columns.size(), ~0u);
  for (unsigned N : topologicalOrder()) {
    const ContentNode &Node = C.Nodes[N];
    if (Node.isBand() || isInitial(N))
      continue;
    for (unsigned Col = Node.First; Col <= Node.Last; ++Col) {
      if (Above[Col] != ~0u)
        Next[Above[Col]].push_back({N, 1});
      Above[Col] = N;
    }
  }
}

void RowAssigner::findRanks() {
  Rank = Floor;
  for (unsigned N : Order)
    for (const Constraint &Edge : Next[N])
      Rank[Edge.To] = std::max(Rank[Edge.To], Rank[N] + Edge.Weight);
}

/// Lowers all of \p Nodes to the lowest of them, if there is room.
void RowAssigner::level(const std::vector<unsigned> &Nodes) {
  unsigned Lowest = 0;
  for (unsigned N : Nodes)
    Lowest = std::max(Lowest, Rank[N]);
  for (unsigned N : Nodes)
    Floor[N] = std::max(Floor[N], Lowest);
  findRanks();
}

void RowAssigner::alignPhases() {
  for (unsigned N : Order) {
    if (!C.Nodes[N].isBand())
      continue;
    std::vector<unsigned> Arrivals, Waits;
    for (const Bundle &B : C.Bundles) {
      if (B.To == N)
        Arrivals.push_back(B.From);
      if (B.From == N)
        Waits.push_back(B.To);
    }
    level(Arrivals);
    level(Waits);
  }
}

/// The rows of each rank: one for its events, then its bands, side by side if
/// they can be.
void RowAssigner::ranksToRows() {
  std::map<unsigned, std::pair<std::vector<unsigned>, std::vector<unsigned>>>
      Ranks;
  for (unsigned N : Order)
    if (!isInitial(N))
      (C.Nodes[N].isBand() ? Ranks[Rank[N]].second : Ranks[Rank[N]].first)
          .push_back(N);
  unsigned Row = C.InitialRows;
  for (auto &[Number, Members] : Ranks) {
    auto &[Events, Bands] = Members;
    for (unsigned N : Events)
      C.Nodes[N].Row = Row;
    Row += !Events.empty();
    std::vector<unsigned> Free; // First free column of each of the rows.
    llvm::stable_sort(Bands, [&](unsigned A, unsigned B) {
      return C.Nodes[A].First < C.Nodes[B].First;
    });
    for (unsigned N : Bands) {
      unsigned I = 0;
      while (I < Free.size() && C.Nodes[N].First < Free[I])
        ++I;
      Free.resize(std::max<size_t>(Free.size(), I + 1));
      Free[I] = C.Nodes[N].Last + 1;
      C.Nodes[N].Row = Row + I;
    }
    Row += Free.size();
  }
  C.Rows = Row;
}

void RowAssigner::run() {
  constrainLines(/*Strict=*/true);
  chainColumns();
  constrainLines(/*Strict=*/false);
  Order = topologicalOrder();
  findRanks();
  alignPhases();
  ranksToRows();
}

void assignRows(Content &C) { RowAssigner(C).run(); }

} // namespace fencepost::graph
