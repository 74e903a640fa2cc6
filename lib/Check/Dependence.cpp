//===- Dependence.cpp - What values and ways through a kernel depend on ---===//
// See Dependence.h.
//===----------------------------------------------------------------------===//
#include "fencepost/Check/Dependence.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/ADT/DenseMap.h"

namespace fencepost::check {

using namespace view;

bool answersFirst(const Event &E) {
  return E.Kind == EventKind::Barrier &&
         E.Op.Action == BarrierOp::ArriveIsFirst && E.Result != None;
}

Dependence::Dependence(const SyncView &View, const Graph &Shape)
    : View(View), Shape(Shape), Of(View.Values.size()) {
  leaves();
  for (bool Changed = true; Changed;) {
    Changed = flow();
    Changed |= join();
  }
}

void Dependence::leaves() {
  llvm::DenseMap<ValueId, bool> Answers;
  forEachEvent(View, [&](Site, const Event &E) {
    if (answersFirst(E))
      Answers[E.Result] = true;
  });
  for (ValueId V = 0; V < View.Values.size(); ++V) {
    ValueKind Kind = View.Values[V].Kind;
    if (Kind == ValueKind::Unknown && !Answers.contains(V))
      Of[V] = ByUnknown;
    else if (Kind == ValueKind::Argument)
      Of[V] = ByArgument;
    else if (Kind == ValueKind::WorkGroup)
      Of[V] = ByGroup;
  }
}

bool Dependence::flow() {
  bool Changed = false;
  for (ValueId V = 0; V < View.Values.size(); ++V) {
    const Value &Val = View.Values[V];
    uint8_t Bits = Of[V];
    if (isOperator(Val.Kind))
      for (ValueId Operand : {Val.A, Val.B, Val.C})
        Bits |= Operand == None ? 0 : Of[Operand];
    for (const Incoming &In : Val.From)
      Bits |= Of[In.Value];
    Changed |= Bits != Of[V];
    Of[V] = Bits;
  }
  return Changed;
}

uint8_t Dependence::ofBranch(BlockId B) const {
  uint8_t Bits = 0;
  for (const Edge &E : View.Blocks[B].Next)
    Bits |= E.Condition == None ? 0 : Of[E.Condition];
  return Bits;
}

/// Blocks between the branch at the end of \p B and the one where all its ways
/// have joined again; that one included.
const llvm::BitVector &Dependence::inside(BlockId B) {
  auto [It, New] = Regions.try_emplace(B, View.Blocks.size());
  llvm::BitVector &Seen = It->second;
  BlockId End = Shape.postDominator(B);
  llvm::SmallVector<BlockId, 8> Stack;
  for (const Edge &E : View.Blocks[B].Next)
    Stack.push_back(E.To);
  while (New && !Stack.empty()) {
    BlockId At = Stack.pop_back_val();
    if (Seen[At])
      continue;
    Seen.set(At);
    if (At != End)
      for (const Edge &E : View.Blocks[At].Next)
        Stack.push_back(E.To);
  }
  return Seen;
}

bool Dependence::join() {
  std::vector<uint8_t> AtBlock(View.Blocks.size());
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    if (uint8_t Bits = ofBranch(B); Bits && View.Blocks[B].Next.size() > 1)
      for (unsigned At : inside(B).set_bits())
        AtBlock[At] |= Bits;
  bool Changed = false;
  for (ValueId V = 0; V < View.Values.size(); ++V)
    if (const Value &Val = View.Values[V];
        Val.Kind == ValueKind::Phi && (AtBlock[Val.Block] & ~Of[V])) {
      Of[V] |= AtBlock[Val.Block];
      Changed = true;
    }
  return Changed;
}

uint8_t Dependence::ofBarriers() {
  uint8_t Bits = 0;
  auto HasBarrier = [&](BlockId B) {
    return llvm::any_of(View.Blocks[B].Events, [](const Event &E) {
      return E.Kind == EventKind::Barrier;
    });
  };
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    if (uint8_t Own = ofBranch(B); (Own & ~Bits) != 0)
      for (unsigned At : inside(B).set_bits())
        if (At != Shape.postDominator(B) && HasBarrier(At))
          Bits |= Own;
  return Bits;
}

uint8_t Dependence::ofAllBranches() const {
  uint8_t Bits = 0;
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    Bits |= ofBranch(B);
  return Bits;
}

} // namespace fencepost::check
