//===- GraphPicture.h - A picture as rectangles, words and lines ----------===//
// What is left of an execution when every position is decided: the printers
// turn it into SVG and DOT without deciding anything, and the tests check that
// its parts do not overlap. Coordinates are whole pixels, x to the right and y
// downwards, so that pictures are the same everywhere.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_REPORT_GRAPHPICTURE_H
#define FENCEPOST_REPORT_GRAPHPICTURE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace fencepost::graph {

/// What a line means; one row of lineStyles() each.
enum class LineKind : uint8_t {
  ProgramOrder,
  ReadsFrom,
  Synchronizes,
  ModificationOrder,
  FromRead,
  Phase,
  Available,
  Visible,
  Dependency,
  Race,
  Violation, ///< A step of the cycle that a skipped axiom forbids.
};
inline constexpr unsigned NumLineKinds = 11;

/// How a kind of line looks; the same name is its class in SVG.
struct LineStyle {
  LineKind Kind;
  llvm::StringLiteral Name;    ///< "rf"; also what labels say.
  llvm::StringLiteral Meaning; ///< For the legend.
  llvm::StringLiteral Light;   ///< Colour on a light background.
  llvm::StringLiteral Dark;    ///< Colour on a dark background.
  bool Dashed;
  bool Bold;
};
llvm::ArrayRef<LineStyle> lineStyles();
const LineStyle &styleOf(LineKind Kind);

/// The colours of everything that is not a relation.
struct Palette {
  llvm::StringLiteral Background, Ink, Muted, NodeFill, NodeLine, ScopeLine,
      ScopeFill, BandFill, BandLine, BandInk;
};
const Palette &lightPalette();
const Palette &darkPalette();

struct Point {
  int X = 0, Y = 0;

  bool operator==(const Point &) const = default;
};

struct Rect {
  int X = 0, Y = 0, Width = 0, Height = 0;

  int right() const { return X + Width; }
  int bottom() const { return Y + Height; }
  int middleX() const { return X + Width / 2; }
  int middleY() const { return Y + Height / 2; }
  bool overlaps(const Rect &Other) const {
    return X < Other.right() && Other.X < right() && Y < Other.bottom() &&
           Other.Y < bottom();
  }
};

enum class NodeLook : uint8_t {
  Event,
  Undefined, ///< A read that returns undef.
  Stuck,     ///< A wait that never ends, or where a thread was cut.
  Initial,
  Barrier,
  Band, ///< A barrier phase, across columns.
};

struct Node {
  unsigned Event = ~0u; ///< Of the execution; none for a band.
  NodeLook Look = NodeLook::Event;
  Rect Place;
  std::vector<std::string> Text; ///< Lines, centred in Place.
  std::string Hint;              ///< More, for whoever asks (a tooltip).
};

/// A word of a label; its colour is that of its kind of line.
struct Word {
  LineKind Kind;
  std::string Text;
};

struct Label {
  Rect Place;
  std::vector<Word> Words; ///< From the left, a space between two.
};

struct Line {
  LineKind Kind;
  unsigned From, To;       ///< Nodes.
  std::vector<Point> Path; ///< Horizontal and vertical pieces.
  bool Arrow = true;       ///< At the end.
  /// Into Picture::Labels, for the first of the lines it belongs to.
  unsigned Label = ~0u;
};

struct ScopeBox {
  Rect Place;
  std::string Text; ///< "workgroup 0"
  unsigned Depth;   ///< 0 is outermost.
};

/// Plain text: thread names, title, final state, legend.
struct Caption {
  enum Role : uint8_t { Title, Thread, State, Legend, Scope } Kind;
  Rect Place;
  std::string Text;
};

struct Picture {
  int Width = 0, Height = 0;
  std::vector<ScopeBox> Scopes; ///< Outer before inner.
  std::vector<Node> Nodes;
  std::vector<Line> Lines;
  std::vector<Label> Labels; ///< Of lines.
  std::vector<Caption> Captions;
  /// Samples of the kinds of line that occur; each is next to its Legend.
  std::vector<Line> LegendLines;
};

/// How wide \p Text is. Fonts are fixed-pitch, and the pitch assumed here is
/// that of the widest common one, so text may turn out narrower but not wider.
int textWidth(llvm::StringRef Text, int FontSize);

inline constexpr int NodeFont = 12, LabelFont = 11, TitleFont = 14;
inline constexpr int NodeLineHeight = 15, LabelHeight = 13;

std::string svg(const Picture &P);
std::string dot(const Picture &P, llvm::StringRef Name);

} // namespace fencepost::graph

#endif
