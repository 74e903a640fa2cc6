//===- LikelySizes.cpp - Work-groups of unknown size ---------------------===//
// See LikelySizes.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Simulate/LikelySizes.h"
#include "fencepost/Simulate/ThreadInterpreter.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace fencepost::sim {

using namespace view;

/// By the number of dimensions: work-items in the usual shapes.
static constexpr GroupSize Usual[3][2] = {
    {{256, 1, 1}, {128, 1, 1}},
    {{16, 16, 1}, {32, 8, 1}},
    {{8, 8, 4}, {16, 4, 4}},
};

/// Dimensions along which there are several work-items.
static llvm::SmallVector<unsigned, 3> dimensionsOf(const SyncView &View) {
  llvm::SmallVector<unsigned, 3> Result;
  for (unsigned D = 0; D < 3; ++D)
    if (View.Size[D] > 1)
      Result.push_back(D);
  return Result;
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

/// The accesses of the work-item \p Id in a work-group of
/// \p Size, in a run with large arguments.
static Trace runOne(const SyncView &View, const GroupSize &Size, GroupSize Id) {
  constexpr unsigned MaxBlocks = 200;
  if (View.Blocks.empty())
    return {};
  Boundaries All{&View, {}, {}};
  ThreadInterpreter Runs(View, All);
  Launch Launch;
  llvm::copy(Size, Launch.Size);
  Launch.AllArguments = 1 << 16;
  ThreadId Thread;
  llvm::copy(Id, Thread.Coordinates);
  return Runs.run(Launch, Thread, {}, {}, MaxBlocks);
}

/// Null if \p H is no access of a variable in LDS.
static const Object *ldsOf(const SyncView &View, const AccessRecord &H) {
  uint32_t Id = H.Site.in(View).Object;
  bool IsLds = Id != None && View.Objects[Id].Kind == ObjectKind::Lds;
  return IsLds ? &View.Objects[Id] : nullptr;
}

/// True if the last work-item stays in the kernel's variables in LDS; other
/// sizes are implausible.
static bool fits(const SyncView &View, const GroupSize &Size) {
  GroupSize Last = {Size[0] - 1, Size[1] - 1, Size[2] - 1};
  return !runOne(View, Size, Last).LeavesLds;
}

/// True if the last work-item reaches the end of such a variable.
static bool fills(const SyncView &View, const GroupSize &Size) {
  GroupSize Last = {Size[0] - 1, Size[1] - 1, Size[2] - 1};
  for (const AccessRecord &H : runOne(View, Size, Last).Accesses)
    if (const Object *Lds = ldsOf(View, H);
        Lds && !H.FromUnknown &&
        H.Address + H.Site.in(View).Bytes == Lds->Base + Lds->Size)
      return true;
  return false;
}

/// A size with the rows, along dimensions \p X and \p Y, of a tile in LDS whose
/// addresses show the length of a row.
static std::optional<GroupSize> tileOf(const SyncView &View, unsigned X,
                                       unsigned Y) {
  GroupSize Size = {1, 1, 1}, ToRight = {0, 0, 0}, ToBelow = {0, 0, 0};
  Size[X] = Size[Y] = 16;
  ToRight[X] = ToBelow[Y] = 1;
  Trace First = runOne(View, Size, {0, 0, 0}),
        Right = runOne(View, Size, ToRight),
        Below = runOne(View, Size, ToBelow);
  auto AddressOf = [](const Trace &T,
                      AccessSite Site) -> std::optional<uint64_t> {
    for (const AccessRecord &H : T.Accesses)
      if (H.Site == Site)
        return H.Address;
    return std::nullopt;
  };
  for (const AccessRecord &H : First.Accesses) {
    const Object *Lds = ldsOf(View, H);
    auto ToX = AddressOf(Right, H.Site), ToY = AddressOf(Below, H.Site);
    if (!Lds || !ToX || !ToY || *ToX <= H.Address || *ToY <= H.Address)
      continue;
    uint64_t Step = *ToX - H.Address, Row = *ToY - H.Address;
    if (Row % Step != 0 || Row / Step > View.Most || Row > Lds->Size)
      continue;
    uint64_t Length = Row / Step;
    Size[X] = Length;
    Size[Y] = std::min<uint64_t>(Lds->Size / Row, View.Most / Length);
    return Size;
  }
  return std::nullopt;
}

/// The size that fills a variable in LDS, if there is one: the kernel was
/// probably written for it.
static std::optional<GroupSize> madeFor(const SyncView &View) {
  auto Along = dimensionsOf(View);
  llvm::SmallVector<GroupSize, 8> All;
  if (Along.size() == 2)
    if (std::optional<GroupSize> Tile = tileOf(View, Along[0], Along[1]))
      All.push_back(*Tile);
  for (unsigned Items = 1024; Along.size() == 1 && Items >= 16; Items /= 2) {
    All.push_back({1, 1, 1});
    All.back()[Along[0]] = Items;
  }
  for (const GroupSize &Size : All)
    if (itemsOf(Size) >= View.Least && itemsOf(Size) <= View.Most &&
        fits(View, Size) && fills(View, Size))
      return Size;
  return std::nullopt;
}

/// Sizes that are usual for kernels of this shape, the likeliest first.
static llvm::SmallVector<GroupSize, 4> usualFor(const SyncView &View) {
  auto Along = dimensionsOf(View);
  unsigned Most = std::max(View.Most, 1u);
  if (Along.empty())
    return {{1, 1, 1}};
  llvm::SmallVector<GroupSize, 4> Result;
  for (GroupSize Size : Usual[Along.size() - 1]) {
    Size = shrunk(Size, Most);
    // A limit that is not a power of two is deliberate.
    if (Along.size() == 1 && Result.empty() && Most > View.WaveSize &&
        Most < 256)
      Size = {Most, 1, 1};
    GroupSize Placed = {1, 1, 1};
    for (auto [D, Items] : llvm::zip(Along, Size))
      Placed[D] = Items;
    while (itemsOf(Placed) > 1 && !fits(View, Placed))
      *std::max_element(Placed.rbegin(), Placed.rend()) /= 2;
    if (!llvm::is_contained(Result, Placed))
      Result.push_back(Placed);
  }
  return Result;
}

llvm::SmallVector<GroupSize, 4> likelySizes(const SyncView &View) {
  if (View.SizeIsExact)
    return {GroupSize{View.Size[0], View.Size[1], View.Size[2]}};
  if (View.Hint[0])
    return {GroupSize{View.Hint[0], View.Hint[1], View.Hint[2]}};
  if (std::optional<GroupSize> One = madeFor(View))
    return {*One};
  llvm::SmallVector<GroupSize, 4> All = usualFor(View), Result;
  auto Along = dimensionsOf(View);
  if (Along.size() == 2)
    if (std::optional<GroupSize> Tile = tileOf(View, Along[0], Along[1]))
      All.push_back(*Tile);
  if (!asksWhoItIs(View))
    All.push_back({1, 1, 1});
  for (const GroupSize &Size : All)
    if (itemsOf(Size) >= View.Least)
      Result.push_back(Size);
  return Result.empty() ? All : Result;
}

} // namespace fencepost::sim
