//===- ExecutionGraphTest.cpp - Pictures of executions --------------------===//
// That nothing overlaps is checked on the picture itself: rectangles of nodes
// and texts are disjoint, no line touches a text or a node that it does not
// connect (it may pass behind a band or a whole wave's event), no two lines run
// on top of each other. On executions made by hand, and on random ones.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/ExecutionGraph.h"
#include "SampleExecutions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace fencepost;
using namespace fencepost::graph;
using model::EdgeKind;
using model::EventKind;
using samples::Sample;

namespace {

Picture draw(const Sample &S, bool AllRelations = false) {
  return drawExecution(S.Program, S.Execution, {S.Name, AllRelations});
}

Rect around(Point A, Point B) {
  return {std::min(A.X, B.X), std::min(A.Y, B.Y), std::abs(A.X - B.X) + 1,
          std::abs(A.Y - B.Y) + 1};
}

std::string show(const Rect &R) {
  return llvm::formatv("({0},{1} {2}x{3})", R.X, R.Y, R.Width, R.Height);
}

bool contains(const Rect &Outer, const Rect &Inner) {
  return Outer.X <= Inner.X && Inner.right() <= Outer.right() &&
         Outer.Y <= Inner.Y && Inner.bottom() <= Outer.bottom();
}

/// Everything that is written outside nodes.
std::vector<std::pair<Rect, std::string>> textsOf(const Picture &P) {
  std::vector<std::pair<Rect, std::string>> Texts;
  for (const Label &L : P.Labels) {
    std::string Text;
    for (const Word &W : L.Words)
      Text += W.Text + " ";
    Texts.push_back({L.Place, Text});
  }
  for (const Caption &C : P.Captions)
    Texts.push_back({C.Place, C.Text});
  return Texts;
}

void checkNodes(const Picture &P) {
  Rect Page{0, 0, P.Width, P.Height};
  for (size_t I = 0; I < P.Nodes.size(); ++I) {
    const Node &N = P.Nodes[I];
    EXPECT_TRUE(contains(Page, N.Place)) << show(N.Place);
    EXPECT_LE(static_cast<int>(N.Text.size()) * NodeLineHeight, N.Place.Height);
    for (const std::string &Line : N.Text)
      EXPECT_LE(textWidth(Line, NodeFont), N.Place.Width) << Line;
    for (size_t J = 0; J < I; ++J)
      EXPECT_FALSE(N.Place.overlaps(P.Nodes[J].Place))
          << show(N.Place) << show(P.Nodes[J].Place);
  }
}

void checkTexts(const Picture &P) {
  Rect Page{0, 0, P.Width, P.Height};
  std::vector<std::pair<Rect, std::string>> Texts = textsOf(P);
  for (size_t I = 0; I < Texts.size(); ++I) {
    const auto &[Place, Text] = Texts[I];
    EXPECT_TRUE(contains(Page, Place)) << Text;
    for (const Node &N : P.Nodes)
      EXPECT_FALSE(Place.overlaps(N.Place)) << Text << show(N.Place);
    for (size_t J = 0; J < I; ++J)
      EXPECT_FALSE(Place.overlaps(Texts[J].first)) << Text << Texts[J].second;
  }
}

void checkBoxes(const Picture &P) {
  for (size_t I = 0; I < P.Scopes.size(); ++I)
    for (size_t J = 0; J < I; ++J) {
      const Rect &A = P.Scopes[I].Place, &B = P.Scopes[J].Place;
      EXPECT_TRUE(!A.overlaps(B) || contains(A, B) || contains(B, A))
          << show(A) << show(B);
    }
}

bool touches(const Rect &R, Point Where) {
  bool OnSide = (Where.X == R.X || Where.X == R.right()) && Where.Y >= R.Y &&
                Where.Y <= R.bottom();
  bool OnEnd = (Where.Y == R.Y || Where.Y == R.bottom()) && Where.X >= R.X &&
               Where.X <= R.right();
  return OnSide || OnEnd;
}

/// Of several columns: a band or a whole wave's event.
bool isWide(const Picture &P, const Node &N) {
  return N.Look == NodeLook::Band ||
         llvm::count_if(P.Captions, [&](const Caption &C) {
           return C.Kind == Caption::Thread && N.Place.X < C.Place.X &&
                  C.Place.X < N.Place.right();
         }) > 1;
}

void checkLines(const Picture &P) {
  std::vector<std::pair<Rect, std::string>> Texts = textsOf(P);
  for (const Line &L : P.Lines) {
    ASSERT_GE(L.Path.size(), 2u);
    EXPECT_TRUE(touches(P.Nodes[L.From].Place, L.Path.front()));
    EXPECT_TRUE(touches(P.Nodes[L.To].Place, L.Path.back()));
    for (size_t I = 0; I + 1 < L.Path.size(); ++I) {
      Point A = L.Path[I], B = L.Path[I + 1];
      EXPECT_TRUE((A.X == B.X) != (A.Y == B.Y)) << "not straight";
      for (const auto &[Place, Text] : Texts)
        EXPECT_FALSE(Place.overlaps(around(A, B)))
            << Text << show(around(A, B));
      for (auto [N, Shown] : llvm::enumerate(P.Nodes)) {
        Rect Inner = {Shown.Place.X + 1, Shown.Place.Y + 1,
                      Shown.Place.Width - 2, Shown.Place.Height - 2};
        bool Hits = Inner.overlaps(around(A, B)) && !isWide(P, Shown);
        EXPECT_FALSE(Hits) << Shown.Text.front() << show(around(A, B));
      }
    }
  }
}

/// Pieces of different lines that share more than a point.
void checkLinesApart(const Picture &P) {
  struct Piece {
    size_t Line;
    bool Vertical;
    int Offset, From, To;
  };
  std::vector<Piece> Pieces;
  for (auto [I, L] : llvm::enumerate(P.Lines))
    for (size_t J = 0; J + 1 < L.Path.size(); ++J) {
      Point A = L.Path[J], B = L.Path[J + 1];
      bool Vertical = A.X == B.X;
      auto [Low, High] =
          Vertical ? std::minmax(A.Y, B.Y) : std::minmax(A.X, B.X);
      Pieces.push_back({I, Vertical, Vertical ? A.X : A.Y, Low, High});
    }
  for (const Piece &A : Pieces)
    for (const Piece &B : Pieces)
      if (A.Line < B.Line && A.Vertical == B.Vertical &&
          std::abs(A.Offset - B.Offset) < 3) {
        EXPECT_GE(std::max(A.From, B.From), std::min(A.To, B.To))
            << (A.Vertical ? "x=" : "y=") << A.Offset << " lines " << A.Line
            << " " << B.Line;
      }
}

void checkPicture(const Picture &P) {
  checkNodes(P);
  checkTexts(P);
  checkBoxes(P);
  checkLines(P);
  checkLinesApart(P);
}

const Node &nodeOf(const Picture &P, unsigned Event) {
  return *llvm::find_if(P.Nodes,
                        [=](const Node &N) { return N.Event == Event; });
}

unsigned count(const Picture &P, LineKind Kind) {
  return llvm::count_if(P.Lines, [=](const Line &L) { return L.Kind == Kind; });
}

std::vector<std::string> scopesOf(const Picture &P) {
  std::vector<std::string> Names;
  for (const ScopeBox &Box : P.Scopes)
    Names.push_back(Box.Text);
  return Names;
}

/// Random threads, places, events, barriers and edges of every kind, sensible
/// or not.
Sample randomSample(unsigned Seed) {
  std::mt19937 Random(Seed);
  auto Below = [&](unsigned N) { return unsigned(Random() % N); };
  Sample S;
  S.Name = "random-" + std::to_string(Seed);
  unsigned Initials = Below(5), Threads = 1 + Below(8);
  for (unsigned I = 0; I < Initials; ++I)
    S.initial("cell" + std::to_string(I) + " = 0");
  for (unsigned T = 0; T < Threads; ++T)
    S.thread({Below(2), Below(2), Below(2), Below(3)});
  static constexpr const char *Labels[] = {
      "store x, 1", "load atomic flag acquire agent = 1", "load y = undef",
      "r = atomicrmw add counter[12345], 1 acq_rel workgroup-one-as noav = 7"};
  std::vector<unsigned> Barriers;
  unsigned Events = Below(40);
  for (unsigned I = 0; I < Events; ++I) {
    unsigned T = Below(Threads);
    if (Below(3)) {
      unsigned E = S.event(T, EventKind::Read, Labels[Below(4)]);
      S.Execution.Events[E].Async = Below(8) == 0;
      continue;
    }
    std::vector<unsigned> Wave = {T};
    for (unsigned Other = T + 1; Other < Threads; ++Other)
      if (S.Program.Threads[T].Where == S.Program.Threads[Other].Where)
        Wave.push_back(Other);
    Barriers.push_back(S.barrier(Wave, "barrier.arrive workgroup"));
  }
  for (unsigned I = 0; !Barriers.empty() && I < Below(12); ++I)
    S.edge(EdgeKind::Phase, Barriers[Below(Barriers.size())],
           Barriers[Below(Barriers.size())], "phase 1");
  unsigned All = S.Execution.Events.size();
  for (unsigned I = 0, E = Below(30); All > 1 && I < E; ++I) {
    auto Kind = static_cast<EdgeKind>(1 + Below(9));
    S.edge(Kind, Below(All), Below(All), Below(2) ? "workgroup" : "");
  }
  return S;
}

// Two, four and eight threads, barriers, waves, async operations and a hang.
TEST(ExecutionGraph, NothingOverlaps) {
  for (const Sample &S : samples::allSamples())
    for (bool AllRelations : {false, true}) {
      SCOPED_TRACE(S.Name);
      checkPicture(draw(S, AllRelations));
    }
}

TEST(ExecutionGraph, NothingOverlapsInRandomPictures) {
  for (unsigned Seed = 0; Seed < 400 && !::testing::Test::HasFailure();
       ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    checkPicture(draw(randomSample(Seed), Seed % 2));
  }
}

// Larger than anyone reads, but it must not take long.
TEST(ExecutionGraph, DrawsManyWavesAndPhases) {
  checkPicture(draw(samples::pipeline(16, 8)));
}

TEST(ExecutionGraph, EventsGoDownwardsInProgramOrder) {
  for (const Sample &S : samples::allSamples()) {
    Picture P = draw(S);
    for (const Line &L : P.Lines)
      if (L.Kind == LineKind::ProgramOrder || L.Kind == LineKind::Phase) {
        EXPECT_LE(P.Nodes[L.From].Place.bottom(), P.Nodes[L.To].Place.Y)
            << S.Name;
      }
  }
}

TEST(ExecutionGraph, DrawsAPhaseAsOneBand) {
  Picture P = draw(samples::pipeline(4, 2));
  unsigned Bands = 0;
  for (const Node &N : P.Nodes)
    if (N.Look == NodeLook::Band) {
      EXPECT_EQ(N.Text.front(),
                "workgroup barrier, phase " + std::to_string(++Bands));
    }
  EXPECT_EQ(Bands, 2u);
  // Four arrivals and four waits each, not sixteen.
  EXPECT_EQ(count(P, LineKind::Phase), 16u);
}

// Every release fence with every acquire fence, each line drawn once.
TEST(ExecutionGraph, DrawsSynchronizationAroundABarrierThroughItsBand) {
  Picture P = draw(samples::pipeline(4, 1));
  EXPECT_EQ(count(P, LineKind::Synchronizes), 8u);
  for (const Line &L : P.Lines)
    if (L.Kind == LineKind::Synchronizes) {
      EXPECT_TRUE(P.Nodes[L.From].Look == NodeLook::Band ||
                  P.Nodes[L.To].Look == NodeLook::Band);
    }
}

TEST(ExecutionGraph, DoesNotDrawSynchronizationInsideAThread) {
  Sample S = samples::messagePassing();
  S.edge(EdgeKind::Synchronizes, 0, 1, "agent");
  EXPECT_EQ(count(draw(S), LineKind::Synchronizes), 1u);
}

TEST(ExecutionGraph, SaysACommonScopeOnce) {
  Sample S = samples::messagePassing();
  for (model::ShownEdge &Edge : S.Execution.Edges)
    if (Edge.Kind == EdgeKind::Synchronizes)
      Edge.Label = "agent";
  std::vector<std::string> Words;
  for (const Label &L : draw(S).Labels)
    for (const Word &W : L.Words)
      Words.push_back(W.Text);
  EXPECT_EQ(Words, (std::vector<std::string>{"av agent", "rf", "sw",
                                             "vis agent", "rf"}));
}

TEST(ExecutionGraph, AlignsTheBarrierEventsOfAPhase) {
  Sample S = samples::splitBarrier();
  Picture P = draw(S);
  std::vector<int> Arrivals;
  for (auto [I, Event] : llvm::enumerate(S.Execution.Events))
    if (llvm::StringRef(Event.Label).starts_with("barrier.arrive"))
      Arrivals.push_back(nodeOf(P, I).Place.Y);
  EXPECT_EQ(Arrivals.size(), 3u);
  EXPECT_TRUE(llvm::all_equal(Arrivals));
  EXPECT_TRUE(llvm::any_of(P.Nodes, [](const Node &N) {
    return N.Look == NodeLook::Band && N.Text.front() == "barrier b, phase 1";
  }));
}

TEST(ExecutionGraph, DrawsOnlyTheScopesThatMatter) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(scopesOf(draw(samples::messagePassing())),
            (Names{"agent 0", "workgroup 0", "workgroup 1"}));
  EXPECT_EQ(scopesOf(draw(samples::iriw())),
            (Names{"agent 0", "agent 1", "workgroup 0", "workgroup 1",
                   "workgroup 0"}));
  EXPECT_EQ(scopesOf(draw(samples::pipeline(2, 1))), (Names{"workgroup 0"}));
  EXPECT_EQ(scopesOf(draw(samples::wideWaves())),
            (Names{"workgroup 0", "wavefront 0", "wavefront 1"}));
}

