//===- PipelineStages.cpp - Where producers and consumers wait ------------===//
// See PipelineStages.h. Blocks stand in reverse post-order, so those that are
// on every path stand in the order in which they are reached.
//===----------------------------------------------------------------------===//
#include "ProducerConsumer/PipelineStages.h"
#include "fencepost/View/FlowGraph.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::place {

using namespace view;
using view::AccessSite;

namespace {

class StageFinder {
public:
  /// Paths from \p From to \p Ends, of blocks directly in \p Loop, that do not
  /// reach \p Border again.
  StageFinder(const SyncView &View, RolePair Roles, BlockId From,
              llvm::ArrayRef<BlockId> Ends, LoopId Loop, BlockId Border,
              llvm::ArrayRef<AccessSite> Accesses)
      : View(View), Roles(Roles), From(From), Ends(Ends), Loop(Loop),
        Border(Border), Accesses(Accesses) {}
  std::optional<PipelineStage> run();
  /// Whether all paths to \p To lead through the stage, and whether none does.
  bool isAfter(BlockId To) const;
  bool isBefore(BlockId To) const;

private:
  bool isOnAllPaths(BlockId B) const;
  bool reaches(BlockId A, BlockId B) const {
    return !allPathsMeet(Roles.Own, A, B, {}, Border);
  }
  bool findBefore();
  bool findAfter();
  bool findExits();
  bool keepsLanesTogether() const;
  InsertionPoint before(BlockId B) const;
  InsertionPoint behind(BlockId B);

  const SyncView &View;
  RolePair Roles;
  BlockId From;
  llvm::ArrayRef<BlockId> Ends;
  LoopId Loop;
  BlockId Border;
  llvm::ArrayRef<AccessSite> Accesses;
  BlockId First = None;               ///< Where they wait.
  llvm::SmallVector<BlockId, 2> Last; ///< Met after all signals.
  PipelineStage Result;
};

/// Whether all waves of the side, and no others, reach \p B on every path.
bool StageFinder::isOnAllPaths(BlockId B) const {
  return Roles.isOwn(B) && View.Blocks[B].Loop == Loop &&
         llvm::all_of(Ends, [&](BlockId End) {
           return allPathsMeet(Roles.Own, From, End, {B}, Border);
         });
}

InsertionPoint StageFinder::before(BlockId B) const {
  uint32_t Event = View.Blocks[B].Events.size();
  for (AccessSite Access : Accesses)
    if (Access.Site.Block == B)
      Event = std::min(Event, Access.Site.Event);
  return {B, Event};
}

InsertionPoint StageFinder::behind(BlockId B) {
  uint32_t Event = 0;
  for (AccessSite Access : Accesses)
    if (Access.Site.Block == B) {
      Event = std::max(Event, Access.Site.Event + 1);
      Result.AfterIsEarly = true;
    }
  return {B, Event};
}

bool StageFinder::findBefore() {
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    if (isOnAllPaths(B) && llvm::all_of(Accesses, [&](AccessSite Access) {
          return allPathsMeet(Roles.Own, From, Access.Site.Block, {B}, Border);
        }))
      First = B;
  if (First == None)
    return false;
  Result.Before = before(First);
  return true;
}

bool StageFinder::findAfter() {
  for (BlockId B = First; B < View.Blocks.size(); ++B) {
    bool IsBehind =
        isOnAllPaths(B) && llvm::all_of(Accesses, [&](AccessSite Access) {
          BlockId X = Access.Site.Block;
          return X == B ||
                 (!reaches(B, X) && llvm::all_of(Ends, [&](BlockId End) {
                   return allPathsMeet(Roles.Own, X, End, {B}, Border);
                 }));
        });
    if (IsBehind) {
      Result.After = {behind(B)};
      Last = {B};
      return true;
    }
  }
  return findExits();
}

/// Whether lanes of a wave take the same path from where it waits to where it
/// signals; or else it would signal on each of their paths.
bool StageFinder::keepsLanesTogether() const {
  for (BlockId B = First; B < View.Blocks.size(); ++B) {
    const Block &Block = View.Blocks[B];
    bool Alike = Block.UniformExit || Roles.Own.Next[B].size() < 2 ||
                 llvm::all_of(
                     Block.Next,
                     [&](const Edge &E) {
                       return E.Condition == None ||
                              View.Values[E.Condition].WaveUniform;
                     });
    if (Roles.isOwn(B) && !Alike && reaches(First, B))
      return false;
  }
  return true;
}

bool StageFinder::findExits() {
  llvm::SmallVector<BlockId, 4> Sources;
  for (BlockId B = First; B < View.Blocks.size(); ++B) {
    if (!Roles.isOwn(B) || !reaches(First, B))
      continue;
    for (BlockId To : Roles.Own.Next[B]) {
      if (Roles.isOwn(To))
        continue;
      bool IsOnly = llvm::all_of(View.Blocks[B].Next,
                                 [&](const Edge &E) { return E.To == To; });
      Result.After.push_back(
          IsOnly ? InsertionPoint{B, uint32_t(View.Blocks[B].Events.size())}
                 : InsertionPoint{B, 0, To});
      Sources.push_back(B);
      Last.push_back(To);
    }
  }
  // Nothing of the stage comes after an exit.
  bool IsOver = llvm::all_of(Last, [&](BlockId Out) {
    return llvm::none_of(Sources, [&](BlockId B) { return reaches(Out, B); }) &&
           llvm::none_of(Accesses, [&](AccessSite Access) {
             return reaches(Out, Access.Site.Block);
           });
  });
  if (Result.After.size() > 1 && !keepsLanesTogether())
    return false;
  return IsOver && !Last.empty() && llvm::all_of(Ends, [&](BlockId End) {
           return allPathsMeet(Roles.Own, First, End, Last, Border);
         });
}

std::optional<PipelineStage> StageFinder::run() {
  if (!findBefore() || !findAfter())
    return std::nullopt;
  return Result;
}

bool StageFinder::isAfter(BlockId To) const {
  return allPathsMeet(Roles.Own, From, To, {First}, Border) &&
         allPathsMeet(Roles.Own, First, To, Last, Border);
}

bool StageFinder::isBefore(BlockId To) const {
  return To != First && !reaches(First, To);
}

} // namespace

