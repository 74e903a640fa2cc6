//===- GraphLayout.h - Every position in a picture ------------------------===//
// Heights first: ports, rows, gaps. They say which lines share a lane of a
// gutter, which gives widths: gutters, columns (GraphLayout.cpp). Then nodes,
// boxes, lines and labels are put where they belong (GraphParts.cpp). Nothing
// is moved afterwards.
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_LIB_REPORT_GRAPHLAYOUT_H
#define FENCEPOST_LIB_REPORT_GRAPHLAYOUT_H

#include "GraphRoutes.h"

namespace fencepost::graph {

inline constexpr int StrandGap = 6;   ///< Between the strands of a bundle.
inline constexpr int Margin = 14;     ///< Around the picture.
inline constexpr int BoxPad = 8;      ///< Between a box and what it holds.
inline constexpr int HeadHeight = 18; ///< A name over a box or a column.
inline constexpr int GapPad = 11;     ///< Above and below the tracks of a gap.
inline constexpr int TrackHeight = 9;
inline constexpr int LaneWidth = 9;
inline constexpr int LabelPad = 6; ///< Left and right of a label.
inline constexpr int GutterMin = 22;
inline constexpr int PhaseOffset = 14; ///< Of phase lines from program order.

/// How much wider than one line the lines of \p B are.
int spread(const Bundle &B);
std::vector<Word> wordsOf(const Bundle &B);
/// With a space behind; 0 if there is none.
int labelWidth(const Bundle &B);

class Layout {
public:
  explicit Layout(const Content &C)
      : C(C), R(findRoutes(C)), FromY(C.Bundles.size(), 0),
        ToY(C.Bundles.size(), 0), TrackY(C.Bundles.size(), 0) {}

  Picture run();

private:
  // Heights.
  void measurePorts();
  void measureRows();
  int gapHeight(unsigned Gap) const;
  bool hasStraightLabel(unsigned Gap) const;
  void placeTracks(unsigned Gap, int Y);
  void placeRows();
  void placePorts();
  // Widths.
  void measureLanes();
  void measureLabels();
  void measureColumns();
  void placeColumns();
  // The parts.
  void addScopes();
  void addNodes();
  void addThreadNames();
  void addLines();
  void addLine(unsigned Bundle, llvm::ArrayRef<Point> Middle);
  std::vector<Point> pathOf(unsigned Bundle) const;
  bool addLabel(unsigned Bundle);
  void addTitle();
  void addState();
  void addLegend();

  int edgeX(const ContentNode &N, bool Right) const;
  int bandEdgeY(const ContentNode &Band, const ContentNode &Other) const;
  int nodeX(unsigned N, bool Right) const;
  int laneX(unsigned Gutter, unsigned Lane) const;
  unsigned boxesEnding(unsigned Gutter) const;
  unsigned boxesBeginning(unsigned Gutter) const;
  int straightX(unsigned Bundle) const;

  struct GutterSize {
    int Left = 0, Right = 0; ///< Room for boxes' lines.
    int LabelsLeft = 0, LabelsRight = 0;
    std::vector<int> Lanes; ///< Spreads.
    int X = 0;              ///< Left end.

    int lanesWidth() const {
      int Width = 2 * LaneWidth;
      for (int Spread : Lanes)
        Width += LaneWidth + Spread;
      return Lanes.empty() ? 0 : Width;
    }
    int width() const {
      int Inner = LabelsLeft + lanesWidth() + LabelsRight;
      return Left + Right + std::max(Inner, GutterMin);
    }
  };

  const Content &C;
  Routes R;
  Picture Out;
  std::vector<int> FromY, ToY, TrackY;            ///< By bundle.
  std::map<PortKey, std::vector<int>> PortOffset; ///< From the row's middle.
  std::vector<int> Half;                    ///< Half of each node's height.
  std::vector<int> Above, Below, RowMiddle; ///< By row.
  int HeadTop = 0, BoxBottom = 0;
  std::vector<GutterSize> Gutters;
  std::vector<int> ColumnX, ColumnWidth;
  std::vector<unsigned> FromLane, ToLane;
};

} // namespace fencepost::graph

#endif
