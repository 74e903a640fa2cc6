//===- Strength.cpp - When a sequence does at least what another does -----===//
// See Strength.h. Steps become atoms, one a counter for waits, and one list of
// atoms is searched for in the other.
//===----------------------------------------------------------------------===//
#include "Strength.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::lower::test {
namespace {

struct Atom {
  const Step *From;
  CounterWait Wait; ///< Where From is a wait.

  bool isWait() const { return From->Kind == StepKind::Wait; }
};
using Atoms = llvm::SmallVector<Atom, 8>;

Atoms atomsOf(llvm::ArrayRef<Step> Steps) {
  Atoms All;
  for (const Step &S : Steps) {
    if (S.Kind != StepKind::Wait)
      All.push_back({&S, {Counter::Vm, 0}});
    for (const CounterWait &Wait : S.Waits)
      All.push_back({&S, Wait});
  }
  return All;
}

/// How far an instruction of GFX942 reaches: sc0 work-group, sc1 agent, both
/// system (spec/002, Memory Model GFX942).
unsigned reachOf(const CachePolicy &P) { return 2 * P.Sc1 + P.Sc0; }

bool covers(const CachePolicy &Strong, const CachePolicy &Weak) {
  return Strong.Glc >= Weak.Glc && Strong.Dlc >= Weak.Dlc &&
         reachOf(Strong) >= reachOf(Weak) &&
         Strong.CacheScope >= Weak.CacheScope;
}

bool covers(const Atom &Strong, const Atom &Weak) {
  const Step &S = *Strong.From, &W = *Weak.From;
  if (S.Kind != W.Kind || (S.When != StepWhen::Always && S.When != W.When))
    return false;
  if (Strong.isWait())
    return Strong.Wait.Id == Weak.Wait.Id &&
           Strong.Wait.Value <= Weak.Wait.Value;
  // A flat instruction reaches whatever the others do.
  return (S.Unit == W.Unit || S.Unit == "flat_") && S.Mnemonic == W.Mnemonic &&
         S.Operand == W.Operand && covers(S.Policy, W.Policy);
}

using List = llvm::ArrayRef<Atom>;

/// Whether all of \p Weak is in \p Strong, in order; waits in a row in any.
bool isWithin(List Strong, List Weak) {
  auto IsWait = [](const Atom &A) { return A.isWait(); };
  List Waits = Weak.take_while(IsWait);
  List Rest = Weak.drop_front(Waits.size());
  auto HasAll = [&](List Window) {
    return llvm::all_of(Waits, [&](const Atom &W) {
      return llvm::any_of(Window, [&](const Atom &S) { return covers(S, W); });
    });
  };
  if (Rest.empty())
    return HasAll(Strong);
  for (size_t I = 0; I < Strong.size(); ++I)
    if (covers(Strong[I], Rest.front()) && HasAll(Strong.take_front(I)) &&
        isWithin(Strong.drop_front(I + 1), Rest.drop_front()))
      return true;
  return false;
}

bool isSame(const Step &A, const Step &B) {
  return A.Kind == B.Kind && A.When == B.When && A.Unit == B.Unit &&
         A.Mnemonic == B.Mnemonic && A.Waits == B.Waits &&
         A.Policy == B.Policy && A.Operand == B.Operand;
}

} // namespace

bool isAtLeast(const Sequence &Strong, const Sequence &Weak) {
  return isWithin(atomsOf(Strong.before()), atomsOf(Weak.before())) &&
         isWithin(atomsOf(Strong.access()), atomsOf(Weak.access())) &&
         isWithin(atomsOf(Strong.after()), atomsOf(Weak.after()));
}

bool isSame(const Sequence &A, const Sequence &B) {
  return A.AccessBegin == B.AccessBegin && A.AccessEnd == B.AccessEnd &&
         A.Steps.size() == B.Steps.size() &&
         llvm::all_of_zip(A.Steps, B.Steps, [](const Step &X, const Step &Y) {
           return isSame(X, Y);
         });
}

} // namespace fencepost::lower::test
