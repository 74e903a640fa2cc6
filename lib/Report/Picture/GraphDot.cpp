//===- GraphDot.cpp - A picture as a Graphviz document --------------------===//
// Positions are written down, in points and with y upwards, so that `neato -n2`
// draws the same picture; `dot` ignores them and makes its own from the same
// nodes, clusters and edges. The final state is the graph's label; there is no
// legend.
// Tested by unittests/Report/ExecutionGraphTest.cpp.
//===----------------------------------------------------------------------===//
#include "fencepost/Report/GraphPicture.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace fencepost::graph {

static std::string quoted(llvm::StringRef Text) {
  std::string Out = "\"";
  for (char Letter : llvm::json::fixUTF8(Text)) {
    if (Letter == '"' || Letter == '\\')
      Out += '\\';
    bool IsControl =
        static_cast<unsigned char>(Letter) < 0x20 || Letter == 0x7f;
    Out += IsControl ? ' ' : Letter;
  }
  return Out + "\"";
}

/// Lines of text in one label.
static std::string quotedLines(llvm::ArrayRef<std::string> Lines) {
  std::string Out = "\"";
  for (auto [I, Line] : llvm::enumerate(Lines))
    Out += (I ? "\\n" : "") +
           llvm::StringRef(quoted(Line)).drop_front().drop_back().str();
  return Out + "\"";
}

namespace {
class DotWriter {
public:
  explicit DotWriter(const Picture &P) : P(P), OS(Text) {}

  std::string write(llvm::StringRef Name);

private:
  std::string box(const Rect &R) const {
    return llvm::formatv("{0},{1},{2},{3}", R.X, P.Height - R.bottom(),
                         R.right(), P.Height - R.Y);
  }
  std::string at(Point Where) const {
    return llvm::formatv("{0},{1}", Where.X, P.Height - Where.Y);
  }
  void cluster(unsigned Scope, unsigned Indent);
  void node(unsigned N, unsigned Indent);
  void edge(const Line &L);
  void label(const Label &L);
  void threadName(const Caption &C, unsigned Indent);
  bool isInside(const Rect &Inner, const Rect &Place) const;
  void members(const Rect *Outer, unsigned Depth, unsigned Indent);

  const Picture &P;
  std::string Text;
  llvm::raw_string_ostream OS;
};
} // namespace

bool DotWriter::isInside(const Rect &Inner, const Rect &Place) const {
  return Place.X <= Inner.X && Inner.right() <= Place.right() &&
         Place.Y <= Inner.Y && Inner.bottom() <= Place.bottom();
}

void DotWriter::node(unsigned N, unsigned Indent) {
  const Node &Shown = P.Nodes[N];
  const Palette &Pal = lightPalette();
  bool Barrier =
      Shown.Look == NodeLook::Band || Shown.Look == NodeLook::Barrier;
  bool Bad = Shown.Look == NodeLook::Stuck || Shown.Look == NodeLook::Undefined;
  OS.indent(Indent) << 'n' << N << " [label=" << quotedLines(Shown.Text)
                    << ", pos=\""
                    << at({Shown.Place.middleX(), Shown.Place.middleY()})
                    << llvm::formatv("\", width={0:f3}, height={1:f3}",
                                     Shown.Place.Width / 72.0,
                                     Shown.Place.Height / 72.0);
  OS << ", fillcolor=\"" << (Barrier ? Pal.BandFill : Pal.NodeFill)
     << "\", color=\""
     << (Bad       ? styleOf(LineKind::Race).Light
         : Barrier ? Pal.BandLine
                   : Pal.NodeLine)
     << '"';
  if (Shown.Look == NodeLook::Stuck)
    OS << ", style=\"filled,rounded,dashed\"";
  if (!Shown.Hint.empty())
    OS << ", tooltip=" << quoted(Shown.Hint);
  OS << "];\n";
}

/// A thread's name is a node above its first event, to which an invisible edge
/// ties it.
void DotWriter::threadName(const Caption &C, unsigned Indent) {
  unsigned Number = &C - P.Captions.data();
  OS.indent(Indent) << 't' << Number << " [label=" << quoted(C.Text)
                    << ", shape=plaintext, margin=0, style=\"\", pos=\""
                    << at({C.Place.middleX(), C.Place.middleY()})
                    << llvm::formatv("\", width={0:f3}, height=0.3];\n",
                                     (C.Place.Width + 12) / 72.0);
  const Node *First = nullptr;
  for (const Node &N : P.Nodes)
    if (N.Place.X <= C.Place.X && C.Place.right() <= N.Place.right() &&
        C.Place.Y < N.Place.Y && (!First || N.Place.Y < First->Place.Y))
      First = &N;
  if (First)
    OS.indent(Indent) << 't' << Number << " -> n" << First - P.Nodes.data()
                      << " [style=invis];\n";
}

