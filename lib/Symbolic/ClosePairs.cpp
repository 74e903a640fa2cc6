//===- ClosePairs.cpp - Pairs of accesses close enough to collide ---------===//
// See ClosePairs.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Symbolic/ClosePairs.h"
#include "llvm/ADT/MapVector.h"

namespace fencepost::sym {

namespace {

/// Accesses of the same bytes, as numbers in the list.
struct AccessedBytes {
  int64_t Constant;
  uint32_t Bytes;
  std::vector<uint32_t> Accesses;
};

constexpr uint64_t Anywhere = ~uint64_t(0);
constexpr uint64_t Far = uint64_t(1) << 62; ///< Nothing below wraps.

class ClosePairs {
public:
  using VisitFn =
      llvm::function_ref<bool(const RegionAccess &, const RegionAccess &)>;
  ClosePairs(const Evaluator &Eval, RegionOverlap &Pairs,
             llvm::ArrayRef<RegionAccess> List, VisitFn Visit)
      : Eval(Eval), Pairs(Pairs), List(List), Visit(Visit) {}

  void run();

private:
  /// Accesses whose addresses are one term plus a constant, by that constant.
  using Family = std::map<std::pair<int64_t, uint32_t>, AccessedBytes>;

  const view::AccessRange &rangeOf(uint32_t I) const {
    return List[I].Site.in(Eval.View);
  }
  void add(uint32_t I);
  uint64_t spreadOf(TermId Base) const;
  bool isShared(TermId Part) const;
  bool within(TermId Base, const Family &F);
  bool between(const AccessedBytes &A, const AccessedBytes &B);

  const Evaluator &Eval;
  RegionOverlap &Pairs;
  llvm::ArrayRef<RegionAccess> List;
  VisitFn Visit;
  llvm::MapVector<TermId, Family> Families;
  uint32_t MostBytes = 0;
};

void ClosePairs::add(uint32_t I) {
  TermTable &Terms = Eval.Terms;
  const Term &T = Terms[List[I].Address];
  bool HasConstant = T.Form == TermForm::Sum || T.Form == TermForm::Constant;
  uint64_t Constant = HasConstant ? T.Number : 0;
  TermId Base = Terms.sub(List[I].Address, Terms.constant(Constant, 64));
  uint32_t Bytes = rangeOf(I).Bytes;
  AccessedBytes &Entry = Families[Base][{int64_t(Constant), Bytes}];
  Entry.Constant = int64_t(Constant);
  Entry.Bytes = Bytes;
  Entry.Accesses.push_back(I);
  MostBytes = std::max(MostBytes, Bytes);
}

bool ClosePairs::isShared(TermId Part) const {
  bool Result = true;
  llvm::DenseMap<TermId, bool> Seen;
  Eval.Terms.forEachSymbol(Part, Seen,
                           [&](TermId Id) { Result &= Pairs.isShared(Id); });
  return Result;
}

/// The largest distance of two threads' values of \p Base.
uint64_t ClosePairs::spreadOf(TermId Base) const {
  const Term &T = Eval.Terms[Base];
  Summand Alone{Base, 1};
  llvm::ArrayRef<Summand> Parts(T.Parts);
  if (T.Form != TermForm::Sum)
    Parts = Alone;
  uint64_t Result = 0;
  for (const Summand &Part : Parts) {
    if (isShared(Part.Term))
      continue;
    const Range &R = Eval.Terms[Part.Term].Limits;
    int64_t Times = int64_t(Part.Times);
    uint64_t Factor = Times < 0 ? 0 - uint64_t(Times) : Times;
    unsigned __int128 More =
        static_cast<unsigned __int128>(Factor) * (R.High - R.Low);
    if (More >= Far || (Result += uint64_t(More)) >= Far)
      return Anywhere;
  }
  return Result;
}

/// Returns whether to continue. Being apart depends on the bytes alone, so one
/// pair decides for all with the same bytes.
bool ClosePairs::between(const AccessedBytes &A, const AccessedBytes &B) {
  bool IsApart =
      Pairs.areApart(List[A.Accesses.front()], List[B.Accesses.front()]) &&
      Pairs.areApart(List[B.Accesses.front()], List[A.Accesses.front()]);
  if (IsApart)
    return true;
  for (uint32_t I : A.Accesses)
    for (uint32_t J : B.Accesses) {
      if ((&A == &B && J < I) || !(rangeOf(I).Writes || rangeOf(J).Writes))
        continue;
      if (!Visit(List[std::min(I, J)], List[std::max(I, J)]))
        return false;
    }
  return true;
}

bool ClosePairs::within(TermId Base, const Family &F) {
  uint64_t Spread = spreadOf(Base);
  for (auto First = F.begin(); First != F.end(); ++First)
    for (auto Second = First; Second != F.end(); ++Second) {
      uint64_t Distance =
          uint64_t(Second->first.first) - uint64_t(First->first.first);
      if (Spread != Anywhere && Distance < Far &&
          Distance >= Spread + MostBytes)
        break;
      if (!between(First->second, Second->second))
        return false;
    }
  return true;
}

void ClosePairs::run() {
  if (llvm::none_of(List, [&](const RegionAccess &A) {
        return A.Site.in(Eval.View).Writes;
      }))
    return;
  for (uint32_t I = 0; I < List.size(); ++I)
    add(I);
  for (auto First = Families.begin(); First != Families.end(); ++First) {
    if (!within(First->first, First->second))
      return;
    for (auto Second = std::next(First); Second != Families.end(); ++Second)
      for (auto &[C, A] : First->second)
        for (auto &[D, B] : Second->second)
          if (!between(A, B))
            return;
  }
}

} // namespace

void forEachClosePair(
    const Evaluator &Eval, RegionOverlap &Pairs,
    llvm::ArrayRef<RegionAccess> List,
    llvm::function_ref<bool(const RegionAccess &, const RegionAccess &)>
        Visit) {
  ClosePairs(Eval, Pairs, List, Visit).run();
}

} // namespace fencepost::sym