TEST(ExecutionGraph, DrawsAClusterThatAnOperationNames) {
  Sample S = samples::messagePassing();
  S.Program.Threads[0].Code[0].Op = model::Opcode::Barrier;
  S.Program.Threads[0].Code[0].Object = BarrierId::cluster();
  EXPECT_EQ(scopesOf(draw(S)), (std::vector<std::string>{
                                   "cluster 0", "workgroup 0", "workgroup 1"}));
}

TEST(ExecutionGraph, DrawsOnlyInitialWritesThatAreNeeded) {
  Sample S = samples::messagePassing();
  unsigned Initial = S.initial("unused = 0");
  S.edge(EdgeKind::ModificationOrder, Initial, 0);
  Picture P = draw(S);
  EXPECT_EQ(
      llvm::count_if(P.Nodes,
                     [](const Node &N) { return N.Look == NodeLook::Initial; }),
      0);
  EXPECT_EQ(count(P, LineKind::ModificationOrder), 0u);
}

TEST(ExecutionGraph, DrawsFromReadsOfACycleOnly) {
  EXPECT_EQ(count(draw(samples::storeBufferRing(4)), LineKind::FromRead), 4u);
  EXPECT_EQ(count(draw(samples::storeBufferRing(4)), LineKind::Violation), 8u);
  EXPECT_EQ(count(draw(samples::iriw()), LineKind::FromRead), 0u);
  EXPECT_EQ(count(draw(samples::iriw(), true), LineKind::FromRead), 2u);
}

