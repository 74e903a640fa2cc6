//===- Differences.cpp - Where LLVM 22 departs from the specification -----===//
#include "fencepost/Lower/Differences.h"

namespace fencepost::lower {

static constexpr DifferenceFacts DifferenceTable[] = {
#define DIFFERENCE(ID, NAME, FIRST, LAST, WHERE, SPEC, LLVM, JUDGED, BECAUSE)  \
  {.Id = Difference::ID,                                                       \
   .Name = NAME,                                                               \
   .First = Family::FIRST,                                                     \
   .Last = Family::LAST,                                                       \
   .Where = WHERE,                                                             \
   .Spec = SPEC,                                                               \
   .Llvm = LLVM,                                                               \
   .Judged = Judgement::JUDGED,                                                \
   .Because = BECAUSE},
#include "fencepost/Lower/Differences.def"
};
static_assert(std::size(DifferenceTable) <= 64, "a DifferenceSet has 64 bits");

llvm::ArrayRef<DifferenceFacts> differences() { return DifferenceTable; }

llvm::StringRef judgementName(Judgement J) {
  static constexpr EnumName<Judgement> Names[] = {
      {Judgement::Stronger, "stronger"},
      {Judgement::Weaker, "weaker"},
      {Judgement::Typo, "typo"},
      {Judgement::Neutral, "neutral"},
  };
  static_assert(isIndexedBy(Names), "a judgement without a name");
  return rowOf(Names, J).Name;
}

DifferenceSet DifferenceSet::all(Family F) {
  DifferenceSet Set;
  for (const DifferenceFacts &Row : DifferenceTable)
    if (Row.Judged != Judgement::Typo && Row.First <= F && F <= Row.Last)
      Set.Bits |= uint64_t(1) << static_cast<unsigned>(Row.Id);
  return Set;
}

DifferenceSet DifferenceSet::without(Difference D) const {
  DifferenceSet Set = *this;
  Set.Bits &= ~(uint64_t(1) << static_cast<unsigned>(D));
  return Set;
}

} // namespace fencepost::lower
