//===- ViewLoops.cpp - Loops and their trip counts ------------------------===//
#include "ViewLoops.h"

namespace fencepost::ir {

using view::None;
using view::ValueId;
using VK = view::ValueKind;

namespace {
/// The values and the induction variables in an expression.
struct Leaves {
  llvm::SmallVector<const llvm::Value *, 4> Values;

  bool follow(const llvm::SCEV *S) {
    if (auto *Unknown = llvm::dyn_cast<llvm::SCEVUnknown>(S))
      Values.push_back(Unknown->getValue());
    if (auto *Recurrence = llvm::dyn_cast<llvm::SCEVAddRecExpr>(S))
      for (const llvm::PHINode &Phi :
           Recurrence->getLoop()->getHeader()->phis())
        Values.push_back(&Phi);
    return true;
  }
  bool isDone() const { return false; }
};
} // namespace

static constexpr unsigned MaxLoops = 200;

const llvm::SCEV *LoopMaker::countOf(const llvm::Loop &L) {
  if (InOrder.size() > MaxLoops)
    return nullptr;
  const llvm::SCEV *Count = Evolution.getBackedgeTakenCount(&L);
  return llvm::isa<llvm::SCEVCouldNotCompute>(Count) ? nullptr : Count;
}

/// A bound is returned if it is less than the wrap of a 32-bit counter.
uint64_t LoopMaker::mostOf(const llvm::Loop &L) {
  constexpr uint64_t NotKnown = ~uint64_t(0), Large = (uint64_t(1) << 31) - 1;
  if (InOrder.size() > MaxLoops)
    return NotKnown;
  auto *Most = llvm::dyn_cast<llvm::SCEVConstant>(
      Evolution.getConstantMaxBackedgeTakenCount(&L));
  return Most && Most->getAPInt().ult(Large) ? Most->getAPInt().getZExtValue()
                                             : NotKnown;
}

void LoopMaker::need() {
  for (const llvm::Loop *L : InOrder) {
    const llvm::SCEV *Count = countOf(*L);
    if (!Count)
      continue;
    Leaves All;
    llvm::visitAll(Count, All);
    for (const llvm::Value *V : All.Values)
      Values.need(*V);
  }
}

ValueId LoopMaker::fold(const llvm::SCEVNAryExpr *S, VK Kind) {
  ValueId Result = None;
  for (const llvm::SCEV *Operand : S->operands()) {
    ValueId Id = translate(Operand);
    if (Id == None)
      return None;
    Result = Result == None ? Id : Values.Table.op(Kind, Result, Id);
  }
  return Result;
}

ValueId LoopMaker::extreme(const llvm::SCEVNAryExpr *S, VK Less, bool Most) {
  ValueId Result = None;
  for (const llvm::SCEV *Operand : S->operands()) {
    ValueId Id = translate(Operand);
    if (Id == None)
      return None;
    if (Result == None) {
      Result = Id;
      continue;
    }
    ValueId IsLess = Values.Table.op(Less, Result, Id);
    Result = Values.Table.op(VK::Select, IsLess, Most ? Id : Result,
                             Most ? Result : Id);
  }
  return Result;
}

/// The counter of an outer loop is one of its phis.
ValueId LoopMaker::recurrence(const llvm::SCEVAddRecExpr *S) {
  for (llvm::PHINode &Phi : S->getLoop()->getHeader()->phis()) {
    if (Evolution.isSCEVable(Phi.getType()) && Evolution.getSCEV(&Phi) == S)
      return Values.value(Phi);
  }
  for (llvm::PHINode &Phi : S->getLoop()->getHeader()->phis()) {
    if (!Evolution.isSCEVable(Phi.getType()) ||
        Evolution.getEffectiveSCEVType(Phi.getType()) != S->getType())
      continue;
    auto *Own = llvm::dyn_cast<llvm::SCEVConstant>(
        Evolution.getMinusSCEV(S, Evolution.getSCEV(&Phi)));
    ValueId Id = Own ? Values.value(Phi) : None;
    if (Id != None)
      return Values.Table.addConstant(Id, Own->getAPInt().getZExtValue());
  }
  return None;
}

ValueId LoopMaker::translate(const llvm::SCEV *S) {
  llvm::Type *T = Evolution.getEffectiveSCEVType(S->getType());
  unsigned Bits = T->getIntegerBitWidth();
  if (Bits > 64)
    return None;
  switch (S->getSCEVType()) {
  case llvm::scConstant:
    return Values.Table.constant(
        llvm::cast<llvm::SCEVConstant>(S)->getAPInt().getZExtValue(), Bits);
  case llvm::scUnknown: {
    ValueId Id = Values.value(*llvm::cast<llvm::SCEVUnknown>(S)->getValue());
    return Id == None ? None : Values.Table.resize(Id, Bits);
  }
  case llvm::scTruncate:
  case llvm::scZeroExtend:
  case llvm::scSignExtend:
  case llvm::scPtrToInt: {
    ValueId Id = translate(llvm::cast<llvm::SCEVCastExpr>(S)->getOperand());
    bool Signed = S->getSCEVType() == llvm::scSignExtend;
    return Id == None ? None : Values.Table.resize(Id, Bits, Signed);
  }
  case llvm::scAddExpr:
    return fold(llvm::cast<llvm::SCEVNAryExpr>(S), VK::Add);
  case llvm::scMulExpr:
    return fold(llvm::cast<llvm::SCEVNAryExpr>(S), VK::Mul);
  case llvm::scUDivExpr: {
    auto *Division = llvm::cast<llvm::SCEVUDivExpr>(S);
    ValueId A = translate(Division->getLHS());
    ValueId B = translate(Division->getRHS());
    return A == None || B == None ? None : Values.Table.op(VK::UDiv, A, B);
  }
  case llvm::scAddRecExpr:
    return recurrence(llvm::cast<llvm::SCEVAddRecExpr>(S));
  case llvm::scUMaxExpr:
    return extreme(llvm::cast<llvm::SCEVNAryExpr>(S), VK::ULt, true);
  case llvm::scSMaxExpr:
    return extreme(llvm::cast<llvm::SCEVNAryExpr>(S), VK::SLt, true);
  case llvm::scUMinExpr:
  case llvm::scSequentialUMinExpr:
    return extreme(llvm::cast<llvm::SCEVNAryExpr>(S), VK::ULt, false);
  case llvm::scSMinExpr:
    return extreme(llvm::cast<llvm::SCEVNAryExpr>(S), VK::SLt, false);
  default:
    return None;
  }
}

void LoopMaker::make(const BlockNumbers &Blocks, view::SyncView &View) {
  llvm::DenseMap<const llvm::Loop *, view::LoopId> Numbers;
  for (const llvm::Loop *L : InOrder) {
    view::Loop New;
    New.Header = Blocks.lookup(L->getHeader());
    New.Depth = L->getLoopDepth();
    if (const llvm::Loop *Parent = L->getParentLoop())
      New.Parent = Numbers.lookup(Parent);
    if (const llvm::SCEV *Count = countOf(*L))
      New.TripCount = translate(Count);
    if (New.TripCount == None)
      New.MostTrips = mostOf(*L);
    Numbers[L] = View.Loops.add(std::move(New));
  }
  for (auto [Block, Number] : Blocks)
    if (const llvm::Loop *L = Loops.getLoopFor(Block))
      View.Blocks[Number].Loop = Numbers.lookup(L);
}

} // namespace fencepost::ir