TEST(ExecutionGraph, IgnoresEdgesToNowhere) {
  Sample S = samples::messagePassing();
  S.edge(EdgeKind::ReadsFrom, 999, 0);
  S.edge(EdgeKind::Phase, 0, 999);
  S.Execution.Violations.push_back({model::Axiom::Coherence, {0, 999}, {}});
  EXPECT_EQ(draw(S).Lines.size(), draw(samples::messagePassing()).Lines.size());
}

TEST(ExecutionGraph, DrawsAnEmptyExecution) {
  Picture P = drawExecution({}, {}, {});
  EXPECT_TRUE(P.Nodes.empty());
  EXPECT_NE(svg(P).find("</svg>"), std::string::npos);
}

TEST(ExecutionGraph, EscapesWhatNamesCouldDo) {
  Sample S = samples::messagePassing();
  S.Execution.Events[0].Label = "<b>\"&\\\x01\xff";
  std::string Svg = executionSvg(S.Program, S.Execution, {"a<b", false});
  EXPECT_NE(Svg.find("&lt;b&gt;&quot;&amp;\\ "), std::string::npos) << Svg;
  EXPECT_NE(Svg.find("a&lt;b"), std::string::npos);
  EXPECT_EQ(Svg.find('\x01'), std::string::npos);
  std::string Dot = executionDot(S.Program, S.Execution, {"a\"b", false});
  EXPECT_NE(Dot.find("digraph \"a\\\"b\""), std::string::npos);
  EXPECT_NE(Dot.find("<b>\\\"&\\\\ "), std::string::npos) << Dot;
}