std::optional<LoopStage> findStage(const SyncView &View, RolePair Roles,
                                   LoopId Loop,
                                   llvm::ArrayRef<AccessSite> Accesses) {
  view::Graph Shape(View);
  BlockId Header = View.Loops[Loop].Header;
  llvm::SmallVector<BlockId, 2> Latches, Leaving;
  for (BlockId B = 0; B < View.Blocks.size(); ++B) {
    if (!Roles.Own.Blocks[B] || !Shape.contains(Loop, B))
      continue;
    if (llvm::is_contained(Roles.Own.Next[B], Header))
      Latches.push_back(B);
    bool Leaves = llvm::any_of(Roles.Own.Next[B], [&](BlockId To) {
      return !Shape.contains(Loop, To);
    });
    if (Leaves && !View.Blocks[B].UniformExit)
      return std::nullopt;
    if (Leaves)
      Leaving.push_back(B);
  }
  if (Latches.empty())
    return std::nullopt;
  StageFinder Finder(View, Roles, Header, Latches, Loop, Header, Accesses);
  std::optional<PipelineStage> Stage = Finder.run();
  if (!Stage)
    return std::nullopt;
  bool Before =
      llvm::all_of(Leaving, [&](BlockId B) { return Finder.isBefore(B); });
  bool IsAfter =
      llvm::all_of(Leaving, [&](BlockId B) { return Finder.isAfter(B); });
  if (!Before && !IsAfter)
    return std::nullopt;
  return LoopStage{std::move(*Stage), Before};
}

std::optional<PipelineStage>
findStageBefore(const SyncView &View, RolePair Roles, BlockId Header,
                llvm::ArrayRef<AccessSite> Accesses) {
  bool AllComeBefore = llvm::all_of(
      Accesses, [&](AccessSite Access) { return Access.Site.Block < Header; });
  if (!AllComeBefore)
    return std::nullopt;
  return StageFinder(View, Roles, 0, Header, None, None, Accesses).run();
}

/// Where waves of \p Roles reach blocks of their own.
static std::optional<BlockId> findDivergence(RolePair Roles) {
  std::optional<BlockId> Branch;
  for (BlockId B = 0; B < Roles.Own.Next.size(); ++B) {
    if (!Roles.Own.Blocks[B] || Roles.isOwn(B))
      continue;
    for (BlockId To : Roles.Own.Next[B]) {
      if (!Roles.isOwn(To))
        continue;
      if (Branch && *Branch != B)
        return std::nullopt;
      Branch = B;
    }
  }
  return Branch;
}

static bool alwaysReaches(const WaveRole &Role, BlockId From, BlockId To) {
  for (BlockId B = 0; B < Role.Next.size(); ++B)
    if (Role.Blocks[B] && Role.Next[B].empty() &&
        !allPathsMeet(Role, From, B, {To}))
      return false;
  return true;
}

/// Whether no branch that waves of \p Role may take differently leads some of
/// them, but not all, to \p To, which is the header of an outermost loop.
static bool reachesUniformly(const SyncView &View, const WaveRole &Role,
                             BlockId To) {
  view::Graph Shape(View);
  LoopId Loop = Shape.headedBy(To);
  for (BlockId B = 0; B < Role.Next.size(); ++B) {
    bool Parts = Role.Blocks[B] && Role.Next[B].size() > 1 &&
                 !View.Blocks[B].UniformExit && !Shape.contains(Loop, B);
    if (Parts && !allPathsMeet(Role, B, To, {}) && !alwaysReaches(Role, B, To))
      return false;
  }
  return true;
}

bool divergeAtOneBranch(const SyncView &View, const WaveRole &A, BlockId ToA,
                        const WaveRole &B, BlockId ToB) {
  std::optional<BlockId> FromA = findDivergence({A, B}),
                         FromB = findDivergence({B, A});
  return FromA && FromA == FromB && View.Blocks[*FromA].Loop == None &&
         alwaysReaches(A, *FromA, ToA) && alwaysReaches(B, *FromA, ToB) &&
         reachesUniformly(View, A, ToA) && reachesUniformly(View, B, ToB);
}

} // namespace fencepost::place
