//===- GraphSvg.cpp - A picture as SVG ------------------------------------===//
// The document paints its own background and switches all its colours with the
// reader's colour scheme. A transparent background would leave the page to
// decide what is behind the text, and pages do not follow the scheme that an
// embedded picture is told; a picture that brings its background is readable on
// any. Elements carry only a class; where a renderer ignores the style for dark
// schemes, the light one is used.
// Tested by unittests/Report/ExecutionGraphTest.cpp.
//===----------------------------------------------------------------------===//
#include "XmlText.h"
#include "fencepost/Report/GraphPicture.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost::graph {

static llvm::StringRef className(NodeLook Look) {
  switch (Look) {
  case NodeLook::Event:
    return "node";
  case NodeLook::Undefined:
    return "node undef";
  case NodeLook::Stuck:
    return "node stuck";
  case NodeLook::Initial:
    return "node initial";
  case NodeLook::Barrier:
    return "node barrier";
  case NodeLook::Band:
    return "band";
  }
  llvm_unreachable("all looks are covered");
}

static llvm::StringRef className(Caption::Role Kind) {
  switch (Kind) {
  case Caption::Title:
    return "title";
  case Caption::Thread:
    return "thread";
  case Caption::State:
    return "state";
  case Caption::Legend:
    return "legend";
  case Caption::Scope:
    return "scopename";
  }
  llvm_unreachable("all roles are covered");
}

namespace {
class SvgWriter {
public:
  explicit SvgWriter(const Picture &P) : P(P), OS(Text) {}

  std::string write();

private:
  void colours(const Palette &Pal, bool Dark);
  void style();
  void rect(const Rect &Place, llvm::StringRef Class, int Corner);
  void text(int X, int Baseline, llvm::StringRef Class, llvm::StringRef Words);
  void line(const Line &L);
  void head(const Line &L);
  void node(const Node &N);
  void label(const Label &L);

  const Picture &P;
  std::string Text;
  llvm::raw_string_ostream OS;
};
} // namespace

void SvgWriter::colours(const Palette &Pal, bool Dark) {
  OS << ".page{fill:" << Pal.Background << "}\n"
     << "text{fill:" << Pal.Ink << "}\n"
     << ".scopename,.legend{fill:" << Pal.Muted << "}\n"
     << ".scope{fill:" << Pal.ScopeFill << ";stroke:" << Pal.ScopeLine << "}\n"
     << ".node{fill:" << Pal.NodeFill << ";stroke:" << Pal.NodeLine << "}\n"
     << ".band,.barrier{fill:" << Pal.BandFill << ";stroke:" << Pal.BandLine
     << "}\n"
     << ".bandtext{fill:" << Pal.BandInk << "}\n";
  for (const LineStyle &S : lineStyles()) {
    llvm::StringRef Colour = Dark ? S.Dark : S.Light;
    OS << ".line." << S.Name << "{stroke:" << Colour << "}\n"
       << ".head." << S.Name << ",.word." << S.Name << "{fill:" << Colour
       << "}\n";
  }
  const LineStyle &Bad = styleOf(LineKind::Race);
  OS << ".undef,.stuck{stroke:" << (Dark ? Bad.Dark : Bad.Light) << "}\n";
}

void SvgWriter::style() {
  OS << "<style>\n"
     << "text{font-family:'DejaVu Sans Mono',Menlo,Consolas,'Liberation "
        "Mono',monospace;font-size:"
     << NodeFont << "px}\n"
     << ".label,.legend,.scopename{font-size:" << LabelFont << "px}\n"
     << ".title{font-size:" << TitleFont << "px}\n"
     << ".title,.thread{font-weight:bold}\n"
     << ".band text,.node text{text-anchor:middle}\n"
     << ".line{fill:none;stroke-width:1.3}\n"
     << ".node,.band{stroke-width:1}\n"
     << ".undef,.stuck{stroke-width:2}\n.stuck{stroke-dasharray:5 3}\n";
  for (const LineStyle &S : lineStyles())
    if (S.Dashed || S.Bold)
      OS << ".line." << S.Name << '{' << (S.Bold ? "stroke-width:2;" : "")
         << (S.Dashed ? "stroke-dasharray:5 3" : "") << "}\n";
  colours(lightPalette(), /*Dark=*/false);
  OS << "@media (prefers-color-scheme: dark){\n";
  colours(darkPalette(), /*Dark=*/true);
  OS << "}\n</style>\n";
}

void SvgWriter::rect(const Rect &Place, llvm::StringRef Class, int Corner) {
  OS << "<rect class=\"" << Class << "\" x=\"" << Place.X << "\" y=\""
     << Place.Y << "\" width=\"" << Place.Width << "\" height=\""
     << Place.Height << '"';
  if (Corner)
    OS << " rx=\"" << Corner << '"';
}

