//===- GraphLayout.cpp - How high and wide everything in a picture is -----===//
// The measuring half of GraphLayout.h.
// Tested by unittests/Report/ExecutionGraphTest.cpp.
//===----------------------------------------------------------------------===//
#include "GraphLayout.h"
#include "GraphLanes.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::graph {

int spread(const Bundle &B) {
  return (static_cast<int>(B.Strands.size()) - 1) * StrandGap;
}

/// What neighbouring words say after their names is said once: "sw vis agent".
std::vector<Word> wordsOf(const Bundle &B) {
  std::vector<Word> Words;
  for (const Strand &S : B.Strands) {
    if (S.Label.empty())
      continue;
    if (!Words.empty()) {
      auto [Before, Scope] = llvm::StringRef(Words.back().Text).split(' ');
      if (!Scope.empty() && Scope == llvm::StringRef(S.Label).split(' ').second)
        Words.back().Text = Before.str();
    }
    Words.push_back({S.Kind, S.Label});
  }
  return Words;
}

int labelWidth(const Bundle &B) {
  int Width = 0;
  for (const Word &W : wordsOf(B))
    Width += textWidth(W.Text, LabelFont) + textWidth(" ", LabelFont);
  return Width;
}

/// Heights of the ports of one row in one gutter: each label lies above its
/// line and below the line before.
void Layout::measurePorts() {
  for (const auto &[Key, Ports] : R.Ports) {
    std::vector<int> &Offsets = PortOffset[Key];
    int Y = 0;
    for (auto [I, P] : llvm::enumerate(Ports)) {
      const Bundle &B = C.Bundles[P.Bundle];
      if (I > 0)
        Y += spread(B) / 2 +
             (P.Leaves && labelWidth(B) ? LabelHeight + 2 : StrandGap + 4);
      Offsets.push_back(Y);
      Y += spread(B) / 2;
    }
    int Shift = (Offsets.front() + Offsets.back()) / 2;
    for (int &Offset : Offsets)
      Offset -= Shift;
  }
}

void Layout::measureRows() {
  Above.assign(C.Rows, 0);
  Below.assign(C.Rows, 0);
  for (const ContentNode &N : C.Nodes) {
    int H = static_cast<int>(N.Text.size()) * NodeLineHeight / 2 + 5;
    for (unsigned Gutter : {N.First, N.Last + 1}) {
      auto It = R.Ports.find({N.Row, Gutter});
      if (It == R.Ports.end())
        continue;
      for (auto [P, Offset] : llvm::zip(It->second, PortOffset[It->first]))
        H = std::max(H, std::abs(Offset) + spread(C.Bundles[P.Bundle]) / 2 + 5);
    }
    Half.push_back(H);
    Above[N.Row] = std::max(Above[N.Row], H);
    Below[N.Row] = std::max(Below[N.Row], H);
  }
  for (const auto &[Key, Ports] : R.Ports)
    for (auto [P, Offset] : llvm::zip(Ports, PortOffset[Key])) {
      const Bundle &B = C.Bundles[P.Bundle];
      int Label = P.Leaves && labelWidth(B) ? LabelHeight + 2 : 0;
      Above[Key.first] =
          std::max(Above[Key.first], Label + spread(B) / 2 - Offset);
    }
}

/// Whether a straight line with a label leaves the row above \p Gap.
bool Layout::hasStraightLabel(unsigned Gap) const {
  for (auto [B, Way] : llvm::zip(C.Bundles, R.Routes))
    if (Way.Shape == RouteShape::Straight && labelWidth(B) &&
        C.Nodes[B.From].Row + 1 == Gap)
      return true;
  return false;
}

int Layout::gapHeight(unsigned Gap) const {
  int Height = 0;
  for (const std::vector<unsigned> &Track : R.Tracks[Gap]) {
    int Widest = 0;
    for (unsigned Bundle : Track)
      Widest = std::max(Widest, spread(C.Bundles[Bundle]));
    Height += TrackHeight + Widest;
  }
  if (Height == 0 && Gap == C.Rows)
    return BoxPad;
  int Label = hasStraightLabel(Gap) ? LabelHeight : 0;
  return std::max(Height + 2 * GapPad + Label, 26);
}

