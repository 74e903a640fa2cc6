//===- Sizes.cpp - Work-groups whose size the kernel does not say ---------===//
// See Sizes.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Sizes.h"
#include "fencepost/Check/Replay.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace fencepost::check {

using namespace view;

/// By the number of dimensions: work-items in the usual shapes; and in smaller
/// ones, for kernels that are not made for those.
static constexpr GroupSize Usual[3][2] = {
    {{256, 1, 1}, {128, 1, 1}},
    {{16, 16, 1}, {32, 8, 1}},
    {{8, 8, 4}, {16, 4, 4}},
};
static constexpr GroupSize Small[3] = {{64, 1, 1}, {8, 8, 1}, {4, 4, 4}};

static unsigned dimensionsOf(const SyncView &View) {
  return View.Size[2] > 1 ? 3 : View.Size[1] > 1 ? 2 : 1;
}

static unsigned itemsOf(const GroupSize &Size) {
  return Size[0] * Size[1] * Size[2];
}

/// \p Size, halved along its longest side until it has at most \p Most items.
static GroupSize shrunk(GroupSize Size, unsigned Most) {
  while (itemsOf(Size) > Most)
    *llvm::max_element(Size) /= 2;
  return Size;
}

static bool asksWhoItIs(const SyncView &View) {
  return llvm::any_of(View.Values, [](const Value &V) {
    return V.Kind == ValueKind::WorkItem || V.Kind == ValueKind::Lane;
  });
}

/// The accesses of the work-item at \p X, \p Y, \p Z in one of \p Size, as far
/// as it comes with large arguments.
static Trace runOne(const SyncView &View, const GroupSize &Size, GroupSize Id) {
  constexpr unsigned MaxBlocks = 200;
  if (View.Blocks.empty())
    return {};
  Boundaries All{&View, {}, {}};
  Machine Runs(View, All);
  Launch On;
  llvm::copy(Size, On.Size);
  On.AllArguments = 1 << 16;
  ThreadId Thread;
  llvm::copy(Id, Thread.At);
  return Runs.run(On, Thread, {}, {}, MaxBlocks);
}

/// Null if \p H is no access of a variable in LDS.
static const Object *ldsOf(const SyncView &View, const Happened &H) {
  uint32_t Id = H.Site.in(View).Object;
  bool IsLds = Id != None && View.Objects[Id].Kind == ObjectKind::Lds;
  return IsLds ? &View.Objects[Id] : nullptr;
}

/// How long the rows of work-items are by the addresses of LDS: those of
/// work-items that are one apart along y, by those of two along x; 0: not
/// known.
static unsigned rowLength(const SyncView &View) {
  GroupSize Size = {16, 16, 1};
  Trace First = runOne(View, Size, {0, 0, 0}),
        Right = runOne(View, Size, {1, 0, 0}),
        Below = runOne(View, Size, {0, 1, 0});
  auto At = [](const Trace &T, AccessSite Site) -> std::optional<uint64_t> {
    for (const Happened &H : T.Accesses)
      if (H.Site == Site)
        return H.Address;
    return std::nullopt;
  };
  for (const Happened &H : First.Accesses) {
    auto X = At(Right, H.Site), Y = At(Below, H.Site);
    if (!ldsOf(View, H) || !X || !Y || *X <= H.Address || *Y <= H.Address)
      continue;
    uint64_t Step = *X - H.Address, Row = *Y - H.Address;
    if (Row % Step == 0 && Row / Step > 1 && Row / Step <= 1024)
      return Row / Step;
  }
  return 0;
}

/// Whether the last work-item stays in the kernel's variables in LDS: sizes
/// with which it does not were not meant.
static bool fits(const SyncView &View, const GroupSize &Size) {
  GroupSize Last = {Size[0] - 1, Size[1] - 1, Size[2] - 1};
  return !runOne(View, Size, Last).LeavesLds;
}

/// Sizes that are tried, the likeliest first.
static llvm::SmallVector<GroupSize, 4> candidates(const SyncView &View) {
  unsigned Dimensions = dimensionsOf(View);
  unsigned Most = std::max(View.Most, 1u);
  llvm::SmallVector<GroupSize, 4> All;
  for (const GroupSize &Size : Usual[Dimensions - 1])
    All.push_back(shrunk(Size, Most));
  // A limit that is no power of two was chosen on purpose.
  if (Dimensions == 1 && Most > View.WaveSize && Most < 256)
    All.front() = {Most, 1, 1};
  unsigned Row = Dimensions == 2 ? rowLength(View) : 0;
  if (Row != 0 && Row <= Most)
    All.push_back({Row, std::max(1u, std::min(Most, 256u) / Row), 1});
  return All;
}

llvm::SmallVector<GroupSize, 4> likelySizes(const SyncView &View) {
  if (View.SizeIsExact)
    return {GroupSize{View.Size[0], View.Size[1], View.Size[2]}};
  if (View.Hint[0])
    return {GroupSize{View.Hint[0], View.Hint[1], View.Hint[2]}};
  llvm::SmallVector<GroupSize, 4> All = candidates(View), Result;
  for (const GroupSize &Size : All)
    if (!llvm::is_contained(Result, Size) && itemsOf(Size) >= View.Least &&
        fits(View, Size))
      Result.push_back(Size);
  if (Result.empty())
    Result = {All.front(), shrunk(Small[dimensionsOf(View) - 1], View.Most)};
  if (View.Least == 1 && !asksWhoItIs(View))
    Result.push_back({1, 1, 1});
  return Result;
}

SyncView withSize(const SyncView &View, GroupSize Size) {
  SyncView Result = View;
  llvm::copy(Size, Result.Size);
  Result.SizeIsExact = true;
  Result.Least = Result.Most = itemsOf(Size);
  return Result;
}

static bool isAdvice(FindingKind Kind) {
  return Kind == FindingKind::AsyncNeedless ||
         Kind == FindingKind::NeedlessBarrier ||
         Kind == FindingKind::NeedlessFence;
}

std::vector<Finding> merged(std::vector<std::vector<Finding>> BySize) {
  if (BySize.size() == 1)
    return std::move(BySize.front());
  using Key = std::tuple<FindingKind, AccessSite, AccessSite>;
  struct Seen {
    size_t Times = 0, Errors = 0;
    bool Added = false;
  };
  auto KeyOf = [](const Finding &F) { return Key(F.Kind, F.First, F.Second); };
  std::map<Key, Seen> All;
  for (const std::vector<Finding> &Found : BySize) {
    std::map<Key, bool> Here; // Whether one of them is an error.
    for (const Finding &F : Found)
      Here[KeyOf(F)] |= F.Sure == Certainty::Error;
    for (auto [K, IsError] : Here) {
      ++All[K].Times;
      All[K].Errors += IsError;
    }
  }
  std::vector<Finding> Result;
  for (std::vector<Finding> &Found : BySize)
    for (Finding &F : Found) {
      Seen &S = All[KeyOf(F)];
      bool Everywhere = S.Errors == BySize.size();
      if (S.Added || (isAdvice(F.Kind) && !Everywhere))
        continue;
      if (Everywhere && F.Sure != Certainty::Error)
        continue;
      S.Added = true;
      if (!Everywhere && F.Sure == Certainty::Error) {
        F.Sure = Certainty::Possible;
        F.Reason = "it depends on the size of the work-group, which is not "
                   "known";
      }
      Result.push_back(std::move(F));
    }
  return Result;
}

} // namespace fencepost::check