void SvgWriter::text(int X, int Baseline, llvm::StringRef Class,
                     llvm::StringRef Words) {
  OS << "<text class=\"" << Class << "\" x=\"" << X << "\" y=\"" << Baseline
     << "\">" << xmlText(Words) << "</text>\n";
}

/// A point \p Distance from \p From towards \p To along a horizontal or
/// vertical piece.
static Point towards(Point From, Point To, int Distance) {
  auto Step = [&](int A, int B) {
    int Length = std::min(std::abs(B - A), Distance);
    return B < A ? A - Length : A + Length;
  };
  return {Step(From.X, To.X), Step(From.Y, To.Y)};
}

static int length(Point A, Point B) {
  return std::abs(A.X - B.X) + std::abs(A.Y - B.Y);
}

/// Corners are rounded.
void SvgWriter::line(const Line &L) {
  constexpr int Radius = 5, HeadLength = 7;
  std::vector<Point> Path = L.Path;
  if (L.Arrow)
    Path.back() = towards(
        Path.back(), Path[Path.size() - 2],
        std::min(HeadLength - 1, length(Path.back(), Path[Path.size() - 2])));
  OS << "<path class=\"line " << styleOf(L.Kind).Name << "\" d=\"M" << Path[0].X
     << ' ' << Path[0].Y;
  for (size_t I = 1; I + 1 < Path.size(); ++I) {
    int Bend = std::min({Radius, length(Path[I - 1], Path[I]) / 2,
                         length(Path[I], Path[I + 1]) / 2});
    Point P = towards(Path[I], Path[I - 1], Bend);
    Point Back = towards(Path[I], Path[I + 1], Bend);
    OS << 'L' << P.X << ' ' << P.Y << 'Q' << Path[I].X << ' ' << Path[I].Y
       << ' ' << Back.X << ' ' << Back.Y;
  }
  OS << 'L' << Path.back().X << ' ' << Path.back().Y << "\"/>\n";
  if (L.Arrow)
    head(L);
}

void SvgWriter::head(const Line &L) {
  Point Tip = L.Path.back();
  Point Base = towards(Tip, L.Path[L.Path.size() - 2], 7);
  int DX = Tip.Y != Base.Y ? 3 : 0, DY = Tip.X != Base.X ? 3 : 0;
  OS << "<path class=\"head " << styleOf(L.Kind).Name << "\" d=\"M" << Tip.X
     << ' ' << Tip.Y << 'L' << Base.X - DX << ' ' << Base.Y - DY << 'L'
     << Base.X + DX << ' ' << Base.Y + DY << "Z\"/>\n";
}

void SvgWriter::node(const Node &N) {
  rect(N.Place, className(N.Look), N.Look == NodeLook::Band ? 9 : 4);
  if (N.Hint.empty())
    OS << "/>\n";
  else
    OS << "><title>" << xmlText(N.Hint) << "</title></rect>\n";
  int Y = N.Place.middleY() -
          static_cast<int>(N.Text.size()) * NodeLineHeight / 2 + NodeFont - 1;
  for (const std::string &Words : N.Text) {
    OS << "<text text-anchor=\"middle\" class=\""
       << (N.Look == NodeLook::Band ? "bandtext" : "nodetext") << "\" x=\""
       << N.Place.middleX() << "\" y=\"" << Y << "\">" << xmlText(Words)
       << "</text>\n";
    Y += NodeLineHeight;
  }
}

/// Every word is placed by itself: renderers disagree about spaces between
/// pieces of text.
void SvgWriter::label(const Label &L) {
  int X = L.Place.X;
  OS << "<text class=\"label\" y=\"" << L.Place.Y + LabelFont - 1 << "\">";
  for (const Word &W : L.Words) {
    OS << "<tspan class=\"word " << styleOf(W.Kind).Name << "\" x=\"" << X
       << "\">" << xmlText(W.Text) << "</tspan>";
    X += textWidth(W.Text, LabelFont) + textWidth(" ", LabelFont);
  }
  OS << "</text>\n";
}

std::string SvgWriter::write() {
  OS << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << P.Width
     << "\" height=\"" << P.Height << "\" viewBox=\"0 0 " << P.Width << ' '
     << P.Height << "\">\n";
  style();
  rect({0, 0, P.Width, P.Height}, "page", 0);
  OS << "/>\n";
  for (const ScopeBox &Box : P.Scopes) {
    rect(Box.Place, "scope", 6);
    OS << "/>\n";
  }
  for (const Line &L : P.Lines)
    line(L);
  for (const Node &N : P.Nodes)
    node(N);
  for (const Label &L : P.Labels)
    label(L);
  for (const Line &L : P.LegendLines)
    line(L);
  for (const Caption &C : P.Captions)
    text(C.Place.X, C.Place.bottom() - 4, className(C.Kind), C.Text);
  OS << "</svg>\n";
  return std::move(Text);
}

std::string svg(const Picture &P) { return SvgWriter(P).write(); }

} // namespace fencepost::graph
