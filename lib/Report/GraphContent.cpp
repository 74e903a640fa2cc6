//===- GraphContent.cpp - What a picture of an execution shows ------------===//
// Chooses the events and relations that are drawn and groups them: all edges
// from one event to another become one bundle; the edges from the arrivals of a
// barrier phase to its waits, which are their product, become a band with one
// line per arrival and one per wait. Left out: initial writes that nothing
// refers to, modification order from an initial write (always first, MODEL.md
// M14), from-reads and dependencies outside a shown cycle.
// Tested by unittests/Report/ExecutionGraphTest.cpp.
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

/// The pieces of \p Text that stay in one line: words, "x, 1" and "= 1".
static std::vector<std::string> pieces(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef> Words;
  Text.split(Words, ' ', -1, /*KeepEmpty=*/false);
  std::vector<std::string> Pieces;
  for (llvm::StringRef Word : Words) {
    bool Belongs = !Pieces.empty() &&
                   (Pieces.back().back() == ',' || Pieces.back() == "=");
    if (Belongs)
      Pieces.back() += " " + Word.str();
    else
      Pieces.push_back(Word.str());
  }
  return Pieces;
}

/// Breaks \p Text into lines of at most \p Limit characters; a longer piece
/// stands alone.
static std::vector<std::string> wrap(llvm::StringRef Text, size_t Limit) {
  std::vector<std::string> Lines;
  for (const std::string &Piece : pieces(Text))
    if (!Lines.empty() && Lines.back().size() + 1 + Piece.size() <= Limit)
      Lines.back() += " " + Piece;
    else
      Lines.push_back(Piece);
  return Lines;
}

/// As many lines as wrap() needs, and as even as can be.
static std::vector<std::string> wrapEvenly(llvm::StringRef Text, size_t Limit) {
  std::vector<std::string> Best = wrap(Text, Limit);
  for (size_t Width = Limit; Width > 6; --Width) {
    std::vector<std::string> Narrower = wrap(Text, Width - 1);
    if (Narrower.size() > Best.size())
      break;
    Best = Narrower;
  }
  return Best;
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
  void addBundles();
  void addViolation(const model::Violation &V);
  void addStrand(unsigned From, unsigned To, Strand S);
  NodeLook lookOf(const model::ShownEvent &Event) const;
  std::string hintOf(const model::ShownEvent &Event) const;
  std::string bandText(unsigned Wait, llvm::StringRef PhaseLabel) const;
  unsigned columnOf(unsigned Thread, bool Async) const;
  ContentNode makeNode(unsigned Event) const;

  const model::Program &P;
  const model::Execution &E;
  const GraphOptions &Options;
  Content C;
  std::vector<unsigned> NodeOf;
  std::set<std::pair<unsigned, unsigned>> OnCycle;
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
  addBundles();
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
    unsigned Width = C.Columns.size(), At = C.Nodes[NodeOf[Edge.To]].First;
    for (unsigned Tries = 0; !Taken.insert({N.Row, At}).second;
         At = (At + 1) % Width)
      N.Row += ++Tries % Width == 0;
    N.First = N.Last = At;
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
/// (MODEL.md B4), which the wait's own operand does not tell.
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

void ContentBuilder::addBundles() {
  for (const model::ShownEdge &Edge : E.Edges)
    if (isShown(Edge) && Edge.Kind != EdgeKind::Phase &&
        NodeOf[Edge.From] != ~0u && NodeOf[Edge.To] != ~0u)
      addStrand(NodeOf[Edge.From], NodeOf[Edge.To],
                {lineKind(Edge.Kind), strandLabel(Edge)});
  for (const model::Violation &V : E.Violations)
    addViolation(V);
  for (Bundle &B : C.Bundles)
    llvm::stable_sort(B.Strands, [](const Strand &A, const Strand &B) {
      return A.Kind < B.Kind;
    });
}

/// "P1:r0=1". A state with undefined behaviour has no values (MODEL.md B7).
std::vector<std::string> describeEnd(const model::Program &P,
                                     const model::Outcome &End) {
  std::vector<std::string> Parts;
  size_t Next = 0;
  for (const model::Thread &T : P.Threads)
    for (const std::string &Register : T.Registers)
      if (Next < End.Registers.size()) {
        const model::Value &V = End.Registers[Next++];
        Parts.push_back(T.Name + ":" + Register + "=" +
                        (V.IsUndef ? "undef" : std::to_string(V.Number)));
      }
  if (End.Race)
    Parts.push_back("race");
  for (unsigned I = 0; I < model::NumUndefined; ++I)
    if (End.Undefined.has(static_cast<model::Undefined>(I)))
      Parts.push_back(
          model::undefinedName(static_cast<model::Undefined>(I)).str());
  return Parts;
}

Content makeContent(const model::Program &P, const model::Execution &E,
                    const GraphOptions &Options) {
  return ContentBuilder(P, E, Options).build();
}

} // namespace fencepost::graph
