//===- GraphParts.cpp - Where each part of a picture is put ---------------===//
// The second half of GraphLayout.h, when all sizes are known.
// Tested by unittests/Report/ExecutionGraphTest.cpp.
//===----------------------------------------------------------------------===//
#include "GraphLayout.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::graph {

void Layout::addScopes() {
  for (const ContentBox &Box : C.Boxes) {
    int Inside = static_cast<int>(C.Depth - Box.Depth) * BoxPad;
    // Boxes within this one that begin or end at the same column.
    auto Nested = [&](auto Same) {
      return static_cast<int>(llvm::count_if(C.Boxes,
                                             [&](const ContentBox &B) {
                                               return B.Depth > Box.Depth &&
                                                      Same(B);
                                             })) *
             BoxPad;
    };
    int Left =
        ColumnX[Box.First] - BoxPad + 1 -
        Nested([&](const ContentBox &B) { return B.First == Box.First; });
    int Right = ColumnX[Box.Last] + ColumnWidth[Box.Last] + BoxPad - 1 +
                Nested([&](const ContentBox &B) { return B.Last == Box.Last; });
    int Top = HeadTop + static_cast<int>(Box.Depth) * HeadHeight;
    int Bottom = BoxBottom - static_cast<int>(C.Depth) * BoxPad + Inside;
    Out.Scopes.push_back(
        {{Left, Top, Right - Left, Bottom - Top}, Box.Text, Box.Depth});
    Out.Captions.push_back(
        {Caption::Scope,
         {Left + 6, Top + 3, textWidth(Box.Text, LabelFont), LabelHeight},
         Box.Text});
  }
}

void Layout::addNodes() {
  for (auto [I, N] : llvm::enumerate(C.Nodes)) {
    int Left = edgeX(N, false), Right = edgeX(N, true);
    if (N.Look == NodeLook::Initial) {
      int Width = 0;
      for (const std::string &Text : N.Text)
        Width = std::max(Width, textWidth(Text, NodeFont) + 16);
      Left += (Right - Left - Width) / 2;
      Right = Left + Width;
    }
    Out.Nodes.push_back(
        {N.Event,
         N.Look,
         {Left, RowMiddle[N.Row] - Half[I], Right - Left, 2 * Half[I]},
         N.Text,
         N.Hint});
  }
}

void Layout::addThreadNames() {
  int Y = HeadTop + static_cast<int>(C.Depth) * HeadHeight + 2;
  for (auto [I, Column] : llvm::enumerate(C.Columns)) {
    std::string Text =
        C.ThreadNames[Column.Thread] + (Column.Async ? " async" : "");
    int Width = textWidth(Text, NodeFont);
    Out.Captions.push_back(
        {Caption::Thread,
         {ColumnX[I] + (ColumnWidth[I] - Width) / 2, Y, Width, NodeLineHeight},
         Text});
  }
}

/// Phase lines run beside program order, which they would cover.
int Layout::straightX(unsigned Bundle) const {
  unsigned Column = R.Routes[Bundle].Column;
  int Middle = ColumnX[Column] + ColumnWidth[Column] / 2;
  return C.Bundles[Bundle].isPhase() ? Middle - PhaseOffset : Middle;
}

std::vector<Point> Layout::pathOf(unsigned I) const {
  const Bundle &B = C.Bundles[I];
  const Route &Way = R.Routes[I];
  if (Way.Shape == RouteShape::Straight) {
    int X = straightX(I);
    return {{X, Out.Nodes[B.From].Place.bottom()},
            {X, Out.Nodes[B.To].Place.Y}};
  }
  std::vector<Point> Path;
  if (!Way.From.OnBand)
    Path.push_back({nodeX(B.From, Way.From.Right), FromY[I]});
  if (Way.Shape == RouteShape::Track) {
    int X1 = laneX(Way.From.Gutter, FromLane[I]);
    int X2 = laneX(Way.To.Gutter, ToLane[I]);
    Path.insert(
        Path.end(),
        {{X1, FromY[I]}, {X1, TrackY[I]}, {X2, TrackY[I]}, {X2, ToY[I]}});
  } else if (FromY[I] != ToY[I]) {
    int X = laneX(Way.From.Gutter, FromLane[I]);
    Path.insert(Path.end(), {{X, FromY[I]}, {X, ToY[I]}});
  }
  if (!Way.To.OnBand)
    Path.push_back({nodeX(B.To, Way.To.Right), ToY[I]});
  return Path;
}

static int sign(int N) { return N < 0 ? -1 : N > 0; }

