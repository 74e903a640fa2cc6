//===- GraphContent.cpp - What a picture of an execution shows ------------===//
// Chooses the events and relations that are drawn and groups them: all edges
// from one event to another become one bundle; the edges from the arrivals of a
// barrier phase to its waits, which are their product, become a band with one
// line per arrival and one per wait. Left out: initial writes that nothing
// refers to, modification order from an initial write (always first,
// docs/model.md M14), from-reads and dependencies outside a shown cycle. Tested
// by unittests/Report/ExecutionGraphTest.cpp.
//===----------------------------------------------------------------------===//
#include "GraphContent.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

namespace fencepost::graph {

using model::EdgeKind;
using model::EventKind;

static LineKind lineKind(EdgeKind Kind) {
  // The same order, up to Race.
  return static_cast<LineKind>(Kind);
}

namespace {
/// Builds a Content, remembering which node shows which event.
class ContentBuilder {
public:
  ContentBuilder(const model::Program &P, const model::Execution &E,
                 const GraphOptions &Options)
      : P(P), E(E), Options(Options), NodeOf(E.Events.size(), ~0u) {}

  Content build();

private:
  void findCycles();
  bool isShown(const model::ShownEdge &Edge) const;
  bool isInitial(unsigned Event) const {
    return E.Events[Event].Kind == EventKind::Initial;
  }
  void addThreadEvents();
  void addInitialWrites();
  void addBands();
  std::vector<bool> reachable(unsigned Start, bool Forward) const;
  void measureBands();
  unsigned bandBetween(const std::set<unsigned> &From,
                       const std::vector<unsigned> &To) const;
  void synchronizeThroughBands();
  bool isDrawnAnyway(const model::ShownEdge &Edge) const;
  void addRelations(bool ProgramOrder);
  void addViolation(const model::Violation &V);
  void addStrand(unsigned From, unsigned To, Strand S);
  NodeLook lookOf(const model::ShownEvent &Event) const;
  std::string hintOf(const model::ShownEvent &Event) const;
  std::string bandText(unsigned Wait, llvm::StringRef PhaseLabel) const;
  unsigned columnOf(unsigned Thread, bool Async) const;
  ContentNode makeNode(unsigned Event) const;

  struct BandReach {
    unsigned Node;
    std::vector<bool> Before, After; ///< Nodes.
  };

