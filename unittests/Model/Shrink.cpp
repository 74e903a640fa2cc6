//===- Shrink.cpp - Make a failing program smaller ------------------------===//
// All simplifications of a program are listed as programs; the first that still
// fails is taken, until none does. See Shrink.h.
//===----------------------------------------------------------------------===//
#include "Shrink.h"
#include "ReferencePlaces.h"
#include "llvm/ADT/STLExtras.h"

namespace fencepost::model {

namespace {

using Block = std::vector<Statement>;
using Blocks = std::vector<Block>;
using Statements = std::vector<Statement>;

} // namespace

/// Simpler forms of one expression.
static std::vector<SmallExpression> simpler(const SmallExpression &E) {
  std::vector<SmallExpression> All;
  if (E.Register) {
    All.push_back(SmallExpression::number(1));
    if (E.Operator != ExpressionKind::Register)
      All.push_back(SmallExpression::reg(*E.Register));
  } else if (E.Number > 1) {
    All.push_back(SmallExpression::number(1));
  }
  return All;
}

/// Adds \p S with \p Change applied, if that changes anything.
template <typename Field>
static void with(Statements &All, const Statement &S, Field Instruction::*Which,
                 Field New) {
  if (S.Inner.*Which == New)
    return;
  All.push_back(S);
  All.back().Inner.*Which = New;
}

static void simplerAttributes(Statements &All, const Statement &S) {
  const Instruction &I = S.Inner;
  with(All, S, &Instruction::NoAv, false);
  with(All, S, &Instruction::Available, false);
  with(All, S, &Instruction::Tags, AddressSpaceSet());
  if (isAtomic(I.Order) && I.Op != Opcode::Fence)
    with(All, S, &Instruction::Order, Ordering::Monotonic);
  if (I.Op == Opcode::CompareExchange)
    with(All, S, &Instruction::FailureOrder, Ordering::Monotonic);
  if (I.Order == Ordering::SequentiallyConsistent && I.Op == Opcode::Fence)
    with(All, S, &Instruction::Order, Ordering::AcquireRelease);
  if (I.Order == Ordering::AcquireRelease && I.Op == Opcode::Fence) {
    with(All, S, &Instruction::Order, Ordering::Acquire);
    with(All, S, &Instruction::Order, Ordering::Release);
  }
  if (I.Op == Opcode::Barrier && I.Barrier == BarrierOp::ArriveIsFirst) {
    with(All, S, &Instruction::Barrier, BarrierOp::Arrive);
    All.back().Inner.Result = None;
  }
  with(All, S, &Instruction::Reach, Scope());
}

/// Reads, writes and loads that can be for something larger.
static void simplerOperations(Statements &All, const Statement &S) {
  const Instruction &I = S.Inner;
  bool Updates =
      I.Op == Opcode::ReadModifyWrite || I.Op == Opcode::CompareExchange;
  if (!Updates)
    return;
  Statement Load = loadAtomic(I.Result, I.Memory.Location, Ordering::Monotonic,
                              I.Reach.Level);
  Load.Index = S.Index;
  All.push_back(Load);
  Statement Store = storeAtomic(I.Memory.Location, *S.Value,
                                Ordering::Monotonic, I.Reach.Level);
  Store.Index = S.Index;
  All.push_back(Store);
}

static Blocks simplerBlocks(const Block &B);

static Statements simplerStatements(const Statement &S) {
  Statements All;
  for (Block &Each : simplerBlocks(S.Then)) {
    All.push_back(S);
    All.back().Then = std::move(Each);
  }
  for (Block &Each : simplerBlocks(S.Else)) {
    All.push_back(S);
    All.back().Else = std::move(Each);
  }
  if (S.Kind == Shape::While) {
    All.push_back(S);
    All.back().Kind = Shape::If;
  }
  bool Fixed = S.Inner.Op == Opcode::AsyncWait || S.Inner.Op == Opcode::Barrier;
  if (S.Value && !(S.Kind == Shape::Leaf && Fixed))
    for (SmallExpression E : simpler(*S.Value)) {
      All.push_back(S);
      All.back().Value = E;
    }
  if (S.Kind != Shape::Leaf)
    return All;
  simplerAttributes(All, S);
  simplerOperations(All, S);
  return All;
}

/// One statement away, taken out of its branch, or made simpler.
static Blocks simplerBlocks(const Block &B) {
  Blocks All;
  for (unsigned I = 0; I != B.size(); ++I) {
    Block Without = B;
    Without.erase(Without.begin() + I);
    All.push_back(Without);
    if (B[I].Kind != Shape::Leaf) {
      Block Both = B[I].Then;
      Both.insert(Both.end(), B[I].Else.begin(), B[I].Else.end());
      for (const Block &Side : {B[I].Then, B[I].Else, Both}) {
        Block Flat = Without;
        Flat.insert(Flat.begin() + I, Side.begin(), Side.end());
        All.push_back(std::move(Flat));
      }
    }
  }
  for (unsigned I = 0; I != B.size(); ++I)
    for (Statement &Each : simplerStatements(B[I])) {
      All.push_back(B);
      All.back()[I] = std::move(Each);
    }
  return All;
}

/// Observed copies of local cells must exist.
static SmallProgram withoutThread(const SmallProgram &S, unsigned T) {
  SmallProgram Less = S;
  Less.Threads.erase(Less.Threads.begin() + T);
  Program P = Less.lower();
  naive::Places Where(P);
  unsigned Copies = 0;
  for (unsigned U = 0; U != P.Threads.size(); ++U)
    Copies += Where.isFirst(ScopeLevel::Workgroup, U);
  llvm::erase_if(Less.Observed, [&](const Cell &C) {
    return C.Copy != 0 && C.Copy >= Copies;
  });
  return Less;
}

static void simplerPlaces(std::vector<SmallProgram> &All, const SmallProgram &S,
                          unsigned T) {
  for (unsigned Place::*Level :
       {&Place::Agent, &Place::Cluster, &Place::Workgroup, &Place::Wavefront}) {
    if (S.Threads[T].Where.*Level == 0)
      continue;
    All.push_back(S);
    All.back().Threads[T].Where.*Level = 0;
  }
}

static std::vector<SmallProgram> simplerPrograms(const SmallProgram &S) {
  std::vector<SmallProgram> All;
  for (unsigned T = 0; T != S.Threads.size() && S.Threads.size() > 1; ++T)
    All.push_back(withoutThread(S, T));
  for (unsigned T = 0; T != S.Threads.size(); ++T)
    for (Block &Body : simplerBlocks(S.Threads[T].Body)) {
      All.push_back(S);
      All.back().Threads[T].Body = std::move(Body);
    }
  for (unsigned C = 0; C != S.Observed.size(); ++C) {
    All.push_back(S);
    All.back().Observed.erase(All.back().Observed.begin() + C);
  }
  for (unsigned T = 0; T != S.Threads.size(); ++T)
    simplerPlaces(All, S, T);
  return All;
}

SmallProgram shrink(SmallProgram S,
                    llvm::function_ref<bool(const SmallProgram &)> Fails) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (SmallProgram &Each : simplerPrograms(S))
      if (Fails(Each)) {
        S = std::move(Each);
        Changed = true;
        break;
      }
  }
  return S;
}

} // namespace fencepost::model
