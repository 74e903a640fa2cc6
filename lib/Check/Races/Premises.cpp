//===- Premises.cpp - Unknown conditions that a defect rests on -----------===//
// See Premises.h.
//===----------------------------------------------------------------------===//
#include "Premises.h"
#include "fencepost/View/Arithmetic.h"

namespace fencepost::check {

using namespace view;

void Premises::addBranch(BlockId B, Leaves &Out, std::set<ValueId> &Seen) {
  for (const Edge &E : View.Blocks[B].Next)
    if (E.Condition != None)
      addValue(E.Condition, Out, Seen);
}

void Premises::addValue(ValueId V, Leaves &Out, std::set<ValueId> &Seen) {
  llvm::SmallVector<ValueId, 16> Work{V};
  while (!Work.empty()) {
    ValueId At = Work.pop_back_val();
    if (At == None || !Seen.insert(At).second)
      continue;
    const Value &Val = View.Values[At];
    if (Val.Kind == ValueKind::Unknown || Val.Kind == ValueKind::Argument)
      Out.insert(At);
    if (isOperator(Val.Kind))
      Work.append({Val.A, Val.B, Val.C});
    for (const Incoming &Incoming : Val.From)
      Work.push_back(Incoming.Value);
    if (Val.Kind == ValueKind::Phi)
      for (BlockId B = 0; B < View.Blocks.size(); ++B)
        if (Depends.decides(B, At))
          for (const Edge &E : View.Blocks[B].Next)
            Work.push_back(E.Condition);
  }
}

Premises::Leaves Premises::ofPlace(BlockId At, ValueId Address) {
  Leaves Result;
  std::set<ValueId> Seen;
  if (Address != None)
    addValue(Address, Result, Seen);
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    if (Depends.leadsTo(B, At))
      addBranch(B, Result, Seen);
  return Result;
}

Premises::Leaves Premises::ofBarriers() {
  Leaves Result;
  std::set<ValueId> Seen;
  for (BlockId At = 0; At < View.Blocks.size(); ++At)
    if (llvm::any_of(View.Blocks[At].Events, [](const Event &E) {
          return E.Kind == EventKind::Barrier;
        }))
      for (BlockId B = 0; B < View.Blocks.size(); ++B)
        if (Depends.leadsTo(B, At))
          addBranch(B, Result, Seen);
  return Result;
}

bool Premises::areRelated(ValueId A, ValueId B) const {
  auto SourcesOf = [&](const Value &V) {
    llvm::SmallVector<Source, 1> Result = V.Sources;
    if (V.Kind == ValueKind::Argument)
      Result.push_back({Source::Argument, uint32_t(V.Number)});
    return Result;
  };
  for (const Source &X : SourcesOf(View.Values[A]))
    for (const Source &Y : SourcesOf(View.Values[B]))
      if (X.meets(Y))
        return true;
  return false;
}

bool Premises::mayExclude(BlockId A, ValueId AddressA, BlockId B,
                          ValueId AddressB) {
  Leaves OfA = ofPlace(A, AddressA), OfB = ofPlace(B, AddressB);
  Leaves All = ofBarriers();
  All.insert(OfA.begin(), OfA.end());
  All.insert(OfB.begin(), OfB.end());
  for (auto X = All.begin(); X != All.end(); ++X)
    for (auto Y = std::next(X); Y != All.end(); ++Y) {
      bool TrueTogether =
          (OfA.count(*X) && OfA.count(*Y)) || (OfB.count(*X) && OfB.count(*Y));
      if (!TrueTogether && areRelated(*X, *Y))
        return true;
    }
  return false;
}

bool Premises::barriersMayExclude() {
  Leaves All = ofBarriers();
  for (auto X = All.begin(); X != All.end(); ++X)
    for (auto Y = std::next(X); Y != All.end(); ++Y)
      if (areRelated(*X, *Y))
        return true;
  return false;
}

} // namespace fencepost::check