/// The nodes within \p Outer that no deeper box holds, and those boxes.
void DotWriter::members(const Rect *Outer, unsigned Depth, unsigned Indent) {
  for (unsigned S = 0; S < P.Scopes.size(); ++S) {
    const ScopeBox &Box = P.Scopes[S];
    if (Box.Depth == Depth && (!Outer || Outer->overlaps(Box.Place)))
      cluster(S, Indent);
  }
  auto IsHere = [&](const Rect &Place) {
    bool Deeper = llvm::any_of(P.Scopes, [&](const ScopeBox &Box) {
      return Box.Depth == Depth && isInside(Place, Box.Place);
    });
    return !Deeper && (!Outer || isInside(Place, *Outer));
  };
  for (unsigned N = 0; N < P.Nodes.size(); ++N)
    if (IsHere(P.Nodes[N].Place))
      node(N, Indent);
  for (const Caption &C : P.Captions)
    if (C.Kind == Caption::Thread && IsHere(C.Place))
      threadName(C, Indent);
}

void DotWriter::cluster(unsigned Scope, unsigned Indent) {
  const ScopeBox &Box = P.Scopes[Scope];
  OS.indent(Indent) << "subgraph cluster_" << Scope << " {\n";
  OS.indent(Indent + 2) << "label=" << quoted(Box.Text) << "; bb=\""
                        << box(Box.Place) << "\"; lp=\""
                        << at({Box.Place.X + 8 +
                                   textWidth(Box.Text, LabelFont) / 2,
                               Box.Place.Y + 9})
                        << "\";\n";
  members(&Box.Place, Box.Depth + 1, Indent + 2);
  OS.indent(Indent) << "}\n";
}

/// A path of straight pieces as the cubic splines that Graphviz has.
void DotWriter::edge(const Line &L) {
  const LineStyle &Style = styleOf(L.Kind);
  OS << "  n" << L.From << " -> n" << L.To << " [color=\"" << Style.Light
     << "\", pos=\"";
  if (L.Arrow)
    OS << "e," << at(L.Path.back()) << ' ';
  std::vector<Point> Path = L.Path;
  if (L.Arrow) {
    Point Tip = Path.back(), Before = Path[Path.size() - 2];
    auto Back = [](int From, int To) {
      return From < To ? To - 7 : From > To ? To + 7 : To;
    };
    Path.back() = {Back(Before.X, Tip.X), Back(Before.Y, Tip.Y)};
  }
  OS << at(Path[0]);
  for (size_t I = 1; I < Path.size(); ++I)
    OS << ' ' << at(Path[I - 1]) << ' ' << at(Path[I]) << ' ' << at(Path[I]);
  OS << '"';
  if (!L.Arrow)
    OS << ", dir=none";
  if (Style.Dashed)
    OS << ", style=dashed";
  if (Style.Bold)
    OS << ", penwidth=2";
  if (L.Label != ~0u)
    label(P.Labels[L.Label]);
  OS << "];\n";
}

void DotWriter::label(const Label &L) {
  std::string Words;
  for (const Word &W : L.Words)
    Words += (Words.empty() ? "" : " ") + W.Text;
  OS << ", label=" << quoted(Words) << ", fontcolor=\""
     << styleOf(L.Words.front().Kind).Light << "\", lp=\""
     << at({L.Place.middleX(), L.Place.middleY()}) << '"';
}

std::string DotWriter::write(llvm::StringRef Name) {
  std::vector<std::string> State;
  for (const Caption &C : P.Captions)
    if (C.Kind == Caption::State)
      State.push_back(C.Text);
  OS << "digraph " << quoted(Name) << " {\n"
     << "  graph [bb=\"0,0," << P.Width << ',' << P.Height
     << "\", fontname=\"DejaVu Sans Mono\", fontsize=" << LabelFont
     << ", labeljust=l, color=\"" << lightPalette().ScopeLine << "\"];\n"
     << "  node [shape=box, style=\"filled,rounded\", fixedsize=true, "
        "fontname=\"DejaVu Sans Mono\", fontsize="
     << NodeFont << "];\n"
     << "  edge [fontname=\"DejaVu Sans Mono\", fontsize=" << LabelFont
     << ", arrowsize=0.7];\n";
  if (!State.empty())
    OS << "  label=" << quotedLines(State) << ";\n";
  members(nullptr, 0, 2);
  for (const Line &L : P.Lines)
    edge(L);
  OS << "}\n";
  return std::move(Text);
}

std::string dot(const Picture &P, llvm::StringRef Name) {
  return DotWriter(P).write(Name);
}

} // namespace fencepost::graph
