//===- ReadCases.cpp - The five cases of spec/001 -------------------------===//
#include "ReadCases.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

/// "R may see any write to the same byte, except" those that another write has
/// replaced for it, and those that it happens before.
llvm::SmallVector<unsigned, 8> ReadCases::maySee(unsigned R) const {
  const auto &Writes = S.WritesOf[S.Events[R].Cell];
  const Relation &Hb = S.hb(S.Events[R].Space);
  llvm::SmallVector<unsigned, 8> Latest, Sees;
  for (unsigned W : Writes)
    if (W != R && Order.beforeRead(W, R))
      Latest.push_back(W);
  for (unsigned W : Writes) {
    if (W == R || (Hb.has(R, W) && !Skip.has(Axiom::Future)))
      continue;
    bool Replaced =
        !Skip.has(Axiom::Overwritten) && llvm::any_of(Latest, [&](unsigned X) {
          return X != W && Order.beforeWrite(W, X);
        });
    if (!Replaced)
      Sees.push_back(W);
  }
  return Sees;
}

bool ReadCases::onlyInclusiveAtomics(unsigned R, llvm::ArrayRef<unsigned> Sees,
                                     unsigned Except) const {
  const Event &Read = S.Events[R];
  if (!Read.isAtomic())
    return false;
  for (unsigned I = 0; I < Sees.size(); ++I) {
    const Event &A = S.Events[Sees[I]];
    if (Sees[I] == Except)
      continue;
    if (!A.isAtomic() || !Sync.inclusive(A, Read))
      return false;
    for (unsigned J = 0; J < I; ++J)
      if (Sees[J] != Except && !Sync.inclusive(A, S.Events[Sees[J]]))
        return false;
  }
  return true;
}

/// docs/model.md M15: "one plain or narrow write that is location-ordered
/// before the read and before every other write it may see counts as an initial
/// write".
unsigned ReadCases::countsAsInitial(unsigned R,
                                    llvm::ArrayRef<unsigned> Sees) const {
  for (unsigned W : Sees) {
    if (S.Events[W].isAtomic() || !Order.beforeRead(W, R))
      continue;
    bool First = llvm::all_of(
        Sees, [&](unsigned X) { return X == W || Order.beforeWrite(W, X); });
    if (First)
      return W;
  }
  return None;
}

ReadCase ReadCases::classify(unsigned R) const {
  ReadCase Result;
  Result.Sees = maySee(R);
  const auto &Writes = S.WritesOf[S.Events[R].Cell];
  auto IsBefore = [&](unsigned W) { return W != R && Order.beforeRead(W, R); };
  if (llvm::none_of(Writes, IsBefore)) {
    Result.Case = 1;
    return Result;
  }
  if (S.Events[R].isAtomic() && !Letter)
    Result.Promoted = countsAsInitial(R, Result.Sees);
  if (!Result.Sees.empty() &&
      onlyInclusiveAtomics(R, Result.Sees, Result.Promoted))
    Result.Case = 2;
  else if (!llvm::all_of(Result.Sees, IsBefore))
    Result.Case = 3;
  else
    Result.Case = Result.Sees.size() == 1 ? 4 : 5;
  if (Result.Case != 2)
    Result.Promoted = None;
  return Result;
}

} // namespace fencepost::model
