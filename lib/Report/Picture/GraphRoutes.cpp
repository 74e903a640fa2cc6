//===- GraphRoutes.cpp - Which way the lines of a picture take ------------===//
// Everything here is counted in columns and rows; GraphLayout.cpp makes pixels
// of it. Tracks are shared by lines whose gutters do not meet: interval
// colouring, first fit. Tested by unittests/Report/ExecutionGraphTest.cpp.
//===----------------------------------------------------------------------===//
#include "GraphRoutes.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::graph {

namespace {
class Router {
public:
  explicit Router(const Content &C) : C(C) { R.Tracks.resize(C.Rows + 1); }

  Routes run();

private:
  bool isClear(const Bundle &B, unsigned Column) const;
  bool findStraight(const Bundle &B, Route &Way) const;
  void chooseSides(const ContentNode &From, const ContentNode &To,
                   Route &Way) const;
  Route routeOf(const Bundle &B) const;
  void takeTrack(unsigned Bundle);
  void takePorts(unsigned Bundle);
  int portRank(const Port &P, unsigned Row) const;

  const Content &C;
  Routes R;
};
} // namespace

static bool covers(const ContentNode &N, unsigned Column) {
  return N.First <= Column && Column <= N.Last;
}

/// Nothing is in \p Column between the ends of \p B. Only a phase line must not
/// pass behind a band, lest it seem to end there.
bool Router::isClear(const Bundle &B, unsigned Column) const {
  unsigned Top = C.Nodes[B.From].Row, Bottom = C.Nodes[B.To].Row;
  return llvm::none_of(C.Nodes, [&](const ContentNode &N) {
    return N.Row > Top && N.Row < Bottom && covers(N, Column) &&
           (!N.isBand() || B.isPhase());
  });
}

/// A straight line from an initial write would run through the names of threads
/// and scopes.
bool Router::findStraight(const Bundle &B, Route &Way) const {
  const ContentNode &From = C.Nodes[B.From], &To = C.Nodes[B.To];
  if (From.Look == NodeLook::Initial || From.Row >= To.Row)
    return false;
  unsigned First = std::max(From.First, To.First);
  if (First > std::min(From.Last, To.Last) || !isClear(B, First))
    return false;
  Way.Shape = RouteShape::Straight;
  Way.Column = First;
  return true;
}

void Router::chooseSides(const ContentNode &From, const ContentNode &To,
                         Route &Way) const {
  bool FromRight = From.Last < To.First, ToRight = To.Last < From.First;
  if (!FromRight && !ToRight) // One above the other.
    FromRight = ToRight = From.Last == To.Last || From.First != To.First;
  Way.From = {FromRight ? From.Last + 1 : From.First, FromRight, false};
  Way.To = {ToRight ? To.Last + 1 : To.First, ToRight, false};
  // A band reaches over the gutters inside it: there the line ends on it.
  auto Inside = [](const ContentNode &Band, unsigned Gutter) {
    return Band.isBand() && Band.First < Gutter && Gutter <= Band.Last;
  };
  for (bool Right : {true, false}) {
    unsigned OfFrom = Right ? From.Last + 1 : From.First;
    unsigned OfTo = Right ? To.Last + 1 : To.First;
    if (Inside(To, OfFrom)) {
      Way.From = {OfFrom, Right, false};
      Way.To = {OfFrom, false, true};
      return;
    }
    if (Inside(From, OfTo)) {
      Way.From = {OfTo, false, true};
      Way.To = {OfTo, Right, false};
      return;
    }
  }
}

Route Router::routeOf(const Bundle &B) const {
  Route Way;
  if (findStraight(B, Way))
    return Way;
  const ContentNode &From = C.Nodes[B.From], &To = C.Nodes[B.To];
  chooseSides(From, To, Way);
  Way.Shape =
      Way.From.Gutter == Way.To.Gutter ? RouteShape::Gutter : RouteShape::Track;
  Way.Gap = To.Row > From.Row ? To.Row : To.Row + 1;
  return Way;
}

static std::pair<unsigned, unsigned> reach(const Route &Way) {
  return std::minmax(Way.From.Gutter, Way.To.Gutter);
}

void Router::takeTrack(unsigned Bundle) {
  Route &Way = R.Routes[Bundle];
  auto [First, Last] = reach(Way);
  std::vector<std::vector<unsigned>> &Tracks = R.Tracks[Way.Gap];
  auto IsFree = [&, First = First,
                 Last = Last](llvm::ArrayRef<unsigned> Track) {
    return llvm::none_of(Track, [&](unsigned Other) {
      auto [OtherFirst, OtherLast] = reach(R.Routes[Other]);
      return First <= OtherLast && OtherFirst <= Last;
    });
  };
  while (Way.Track < Tracks.size() && !IsFree(Tracks[Way.Track]))
    ++Way.Track;
  Tracks.resize(std::max<size_t>(Tracks.size(), Way.Track + 1));
  Tracks[Way.Track].push_back(Bundle);
}

void Router::takePorts(unsigned Bundle) {
  const Route &Way = R.Routes[Bundle];
  unsigned FromRow = C.Nodes[C.Bundles[Bundle].From].Row;
  unsigned ToRow = C.Nodes[C.Bundles[Bundle].To].Row;
  if (Way.Shape == RouteShape::Gutter && FromRow == ToRow) {
    R.Ports[{FromRow, Way.From.Gutter}].push_back({Bundle, true, true});
    return;
  }
  if (!Way.From.OnBand)
    R.Ports[{FromRow, Way.From.Gutter}].push_back({Bundle, true, false});
  if (!Way.To.OnBand)
    R.Ports[{ToRow, Way.To.Gutter}].push_back({Bundle, false, true});
}

/// Lines that go up are above those that go down.
int Router::portRank(const Port &P, unsigned Row) const {
  const Route &Way = R.Routes[P.Bundle];
  if (Way.Shape == RouteShape::Track)
    return 2 * static_cast<int>(Way.Gap) - 1;
  const Bundle &B = C.Bundles[P.Bundle];
  unsigned FromRow = C.Nodes[B.From].Row;
  return 2 * static_cast<int>(FromRow == Row ? C.Nodes[B.To].Row : FromRow);
}

Routes Router::run() {
  for (const Bundle &B : C.Bundles)
    R.Routes.push_back(routeOf(B));
  for (auto [I, Way] : llvm::enumerate(R.Routes)) {
    if (Way.Shape == RouteShape::Track)
      takeTrack(I);
    if (Way.Shape != RouteShape::Straight)
      takePorts(I);
  }
  for (auto &[Key, Ports] : R.Ports)
    llvm::stable_sort(Ports,
                      [&, Row = Key.first](const Port &A, const Port &B) {
                        return portRank(A, Row) < portRank(B, Row);
                      });
  return std::move(R);
}

Routes findRoutes(const Content &C) { return Router(C).run(); }

} // namespace fencepost::graph