/// \p Path moved \p Distance to the right of its direction, corner by corner.
static std::vector<Point> moveAside(llvm::ArrayRef<Point> Path, int Distance) {
  std::vector<Point> Moved(Path.begin(), Path.end());
  for (size_t I = 0; I + 1 < Path.size(); ++I) {
    int DX = sign(Path[I + 1].X - Path[I].X),
        DY = sign(Path[I + 1].Y - Path[I].Y);
    for (size_t End : {I, I + 1}) {
      Moved[End].X -= DY * Distance;
      Moved[End].Y += DX * Distance;
    }
  }
  return Moved;
}

void Layout::addLine(unsigned I, llvm::ArrayRef<Point> Middle) {
  const Bundle &B = C.Bundles[I];
  int Aside = -spread(B) / 2;
  for (const Strand &S : B.Strands) {
    Out.Lines.push_back({S.Kind, B.From, B.To, moveAside(Middle, Aside),
                         S.Kind != LineKind::Race});
    Aside += StrandGap;
  }
}

bool Layout::addLabel(unsigned I) {
  const Bundle &B = C.Bundles[I];
  const Route &Way = R.Routes[I];
  int Width = labelWidth(B);
  if (Width == 0)
    return false;
  Label L;
  L.Words = wordsOf(B);
  Width -= textWidth(" ", LabelFont);
  if (Way.Shape == RouteShape::Straight) {
    L.Place = {straightX(I) + spread(B) / 2 + LabelPad,
               Out.Nodes[B.From].Place.bottom() + 4, Width, LabelHeight};
  } else {
    const GutterSize &G = Gutters[Way.From.Gutter];
    int X = Way.From.Right
                ? G.X + G.Left + LabelPad
                : ColumnX[Way.From.Gutter] - G.Right - LabelPad - Width;
    L.Place = {X, FromY[I] - spread(B) / 2 - LabelHeight - 1, Width,
               LabelHeight};
  }
  Out.Labels.push_back(std::move(L));
  return true;
}

void Layout::addLines() {
  for (unsigned I = 0; I < C.Bundles.size(); ++I) {
    size_t First = Out.Lines.size();
    addLine(I, pathOf(I));
    if (addLabel(I))
      Out.Lines[First].Label = Out.Labels.size() - 1;
  }
}

void Layout::addTitle() {
  if (C.Title.empty())
    return;
  int Width = textWidth(C.Title, TitleFont);
  Out.Captions.push_back(
      {Caption::Title, {Margin, Margin - 4, Width, TitleFont + 4}, C.Title});
  Out.Width = std::max(Out.Width, Width + 2 * Margin);
}

/// The final state, in as many lines as it needs.
void Layout::addState() {
  Out.Height = BoxBottom + Margin;
  int Room = std::max(Out.Width - 2 * Margin, 160);
  std::string Text;
  auto Flush = [&] {
    if (Text.empty())
      return;
    int Width = textWidth(Text, NodeFont);
    Out.Captions.push_back({Caption::State,
                            {Margin, Out.Height - 4, Width, NodeLineHeight},
                            Text});
    Out.Width = std::max(Out.Width, Width + 2 * Margin);
    Out.Height += NodeLineHeight + 2;
    Text.clear();
  };
  for (const std::string &Part : C.State) {
    if (textWidth(Text + Part, NodeFont) > Room)
      Flush();
    Text += (Text.empty() ? "" : "; ") + Part;
  }
  Flush();
}

void Layout::addLegend() {
  constexpr int Sample = 26, Space = 18;
  int X = Margin, Y = Out.Height;
  Out.Width = std::max(Out.Width, 300);
  for (const LineStyle &Style : lineStyles()) {
    bool Occurs = llvm::any_of(
        Out.Lines, [&](const Line &L) { return L.Kind == Style.Kind; });
    if (!Occurs)
      continue;
    int Width = textWidth(Style.Meaning, LabelFont);
    if (X > Margin && X + Sample + 6 + Width > Out.Width - Margin) {
      X = Margin;
      Y += LabelHeight + 4;
    }
    int Middle = Y + LabelHeight / 2;
    Out.LegendLines.push_back({Style.Kind,
                               ~0u,
                               ~0u,
                               {{X, Middle}, {X + Sample, Middle}},
                               Style.Kind != LineKind::Race});
    Out.Captions.push_back({Caption::Legend,
                            {X + Sample + 6, Y, Width, LabelHeight},
                            Style.Meaning.str()});
    X += Sample + 6 + Width + Space;
  }
  Out.Height = Y + LabelHeight + Margin;
}

} // namespace fencepost::graph