void Layout::placeTracks(unsigned Gap, int Y) {
  Y += GapPad + (hasStraightLabel(Gap) ? LabelHeight : 0);
  for (const std::vector<unsigned> &Track : R.Tracks[Gap]) {
    int Widest = 0;
    for (unsigned Bundle : Track)
      Widest = std::max(Widest, spread(C.Bundles[Bundle]));
    for (unsigned Bundle : Track)
      TrackY[Bundle] = Y + (TrackHeight + Widest) / 2;
    Y += TrackHeight + Widest;
  }
}

/// From the top: title, initial writes, names of boxes and threads, events.
void Layout::placeRows() {
  int Y = Margin + (C.Title.empty() ? 0 : TitleFont + 10);
  for (unsigned Row = 0; Row <= C.Rows; ++Row) {
    bool IsTop = Row == 0 && R.Tracks[0].empty();
    placeTracks(Row, Y);
    Y += IsTop ? 0 : gapHeight(Row);
    if (Row == C.InitialRows) {
      HeadTop = Y;
      Y += static_cast<int>(C.Depth + 1) * HeadHeight + 4;
    }
    if (Row == C.Rows)
      break;
    RowMiddle.push_back(Y + Above[Row]);
    Y += Above[Row] + Below[Row];
  }
  BoxBottom = Y + static_cast<int>(C.Depth) * BoxPad;
}

int Layout::bandEdgeY(const ContentNode &Band, const ContentNode &Other) const {
  unsigned N = &Band - C.Nodes.data();
  return RowMiddle[Band.Row] + (Other.Row < Band.Row ? -Half[N] : Half[N]);
}

void Layout::placePorts() {
  for (const auto &[Key, Ports] : R.Ports)
    for (auto [P, Offset] : llvm::zip(Ports, PortOffset[Key])) {
      int Y = RowMiddle[Key.first] + Offset;
      if (P.Leaves)
        FromY[P.Bundle] = Y;
      if (P.Enters)
        ToY[P.Bundle] = Y;
    }
  for (auto [I, B] : llvm::enumerate(C.Bundles)) {
    const ContentNode &From = C.Nodes[B.From], &To = C.Nodes[B.To];
    if (R.Routes[I].From.OnBand)
      FromY[I] = bandEdgeY(From, To);
    if (R.Routes[I].To.OnBand)
      ToY[I] = bandEdgeY(To, From);
  }
}

void Layout::measureLanes() {
  struct Owner {
    unsigned Bundle;
    bool IsFrom;
  };
  std::vector<std::vector<LaneUse>> Uses(C.Columns.size() + 1);
  std::vector<std::vector<Owner>> Owners(Uses.size());
  auto Add = [&](unsigned Gutter, LaneUse Use, Owner Owner) {
    Use.Spread = spread(C.Bundles[Owner.Bundle]);
    Uses[Gutter].push_back(Use);
    Owners[Gutter].push_back(Owner);
  };
  for (auto [I, Way] : llvm::enumerate(R.Routes)) {
    unsigned Bundle = I;
    bool GoesRight = Way.From.Gutter < Way.To.Gutter;
    // A line that leaves the right side of a node comes from the left.
    if (Way.Shape == RouteShape::Gutter && FromY[I] != ToY[I])
      Add(Way.From.Gutter, {{FromY[I], Way.From.Right}, {ToY[I], Way.To.Right}},
          {Bundle, true});
    if (Way.Shape == RouteShape::Track) {
      Add(Way.From.Gutter,
          {{FromY[I], Way.From.Right}, {TrackY[I], !GoesRight}},
          {Bundle, true});
      Add(Way.To.Gutter, {{TrackY[I], GoesRight}, {ToY[I], Way.To.Right}},
          {Bundle, false});
    }
  }
  FromLane.assign(C.Bundles.size(), 0);
  ToLane.assign(C.Bundles.size(), 0);
  for (unsigned Gutter = 0; Gutter < Uses.size(); ++Gutter) {
    Gutters[Gutter].Lanes = assignLanes(Uses[Gutter]);
    for (auto [Use, Owner] : llvm::zip(Uses[Gutter], Owners[Gutter]))
      (Owner.IsFrom ? FromLane : ToLane)[Owner.Bundle] = Use.Lane;
  }
}