  const model::Program &P;
  const model::Execution &E;
  const GraphOptions &Options;
  Content C;
  std::vector<BandReach> Bands;
  std::vector<unsigned> NodeOf;
  std::set<std::pair<unsigned, unsigned>> OnCycle, ThroughBand;
  std::map<std::pair<unsigned, unsigned>, unsigned> BundleOf;
};
} // namespace

Content ContentBuilder::build() {
  C.Title = Options.Title;
  C.State = describeEnd(P, E.End);
  for (const model::Thread &T : P.Threads)
    C.ThreadNames.push_back(T.Name);
  placeThreads(C, P, E);
  findCycles();
  addThreadEvents();
  addInitialWrites();
  addBands();
  addRelations(/*ProgramOrder=*/true);
  measureBands();
  synchronizeThroughBands();
  addRelations(/*ProgramOrder=*/false);
  for (const model::Violation &V : E.Violations)
    addViolation(V);
  for (Bundle &B : C.Bundles)
    llvm::stable_sort(B.Strands, [](const Strand &A, const Strand &B) {
      return A.Kind < B.Kind;
    });
  return std::move(C);
}

void ContentBuilder::findCycles() {
  for (const model::Violation &V : E.Violations)
    for (size_t I = 0; I < V.Cycle.size(); ++I)
      OnCycle.insert({V.Cycle[I], V.Cycle[(I + 1) % V.Cycle.size()]});
}

bool ContentBuilder::isShown(const model::ShownEdge &Edge) const {
  if (Edge.From >= E.Events.size() || Edge.To >= E.Events.size() ||
      Edge.From == Edge.To || isInitial(Edge.To))
    return false;
  bool Always = Options.AllRelations || OnCycle.contains({Edge.From, Edge.To});
  switch (Edge.Kind) {
  case EdgeKind::FromRead:
  case EdgeKind::Dependency:
    return Always;
  case EdgeKind::ModificationOrder:
    return Always || !isInitial(Edge.From);
  case EdgeKind::Phase:
    return E.Events[Edge.From].Kind == EventKind::Barrier &&
           E.Events[Edge.To].Kind == EventKind::Barrier;
  default:
    return true;
  }
}

unsigned ContentBuilder::columnOf(unsigned Thread, bool Async) const {
  for (auto [I, Col] : llvm::enumerate(C.Columns))
    if (Col.Thread == Thread && Col.Async == Async)
      return I;
  return ~0u;
}

NodeLook ContentBuilder::lookOf(const model::ShownEvent &Event) const {
  if (Event.Stuck)
    return NodeLook::Stuck;
  if (Event.Kind == EventKind::Initial)
    return NodeLook::Initial;
  if (Event.Kind == EventKind::Barrier)
    return NodeLook::Barrier;
  bool Reads =
      Event.Kind == EventKind::Read || Event.Kind == EventKind::ReadModifyWrite;
  return Reads && Event.Read.IsUndef ? NodeLook::Undefined : NodeLook::Event;
}

std::string ContentBuilder::hintOf(const model::ShownEvent &Event) const {
  if (Event.Kind == EventKind::Initial)
    return "initial value";
  const model::Thread &T = P.Threads[Event.Thread];
  std::string Hint = T.Name;
  if (Event.Instruction < T.Code.size())
    if (unsigned Line = T.Code[Event.Instruction].Where.Line)
      Hint += ", line " + std::to_string(Line);
  if (Event.Case)
    Hint += ", case " + std::to_string(Event.Case) + " of a read";
  if (Event.Stuck)
    Hint += ", never passed";
  return Hint;
}

ContentNode ContentBuilder::makeNode(unsigned Event) const {
  const model::ShownEvent &Shown = E.Events[Event];
  size_t Limit = C.Columns.size() <= 2 ? 26 : C.Columns.size() <= 4 ? 20 : 16;
  ContentNode N;
  N.Event = Event;
  N.Look = lookOf(Shown);
  N.Text = wrapEvenly(Shown.Label, Limit);
  N.Hint = hintOf(Shown);
  return N;
}

void ContentBuilder::addThreadEvents() {
  for (auto [I, Event] : llvm::enumerate(E.Events)) {
    if (Event.Kind == EventKind::Initial || Event.Thread >= P.Threads.size())
      continue;
    ContentNode N = makeNode(I);
    N.First = N.Last = columnOf(Event.Thread, Event.Async);
    for (unsigned Other : Event.OtherThreads)
      if (Other < P.Threads.size()) {
        N.First = std::min(N.First, columnOf(Other, false));
        N.Last = std::max(N.Last, columnOf(Other, false));
      }
    NodeOf[I] = C.Nodes.size();
    C.Nodes.push_back(std::move(N));
  }
}

/// Initial writes stand above the column of the first event they have a line
/// to, or the nearest free one to the right.
void ContentBuilder::addInitialWrites() {
  std::set<std::pair<unsigned, unsigned>> Taken; // (row, column)
  for (const model::ShownEdge &Edge : E.Edges) {
    if (!isShown(Edge) || !isInitial(Edge.From) || NodeOf[Edge.From] != ~0u ||
        NodeOf[Edge.To] == ~0u)
      continue;
    ContentNode N = makeNode(Edge.From);
    unsigned Width = C.Columns.size(), Column = C.Nodes[NodeOf[Edge.To]].First;
    for (unsigned Tries = 0; !Taken.insert({N.Row, Column}).second;
         Column = (Column + 1) % Width)
      N.Row += ++Tries % Width == 0;
    N.First = N.Last = Column;
    C.InitialRows = std::max(C.InitialRows, N.Row + 1);
    NodeOf[Edge.From] = C.Nodes.size();
    C.Nodes.push_back(std::move(N));
  }
}

/// "workgroup barrier", "barrier b".
static std::string objectName(const model::Program &P, BarrierId Object) {
  if (!Object.isNamed())
    return Object.str() + " barrier";
  unsigned Number = Object.operand() - 1; // None of them for null.
  return Number < P.NamedBarriers.size() ? "barrier " + P.NamedBarriers[Number]
                                         : "barrier";
}

/// "workgroup barrier, phase 2". A wait on null concerns whatever was joined
/// (docs/model.md B4), which the wait's own operand does not tell.
std::string ContentBuilder::bandText(unsigned Wait,
                                     llvm::StringRef PhaseLabel) const {
  const model::ShownEvent &Event = E.Events[Wait];
  const std::vector<model::Instruction> &Code = P.Threads[Event.Thread].Code;
  std::string Object = Event.Instruction < Code.size()
                           ? objectName(P, Code[Event.Instruction].Object)
                           : "barrier";
  return PhaseLabel.empty() ? Object : Object + ", " + PhaseLabel.str();
}

/// One band for all waits that depend on the same operations.
void ContentBuilder::addBands() {
  std::map<unsigned, std::set<unsigned>> Participants; // of each wait
  std::map<unsigned, llvm::StringRef> PhaseLabel;
  for (const model::ShownEdge &Edge : E.Edges)
    if (Edge.Kind == EdgeKind::Phase && isShown(Edge) &&
        NodeOf[Edge.From] != ~0u && NodeOf[Edge.To] != ~0u) {
      Participants[Edge.To].insert(Edge.From);
      PhaseLabel[Edge.To] = Edge.Label;
    }
  std::map<std::pair<std::set<unsigned>, std::string>, unsigned> BandOf;
  for (const auto &[Wait, From] : Participants) {
    std::string Text = bandText(Wait, PhaseLabel[Wait]);
    auto [It, IsNew] = BandOf.try_emplace({From, Text}, C.Nodes.size());
    if (IsNew) {
      ContentNode N;
      N.Look = NodeLook::Band;
      N.Text = {Text};
      N.First = C.Nodes[NodeOf[Wait]].First;
      C.Nodes.push_back(std::move(N));
      for (unsigned Arrival : From)
        addStrand(NodeOf[Arrival], It->second, {LineKind::Phase, ""});
    }
    addStrand(It->second, NodeOf[Wait], {LineKind::Phase, ""});
  }
  for (const Bundle &B : C.Bundles)
    for (auto [Band, Other] :
         {std::pair(B.From, B.To), std::pair(B.To, B.From)})
      if (C.Nodes[Band].isBand()) {
        C.Nodes[Band].First =
            std::min(C.Nodes[Band].First, C.Nodes[Other].First);
        C.Nodes[Band].Last = std::max(C.Nodes[Band].Last, C.Nodes[Other].Last);
      }
}

void ContentBuilder::addStrand(unsigned From, unsigned To, Strand S) {
  auto [It, IsNew] = BundleOf.try_emplace({From, To}, C.Bundles.size());
  if (IsNew)
    C.Bundles.push_back({From, To, {}});
  std::vector<Strand> &Strands = C.Bundles[It->second].Strands;
  if (llvm::none_of(Strands, [&](const Strand &Other) {
        return Other.Kind == S.Kind && Other.Label == S.Label;
      }))
    Strands.push_back(std::move(S));
}

/// What is written beside a line. Program order is too common to be labelled,
/// and why two accesses race is a sentence.
static std::string strandLabel(const model::ShownEdge &Edge) {
  if (Edge.Kind == EdgeKind::ProgramOrder)
    return "";
  std::string Name = styleOf(lineKind(Edge.Kind)).Name.str();
  if (Edge.Kind == EdgeKind::Race || Edge.Label.empty() || Edge.Label == Name)
    return Name;
  return Name + " " + Edge.Label;
}

/// The steps of the cycle. A step that is drawn as a relation has its label
/// there.
void ContentBuilder::addViolation(const model::Violation &V) {
  for (size_t I = 0; I < V.Cycle.size(); ++I) {
    unsigned From = V.Cycle[I], To = V.Cycle[(I + 1) % V.Cycle.size()];
    if (From >= NodeOf.size() || To >= NodeOf.size() || From == To ||
        NodeOf[From] == ~0u || NodeOf[To] == ~0u)
      continue;
    std::string Step = I < V.Steps.size() ? V.Steps[I] : "";
    auto It = BundleOf.find({NodeOf[From], NodeOf[To]});
    if (It != BundleOf.end())
      for (const Strand &S : C.Bundles[It->second].Strands)
        if (llvm::StringRef(S.Label).starts_with(Step))
          Step.clear();
    addStrand(NodeOf[From], NodeOf[To], {LineKind::Violation, Step});
  }
}

/// The nodes that program order and phases lead to from \p Start, or that they
/// lead to it from.
std::vector<bool> ContentBuilder::reachable(unsigned Start,
                                            bool Forward) const {
  std::vector<std::vector<unsigned>> Next(C.Nodes.size());
  for (const Bundle &B : C.Bundles)
    Next[Forward ? B.From : B.To].push_back(Forward ? B.To : B.From);
  std::vector<bool> Seen(C.Nodes.size());
  std::vector<unsigned> Work = {Start};
  while (!Work.empty()) {
    unsigned N = Work.back();
    Work.pop_back();
    if (Seen[N])
      continue;
    Seen[N] = true;
    Work.insert(Work.end(), Next[N].begin(), Next[N].end());
  }
  return Seen;
}

void ContentBuilder::measureBands() {
  for (unsigned N = 0; N < C.Nodes.size(); ++N)
    if (C.Nodes[N].isBand())
      Bands.push_back({N, reachable(N, false), reachable(N, true)});
}

/// The band that lies between all of \p From and all of \p To, if there is one.
unsigned ContentBuilder::bandBetween(const std::set<unsigned> &From,
                                     const std::vector<unsigned> &To) const {
  for (const BandReach &Band : Bands)
    if (llvm::all_of(From,
                     [&](unsigned F) { return Band.Before[NodeOf[F]]; }) &&
        llvm::all_of(To, [&](unsigned T) { return Band.After[NodeOf[T]]; }))
      return Band.Node;
  return ~0u;
}

/// Around a barrier every release fence synchronizes with every acquire fence.
/// Like the phase itself, that is drawn through its band.
void ContentBuilder::synchronizeThroughBands() {
  std::map<std::pair<unsigned, std::string>, std::set<unsigned>> Sources;
  for (const model::ShownEdge &Edge : E.Edges)
    if (Edge.Kind == EdgeKind::Synchronizes && isShown(Edge) &&
        NodeOf[Edge.From] != ~0u && NodeOf[Edge.To] != ~0u)
      Sources[{Edge.To, strandLabel(Edge)}].insert(Edge.From);
  std::map<std::pair<std::set<unsigned>, std::string>, std::vector<unsigned>>
      Groups;
  for (const auto &[To, From] : Sources)
    Groups[{From, To.second}].push_back(To.first);
  for (const auto &[Key, To] : Groups) {
    const auto &[From, Label] = Key;
    unsigned Band =
        From.size() > 1 && To.size() > 1 ? bandBetween(From, To) : ~0u;
    if (Band == ~0u)
      continue;
    for (unsigned F : From)
      addStrand(NodeOf[F], Band, {LineKind::Synchronizes, Label});
    for (unsigned T : To) {
      addStrand(Band, NodeOf[T], {LineKind::Synchronizes, ""});
      for (unsigned F : From)
        ThroughBand.insert({F, T});
    }
  }
}

/// What program order implies already is not drawn again.
bool ContentBuilder::isDrawnAnyway(const model::ShownEdge &Edge) const {
  return Edge.Kind == EdgeKind::Synchronizes &&
         (ThroughBand.contains({Edge.From, Edge.To}) ||
          E.Events[Edge.From].Thread == E.Events[Edge.To].Thread);
}

void ContentBuilder::addRelations(bool ProgramOrder) {
  for (const model::ShownEdge &Edge : E.Edges)
    if ((Edge.Kind == EdgeKind::ProgramOrder) == ProgramOrder &&
        Edge.Kind != EdgeKind::Phase && isShown(Edge) &&
        NodeOf[Edge.From] != ~0u && NodeOf[Edge.To] != ~0u &&
        !isDrawnAnyway(Edge))
      addStrand(NodeOf[Edge.From], NodeOf[Edge.To],
                {lineKind(Edge.Kind), strandLabel(Edge)});
}

Content makeContent(const model::Program &P, const model::Execution &E,
                    const GraphOptions &Options) {
  return ContentBuilder(P, E, Options).build();
}

} // namespace fencepost::graph