TEST(ExecutionGraph, IsTheSameEveryTime) {
  for (const Sample &S : samples::allSamples())
    EXPECT_EQ(executionSvg(S.Program, S.Execution, {}),
              executionSvg(S.Program, S.Execution, {}));
}

double luminance(llvm::StringRef Colour) {
  static constexpr double Weight[] = {0.2126, 0.7152, 0.0722};
  double Sum = 0;
  for (unsigned I = 0; I < 3; ++I) {
    unsigned Byte = 0;
    EXPECT_FALSE(Colour.substr(1 + 2 * I, 2).getAsInteger(16, Byte));
    double Part = Byte / 255.0;
    Sum +=
        Weight[I] * (Part <= 0.03928 ? Part / 12.92
                                     : std::pow((Part + 0.055) / 1.055, 2.4));
  }
  return Sum;
}

double contrast(llvm::StringRef A, llvm::StringRef B) {
  double Light = luminance(A), Dark = luminance(B);
  if (Light < Dark)
    std::swap(Light, Dark);
  return (Light + 0.05) / (Dark + 0.05);
}

// WCAG 2.1, 1.4.3: text needs 4.5, which lines and arrow heads then have too.
TEST(ExecutionGraph, IsReadableOnLightAndDark) {
  for (bool Dark : {false, true}) {
    const Palette &Pal = Dark ? darkPalette() : lightPalette();
    for (llvm::StringRef Paper : {Pal.Background, Pal.ScopeFill}) {
      EXPECT_GE(contrast(Pal.Ink, Paper), 7);
      EXPECT_GE(contrast(Pal.Muted, Paper), 4.5);
      for (const LineStyle &S : lineStyles())
        EXPECT_GE(contrast(Dark ? S.Dark : S.Light, Paper), 4.5)
            << S.Name.str();
    }
    EXPECT_GE(contrast(Pal.Ink, Pal.NodeFill), 7);
    EXPECT_GE(contrast(Pal.Ink, Pal.BandFill), 7);
    EXPECT_GE(contrast(Pal.BandInk, Pal.BandFill), 7);
  }
}

} // namespace