void Layout::measureLabels() {
  for (auto [I, Way] : llvm::enumerate(R.Routes)) {
    int Width = labelWidth(C.Bundles[I]);
    if (Way.Shape == RouteShape::Straight || Width == 0)
      continue;
    GutterSize &Gutter = Gutters[Way.From.Gutter];
    int &Room = Way.From.Right ? Gutter.LabelsLeft : Gutter.LabelsRight;
    Room = std::max(Room, Width + 2 * LabelPad);
  }
}

unsigned Layout::boxesEnding(unsigned Gutter) const {
  return llvm::count_if(
      C.Boxes, [&](const ContentBox &Box) { return Box.Last + 1 == Gutter; });
}

unsigned Layout::boxesBeginning(unsigned Gutter) const {
  return llvm::count_if(
      C.Boxes, [&](const ContentBox &Box) { return Box.First == Gutter; });
}

void Layout::measureColumns() {
  ColumnWidth.assign(C.Columns.size(), 70);
  auto Widen = [&](unsigned Column, int Width) {
    ColumnWidth[Column] = std::max(ColumnWidth[Column], Width);
  };
  for (const ContentNode &N : C.Nodes)
    for (const std::string &Text : N.Text)
      Widen(N.First,
            textWidth(Text, NodeFont) / static_cast<int>(N.Last - N.First + 1) +
                16);
  for (const ContentBox &Box : C.Boxes)
    Widen(Box.First, textWidth(Box.Text, LabelFont) + 4);
  for (auto [I, Column] : llvm::enumerate(C.Columns))
    Widen(I, textWidth(C.ThreadNames[Column.Thread] + " async", NodeFont) + 4);
  for (auto [B, Way] : llvm::zip(C.Bundles, R.Routes))
    if (Way.Shape == RouteShape::Straight)
      Widen(Way.Column, 2 * (spread(B) / 2 + LabelPad + labelWidth(B)));
}

void Layout::placeColumns() {
  int X = Margin;
  for (unsigned I = 0; I < Gutters.size(); ++I) {
    GutterSize &Gutter = Gutters[I];
    Gutter.X = X;
    Gutter.Left = static_cast<int>(boxesEnding(I)) * BoxPad;
    Gutter.Right = static_cast<int>(boxesBeginning(I)) * BoxPad;
    bool Outer = I == 0 || I == C.Columns.size();
    bool Empty =
        Gutter.lanesWidth() + Gutter.LabelsLeft + Gutter.LabelsRight == 0;
    X += Outer && Empty ? Gutter.Left + Gutter.Right : Gutter.width();
    if (I < C.Columns.size()) {
      ColumnX.push_back(X);
      X += ColumnWidth[I];
    }
  }
  Out.Width = X + Margin;
}

/// The outer end of \p N in its columns.
int Layout::edgeX(const ContentNode &N, bool Right) const {
  return Right ? ColumnX[N.Last] + ColumnWidth[N.Last] : ColumnX[N.First];
}

int Layout::nodeX(unsigned N, bool Right) const {
  return Right ? Out.Nodes[N].Place.right() : Out.Nodes[N].Place.X;
}

int Layout::laneX(unsigned Gutter, unsigned Lane) const {
  const GutterSize &G = Gutters[Gutter];
  int X = G.X + G.Left + G.LabelsLeft + LaneWidth;
  // Lanes stand in the middle if the gutter is wider than they need.
  int Inner = G.LabelsLeft + G.lanesWidth() + G.LabelsRight;
  X += std::max(0, GutterMin - Inner) / 2;
  for (unsigned I = 0; I < Lane; ++I)
    X += LaneWidth + G.Lanes[I];
  return X + LaneWidth / 2 + G.Lanes[Lane] / 2;
}

Picture Layout::run() {
  Gutters.resize(C.Columns.size() + 1);
  measurePorts();
  measureRows();
  placeRows();
  placePorts();
  measureLanes();
  measureLabels();
  measureColumns();
  placeColumns();
  addTitle();
  addScopes();
  addNodes();
  addThreadNames();
  addLines();
  addState();
  addLegend();
  return std::move(Out);
}

Picture layOut(const Content &C) { return Layout(C).run(); }

} // namespace fencepost::graph
