//===- Dependence.cpp - What values and branches depend on ----------------===//
// See Dependence.h.
//===----------------------------------------------------------------------===//
#include "fencepost/View/Dependence.h"
#include "fencepost/View/Arithmetic.h"
#include "llvm/ADT/DenseMap.h"

namespace fencepost::view {

bool answersFirst(const Event &E) {
  return E.Kind == EventKind::Barrier &&
         E.Op.Action == BarrierOp::ArriveIsFirst && E.Result != None;
}

/// True if some acquire does not belong to a barrier.
static bool acquiresByAtomics(const SyncView &View) {
  bool Result = false;
  for (const Block &B : View.Blocks) {
    bool AfterBarrier = false;
    for (const Event &E : B.Events) {
      bool Acquires = isAcquire(E.Op.Order);
      if (E.Kind == EventKind::Fence)
        Result |= Acquires && !AfterBarrier;
      else
        AfterBarrier = E.Kind == EventKind::Barrier;
      Result |= E.Kind == EventKind::Opaque ||
                (E.Kind == EventKind::Access && Acquires);
    }
  }
  return Result;
}

Dependence::Dependence(const SyncView &View, const Graph &Shape)
    : View(View), Shape(Shape), Values(View.Values.size()),
      AtBlock(View.Blocks.size()), AtFirst(View.Blocks.size()),
      Written(View.Objects.size()), AcquiresByAtomics(acquiresByAtomics(View)) {
  leaves();
  do
    settle();
  while (contents());
  for (unsigned I = 0; I < LdsLoads.size(); ++I)
    if (!Decided[I])
      Values[LdsLoads[I]->Result] |= ByOther;
  settle();
}

void Dependence::settle() {
  for (bool Changed = true; Changed;) {
    Changed = flow();
    Changed |= join();
  }
  atBlocks();
}

static bool isPlainLoad(const Event &E) {
  return E.Kind == EventKind::Access && !E.Op.isAtomic() && !E.Op.Volatile &&
         !E.Memory.Writes;
}

/// Whether \p E loads what the kernel has stored in one object in LDS.
bool Dependence::loadsStored(const Event &E) const {
  uint32_t From = E.Memory.Object;
  return isPlainLoad(E) && From != None && Written[From] &&
         (View.Objects[From].Kind == ObjectKind::Lds ||
          View.Objects[From].Kind == ObjectKind::LdsArgument);
}

/// \p Read is the access whose result \p V is, if there is one.
uint8_t Dependence::unknownSources(ValueId V, const Event *Read) const {
  const Value &Val = View.Values[V];
  if (Val.Uniform)
    return ByUnknown | ByShared;
  bool IsAtomic = Read && Read->Kind == EventKind::Access &&
                  Read->Op.isAtomic() && !AcquiresByAtomics;
  bool PlainLoad = Read && isPlainLoad(*Read);
  if (PlainLoad && Read->Memory.Object != None && !Written[Read->Memory.Object])
    return ByUnknown | ByInput;
  if (Read && loadsStored(*Read))
    return ByUnknown; // contents() adds the rest.
  bool AsData = PlainLoad || IsAtomic || (!Read && Val.Plain);
  return ByUnknown | (AsData ? ByPlain : ByOther);
}

void Dependence::leaves() {
  llvm::DenseMap<ValueId, bool> Answers;
  llvm::DenseMap<ValueId, const Event *> Reads;
  forEachEvent(View, [&](Site, const Event &E) {
    if (answersFirst(E))
      Answers[E.Result] = true;
    if (E.Result != None)
      Reads[E.Result] = &E;
    for (const AccessRange *T : {&E.Memory, &E.Destination}) {
      if (T->Writes && T->Object != None)
        Written.set(T->Object);
      else if (T->Writes || E.Kind == EventKind::Opaque)
        Written.set();
    }
  });
  for (ValueId V = 0; V < View.Values.size(); ++V) {
    ValueKind Kind = View.Values[V].Kind;
    if (Kind == ValueKind::Unknown && !Answers.contains(V)) {
      const Event *Read = Reads.lookup(V);
      Values[V] = unknownSources(V, Read);
      if (Read && loadsStored(*Read))
        LdsLoads.push_back(Read);
    } else if (Kind == ValueKind::Argument)
      Values[V] = ByArgument;
    else if (Kind == ValueKind::WorkGroup)
      Values[V] = ByGroup;
  }
}

bool Dependence::flow() {
  bool Changed = false;
  for (ValueId V = 0; V < View.Values.size(); ++V) {
    const Value &Val = View.Values[V];
    uint8_t Bits = Values[V];
    if (isOperator(Val.Kind))
      for (ValueId Operand : {Val.A, Val.B, Val.C})
        Bits |= Operand == None ? 0 : Values[Operand];
    for (const Incoming &Edge : Val.From)
      Bits |= Values[Edge.Value];
    if (Val.Bits == 1 && Val.Kind != ValueKind::Unknown) // It was compared.
      Bits &= ~ByStored;
    Changed |= Bits != Values[V];
    Values[V] = Bits;
  }
  return Changed;
}

uint8_t Dependence::branchSources(BlockId B) const {
  uint8_t Bits = 0;
  for (const Edge &E : View.Blocks[B].Next)
    Bits |= E.Condition == None ? 0 : Values[E.Condition];
  return Bits;
}

/// Blocks between the branch at the end of \p B and the block where all its
/// paths have joined, which is included.
const llvm::BitVector &Dependence::inside(BlockId B) {
  auto [It, New] = Regions.try_emplace(B);
  if (New) {
    It->second = Shape.blocksBeforeJoin(B);
    if (BlockId Join = Shape.postDominator(B); Join != None)
      It->second.set(Join);
  }
  return It->second;
}

/// Paths from a branch do not join in the header of a later loop, which has a
/// single entry, nor in the header of a loop around it; unless all of them meet
/// there.
bool Dependence::mayJoin(BlockId Branch, BlockId Block) const {
  return Shape.headedBy(Block) == None || Block == Shape.postDominator(Branch);
}

bool Dependence::decides(BlockId Branch, ValueId Phi) {
  BlockId Join = View.Values[Phi].Block;
  return View.Blocks[Branch].Next.size() > 1 && inside(Branch)[Join] &&
         mayJoin(Branch, Join);
}

bool Dependence::join() {
  std::vector<uint8_t> Joined(View.Blocks.size());
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    if (uint8_t Bits = branchSources(B); Bits && View.Blocks[B].Next.size() > 1)
      for (unsigned Block : inside(B).set_bits())
        if (mayJoin(B, Block))
          Joined[Block] |= Bits;
  bool Changed = false;
  for (ValueId V = 0; V < View.Values.size(); ++V)
    if (const Value &Val = View.Values[V];
        Val.Kind == ValueKind::Phi && (Joined[Val.Block] & ~Values[V])) {
      Values[V] |= Joined[Val.Block];
      Changed = true;
    }
  return Changed;
}

void Dependence::atBlocks() {
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    if (uint8_t Bits = branchSources(B); Bits && View.Blocks[B].Next.size() > 1)
      for (unsigned Block : inside(B).set_bits())
        if (Block != Shape.postDominator(B)) {
          AtBlock[Block] |= Bits;
          LoopId Headed = Shape.headedBy(Block);
          if (Headed == None || !Shape.contains(Headed, B))
            AtFirst[Block] |= Bits;
        }
}

/// The contents of an LDS object depend on the stored values, their addresses
/// and the conditions of the stores. A value that the work-group shares counts
/// as an argument if arguments or similar values decide it.
bool Dependence::contents() {
  constexpr uint8_t ByData = ByInput | ByPlain | ByOther,
                    ByLaunch = ByArgument | ByGroup | ByShared;
  std::vector<uint8_t> Content(View.Objects.size());
  uint8_t Anywhere = 0;
  forEachEvent(View, [&](Site Site, const Event &E) {
    for (const AccessRange *T : {&E.Memory, &E.Destination}) {
      if (!T->Writes)
        continue;
      uint8_t Bits = AtBlock[Site.Block];
      for (ValueId V : {T->Address, T->Stored})
        Bits |= V == None ? uint8_t(ByPlain) : Values[V];
      (T->Object == None ? Anywhere : Content[T->Object]) |= Bits;
    }
    if (E.Kind == EventKind::Opaque)
      Anywhere = ByPlain;
  });
  bool Changed = false;
  Decided.resize(LdsLoads.size());
  for (unsigned I = 0; I < LdsLoads.size(); ++I) {
    uint8_t &Bits = Values[LdsLoads[I]->Result], Before = Bits;
    uint8_t Stored = Content[LdsLoads[I]->Memory.Object] | Anywhere;
    bool IsShared = Bits & ByShared;
    if (Stored & ByData)
      Bits |= ByStored | (IsShared ? 0 : ByPlain);
    if ((Stored & ByData) || (IsShared && (Stored & ByLaunch)))
      Decided.set(I);
    Changed |= Bits != Before;
  }
  return Changed;
}

bool Dependence::leadsTo(BlockId Branch, BlockId B) {
  return View.Blocks[Branch].Next.size() > 1 && inside(Branch)[B] &&
         B != Shape.postDominator(Branch);
}

uint8_t Dependence::barrierSources() {
  uint8_t Bits = 0;
  auto HasBarrier = [&](BlockId B) {
    return llvm::any_of(View.Blocks[B].Events, [](const Event &E) {
      return E.Kind == EventKind::Barrier;
    });
  };
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    if (uint8_t Own = branchSources(B); (Own & ~Bits) != 0)
      for (unsigned Block : inside(B).set_bits())
        if (Block != Shape.postDominator(B) && HasBarrier(Block))
          Bits |= Own;
  return Bits;
}

uint8_t Dependence::pathSources() const {
  uint8_t Bits = 0;
  for (BlockId B = 0; B < View.Blocks.size(); ++B)
    Bits |= branchSources(B);
  return Bits;
}

} // namespace fencepost::view
